"""Let It Ride played as well as it can be: what three equal wagers bring, exactly, over all deals.

"$" always rides. "1" is decided on one's own three cards, "2" when the first community card is seen as well; a wager
rides if it brings more than nothing on average, and is taken back otherwise. No other seat's cards are known to the
player, and one decision binds no other (000 8.5), so each wager is looked at by itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitctl.odds.counting import Counts
from pitctl.odds.pay_tables import five_card_units


@dataclass(frozen=True)
class Wager:
    """One of the three, per unit staked before the deal."""

    value: Fraction
    """What it brings the player on average."""
    rides: Fraction
    """How often it stays."""


@dataclass(frozen=True)
class MainGame:
    wagers: dict[str, Wager]
    """By area: "$", "2", "1"."""

    @property
    def edge(self) -> Fraction:
        """What the house keeps of a round on average, in units of one of the three equal wagers."""
        return -sum((wager.value for wager in self.wagers.values()), Fraction(0))

    @property
    def riding(self) -> Fraction:
        """How many of the three wagers stay on average."""
        return sum((wager.rides for wager in self.wagers.values()), Fraction(0))

    @property
    def edge_of_riding(self) -> Fraction:
        """What the house keeps of the money that stays."""
        return self.edge / self.riding


def main_game(odds: Mapping[str, int], counts: Counts) -> MainGame:
    """`odds`: hand -> odds to 1; hands that are not in it lose. Raises ConfigError."""
    units = five_card_units(odds)
    dollar = two = one = 0
    deals = two_rides = one_rides = 0
    for held in counts.holdings:
        of_three = deals_of_three = 0
        for row in held.rows:
            of_four = sum(count * unit for count, unit in zip(row, units, strict=True))
            deals_of_four = sum(row)
            of_three += of_four
            deals_of_three += deals_of_four
            if of_four > 0:
                two += held.weight * of_four
                two_rides += held.weight * deals_of_four
        dollar += held.weight * of_three
        deals += held.weight * deals_of_three
        if of_three > 0:
            one += held.weight * of_three
            one_rides += held.weight * deals_of_three
    return MainGame(
        {
            "$": Wager(Fraction(dollar, deals), Fraction(1)),
            "2": Wager(Fraction(two, deals), Fraction(two_rides, deals)),
            "1": Wager(Fraction(one, deals), Fraction(one_rides, deals)),
        }
    )
