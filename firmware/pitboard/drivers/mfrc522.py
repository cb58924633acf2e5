"""MFRC522, reader for tags of 13.56 MHz, over SPI: the chip only, one frame and its answer at a time.

`start` hands the chip a frame and returns; `poll` tells how it went. Neither waits. Whatever shows that the bus or
the chip is not to be trusted raises OSError: the caller begins anew with `begin`. The bus runs at 10 Mbit/s at most,
in mode 0; whoever shares it and needs more puts it back.

NXP MFRC522 data sheet rev 3.9: 8.1.2 SPI, 8.5 timer, 9.3 registers, 10.3 commands.
"""

import asyncio
from time import ticks_add, ticks_diff, ticks_us

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import SPI, Pin

    from pitboard.drivers.spi_bus import Select

# What `poll` says; app/iso14443.py knows the same numbers.
BUSY = const(0)
DONE = const(1)  # `answer` has `bits` bits
NO_ANSWER = const(2)  # the chip sent, listened for the whole time and heard nothing
COLLIDED = const(3)  # several tags sent different bits; the first is number `collision`, from 1, 0 if it is not known
GARBLED = const(4)  # something was heard that is no sound frame

MOST = const(64)  # bytes of the FIFO: of a frame and of an answer

_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_FIFO_DATA = const(0x09)
_FIFO_LEVEL = const(0x0A)
_CONTROL = const(0x0C)
_BIT_FRAMING = const(0x0D)
_COLL = const(0x0E)
_TX_CONTROL = const(0x14)
_T_RELOAD_HIGH = const(0x2C)
_T_RELOAD_LOW = const(0x2D)
_VERSION = const(0x37)

_IDLE = const(0x00)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)
_POWER_DOWN = const(0x10)  # in CommandReg: not ready yet
_TIMER_IRQ = const(0x01)
_RX_IRQ = const(0x20)
_TX_IRQ = const(0x40)
_EVENTS = const(0x61)
_COLL_ERR = const(0x08)
_OTHER_ERRS = const(0x17)  # overflow, CRC, parity, protocol
_NO_SUCH_ERR = const(0x20)  # reserved: reads as 0, unless there is no chip
_FIELD_ON = const(0x83)  # both antenna drivers
_FIELD_OFF = const(0x80)

_TICK_US = const(25)
_SETTINGS = (
    b"\x2a\x80"  # TMode: the timer starts by itself behind the last bit that is sent
    b"\x2b\xa9"  # TPrescaler: 13.56 MHz / (2 * 169 + 1) is 40 kHz
    b"\x15\x40"  # TxASK: 100 %, as type A wants it
    b"\x11\x3d"  # Mode: nothing is sent without a field; CRC preset 6363
    b"\x12\x00"  # TxMode: 106 kbit/s; no CRC: it is made and checked behind the bus, which may fail, too
    b"\x13\x08"  # RxMode: the same; less than four bits are no answer
    b"\x26\x58"  # RFCfg: 38 dB; with 48 dB, the most, readers hear noise
)
_BYTE_US = const(85)  # nine bits at 106 kbit/s
_LATE_US = const(5000)  # more than the chip's own time-out: it is lost
_START_MS = const(60)
_GUARD_MS = const(6)  # a tag is awake 5 ms after the field came (ISO/IEC 14443-3, 5.2)

_EIO = const(5)
_ENODEV = const(19)
_ETIMEDOUT = const(110)


