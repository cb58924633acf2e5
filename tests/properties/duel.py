"""The firmware's table against the reference, step by step: every step is judged by both, and what both then hold and
show must be the same.

After every step: a refused event has changed nothing; phase, places, counts, held and hidden cards, shoe, lights and
wagers are those of the reference; nothing is lit that must be dark; and a table made afresh from the same flash has
the same state.
"""

from collections import Counter
from fractions import Fraction
from typing import Any

from pitboard.games import events as ev
from pitboard.games import refusals as no
from pitboard.games.derby import areas, derby_refusals
from pitboard.games.derby import derby_events as derby
from tests.properties.choices import Choice, Chooser, Setup, Step
from tests.properties.names import area_words, face_text
from tests.properties.player import LIMITS, Player
from tests.reference import derby_order_reference as order
from tests.reference.derby_cards_reference import Card
from tests.reference.derby_table_reference import DerbyTable, What
from tests.reference.derby_wagers_reference import EVERYWHERE

WORDS_OF_SUIT = {-1: "", 0: "spade", 1: "heart", 2: "diamond", 3: "club"}
TIERS = {1: "winner right", 2: "first two right", 3: "all right"}
CARD_EVENTS = ("card", "drawn", "reveal", "entered", "hold", "aside", "insert", "replace")
REASONED = order.WITH_REASON
# A round's records are bounded, so that they fit into flash that was made blank before it began.
LIMITS_OF_THE_DEVICE = (
    *(no.TOO_MANY, derby_refusals.TOO_MANY_EDITS, derby_refusals.SEQUENCE_FULL),
    *(derby_refusals.WAGERS_FULL, no.LOG_FULL),
)


class Disagreement(AssertionError):
    """The firmware and the reference are not of one mind, or a replay is not what it replays."""


