"""The counts by the firmware's evaluator on MicroPython, and what happens where they cannot be had."""

import importlib.util
import sys
from collections import Counter
from collections.abc import Iterator
from math import comb

import pytest

from pitctl.exceptions import TargetCrashed, TargetUnavailable
from pitctl.odds import counting
from pitctl.odds.counting import count_hands
from pitctl.odds.three_cards import classes
from tests.reference import hands_reference as reference
from tests.reference.deck_digest import NUMBERS

# As published (letitrideplayer.com/odds, and the Pair Plus tables); the pairs below tens are the rest.
FIVE = {
    "royal flush": 4,
    "straight flush": 36,
    "four": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three": 54_912,
    "two pair": 123_552,
    "high pair": 422_400,
    "low pair": 675_840,
    "high card": 1_302_540,
}
THREE = {  # the categories of hands.py in order
    "nothing": 16_440,
    "pair": 3_744,
    "flush": 1_096,
    "straight": 720,
    "three": 52,
    "straight flush": 44,
    "royal": 4,
}


@pytest.mark.unix
def test_categories_come_as_often_as_published() -> None:
    counts = count_hands()
    assert {name: counts.five[at] for name, at in NUMBERS.items()} == FIVE
    assert sum(counts.five) == comb(52, 5)
    assert list(counts.three) == list(THREE.values()) and sum(counts.three) == comb(52, 3)


@pytest.mark.unix
@pytest.mark.parametrize("at", [0, 400, 1000, 1754])
def test_the_rows_of_a_holding_are_those_of_the_reference(at: int) -> None:
    hand = list(classes())[at]
    held = count_hands().holdings[at]
    assert held.weight == classes()[hand]
    left = [card for card in range(52) if card not in hand]
    for fourth, row in zip(left, held.rows, strict=True):
        expected: Counter[str] = Counter()
        for fifth in left:
            if fifth != fourth:
                name, _order = reference.of_cards(
                    [reference.DECK[c] for c in (*hand, fourth, fifth)]
                )
                expected[name] += 1
        assert {name: row[number] for name, number in NUMBERS.items() if row[number]} == expected


@pytest.mark.unix
def test_it_is_counted_once_in_a_program() -> None:
    assert count_hands() is count_hands()


@pytest.fixture
def not_counted() -> Iterator[None]:
    count_hands.cache_clear()
    yield
    count_hands.cache_clear()


def test_without_the_unix_port(monkeypatch: pytest.MonkeyPatch, not_counted: None) -> None:
    def none(_name: str) -> None: ...

    monkeypatch.setattr(importlib.util, "find_spec", none)
    with pytest.raises(TargetUnavailable, match="unix port is not installed") as caught:
        count_hands()
    assert caught.value.try_this == "make setup"


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("import sys; sys.exit('no viper here')", "no viper here"),
        ("print('x' * 100)", "did not print what was asked for"),
        ("import sys; sys.stdout.buffer.write(bytes(28 + 1755 * 49 * 11))", "did not print"),
        ("", "did not print"),
        ("import time; time.sleep(9)", "took more than"),
    ],
)
def test_a_machine_that_fails(
    monkeypatch: pytest.MonkeyPatch, not_counted: None, program: str, words: str
) -> None:
    monkeypatch.setattr(counting, "_command", lambda: [sys.executable, "-c", program])
    monkeypatch.setattr(counting, "_LIMIT_S", 1)
    with pytest.raises(TargetCrashed, match=words):
        count_hands()


def test_rows_that_lack_a_card_are_refused() -> None:
    three = comb(52, 3).to_bytes(4, "little") + bytes(24)
    row = bytes([48]) + bytes(10)
    sound = counting._read(three + 49 * row, [1])
    assert sound is not None and sound.holdings[0].rows == (row,) * 49
    assert counting._read(three + 48 * row + bytes([47]) + bytes(10), [1]) is None
