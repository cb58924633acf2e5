"""Before and between rounds: lamp test, check of the cards, shuffle and cut (001 3.5, 6, 7); part of the fold."""

from micropython import const

from .deck_check import DeckCheck, unpack
from .events import (
    CHECK,
    CHECK_YES,
    CHECKED,
    CUT,
    DEALER,
    EXPOSED,
    LAMP_TEST,
    LAMPS_SEEN,
    NEW_CARDS,
    PRECHECKED,
    SHUFFLED,
    SUPERVISOR,
    TABLE_CLOSE,
    TABLE_OPEN,
)
from .refusals import (
    CHECK_DIFFERS,
    CHECK_FIRST,
    CUT_FIRST,
    LAMPS_FIRST,
    LAWFUL,
    NOT_AN_EVENT,
    NOT_NAMED,
    SAME_PERSON,
    SHUFFLE_FIRST,
    SHUFFLED_ALREADY,
    TOO_MANY,
)
from .shoe import Shoe

# The lamp test.
LAMPS_UNTESTED = const(0)
LAMPS_LIT = const(1)  # all areas are lit, for the eye
LAMPS_GOOD = const(2)
LAMPS_BAD = const(3)  # some stay dark: the cards decide (10.1)

_MAX_ANSWERS = const(16)  # records of one check; then it has to begin anew
# The check of the cards, while it is open.
SLIDING = const(0)
COMPLETE = const(1)
DIFFERS = const(2)


class Opening:
    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe
        self.lamps = LAMPS_UNTESTED
        self.check = DeckCheck()
        self.is_counting = False  # the count of the open check is in memory
        self.needed = 2  # persons who confirm a check; dealer and supervisor each (001 6.1)
        self.named = False  # each of them must be named: nobody confirms as "the dealer at the keys"
        self.forget_check()

    def forget_check(self) -> None:
        self.check_state = SLIDING
        self._answers = 0
        self.confirmed_by = 0  # one bit a role (6.1)
        self._by = bytearray(3)  # the person of each role, 0 if not named

    def is_confirmed(self) -> bool:
        both = self.confirmed_by == DEALER | SUPERVISOR
        return both or (self.confirmed_by > 0 and self.needed < 2)

    def lamps_done(self) -> bool:
        return self.lamps >= LAMPS_GOOD

    def has_lost_count(self) -> bool:
        """A restart in the middle of a check: it begins anew."""
        return self.check_state != COMPLETE and not self.is_counting

    def restarted(self) -> None:
        """What was only in memory is lost; of a complete check nothing needs to be known but that."""
        self.is_counting = False
        if self.check_state == COMPLETE:
            self.check.assume_complete()

    def shoe_refusal(self) -> int:
        """Why these cards may not be played yet."""
        if not self.shoe.checked:
            return CHECK_FIRST
        if not self.shoe.shuffled:
            return SHUFFLE_FIRST
        return CUT_FIRST if self.shoe.needs_cut() else LAWFUL

    def judge(self, event: int, arg: int, who: int) -> int:
        shoe = self.shoe
        if event == TABLE_OPEN:
            return self.shoe_refusal() if self.lamps_done() else LAMPS_FIRST
        if event == LAMPS_SEEN:
            return LAWFUL if self.lamps == LAMPS_LIT else LAMPS_FIRST
        if event == SHUFFLED:
            return LAWFUL if shoe.checked else CHECK_FIRST  # 7.4: checked, shuffled, cut
        if event == CUT:
            if not shoe.shuffled:
                return SHUFFLE_FIRST
            return LAWFUL if shoe.needs_cut() else SHUFFLED_ALREADY
        if event == EXPOSED:
            return LAWFUL if shoe.shuffled and not shoe.gone else SHUFFLE_FIRST
        if event in (CHECKED, CHECK_YES) and self._answers >= _MAX_ANSWERS:
            return TOO_MANY
        if event == CHECKED:  # again, when what was missing has been found
            return SHUFFLED_ALREADY if self.check_state == COMPLETE else LAWFUL
        if event == CHECK_YES:
            return self._judge_yes(arg, who)
        if event == NEW_CARDS:
            return LAWFUL if arg <= 8 else NOT_AN_EVENT  # 3.4(a)
        return LAWFUL

    def _judge_yes(self, role: int, who: int) -> int:
        """Two confirmations, independent of each other: by two roles, and never by one person."""
        if role not in (DEALER, SUPERVISOR):
            return NOT_AN_EVENT
        if self.check_state != COMPLETE:
            return CHECK_DIFFERS
        if self.named and self.needed > 1 and not who:
            return NOT_NAMED
        if self.confirmed_by & role and who == self._by[role]:
            return SHUFFLED_ALREADY
        other = DEALER + SUPERVISOR - role
        same = self.confirmed_by & other and who and who == self._by[other]
        return SAME_PERSON if same else LAWFUL

    def apply(self, event: int, arg: int, arg2: int, value: int, who: int) -> None:
        shoe = self.shoe
        if event == LAMP_TEST:
            self.lamps = LAMPS_LIT
        elif event == LAMPS_SEEN:
            self.lamps = LAMPS_GOOD if arg else LAMPS_BAD
        elif event == CHECK:
            self.check.begin(shoe.decks, shoe.set_serial > 0)
            self.is_counting = True
            self.forget_check()
            self._unchecked()
        elif event == CHECKED:
            self._answers += 1
            self.check_state = COMPLETE if arg else DIFFERS
            self.check.unreadable_count = unpack(value)[3]
        elif event == CHECK_YES:
            self._answers += 1
            self.confirmed_by |= arg
            self._by[arg] = who
            if self.is_confirmed():
                shoe.checked = True
        elif event == PRECHECKED:
            shoe.checked = True
            shoe.disorder()  # 6.5: to be shuffled and cut all the same
        elif event == SHUFFLED:
            shoe.refill()
            shoe.shuffled = True
            shoe.cut = False
        elif event == CUT:
            shoe.cut = True
        elif event == EXPOSED:
            shoe.disorder()
        elif event == NEW_CARDS:
            if arg:
                shoe.use(arg, arg2)
                shoe.set_serial = value
            self._unchecked()
        elif event == TABLE_CLOSE:
            self.lamps = LAMPS_UNTESTED
            self._unchecked()

    def known(self, event: int, arg: int) -> "tuple[int, int]":
        """Argument and value of an event as only the table knows them: what the check has found, which set is used."""
        if event == CHECKED:
            return int(self.check.complete()), self.check.value()
        return arg, self.shoe.set_serial if event == NEW_CARDS else 0

    def _unchecked(self) -> None:
        self.shoe.checked = False
        self.shoe.disorder()

    def snapshot(self) -> tuple[object, ...]:
        return self.lamps, self.check_state, self._answers, self.confirmed_by, bytes(self._by), self.shoe.freeze()
