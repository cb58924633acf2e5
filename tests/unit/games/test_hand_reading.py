"""Hands weighed by tables that are read in pieces: every class, every three cards, against the slow reference."""

import io
import random

import pytest

from pitboard.app.hand_file import load_tables
from pitboard.games import hand_reading, hands
from tests.reference import hands_reference as reference

TABLES = load_tables()

FIVE = {
    "high card": hands.HIGH_CARD, "low pair": hands.LOW_PAIR, "high pair": hands.HIGH_PAIR,
    "two pair": hands.TWO_PAIR, "three": hands.THREE, "straight": hands.STRAIGHT, "flush": hands.FLUSH,
    "full house": hands.FULL_HOUSE, "four": hands.FOUR, "straight flush": hands.STRAIGHT_FLUSH,
    "royal flush": hands.ROYAL_FLUSH,
}  # fmt: skip
THREE = {
    "nothing": hands.NOTHING, "pair": hands.PAIR, "three flush": hands.THREE_FLUSH,
    "three straight": hands.THREE_STRAIGHT, "three alike": hands.THREE_ALIKE,
    "three straight flush": hands.THREE_STRAIGHT_FLUSH, "three royal": hands.THREE_ROYAL,
}  # fmt: skip


def weigh(held: list[list[int]]) -> tuple[list[int], list[int]]:
    return hand_reading.weigh(io.BytesIO(TABLES), bytes(card for hand in held for card in hand))


def batches(every: list[list[int]]) -> list[list[list[int]]]:
    return [every[at : at + 7] for at in range(0, len(every), 7)]


def of_class(ranks: tuple[int, ...], suited: bool, dice: random.Random) -> list[int]:
    """Some hand of the class, its cards in any order."""
    while True:
        suits = [dice.randrange(4)] * 5 if suited else [dice.randrange(4) for _ in ranks]
        found = [13 * suit + rank for suit, rank in zip(suits, ranks, strict=True)]
        if len(set(found)) == 5 and (suited or len(set(suits)) > 1):
            return dice.sample(found, 5)


def test_every_class_of_five_cards() -> None:
    dice = random.Random(4)
    every = [of_class(ranks, suited, dice) for ranks, suited in reference.every_class()]
    assert len(every) == hands.CLASSES
    for held in batches(every):
        wanted = [FIVE[reference.of_cards([reference.DECK[card] for card in hand])[0]] for hand in held]
        assert weigh(held)[0] == wanted


def test_every_three_cards() -> None:
    every = [[a, b, c] for a in range(52) for b in range(a + 1, 52) for c in range(b + 1, 52)]
    assert len(every) == 22_100
    for held in batches(every):
        fives = [[*hand, *[card for card in range(5) if card not in hand][:2]] for hand in held]
        wanted = [THREE[reference.of_three([reference.DECK[card] for card in hand])] for hand in held]
        assert weigh(fives)[1] == wanted


def test_what_is_read_does_not_depend_on_the_hands() -> None:
    """000, 002, 003, 004 L13: nothing about a hidden card may be seen, its time not either."""

    def reads(held: list[list[int]]) -> list[tuple[int, int]]:
        seen: list[tuple[int, int]] = []

        class Watched(io.BytesIO):
            def readinto(self, buffer: bytearray, /) -> int:  # type: ignore[override]
                seen.append((self.tell(), len(buffer)))
                return super().readinto(buffer)

        hand_reading.weigh(Watched(TABLES), bytes(card for hand in held for card in hand))
        return seen

    one = reads([[0, 13, 26, 39, 1]])
    assert one == reads([[8, 9, 10, 11, 12]])
    assert {at for start, length in one for at in range(start, start + length)} >= set(range(len(TABLES)))


def test_nobody_has_a_hand() -> None:
    assert weigh([]) == ([], [])


def test_tables_that_are_cut_short_give_no_hand() -> None:
    with pytest.raises(ValueError, match="cut short"):
        hand_reading.weigh(io.BytesIO(TABLES[:9000] + bytes(0)), bytes(range(5)))
