"""Acts out a scenario on a target: hands on one side, eyes and ears on the other.

Inputs go only through the dealer's hands on the bench (and the host's own serial line); what is expected is
read only from the parts (pixels, display, sounder) and from the protocol. Time is the chip's time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pitctl import scenario as sc
from pitctl.client import Client
from pitctl.exceptions import TargetUnavailable
from pitctl.expectations import Eyes, Seen
from pitctl.firmware import cards
from pitctl.hands import Hands, NotDone
from pitctl.layouts import layout_of
from pitctl.printed_cards import printed
from pitctl.ride_hands import RideHands
from pitctl.scenario_setup import sample_badge, sample_tag
from pitctl.transport.target import TargetTransport
from simulator.bench import Bench
from simulator.models.ntag_dna import NtagDna
from simulator.models.tags import Tag, TagField
from simulator.targets import Target

DEFAULT_PACE_MS = 300  # pause of the hands after each thing they do
LOOK_US = 10_000  # how often the eyes look while they wait
ASK_US = 50_000  # how often the host asks while it waits
AFTER_HOST_US = 700_000  # a menu that came or went by itself takes no key for 0.6 s (app/menu.py)
HOLD_US = 300_000  # how long "nothing" must stay nothing
BOOT_LIMIT_S = 20.0
CARD_MS = 80  # a card under the beam
HELD_US = 500_000  # a card before the reader of tags
BADGE_US = 2_000_000  # a badge has proved itself, or it has been noticed that it is gone
START_US = 500_000  # what a dealer needs at least to reach for a key after the display lights up
_BY_EYE = (sc.ExpectDisplay, sc.ExpectLights, sc.ExpectCue, sc.ExpectSeats)  # nobody is asked for it


@dataclass(frozen=True)
class Outcome:
    """What became of one step. `seen` says what was there where an expectation failed."""

    step: sc.Step
    ok: bool
    at_ms: int
    seen: str = ""


class Player:
    """One scenario on one running target. `table` is the table.json that the target runs with."""

    def __init__(self, target: Target, table: dict[str, Any]) -> None:
        if target.bench is None:
            raise TargetUnavailable(
                f"{target.name} has no bench: nobody can slide cards or see lights there"
            )
        self._target = target
        self._bench: Bench = target.bench
        self.client = Client(TargetTransport(target))
        self._eyes = Eyes(self._bench, self.client, table["areas"], layout_of(table["game"]))
        self._hands = Hands(self._bench, target.now_us, target.run_for)
        self._ride = RideHands(self.client, self._hands, self._press, self._slide, self._rest)
        self._set: dict[str, Any] | None = table.get("set")
        self._tagged = table.get("code_format") == "tag"
        self._badges: dict[str, Tag] = {}
        self._pace_us = DEFAULT_PACE_MS * 1000

    def play(
        self, scenario: sc.Scenario, on_outcome: Callable[[Outcome], None] = lambda _: None
    ) -> list[Outcome]:
        """Play to the end or to the first expectation that fails."""
        self._wait_for_table()
        outcomes: list[Outcome] = []
        for step in scenario.steps:
            try:
                seen = self._do(step)
            except NotDone as error:
                seen = str(error)
            outcome = Outcome(step, seen is None, self._target.now_us() // 1000, seen or "")
            outcomes.append(outcome)
            on_outcome(outcome)
            if not outcome.ok:
                break
        return outcomes

    def _do(self, step: sc.Step) -> str | None:
        """Act, or look: None if all is well, else what was seen instead."""
        dealer = self._bench.dealer
        match step:
            case sc.Expect():
                return self._expect(step)
            case sc.Press():
                self._press(step.key.replace("-", "_"), step.hold_ms)
            case sc.Slide():
                if self._tagged:
                    self._slide_tags([step.code, step.code2], step.passage_ms)
                else:
                    code, code2 = self._printed(step.code), self._printed(step.code2)
                    self._let_pass(dealer.slide(code, step.passage_ms, step.read_at_ms, code2))
            case sc.SlideDeck():
                for face in range(cards.CARDS):
                    if cards.code(face) != step.without:
                        self._slide(cards.code(face))
            case sc.Read():
                if self._tagged:
                    self._hold_tag(self._tag(step.code))
                else:
                    dealer.read(self._printed(step.code) or "")
                self._target.run_for(self._pace_us)
            case sc.Badge():
                self._lay_badge(step.whose, step.on)
            case sc.Wait():
                self._target.run_for(step.ms * 1000)
            case sc.Pace():
                self._pace_us = step.ms * 1000
            case sc.SupervisorKey():
                self._hands.supervisor_key(step.on)
            case sc.OpenTable():
                self._hands.open_table(slide=self._slide)
                self._target.run_for(self._pace_us)
            case sc.Choose():
                self._hands.choose(step.words)
                self._target.run_for(self._pace_us)
            case sc.PowerCut():
                if not self._target.console.stalled:
                    self._eyes.before_power_cut()
                self._target.power_cut()
                self._target.start()
                self._eyes.after_power_cut()
                self._wait_for_table()
            case sc.Fault():
                self._part(step.part).fault = step.fault
            case sc.HostReads():
                self._target.console.stalled = not step.reading
            case sc.HostSends():
                self._target.console.write(step.message.encode() + b"\n")
            case _:
                self._do_ride(step)
        return None

    def _do_ride(self, step: sc.Step) -> None:
        match step:
            case sc.HostActs():
                self._ride.act(step)
            case sc.OpenBetting():
                self._ride.open_betting()
            case sc.Stack():
                self._ride.stack(step)
            case sc.Deal():
                self._ride.deal(step)
            case sc.Decide():
                self._ride.decide(step)
            case sc.GoOn():
                self._ride.go_on(step)
            case _:
                raise AssertionError(f"no way to do {step!r}")

    def _wait_for_table(self) -> None:
        """Until the board answers, and a moment more: no hand is on a key the instant it starts."""
        if not self._target.console.stalled:
            self.client.wait_ready(BOOT_LIMIT_S)
        self._target.run_for(START_US)

    def _printed(self, card: str | None) -> str | None:
        """What is printed on a card of this table: its face, or the number of its set and its own."""
        return card if card is None or card == sc.UNKNOWN_CODE else printed(card, self._set)

    def _press(self, key: str, hold_ms: int = 80) -> None:
        self._let_pass(self._bench.dealer.press(key, hold_ms))

    def _slide(self, code: str) -> None:
        if self._tagged:
            self._slide_tags([code], CARD_MS)
        else:
            self._let_pass(self._bench.dealer.slide(self._printed(code)))

    # -- tags ---------------------------------------------------------------------------------

    def _tag(self, card: str) -> Tag:
        """The tag in a card: of the sample set, of another one, or none that belongs into cards."""
        if card == sc.UNKNOWN_CODE:
            return Tag(bytes(range(1, 5)))
        number, _, other = card.removeprefix("#").partition("@")
        if not card.startswith("#"):
            assert self._set is not None
            number = bytes.fromhex(self._set["map"]).index(cards.parse(card.encode())) + 1
        identity = sample_tag(int(number))
        return Tag(b"\x05" + identity[1:] if other else identity)

    def _slide_tags(self, codes: list[str | None], passage_ms: float) -> None:
        tags = [self._tag(code) for code in codes if code is not None]
        self._let_pass(self._bench.dealer.slide_tags(*tags, passage_ms=passage_ms))

    def _hold_tag(self, tag: Tag) -> None:
        field = self._field(self._bench.card_field)
        field.put(tag)
        self._target.run_for(HELD_US)
        field.take(tag)

    def _lay_badge(self, whose: str, on: bool) -> None:
        """One of the sample table's people, a copy of the supervisor's serial number, or somebody's bank card."""
        field = self._field(self._bench.badge_field)
        if whose not in self._badges:
            identity, key = sample_badge(2 if whose == "dealer" else 1)
            self._badges[whose] = {
                "copy": Tag(identity), "stranger": Tag(bytes.fromhex("04C0FFEE00C0DE")),
            }.get(whose) or NtagDna(identity, {1: key})  # fmt: skip
        (field.put if on else field.take)(self._badges[whose])
        self._target.run_for(max(self._pace_us, BADGE_US))

    @staticmethod
    def _field(field: TagField | None) -> TagField:
        if field is None:
            raise TargetUnavailable("this board has no RFID reader for that")
        return field

    def _rest(self) -> None:
        self._target.run_for(max(self._pace_us, AFTER_HOST_US))

    def _let_pass(self, end_ns: int) -> None:
        """The hands finish what they do, then pause."""
        left_us = end_ns // 1000 - self._target.now_us()
        self._target.run_for(max(0, left_us) + self._pace_us)

    def _part(self, name: str) -> Any:
        bench = self._bench
        part = {
            "scanner": bench.barcode, "beam": bench.beam, "display": bench.display,
            "badges": bench.badges, "cards": bench.cards,
        }[name]  # fmt: skip
        if part is None:
            raise TargetUnavailable(f"this board has no {name}")
        return part

    # -- expectations -------------------------------------------------------------------------

    def _expect(self, step: sc.Expect) -> str | None:
        if self._target.console.stalled and not isinstance(step, _BY_EYE):
            return "nothing: the host is not reading"
        look, step_us = self._look(step)
        deadline_us = self._target.now_us() + step.limit_ms * 1000
        while True:
            seen = look()
            if seen.ok or self._target.now_us() >= deadline_us:
                break
            self._target.run_for(step_us)
        if seen.ok and seen.must_last and not step.fails:
            seen = self._hold(look, step_us)
        if step.fails:
            return f"it came true: {seen.text}" if seen.ok else None
        return None if seen.ok else seen.text

    def _hold(self, look: Callable[[], Seen], step_us: int) -> Seen:
        """Nothing must stay nothing for a while."""
        end_us = self._target.now_us() + HOLD_US
        seen = look()
        while seen.ok and self._target.now_us() < end_us:
            self._target.run_for(step_us)
            seen = look()
        return seen

    def _look(self, step: sc.Expect) -> tuple[Callable[[], Seen], int]:
        eyes = self._eyes
        match step:
            case sc.ExpectDisplay():
                return lambda: eyes.display(step), LOOK_US
            case sc.ExpectLights():
                return lambda: eyes.lights(step), LOOK_US
            case sc.ExpectCue():
                return lambda: eyes.cue(step), LOOK_US
            case sc.ExpectEvent():
                return lambda: eyes.event(step), ASK_US
            case sc.ExpectStatus():
                return lambda: eyes.status(step), ASK_US
            case sc.ExpectRide():
                return lambda: eyes.ride(step), ASK_US
            case sc.ExpectSeat():
                return lambda: eyes.seat(step), ASK_US
            case sc.ExpectSeats():
                return lambda: eyes.seat_lights(step), LOOK_US
            case sc.ExpectUnchanged():
                return eyes.unchanged, ASK_US
            case _:
                raise AssertionError(f"no way to look for {step!r}")


def failed(outcomes: Sequence[Outcome]) -> Outcome | None:
    """The step that failed, if one did."""
    return next((outcome for outcome in outcomes if not outcome.ok), None)
