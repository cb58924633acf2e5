"""The eyes and ears of a scenario: each look says whether it is so, and what there was to see."""

from dataclasses import asdict, dataclass
from typing import Any

from pitctl import scenario as sc
from pitctl.answer_words import value_text
from pitctl.client import Client
from pitctl.exceptions import TargetUnavailable
from pitctl.layouts import DERBY, Layout
from pitctl.messages import Event
from pitctl.scenario_ride_checks import is_same, shown
from pitctl.table_view import ODD, cue_of, lit_areas, squeeze, stray_pixels
from simulator.bench import Bench
from simulator.models.display_ocr import read_text

CHECKPOINT = "state"  # a part of one: nothing that happened, and nothing to read in it
_EVERY_EVENT = ("seq", "round", "t_ms", "type")


@dataclass(frozen=True)
class Seen:
    """One look. `must_last`: it counts only if it stays so for a while."""

    ok: bool
    text: str
    must_last: bool = False


class Eyes:
    """Looks at one table. Events and cues are met in order: each is looked for after the last one found."""

    def __init__(
        self, bench: Bench, client: Client, area_pixels: list[list[int]], layout: Layout = DERBY
    ) -> None:
        self._bench = bench
        self._client = client
        self._area_pixels = area_pixels
        self._layout = layout
        self._seq = 0
        self._heard_ns = -1
        self._before: dict[str, Any] = {}

    def before_power_cut(self) -> None:
        """What there is to see and to ask for, to compare with what comes back."""
        self._before = self._all()

    def _all(self) -> dict[str, Any]:
        """Everything but what a restart itself changes."""
        client = self._client
        status = asdict(client.status())
        for name in ("uptime_ms", "heap_free", "journal", "lost"):
            del status[name]
        seen: dict[str, Any] = {"display": self._lines(), "lights": self._lit()[0], "status": status}
        if self._layout is DERBY:
            return {**seen, "wagers": client.wagers()}
        return {**seen, "seats": client.seats(), "ride": client.ride()}

    def unchanged(self) -> Seen:
        if not self._before:
            return Seen(False, "there was no power cut")
        now = self._all()
        changes = [
            f"{name} was {self._before[name]}, is {value}"
            for name, value in now.items()
            if value != self._before[name]
        ]
        return Seen(not changes, "; ".join(changes) or "all is as it was")

    def after_power_cut(self) -> None:
        """A new boot says nothing new about tones; the journal goes on."""
        self._heard_ns = self._bench.wires.clock.now_ns()

    def display(self, step: sc.ExpectDisplay) -> Seen:
        lines = self._lines()
        found = squeeze(step.words) in squeeze(" ".join(lines))
        text = f"the display shows: {' | '.join(lines) or 'nothing'}"
        return Seen(found == step.present, text, not step.present)

    def _lines(self) -> list[str]:
        if self._bench.display is None:
            raise TargetUnavailable("this board has no display")
        lines = read_text(self._bench.display.image())
        return [" ".join(line.split()) for line in lines if line.strip()]

    def lights(self, step: sc.ExpectLights) -> Seen:
        lit, stray, text = self._lit()
        right = all(code in lit and tier in (None, lit[code]) for code, tier in step.areas.items())
        only = step.others or len(lit) == len(step.areas)
        ok = right and only and not stray and ODD not in lit.values()
        return Seen(ok, f"lit: {text}", not step.areas)

    def _lit(self) -> tuple[dict[str, str], list[int], str]:
        """Lit areas by their tiers, lit pixels of no area, and both in words."""
        chain = self._bench.lights
        if chain is None:
            raise TargetUnavailable("this board has no lights")
        lit = lit_areas(chain.pixels, self._area_pixels, self._layout)
        stray = stray_pixels(chain.pixels, self._area_pixels)
        text = " ".join(f"{self._layout.text(code)}/{tier}" for code, tier in lit.items()) or "none"
        if stray:
            text += f" and pixels {stray} that belong to no area"
        return lit, stray, text

    def seat_lights(self, step: sc.ExpectSeats) -> Seen:
        """Seats of which an area is lit so, or at all."""
        lit, stray, text = self._lit()
        found = frozenset(int(code[0]) for code, tier in lit.items() if step.kind in ("lit", tier))
        ok = found == step.seats and not stray and ODD not in lit.values()
        return Seen(ok, f"lit: {text}", not step.seats)

    def cue(self, step: sc.ExpectCue) -> Seen:
        if self._bench.sounder is None:
            raise TargetUnavailable("this board has no sounder")
        heard = [tone for tone in self._bench.sounder.tones if tone.start_ns > self._heard_ns]
        for tone in heard:
            if cue_of(tone.hz) == step.cue:
                self._heard_ns = tone.start_ns
                return Seen(True, f"{step.cue} cue")
        tones = ", ".join(f"{tone.hz} Hz ({cue_of(tone.hz) or 'no cue'})" for tone in heard)
        return Seen(False, f"heard: {tones or 'nothing'}")

    def event(self, step: sc.ExpectEvent) -> Seen:
        after = list(self._client.all_events(self._seq))
        for event in after:
            if _matches(event, step):
                if step.present:
                    self._seq = event.seq
                return Seen(step.present, f"event {event_text(event)}")
        texts = ", ".join(event_text(event) for event in after if event.type != CHECKPOINT)
        return Seen(not step.present, f"events: {texts or 'none'}", not step.present)

    def status(self, step: sc.ExpectStatus) -> Seen:
        value: Any = asdict(self._client.status())
        for name in step.name.replace("-", "_").split("."):
            # A name inside a null (result.first before there is a result) has no value yet.
            value = None if value is None else value[name]
        text = value_text(value)
        return Seen(_plain(text) == _plain(step.value), f"{step.name} is {text}")

    def ride(self, step: sc.ExpectRide) -> Seen:
        found = shown(asdict(self._client.ride()), step.name)
        return Seen(is_same(step.name, found, step.words), f"{step.name} is {found}")

    def seat(self, step: sc.ExpectSeat) -> Seen:
        found = shown(asdict(self._client.seats()[step.seat - 1]), step.name)
        return Seen(is_same(step.name, found, step.words), f"{step.name} of seat {step.seat} is {found}")


def _matches(event: Event, step: sc.ExpectEvent) -> bool:
    """The same type, and what the step names among its details; numbers in their order, as in `move 3 5`."""
    if event.type != step.kind:
        return False
    details = event_details(event)
    numbers = iter([word for word in details if word.isdecimal()])
    return all(word in (numbers if word.isdecimal() else details) for word in step.details)


def event_details(event: Event) -> list[str]:
    """What a record says besides its type: `misscan`, `7`; a yes is its name, a no has `not_` before it."""
    details: list[str] = []
    for name, value in asdict(event).items():
        if value is None or name in _EVERY_EVENT:
            continue
        if isinstance(value, bool):
            details.append(name if value else f"not_{name}")
        elif isinstance(value, tuple):
            details += [str(item) for item in value]
        else:
            details.append(f"staff_{value}" if name == "who" else str(value))
    return details


def event_text(event: Event) -> str:
    """`irregularity misscan 7`: an event as scenarios write it."""
    return " ".join(part.replace("_", "-") for part in [event.type, *event_details(event)])


def _plain(text: str) -> str:
    return squeeze(text.strip('"').replace("-", "_"))
