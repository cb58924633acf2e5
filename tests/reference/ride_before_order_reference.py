"""What may happen at a Let It Ride table up to the call: cards, wagers, player-dealer; see ride_order_reference.py."""

from tests.reference.ride_play_order_reference import Verdict, is_seat
from tests.reference.ride_rules import EIGHTH, SEATS, SPOTS
from tests.reference.ride_state_reference import DECK, OTHER_SET, Act
from tests.reference.ride_table_reference import RideTable

# -- cards ------------------------------------------------------------------------------------------------


def lamps_seen(table: RideTable, _: Act) -> Verdict:
    return table.lamps == "lit"


def checked(table: RideTable, _: Act) -> Verdict:
    return table.check_state != "complete"


def check_yes(table: RideTable, act: Act) -> Verdict:
    """Two persons where two are asked for (002 Opening)."""
    if act.word not in ("dealer", "supervisor") or table.check_state != "complete":
        return False
    if act.word in table.confirmed:
        return act.who != table.confirmed[act.word]
    return not (act.who and act.who in table.confirmed.values())


def prechecked(table: RideTable, _: Act) -> Verdict:
    """Not for a deck in which a card was missing or foreign: that one is checked (000 12.9.3)."""
    if not table.document.prechecked:
        return False
    if not table.check_due:
        return True
    return None if table.new_since_due else False


def shuffled(table: RideTable, _: Act) -> Verdict:
    """After the call only before the first card, when the shuffler has jammed (000 13.1)."""
    return table.checked and not (table.phase == "dealing" and table.lying)


def cut(table: RideTable, _: Act) -> Verdict:
    if table.phase == "dealing" and table.lying:
        return False  # before any cards have been dealt (002 Shuffle and Cut 1)
    if table.house.source in table.document.cut:
        return table.shuffled and not table.is_cut
    return table.house.source in table.document.cut_on_demand and table.shuffled


def exposed(table: RideTable, _: Act) -> Verdict:
    if not table.shuffled:
        return False
    return None if table.taken else True


def new_cards(_: RideTable, act: Act) -> Verdict:
    return act.seat <= 1 and act.other <= 3


def table_open(table: RideTable, _: Act) -> Verdict:
    return table.lamps == "seen" and table.checked


def table_close(table: RideTable, _: Act) -> Verdict:
    """000 14.8."""
    shown = table.closing and table.minutes["close"] >= table.announced["close"]
    return shown or not table.document.close_notice or not table.players_are_present()


def seen(table: RideTable, _: Act) -> Verdict:
    return "seen" in table.document.opening and table.checked  # again after an idle table


def washed(table: RideTable, _: Act) -> Verdict:
    """002 Opening para 3: after the first player has looked."""
    return "seen" in table.opened and table.checked and "washed" not in table.opened


def open_lawful(table: RideTable, act: Act) -> Verdict:
    if not 1 <= act.seat <= table.house.decks or act.word != table.house.source:
        return False
    if table.document.must_alternate and act.seat == table.deck:
        return False  # 004 Type of card deck 3.c
    return (
        table.checked
        and not table.new_cards_due
        and len(table.opened) == len(table.document.opening)
    )


def cancel(table: RideTable, _: Act) -> Verdict:
    """Also when all wagers were withdrawn or refused before the first card (000 5.4, 14.11), or the shuffler jammed."""
    if table.phase == "betting":
        return True
    playing = any(seat.state == "in" for seat in table.seats.values())
    return not table.lying and not (playing and table.is_ready())


def card(table: RideTable, act: Act) -> Verdict:
    if act.amount > 52:
        return False  # no card of one deck has such a number (L27)
    if not table.is_ready():
        return False  # 000 13.1
    return act.cards[0] in DECK and act.cards[0] not in table.taken and not table.held


def hold(table: RideTable, act: Act) -> Verdict:
    if table.held or act.word not in ("early", "late", "foreign"):
        return False
    (card,) = act.cards
    if act.amount > 52:
        return None if card in DECK or card == OTHER_SET else False
    if card in DECK and card not in table.taken:
        return True
    if card in DECK or card == OTHER_SET:
        return True if act.word == "foreign" else None  # such a card is never early or late
    return False


def use_next(table: RideTable, _: Act) -> Verdict:
    if not table.held or table.held_why == "foreign" or table.carried:
        return False
    in_document = ("card drawn in error", "in the deal") in table.document.faults
    return in_document and table.held in DECK and table.held not in table.taken


def dismiss(table: RideTable, act: Act) -> Verdict:
    if not table.held:
        return False
    if act.flag:
        after = table.held_why == "late" and table.phase not in ("idle", "betting", "dealing")
        return after or table.held in [card for card, _ in table.lying]
    if act.other:
        return False
    then = table.document.faults.get(("foreign card", table.moment()), "")
    return table.held_why != "foreign" or then in ("", "supervisor decides", "check the deck")  # L27


