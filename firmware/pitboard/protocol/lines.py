"""Bytes into lines: one fixed buffer, however much a host sends.

A line ends with LF; CR is ignored wherever it stands, empty lines mean nothing. A line that does not fit is dropped
while it arrives and reported once, at the byte that was too many. Allocates its buffer when made; `line()` makes a
small view, nothing else allocates. Not for interrupts: one task feeds it.
"""

from micropython import const

from pitboard.protocol import messages

# What a byte brought about.
NOTHING = const(0)
LINE = const(1)  # line() gives it, until the next byte
TOO_LONG = const(2)  # the rest of this line will be dropped

_LF = const(10)
_CR = const(13)
_ROOM = messages.MAX_LINE - 1  # the newline belongs to the limit


class LineAssembler:
    """Feed it bytes, take out lines."""

    def __init__(self) -> None:
        self._buf = bytearray(messages.MAX_LINE)
        self._view = memoryview(self._buf)
        self._used = 0
        self._length = 0
        self._dropping = False

    def put(self, byte: int) -> int:
        """Take one byte; returns NOTHING, LINE or TOO_LONG."""
        if byte == _LF:
            self._length = self._used
            self._used = 0
            if self._dropping:
                self._dropping = False
                self._length = 0
            return LINE if self._length else NOTHING
        if self._dropping or byte == _CR:
            return NOTHING
        if self._used == _ROOM:
            self._used = 0
            self._dropping = True
            return TOO_LONG
        self._buf[self._used] = byte
        self._used += 1
        return NOTHING

    def line(self) -> memoryview:
        """The line that LINE announced. It is a view: use it before the next byte is put."""
        return self._view[: self._length]
