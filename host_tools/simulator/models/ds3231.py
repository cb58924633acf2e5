"""A Maxim DS3231: a clock with its own crystal and battery, on I2C.

Follows the data sheet 19-5170, by the headings of its description: "Address Map" (figure 1;
the pointer wraps from 12h to 00h; the time is copied for reading on a START and when the pointer comes
to 00h), "Clock and Calendar" (BCD, 12 and 24 hours, the century bit; writing the seconds resets the
countdown chain), "Control Register (0Eh)", "Status Register (0Fh)" (OSF and the alarm flags can only
be written to 0), "Aging Offset", "Temperature Registers", "I2C Serial Data Bus".

Alarms are kept as bytes and never go off, and the outputs INT/SQW and 32kHz are not wired. A year
that 4 divides is a leap year ("valid up to 2100"). The time after a first power-on is not defined
there; modules in the field show 01/01/00 00:00:00.
"""

import random

from simulator.clock import Clock
from simulator.models.i2c_slave import FAULTS, I2cSlave

LAST = 0x12
SECONDS, MINUTES, HOURS, DAY, DATE, MONTH, YEAR = range(7)
CONTROL, STATUS, AGING, TEMPERATURE = 0x0E, 0x0F, 0x10, 0x11
EOSC, CONV = 0x80, 0x20
OSF, EN32KHZ, BSY, ALARMS = 0x80, 0x08, 0x04, 0x03

CONTROL_AT_POWER_ON = 0x1C  # INTCN, RS2 and RS1
TWELVE_HOURS, PM, CENTURY = 0x40, 0x20, 0x80
# Bits that are there, of each register; the others read as 0 (figure 1).
_BITS = (
    0x7F, 0x7F, 0x7F, 0x07, 0x3F, 0x9F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x8F, 0xFF, 0xFF, 0xC0,
)  # fmt: skip
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
SECOND_NS = 1_000_000_000
HOUR_S = 3600


def bcd(number: int) -> int:
    return number // 10 << 4 | number % 10


def binary(byte: int) -> int:
    return (byte >> 4) * 10 + (byte & 0x0F)


