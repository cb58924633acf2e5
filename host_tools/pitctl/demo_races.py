"""What the demonstration of Derby plays: two races with their wagers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Wager:
    """Chips of one player on one area."""

    player: str
    area: str
    chips: int


@dataclass(frozen=True)
class Race:
    """One round of the demonstration; None among the cards is a card that does not read."""

    title: str
    cards: tuple[str | None, ...]
    wagers: tuple[Wager, ...]
    cut_after: int | None = None  # the power fails after so many cards


RACES = (
    Race(
        "An ordinary race",
        ("TH", "4S", "5H", "KC", None, "AH", "9D", "3C", "2H", "QH", "JS", "6H", "8S", "5C"),
        (
            Wager("Seat 1", "RED", 10),
            Wager("Seat 2", "HEARTS", 5),
            Wager("Seat 3", "H>S", 4),
            Wager("Seat 4", "H>S>C", 2),
            Wager("Seat 5", "H>S>D", 3),
            Wager("Seat 6", "BLACK", 5),
        ),
    ),
    Race(
        "A protested race: the two of spades is drawn before the winner is fixed",
        ("7D", "2S", "KD", "9C", "3D", "4H", "QD", "AS", "JH"),
        (
            Wager("Seat 1", "RED", 5),
            Wager("Seat 2", "DIAMONDS", 5),
            Wager("Seat 3", "D>S", 4),
            Wager("Seat 4", "D>H>S", 2),
            Wager("Seat 5", "CLUBS", 3),
        ),
        cut_after=5,
    ),
)