# -- wagers -----------------------------------------------------------------------------------------------


def bet(table: RideTable, act: Act) -> Verdict:
    if not is_seat(act.seat) or act.spot not in SPOTS:
        return False
    if act.amount > 100_000_000 or (not table.house.amounts and act.amount > 1):
        return None if act.amount <= 1 else False  # a million; only whether chips lie there
    if table.phase != "betting":
        return _late_bet(table, act)
    if not act.amount:
        return True
    if act.seat in table.locked or act.seat == table.bank_at:
        return False
    if act.other > 1 or (act.flag and not table.document.tokens):
        return False
    if act.spot == "side":
        return _side_bet(table, act)
    return not table.house.amounts or _within_limits(table, act.amount)


def _late_bet(table: RideTable, act: Act) -> Verdict:
    """What was found to lie there (000 6.2, 6.3): of a hand that was dealt, on a spot that was not withdrawn."""
    seat = table.seats[act.seat]
    before_first_card = table.phase == "dealing" and not table.lying
    if seat.state != "in" or seat.is_withdrawn(act.spot):
        return False
    if not act.amount:  # 000 5.4, L18
        may = before_first_card and table.document.withdrawn_until == "first card"
        return None if may and not seat.stakes[act.spot] else may
    if act.spot == "side" and not seat.stakes["side"]:
        return False  # none is found where none lay
    if act.amount > seat.stakes[act.spot] and not table.document.late_is_found:
        return False  # 002 Wagers para 3, 003 5.6, 004 Betting scheme 2
    if not table.house.amounts:
        return True
    return _side_within_limits(table, act.amount) if act.spot == "side" else not _too_much(table, act.amount)


def _within_limits(table: RideTable, amount: int) -> bool:
    house = table.house
    if amount < table.least or (house.unit and (amount - table.least) % house.unit):
        return False  # 000 6.1
    return not _too_much(table, amount)


def _too_much(table: RideTable, amount: int) -> bool:
    tops = [top for top in (table.document.most, table.house.most) if top]
    return table.document.above_most == "refuse" and any(amount > top for top in tops)


def _side_bet(table: RideTable, act: Act) -> Verdict:
    """Only together with the three others (002 Side Bets para 1, 003 3.5)."""
    document, house = table.document, table.house
    if not document.has_side or not table.seats[act.seat].is_equal():
        return False
    if document.progressive and not table.round_jackpot:
        return False  # 4.2: there is nothing to win a share of
    return not house.amounts or _side_within_limits(table, act.amount)


def _side_within_limits(table: RideTable, amount: int) -> bool:
    if table.document.bonus:
        least, most = table.document.bonus_limits
        return least <= amount <= most
    return not table.house.jackpot_stake or amount == table.house.jackpot_stake


def call(table: RideTable, _: Act) -> Verdict:
    document = table.document
    if not (table.is_ready() and table.checked):
        return False
    if document.has_bank and (not table.bank_wager or _third_hand(table)):
        return False
    wagering = [seat for seat in table.seats.values() if seat.has_any()]
    if any(seat.stakes["side"] and not seat.is_equal() for seat in wagering):
        return False
    if not document.deals_to_unequal and not all(seat.is_equal() for seat in wagering):
        return False
    return any(seat.has_main() for seat in wagering)


def bet_refused(table: RideTable, act: Act) -> Verdict:
    """000 14.11: before the first card."""
    allowed = table.document.wagers_may_be_refused and not table.lying
    return allowed and is_seat(act.seat) and table.seats[act.seat].has_any()


def bank(table: RideTable, act: Act) -> Verdict:
    if not table.document.has_bank or not 1 <= act.seat <= EIGHTH or not act.amount:
        return False
    return act.seat == EIGHTH or not table.seats[act.seat].has_any()


def offered(table: RideTable, _: Act) -> Verdict:
    return table.document.has_bank


def action(table: RideTable, act: Act) -> Verdict:
    return table.document.has_bank and 0 <= act.seat <= SEATS and not table.lying  # L10


def jackpot(table: RideTable, _: Act) -> Verdict:
    return bool(table.document.progressive)


def lock(table: RideTable, act: Act) -> Verdict:
    if not table.document.seats_may_be_locked or not is_seat(act.seat):
        return False
    return act.seat not in table.locked and (not table.pending or act.seat == table.pending_seat)


def unlock(table: RideTable, act: Act) -> Verdict:
    return act.seat in table.locked


def _third_hand(table: RideTable) -> bool:
    """Standards of play para 2: two hands in a row, then the position is offered first."""
    return table.bank_at == table.bank_before and table.bank_hands >= table.document.bank_hands
