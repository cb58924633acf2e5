"""Tags that come and go before any reader, on its model in virtual time, while everything fails now and then."""

import random
from collections.abc import Coroutine
from typing import Any

from pitboard.app.tag_watch import GONE, TagWatch
from simulator.models.tags import Tag
from tests.unit.app.tag_rig import MS, run

EVERY_MS = 100


class Desk:
    """Who is told, in words; `content` says what the arrival's taker answers."""

    def __init__(self, reader: Any) -> None:
        self.told: list[tuple[str, bytes]] = []
        self.notes = 0
        self.content = True
        self.watch = TagWatch(reader, EVERY_MS, self._arrived, self._departed, self._noted)

    async def _arrived(self, identity: bytes) -> bool:
        self.told.append(("+", identity))
        return self.content

    def _departed(self, identity: bytes) -> None:
        self.told.append(("-", identity))

    def _noted(self) -> None:
        self.notes += 1

    def take(self) -> list[tuple[str, bytes]]:
        told, self.told = self.told, []
        return told


class Storm:
    """A reader at work while tags come and go and everything fails now and then.

    Troubles are shorter than what a tag may miss without being gone; what must hold is looked at during and after
    them.
    """

    faults: tuple[str, ...] = ("silent", "stuck", "hung", "gone", "slow", "wrong-version")
    """Of a chip that is as good as dead."""
    most_noisy = 11
    """Looks with noise in the air that a tag may have before it is gone."""

    def __init__(self, rig: Any, seed: int) -> None:
        """`rig` as tag_rig.Rig is: a reader, its chip and the field before it."""
        self.rig = rig
        self.chance = random.Random(seed)
        self.desk = Desk(rig.reader)
        self.looks = 0
        self.here: list[Tag] = []
        self.seen: set[bytes] = set()  # who was before the reader at any time of the last look
        self.tags = [Tag(self._uid(size)) for size in (4, 4, 7, 7, 10)]
        self.arrivals = self.departures = 0
        self.present = b""

    def _uid(self, size: int) -> bytes:
        first = {4: 0x31, 7: 0x04, 10: 0x05}[size]
        return bytes((first, *(self.chance.randrange(0x80) for _ in range(size - 1))))

    def turns(self, count: int) -> None:
        for _ in range(count):
            self.looks += 1
            self.seen = {tag.uid for tag in self.here}
            self.run(self.desk.watch.turn())
            for sign, identity in self.desk.take():
                if sign == "+":
                    assert identity in self.seen, "a wrong identity"
                    assert self.present == b"", "doubled"
                    self.present = identity
                    self.arrivals += 1
                else:
                    assert self.present == identity
                    self.present = b""
                    self.departures += 1
            self.rig.wait_ms(EVERY_MS)

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        run(work)

    def blow(self, looks: int) -> None:
        while self.looks < looks:
            self.episode()
        print(f"{self.looks} looks, {self.arrivals} arrivals, none wrong, lost or doubled")

    def put(self, tag: Tag) -> None:
        self.rig.field.put(tag)
        self.here.append(tag)

    def take(self, tag: Tag) -> None:
        self.rig.field.take(tag)
        self.here.remove(tag)

    def episode(self) -> None:
        """Somebody comes, has trouble, and goes: one arrival, one departure."""
        before = (self.arrivals, self.departures)
        tag = self.chance.choice(self.tags)
        self.put(tag)
        self.turns(self.chance.randrange(2, 4))
        for _ in range(self.chance.randrange(3)):
            self.chance.choice((self.air, self.bus, self.dead, self.glitch, self.second, self.moment))(tag)
            self.turns(2)
            assert self.present == tag.uid, "lost"
        self.turns(2)
        assert self.present == tag.uid, "lost"
        if self.chance.randrange(3) == 0:
            self.leave_in_the_middle(tag)
        else:
            self.take(tag)
        self.turns(GONE + 2)
        assert self.present == b"", "still there"
        assert (self.arrivals, self.departures) == (before[0] + 1, before[1] + 1), "doubled or lost"

    # Troubles

    def air(self, tag: Tag) -> None:
        """Bit errors between reader and tag."""
        tag.bit_error_rate = self.chance.choice((0.001, 0.01, 0.03))
        tag.fault = "garbled"
        self.turns(self.chance.randint(1, self.most_noisy))
        tag.fault = None

    def moment(self, tag: Tag) -> None:
        """It is not heard for a moment, or answers too late."""
        tag.fault = self.chance.choice(("silent", "slow"))
        self.turns(self.chance.randrange(1, GONE))
        tag.fault = None

    def bus(self, tag: Tag) -> None:
        self.rig.model.bit_error_rate = self.chance.choice((0.001, 0.01, 0.05))
        self.rig.model.fault = "bit-errors"
        self.turns(self.chance.randrange(1, 8))
        self.rig.model.fault = None

    def dead(self, tag: Tag) -> None:
        self.rig.model.fault = self.chance.choice(self.faults)
        self.turns(self.chance.randrange(1, 8))
        self.rig.model.fault = None

    def glitch(self, tag: Tag) -> None:
        """A brown-out somewhere in a look."""

        def brown_out() -> None:
            self.rig.model.fault = "brown-out"

        self.rig.clock.call_at(self.rig.clock.now_ns() + self.chance.randrange(20 * MS), brown_out)
        self.turns(1)

    def second(self, tag: Tag) -> None:
        """Another tag, stronger, weaker or the same, comes and goes."""
        other = self.chance.choice([other for other in self.tags if other is not tag])
        other.strength = self.chance.choice((0, 1, 2))
        self.put(other)
        self.turns(self.chance.randrange(1, 5))
        assert self.desk.watch.identity == tag.uid
        self.take(other)
        other.strength = 1

    def leave_in_the_middle(self, tag: Tag) -> None:
        def leave() -> None:
            if tag in self.rig.field.tags:
                self.rig.field.take(tag)

        self.rig.clock.call_at(self.rig.clock.now_ns() + self.chance.randrange(15 * MS), leave)
        self.turns(1)
        self.here.remove(tag)
