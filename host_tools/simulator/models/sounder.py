"""A passive piezo sounder: it makes the tone of the square wave on its wire.

A disc of this kind (for instance Murata PKM22EPP, "external drive", measured with a 4 kHz square
wave) has no oscillator: a steady level is silence, and pitch is the drive's frequency.
"""

from dataclasses import dataclass
from typing import Literal

from simulator.clock import Clock

Fault = Literal["dead"]

LONGEST_PERIOD_NS = 50_000_000
"""Slower than 20 Hz are clicks, not a tone."""

FULL_DUTY = 65535
PITCH_TOLERANCE = 16
"""A period that differs by more than one part in this many is another tone."""


@dataclass(frozen=True)
class Tone:
    """One sound: when it began, its pitch and how long it lasted."""

    start_ns: int
    hz: int
    ms: float


class Sounder:
    """Hears a PWM setting or single edges, and remembers the tones."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._finished: list[Tone] = []
        self._pwm_hz = 0
        self._pwm_since_ns = 0
        self._high = False
        self._first_rise_ns = 0
        self._last_rise_ns = 0
        self._last_fall_ns = 0
        self._rises = 0
        self.fault: Fault | None = None

    @property
    def tones(self) -> list[Tone]:
        """Every tone so far, the one that sounds now as long as it has lasted."""
        self._end_of_edges(self._clock.now_ns())
        now = self._pwm_tone() or self._edge_tone()
        return [*self._finished, now] if now is not None else list(self._finished)

    @property
    def sounding(self) -> bool:
        """True while it makes a noise."""
        self._end_of_edges(self._clock.now_ns())
        return self._pwm_hz > 0 or self._rises > 1

    def pwm(self, freq: int, duty: int) -> None:
        """A PWM output is set to ``freq`` Hz with a duty of 0..65535."""
        hz = freq if 0 < duty < FULL_DUTY and self.fault is None else 0
        if hz == self._pwm_hz:
            return
        self._finish(self._pwm_tone())
        self._pwm_hz = hz
        self._pwm_since_ns = self._clock.now_ns()

    def edge(self, level: bool, t_ns: int) -> None:
        """The wire has taken a level at ``t_ns``."""
        if self.fault is not None or level == self._high:
            return
        self._high = level
        if not level:
            self._last_fall_ns = t_ns
            return
        self._end_of_edges(t_ns)
        period_ns = t_ns - self._last_rise_ns
        if self._rises > 1:
            usual_ns = (self._last_rise_ns - self._first_rise_ns) // (self._rises - 1)
            if abs(period_ns - usual_ns) * PITCH_TOLERANCE > usual_ns:
                self._finish(self._edge_tone())
                # Another pitch follows on at once; a longer wait was a pause.
                pause = period_ns > 2 * usual_ns
                self._first_rise_ns, self._rises = self._last_rise_ns, 0 if pause else 1
        if self._rises == 0:
            self._first_rise_ns = t_ns
        self._last_rise_ns = t_ns
        self._rises += 1

    def clear(self) -> None:
        """Forget the finished tones, for runs of many rounds."""
        self._finished.clear()

    def power_off(self) -> None:
        """The supply has gone: silence."""
        self._finish(self._pwm_tone() or self._edge_tone())
        self._pwm_hz = 0
        self._rises = 0
        self._high = False

    def _end_of_edges(self, now_ns: int) -> None:
        if self._rises and now_ns - self._last_rise_ns > LONGEST_PERIOD_NS:
            self._finish(self._edge_tone())
            self._rises = 0

    def _pwm_tone(self) -> Tone | None:
        lasted_ns = self._clock.now_ns() - self._pwm_since_ns
        if self._pwm_hz == 0 or lasted_ns == 0:
            return None
        return Tone(self._pwm_since_ns, self._pwm_hz, lasted_ns / 1e6)

    def _edge_tone(self) -> Tone | None:
        if self._rises < 2:
            return None
        span_ns = self._last_rise_ns - self._first_rise_ns
        end_ns = max(self._last_rise_ns, self._last_fall_ns)
        hz = round((self._rises - 1) * 1e9 / span_ns)
        return Tone(self._first_rise_ns, hz, (end_ns - self._first_rise_ns) / 1e6)

    def _finish(self, tone: Tone | None) -> None:
        if tone is not None:
            self._finished.append(tone)
