"""The firmware's numbers of Let It Ride in the words of the reference, by the order in which the sources give them."""

from tests.properties.names import face_text
from tests.reference.ride_rules import THREES, House
from tests.reference.ride_state_reference import OTHER_SET, Act

SHARED = {
    3: "lamp_test",
    4: "lamps_seen",
    5: "check",
    6: "checked",
    7: "check_yes",
    8: "check_end",
    9: "prechecked",
    10: "shuffled",
    11: "cut",
    12: "exposed",
    13: "new_cards",
    14: "table_open",
    15: "table_close",
    16: "open",
    17: "cancel",
    18: "no_more_bets",
    20: "drawn",
    23: "close",
    25: "irregularity",
    26: "hold",
    28: "next",
    30: "dismiss",
    32: "entered",
}
OWN = (
    *(
        "bet",
        "bet_refused",
        "bank",
        "offered",
        "action",
        "jackpot",
        "lock",
        "unlock",
        "look",
        "decide",
    ),
    *(
        "tuck",
        "order",
        "turn",
        "show",
        "declare",
        "settled",
        "fault",
        "go_on",
        "void_now",
        "corrected",
    ),
    *("folded", "move_hand", "forfeit", "seen", "washed", "counted", "notice", "notice_minute"),
    *("minimum",),
)
NAMES = {**SHARED, **dict(enumerate(OWN, start=64))}
NUMBERS = {name: number for number, name in NAMES.items()}
SPOTS = ("1", "2", "$", "side")
WHATS = [
    *("dealt wrongly", "wrong number, player", "wrong number, community", "player card exposed"),
    *("two or more exposed", "community card exposed", "hand without wager", "missing card"),
    *(
        "foreign card",
        "unequal wagers",
        "absent, not viewed",
        "absent, viewed",
        "shuffle unfinished",
    ),
    *("shuffler failed", "face-up card in the deck", "more face-up cards", "card drawn in error"),
    *("wager after the call", "wager taken away", "wager above the maximum", "wager void"),
    *("game invalidated", "operator voids"),
]
ROLES = ("", "dealer", "supervisor")
SOURCES = ("shoe", "shuffler", "continuous", "hand")
HOLDS = ("", "early", "late", "foreign")
PARTS = ("", "collect", "pay", "both")
NOTICES = ("", "raise", "close")
STATES = ("out", "in", "void", "folded", "discarded", "forfeited")
# The categories of the firmware's evaluator.
HANDS = (
    *("high card", "low pair", "high pair", "two pair", "three", "straight"),
    *("full house", "four", "flush", "straight flush", "royal flush"),
)
PHASES = {
    0: "idle",
    1: "betting",
    5: "voided",
    6: "closed",
    7: "checking",
    9: "dealing",
    10: "dealt",
    11: "deciding 1",
    12: "turning 1",
    13: "deciding 2",
    14: "turning 2",
    15: "showing",
    16: "settling",
}
PLACES = {8: "community 1", 9: "community 2", 10: "discard"}
PENDING = {10: "supervisor decides", 9: "move or void", 11: "correct or fold", 12: "correct", 0: ""}
_SEAT_FIRST = (
    *("bet", "bet_refused", "bank", "action", "lock", "unlock", "decide", "tuck", "order", "show"),
    *("declare", "settled", "corrected", "folded", "move_hand", "forfeit", "open", "new_cards", "minimum"),
)


def _at(words: tuple[str, ...] | list[str], number: int) -> str:
    return words[number] if 0 <= number < len(words) else "?"


def card_text(face: int) -> str:
    return OTHER_SET if face == 63 else face_text(face)


def act_of(event: int, arg: int, arg2: int, value: int, reason: int, who: int) -> Act:
    """An event of the firmware in words; a word is `?` where the number means nothing."""
    name = NAMES.get(event, "?")
    seat = arg if name in _SEAT_FIRST else 0
    other, word, flag, spot = arg2, "", False, ""
    cards: tuple[str, ...] = ()
    if name in ("drawn", "entered", "hold"):
        cards = (card_text(arg),)
        word = _at(HOLDS, reason) if name == "hold" else ""
    elif name == "turn":
        other, cards = arg, (face_text(value) if value < 52 else "",)
    elif name == "show":
        cards = (
            tuple(face_text(value >> 8 * at & 255) for at in range(3)) if value >> 24 == 0 else ()
        )
        word = _at(HANDS, arg2)
    elif name == "declare":
        word = HANDS[arg2 & 15] if arg2 & 15 < len(HANDS) else ""
        spot = _at(("", *THREES), arg2 >> 4)
    elif name == "decide":
        word = _at(("", "withdraw", "ride"), arg2)
    elif name == "settled":
        word = _at(PARTS, arg2)
    elif name == "fault":
        word, seat, flag = _at(WHATS, arg - 1), arg2, arg2 > 0
    elif name == "bet":
        spot, flag, other = _at(SPOTS, arg2), reason == 1, reason
    elif name == "check_yes":
        word = _at(ROLES, arg)
    elif name in ("notice", "notice_minute"):
        word = _at(NOTICES, arg)
    elif name == "open":
        word = _at(SOURCES, arg2)
    elif name == "dismiss":
        flag, other = arg == 1, arg
    elif name in ("counted", "irregularity"):
        other = arg
    elif name in ("checked", "lamps_seen"):
        flag = bool(arg)
    return Act(name, seat, other, spot, value, word, cards, flag, who)


def house_numbers(house: House) -> dict[str, int | bool]:
    """The reference's house as the firmware has it."""
    return {
        "source": SOURCES.index(house.source),
        "decks": house.decks,
        "amounts": house.amounts,
        "least": house.least,
        "most": house.most,
        "unit": house.unit,
        "payout_most": house.payout_most,
        "payout_scope": ("none", "wager", "hand").index(house.payout_scope),
        "pay_table": house.pay_table,
        "covers": ("common", "separate", "balance").index(house.covers),
        "action_clockwise": house.clockwise,
        "jackpot_stake": house.jackpot_stake,
        "share_rounding": ("down", "up").index(house.rounding),
        "share_stake_back": house.share_stake_back,
        "tokens_back": house.tokens_back,
        "fee_bet": 0,
        "fee_bank": 0,
        "bottom_first": house.bottom_first,
    }


def step_as_code(step: tuple[object, ...]) -> str:
    if step[0] == "offer" and step[1] in NAMES:
        rest = ", ".join(map(repr, step[2:]))
        return f'("offer", NUMBERS["{NAMES[step[1]]}"], {rest})'  # type: ignore[index]
    return repr(step)
