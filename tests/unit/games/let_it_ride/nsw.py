"""Tables of document 000 for the tests of its rules: a shoe or a shuffler, two hands, and what a refusal is called."""

from typing import Any

import pytest

from pitboard.games import cards, events, hands
from pitboard.table import let_it_ride_settings
from pitctl.packs.compile import compile_pack
from pitctl.packs.load import load_pack
from tests.unit.games.let_it_ride.play import DEALER, NSW, REASON, SHUFFLER, Play, Refused, card

WINS, LOSES = 2, 5  # seats
HANDS = {WINS: "TH TD 5S", LOSES: "2D 3C 9D"}
COMMUNITY = "4H 8S"  # helps neither: seat 2 has a pair of tens, seat 5 nothing
MAIN = ("1", "2", "$")
STAKE = 500
FACES = [rank + suit for suit in cards.SUIT_CODES for rank in cards.RANK_CODES]
PLACES = (8, 9, 10)  # of the two community cards and of the discard
# (own cards, community cards, what it is, odds to 1), highest first.
VALUES = [
    ("AH KH QH", "JH TH", hands.ROYAL_FLUSH, 1000),
    ("KH QH JH", "TH 9H", hands.STRAIGHT_FLUSH, 200),
    ("AH 2H 3H", "4H 5H", hands.STRAIGHT_FLUSH, 200),
    ("9C 9D 9H", "9S 2C", hands.FOUR, 50),
    ("9C 9D 9H", "2S 2C", hands.FULL_HOUSE, 11),
    ("2H 5H 9H", "JH KH", hands.FLUSH, 8),
    ("QH KH AH", "2H 3H", hands.FLUSH, 8),
    ("AH KD QC", "JS TH", hands.STRAIGHT, 5),
    ("AS 2D 3C", "4H 5H", hands.STRAIGHT, 5),
    ("9C 9D 9H", "2S 5C", hands.THREE, 3),
    ("2C 2D 3H", "3S 9C", hands.TWO_PAIR, 2),
    ("AC AD 3H", "5S 9C", hands.HIGH_PAIR, 1),
    ("TC 4D 3H", "TS 9C", hands.HIGH_PAIR, 1),
    ("9H 4D 3H", "5S 9C", hands.LOW_PAIR, 0),
    ("2H 4D 3H", "9S 2C", hands.LOW_PAIR, 0),
    ("AH QD 9H", "5S 2C", hands.HIGH_CARD, 0),
]


def refuses(name: str) -> Any:
    """The step inside is refused, by this name."""
    return pytest.raises(Refused, match=f"^{name}$")


def shuffler_table(*, decks: int = 2, **house: Any) -> Play:
    return Play(NSW, source=SHUFFLER, decks=decks, **house)


def settings(**house: Any) -> dict[str, Any]:
    """table.json as far as it is the game's."""
    chosen = {**Play(NSW).game.house.__dict__, **house}
    source = events.SOURCE_NAMES[chosen["source"]]
    own = {"pack": compile_pack(load_pack(NSW)), "game": NSW, "decks": 1, "cards_from": source, "house": chosen}
    return {**let_it_ride_settings.DEFAULTS, "code_format": "value", **own}


def betting(**house: Any) -> Play:
    """Cards are ready, nobody has wagered."""
    table = Play(NSW, **house)
    table.open_betting()
    return table


def called(**house: Any) -> Play:
    """After the call, with equal wagers at both seats; no card is out."""
    table = Play(NSW, **house)
    table.start(*HANDS)
    return table


def dealt(table: Play | None = None, **house: Any) -> Play:
    """All cards are out, nobody has touched one."""
    table = table or Play(NSW, **house)
    table.start(*HANDS)
    table.deal(HANDS, COMMUNITY)
    return table


def deciding(table: Play | None = None, **house: Any) -> Play:
    """The players have looked; the first decision is due."""
    table = dealt(table, **house)
    table.look()
    return table


def second_decision(**house: Any) -> Play:
    """All ride on "1", the first community card is up."""
    table = deciding(**house)
    table.decide_all()
    table.turn()
    return table


def finish(table: Play) -> None:
    """From the decision that is due to the settlement, all riding."""
    for _ in range(table.game.turned, 2):
        table.decide_all()
        table.turn()
    table.show_all()


def settling(choice: str = "ride", table: Play | None = None, **house: Any) -> Play:
    table = dealt(table, **house)
    table.to_settling(choice)
    return table


def played(table: Play) -> Play:
    """One whole round, closed."""
    settling(table=table)
    table.settle_all()
    table.close()
    return table


def settled_hand(own: str, community: str, **house: Any) -> Play:
    """One seat with this hand, everything let ride, up to the settlement."""
    table = Play(NSW, **house)
    table.start(1)
    table.deal({1: own}, community)
    table.to_settling()
    return table


def amounts(table: Play, seat: int) -> list[tuple[int, int, int]]:
    """(profit, collected, returned) of "1", "2" and "$"."""
    return [table.money(seat, spot) for spot in MAIN]


def deal_places(table: Play, codes: list[str] | None = None) -> list[int]:
    """Deals cards in this order, and says where each went."""
    places: list[int] = []
    left = iter(codes or FACES)
    while place := table.game.deal.next_place():
        places.append(place)
        table.draw(next(left))
    return places


def hand_of(table: Play, seat: int) -> list[str]:
    """A hand that is face up."""
    return [cards.code(face) for face in table.game.hand_shown(seat)]


def check_deck(table: Play, codes: list[str] | None = None, role: int = DEALER, who: int = 0) -> None:
    """A check by sliding these cards (all 52 if none are named), and one person's word."""
    table.do(events.CHECK, role=DEALER)
    for code in FACES if codes is None else codes:
        table.game.opening.check.card(card(code))
    complete, value = table.game.opening.known(events.CHECKED, 0)
    table.do(events.CHECKED, complete, 0, value, role=DEALER)
    table.do(events.CHECK_YES, role, role=role, who=who)


def lit(table: Play) -> dict[tuple[int, str], int]:
    """What is lit: (seat, spot) -> in which way."""
    tiers = bytearray(28)
    table.game.light(tiers)
    spots = (*MAIN, "side")
    return {(at // 4 + 1, spots[at % 4]): tier for at, tier in enumerate(tiers) if tier}


__all__ = ["DEALER", "NSW", "REASON", "Play", "Refused"]
