"""The coach: what the table tells the dealer now, and what the CONFIRM key then does. A function of the game's state.

First what was refused a moment ago, then a held card, an irregularity, what the last step led to, and else the ordinary
next step. Display and USB say the same words (app/derby/messages.toml).
"""

from pitboard.app.derby import words
from pitboard.app.derby.words import WORDS
from pitboard.app.kit import FOREIGN_CHECKED, NO_STEP
from pitboard.games import events
from pitboard.games.derby import derby_events as derby
from pitboard.games.opening import COMPLETE, LAMPS_LIT, LAMPS_UNTESTED, SLIDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.games.deck_check import DeckCheck
    from pitboard.games.derby.derby import Derby


def asks_about_held(game: "Derby") -> bool:
    """Whether a held card is to be decided on before all else. In a rebuild the order of the cards comes first."""
    return game.held > 0 and game.phase != derby.REBUILDING


def _tells_held(game: "Derby") -> bool:
    """A second card that was slid meanwhile is named first: the held one is in the menu all the same."""
    return asks_about_held(game) and game.notice_kind != events.NOT_NOW


def message(game: "Derby", refusal: int) -> "tuple[str, str, str] | None":
    """(rule, first line, second line) of what is out of the ordinary; None if all goes its way.

    `refusal` is Dealing.refusal: what is said for a moment.
    """
    if refusal > 0:
        return WORDS.refusal(refusal)
    if refusal == FOREIGN_CHECKED:
        return WORDS.hold(events.FOREIGN, 0, events.CHECKING)
    if refusal:
        return WORDS.notice(-refusal, 0, 0, events.CHECKING)
    if _tells_held(game):
        return WORDS.hold(game.held, game.held_place, game.phase)
    if game.notice_kind:
        said = WORDS.notice(game.notice_kind, game.notice_place, game.area_of_next(), game.phase)
        if game.held == events.FOREIGN and asks_about_held(game):
            return said[0], said[1], WORDS.hold(game.held, game.held_place, game.phase)[2]
        return said
    if game.outcome:
        return WORDS.outcome(game.outcome, game.place(), game.area_of_next(), game.phase)
    if game.is_out_of_cards():
        return WORDS.prompt(words.P_SHOE_EMPTY)
    return None


def kind(game: "Derby", refusal: int) -> str:
    """What the message is about, as the protocol calls it."""
    if refusal > 0:
        return "refused"
    if refusal == FOREIGN_CHECKED:
        return events.HOLD_NAMES[events.FOREIGN]
    if refusal:
        return events.KIND_NAMES[-refusal]
    if _tells_held(game):
        return events.HOLD_NAMES[game.held]
    if game.notice_kind:
        return events.KIND_NAMES[game.notice_kind]
    return derby.OUTCOME_NAMES[game.outcome or derby.NOT_DECIDED]


def place(game: "Derby", refusal: int) -> int:
    """Which card the message is about; 0 if none."""
    if refusal:
        return 0
    return game.held_place if _tells_held(game) else game.notice_place


def next_words(game: "Derby") -> "tuple[str, str, str]":
    """The ordinary next step in words."""
    check = game.opening.check
    n, m = game.place(), 0
    if game.phase == events.CHECKING:
        n, m = check.seen, check.expected
        if game.opening.check_state != SLIDING:
            n = _differences(check)
    elif game.hidden:
        n = game.count + 1 if game.reveal != derby.WITH_NEXT else n
    return WORDS.prompt(_ordinary(game)[0], n, m, game.area_of_next())


def next_step(game: "Derby") -> int:
    """The step that CONFIRM stands for, or NO_STEP."""
    return _ordinary(game)[1]


def call_step(game: "Derby") -> int:
    """The step that NO MORE BETS stands for."""
    return words.S_NO_MORE_BETS


def stands(game: "Derby") -> "list[int]":
    """All that a choice in the menu depends on, besides the steps in it."""
    return [game.phase, game.held, game.place(), game.edits]


def _ordinary(game: "Derby") -> "tuple[int, int]":
    """(prompt, step)"""
    phase = game.phase
    if phase == derby.RACING:
        return _racing(game)
    if phase == derby.RESULT:
        return (words.P_RESULT_DARK if game.lights_off else words.P_RESULT), words.S_CONFIRM
    if phase == derby.PAYING:
        return (words.P_PAYING_DARK if game.lights_off else words.P_PAYING), words.S_CLOSE
    if phase == events.VOIDED:
        return words.P_VOIDED, words.S_CLOSE
    if phase == events.BETTING:
        return (words.P_BETTING_CARRIED if game.carried else words.P_BETTING), words.S_OPEN
    if phase == events.CHECKING:
        return _checking(game)
    if phase == derby.REBUILDING:
        return words.P_REBUILDING, NO_STEP
    return _between(game)


def _racing(game: "Derby") -> "tuple[int, int]":
    if game.is_out_of_cards():
        return words.P_SHOE_EMPTY, NO_STEP
    if not game.hidden:
        return words.P_RACING, words.S_CONFIRM
    if game.reveal == derby.WITH_NEXT:
        return words.P_REVEAL_NEXT, words.S_REVEAL
    if game.reveal == derby.BY_KEY:
        return words.P_REVEAL_KEY, words.S_REVEAL
    return words.P_REVEAL_DELAY, words.S_CONFIRM


def _checking(game: "Derby") -> "tuple[int, int]":
    opening = game.opening
    if opening.check_state == SLIDING:
        return words.P_CHECKING, words.S_CHECKED
    if opening.check_state != COMPLETE:  # what is missing may still come
        off = _differences(opening.check)
        if not off:
            return words.P_CHECK_MENDED, words.S_CHECKED
        return (words.P_CHECK_DIFFERS if off > 1 else words.P_CHECK_ONE_OFF), NO_STEP
    if not opening.confirmed_by & events.DEALER:
        return words.P_CHECK_DEALER, words.S_CHECK_DEALER
    return words.P_CHECK_SUPER, words.S_CHECK_SUPER


def _differences(check: "DeckCheck") -> int:
    return check.missing() + check.extra() + check.foreign_count


def _between(game: "Derby") -> "tuple[int, int]":
    """Before a table opens (6), and before a round (7)."""
    closed = game.phase == events.CLOSED
    shoe = game.shoe
    if closed and game.opening.lamps == LAMPS_UNTESTED:
        return words.P_LAMPS, words.S_LAMP_TEST
    if closed and game.opening.lamps == LAMPS_LIT:
        return words.P_LAMPS_LIT, words.S_LAMPS_GOOD
    if not shoe.checked:
        return words.P_CHECK, words.S_CHECK
    if not shoe.shuffled:
        return (words.P_SHUFFLE_SUPER if shoe.decks > 1 else words.P_SHUFFLE), words.S_SHUFFLED
    if shoe.needs_cut():
        return words.P_CUT, words.S_CUT
    if closed:
        return words.P_TABLE_OPEN, words.S_TABLE_OPEN
    return (words.P_OPEN_CARRIED if game.carried else words.P_OPEN), words.S_OPEN
