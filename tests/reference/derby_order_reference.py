"""What may happen at a Derby table and when: from 001, the readings and the table's authority, and from nothing else.

`may(table, event, what)` answers True (the rules demand that it be accepted), False (they forbid it) or None (they
leave it to the device: nothing in the text, or a limit of the equipment).
"""

from collections.abc import Callable

from tests.reference.derby_table_reference import DerbyTable, What
from tests.reference.derby_wagers_reference import Answer

IN_ROUND = ("betting", "racing", "result", "paying", "voided", "rebuilding")
BETWEEN = ("idle", "closed")
# 10.5, 10.6: while a card lies in the dealer's hand only these go on.
WITH_A_CARD_IN_HAND = ("use_next", "burn", "dismiss", "void", "rebuild", "irregularity", "boot")
WITH_REASON = ("void", "rebuild", "entered", "dismiss", "lights_off", "wager_home")
SUPERVISED = (
    *WITH_REASON,
    *("move", "insert", "take_out", "replace", "rebuilt"),
    *("table_open", "table_close", "prechecked", "new_cards"),
)


def may(table: DerbyTable, event: str, what: What) -> Answer:
    if not what.role or (event in SUPERVISED and what.role != "supervisor"):
        return False
    if event in WITH_REASON and not what.why:
        return False
    if event == "wager_moved" and table.phase != "betting" and what.role != "supervisor":
        return False  # 5.4, 5.7: after the call it is a correction
    if event not in _ANSWERS:
        return None
    answer = _ANSWERS[event](table, what)
    if table.in_hand is not None and event not in WITH_A_CARD_IN_HAND:
        leftover = table.phase == "rebuilding" or event in ("lights_again", "lights_off")
        return None if leftover and answer is not False else False
    return answer


def slid(table: DerbyTable, face: str, number: int, before_call: bool) -> set[str]:
    """What a slide may be written down as; a card without a face is of another set."""
    if table.phase in ("closed", "rebuilding", "checking") or table.in_hand is not None:
        return {"not_now"}
    if table.phase == "idle" and not table.is_ready():
        return {"not_now"}  # the cards lie about
    if number and table.lies_on_the_table(number):
        return {"repeat"}  # the very same card again
    out_of_turn = table.phase != "racing" or before_call
    if table.reveal == "at-once" and not out_of_turn and table.may_lie_there_by_hand(face, number):
        return {"repeat"}
    if not face:
        return {"foreign"}  # L27: of another set
    if len(table.face_down) >= 16 and not out_of_turn:
        return {"not_now", "drawn"}
    if table.find(face, number) is None and (out_of_turn or table.reveal == "at-once"):
        if table.phase == "voided":
            return {"foreign", "repeat"}
        if table.phase in ("result", "paying") and any(c.face == face for c in table.racing):
            return {"repeat"}  # picked up from the table
        return {"foreign"}  # L27; behind a reveal point it is found out when the card shows
    if out_of_turn:
        return {"late"} if table.phase in ("result", "paying", "voided") else {"early"}
    return {"card"} if table.reveal == "at-once" else {"drawn"}


# -- before and between rounds ------------------------------------------------------------------


def _lamp_test(table: DerbyTable, _: What) -> Answer:
    """Everything is lit in it, so never in a round (3.5)."""
    if table.phase == "closed":
        return True
    return False if table.phase in IN_ROUND else None


def _lamps_seen(table: DerbyTable, _: What) -> Answer:
    return table.phase == "closed" and table.lamps == "testing"


def _check(table: DerbyTable, _: What) -> Answer:
    return table.phase in BETWEEN  # 7.3: at any time, but it touches no round


def _checked(table: DerbyTable, _: What) -> Answer:
    return None if table.phase == "checking" else False


def _check_yes(table: DerbyTable, what: What) -> Answer:
    """6.1: dealer and supervisor independently of each other, of a complete set."""
    if table.phase != "checking" or table.check_complete is not True:
        return False
    if what.why not in ("dealer", "supervisor"):
        return False
    if what.why == "supervisor" and what.role != "supervisor":
        return False
    return None if table.confirmed_by else True  # the same person again is no second one


def _check_end(table: DerbyTable, _: What) -> Answer:
    return table.phase == "checking"


def _prechecked(table: DerbyTable, _: What) -> Answer:
    return table.phase in BETWEEN and (None if table.checked else True)  # 6.5


