"""Whatever a pack may say about an irregularity, the table goes on: to the end of the round and into the next.

Each combination that the host accepts is put into a pack of its own and played, found at every step of its moment, with
every answer that the table offers; all others are refused.
"""

from itertools import product
from pathlib import Path

import pytest

from pitboard.games import events
from pitboard.games.let_it_ride import lawful_order
from pitboard.games.sequence import OTHER_SET
from pitctl.packs.choices import THENS, WHATS
from pitctl.packs.irregularities import FOREIGN, allowed
from pitctl.packs.schema import IN_ROUND, MOMENTS
from tests.unit.games.let_it_ride.play import (
    REASON,
    SHUFFLER,
    SOURCE,
    Play,
    Refused,
    card,
    faults,
    ride,
)
from tests.unit.packs.pack_rig import fifth, line_of, refusal, text_of

BEFORE, DEAL, DEALT, HANDLED, PAID = MOMENTS
HANDS = {1: "TH TD 5S", 2: "KH KS 2C"}
COMMUNITY = "9D 3C"
MOST_STEPS = 200
# How far a round has come when it is found: by the moment, as steps of `at`.
STEPS = {
    BEFORE: ("idle", "betting"),
    DEAL: ("called", "two cards"),
    DEALT: ("dealt",),
    HANDLED: ("deciding_1", "turning_1", "deciding_2", "turning_2", "showing", "settling", "settled"),
    PAID: ("paid",),
}
FIRST_OF = {"two or more exposed": "player card exposed", "more face-up cards": "face-up card in the deck"}
SLID = (FOREIGN, "face-up card in the deck", "more face-up cards", "card drawn in error")
ANSWERS = (ride.GO_ON, ride.VOID_NOW, ride.CORRECTED, ride.FOLDED, ride.LOCK)
IN_SHUFFLER = ("shuffle unfinished", "shuffler failed")
ACCEPTED = [
    (what, moment, then) for what, moment in product(WHATS, MOMENTS) for then in allowed(what, moment)
]


def entry(what: str, moment: str, then: str) -> str:
    return f'\n[[irregularity]]\nwhat = "{what}"\nwhen = ["{moment}"]\nthen = "{then}"\nrule = "X"\n'


def pack_with(tmp_path: Path, what: str, moment: str, then: str) -> Path:
    """A reversible pack that knows this, what must go before it, and foreign cards."""
    path = fifth(tmp_path, "003", ("lock_seat = { is = false", "lock_seat = { is = true"))
    text = path.read_text(encoding="utf-8")
    text = text[: text.index("[[irregularity]]")] + entry(what, moment, then)
    for other in IN_ROUND:
        if (what, moment) != (FOREIGN, other):
            text += entry(FOREIGN, other, "void the round")
    if what in FIRST_OF:
        text += entry(FIRST_OF[what], moment, "continue")
    path.write_text(text, encoding="utf-8")
    return path


class Round(Play):
    """A table that is played on by whoever has no other wish."""

    def __init__(self, path: Path, what: str) -> None:
        SOURCE[str(path)] = SHUFFLER
        self.what = WHATS.index(what) + 1
        self.answers = 1  # how many there are to what is pending
        super().__init__(str(path))
        self.open_betting()
        self.bet(1)
        self.bet(2)
        if self.what == faults.UNEQUAL:
            self.put(1, "2", 600)

    def at(self, step: str) -> None:
        if step == "idle":
            self.do(events.CANCEL)
        elif step not in ("betting", "called"):
            self.step_until(step)
        elif step == "called":
            self.call()

    def step_until(self, step: str) -> None:
        for _ in range(MOST_STEPS):
            reached = {
                "two cards": self.phase == "dealing" and self.game.deal.total == 2,
                "settled": self.phase == "settling" and not self.game.next_to_settle()[0],
                "paid": self.game.kept,
            }
            if reached.get(step, self.phase == step):
                return
            self.next_step(0)
        raise AssertionError(f"{step} is never reached; the table is {self.phase}")

    def find(self, slid: bool) -> None:
        """What is to be found, and before it what must have been."""
        if WHATS[self.what - 1] in FIRST_OF:
            self.what = WHATS.index(FIRST_OF[WHATS[self.what - 1]]) + 1
            self.find(slid)
        seat = {faults.NO_WAGER: 3, faults.FACE_UP: int(slid)}.get(self.what, int(faults.needs_seat(self.what)))
        if self.what == faults.FOREIGN and slid:
            self.do(events.HOLD, OTHER_SET, self.game.place(), reason=events.FOREIGN)
        if self.what in (self.game.pending_what, self.game.outcome_what):
            return  # the table has found it by itself
        if self.what == faults.DRAWN_IN_ERROR and slid and self.phase == "dealing":
            self.do(events.HOLD, card("AS"), self.game.place(), reason=events.LATE)
            self.do(events.NEXT)
        else:
            self.fault(self.what, seat)

    def next_step(self, answer: int) -> None:
        """Somebody does what is due; of several answers this one."""
        game = self.game
        if game.pending:
            ways = [event for event in ANSWERS if lawful_order.resolves(event, game.pending)]
            self.answers = len(ways)
            event = ways[answer]
            self.do(event, game.pending_seat, 0, 500 if event == ride.CORRECTED else 0, reason=REASON)
        elif game.held:
            self.do(events.DISMISS, reason=REASON)
        elif self.phase in ("idle", "closed"):
            self.prepare()
        elif self.phase == "betting":
            self.bet_and_call()
        elif self.phase == "dealing":
            self.deal_one()
        else:
            self.play_on()

    def prepare(self) -> None:
        game = self.game
        if game.check_due == 2:
            self.do(events.NEW_CARDS)
            self.do(events.PRECHECKED)
        elif not game.shoe.checked:
            self.check_deck()
        else:
            self.open_betting()

    def bet_and_call(self) -> None:
        game = self.game
        if not game.shoe.checked:
            self.do(events.CANCEL)
        elif not game.shoe.ready():
            self.shuffle()
        elif game.seats.has_main(2):
            self.call()
        else:
            self.bet(2)  # seat 1 may be locked by now

    def deal_one(self) -> None:
        if not self.game.shoe.ready():
            self.shuffle()
            return
        free = next(face for face in range(52) if self.game.shoe.holds(face))
        self.do(events.DRAWN, free, self.game.place())

    def play_on(self) -> None:
        game = self.game
        if self.phase == "dealt":
            self.look()
        elif game.next_to_decide():
            self.decide((game.next_to_decide(), "ride"))
        elif self.phase.startswith("turning"):
            self.turn()
        elif game.next_to_declare():
            self.declare()
        elif game.next_to_show():
            self.show()
        elif game.next_to_settle()[0]:
            self.do(ride.SETTLED, *game.next_to_settle())
        else:
            self.close()


