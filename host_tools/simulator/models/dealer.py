"""The dealer's hands: cards slid over the scanner, and keys pressed; the supervisor's, turning the key switch.

A card breaks the beam for as long as it passes, and the engine reads its code somewhere on the
way, or a little before or after it, because beam and reader are not in the same place.
"""

import random
from collections.abc import Callable, Mapping
from functools import partial

from simulator.clock import Clock
from simulator.models.barcode import BarcodeEngine
from simulator.models.beam import Beam
from simulator.models.key_switch import KeySwitch
from simulator.models.keys import Key
from simulator.models.tags import Tag, TagField

NS_PER_MS = 1_000_000


def _ns(ms: float) -> int:
    return round(ms * NS_PER_MS)


class Dealer:
    """Hands over the parts of one table; missing parts simply do not notice them."""

    def __init__(
        self,
        clock: Clock,
        engine: BarcodeEngine | None,
        beam: Beam | None,
        keys: Mapping[str, Key],
        rng: random.Random | None = None,
        *,
        key_switch: KeySwitch | None = None,
        card_field: TagField | None = None,
    ) -> None:
        self._clock = clock
        self._engine = engine
        self._beam = beam
        self._keys = keys
        self._key_switch = key_switch
        self._card_field = card_field
        self._rng = random.Random(0) if rng is None else rng
        self.jitter_ms = 0.0
        """How far passage and read times stray either way; 0 for a machine's steady hand."""

    def slide(
        self,
        code: bytes | str | None,
        passage_ms: float = 80,
        read_at_ms: float = 40,
        code2: bytes | str | None = None,
        at_ns: int | None = None,
    ) -> int:
        """Slide one card over the scanner; returns the time at which it has left the beam.

        The beam breaks now, or at ``at_ns``; the code is read ``read_at_ms`` later, or before it
        when that is negative (then a slide without ``at_ns`` begins with the read). A ``code``
        of None is a card that does not read; ``code2`` is a second code in the same passage,
        read half-way between the first and the end.
        """
        passage_ns = max(1, _ns(passage_ms + self._stray()))
        read_ns = _ns(read_at_ms + self._stray())
        now_ns = self._clock.now_ns()
        begin_ns = at_ns if at_ns is not None else now_ns + max(0, -read_ns)
        if begin_ns + min(0, _ns(read_at_ms)) < now_ns:
            raise ValueError("a slide cannot begin in the past")
        read_ns = max(read_ns, now_ns - begin_ns)
        self._at(begin_ns, self._break_beam)
        if code is not None:
            self._at(begin_ns + read_ns, self._shower(code))
        if code2 is not None:
            self._at(begin_ns + (read_ns + passage_ns) // 2, self._shower(code2))
        self._at(begin_ns + passage_ns, self._restore_beam)
        return begin_ns + passage_ns

    def slide_tags(self, *tags: Tag, passage_ms: float = 80, lead_ms: float = 10, rest: bool = False) -> int:
        """Slide a card with a tag in it, or several at once; returns the time at which they have left the field.

        The field of the reader reaches ``lead_ms`` further than the beam on either side. With ``rest`` the card stays
        there.
        """
        if self._card_field is None:
            raise KeyError("no reader of tagged cards on this board")
        field = self._card_field
        begin_ns = self._clock.now_ns() + _ns(lead_ms)
        cleared_ns = begin_ns + _ns(passage_ms + self._stray())
        for tag in tags:
            field.put(tag)
        self._at(begin_ns, self._break_beam)
        self._at(cleared_ns, self._restore_beam)
        if not rest:
            for tag in tags:
                self._at(cleared_ns + _ns(lead_ms), partial(field.take, tag))
        return cleared_ns + _ns(lead_ms)

    def read(self, code: bytes | str) -> None:
        """Hold a card before the reader without passing the beam."""
        self._shower(code)()

    def press(self, key: str, ms: float = 80) -> int:
        """Press a key by its name in the board file; returns the time of the release."""
        if key not in self._keys:
            raise KeyError(f"no key named {key!r} on this board: {', '.join(self._keys) or 'none'}")
        button = self._keys[key]
        release_ns = self._clock.now_ns() + _ns(ms)
        button.press()
        self._at(release_ns, button.release)
        return release_ns

    def turn_key(self, on: bool) -> None:
        """Turn the supervisor's key; it stays where it is put. A turned key that is turned on again does not move."""
        if self._key_switch is None:
            raise KeyError("no supervisor's key switch on this board")
        if on != self._key_switch.turned:
            (self._key_switch.on if on else self._key_switch.off)()

    def _stray(self) -> float:
        return self._rng.uniform(-self.jitter_ms, self.jitter_ms) if self.jitter_ms else 0.0

    def _at(self, when_ns: int, act: Callable[[], None]) -> None:
        """Act now if now is the time, so that the first edge does not wait for the clock."""
        if when_ns <= self._clock.now_ns():
            act()
        else:
            self._clock.call_at(when_ns, act)

    def _break_beam(self) -> None:
        if self._beam is not None:
            self._beam.interrupt()

    def _restore_beam(self) -> None:
        if self._beam is not None:
            self._beam.restore()

    def _shower(self, code: bytes | str) -> Callable[[], None]:
        engine, data = self._engine, code.encode() if isinstance(code, str) else code

        def show() -> None:
            if engine is not None:
                engine.show(data)

        return show
