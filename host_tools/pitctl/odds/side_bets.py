"""The side wagers of Let It Ride: the bonus on three cards (002 Side Bets), the progressive and its envy (003 4.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitctl.exceptions import ConfigError
from pitctl.odds.counting import Counts
from pitctl.odds.pay_tables import (
    FIVE_CARDS,
    check_names,
    edge,
    five_card_units,
    three_card_units,
)


def bonus_edge(odds: Mapping[str, int], counts: Counts) -> Fraction:
    """What the house keeps of the bonus; hands that are not in `odds` lose. Raises ConfigError."""
    return edge(counts.three, three_card_units(odds))


@dataclass(frozen=True)
class Progressive:
    """The edge is `without_jackpot - per_jackpot * J`, the jackpot J counted in stakes."""

    without_jackpot: Fraction
    per_jackpot: Fraction

    @property
    def break_even(self) -> Fraction:
        """The jackpot, in stakes, at which neither side gains."""
        return self.without_jackpot / self.per_jackpot

    def edge(self, jackpot: int | Fraction) -> Fraction:
        return self.without_jackpot - self.per_jackpot * jackpot


def progressive(
    odds: Mapping[str, int],
    shares: Mapping[str, Fraction],
    counts: Counts,
    *,
    stake_returned: bool,
) -> Progressive:
    """A hand of `odds` wins that much to 1, a hand of `shares` that part of the jackpot; the others lose.

    Whether the stake comes back with a share is the operator's to say (L14): `stake_returned`. Raises ConfigError.
    """
    check_names(shares, FIVE_CARDS)
    twice = [name for name in shares if name in odds]
    if twice:
        raise ConfigError(f"progressive: '{twice[0]}' has both odds and a share of the jackpot")
    if not any(shares.values()):
        raise ConfigError("progressive: no hand wins a share of the jackpot")
    units = five_card_units(odds)
    if stake_returned:
        for name in shares:
            units[FIVE_CARDS[name]] = 0
    return Progressive(edge(counts.five, units), _mean(shares, counts))


def envy(amounts: Mapping[str, int], counts: Counts) -> Fraction:
    """What one other player's hand brings a receiver on average: a fixed amount, whatever the stake (L7)."""
    check_names(amounts, FIVE_CARDS)
    return _mean(amounts, counts)


def _mean(amounts: Mapping[str, int] | Mapping[str, Fraction], counts: Counts) -> Fraction:
    total = sum(
        (amount * Fraction(counts.five[FIVE_CARDS[name]]) for name, amount in amounts.items()),
        Fraction(0),
    )
    return total / sum(counts.five)
