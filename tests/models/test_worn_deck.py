"""The worn deck does to the wires what its rates say, and counts it."""

import random
from collections import Counter

import pytest

from simulator.models.barcode import BarcodeEngine
from simulator.models.beam import Beam
from simulator.models.dealer import Dealer
from simulator.models.worn_deck import Wear, WornDeck
from tests.models.recorder import Recorder

BEAM = 2
CODES = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]


def slides(wear: Wear | None, count: int, seed: int = 1) -> tuple[WornDeck, Recorder]:
    """Slide random cards with long pauses between."""
    wires = Recorder()
    beam = Beam(wires, BEAM, False, "up")
    engine = BarcodeEngine(wires, 0, 1, 115200)
    rng = random.Random(seed)
    deck = WornDeck(wires.clock, Dealer(wires.clock, engine, beam, {}), CODES, rng, wear)
    for _ in range(count):
        deck.slide(rng.randrange(52))
        wires.run_ms(2000)
    return deck, wires


def test_a_new_deck_reads_every_time() -> None:
    new = Wear(classes=((1.0, 0.0),), doubled=0, returned=0)
    deck, wires = slides(new, 200)
    assert (deck.strokes, deck.unread, deck.doubled, deck.returned) == (200, 0, 0, 0)
    assert len(wires.text()) == 200 * 3
    assert len([level for _, level in wires.edges(BEAM) if level is False]) == 200


def test_what_it_counts_is_what_the_wires_saw() -> None:
    deck, wires = slides(None, 3000)
    assert deck.strokes == 3000 + deck.returned
    breaks = len([level for _, level in wires.edges(BEAM) if level is False])
    assert breaks == deck.strokes
    assert len(wires.text()) == 3 * (deck.strokes - deck.unread + deck.doubled)


def test_one_stroke_in_ten_is_not_read_and_one_read_in_fifty_doubled() -> None:
    assert Wear().mean_unread() == pytest.approx(0.10, abs=0.001)
    strokes = unread = doubled = returned = slow = 0
    for seed in range(40):  # the wear of one deck strays, that of many does not
        deck, _ = slides(None, 500, seed)
        strokes += deck.strokes
        unread += deck.unread
        doubled += deck.doubled
        returned += deck.returned
        slow += deck.slow_returned
    assert unread / strokes == pytest.approx(0.10, abs=0.015)
    assert doubled / (strokes - unread) == pytest.approx(0.02, abs=0.005)
    assert returned / 20_000 == pytest.approx(0.03, abs=0.005)
    assert slow / returned == pytest.approx(0.1, abs=0.04)


def test_some_cards_are_worse_than_others() -> None:
    deck, _ = slides(None, 1)
    rates = Counter(deck.unread_rates)
    assert rates[0.04] > 30
    assert rates[0.28] >= 3


def test_the_same_seed_is_the_same_deck() -> None:
    _, first = slides(None, 300, 7)
    _, again = slides(None, 300, 7)
    assert (first.levels, first.received) == (again.levels, again.received)
