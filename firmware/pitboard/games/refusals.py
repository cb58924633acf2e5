"""Why an event is refused: a code, its rule of document 001, and plain words for the dealer.

Each of the two lines of words fits the 21 characters of the dealer's display. None names a card.
"""

from micropython import const

LAWFUL = const(0)
NOT_AN_EVENT = const(1)
OPEN_FIRST = const(2)
BETTING_OPEN = const(3)
RACE_RUNNING = const(4)
CALL_FIRST = const(5)
BETS_CLOSED = const(6)
PLACES_FIXED = const(7)
NO_RESULT = const(8)
CONFIRM_FIRST = const(9)
CONFIRMED = const(10)
UNCONFIRMED = const(11)
PAY_FIRST = const(12)
ROUND_VOID = const(13)
NO_CANCEL = const(14)
NO_VOID = const(15)
NOT_ASKED = const(16)
VOID_PENDING = const(17)
NOT_A_CARD = const(18)
SHOE_LIMIT = const(19)
FOREIGN = const(20)
TOO_MANY = const(21)
ASKED_ENOUGH = const(22)
LOG_FULL = const(23)  # said by the table, not by a game: the round's records would not fit

# One string a refusal keeps the table small in RAM; it is taken apart only when it is shown.
_WORDS = (
    "3.6|Unknown action|Nothing was done",
    "8.1|No round is open|Open betting first",
    "5.2|Betting is open|Press NO MORE BETS",
    "8.1|Race is running|Deal to third place",
    "8.1|Press NO MORE BETS|before the first card",
    "5.4|Bets are closed|since the call",
    "8.1(c)|Third place is fixed|Card is not counted",
    "9.1(c)|No result to confirm|before third place",
    "9.1(c)|Confirm the result|before a new round",
    "9.1(c)|Result is confirmed|Pay, then close",
    "9.2|Not confirmed yet|Confirm, pay, close",
    "9.2|Pay all winners|and close the round",
    "10.8|Round is void|Return all wagers",
    "5.4|Too late to cancel|Ask for a void",
    "10.8|Nothing to void yet|Cancel the betting",
    "10.8|No void was asked for|Ask for a void first",
    "10.8|Void this round?|Answer yes or no",
    "8.1|Not a playing card|Slide it again",
    "8.1|More cards than|these decks can give",
    "L27|Card not of this deck|Call the supervisor",
    "10.7|Too many bad slides|Call the supervisor",
    "10.8|Asked too many times|Call the supervisor",
    "3.6|The log is full|Call a technician",
)


def words(refusal: int) -> tuple[str, str, str]:
    """(rule, first line, second line) of a refusal."""
    if not 0 < refusal <= len(_WORDS):
        raise ValueError("no such refusal")
    rule, first, second = _WORDS[refusal - 1].split("|")
    return rule, first, second
