"""One card = one passage + one read, in either order, within the window; everything else has a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.app.passages import BLOCKED_MS, CARD, SETTLE_MS, UNKNOWN, WINDOW_MS, Passages
from pitboard.games import events

pytestmark = pytest.mark.rule("001 8.1 passage")

TEN_H, FOUR_S = 21, 2


class Rig:
    """Feeds a script of (time, what) to the logic, ticking it when it asks for it."""

    def __init__(self) -> None:
        self.passages = Passages()
        self.now = 0
        self.verdicts: list[tuple[int, int]] = []

    def at(self, when: int) -> "Rig":
        while True:
            wait = self.passages.wait_ms(self.now)
            if wait < 0 or self.now + wait > when:
                break
            self.now += wait
            self.passages.tick(self.now)
            self._collect()
        self.now = when
        return self

    def broken(self) -> "Rig":
        return self._did(self.passages.beam(True, self.now))

    def clear(self) -> "Rig":
        return self._did(self.passages.beam(False, self.now))

    def read(self, card: int) -> "Rig":
        return self._did(self.passages.read(card, self.now))

    def _did(self, _done: None) -> "Rig":
        self._collect()
        return self

    def _collect(self) -> None:
        while self.passages.next_verdict():
            self.verdicts.append((self.passages.verdict, self.passages.card))

    def end(self) -> list[tuple[int, int]]:
        self.at(self.now + 10_000)
        return self.verdicts


ONE = [(CARD, TEN_H)]


@pytest.mark.parametrize("read_at", [-WINDOW_MS + 1, -1, 0, 40, 80, 80 + WINDOW_MS - 1])
def test_a_read_before_in_or_after_the_passage_is_one_card(read_at: int) -> None:
    rig = Rig()
    happenings = sorted([(1000, "b"), (1080, "c"), (1000 + read_at, "r")], key=lambda h: h[0])
    for when, what in happenings:
        rig.at(when)
        {"b": rig.broken, "c": rig.clear, "r": lambda: rig.read(TEN_H)}[what]()
    assert rig.end() == ONE


@pytest.mark.parametrize("read_at", [-WINDOW_MS, 80 + WINDOW_MS])
def test_outside_the_window_neither_counts(read_at: int) -> None:
    rig = Rig()
    happenings = sorted([(1000, "b"), (1080, "c"), (1000 + read_at, "r")], key=lambda h: h[0])
    for when, what in happenings:
        rig.at(when)
        {"b": rig.broken, "c": rig.clear, "r": lambda: rig.read(TEN_H)}[what]()
    assert sorted(rig.end()) == sorted([(events.MISSCAN, 0), (events.STRAY_READ, 0)])


def test_passage_without_read() -> None:
    assert Rig().at(10).broken().at(90).clear().end() == [(events.MISSCAN, 0)]


def test_read_without_passage() -> None:
    assert Rig().at(10).read(TEN_H).end() == [(events.STRAY_READ, 0)]


def test_two_codes_in_one_passage() -> None:
    rig = Rig().at(10).broken().at(30).read(TEN_H).at(50).read(FOUR_S).at(90).clear()
    assert rig.end() == [(events.TWO_CODES, 0)]


def test_a_second_code_right_after_the_beam_clears_is_still_seen() -> None:
    rig = Rig().at(10).broken().at(30).read(TEN_H).at(90).clear().at(90 + SETTLE_MS - 1)
    assert rig.read(FOUR_S).end() == [(events.TWO_CODES, 0)]


def test_a_known_and_an_unknown_code_are_two_codes() -> None:
    rig = Rig().at(10).broken().at(30).read(TEN_H).at(50).read(UNKNOWN).at(90).clear()
    assert rig.end() == [(events.TWO_CODES, 0)]


def test_unknown_code() -> None:
    rig = Rig().at(10).broken().at(30).read(UNKNOWN).at(90).clear()
    assert rig.end() == [(events.UNKNOWN_CODE, 0)]


def test_the_engine_repeating_itself_is_one_card() -> None:
    rig = Rig().at(10).broken()
    for when in (30, 45, 60):
        rig.at(when).read(TEN_H)
    rig.at(90).clear().at(90 + SETTLE_MS + 30).read(TEN_H)
    assert rig.end() == ONE


def test_a_repeat_does_not_become_the_next_card() -> None:
    """The read of card 1 comes again after its passage, then card 2 passes unread."""
    rig = Rig().at(10).broken().at(30).read(TEN_H).at(90).clear()
    rig.at(150).read(TEN_H).at(200).broken().at(280).clear()
    assert rig.end() == [*ONE, (events.MISSCAN, 0)]


def test_two_equal_cards_in_two_passages_are_two_cards() -> None:
    rig = Rig()
    for start in (0, 500):
        rig.at(start).broken().at(start + 40).read(TEN_H).at(start + 80).clear()
    assert rig.end() == ONE * 2


def test_a_late_read_cannot_slip_to_the_next_card() -> None:
    """Card 1 passes unread, card 2 begins at once; a read now may be either's: neither counts."""
    rig = Rig().at(0).broken().at(40).clear().at(80).broken().at(90).read(TEN_H).at(120).clear()
    assert rig.end() == [(events.MISSCAN, 0), (events.MISSCAN, 0)]


def test_the_doubt_ends_with_a_pause() -> None:
    rig = Rig().at(0).broken().at(40).clear().at(80).broken().at(90).read(TEN_H).at(120).clear()
    rig.at(700).broken().at(740).read(FOUR_S).at(780).clear()
    assert rig.end() == [(events.MISSCAN, 0), (events.MISSCAN, 0), (CARD, FOUR_S)]


