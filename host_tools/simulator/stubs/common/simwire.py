"""The firmware's end of the wire: virtual time, requests to the host, events from its replies.

`now` (us since the table got power) is the host's time, plus 1 us for every look at the clock, so
that a loop that waits by looking ends. When it reaches `horizon` (the next thing that happens
outside) the host is asked, so such a loop also sees pins change.

`transport` (one per VM) moves bytes: `send(buf, n)` and `receive(buf, n)`.
"""

import struct
from array import array

import wire_ops as ops
from transport import receive, send

now = 0
horizon = 0
heap_wanted = False
on_event = {}  # kind -> function(a, b, data or None): set by the stubs that take such events

_tx = bytearray(9216)
_used = ops.HEAD
_reply = array("q", (0, 0, 0, 0))
_events = bytearray(ops.EVENT_ROOM)
_view = memoryview(_events)
_pack_into = struct.pack_into
_LATEST_US = 100
_spent_ns = 0  # what is left below a microsecond

_queue = []  # interrupts that wait: (kind, a, b, time in us)
_held = False
_dispatching = False
_irq_off = 0


def tick():
    """A look at the clock costs 1 us."""
    global now
    now += 1
    if now >= horizon and not _dispatching:
        request(ops.SYNC, 0, 0)


def spend(ns):
    """Time passes on a wire while the core waits for its end."""
    global now, _spent_ns
    _spent_ns += ns
    now += _spent_ns // 1000
    _spent_ns %= 1000
    if now >= horizon and not _dispatching:
        request(ops.SYNC, 0, 0)


def post(op, a, b, data=None):
    """Queue a message that needs no answer."""
    n = len(data) if data is not None else 0
    if _used + ops.MESSAGE + n > len(_tx) - 6000:  # keep room for the largest request
        request(ops.SYNC, 0, 0)
    _append(op, a, b, data, n)
    soon()


def soon():
    """Outputs wait for the next request, but not longer than this if the firmware never rests."""
    global horizon
    if horizon > now + _LATEST_US:
        horizon = now + _LATEST_US


def _append(op, a, b, data, n):
    global _used
    at = _used
    _pack_into("<BBHq", _tx, at, op, a, n, b)
    at += ops.MESSAGE
    if n:
        _tx[at : at + n] = data
        at += n
    _used = at


def request(op, a, b, data=None, into=None):
    """Send everything queued and this request; wait; take the reply. Returns the result."""
    global _used, now, horizon
    before_request()
    _append(op, a, b, data, len(data) if data is not None else 0)
    _pack_into("<IQ", _tx, 0, _used - ops.HEAD, now)
    send(_tx, _used)
    _used = ops.HEAD
    receive(_reply, 32)
    now = _reply[0]
    horizon = _reply[1]
    result = _reply[2]
    n = _reply[3]
    if n:
        receive(_events, n)
    if into is not None and result >= 0:
        receive(into, len(into))
    if n:
        _take_events(n)
        run_interrupts()
    return result


def before_request():
    """Replaced by the console stub: adds what it has gathered."""


def idle(until):
    """Let time pass until `until` (us, -1: no limit) or an interrupt, whichever is first."""
    global heap_wanted
    request(ops.IDLE, 0, until)
    if heap_wanted:
        heap_wanted = False
        free, allocated = heap_figures()
        request(ops.HEAP, 0, free << 32 | allocated)


def heap_figures():
    """Free and allocated bytes after a collection."""
    import gc

    gc.collect()
    return gc.mem_free(), gc.mem_alloc()


def sleep_until(until):
    """Busy waiting: interrupts run meanwhile."""
    while now < until:
        idle(until)


def _take_events(n):
    global _held, heap_wanted
    at = 0
    ev = _events
    while at < n:
        kind = ev[at]
        a = ev[at + 1]
        b = ev[at + 2] | ev[at + 3] << 8
        ago = ev[at + 4] | ev[at + 5] << 8 | ev[at + 6] << 16 | ev[at + 7] << 24
        at += ops.EVENT
        if kind == ops.EV_LEVEL or kind == ops.EV_EDGE or kind == ops.EV_DMA:
            _queue.append((kind, a, b, now - ago))
        elif kind == ops.EV_HEAP:
            heap_wanted = True
        elif kind == ops.EV_HELD:
            _held = True
        elif kind == ops.EV_CONSOLE_STATE:
            _handle(kind, a, b, None)
        else:
            _handle(kind, a, b, _view[at : at + b])
            at += b


def _handle(kind, a, b, data):
    handler = on_event.get(kind)
    if handler is not None:
        handler(a, b, data)


def interrupts_held():
    """True for events that came with interrupts held off: the UART FIFO was all there was."""
    return _held


def run_interrupts():
    """Run the handlers of what has come, each at its own time; held ones once per pin."""
    global _dispatching, _held, now
    if _dispatching or _irq_off:
        return
    _dispatching = True
    try:
        while _queue or _held:
            if _held:
                batch = _queue[:]
                del _queue[:]
                _held = False
                on_event["held"](batch)
                continue
            kind, a, b, when = _queue.pop(0)
            spent = now - when
            now = when
            try:
                _handle(kind, a, b, None)
            finally:
                now += spent
    finally:
        _dispatching = False


def disable_irq():
    global _irq_off
    before = _irq_off
    _irq_off = 1
    return before


def enable_irq(state):
    global _irq_off, _held
    _irq_off = state
    if not state and _queue:
        _held = True  # edges were latched, not counted
        run_interrupts()
