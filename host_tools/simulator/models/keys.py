"""A push button with real contacts.

Contacts bounce: a data sheet gives a longest time (for instance Omron D2F and B3F: 5 ms or less;
good ones settle within 2 ms), in which the circuit opens and closes a few times. An open contact
drives nothing, so a released key is whatever the chip's pull makes of it.
"""

import random
from collections.abc import Callable
from typing import Literal

from simulator.clock import Handle
from simulator.wires import Wires

Fault = Literal["stuck-pressed", "stuck-open"]

BOUNCE_NS = 2_000_000
MOST_BOUNCES = 3


class Key:
    """A button that ties ``pin`` to ``pressed_level`` while it is held down."""

    def __init__(
        self,
        wires: Wires,
        pin: int,
        pressed_level: bool,
        *,
        rng: random.Random | None = None,
        bounce_ns: int = BOUNCE_NS,
    ) -> None:
        self._wires = wires
        self._pin = pin
        self._pressed_level = pressed_level
        self._rng = random.Random(0) if rng is None else rng
        self._contact = False
        self._pending: list[Handle] = []
        self._fault: Fault | None = None
        self.bounce_ns = bounce_ns
        """How long the contacts bounce; 0 for a clean edge."""
        self.redrive()

    @property
    def closed(self) -> bool:
        """Whether the circuit is closed now, bounces and fault included."""
        if self._fault is not None:
            return self._fault == "stuck-pressed"
        return self._contact

    @property
    def fault(self) -> Fault | None:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault | None) -> None:
        self._fault = fault
        self.redrive()

    def press(self) -> None:
        """The finger goes down."""
        self._move(True)

    def release(self) -> None:
        """The finger goes up."""
        self._move(False)

    def redrive(self) -> None:
        """Put the present level on the pin."""
        self._wires.drive(self._pin, self._pressed_level if self.closed else None)

    def _move(self, closed: bool) -> None:
        for handle in self._pending:
            handle.cancel()
        self._pending.clear()
        self._touch(closed)
        if self.bounce_ns <= 0:
            return
        clock = self._wires.clock
        now_ns = clock.now_ns()
        edges = 2 * self._rng.randint(1, MOST_BOUNCES)
        times = sorted(self._rng.sample(range(1, self.bounce_ns), edges))
        for number, after_ns in enumerate(times):
            settled = closed if number % 2 else not closed
            self._pending.append(clock.call_at(now_ns + after_ns, self._toucher(settled)))

    def _toucher(self, closed: bool) -> Callable[[], None]:
        return lambda: self._touch(closed)

    def _touch(self, closed: bool) -> None:
        self._contact = closed
        self.redrive()
