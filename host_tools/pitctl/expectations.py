"""The eyes and ears of a scenario: each look says whether it is so, and what there was to see."""

from dataclasses import asdict, dataclass
from typing import Any

from pitctl import scenario as sc
from pitctl.client import Client
from pitctl.exceptions import TargetUnavailable
from pitctl.messages import Event
from pitctl.table_view import area_text, cue_of, lit_areas, squeeze, stray_pixels
from simulator.bench import Bench
from simulator.models.ocr import read_text

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

    def __init__(self, bench: Bench, client: Client, area_pixels: list[list[int]]) -> None:
        self._bench = bench
        self._client = client
        self._area_pixels = area_pixels
        self._seq = 0
        self._heard_ns = -1

    def after_power_cut(self) -> None:
        """A new boot says nothing new about tones; the journal goes on."""
        self._heard_ns = self._bench.wires.clock.now_ns()

    def display(self, step: sc.ExpectDisplay) -> Seen:
        if self._bench.display is None:
            raise TargetUnavailable("this board has no display")
        lines = [line for line in read_text(self._bench.display.image()) if line.strip()]
        shown = " | ".join(" ".join(line.split()) for line in lines)
        found = squeeze(step.words) in squeeze(" ".join(lines))
        return Seen(
            found == step.present, f"the display shows: {shown or 'nothing'}", not step.present
        )

    def lights(self, step: sc.ExpectLights) -> Seen:
        chain = self._bench.lights
        if chain is None:
            raise TargetUnavailable("this board has no lights")
        lit = lit_areas(chain.pixels, self._area_pixels)
        stray = stray_pixels(chain.pixels, self._area_pixels)
        text = " ".join(f"{area_text(code)}/{tier}" for code, tier in lit.items()) or "none"
        if stray:
            text += f" and pixels {stray} that belong to no area"
        right = all(code in lit and tier in (None, lit[code]) for code, tier in step.areas.items())
        only = step.others or len(lit) == len(step.areas)
        ok = right and only and not stray and "odd" not in lit.values()
        return Seen(ok, f"lit: {text}", not step.areas)

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
        else:
            details.append(f"staff_{value}" if name == "who" else str(value))
    return details


def event_text(event: Event) -> str:
    """`irregularity misscan 7`: an event as scenarios write it."""
    return " ".join(part.replace("_", "-") for part in [event.type, *event_details(event)])


def value_text(value: Any) -> str:
    """A value of the status as scenarios write it."""
    if value is None or value in ((), [], ""):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return " ".join(value_text(item) for item in value)
    if isinstance(value, dict):
        return " ".join(f"{key} {value_text(item)}" for key, item in value.items())
    return str(value)


def _plain(text: str) -> str:
    return squeeze(text.strip('"').replace("-", "_"))