class Duel:
    """`checked=False` only lets both play along, to make steps out of choices; a replay after every `replay_every`-th
    change of the journal is enough for very many sequences."""

    def __init__(self, setup: Setup, checked: bool = True, replay_every: int = 1) -> None:
        self.setup = setup
        self.player = Player(setup)
        self.table = reference_of(setup)
        self.chooser = Chooser(self.table, setup)
        self.checked = checked
        self.replay_every = replay_every
        self._replayed = 0  # changes of the flash up to the last replay
        self.played: list[Step] = []
        self.seen: Counter[str] = Counter()  # accepted events, phases, held cards

    @property
    def game(self) -> Any:
        return self.player.game

    def choose(self, choice: Choice) -> None:
        """Play what a choice means at the table as it is."""
        for step in self.chooser.steps(choice):
            self.play(step)

    def play(self, step: Step) -> None:
        self.played.append(step)
        kind = step[0]
        before = self.game.snapshot()
        if kind in ("restart", "settings"):
            counting = self._is_counting()
            self.player.do(step)
            if kind == "settings":
                self.setup = self.chooser.setup = step[1]
            self._after_restart()
            if kind == "restart" and not counting:
                self._expect(self._is_same_state(before, self.game), "a restart changed the state")
        elif kind == "cut":
            self._play_cut(step, before)
        else:
            event, refusal = self.player.do(step)
            self._judge(step, event, refusal, before)
        if self.checked:
            self.compare()
            if self.player.flash.changes - self._replayed >= self.replay_every:
                self.replay()
        self.seen["phase " + self.table.phase] += 1
        self.seen["held " + self.table.why_in_hand] += 1

    # -- one step -----------------------------------------------------------------------------------

    def _judge(self, step: Step, event: int, refusal: int, before: object) -> None:
        """Compare the two verdicts; then the reference lets happen what was accepted."""
        if event < 0:
            self._expect(self.game.snapshot() == before, "nothing happened, but something changed")
            return
        if refusal:
            self._expect(self.game.snapshot() == before, "a refused event changed the state")
        name = event_name(event)
        what = self._what(step, name)
        if step[0] == "slide":
            self._judge_slide(step, event)
        answer = order.may(self.table, name, what) if name else False
        if answer is not None and answer == bool(refusal) and refusal not in LIMITS_OF_THE_DEVICE:
            verdict = "refused, though the rules demand it" if refusal else "accepted"
            self._expect(False, f"{name or event} was {verdict} ({refusal})")
        if not refusal:
            self._happen(name, what)

    def _judge_slide(self, step: Step, event: int) -> None:
        """What a slide became, in the words of the reference."""
        _, face, number, before_call = step
        allowed = order.slid(self.table, face_text(face), number, before_call)
        if event == ev.HOLD:
            got = ev.HOLD_NAMES[self.game.held]
        elif event == ev.IRREGULARITY:
            got = ev.KIND_NAMES[self.game.notice_kind]
        else:
            got = event_name(event)
        full = self.game.irregularities >= 64 or self.game.holds >= 16
        self._expect(got in allowed or full, f"the slide became {got}, not {sorted(allowed)}")

    def _happen(self, name: str, what: What) -> None:
        self.seen[name] += 1
        self.table.happen(name, what)
        if name == "open":
            self.table.reveal = derby.REVEAL_NAMES[what.to]
        self._follow()

    def _follow(self) -> None:
        """What the table does by itself; other cards than the settings ask for are changed between rounds."""
        table = self.table
        table.follow()
        decks, source, _, numbered = self.setup
        wanted = (decks, ev.SOURCE_NAMES[source], numbered)
        between = table.phase in ("idle", "closed") and table.in_hand is None
        if between and (table.decks, table.source, table.numbered) != wanted:
            table.use_cards(*wanted)

    def _play_cut(self, step: Step, before: tuple[object, ...]) -> None:
        """The power goes in a write: the event has happened as a whole, or not at all."""
        inner = step[3]
        counting = self._is_counting()
        self.player.at_cut = before
        event, refusal = self.player.do(step)
        if step[1] == 1 and step[2] < 28:
            self._expect(self.player.at_cut == before, "something changed before it was durable")
        if counting:
            if self.game.phase == ev.CHECKING:  # the count was over before the power went
                self._judge_late(inner, event if event >= 0 else None, refusal)
        elif event >= 0:  # no write was cut
            self._judge_late(inner, event, refusal)
        elif not self._is_same_state(before, self.game):
            # Only the checksum's last bytes may be missing: they may be 0xFF, as the blank flash is.
            self._expect(step[1] > 1 or step[2] >= 28, "an event happened though its record is torn")
            self._judge_late(inner, None, 0)
        self._after_restart()

    def _judge_late(self, step: Step, event: int | None, refusal: int) -> None:
        """Let the reference do what the table has done before the power went."""
        if refusal:
            return
        if event is None:
            event = {"slide": self._event_of_slide, "reveal": self._event_of_reveal}.get(
                step[0], lambda _: step[1]
            )(step)
        name = event_name(event)
        if name:
            self._happen(name, self._what(step, name))

    def _event_of_reveal(self, _: Step) -> int:
        return derby.REVEAL if self.table.holds(self.table.face_down[0]) else derby.ASIDE

    def _event_of_slide(self, step: Step) -> int:
        became = order.slid(self.table, face_text(step[1]), step[2], step[3])
        if became & {"early", "late", "foreign"}:
            return ev.HOLD
        if became == {"card"}:
            return ev.CARD
        return ev.DRAWN if "drawn" in became else ev.IRREGULARITY

    def _after_restart(self) -> None:
        """The count of a running check of the cards is lost, so the check is given up."""
        table = self.table
        if self._is_counting():
            table.happen("check_end", What())
        self._follow()

    def _is_counting(self) -> bool:
        """Cards are being slid for a check of the whole set: how many is not in the journal."""
        return self.table.phase == "checking" and self.table.check_complete is not True

    # -- words for the reference --------------------------------------------------------------------

    def _what(self, step: Step, name: str) -> What:
        if step[0] == "slide":
            # Where the rules leave it open, it is what the table made of it.
            why = ev.HOLD_NAMES[self.game.held] if name == "hold" else name
            return What(card=self._card(name, step[1], step[2]), why=why)
        if step[0] == "reveal":
            down = self.table.face_down
            if name == "aside":
                return What(card=down[0], why="foreign")
            return What(card=down[0] if down else None)
        _, _event, arg, arg2, value, reason, role, _who = step
        what = What(role=ev.ROLE_NAMES[role], why=self._why(name, arg, arg2, reason))
        if name in CARD_EVENTS:
            numbered = name not in ("insert", "replace")
            what.card = self._card(name, arg, value if numbered else 0)
        what.good = bool(arg)
        what.place, what.to = (arg2, arg2) if name in ("insert", "replace") else (arg, arg2)
        what.decks = arg
        what.source = dict(enumerate(ev.SOURCE_NAMES)).get(arg2, "nowhere") if arg else ""
        what.area = area_words(arg2 if name == "wager_moved" else arg)
        if name == "paid" and arg == derby.ALL_AREAS:
            what.area = EVERYWHERE
        what.wager, what.seat, what.stake = arg, arg2, value
        return what

    def _why(self, name: str, arg: int, arg2: int, reason: int) -> str:
        if name in REASONED:
            return ev.REASON_NAMES[reason] if reason < len(ev.REASON_NAMES) else ""
        if name == "check_yes":
            return dict(enumerate(ev.ROLE_NAMES)).get(arg, "")
        if name == "irregularity":
            return dict(enumerate(ev.KIND_NAMES)).get(arg, "")
        if name == "face_up":
            return "first" if arg else "later"
        if name == "take_out":
            return {0: "twice", 1: "burned"}.get(arg2, "")
        if name in ("hold", "aside"):
            return dict(enumerate(ev.HOLD_NAMES)).get(reason, "")
        return "spoken" if name == "wager" and reason == derby.SPOKEN else ""

    def _card(self, name: str, face: int, number: int) -> Card | None:
        """The card that a code names, as far as anybody can tell."""
        text = face_text(face)
        if name in ("reveal", "aside"):
            down = self.table.face_down
            same = down and (down[0].face, down[0].number) == (text, number)
            return down[0] if same else None
        return Card(text, number) if text or name == "hold" else None

    # -- what both must agree on --------------------------------------------------------------------

    def compare(self) -> None:
        table, game = self.table, self.game
        self._same("phase", derby.PHASE_NAMES[game.phase], table.phase)
        self._same("round", game.round_no, table.round)
        self._same("lights", lit_areas(game), table.lit())
        if game.phase == derby.REBUILDING:
            self._same("cards that lie there", faces_of(game), [c.face for c in table.racing])
            return
        race = game.race
        places = tuple(WORDS_OF_SUIT[suit] for suit in (race.winner, race.second, race.third))
        self._same("places", places, table.places())
        counts = [race.first_count, race.second_count, race.third_count]
        self._same("cards of each place", counts, [len(area) for area in table.areas()])
        self._same("protested", race.protested, table.protested())
        if table.phase != "voided":
            self._same("count", game.count, table.counting())
            self._same("cards that lie there", faces_of(game), [c.face for c in table.racing])
        self._same("hidden", game.hidden, len(table.face_down))
        self._same("held", ev.HOLD_NAMES[game.held], table.why_in_hand)
        carried = len(table.first_of_next)
        most = carried + len(table.to_be_shuffled)  # which may count as carried or not
        self._expect(carried <= game.carried <= most, f"carried {game.carried}, not {carried}")
        if table.phase not in ("idle", "closed"):
            self._same("burned", game.burned, table.burned)
        if table.shuffled or table.phase not in ("idle", "closed", "checking"):
            self._same("cards left in the shoe", game.left(), table.left())
        shoe = game.shoe
        ready = (shoe.checked, shoe.shuffled, shoe.cut)
        self._same("checked, shuffled, cut", ready, (table.checked, table.shuffled, table.is_cut))
        self._compare_wagers()

    def _compare_wagers(self) -> None:
        wagers, layout = self.game.wagers, self.table.layout
        self._same("wagers", wagers.count, len(layout.wagers))
        result = self.game.result()
        if result is None:
            return
        race = self.table.race() if self.table.phase == "paying" else None
        told = [tuple(map(Fraction, wagers.settle(n + 1, result))) for n in range(wagers.count)]
        self._same("settlement", told, layout.settled(race))

    def replay(self) -> None:
        """A fresh table on the same flash holds and shows the same."""
        self._replayed = self.player.flash.changes
        if self._is_counting():
            return
        fresh = self.player.recovered(self.player.flash.copy())
        same = self._is_same_state(fresh.game.snapshot(), self.game)
        self._expect(same, "a replay gives another state")
        self._same("lights after a replay", lit_areas(fresh.game), self.table.lit())

    def _is_same_state(self, snapshot: tuple[object, ...], game: Any) -> bool:
        """Between rounds what a round counts of itself means nothing; a checkpoint does not keep it."""
        if self.table.phase in ("idle", "closed"):
            return meaning_of(snapshot) == meaning_of(game.snapshot())
        return snapshot == game.snapshot()

    def _same(self, what: str, got: object, expected: object) -> None:
        if got != expected:
            raise Disagreement(f"{what}: the table says {got}, the reference {expected}")

    def _expect(self, true: bool, words: str) -> None:
        if not true:
            raise Disagreement(words)


