"""What may happen in a round of Let It Ride from the deal on: decisions, irregularities, settling; see
ride_order_reference.py.
"""

from tests.reference.ride_rules import SEATS, THREES, WITH_SEAT
from tests.reference.ride_state_reference import Act
from tests.reference.ride_table_reference import RideTable

Verdict = bool | None


def is_seat(number: int) -> bool:
    return 1 <= number <= SEATS


def _is_in(table: RideTable, number: int) -> bool:
    return is_seat(number) and table.seats[number].state == "in"


def decide(table: RideTable, act: Act) -> Verdict:
    """Only "1" and then "2", each in its turn; "$" never (000 8.9, 003 3.16)."""
    return act.word in ("withdraw", "ride") and act.seat == table.to_decide()


def tuck(table: RideTable, act: Act) -> Verdict:
    """000 8.11: at any stage while something is left to decide, whosever turn it is; what was decided stands (8.10)."""
    return table.document.tuck and _is_in(table, act.seat) and table.waits(act.seat, "2")


def order(table: RideTable, act: Act) -> Verdict:
    return (
        table.document.order_may_change and _is_in(table, act.seat) and table.waits(act.seat, "1")
    )


def turn(table: RideTable, act: Act) -> Verdict:
    due = int(table.phase[-1])
    return act.other == due and act.cards == (table.community(due),)


def show(table: RideTable, act: Act) -> Verdict:
    if table.to_declare() or act.seat != table.to_show():
        return False
    same = list(act.cards) == table.cards_of(act.seat)
    return same and act.word == table.hand_name(act.seat)


def declare(table: RideTable, act: Act) -> Verdict:
    """Once in its turn, and once more while it is not settled (000 9.4)."""
    if not act.word or (act.spot and (act.spot not in THREES or not table.document.bonus)):
        return False
    if table.phase == "settling":
        return _is_in(table, act.seat) and act.seat in [seat for seat, _ in table.left_to_settle()]
    return bool(act.seat) and act.seat == table.to_declare()


def settled(table: RideTable, act: Act) -> Verdict:
    return bool(act.seat) and (act.seat, act.word) == table.to_settle()


def close(table: RideTable, _: Act) -> Verdict:
    """The stub is counted at least once in five rounds (002 Dealer Procedures)."""
    if table.phase == "voided":
        return True
    if table.to_settle()[0]:
        return False
    every = table.document.stub_every
    return not every or table.counted_now or table.since_count + 1 < every


def counted(_: RideTable, act: Act) -> Verdict:
    return True if act.other <= 52 else None  # more than a deck: the device may refuse it


def fault(table: RideTable, act: Act) -> Verdict:
    what = act.word
    then = table.found(what)[1]
    # The second one of a kind is known by the first; nobody says it.
    if not then or what in ("two or more exposed", "more face-up cards"):
        return False
    if what.startswith("shuffle") and table.house.source != "shuffler":
        return False  # 000 13
    if what == "player card exposed" and not any(isinstance(place, int) for _, place in table.lying):
        return False  # no player has a card
    if what in WITH_SEAT:
        return _fault_of_seat(table, what, act.seat)
    if what == "face-up card in the deck":
        # While the cards are being dealt: after that only of the card that was slid last.
        return bool(table.lying) if act.flag else table.phase == "dealing"
    return True


def _fault_of_seat(table: RideTable, what: str, number: int) -> Verdict:
    if not is_seat(number):
        return False
    seat = table.seats[number]
    if what == "hand without wager":
        discards = table.found(what)[1] == "discard the hand"
        return seat.state != "in" and (not discards or _can_be_taken_out(table, number))
    if seat.state != "in":
        return False
    if what == "unequal wagers":
        return not seat.is_equal()
    if what == "absent, not viewed":
        return "1" not in seat.decided  # 000 12.13: who has decided has viewed the cards
    if what == "absent, viewed":
        return "2" not in seat.decided  # 000 12.14: not present to make a decision
    return True


def _can_be_taken_out(table: RideTable, number: int) -> bool:
    """The order of the deal tells whose cards are whose (000 12.8): before a hand was shown, all hands being whole."""
    if table.plan or table.phase in ("showing", "settling"):
        return False
    hands = table.hands_of_deal()
    return number not in hands and all(len(table.cards_of(hand)) == 3 for hand in hands)


def answer(table: RideTable, _: Act) -> Verdict:
    return bool(table.pending)


def corrected(table: RideTable, act: Act) -> Verdict:
    """000 12.10.1: within the stated minimum and maximum."""
    if not table.pending or act.seat != table.pending_seat or not act.amount:
        return False
    if not table.house.amounts:
        return True if act.amount == 1 else None
    if act.amount > 100_000_000:
        return None
    unit = table.house.unit
    if act.amount < table.least or (unit and (act.amount - table.least) % unit):
        return False
    return not any(top and act.amount > top for top in (table.house.most, table.document.most))


def folded(table: RideTable, act: Act) -> Verdict:
    return bool(table.pending) and act.seat == table.pending_seat


def move_hand(table: RideTable, act: Act) -> Verdict:
    """Complete hands, from one betting area to another, while nobody has handled cards (003 5.3)."""
    if table.moment() not in ("in the deal", "dealt") or act.seat == act.other:
        return False
    both = _is_in(table, act.seat) and _is_in(table, act.other)
    return both and len(table.cards_of(act.seat)) == len(table.cards_of(act.other)) == 3


def forfeit(table: RideTable, act: Act) -> Verdict:
    """000 14.5: what still lies on the layout."""
    return table.invalid and _is_in(table, act.seat)


def notice(table: RideTable, act: Act) -> Verdict:
    return act.word == "close" or (act.word == "raise" and _is_possible(table, act.amount))


def _is_possible(table: RideTable, least: int) -> bool:
    """As a minimum: somebody can still wager."""
    tops = [top for top in (table.house.most, table.document.most) if top]
    return 0 < least <= min([100_000_000, *tops])


def notice_minute(table: RideTable, act: Act) -> Verdict:
    return (act.word == "raise" and table.raise_to > 0) or (act.word == "close" and table.closing)


def minimum(table: RideTable, act: Act) -> Verdict:
    """000 6.5: a higher one only after its notice."""
    if act.seat or not _is_possible(table, act.amount):
        return False
    if act.amount <= table.least or not table.document.raise_notice:
        return True
    return act.amount == table.raise_to and table.minutes["raise"] >= table.announced["raise"]