class Ds3231(I2cSlave):
    """The clock. It runs on the simulator's time, also while the board has no power."""

    faults = (*FAULTS, "wrong-time", "stopped")

    def __init__(
        self, clock: Clock, address: int = 0x68, *, rng: random.Random | None = None
    ) -> None:
        super().__init__(address, rng)
        self._clock = clock
        self.battery = True
        """Whether the cell in its holder has charge."""
        self._powered = True
        self._reset()

    # ---- supply

    def power_off(self) -> None:
        """Lose VCC. With a battery the time goes on (unless EOSC says otherwise), without one all is lost.

        VCC is back when somebody speaks on the bus.
        """
        self._tick()
        self._powered = False
        self._selected = False
        if not self.battery:
            self._reset()
        elif self.registers[CONTROL] & EOSC:
            self.registers[STATUS] |= OSF

    def _brown_out(self) -> None:
        """Both supplies were too low for the oscillator and the registers."""
        self._reset()

    def _reset(self) -> None:
        """The first power-on."""
        self.registers = bytearray(LAST + 1)
        self.registers[CONTROL] = CONTROL_AT_POWER_ON
        self.registers[STATUS] = OSF | EN32KHZ
        self.registers[TEMPERATURE : TEMPERATURE + 2] = b"\x19\x40"  # 25.25 degrees
        self.second, self.minute, self.hour, self.day, self.date, self.month, self.year = 0, 0, 0, 1, 1, 1, 0
        self.century = False
        self._twelve = False
        self._begun_ns = self._clock.now_ns()
        self._pointer = 0
        self._addressed = False
        self._copy = bytes(7)

    # ---- time

    def jump(self, seconds: int) -> None:
        """The time is suddenly another: the fault "wrong-time" is a jump of an hour back."""
        self._tick()
        self._add(seconds)

    def _fault_changed(self, before: str | None) -> None:
        if before == "stopped":
            self._begun_ns = self._clock.now_ns()
        if self._fault == "wrong-time":
            self.jump(-HOUR_S)
        elif self._fault == "stopped":
            self._tick()
            self.registers[STATUS] |= OSF

    def _is_running(self) -> bool:
        if self._fault == "stopped":
            return False
        return self._powered or (self.battery and not self.registers[CONTROL] & EOSC)

    def _tick(self) -> None:
        """Bring the counters up to now."""
        passed = (self._clock.now_ns() - self._begun_ns) // SECOND_NS
        self._begun_ns += passed * SECOND_NS
        if self._is_running():
            self._add(passed)

    def _add(self, seconds: int) -> None:
        minutes, self.second = divmod(self.second + seconds, 60)
        hours, self.minute = divmod(self.minute + minutes, 60)
        days, self.hour = divmod(self.hour + hours, 24)
        for _ in range(days):
            self._next_day()
        for _ in range(-days):
            self._day_before()

    def _month_length(self) -> int:
        if self.month == 2 and self.year % 4 == 0:
            return 29
        return _LENGTHS[(self.month - 1) % 12]

    def _next_day(self) -> None:
        self.day = self.day % 7 + 1
        self.date += 1
        if self.date > self._month_length():
            self.date = 1
            self.month += 1
        if self.month > 12:
            self.month = 1
            self.year += 1
        if self.year > 99:
            self.year = 0
            self.century = not self.century

    def _day_before(self) -> None:
        """Only for a fault: no clock runs backwards by itself."""
        self.day = (self.day - 2) % 7 + 1
        self.date -= 1
        if self.date:
            return
        self.month -= 1
        if not self.month:
            self.month = 12
            self.year = (self.year - 1) % 100
        self.date = self._month_length()

    # ---- registers

    def _time_bytes(self) -> bytes:
        hour = bcd(self.hour)
        if self._twelve:
            hour = TWELVE_HOURS | (PM if self.hour >= 12 else 0) | bcd((self.hour - 1) % 12 + 1)
        month = bcd(self.month) | (CENTURY if self.century else 0)
        return bytes(
            (bcd(self.second), bcd(self.minute), hour, self.day, bcd(self.date), month, bcd(self.year))
        )

    def _write_time(self, at: int, byte: int) -> None:
        if at == SECONDS:
            self.second = binary(byte)
            self._begun_ns = self._clock.now_ns()  # the countdown chain begins anew
        elif at == MINUTES:
            self.minute = binary(byte)
        elif at == HOURS:
            self._twelve = bool(byte & TWELVE_HOURS)
            if self._twelve:
                self.hour = binary(byte & 0x1F) % 12 + (12 if byte & PM else 0)
            else:
                self.hour = binary(byte & 0x3F)
        elif at == DAY:
            self.day = byte
        elif at == DATE:
            self.date = binary(byte)
        elif at == MONTH:
            self.month = binary(byte & 0x1F)
            self.century = bool(byte & CENTURY)
        else:
            self.year = binary(byte)

    def _write_register(self, at: int, byte: int) -> None:
        byte &= _BITS[at]
        if at <= YEAR:
            self._tick()
            self._write_time(at, byte)
        elif at == STATUS:
            kept = self.registers[STATUS] & (OSF | ALARMS) & byte  # only from 1 to 0
            kept |= OSF if self._fault == "stopped" else 0
            self.registers[STATUS] = kept | byte & EN32KHZ | self.registers[STATUS] & BSY
        elif at == CONTROL:
            self.registers[CONTROL] = byte & ~CONV  # a conversion is over before anybody can ask
        elif at <= AGING:
            self.registers[at] = byte

    # ---- I2C

    def _begin(self, read: bool) -> None:
        if not self._powered:
            self._tick()
            self._powered = True
        self._addressed = read  # a write begins with the register's address
        self._latch()

    def _latch(self) -> None:
        self._tick()
        self._copy = self._time_bytes()

    def _take(self, byte: int) -> bool:
        if not self._addressed:
            self._addressed = True
            self._pointer = byte if byte <= LAST else 0
            return True
        self._write_register(self._pointer, byte)
        self._step()
        return True

    def _give(self) -> int:
        at = self._pointer
        self._step()
        return self._copy[at] if at <= YEAR else self.registers[at]

    def _step(self) -> None:
        self._pointer += 1
        if self._pointer > LAST:
            self._pointer = 0
            self._latch()
