"""From choices to steps: three small numbers name a step that means something at the table as it is now.

A choice is (op, a, b). Small numbers are the plainest steps, so that a failing list of choices shrinks to plain ones;
any list of choices is a legal input, whatever it asks for. What comes out are the concrete steps of player.py, which
can be played again without looking at the table.
"""

from collections.abc import Callable
from typing import Any

from pitboard.games import events as ev
from pitboard.games.derby import derby_events as derby
from tests.properties.names import area_number, face_number
from tests.reference.derby_cards_reference import Card
from tests.reference.derby_table_reference import DerbyTable

Step = tuple[Any, ...]
Choice = tuple[int, int, int]
Setup = tuple[int, int, int, bool]

OTHER_SET = 63
SUPERVISOR_NO = 1
DEALER_NO = 2
OPS = 100  # the share of each op is the width of its range


def offer(
    event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0, role: int = ev.DEALER
) -> Step:
    who = SUPERVISOR_NO if role == ev.SUPERVISOR else DEALER_NO
    return ("offer", event, arg, arg2, value, reason, role, who)


def by_supervisor(event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 13) -> Step:
    return offer(event, arg, arg2, value, reason, ev.SUPERVISOR)


def setup_of(a: int, b: int) -> Setup:
    """One deck at once from a shoe is the plainest."""
    decks = (1, 1, 1, 2, 1, 8, 3, 2, 1, 4, 5, 6, 7, 8, 1, 2)[a % 16]
    return decks, (0, 0, 1, 2)[a // 16 % 4], (0, 0, 1, 2, 3)[b % 5], b // 5 % 2 == 1


class Chooser:
    def __init__(self, table: DerbyTable, setup: Setup) -> None:
        self.table = table
        self.setup = setup

    def steps(self, choice: Choice) -> list[Step]:
        op, a, b = choice
        for limit, make in _SHARES:
            if op < limit:
                return make(self, a, b)
        return []

    # -- the ordinary course ----------------------------------------------------------------------

    def ordinary(self, a: int = 0, b: int = 0) -> list[Step]:
        table = self.table
        if table.in_hand is not None:
            return self._decision(a, b)
        if table.phase in ("closed", "idle"):
            return [self._preparation()]
        if table.phase == "racing":
            if table.face_down and table.reveal in ("delay", "key") and a % 3:
                return [("reveal",)]
            return self._deal(a, b)
        if table.phase == "paying":
            return [self._settlement(a)]
        if table.phase == "checking":
            return [self._check_of_cards(a)]
        if table.phase == "betting":
            call = offer(ev.NO_MORE_BETS)
            return [*self._wager(a, b), *self._wager(b, a), call] if a % 3 else [call]
        if table.phase == "rebuilding":
            return [by_supervisor(derby.REBUILT)]
        return [offer(ev.CONFIRM if table.phase == "result" else ev.CLOSE)]

    def _preparation(self) -> Step:
        table = self.table
        if table.phase == "closed" and table.lamps not in ("good", "dark"):
            return offer(ev.LAMPS_SEEN, 1) if table.lamps else offer(ev.LAMP_TEST)
        if not table.checked:
            return by_supervisor(ev.PRECHECKED)
        if not table.shuffled:
            return by_supervisor(ev.SHUFFLED)
        if table.source == "shoe" and not table.is_cut:
            return offer(ev.CUT)
        if table.phase == "closed":
            return by_supervisor(ev.TABLE_OPEN)
        return offer(ev.OPEN, table.decks, self.setup[2])

    def _check_of_cards(self, a: int) -> Step:
        table = self.table
        if table.check_complete is None:
            return offer(ev.CHECKED, a % 4 != 3)
        if not table.check_complete:
            return offer(ev.CHECK_END)
        if "dealer" not in table.confirmed_by:
            return offer(ev.CHECK_YES, ev.DEALER)
        return by_supervisor(ev.CHECK_YES, ev.SUPERVISOR)

    def _settlement(self, a: int) -> Step:
        table = self.table
        if table.layout.losers(table.winning()):
            return offer(derby.COLLECTED)
        lying = table.layout.lying()
        if lying:
            one = area_number(lying[a % len(lying)].lies_on)
            return offer(derby.PAID, derby.ALL_AREAS if a % 5 == 4 else one)
        return offer(ev.CLOSE)

    def _deal(self, a: int, b: int) -> list[Step]:
        """One to four cards; often of one suit, so that races end."""
        steps: list[Step] = []
        shoe = self.table.shoe[:]
        for _ in range(1 + a % 4):
            if not shoe:
                return [*steps, offer(derby.SHOE_EMPTY)]
            wanted = [card for card in shoe if card.suit == shoe[b % len(shoe)].suit]
            pool = wanted if a & 4 else shoe
            card = pool[(b * 37 + a) % len(pool)]
            shoe.remove(card)
            steps.append(self._slide(card))
            b += 101
        return steps

    def _slide(self, card: Card, before_call: bool = False) -> Step:
        number = card.number if self.setup[3] else 0
        return ("slide", face_number(card.face), number, before_call)

    # -- what goes wrong --------------------------------------------------------------------------

    def _slide_any(self, a: int, b: int) -> list[Step]:
        """A card out of turn, a card again, a card of nowhere."""
        table = self.table
        lying = table.racing + table.face_down + table.rack + table.first_of_next
        if a % 8 == 7:
            return [("slide", OTHER_SET, 0, False)]
        if a % 8 >= 5 and lying:
            return [self._slide(lying[b % len(lying)])]
        pool = table.shoe or table.cards
        return [self._slide(pool[b * 7 % len(pool)], a % 8 == 4 and not table.removed)]

    def _decision(self, a: int, _b: int) -> list[Step]:
        if self.table.why_in_hand == "foreign":
            return [by_supervisor(ev.DISMISS)]
        return [offer(ev.BURN if a & 1 else ev.NEXT)]

    def _any_decision(self, a: int, _b: int) -> list[Step]:
        return [by_supervisor((ev.NEXT, ev.BURN, ev.DISMISS)[a % 3])]

    def _irregularity(self, a: int, b: int) -> list[Step]:
        return [offer(ev.IRREGULARITY, 1 + a % 9, b % 40)]

    def _rebuild(self, a: int, b: int) -> list[Step]:
        """One edit, sometimes of a place or a card that is not there."""
        if self.table.phase != "rebuilding":
            return [by_supervisor(derby.REBUILD)]
        total = len(self.table.racing) + 2
        return [self._edit(a + b, a % total, b % total, (a * 7 + b) % 53)]

    def _edit(self, kind: int, place: int, to: int, face: int) -> Step:
        if kind % 4 == 0:
            return by_supervisor(derby.MOVE, place, to)
        if kind % 4 == 1:
            return by_supervisor(derby.INSERT, face, to)
        if kind % 4 == 2:
            return by_supervisor(derby.REPLACE, face, place)
        return by_supervisor(derby.TAKE_OUT, place, (kind // 4) % 3)

    def _edits(self, a: int, b: int) -> list[Step]:
        """A whole rebuild with a sensible edit."""
        table = self.table
        place = 1 + a % max(1, len(table.racing))
        to = 1 + b % max(1, len(table.racing))
        pool = (table.known_burned if a & 1 else []) or table.shoe or table.cards
        edit = self._edit(a + b, place, to, face_number(pool[b * 7 % len(pool)].face))
        return [by_supervisor(derby.REBUILD), edit, by_supervisor(derby.REBUILT)]

    def _void(self, _a: int, _b: int) -> list[Step]:
        return [by_supervisor(ev.VOID)]

    def _face_up(self, a: int, _b: int) -> list[Step]:
        return [offer(derby.FACE_UP, a % 2)]

    def _enter(self, a: int, b: int) -> list[Step]:
        pool = self.table.known_burned if a % 4 == 1 else self.table.shoe
        face = face_number(pool[b * 7 % len(pool)].face) if pool and a % 4 else b % 64
        return [by_supervisor(ev.ENTERED, face)]

    def _lights(self, a: int, _b: int) -> list[Step]:
        return [by_supervisor((derby.LIGHTS_AGAIN, derby.LIGHTS_OFF, derby.SHOE_EMPTY)[a % 3])]

    # -- the table and its cards ------------------------------------------------------------------

    def _cards(self, a: int, b: int) -> list[Step]:
        event = (ev.SHUFFLED, ev.CUT, ev.EXPOSED, ev.PRECHECKED, ev.CHECK, ev.CHECK_END)[a % 6]
        return [by_supervisor(event)] if b & 3 else [by_supervisor(ev.NEW_CARDS)]

    def _opening(self, a: int, b: int) -> list[Step]:
        event = (ev.CANCEL, ev.TABLE_CLOSE, ev.TABLE_OPEN, ev.LAMP_TEST, ev.LAMPS_SEEN, ev.CHECKED)
        return [by_supervisor(event[a % 6], b & 1)]

    def _check_yes(self, a: int, b: int) -> list[Step]:
        role = ev.SUPERVISOR if b & 1 else ev.DEALER
        return [offer(ev.CHECK_YES, a % 4, role=role)]

    def _reveal(self, _a: int, _b: int) -> list[Step]:
        return [("reveal",)]

    # -- wagers -----------------------------------------------------------------------------------

    def _wager(self, a: int, b: int) -> list[Step]:
        """Mostly a lawful one; colours and suits win often."""
        area = a % 6 if b & 2 else a % 43
        stake = 2 * (2 + b % 19) if a < 230 else b
        return [offer(derby.WAGER, area, b % 8, stake, b & 1)]

    def _wager_change(self, a: int, b: int) -> list[Step]:
        wager, area = 1 + a % (len(self.table.layout.wagers) + 1), b % 43
        fitting = {
            "betting": (derby.WAGER_MOVED, derby.WAGER_BACK),
            "racing": (derby.WAGER_MOVED, derby.WAGER_HOME),
            "result": (derby.WAGER_HOME, derby.COLLECTED),
            "paying": (derby.WAGER_BACK, derby.WAGER_HOME, derby.COLLECTED, derby.PAID),
            "voided": (derby.WAGER_BACK,),
        }
        others = (derby.WAGER_MOVED, derby.WAGER_BACK, derby.WAGER_HOME, derby.COLLECTED, derby.PAID)
        events = others if a > 200 else fitting.get(self.table.phase, others)
        event = events[(a + b) % len(events)]
        moved = [n for n, w in enumerate(self.table.layout.wagers, 1) if w.lies_on != w.placed_on]
        if event == derby.WAGER_HOME and moved:
            wager = moved[a % len(moved)]
        if event == derby.PAID:
            return [offer(derby.PAID, area)]
        return [by_supervisor(event, wager, area, 0, 11 + b % 3)]

    # -- anything at all --------------------------------------------------------------------------

    def _wild(self, a: int, b: int) -> list[Step]:
        """Any event with any arguments, by anybody."""
        event = a % 50
        role = (ev.SUPERVISOR, ev.DEALER, ev.SUPERVISOR, 0)[b % 4]
        arg, arg2 = b // 4, (a * 11 + b) % 64
        if event in (ev.CARD, ev.DRAWN, ev.ENTERED, ev.HOLD, derby.REVEAL, derby.ASIDE):
            number = 0
            if self.setup[3]:
                card = self.table.cards[(a + b) % len(self.table.cards)]
                arg, number = face_number(card.face), card.number
            return [offer(event, arg, arg2 % 40, number, (a + b) % 5, role)]
        reasons = 15 if event in (ev.VOID, derby.REBUILD, ev.DISMISS) else 14  # one that has no name
        return [offer(event, arg, arg2, (a * b) % 999, (a + b) % reasons, role)]

    # -- faults -----------------------------------------------------------------------------------

    def _restart(self, _a: int, _b: int) -> list[Step]:
        return [("restart",)]

    def _age(self, a: int, _b: int) -> list[Step]:
        return [("age", 40 + a % 64)]

    def _cut(self, a: int, b: int) -> list[Step]:
        """A power cut in one of the writes of an ordinary step, or of a decision that has more to follow."""
        (step, *_) = self.ordinary(a // 8, b)
        return [("cut", (1, 1, 2, 3)[a % 4], b % 34, step)]

    def _settings(self, a: int, b: int) -> list[Step]:
        decks, source, reveal, _ = setup_of(a, b)
        return [("settings", (decks, source, reveal, self.setup[3]))]


_Make = Callable[[Chooser, int, int], list[Step]]
_SHARES: list[tuple[int, _Make]] = []


def _share(width: int, make: _Make) -> None:
    _SHARES.append(((_SHARES[-1][0] if _SHARES else 0) + width, make))


_share(41, Chooser.ordinary)
_share(7, Chooser._slide_any)
_share(2, Chooser._any_decision)
_share(3, Chooser._irregularity)
_share(4, Chooser._rebuild)
_share(5, Chooser._edits)
_share(1, Chooser._void)
_share(2, Chooser._face_up)
_share(3, Chooser._enter)
_share(2, Chooser._lights)
_share(3, Chooser._cards)
_share(3, Chooser._opening)
_share(1, Chooser._check_yes)
_share(3, Chooser._reveal)
_share(2, Chooser._wager)
_share(7, Chooser._wager_change)
_share(4, Chooser._wild)
_share(2, Chooser._restart)
_share(1, Chooser._age)
_share(3, Chooser._cut)
_share(1, Chooser._settings)
assert _SHARES[-1][0] == OPS