def tried(path: Path, what: str, step: str, slid: bool, answer: int) -> int:
    """How many answers there are; 0 if it cannot be found there, such as an absent player who has decided."""
    table = Round(path, what)
    table.at(step)
    number = table.game.round_no
    try:
        table.find(slid)
    except Refused as refused:
        assert str(refused) in ("not_lawful", "decided", "shown"), refused
        return 0
    for _ in range(MOST_STEPS):
        if table.game.round_no > number and table.phase == "dealt":
            break
        table.next_step(answer)
    else:
        raise AssertionError(f"{what} at {step}: stuck in {table.phase}, pending {table.game.pending}")
    assert table.replayed().snapshot() == table.game.snapshot()
    return table.answers


@pytest.mark.parametrize(("what", "moment", "then"), ACCEPTED)
def test_the_table_goes_on(tmp_path: Path, what: str, moment: str, then: str) -> None:
    path = pack_with(tmp_path, what, moment, then)
    # A shuffler is before the deal until it has given a card (000 13.1, 13.2).
    steps = [*STEPS[moment], *(("called",) if what in IN_SHUFFLER and moment == BEFORE else ())]
    if what == "unequal wagers" and moment == DEAL:
        steps = ["called"]  # the table finds it there itself
    found = 0
    for step, slid in product(steps, (False, True) if what in SLID else (False,)):
        answers = tried(path, what, step, slid, 0)
        found += answers
        for answer in range(1, answers):
            tried(path, what, step, slid, answer)
    assert found, "nobody can ever say it"


def test_everything_else_is_refused_with_what_is_allowed(tmp_path: Path) -> None:
    """One wrong outcome for each thing at each moment."""
    path = fifth(tmp_path, "003")
    text = text_of("003").replace('"mbs-let-it-ride"', '"fifth"', 1)
    text = text[: text.index("[[irregularity]]")]
    for number, (what, moment) in enumerate(product(WHATS, MOMENTS)):
        wrong = [then for then in THENS if then not in allowed(what, moment)]
        then = wrong[number % len(wrong)]
        path.write_text(text + entry(what, moment, then), encoding="utf-8")
        place, _, said = refusal(path).message.partition(": ")
        assert place == str(path) + ":" + str(line_of(path, f'then = "{then}"'))
        assert f"'{what}' {moment} cannot lead to '{then}'; allowed then: " in said


@pytest.mark.parametrize(
    ("what", "moment", "then"),
    [
        ("missing card", BEFORE, "supervisor decides"),  # there was no answer while betting is open
        ("operator voids", BEFORE, "void the round"),  # no round to void
        ("face-up card in the deck", HANDLED, "burn it"),  # dealt on in the middle of the settlement
        ("wager after the call", BEFORE, "use it as the next card"),
        ("card drawn in error", HANDLED, "use it as the next card"),
        (FOREIGN, DEAL, "continue"),  # the held card could never be put away
    ],
)
def test_what_did_harm_is_refused(what: str, moment: str, then: str) -> None:
    assert then not in allowed(what, moment)