def _shuffled(table: DerbyTable, what: What) -> Answer:
    if table.phase not in BETWEEN or (table.decks > 1 and what.role != "supervisor"):
        return False  # 7.1(c), (d): with two to eight decks it is the supervisor's
    if not table.checked:
        return False  # 6.3, 7.4: first checked, then shuffled
    return None if table.shuffled else True


def _cut(table: DerbyTable, _: What) -> Answer:
    if table.phase not in BETWEEN or not table.shuffled:
        return False  # 7.2: after the cards have been shuffled
    return True if table.source == "shoe" and not table.is_cut else None


def _exposed(table: DerbyTable, _: What) -> Answer:
    return None if table.phase in BETWEEN else False


def _new_cards(table: DerbyTable, what: What) -> Answer:
    if table.phase not in BETWEEN:
        return False  # 7.4: after a round
    return False if what.decks > 8 else None  # 3.4(a)


def _table_open(table: DerbyTable, _: What) -> Answer:
    """6, 7: checked, shuffled, cut; the lamps were looked at (3.5), and a dark one stops nobody (10.1)."""
    if table.phase != "closed" or not table.is_ready() or table.lamps not in ("good", "dark"):
        return False
    return True if table.lamps == "good" else None


def _table_close(table: DerbyTable, _: What) -> Answer:
    return table.phase == "idle"


# -- the round ----------------------------------------------------------------------------------


def _open(table: DerbyTable, what: What) -> Answer:
    """D5; with the cards that are there, and a reveal point that exists."""
    return table.phase == "idle" and table.is_ready() and what.decks == table.decks and what.to < 4


def _in_betting(table: DerbyTable, _: What) -> Answer:
    return table.phase == "betting"


def _card(table: DerbyTable, what: What) -> Answer:
    """8.1: after the call, one at a time, a card of this shoe (L27), in its order."""
    if table.phase != "racing" or not table.holds(what.card) or table.face_down:
        return False
    assert what.card is not None
    if table.numbered and table.may_lie_there_by_hand(what.card.face, what.card.number):
        return False
    return True if table.reveal == "at-once" and not table.shoe_is_empty else None


def _drawn(table: DerbyTable, what: What) -> Answer:
    return None if table.phase == "racing" and what.card is not None else False


def _entered(table: DerbyTable, what: What) -> Answer:
    """By its face: whoever could read its number could slide it."""
    if table.phase != "racing" or not table.may_be_laid(what.card) or table.face_down:
        return False
    if what.card is not None and what.card.number and not table.holds(what.card):
        return None
    return None if table.shoe_is_empty else True


def _reveal(table: DerbyTable, what: What) -> Answer:
    if table.phase != "racing" or not table.face_down:
        return False
    return what.card is table.face_down[0] and (True if table.reveal != "at-once" else None)


def _confirm(table: DerbyTable, _: What) -> Answer:
    return table.phase == "result"  # 9.1(c)


def _close(table: DerbyTable, _: What) -> Answer:
    if table.phase == "voided":
        return None if table.layout.lying() else True
    return table.phase == "paying" and not table.layout.lying()  # 9.2: all collected, all paid


def _void(table: DerbyTable, _: What) -> Answer:
    return table.phase in ("racing", "result", "paying", "rebuilding")  # 10.8


# -- irregularities -------------------------------------------------------------------------------


def _hold(table: DerbyTable, what: What) -> Answer:
    if table.phase in ("closed", "rebuilding", "checking") or what.card is None:
        return False
    if what.why == "foreign":
        return None
    return None if what.why in ("early", "late") and what.card.face else False


def _irregularity(_table: DerbyTable, what: What) -> Answer:
    return None if what.why else False  # a kind that has a name


def _aside(table: DerbyTable, what: What) -> Answer:
    return None if table.face_down and what.card is table.face_down[0] else False


def _use_next(table: DerbyTable, _: What) -> Answer:
    """10.5; a card that is not of this shoe is never the next one (L27)."""
    if table.in_hand is None or table.why_in_hand == "foreign":
        return False
    if table.phase == "rebuilding":
        return None
    return None if len(table.first_of_next) >= 8 or len(table.face_down) >= 16 else True


def _burn(table: DerbyTable, _: What) -> Answer:
    if table.in_hand is None:
        return False
    return True if table.why_in_hand != "foreign" and table.phase != "rebuilding" else None  # 10.6


