"""An NXP PN532 with firmware 1.6 on its serial port (HSU), as a reader of ISO 14443 A tags.

Follows the PN532 user manual, UM0701-02: 6.2.1 frames, 6.2.2 dialogue, 6.2.3 HSU (115200 8N1, an
acknowledge within 15 ms), 7.1 status bytes, 7.2.2 GetFirmwareVersion, 7.2.9 SetParameters, 7.2.10
SAMConfiguration, 7.2.11 PowerDown, 7.3.1 RFConfiguration, 7.3.5 InListPassiveTarget, 7.3.8
InDataExchange, 7.3.10 InDeselect, 7.3.11 InRelease. Section numbers are as public drivers quote
them, and were not checked against the document.

After power on the chip sleeps in its low battery mode: five rising edges on its line wake it, and
bytes that come before its clock runs are lost. Until SAMConfiguration it knows two commands, and
sleeps again behind each answer. What it does with tags is in ``simulator.models.pn532_tags``.

Its own times are not in the manual. Those here are of the size that users report; with nobody there
a try of InListPassiveTarget takes 16 ms (a recorded trace of a PN53x shows REQA at that pace).
"""

import random
from collections.abc import Generator
from functools import partial
from itertools import pairwise
from typing import Literal, get_args

from simulator.models.barcode import BITS_PER_BYTE, heard_as
from simulator.models.pn532_tags import Targets
from simulator.models.tags import TagField
from simulator.wires import Wires