def reference_of(setup: Setup) -> DerbyTable:
    decks, source, reveal, numbered = setup
    least, colour, suit, quinella, trifecta = LIMITS
    most = {"colour": colour, "suit": suit, "quinella": quinella, "trifecta": trifecta}
    return DerbyTable(
        decks, ev.SOURCE_NAMES[source], derby.REVEAL_NAMES[reveal], numbered, least, most
    )


def event_name(event: int) -> str:
    return derby.NAMES[event] if 0 <= event < len(derby.NAMES) else ""


def meaning_of(snapshot: tuple[object, ...]) -> tuple[object, ...]:
    """A snapshot without what a round counts of itself (burned, drawn, held cards) and a check that is over."""
    phase, number, reveal, dealt, kind, place, outcome, empty, dark, *_, opening, wagers = snapshot
    assert isinstance(dealt, tuple) and isinstance(opening, tuple)
    return (
        (phase, number, reveal, kind, place, outcome, empty, dark, wagers),
        (dealt[:9], opening[0], opening[-1]),
    )


def faces_of(game: Any) -> list[str]:
    return [face_text(game.cards.face(place)) for place in range(1, game.cards.total + 1)]


def lit_areas(game: Any) -> dict[str, str]:
    """What the lights show of a result, in the words of the reference."""
    if not game.is_lit():
        return {}
    tiers = bytearray(areas.AREAS)
    areas.tiers_into(tiers, game.race.winner, game.race.second, game.race.third)
    return {str(area_words(area)): TIERS[tier] for area, tier in enumerate(tiers) if tier}

