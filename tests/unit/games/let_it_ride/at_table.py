"""Short words for tests of the rules: what is refused, a round played up to its money, what a host may see."""

from typing import Any

import pytest

from pitboard.app.hand_file import load_tables
from pitboard.app.let_it_ride.host import Seats
from pitboard.app.let_it_ride.record_view import view
from pitboard.games import events, hand_lookup, hands
from tests.unit.games.let_it_ride.play import CALIFORNIA, Play, Refused, card, ride

TABLES = load_tables()

BETS = ("1", "2", "$")
LOST = [(0, 500, 0)] * 3  # three wagers of 500
RETURNED = [(0, 0, 500)] * 3


def refused(name: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, match=f"^{name}$")


def mains(table: Play, seat: int) -> list[tuple[int, int, int]]:
    """(profit, collected, returned) of "1", "2" and "$"."""
    return [table.money(seat, spot) for spot in BETS]


def dealt(
    pack: str, dealt_hands: dict[int, str], community: str, *, side: int = 0, discard: str = "6C", **house: Any
) -> Play:  # fmt: skip
    """All cards are out, three wagers of 500 at each seat; nobody has touched a card."""
    table = Play(pack, **house)
    table.start(*dealt_hands, side=side)
    table.deal(dealt_hands, community, discard)
    return table


def settled(
    pack: str, dealt_hands: dict[int, str], community: str, *, choice: str = "ride", side: int = 0,
    discard: str = "6C", **house: Any,
) -> Play:  # fmt: skip
    """As `dealt`, and then up to the settlement, every player deciding alike."""
    table = dealt(pack, dealt_hands, community, side=side, discard=discard, **house)
    table.to_settling(choice)
    return table


def slide(table: Play, codes: str) -> None:
    """These cards, one after the other, wherever the order of dealing puts them."""
    for code in codes.split():
        table.draw(code)


def play_out(table: Play, seat: int = 1, hand: str = "TH TD 5S", community: str = "9D KC") -> None:
    """One whole round of one player."""
    table.start(seat)
    table.deal({seat: hand}, community, discard="8S")
    finish(table)


def finish(table: Play) -> None:
    """From the end of the deal to the close; whoever must count the stub does."""
    table.to_settling()
    table.settle_all()
    if table.game.judge(events.CLOSE):
        table.do(ride.COUNTED, table.game.shoe.left())
    table.close()


def planned(table: Play) -> list[int]:
    """Where the cards of this deal go, one after the other: seats, 8 and 9 for the community cards, 10 unseen."""
    deal = table.game.deal
    return list(deal.places[: deal.size])


def hand_of(pack: str, codes: str) -> str:
    """What a player is told to hold with these five cards, the last two of them on the table."""
    *own, first, second = codes.split()
    spare = next(code for code in ("6C", "7C", "8C") if code not in codes)
    table = settled(pack, {4: " ".join(own)}, f"{first} {second}", discard=spare)
    return hands.CODES[table.game.seats.hands[4] - 1]


def value_of(codes: str) -> int:
    """What five cards are worth; the order is smaller for the better hand."""
    five = bytes(card(code) for code in codes.split())
    return hand_lookup.of_cards(five, TABLES) & hands.ORDER


def host_sees(table: Play) -> str:
    """All that a host reads now: every seat, the round, and the records so far."""
    seats = Seats(table.game)
    pages = [seats.page({"since": since}) for since in range(0, 7, 2)]
    records = [view((what, arg, arg2, 1, 1, 0, 1, value, reason, 0))
               for what, arg, arg2, value, reason, *_ in table.log]  # fmt: skip
    return f"{pages} {seats.ride({})} {records}"


def fees_of(table: Play) -> list[int]:
    """What the house asks for, besides all wagers: for the players' bets, for the player-dealer's hand."""
    return Seats(table.game).ride({})["fees"]


__all__ = [
    "BETS", "CALIFORNIA", "LOST", "RETURNED", "dealt", "fees_of", "finish", "hand_of", "host_sees", "mains", "planned",
    "play_out", "refused", "settled", "slide", "value_of",
]  # fmt: skip
