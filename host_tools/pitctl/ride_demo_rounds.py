"""What the demonstration of Let It Ride plays: a round of each rule pack, with its players."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitctl.money import UNITS
from pitctl.scenario_ride_steps import COMMUNITY, DISCARD


@dataclass(frozen=True)
class Player:
    """Whole units of money on each of `1`, `2` and `$`; what is decided on `1` and on `2`."""

    stake: int
    cards: str
    decides: tuple[str, str]
    side: int = 0

    @property
    def stakes(self) -> dict[str, int]:
        """In hundredths, by spot."""
        main = {"one": self.stake, "two": self.stake, "dollar": self.stake}
        return {spot: UNITS * units for spot, units in {**main, "side": self.side}.items() if units}


@dataclass(frozen=True)
class Round:
    title: str
    players: Mapping[int, Player]
    community: str
    discard: str = ""
    bank: tuple[int, int] | None = None  # position and wager of the player-dealer
    jackpot: int = 0
    cut_power: bool = False  # between the decisions

    @property
    def deck(self) -> dict[int, list[str]]:
        """The cards by the places where the table will want them."""
        deck = {seat: player.cards.split() for seat, player in self.players.items()}
        deck |= {place: [card] for place, card in zip(COMMUNITY, self.community.split(), strict=True)}
        return {**deck, DISCARD: self.discard.split()}


@dataclass(frozen=True)
class Programme:
    """What is played with a pack; `side` is what its fourth spot is called."""

    table: str
    rounds: tuple[Round, ...]
    side: str = ""


RIDE, BACK = "rides", "withdraws"
PROGRAMMES = {
    "nsw": Programme(
        "nsw-ride",
        (
            Round(
                "New South Wales: cards from a shoe, one at a time",
                {
                    2: Player(5, "TH TD 5S", (RIDE, RIDE)),
                    5: Player(10, "QC 3C 9D", (BACK, BACK)),
                    7: Player(5, "2C 4H 7S", (BACK, RIDE)),
                },
                "KD QS",
                cut_power=True,
            ),
        ),
    ),
    "charity": Programme(
        "charity-ride",
        (
            Round(
                "A charity room: the bonus wins where the main wagers lose",
                {
                    3: Player(10, "4H 5H 6H", (RIDE, BACK), side=2),
                    6: Player(5, "KD KS 2C", (RIDE, RIDE), side=1),
                },
                "9S JC",
                discard="7C",
            ),
        ),
        side="bonus",
    ),
    "mbs": Programme(
        "mbs-ride",
        (
            Round(
                "MBS: a straight flush, its share of the jackpot, and envy",
                {
                    1: Player(50, "6S 7S 8S", (RIDE, RIDE), side=5),
                    4: Player(50, "2D 2H JC", (BACK, BACK), side=5),
                    6: Player(25, "AD 3H KC", (BACK, BACK)),
                },
                "9S TS",
                jackpot=54_321,
            ),
        ),
        side="jackpot wager",
    ),
    "california": Programme(
        "california-ride",
        (
            Round(
                "California: a player-dealer covers as far as the wager goes",
                {
                    2: Player(10, "JH JD 3C", (RIDE, RIDE)),
                    4: Player(10, "2S 6D 8H", (RIDE, BACK)),
                    6: Player(10, "QD QH 5C", (RIDE, RIDE)),
                },
                "QC 4S",
                discard="AD",
                bank=(1, 100),
            ),
        ),
    ),
}