class Mfrc522:
    """One reader. `cs` and `reset` are outputs, the latter None if the line is not wired."""

    def __init__(self, spi: "SPI", cs: "Pin | Select", reset: "Pin | None") -> None:
        self.bits = 0
        self.collision = 0
        self._spi = spi
        self._cs = cs
        self._reset = reset
        self._out = bytearray(2)
        self._in = bytearray(2)
        self._fifo = bytearray(MOST + 1)  # the first byte goes with the address
        self._view = memoryview(self._fifo)
        self.answer = self._view[1:]
        self._deadline = 0
        cs.value(1)

    # -- set-up -------------------------------------------------------------------------------

    async def begin(self) -> int:
        """Reset, set up, field on; returns the version byte. 91h and 92h are NXP's, clones have others."""
        reset = self._reset
        if reset is not None:
            reset.value(0)  # 8.8.1: for 100 ns at least
            await asyncio.sleep_ms(1)
            reset.value(1)
            await self._started()
        self._write(_COMMAND, _SOFT_RESET)
        await self._started()
        version = self._read(_VERSION)
        if version in (0, 255) or version != self._read(_VERSION):
            raise OSError(_ENODEV)
        for at in range(0, len(_SETTINGS), 2):
            self._write(_SETTINGS[at], _SETTINGS[at + 1])
            if self._read(_SETTINGS[at]) != _SETTINGS[at + 1]:
                raise OSError(_EIO)
        self.field(True)
        await asyncio.sleep_ms(_GUARD_MS)
        return version

    async def _started(self) -> None:
        """8.8.2: its clock must run first; without a chip this is over at once, or after its limit."""
        for _ in range(_START_MS):
            await asyncio.sleep_ms(1)
            if not self._read(_COMMAND) & _POWER_DOWN:
                return
        raise OSError(_ENODEV)

    def field(self, on: bool) -> None:
        """Without a field tags forget what they were; wait 6 ms after either."""
        self._write(_TX_CONTROL, _FIELD_ON if on else _FIELD_OFF)

    # -- frames -------------------------------------------------------------------------------

    def start(self, frame: "bytes | bytearray", bits: int, limit_us: int) -> None:
        """Send the first `bits` bits of `frame` and wait `limit_us` for an answer to begin."""
        count = (bits + 7) >> 3
        self._write(_COMMAND, _IDLE)
        self._write(_FIFO_LEVEL, 0x80)  # flush
        self._write(_COM_IRQ, 0x7F)  # clear all
        reload = limit_us // _TICK_US
        self._write(_T_RELOAD_HIGH, reload >> 8)
        self._write(_T_RELOAD_LOW, reload & 255)
        fifo = self._fifo
        fifo[0] = _FIFO_DATA << 1
        fifo[1 : count + 1] = frame[:count]
        cs = self._cs
        cs.value(0)
        self._spi.write(self._view[: count + 1])
        cs.value(1)
        # A write that was lost shows here: an old answer must not be taken for the new one.
        if self._read(_COM_IRQ) & _EVENTS or self._read(_FIFO_LEVEL) != count:
            raise OSError(_EIO)
        self._write(_COMMAND, _TRANSCEIVE)
        self._write(_BIT_FRAMING, 0x80 | bits & 7)  # StartSend
        self._deadline = ticks_add(ticks_us(), count * _BYTE_US + limit_us + MOST * _BYTE_US + _LATE_US)

    def poll(self) -> int:
        """How the frame went."""
        irq = self._read(_COM_IRQ)
        if irq & _RX_IRQ:
            return self._heard()
        if irq & _TIMER_IRQ and self._read(_COM_IRQ) == irq:
            return self._silence(irq)
        if ticks_diff(ticks_us(), self._deadline) > 0:
            raise OSError(_ETIMEDOUT)
        return BUSY

    def _silence(self, irq: int) -> int:
        """Nobody has answered: is it sure that somebody was asked? A chip that lost its settings has no field."""
        self._write(_COMMAND, _IDLE)
        if not irq & _TX_IRQ or self._read(_TX_CONTROL) != _FIELD_ON:
            raise OSError(_EIO)
        return NO_ANSWER

    def _heard(self) -> int:
        errors = self._read(_ERROR)
        count = self._read(_FIFO_LEVEL)
        last = self._read(_CONTROL) & 7
        if errors & _NO_SUCH_ERR or count > MOST:
            raise OSError(_EIO)
        if errors & _COLL_ERR:
            coll = self._read(_COLL)
            self.collision = 0 if coll & 0x20 else (coll & 0x1F or 32)
        elif not errors & _OTHER_ERRS and count:
            self.bits = count * 8 - (8 - last if last else 0)
            cs = self._cs
            cs.value(0)
            self._spi.readinto(self._view[: count + 1], 0x80 | _FIFO_DATA << 1)
            cs.value(1)
        self._write(_COMMAND, _IDLE)
        if errors & _COLL_ERR:
            return COLLIDED
        return GARBLED if errors & _OTHER_ERRS or not count else DONE

    # -- registers ----------------------------------------------------------------------------

    def _write(self, register: int, value: int) -> None:
        out = self._out
        out[0] = register << 1
        out[1] = value
        self._cs.value(0)
        self._spi.write(out)
        self._cs.value(1)

    def _read(self, register: int) -> int:
        out = self._out
        out[0] = 0x80 | register << 1
        out[1] = 0
        self._cs.value(0)
        self._spi.write_readinto(out, self._in)
        self._cs.value(1)
        return self._in[1]
