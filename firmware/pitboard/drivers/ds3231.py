"""DS3231 on I2C: the time in seconds since 1970, from 2000 to 2099.

The time is read twice and must agree, for a wrong bit is still a time. `trusted` is False after the oscillator has
stopped (OSF, status register): then the time is wrong by nobody knows how much. Each step is one transfer and takes
0.5 ms at 400 kHz.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import I2C

_EIO = const(5)
_TIME = const(7)  # bytes: seconds, minutes, hours, day, date, month, year (figure 1 of the data sheet)
_STATUS = const(0x0F)
_OSF = const(0x80)
_UNUSED = const(0x70)  # bits of the status that are always 0
_RUNNING = const(0x1C)  # control as after power-on, the oscillator runs on the battery too
_CONTROL = const(0x0E)
_TWELVE = const(0x40)  # of the hours: 12-hour mode
_PM = const(0x20)
_2000 = const(946684800)  # 1 January 2000
_DAY_S = const(86400)
_FOUR_YEARS = const(1461)  # days, the first year has 366
_STARTS = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 366)  # of the months, in days; the last never comes


def _number(byte: int, most: int) -> int:
    """Of two decimal digits; raises OSError if they are none."""
    number = (byte >> 4) * 10 + (byte & 15)
    if byte & 15 > 9 or number > most:
        raise OSError(_EIO)
    return number


def _digits(number: int) -> int:
    return number // 10 << 4 | number % 10


def _is_after_february(year: int, month: int) -> bool:
    """Whether the 29th of February lies before this month (from 1)."""
    return year % 4 == 0 and month > 2


class Ds3231:
    def __init__(self, i2c: "I2C", address: int) -> None:
        self._i2c = i2c
        self._address = address
        self._bytes = bytearray(_STATUS + 1)
        self._before = 0
        self._status = 0
        self.trusted = False

    def ask(self) -> None:
        """The first of two reads; `now` at once afterwards. Raises OSError if it does not answer."""
        self._before = self._read()
        self._status = self._bytes[_STATUS]

    def now(self) -> int:
        """Seconds since 1970, read again. Raises OSError if it does not answer, or not the same."""
        now, status = self._read(), self._status
        if not 0 <= now - self._before <= 1 or status != self._bytes[_STATUS] or status & _UNUSED:
            raise OSError(_EIO)
        self.trusted = not status & _OSF
        return now

    def set(self, seconds: int) -> None:
        """Set it to seconds since 1970; it is trusted from now on. Raises OSError."""
        days, rest = divmod(seconds - _2000, _DAY_S)
        four, day = divmod(days, _FOUR_YEARS)
        year = 4 * four
        if day >= 366:
            year += (day - 1) // 365
            day = (day - 1) % 365
        month = 1
        while day >= _STARTS[month] + _is_after_february(year, month + 1):
            month += 1
        day -= _STARTS[month - 1] + _is_after_february(year, month)
        found = self._bytes
        for at in range(_TIME, _STATUS + 1):  # no alarms, and OSF off
            found[at] = 0
        found[_CONTROL] = _RUNNING
        found[0] = _digits(rest % 60)
        found[1] = _digits(rest // 60 % 60)
        found[2] = _digits(rest // 3600)
        found[3] = (days + 5) % 7 + 1  # Monday is 1
        found[4] = _digits(day + 1)
        found[5] = _digits(month)
        found[6] = _digits(year)
        self._i2c.writeto_mem(self._address, 0, found)
        self._before, self._status = seconds, 0  # what a `now` that is on its way has to agree with

    def _read(self) -> int:
        found = self._bytes
        found[0] = 255  # no time: `machine.I2C` leaves the buffer alone where the chip does not take the address
        self._i2c.readfrom_mem_into(self._address, 0, found)
        hour = found[2]
        if hour & _TWELVE:
            hour = _number(hour & 31, 12) % 12 + (12 if hour & _PM else 0)
        else:
            hour = _number(hour, 23)
        year, month, date = _number(found[6], 99), _number(found[5], 12), _number(found[4], 31)
        if not (month and date):
            raise OSError(_EIO)
        days = year * 365 + (year + 3) // 4 + _STARTS[month - 1] + _is_after_february(year, month) + date - 1
        minutes = (days * 24 + hour) * 60 + _number(found[1], 59)
        return _2000 + minutes * 60 + _number(found[0], 59)
