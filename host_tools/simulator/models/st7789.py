"""A Sitronix ST7789V with a 240 x 320 panel in colour, on four-wire SPI.

Follows the ST7789V data sheet, version 1.3: "Reset Timing" and "Serial Interface Characteristics" (chapter 7), "Serial
Interface" with its read functions, "Data Color Coding" and "Address Control" (chapter 8), and the commands of
"System Function Command Table 1" (9.1.x, numbers at the code). The numbers of the commands' sections were compared with
those that public drivers quote; chapters 7 and 8 are cited by their titles.

The panel is the usual module with IPS glass: black is black only with inversion on (21h). It is mounted on its side,
the edge that is the upper one in the data sheet's drawings at the left, so a picture is upright with MV and MX set
(36h, 60h). A driver that forgets one of them sees what a real module shows: false colours, a mirrored or a turned
picture. Without a supply, or asleep, it is dark; the backlight is always on.

Not modelled: scrolling, partial and idle mode, tearing, gamma: their bytes are taken and do nothing to the picture.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Literal, get_args

from simulator.clock import Clock
from simulator.models import png
from simulator.models.png import Rgb
from simulator.models.st7789_memory import COLUMNS, MV, ROWS, FrameMemory, dark

Fault = Literal["silent", "stuck", "bit-errors", "slow", "wrong-version", "gone", "brown-out"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
"""silent: takes nothing and drives nothing. stuck: takes nothing and holds SDO low. bit-errors: now and then a bit
arrives wrong. slow: needs ten times as long to start as its data sheet says. wrong-version: another maker's
identity. gone: unplugged, and afterwards it has forgotten everything; with `gone_after` in the middle of the next
transfer. brown-out: was without its supply for a moment, once."""

MS = 1_000_000
RESET_NS = 10_000
"""The shortest pulse on RESX that counts ("Reset Timing", TRW)."""
COMMAND_NS = 5 * MS
"""After a reset, of either kind, and after sleep out: until the next command (9.1.2, 9.1.12)."""
SLEEP_NS = 120 * MS
"""From a reset or sleep in to sleep out, and from sleep out to sleep in (9.1.2, 9.1.11, 9.1.12)."""
SLOW = 10
BIT_ERRORS = 0.0005
"""With the fault "bit-errors": how many bits arrive wrong."""

_ID = 0x858552  # RDDID: ID1 to ID3 as delivered (9.1.3)
_OTHER_ID = 0x009341  # with the fault "wrong-version": an ILI9341's

# Commands that take bytes and change nothing that is modelled, and how many bytes (9.1.x, 9.2.x).
_IGNORED = {
    0x00: 0, 0x12: 0, 0x26: 1, 0x30: 4, 0x33: 6, 0x34: 0, 0x35: 1, 0x37: 2, 0x38: 0, 0x39: 0, 0x44: 2, 0x51: 1,
    0x53: 1, 0x55: 1, 0x5E: 1, 0xB0: 2, 0xB1: 3, 0xB2: 5, 0xB3: 3, 0xB5: 1, 0xB7: 1, 0xB8: 4, 0xBA: 1, 0xBB: 1,
    0xBC: 1, 0xBD: 1, 0xC0: 1, 0xC1: 3, 0xC2: 2, 0xC3: 1, 0xC4: 1, 0xC5: 1, 0xC6: 1, 0xC7: 1, 0xC8: 1, 0xCA: 1,
    0xCC: 1, 0xD0: 2, 0xD2: 1, 0xDF: 4, 0xE0: 14, 0xE1: 14, 0xE4: 3, 0xE7: 1, 0xE8: 2, 0xE9: 3, 0xEC: 1, 0xFA: 4,
}  # fmt: skip


class St7789:
    """The controller as an SPI slave, and its panel as the eye sees it."""

    def __init__(self, clock: Clock, *, rng: random.Random | None = None) -> None:
        self._clock = clock
        self._rng = random.Random(1) if rng is None else rng
        self._fault: Fault | None = None
        self.unknown_commands: list[int] = []
        self.broken_rules: list[str] = []
        """What the data sheet forbids and a driver did: commands within the waiting times, half pixels, ..."""
        self.changed_ns = 0
        """When the picture last became another: frame memory, or a setting that shows."""
        self.bytes_taken = 0
        self.gone_after = 0
        """With "gone": bytes that still pass, commands among them."""
        self._left = 0
        self._is_gone = False
        self._selected = False
        self._is_data = False
        self._reset_since: int | None = None
        self._act: dict[int, Callable[[], None]] = {
            0x01: self._software_reset, 0x10: self._sleep_in, 0x11: self._sleep_out, 0x13: self._normal,
            0x20: self._invert_off, 0x21: self._invert_on, 0x28: self._off, 0x29: self._on,
            0x2C: self._memory_write,
        }  # fmt: skip
        self._set: dict[int, tuple[int, Callable[[bytes], None]]] = {
            0x2A: (4, self._columns_set), 0x2B: (4, self._rows_set),
            0x36: (1, self._access_set), 0x3A: (1, self._depth_set),
        }  # fmt: skip
        self.power_off()
        self.changed_ns = 0

    def power_off(self) -> None:
        """Lose the supply for a moment. The frame memory then holds noise ("Power On/Off Sequence")."""
        self.memory = FrameMemory(random.Random(self._rng.getrandbits(32)))
        self._defaults()
        self._quiet_until = self._clock.now_ns() + self._slowly(COMMAND_NS)
        self._may_wake = self._clock.now_ns() + self._slowly(SLEEP_NS)
        self._may_sleep = 0

    def _defaults(self) -> None:
        """The registers after any reset; the frame memory keeps what it has (9.1.2)."""
        self.asleep = True
        self.on = False
        self.inverted = False
        self.memory.defaults()
        self._command = -1
        self._given = bytearray()
        self._reply = self._reply_bits = 0
        self._touched()

    @property
    def fault(self) -> Fault | None:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault | None) -> None:
        was, self._fault = self._fault, fault
        self._is_gone = False
        self._left = self.gone_after
        if fault == "gone" and not self._left:
            self._go()
        elif (was == "gone" and fault != "gone") or fault == "brown-out":
            self.power_off()

    def _go(self) -> None:
        self.power_off()
        self._is_gone = True

    @property
    def _mute(self) -> bool:
        return self._is_gone or self._fault in ("silent", "stuck")

    # ---- pins

    def select(self, active: bool) -> None:
        """CSX. Its rising edge ends a command's bytes; a pixel that is half there is lost."""
        if self._selected and not active:
            self._reply_bits = 0
            if self.memory.drop_half():
                self._broken("a pixel ends in the middle")
        self._selected = active

    def data_command(self, level: bool) -> None:
        """D/CX: low for a command, high for its bytes ("Serial Interface")."""
        self._is_data = level

    def reset_pin(self, level: bool) -> None:
        """RESX, active low."""
        now = self._clock.now_ns()
        if not level:
            self._reset_since = now
        elif self._reset_since is not None:
            if now - self._reset_since >= RESET_NS:
                self._defaults()
                self._quiet_until = now + self._slowly(COMMAND_NS)
                self._may_wake = now + self._slowly(SLEEP_NS)
            else:
                self._broken("a reset pulse that is too short")
            self._reset_since = None

    # ---- SPI

    def exchange(self, byte: int) -> int:
        """Eight clocks, top bit first; SDO drives only while an answer is read."""
        if self._fault == "stuck":
            return 0x00
        if not self._selected or self._mute:
            return 0xFF
        if self._reply_bits:
            return self._answer()
        self.write(bytes((byte,)))
        return 0xFF

    def write(self, data: bytes) -> None:
        """Bytes whose answers nobody looks at: the same as `exchange` of each."""
        if not self._selected or self._mute:
            return
        if self._fault == "gone":
            data, rest = data[: self._left], data[self._left :]
            self._left -= len(data)
            if rest:
                self._take(data)
                self._go()
                return
        self._take(data)

    def _take(self, data: bytes) -> None:
        if self._reset_since is not None:
            self._broken("a byte while RESX is low")
            return
        self.bytes_taken += len(data)
        if self._fault == "bit-errors":
            data = bytes(self._garbled(byte) for byte in data)
        if not self._is_data:
            for byte in data:
                self._begin(byte)
        elif self._command == 0x2C:
            if self.memory.take(data):
                self._touched()
        else:
            for byte in data:
                self._argument(byte)

    def _garbled(self, byte: int) -> int:
        for bit in range(8):
            if self._rng.random() < BIT_ERRORS:
                byte ^= 1 << bit
        return byte

    def _answer(self) -> int:
        byte = 0
        for _ in range(8):
            self._reply_bits = max(0, self._reply_bits - 1)
            byte = byte << 1 | (self._reply >> self._reply_bits & 1)
        return self._garbled(byte) if self._fault == "bit-errors" else byte

    # ---- commands

    def _begin(self, command: int) -> None:
        now = self._clock.now_ns()
        self._given.clear()
        self._reply_bits = 0
        if now < self._quiet_until:
            self._early(f"command {command:02X}h within 5 ms after reset or sleep")
            self._command = -1
            return
        self._command = command
        if command in self._act:
            self._act[command]()
        elif not self._asked(command) and command not in self._set and command not in _IGNORED:
            self.unknown_commands.append(command)

    def _asked(self, command: int) -> bool:
        """Reading: 8 bits follow the command at once, 24 and 32 bits after one clock ("Serial Interface")."""
        reply, bits = 0, 8
        if command == 0x04:  # 9.1.3
            reply, bits = self._identity, 25
        elif command == 0x09:  # 9.1.4
            reply, bits = self._status(), 33
        elif command == 0x0A:
            reply = self.power_mode()
        elif command == 0x0B:  # 9.1.6
            reply = self.memory.access
        elif command == 0x0C:  # 9.1.7
            reply = self.memory.depth
        elif command in (0xDA, 0xDB, 0xDC):  # 9.1.46 to 9.1.48
            reply = self._identity >> 8 * (0xDC - command) & 0xFF
        else:
            return False
        self._reply, self._reply_bits = reply, bits
        return True

    @property
    def _identity(self) -> int:
        return _OTHER_ID if self._fault == "wrong-version" else _ID

    def power_mode(self) -> int:
        """RDDPM (9.1.5): booster, sleep out, normal mode, display on."""
        return (0x00 if self.asleep else 0x90) | 0x08 | (0x04 if self.on else 0)

    def _status(self) -> int:
        """RDDST (9.1.4), as far as it is modelled."""
        awake = not self.asleep
        return (
            awake << 31 | (self.memory.access >> 2) << 25 | (self.memory.depth & 7) << 20 | awake << 17 | 1 << 16
            | self.inverted << 13 | self.on << 10
        )  # fmt: skip

    def _argument(self, byte: int) -> None:
        if self._command in self._set:
            count, act = self._set[self._command]
            if len(self._given) < count:
                self._given.append(byte)
                if len(self._given) == count:
                    before = self._look()
                    act(bytes(self._given))
                    if self._look() != before:
                        self._touched()

    def _software_reset(self) -> None:  # 9.1.2
        now = self._clock.now_ns()
        if now < self._may_sleep:
            self._broken("software reset during the sleep-out sequence")
        self._defaults()
        self._quiet_until = now + self._slowly(COMMAND_NS)
        self._may_wake = now + self._slowly(SLEEP_NS)

    def _sleep_in(self) -> None:  # 9.1.11
        now = self._clock.now_ns()
        if not self.asleep:
            if now < self._may_sleep:
                self._broken("sleep in within 120 ms after sleep out")
            self.asleep = True
            self._may_wake = now + SLEEP_NS
            self._quiet_until = now + COMMAND_NS
            self._touched()

    def _sleep_out(self) -> None:  # 9.1.12: nothing happens to one that is awake
        now = self._clock.now_ns()
        if not self.asleep:
            return
        if now < self._may_wake:
            self._early("sleep out within 120 ms after reset or sleep in")
            return
        self.asleep = False
        self._quiet_until = now + self._slowly(COMMAND_NS)
        self._may_sleep = now + SLEEP_NS
        self._touched()

    def _normal(self) -> None:  # 9.1.14: partial mode is not modelled
        pass

    def _invert_off(self) -> None:  # 9.1.15
        self._show(inverted=False)

    def _invert_on(self) -> None:  # 9.1.16
        self._show(inverted=True)

    def _off(self) -> None:  # 9.1.18
        self._show(on=False)

    def _on(self) -> None:  # 9.1.19
        self._show(on=True)

    def _show(self, on: bool | None = None, inverted: bool | None = None) -> None:
        before = self._look()
        self.on = self.on if on is None else on
        self.inverted = self.inverted if inverted is None else inverted
        if self._look() != before:
            self._touched()

    def _memory_write(self) -> None:  # 9.1.22: begins at the corner of the window
        if not self.memory.rewind():
            self._broken(f"pixels of a depth that is not known, {self.memory.depth:02X}h")

    def _columns_set(self, values: bytes) -> None:  # 9.1.20
        self.memory.columns = self._window(values, self.memory.access & MV != 0)

    def _rows_set(self, values: bytes) -> None:  # 9.1.21
        self.memory.rows = self._window(values, self.memory.access & MV == 0)

    def _window(self, values: bytes, along_rows: bool) -> tuple[int, int]:
        end = ROWS if along_rows else COLUMNS
        first, last = values[0] << 8 | values[1], values[2] << 8 | values[3]
        if not first <= last < end:
            self._broken(f"a window from {first} to {last} of {end}")
        return min(first, end - 1), min(max(first, last), end - 1)

    def _access_set(self, values: bytes) -> None:  # 9.1.28: acts on what is written from now on
        self.memory.access = values[0]

    def _depth_set(self, values: bytes) -> None:  # 9.1.32
        self.memory.depth = values[0]

    # ---- the picture

    def image(self) -> list[list[Rgb]]:
        """240 rows of 320 pixels from the top left, as the eye sees the panel on its side."""
        if self._image is None:
            lit = self.on and not self.asleep and not self._is_gone
            self._image = self.memory.picture(self.inverted) if lit else dark()
        return [row[:] for row in self._image]

    def save_png(self, path: Path | str, scale: int = 1) -> None:
        """Write what the eye sees to a file."""
        png.write(path, self.image(), scale)

    def _look(self) -> tuple[int, ...]:
        """The settings that make the same memory look different."""
        return self.on, self.asleep, self.inverted

    def _touched(self) -> None:
        self._image: list[list[Rgb]] | None = None
        self.changed_ns = self._clock.now_ns()

    def _slowly(self, ns: int) -> int:
        return SLOW * ns if self._fault == "slow" else ns

    def _early(self, rule: str) -> None:
        """A driver cannot know that this one is slower than its data sheet."""
        if self._fault != "slow":
            self._broken(rule)

    def _broken(self, rule: str) -> None:
        self.broken_rules.append(rule)
