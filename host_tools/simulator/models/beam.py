"""A break-beam sensor: an infrared diode, and a receiver that says whether it sees it.

Receivers of this kind (for instance Adafruit 2167 and 2168, "open collector output, needs a
pull-up") switch a transistor, so one of the two levels is only what the chip's pull makes of an
open wire.
"""

from typing import Literal

from simulator.clock import Handle
from simulator.wires import Wires

Fault = Literal["stuck-broken", "stuck-clear"]


class Beam:
    """A beam whose receiver puts ``broken_level`` on ``pin`` while something is in its way.

    ``pull`` tells the kind of output: "up" for an open collector (it pulls low or lets go),
    "down" for an open emitter (it pulls high or lets go), None for one that drives both levels.
    """

    def __init__(self, wires: Wires, pin: int, broken_level: bool, pull: str | None = None) -> None:
        self._wires = wires
        self._pin = pin
        self._broken_level = broken_level
        self._open_level = {"up": True, "down": False}.get(pull or "")
        self._interrupted = False
        self._glitched = False
        self._glitch_end: Handle | None = None
        self._fault: Fault | None = None
        self.passages = 0
        """How often something has come into the beam."""
        self.redrive()

    @property
    def broken(self) -> bool:
        """What the receiver says, which with a fault is not what is there."""
        if self._fault is not None:
            return self._fault == "stuck-broken"
        return self._interrupted != self._glitched

    @property
    def fault(self) -> Fault | None:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault | None) -> None:
        self._fault = fault
        self.redrive()

    def interrupt(self) -> None:
        """Something comes into the beam."""
        if not self._interrupted:
            self.passages += 1
        self._interrupted = True
        self.redrive()

    def restore(self) -> None:
        """The beam is free again."""
        self._interrupted = False
        self.redrive()

    def glitch(self, us: int) -> None:
        """The receiver says the opposite for a moment: a sleeve, a reflection."""
        if self._glitch_end is not None:
            self._glitch_end.cancel()
        self._glitched = True
        self.redrive()
        clock = self._wires.clock
        self._glitch_end = clock.call_at(clock.now_ns() + us * 1000, self._end_glitch)

    def _end_glitch(self) -> None:
        self._glitched = False
        self._glitch_end = None
        self.redrive()

    def redrive(self) -> None:
        """Put the present level on the pin."""
        level = self._broken_level == self.broken
        self._wires.drive(self._pin, None if level == self._open_level else level)
