"""`machine` of the rp2 port, as far as Pitboard's drivers use it. Behind it are the host's chip
models.
"""

import simwire
import wire_ops as ops
from sim_buses import I2C, SPI  # noqa: F401
from sim_uart import UART, mem32, release  # noqa: F401
from simwire import disable_irq, enable_irq  # noqa: F401

PWRON_RESET = 1
WDT_RESET = 3

_PINS = 30
_pads = [None] * _PINS
_cause = PWRON_RESET


class _Pad:
    """What the chip knows about one pin; `Pin` objects of the same number share it."""

    def __init__(self, number):
        self.number = number
        self.level = 0
        self.output = False
        self.handler = None
        self.trigger = 0
        self.pin = None
        self.flags = 0


def _pad(number):
    if not 0 <= number < _PINS:
        raise ValueError("invalid pin")
    pad = _pads[number]
    if pad is None:
        pad = _pads[number] = _Pad(number)
    return pad


class _Irq:
    """What `Pin.irq` returns."""

    def __init__(self, pad):
        self._pad = pad

    def flags(self):
        return self._pad.flags

    def trigger(self):
        return self._pad.trigger


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        if isinstance(id, Pin):
            self._pad = id._pad
        else:
            self._pad = _pad(id)
        if mode != -1:
            self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None):
        pad = self._pad
        pulls = 0 if pull is None or pull == -1 else pull
        if value is not None:
            self.value(value)
        pad.output = mode == Pin.OUT
        level = simwire.request(ops.PIN_MODE, pad.number, (1 if pad.output else 0) | pulls << 4)
        if pad.output:
            pad.level = pad.level if value is None else (1 if value else 0)
            simwire.post(ops.PIN_OUT, pad.number, pad.level)
        else:
            pad.level = level

    def value(self, *args):
        pad = self._pad
        if not args:
            simwire.tick()  # so that a loop that waits for a level ends
            return pad.level
        level = 1 if args[0] else 0
        if pad.output and level != pad.level:
            pad.level = level
            simwire.post(ops.PIN_OUT, pad.number, level)
        return None

    def __call__(self, *args):
        return self.value(*args)

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def toggle(self):
        self.value(not self._pad.level)

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING, *, priority=1, hard=False):
        pad = self._pad
        trigger = trigger if handler is not None else 0
        if trigger != pad.trigger:
            simwire.post(ops.PIN_IRQ, pad.number, trigger)
        pad.handler = handler
        pad.trigger = trigger
        pad.pin = self
        return _Irq(pad)

    def __repr__(self):
        return "Pin(GPIO%d)" % self._pad.number


def _run(pad, edges):
    edges &= pad.trigger
    if edges and pad.handler is not None:
        pad.flags = edges
        pad.handler(pad.pin)


def _edge_of(pad, level):
    """Take a level; the edge it was, or 0."""
    if level == pad.level or pad.output:
        return 0
    pad.level = level
    return Pin.IRQ_RISING if level else Pin.IRQ_FALLING


def _on_level(number, level, _data):
    pad = _pad(number)
    _run(pad, _edge_of(pad, level))


def _on_edge(number, _b, _data):
    _run(_pad(number), Pin.IRQ_FALLING)


def _on_held(batch):
    """Interrupts were held off: the chip latched which edges came, and calls each handler once."""
    release()
    latched = {}
    others = []
    for kind, a, b, _when in batch:
        if kind == ops.EV_LEVEL:
            edges = _edge_of(_pad(a), b)
        elif kind == ops.EV_EDGE:
            edges = Pin.IRQ_FALLING
        else:
            others.append((kind, a, b))
            continue
        latched[a] = latched.get(a, 0) | edges
    for number in sorted(latched):
        _run(_pad(number), latched[number])
    for kind, a, b in others:
        simwire.on_event[kind](a, b, None)


simwire.on_event[ops.EV_LEVEL] = _on_level
simwire.on_event[ops.EV_EDGE] = _on_edge
simwire.on_event["held"] = _on_held


class PWM:
    def __init__(self, dest, *, freq=0, duty_u16=None):
        self._pad = Pin(dest)._pad
        self._freq = freq
        self._duty = duty_u16 or 0
        self._send()

    def _send(self):
        simwire.post(ops.PWM, self._pad.number, self._freq << 16 | self._duty)

    def freq(self, *args):
        if not args:
            return self._freq
        if args[0] < 8:
            raise ValueError("freq too small")  # a slice of a 125 MHz chip goes no slower
        self._freq = args[0]
        return self._send()

    def duty_u16(self, *args):
        if not args:
            return self._duty
        self._duty = min(max(args[0], 0), 65535)
        return self._send()

    def deinit(self):
        self._duty = 0
        self._send()


def unique_id():
    return b"\xe6\x61\x41\x04\x03\x12\x34\x56"


def freq(*_args):
    return 125000000


def idle():
    simwire.tick()


def reset_cause():
    return _cause


def set_reset_cause(cause):
    """For the runner: what the host says."""
    global _cause
    _cause = cause


def reset():
    simwire.request(ops.RESET, 0, 0)
    raise SystemExit(0)
