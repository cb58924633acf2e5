"""The supervisor's key switch: a lock that moves a contact and stays where it is put.

Contacts as in ``keys.py``. A cam moved by a hand is slower than the snap of a button, and makers of
key-lock switches seldom promise a bounce time; 10 ms is what a debouncer has to bear.
"""

import random

from simulator.models.keys import Key
from simulator.wires import Wires

BOUNCE_NS = 10_000_000


class KeySwitch(Key):
    """A switch that ties ``pin`` to ``on_level`` while its key is turned."""

    def __init__(
        self,
        wires: Wires,
        pin: int,
        on_level: bool,
        *,
        rng: random.Random | None = None,
        bounce_ns: int = BOUNCE_NS,
    ) -> None:
        super().__init__(wires, pin, on_level, rng=rng, bounce_ns=bounce_ns)
        self._turned = False

    @property
    def turned(self) -> bool:
        """Where the key is, whatever the contacts do."""
        return self._turned

    def on(self) -> None:
        """The key is turned."""
        self._turned = True
        self.press()

    def off(self) -> None:
        """The key is turned back."""
        self._turned = False
        self.release()