def _dismiss(table: DerbyTable, _: What) -> Answer:
    if table.in_hand is None:
        return False
    return True if table.why_in_hand == "foreign" and table.phase != "rebuilding" else None  # L27


def _face_up(table: DerbyTable, what: What) -> Answer:
    """10.3: only the first card removed in the round is burned (D4); 10.4: a later one is used anyway."""
    if table.phase not in ("racing", "result"):
        return False
    if what.why != "first":
        return None
    lying = len(table.racing) + len(table.face_down)
    return table.removed == 0 or (table.removed == 1 and lying == 1)


def _shoe_empty(table: DerbyTable, _: What) -> Answer:
    return None if table.phase == "racing" else False  # D7


def _when_lit(table: DerbyTable, _: What) -> Answer:
    return None if table.phase in ("result", "paying") else False  # 10.1


# -- the sequence put right (10.7) ----------------------------------------------------------------


def _rebuild(table: DerbyTable, _: What) -> Answer:
    if table.phase not in ("racing", "result", "paying"):
        return False
    return True if table.racing and not table.face_down and table.in_hand is None else None


def _is_place(table: DerbyTable, place: int) -> bool:
    return table.phase == "rebuilding" and 1 <= place <= len(table.racing)


def _move(table: DerbyTable, what: What) -> Answer:
    return _is_place(table, what.place) and _is_place(table, what.to) and None


def _insert(table: DerbyTable, what: What) -> Answer:
    ends = table.phase == "rebuilding" and 1 <= what.to <= len(table.racing) + 1
    return None if ends and table.may_be_laid(what.card) else False


def _take_out(table: DerbyTable, what: What) -> Answer:
    return _is_place(table, what.place) and None


def _replace(table: DerbyTable, what: What) -> Answer:
    return None if _is_place(table, what.place) and table.may_be_laid(what.card) else False


def _rebuilt(table: DerbyTable, _: What) -> Answer:
    return table.phase == "rebuilding"


# -- wagers -------------------------------------------------------------------------------------


def _wager(table: DerbyTable, what: What) -> Answer:
    answer = table.layout.may_place(table.phase, what.area, what.stake)
    return None if answer and (table.first_of_next or table.burned) else answer  # D8


def _wager_back(table: DerbyTable, what: What) -> Answer:
    return table.layout.may_take_up(table.phase, what.wager)


def _wager_moved(table: DerbyTable, what: What) -> Answer:
    return table.layout.may_move(table.phase, what.wager, what.area)


def _wager_home(table: DerbyTable, what: What) -> Answer:
    return table.layout.may_go_home(table.phase, what.wager, what.why)


def _collected(table: DerbyTable, _: What) -> Answer:
    return table.layout.may_collect(table.phase, table.winning())


def _paid(table: DerbyTable, what: What) -> Answer:
    return table.layout.may_pay(table.phase, what.area, table.winning())


def _never(_table: DerbyTable, _: What) -> Answer:
    """The table's own notes are nobody's to write."""
    return False


_ANSWERS: dict[str, Callable[[DerbyTable, What], Answer]] = {
    "state": _never,
    "lamp_test": _lamp_test,
    "lamps_seen": _lamps_seen,
    "check": _check,
    "checked": _checked,
    "check_yes": _check_yes,
    "check_end": _check_end,
    "prechecked": _prechecked,
    "shuffled": _shuffled,
    "cut": _cut,
    "exposed": _exposed,
    "new_cards": _new_cards,
    "table_open": _table_open,
    "table_close": _table_close,
    "open": _open,
    "cancel": _in_betting,
    "no_more_bets": _in_betting,
    "card": _card,
    "drawn": _drawn,
    "reveal": _reveal,
    "confirm": _confirm,
    "close": _close,
    "void": _void,
    "irregularity": _irregularity,
    "hold": _hold,
    "aside": _aside,
    "use_next": _use_next,
    "burn": _burn,
    "dismiss": _dismiss,
    "face_up": _face_up,
    "entered": _entered,
    "shoe_empty": _shoe_empty,
    "lights_again": _when_lit,
    "lights_off": _when_lit,
    "rebuild": _rebuild,
    "move": _move,
    "insert": _insert,
    "take_out": _take_out,
    "replace": _replace,
    "rebuilt": _rebuilt,
    "wager": _wager,
    "wager_back": _wager_back,
    "wager_moved": _wager_moved,
    "wager_home": _wager_home,
    "collected": _collected,
    "paid": _paid,
}
