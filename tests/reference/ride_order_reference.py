"""What may happen at a Let It Ride table, and who may do it: True, False, or None where the device may choose.

`may` answers for the reference table as it is now; it changes nothing.
"""

from collections.abc import Callable

from tests.reference import ride_before_order_reference as before
from tests.reference import ride_play_order_reference as play
from tests.reference.ride_play_order_reference import Verdict
from tests.reference.ride_rules import ANSWERS
from tests.reference.ride_state_reference import DECK, ROUND, Act
from tests.reference.ride_table_reference import RideTable

BETWEEN = ("idle", "closed")
BEFORE_CALL = ("idle", "betting")
OPENING = ("idle", "betting", "closed")
DECIDING = ("deciding 1", "deciding 2")
AT_TABLE = ("idle", "betting", *ROUND, "voided")
PHASES: dict[str, tuple[str, ...]] = {
    "lamp_test": ("closed",),
    "lamps_seen": ("closed",),
    "check": BETWEEN,
    "checked": ("checking",),
    "check_yes": ("checking",),
    "check_end": ("checking",),
    "prechecked": BETWEEN,
    "shuffled": (*OPENING, "dealing"),
    "cut": (*OPENING, "dealing"),
    "exposed": OPENING,
    "new_cards": BETWEEN,  # 000 3.7: only between rounds
    "table_open": ("closed",),
    "table_close": ("idle",),
    "seen": BETWEEN,
    "washed": BETWEEN,
    "open": ("idle",),
    "cancel": ("betting", "dealing"),
    "no_more_bets": ("betting",),
    "drawn": ("dealing",),
    "entered": ("dealing",),
    "close": ("settling", "voided"),
    "hold": AT_TABLE,
    "next": ("idle", "betting", "dealing"),
    "dismiss": AT_TABLE,
    "bet": ("betting", *ROUND[:-1]),  # after the call: what really lay there
    "bet_refused": ("betting", "dealing"),
    "bank": BEFORE_CALL,
    "offered": BEFORE_CALL,
    "action": ("betting", "dealing"),
    "jackpot": BEFORE_CALL,
    "lock": AT_TABLE,
    "unlock": BEFORE_CALL,
    "look": ("dealt",),
    "decide": DECIDING,
    "tuck": (*DECIDING, "turning 1"),
    "order": ("dealt", "deciding 1"),
    "turn": ("turning 1", "turning 2"),
    "show": ("showing",),
    "declare": ("showing", "settling"),
    "settled": ("settling",),
    "fault": ("idle", "betting", *ROUND),
    "go_on": ("idle", *ROUND),
    "void_now": ("idle", *ROUND),
    "corrected": ROUND,
    "folded": ROUND,
    "move_hand": ("idle", *ROUND),
    "forfeit": ("voided",),
    "counted": AT_TABLE,
    "notice": (*AT_TABLE, "closed"),
    "notice_minute": (*AT_TABLE, "closed"),
    "minimum": ("idle",),
}
ALWAYS = ("irregularity", "counted", "notice_minute")
WITH_HELD = (*ALWAYS, "next", "dismiss", "fault", "go_on", "void_now", "lock")

# The dealer plays; whatever makes something void, overrules the cards or a player is the supervisor's.
SUPERVISED_WITH_REASON = (
    *("entered", "dismiss", "go_on", "void_now", "move_hand", "forfeit", "bet_refused", "lock"),
)
SUPERVISED = (
    *SUPERVISED_WITH_REASON,
    *(
        "table_open",
        "table_close",
        "prechecked",
        "new_cards",
        "unlock",
        "order",
        "notice",
        "minimum",
    ),
)
BY_DEALER = (
    *("", "continue", "burn it", "use it as the next card", "shuffle again", "refuse it"),
    *("as if it were there",),
)


