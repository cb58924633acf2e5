"""The dealer's hands: which edges and bytes a slide makes, and when."""

import random

import pytest

from simulator.models.barcode import BarcodeEngine
from simulator.models.beam import Beam
from simulator.models.dealer import Dealer
from simulator.models.key_switch import KeySwitch
from simulator.models.keys import Key
from tests.models.recorder import MS, Recorder

BEAM, KEY, SWITCH = 2, 4, 11
LINE_NS = 260_416  # three bytes at 115200 baud


class Hands:
    def __init__(self) -> None:
        self.wires = Recorder()
        self.engine = BarcodeEngine(self.wires, 0, 1, 115200)
        self.beam = Beam(self.wires, BEAM, False, "up")
        keys = {"confirm": Key(self.wires, KEY, False)}
        self.key_switch = KeySwitch(self.wires, SWITCH, False)
        self.dealer = Dealer(
            self.wires.clock,
            self.engine,
            self.beam,
            keys,
            random.Random(1),
            key_switch=self.key_switch,
        )

    def breaks(self) -> list[int]:
        return [t for t, level in self.wires.edges(BEAM) if level is False]

    def restores(self) -> list[int]:
        return [t for t, level in self.wires.edges(BEAM)[1:] if level is None]

    def line_starts(self) -> list[int]:
        return [t for t, _ in self.wires.start_bits[::3]]


def test_a_slide_breaks_the_beam_reads_and_restores() -> None:
    hands = Hands()
    end_ns = hands.dealer.slide("TH", passage_ms=80, read_at_ms=40)
    assert hands.breaks() == [0]  # at once, before any time has passed
    hands.wires.run_ms(200)
    assert end_ns == 80 * MS
    assert hands.restores() == [80 * MS]
    assert hands.line_starts() == [40 * MS]
    assert hands.wires.text() == b"TH\r"


def test_a_read_may_come_before_the_beam() -> None:
    hands = Hands()
    end_ns = hands.dealer.slide(b"TH", passage_ms=60, read_at_ms=-25)
    hands.wires.run_ms(200)
    assert hands.line_starts() == [0]
    assert hands.breaks() == [25 * MS]
    assert hands.restores() == [end_ns] == [85 * MS]


def test_a_read_may_come_after_the_passage() -> None:
    hands = Hands()
    hands.dealer.slide(b"TH", passage_ms=60, read_at_ms=75)
    hands.wires.run_ms(200)
    assert hands.restores() == [60 * MS]
    assert hands.line_starts() == [75 * MS]


def test_two_codes_in_one_passage() -> None:
    hands = Hands()
    hands.dealer.slide(b"TH", code2="2S")
    hands.wires.run_ms(200)
    assert hands.wires.text() == b"TH\r2S\r"
    assert hands.line_starts() == [40 * MS, 60 * MS]
    assert hands.beam.passages == 1


def test_a_card_that_does_not_read_only_breaks_the_beam() -> None:
    hands = Hands()
    hands.dealer.slide(None)
    hands.wires.run_ms(200)
    assert hands.wires.text() == b""
    assert (hands.breaks(), hands.restores()) == ([0], [80 * MS])


def test_a_read_without_passage_leaves_the_beam_alone() -> None:
    hands = Hands()
    hands.dealer.read("QC")
    hands.wires.run_ms(200)
    assert hands.wires.text() == b"QC\r"
    assert hands.breaks() == []


def test_slides_can_be_laid_out_ahead() -> None:
    hands = Hands()
    for number, code in enumerate(("2S", "3S", "4S")):
        hands.dealer.slide(code, at_ns=(1 + number) * 500 * MS)
    hands.wires.run_ms(2000)
    assert hands.breaks() == [500 * MS, 1000 * MS, 1500 * MS]
    assert hands.wires.text() == b"2S\r3S\r4S\r"


def test_a_slide_in_the_past_is_refused() -> None:
    hands = Hands()
    hands.wires.run_ms(100)
    with pytest.raises(ValueError, match="past"):
        hands.dealer.slide("2S", at_ns=50 * MS)
    with pytest.raises(ValueError, match="past"):
        hands.dealer.slide("2S", read_at_ms=-20, at_ns=110 * MS)


def test_jitter_strays_within_its_bound_and_repeats_with_its_seed() -> None:
    ends: list[list[int]] = []
    for _ in range(2):
        hands = Hands()
        hands.dealer.jitter_ms = 5
        lengths: list[int] = []
        for _ in range(30):
            begin = hands.wires.time.now_ns()
            lengths.append(hands.dealer.slide(None, passage_ms=80, read_at_ms=20) - begin)
            hands.wires.run_ms(200)
        ends.append(lengths)
    assert ends[0] == ends[1]
    assert len(set(ends[0])) > 20
    assert all(75 * MS <= length <= 85 * MS for length in ends[0])


def test_jitter_never_puts_a_read_in_the_past() -> None:
    hands = Hands()
    hands.dealer.jitter_ms = 5
    for _ in range(30):
        hands.dealer.slide("2S", read_at_ms=0, at_ns=hands.wires.time.now_ns())
        hands.wires.run_ms(200)
    assert hands.engine.lines_sent == 30


def test_a_press_is_held_for_its_time_and_bounces() -> None:
    hands = Hands()
    assert hands.dealer.press("confirm", ms=80) == 80 * MS
    hands.wires.run_ms(50)
    assert hands.wires.level(KEY) is False
    hands.wires.run_ms(50)
    edges = hands.wires.edges(KEY)
    assert hands.wires.level(KEY) is None
    assert edges[1] == (0, False)
    assert (80 * MS, None) in edges
    assert len(edges) >= 7


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(KeyError, match=r"'deal'.*confirm"):
        Hands().dealer.press("deal")


def test_the_supervisors_key_stays_where_it_is_put() -> None:
    hands = Hands()
    for on, level in ((True, False), (False, None)):
        hands.dealer.turn_key(on)
        hands.wires.run_ms(5000)
        assert (hands.key_switch.turned, hands.wires.level(SWITCH)) == (on, level)
    count = len(hands.wires.levels)
    hands.dealer.turn_key(False)
    hands.wires.run_ms(50)
    assert len(hands.wires.levels) == count  # it was off already


def test_hands_over_a_bare_board_do_nothing() -> None:
    wires = Recorder()
    dealer = Dealer(wires.clock, None, None, {})
    dealer.read("2S")
    assert dealer.slide("2S") == 80 * MS
    wires.run_ms(200)
    assert wires.levels == wires.received == []
    with pytest.raises(KeyError, match="none"):
        dealer.press("confirm")
    with pytest.raises(KeyError, match="key switch"):
        dealer.turn_key(True)
