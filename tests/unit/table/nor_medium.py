"""A journal medium in memory that behaves like NOR flash: programming only clears bits, blocks are erased whole."""

import os


class NorMedium:
    """Counts programs; `tear_at` tears the n-th program (only its first bytes arrive) and stops the world."""

    def __init__(self) -> None:
        self.blocks: dict[int, bytearray] = {}
        self.programs = 0
        self.erases = 0
        self.tear_at = 0
        self.tear_bytes = 0
        self.stuck: set[tuple[int, int]] = set()  # (segment, offset) whose bits do not fall

    def segments(self) -> list[int]:
        return sorted(self.blocks)

    def read(self, segment: int, offset: int, buf: bytearray) -> None:
        buf[:] = self.blocks[segment][offset : offset + len(buf)]

    def program(self, segment: int, offset: int, page: bytearray) -> None:
        assert offset % 256 == 0 and len(page) == 256, "the chip programs whole pages"
        self.programs += 1
        arrived = bytes(page)
        if self.programs == self.tear_at:
            start = next(i for i, byte in enumerate(arrived) if byte != 0xFF)
            cut = start + self.tear_bytes
            arrived = arrived[:cut] + b"\xff" * (256 - cut)
        block = self.blocks[segment]
        for i, byte in enumerate(arrived):
            if (segment, offset + i) not in self.stuck:
                block[offset + i] &= byte
        if self.programs == self.tear_at:
            raise PowerCut

    def create(self, segment: int) -> None:
        assert segment not in self.blocks, "segment ids are not used twice"
        self.erases += 1
        self.blocks[segment] = bytearray(b"\xff" * 4096)
        self.blocks[segment][:32] = b"segment!" + os.urandom(24)  # no two headers are alike

    def delete(self, segment: int) -> None:
        del self.blocks[segment]


class PowerCut(Exception):
    """The supply went away in the middle of a write."""