def role_of(table: RideTable, act: Act) -> str:
    name = act.name
    if name in SUPERVISED:
        return "supervisor"
    if name == "check_yes":
        return act.word
    if name == "fault":
        return "dealer" if table.found(act.word)[1] in BY_DEALER else "supervisor"
    if name == "bet" and table.phase != "betting":
        until_card = table.document.withdrawn_until == "first card"
        taken_back = table.phase == "dealing" and not table.lying and until_card and not act.amount
        return "dealer" if taken_back else "supervisor"
    if name == "declare" and table.phase == "settling":
        return "supervisor"
    overruled = name == "declare" and act.seat == table.to_declare()
    if overruled and (act.spot or act.word != table.hand_name(act.seat)):
        return "supervisor"
    return "dealer"


def needs_reason(table: RideTable, act: Act) -> bool:
    if act.name in SUPERVISED_WITH_REASON:
        return True
    return act.name in ("fault", "bet", "declare") and role_of(table, act) == "supervisor"


def may(table: RideTable, act: Act) -> Verdict:
    name = act.name
    if name == "irregularity":
        return 1 <= act.other <= 10  # the kinds of events.py
    if table.phase not in PHASES.get(name, ()):
        return False
    if table.pending:
        if name not in ALWAYS and name not in ANSWERS[table.pending]:
            return False
    elif table.held and name not in WITH_HELD:
        return False
    judge = _JUDGES.get(name)
    return True if judge is None else judge(table, act)


def slid(table: RideTable, face: str, number: int, before_call: bool) -> tuple[str, str]:
    """What a card over the reader becomes: ("drawn", ""), ("hold", why) or ("irregularity", kind) (L27)."""
    phase = table.phase
    not_ready = phase in ("idle", "dealing") and not table.is_ready()
    if table.held or table.pending or phase in ("closed", "checking") or not_ready:
        return "irregularity", "not_now"
    on_table = face in [card for card, _ in table.lying]
    if number and on_table and table.numbers.get(face) == number:
        return "irregularity", "repeat"
    if face in DECK and phase not in (*BEFORE_CALL, "dealing"):
        return "hold", "late"  # the same answer for every card of the deck: what lies face down is nobody's to know
    if face not in DECK or face in table.taken:
        return "hold", "foreign"
    if phase == "dealing" and not before_call:
        return "drawn", ""
    return "hold", "early" if before_call or phase in BEFORE_CALL else "late"


_JUDGES: dict[str, Callable[[RideTable, Act], Verdict]] = {
    "lamps_seen": before.lamps_seen,
    "checked": before.checked,
    "check_yes": before.check_yes,
    "prechecked": before.prechecked,
    "shuffled": before.shuffled,
    "cut": before.cut,
    "exposed": before.exposed,
    "new_cards": before.new_cards,
    "table_open": before.table_open,
    "table_close": before.table_close,
    "seen": before.seen,
    "washed": before.washed,
    "open": before.open_lawful,
    "cancel": before.cancel,
    "drawn": before.card,
    "entered": before.card,
    "hold": before.hold,
    "next": before.use_next,
    "dismiss": before.dismiss,
    "bet": before.bet,
    "no_more_bets": before.call,
    "bet_refused": before.bet_refused,
    "bank": before.bank,
    "offered": before.offered,
    "action": before.action,
    "jackpot": before.jackpot,
    "lock": before.lock,
    "unlock": before.unlock,
    "decide": play.decide,
    "tuck": play.tuck,
    "order": play.order,
    "turn": play.turn,
    "show": play.show,
    "declare": play.declare,
    "settled": play.settled,
    "close": play.close,
    "counted": play.counted,
    "fault": play.fault,
    "go_on": play.answer,
    "void_now": play.answer,
    "corrected": play.corrected,
    "folded": play.folded,
    "move_hand": play.move_hand,
    "forfeit": play.forfeit,
    "notice": play.notice,
    "notice_minute": play.notice_minute,
    "minimum": play.minimum,
}
