"""`time` in virtual time, with the ticks of the rp2 port (they wrap at 2**30).

asyncio gets the `wide_*` functions instead (run_firmware.py): C code of the unix port stamps tasks
that may run at once with the real clock, and an epoch 2**40 ms ahead sorts those before every
virtual time.
"""

import simwire
from utime import gmtime, localtime, mktime  # noqa: F401

_PERIOD = 1 << 30
_HALF = 1 << 29
_EPOCH_MS = 1 << 40
_START_S = 1609459200  # the rp2 port's clock starts at 2021-01-01


def ticks_ms():
    simwire.tick()
    return simwire.now // 1000 & (_PERIOD - 1)


def ticks_us():
    simwire.tick()
    return simwire.now & (_PERIOD - 1)


ticks_cpu = ticks_us


def ticks_diff(end, start):
    return ((end - start + _HALF) & (_PERIOD - 1)) - _HALF


def ticks_add(ticks, delta):
    return (ticks + delta) & (_PERIOD - 1)


def sleep_ms(ms):
    if ms > 0:
        simwire.sleep_until(simwire.now + ms * 1000)


def sleep_us(us):
    if us > 0:
        simwire.sleep_until(simwire.now + us)


def sleep(seconds):
    sleep_us(int(seconds * 1000000))


def time():
    return _START_S + simwire.now // 1000000


def time_ns():
    return _START_S * 1000000000 + simwire.now * 1000


def wide_ticks_ms():
    return _EPOCH_MS + simwire.now // 1000


def wide_ticks_diff(end, start):
    return end - start


def wide_ticks_add(ticks, delta):
    return ticks + delta