def test_a_flicker_of_the_beam_does_not_make_two_cards() -> None:
    """The reader repeats itself after the flicker: still one card."""
    rig = Rig().at(0).broken().at(20).read(TEN_H).at(40).clear().at(41).broken()
    assert rig.at(60).read(TEN_H).at(80).clear().end() == ONE


def test_a_card_slid_back_and_forth_is_not_two_cards() -> None:
    rig = Rig()
    for start in (0, 60, 120):
        rig.at(start).broken().at(start + 20).read(TEN_H).at(start + 40).clear()
    assert rig.end() == [*ONE, (events.REPEAT, 0), (events.REPEAT, 0)]


def test_a_stray_read_and_a_glitch_are_no_card() -> None:
    rig = Rig().at(0).read(TEN_H).at(50).broken().at(52).clear()
    assert rig.end() == [(events.STRAY_READ, 0)]


def test_a_glitch_does_not_eat_the_read_of_the_card_that_follows() -> None:
    rig = Rig().at(0).read(TEN_H).at(20).broken().at(22).clear().at(60).broken().at(140).clear()
    assert rig.end() == ONE


def test_an_engine_before_the_beam_that_repeats_itself_never_doubles_a_card() -> None:
    """The card before was not read, so the early read of this one is taken for its; the repeat is no second card."""
    rig = Rig().at(1000).broken().at(1100).clear()
    rig.at(1230).read(TEN_H).at(1290).broken().at(1300).read(TEN_H).at(1390).clear()
    assert rig.end() == [(CARD, TEN_H), (events.REPEAT, 0)]


def test_a_late_repeat_does_not_become_the_next_card() -> None:
    """Card 1 lies in the reader's view and is read again; then card 2 passes unread."""
    rig = Rig().at(0).broken().at(40).read(TEN_H).at(80).clear()
    rig.at(380).read(TEN_H).at(480).broken().at(560).clear()
    assert rig.end() == [*ONE, (events.MISSCAN, 0)]


@pytest.mark.parametrize("third_at", range(185, 700, 15))
def test_slow_reads_never_slip_by_one(third_at: int) -> None:
    """A reader 90 ms behind the beam and two quick cards: whatever counts later is what passed later."""
    rig = Rig()
    happenings: list[tuple[int, str, int]] = []
    for start, code in ((0, TEN_H), (120, FOUR_S), (third_at, 7)):
        happenings += [(start, "b", 0), (start + 60, "c", 0), (start + 150, "r", code)]
    for when, what, code in sorted(happenings):
        rig.at(when)
        {"b": rig.broken, "c": rig.clear, "r": lambda code=code: rig.read(code)}[what]()
    cards = [card for verdict, card in rig.end() if verdict == CARD]
    assert cards in ([], [7])


def test_a_read_too_late_for_its_passage_is_not_kept_for_the_next() -> None:
    rig = Rig().at(0).broken().at(60).clear().at(60 + WINDOW_MS + 20).read(TEN_H)
    rig.at(300).broken().at(360).clear()
    assert rig.end() == [(events.MISSCAN, 0), (events.STRAY_READ, 0), (events.MISSCAN, 0)]


def test_a_verdict_says_when_its_passage_began() -> None:
    passages = Passages()
    passages.beam(True, 100)
    passages.read(TEN_H, 140)
    passages.beam(False, 180)
    passages.tick(180 + SETTLE_MS)
    assert passages.next_verdict()
    assert (passages.verdict, passages.card, passages.start_ms) == (CARD, TEN_H, 100)


def test_nothing_waits_for_ever() -> None:
    rig = Rig().at(0).broken().at(40).read(TEN_H).at(80).clear()
    rig.end()
    assert rig.passages.wait_ms(rig.now) == -1


def test_a_glitch_of_the_beam_is_no_passage() -> None:
    assert Rig().at(10).broken().at(12).clear().end() == []


def test_a_blocked_beam_is_named_once_and_recovers() -> None:
    rig = Rig().at(0).broken().at(50).read(TEN_H).at(BLOCKED_MS + 500).clear()
    assert rig.verdicts == [(events.MISSCAN, 0)]
    rig.at(5000).broken().at(5040).read(FOUR_S).at(5080).clear()
    assert rig.end() == [(events.MISSCAN, 0), (CARD, FOUR_S)]


def test_lost_input_spoils_what_is_open() -> None:
    rig = Rig().at(0).broken().at(40).read(TEN_H)
    rig.passages.spoil()
    assert rig.at(80).clear().end() == [(events.OVERRUN, 0)]


@given(
    st.lists(st.tuples(st.integers(0, 60), st.sampled_from(["b", "c", "r", "s", "u"])), max_size=60)
)
def test_never_more_cards_than_passages_or_reads(script: list[tuple[int, str]]) -> None:
    """Whatever the wires do, a card needs a beam that broke and cleared, and a good read."""
    rig = Rig()
    passages = reads = 0
    broken = False
    for step, what in script:
        rig.at(rig.now + step)
        if what == "b" and not broken:
            broken = True
            rig.broken()
        elif what == "c" and broken:
            broken = False
            passages += 1
            rig.clear()
        elif what in "rsu":
            reads += what != "u"
            rig.read({"r": TEN_H, "s": FOUR_S, "u": UNKNOWN}[what])
    cards = [verdict for verdict in rig.end() if verdict[0] == CARD]
    assert len(cards) <= min(passages, reads)