Fault = Literal["silent", "stuck", "bit-errors", "slow", "wrong-version", "gone", "brown-out"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
"""silent: answers nothing; stuck: holds its line low; bit-errors: on its line, both ways; slow: answers
late; wrong-version: says that it is another chip; gone: falls silent in the middle of the next frame,
and begins anew when it is back; brown-out: was without power for a moment, once."""

BAUD = 115_200
VERSION = bytes((0x32, 0x01, 0x06, 0x07))
"""7.2.2: IC, Ver, Rev, Support."""
OTHER_VERSION = bytes((0x07, 0x01, 0x01, 0x01))

ACK_NS = 500_000
WORK_NS = 500_000
"""A command that does nothing on the air."""
CLOCK_NS = 1_500_000
"""From the fifth edge until the clock runs."""
WAKING_EDGES = 5
LATE_ACK_NS = 14_000_000
"""Just in time (6.2.3)."""
SLOW = 4
"""How many times as long everything else takes a slow chip."""

ACK_FRAME = bytes.fromhex("00 00 FF 00 FF 00")
NACK_FRAME = bytes.fromhex("00 00 FF FF 00 00")
ERROR_FRAME = bytes.fromhex("00 00 FF 01 FF 7F 81 00")

_GET_VERSION, _PARAMETERS, _SAM, _POWER_DOWN = 0x02, 0x12, 0x14, 0x16
_RF, _LIST, _EXCHANGE, _DESELECT, _RELEASE = 0x32, 0x4A, 0x40, 0x44, 0x52

Work = Generator[int, None, bytes | None]
"""A command at work: yields how long (ns) to wait, returns its answer, or None for a syntax error."""


def frame(data: bytes) -> bytes:
    """An information frame around TFI and data: normal (6.2.1.1) or, if it is long, extended (6.2.1.2)."""
    if len(data) < 256:
        head = bytes((len(data), -len(data) & 255))
    else:
        high, low = divmod(len(data), 256)
        head = bytes((0xFF, 0xFF, high, low, -(high + low) & 255))
    return b"\0\0\xff" + head + data + bytes((-sum(data) & 255, 0))


class Pn532:
    """The chip, its TX wired to ``rx_pin``, the receiver of the target's ``uart``."""

    def __init__(
        self,
        wires: Wires,
        uart: int,
        rx_pin: int,
        field: TagField,
        *,
        rng: random.Random | None = None,
    ) -> None:
        self._wires = wires
        self._uart = uart
        self._rx_pin = rx_pin
        self._rng = random.Random(0) if rng is None else rng
        self._fault: Fault | None = None
        self._gone = False
        self._life = 0  # what was under way when it lost its power is gone
        self._free_ns = 0  # when the last stop bit on its line ends
        self.targets = Targets(wires.clock, field)
        self.baud = BAUD
        self.version = VERSION
        self.error_rate = 0.05
        """How many bytes of all have a wrong bit, while there are any."""
        self.commands: list[bytes] = []
        """What it was told, frame by frame: code and parameters."""
        self.bad_frames = 0
        """Frames to it whose length or sum was wrong; they have no answer."""
        self.power_off()
        self.redrive()

    # ---- power and faults

    @property
    def fault(self) -> Fault | None:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault | None) -> None:
        was, self._fault = self._fault, fault
        self._gone = False
        if fault == "brown-out":
            self.power_off()
        if fault == "stuck" and was != "stuck":  # a break: the receiver makes one zero of it
            self._wires.uart_line_edge(self._uart)
            self._wires.uart_receive(self._uart, 0)
        self.redrive()

    @property
    def asleep(self) -> bool:
        return self._asleep

    @property
    def _mute(self) -> bool:
        return self._gone or self._fault in ("silent", "stuck")

    def power_off(self) -> None:
        """Lose the supply: what it was sending breaks off. When it is back, the chip sleeps in its low battery mode."""
        self._life += 1
        self._asleep = True
        self._low_battery = True
        self._edges = 0
        self._deaf_until_ns = 0
        self._head = bytearray()
        self._work: Work | None = None
        self._turn = 0
        self._answer = b""  # for a NACK
        self.targets.reset()

    def redrive(self) -> None:
        """Hold the line at its idle level: high, unless it is stuck."""
        self._wires.drive(self._rx_pin, self._fault != "stuck")

    # ---- its line

    def receive(self, byte: int, baud: int = 0) -> None:
        """A byte from the target, sent at ``baud``, has arrived."""
        if self._mute:
            return
        if self._asleep:
            self._edge_by_edge(byte)
            return
        if self._wires.clock.now_ns() < self._deaf_until_ns:
            return
        for heard in heard_as(self._damaged(byte), baud or self.baud, self.baud):
            self._take(heard)

    def _edge_by_edge(self, byte: int) -> None:
        bits = [0, *(byte >> n & 1 for n in range(8)), 1]
        self._edges += sum(not a and bool(b) for a, b in pairwise(bits))
        if self._edges >= WAKING_EDGES:
            self._asleep = False
            self._head.clear()
            self._deaf_until_ns = self._wires.clock.now_ns() + CLOCK_NS

    def _damaged(self, byte: int) -> int:
        if self._fault == "bit-errors" and self._rng.random() < self.error_rate:
            return byte ^ 1 << self._rng.randrange(8)
        return byte

    def _send(self, data: bytes) -> int:
        """Put bytes on the line behind what is still on it; when the last one is over."""
        clock, life = self._wires.clock, self._life
        began_ns = max(clock.now_ns(), self._free_ns)
        cut = len(data) // 2 if self._fault == "gone" else len(data)
        for number, byte in enumerate(data[:cut]):
            edge_ns, over_ns = (
                began_ns + n * BITS_PER_BYTE * 1_000_000_000 // self.baud for n in (number, number + 1)
            )
            clock.call_at(edge_ns, partial(self._start_bit, life))
            clock.call_at(over_ns, partial(self._stop_bit, life, byte))
            self._free_ns = over_ns
        if cut < len(data):
            clock.call_at(self._free_ns, partial(self._go, life))
        return self._free_ns

    def _go(self, life: int) -> None:
        if life == self._life and self._fault == "gone":
            self.power_off()
            self._gone = True

    def _start_bit(self, life: int) -> None:
        if life == self._life and not self._mute:
            self._wires.uart_line_edge(self._uart)

    def _stop_bit(self, life: int, byte: int) -> None:
        if life == self._life and not self._mute:
            for heard in heard_as(self._damaged(byte), self.baud, self._wires.uart_baud(self._uart)):
                self._wires.uart_receive(self._uart, heard)

    # ---- frames to it, 6.2.1

    def _take(self, byte: int) -> None:
        """Gathers a frame from its start code on; what does not begin one is passed over."""
        head = self._head
        head.append(byte)
        if len(head) == 1:
            if byte:
                head.clear()
        elif len(head) == 2:
            if not byte:
                head.pop()
            elif byte != 0xFF:
                head.clear()
        elif len(head) >= 4:
            kind = bytes(head[2:4])
            if kind == b"\x00\xff":
                head.clear()
                self._stop_work()
            elif kind == b"\xff\x00":
                head.clear()
                self._say(self._answer)
            else:
                self._take_information(head, kind == b"\xff\xff")

    def _take_information(self, head: bytearray, extended: bool) -> None:
        start = 7 if extended else 4
        if len(head) < start:
            return
        length = head[4] << 8 | head[5] if extended else head[2]
        if sum(head[4 if extended else 2 : start]) & 255 or not length:
            self._drop()
        elif len(head) == start + length + 1:
            data = bytes(head[start:-1])
            if sum(head[start:]) & 255 or data[0] != 0xD4 or length < 2:
                self._drop()
            else:
                head.clear()
                self._begin(data[1:])

    def _drop(self) -> None:
        """A frame that is not sound: no acknowledge (6.2.2.1)."""
        self.bad_frames += 1
        self._head.clear()

    # ---- dialogue, 6.2.2

    def _stop_work(self) -> None:
        """By an acknowledge of the host, or by its next command: what was asked before has no answer."""
        self._turn += 1
        self._work = None

    def _begin(self, command: bytes) -> None:
        self._stop_work()
        self.commands.append(command)
        after_ns = LATE_ACK_NS if self._fault == "slow" else ACK_NS
        self._later(after_ns, partial(self._acknowledge, command))

    def _acknowledge(self, command: bytes) -> None:
        over_ns = self._send(ACK_FRAME)
        self._work = self._obey(command[0], command[1:])
        self._later(over_ns - self._wires.clock.now_ns(), partial(self._go_on, command[0]))

    def _later(self, after_ns: int, what: "partial[None]") -> None:
        """Unless the power goes or the host stops it."""
        life, turn = self._life, self._turn
        clock = self._wires.clock

        def due() -> None:
            if life == self._life and turn == self._turn:
                what()

        clock.call_at(clock.now_ns() + after_ns, due)

    def _go_on(self, code: int) -> None:
        if self._work is None:
            return
        try:
            wait_ns = next(self._work)
        except StopIteration as end:
            self._work = None
            answer: bytes | None = end.value
            whole = ERROR_FRAME if answer is None else frame(bytes((0xD5, code + 1)) + answer)
            self._say(whole)
            return
        self._later(wait_ns * (SLOW if self._fault == "slow" else 1), partial(self._go_on, code))

    def _say(self, answer: bytes) -> None:
        if not answer:
            return
        self._answer = answer
        self._send(answer)
        if self._low_battery:
            self._sleep()

    def _sleep(self) -> None:
        self._asleep = True
        self._edges = 0

    # ---- commands

    def _obey(self, code: int, data: bytes) -> Work:
        yield WORK_NS
        if code == _GET_VERSION and not data:
            return OTHER_VERSION if self._fault == "wrong-version" else self.version
        if code == _SAM and data[:1] in (b"\1", b"\2", b"\3", b"\4") and len(data) <= 3:
            self._low_battery = False
            return b""
        if self._low_battery:
            return None
        targets = self.targets
        if code == _PARAMETERS and len(data) == 1:
            targets.automatic_rats = bool(data[0] & 0x10)
            return b""
        if code == _POWER_DOWN and len(data) in (1, 2):
            targets.switch(False)
            self._later(ACK_NS, partial(self._sleep))
            return b"\0"
        if code == _RF and data:
            return self._configure(data[0], data[1:])
        if code == _LIST and len(data) == 2 and data[0] in (1, 2) and data[1] == 0:
            return (yield from targets.call(data[0]))
        if code == _EXCHANGE and len(data) > 1:
            return (yield from targets.exchange(data[0], data[1:]))
        if code in (_DESELECT, _RELEASE) and len(data) == 1:
            return (yield from targets.release(data[0], forget=code == _RELEASE))
        return None

    def _configure(self, item: int, data: bytes) -> bytes | None:
        """7.3.1. Items that change nothing here (timings, analogue settings) are taken as bytes."""
        if item == 1 and len(data) == 1:
            self.targets.switch(bool(data[0] & 1))
        elif item == 5 and len(data) == 3:
            self.targets.retries = data[2]
        elif item not in (2, 4, 0x0A, 0x0B, 0x0C, 0x0D):
            return None
        return b""
