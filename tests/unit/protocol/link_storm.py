"""A scanner's end, a light board's, and a wire between them on which anything may happen. Runs on MicroPython too.

What may be taken is written down by those who have the key; whatever else is taken is a finding.
"""

import random

from pitboard.protocol import link_session
from pitboard.protocol.link_frames import Unpacker, pack
from pitboard.protocol.link_session import BoardSide, ScannerSide

KEY, ADDRESS = b"key of this pair", 3
MOST_OLD = 200


class Finding(Exception):
    """Something was taken that nobody with the key has said."""


class Storm:
    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed) if hasattr(random, "Random") else _seeded(seed)
        self.scanner = ScannerSide(ADDRESS, KEY, self.some)
        self.board = BoardSide(ADDRESS, KEY, b"board 01", self.some)
        self.forger = BoardSide(ADDRESS, b"another key", b"board 01", self.some)
        self.false_scanner = ScannerSide(ADDRESS, b"a third key", self.some)
        self.to_board, self.to_scanner = Unpacker(), Unpacker()
        self.said: list[bytes] = []  # states of this scanner, newest last
        self.old: list[bytes] = []  # frames of this and of former sessions
        self.now_ms = 0
        self.frames = self.taken = self.restarts = 0
        self.chance = rng.random

    def some(self, count: int) -> bytes:
        return bytes([self.rng.randrange(256) for _ in range(count)])

    # -- the wire -------------------------------------------------------------------------------

    def disturbed(self, frame: bytes) -> bytes:
        """As it arrives: whole, lost, twice, with wrong bits, cut off, with noise around it."""
        what = self.rng.randrange(12)
        if what == 0:
            return b""
        if what == 1:
            return frame + frame
        if what == 2:
            bits = bytearray(frame)
            for _ in range(1 + self.rng.randrange(3)):
                bits[self.rng.randrange(len(bits))] ^= 1 << self.rng.randrange(8)
            return bytes(bits)
        if what == 3:
            return frame[: self.rng.randrange(len(frame))]
        if what == 4:
            return self.some(self.rng.randrange(90)) + frame
        return frame

    def old_ones(self) -> bytes:
        """What somebody recorded, or makes up without the key."""
        what = self.rng.randrange(8)
        if what < 2 and self.old:
            return self.old[self.rng.randrange(len(self.old))]
        if what == 2:
            return pack(self.some(1 + self.rng.randrange(60)))
        if what == 3:
            return pack(self.false_scanner.hello())
        if what == 4:
            made_up = bytes((link_session.STATE, ADDRESS)) + self.some(4 + 8) + self.some(8)
            return pack(made_up)
        return b""

    def keep(self, frame: bytes) -> None:
        if len(self.old) < MOST_OLD:
            self.old.append(frame)
        else:
            self.old[self.rng.randrange(MOST_OLD)] = frame

    def hear(self, wire: bytes) -> "list[bytes]":
        """At the board; its answers as they go back."""
        answers: list[bytes] = []
        for byte in wire:
            message = self.to_board.put(byte)
            if message is None:
                continue
            before = self.board.states
            answer = self.board.take(message, self.now_ms)
            if self.board.states != before or (answer is not None and answer[0] == link_session.TAKEN):
                self.taken += 1
                if self.board.states not in self.said:
                    raise Finding("a state that nobody has said")
            if answer is not None:
                answers.append(pack(answer))
            forged = self.forger.take(message, self.now_ms)
            if forged is not None:
                raise Finding("a board without the key has believed something")
        return answers

    def listen(self, wire: bytes) -> None:
        """At the scanner."""
        for byte in wire:
            message = self.to_scanner.put(byte)
            if message is None:
                continue
            if self.scanner.take(message) and message[0] == link_session.JOIN and self.scanner.serial != b"board 01":
                raise Finding("somebody else has joined")

    # -- turns ----------------------------------------------------------------------------------

    def turn(self) -> None:
        self.now_ms += 20
        self.frames += 1
        if self.chance() < 0.002:
            self.board = BoardSide(ADDRESS, KEY, b"board 01", self.some)  # its power came back
            self.restarts += 1
        if self.chance() < 0.002:
            self.scanner = ScannerSide(ADDRESS, KEY, self.some)
            self.restarts += 1
        if self.board.tick(self.now_ms) and self.board.states:
            raise Finding("a board that hears nothing shows something")
        if self.scanner.joined:
            states = self.some(21)
            self.said = self.said[-MOST_OLD:] + [states]
            frame = pack(self.scanner.state(states))
            if self.chance() < 0.02:
                self.scanner.leave()
        else:
            frame = pack(self.scanner.hello())
        self.keep(frame)
        wire = self.disturbed(frame)
        wire = self.old_ones() + wire if self.chance() < 0.5 else wire + self.old_ones()
        for answer in self.hear(wire):
            self.keep(answer)
            self.listen(self.disturbed(answer))
        if self.chance() < 0.2:
            self.listen(self.old_ones())


def _seeded(seed: int) -> "random.Random":
    """MicroPython's module is its own generator."""
    random.seed(seed)
    return random  # type: ignore[return-value]


def run(seed: int, frames: int) -> Storm:
    storm = Storm(seed)
    for _ in range(frames):
        storm.turn()
    return storm
