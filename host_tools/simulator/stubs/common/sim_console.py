"""The USB serial port as streams like `sys.stdin.buffer` and `sys.stdout.buffer` of the rp2 port.

Reading blocks until every byte asked for is there. Writing fills a 256-byte FIFO that the host
empties; past it a write blocks for 500 ms after the last byte that went, then gives up
(shared/tinyusb in MicroPython does the same).
"""

import io

import simwire
import wire_ops as ops

_STREAM_POLL = 3
_POLLIN = 1
_POLLOUT = 4
_TX_TIMEOUT_US = 500000

_ring = bytearray(ops.CONSOLE_RING)
_first = 0
_waiting = 0
_taken = 0
_out = bytearray(1024)
_out_used = 0
_out_view = memoryview(_out)
_stalled = False
_connected = True
_room = ops.CONSOLE_FIFO


def _on_bytes(_a, n, data):
    global _waiting
    put = _first + _waiting
    for byte in data:
        _ring[put % ops.CONSOLE_RING] = byte
        put += 1
    _waiting += n


def _on_state(flags, room, _data):
    global _stalled, _connected, _room
    _stalled = bool(flags & 1)
    _connected = bool(flags & 2)
    _room = room


simwire.on_event[ops.EV_CONSOLE] = _on_bytes
simwire.on_event[ops.EV_CONSOLE_STATE] = _on_state


def _flush():
    """Add what was written and read since to the batch that is about to go."""
    global _out_used, _taken
    if _out_used:
        used = _out_used
        _out_used = 0
        simwire._append(ops.CONSOLE_TX, 0, 0, _out_view[:used], used)
    if _taken:
        taken = _taken
        _taken = 0
        simwire._append(ops.CONSOLE_TAKEN, 0, taken, None, 0)


simwire.before_request = _flush


class Console(io.IOBase):
    """Both directions of the port."""

    def ioctl(self, request, flags):
        if request != _STREAM_POLL:
            return -1
        ready = 0
        if flags & _POLLIN and _waiting:
            ready = _POLLIN
        if flags & _POLLOUT and (not _connected or not _stalled or _room > 0):
            ready |= _POLLOUT
        return ready

    def readinto(self, buf, nbytes=-1):
        global _first, _waiting, _taken
        n = len(buf) if nbytes < 0 else nbytes
        for at in range(n):
            while not _waiting:
                simwire.idle(-1)
            buf[at] = _ring[_first]
            _first = (_first + 1) % ops.CONSOLE_RING
            _waiting -= 1
            _taken += 1
        return n

    def read(self, n=-1):
        buf = bytearray(_waiting if n < 0 else n)
        self.readinto(buf)
        return bytes(buf)

    def write(self, buf):
        global _out_used, _room
        n = len(buf)
        at = 0
        give_up = simwire.now + _TX_TIMEOUT_US
        while at < n:
            count = min(n - at, len(_out) - _out_used)
            if _stalled and _connected:
                count = min(count, _room)
                _room -= count
            if count:
                _out[_out_used : _out_used + count] = buf[at : at + count]
                _out_used += count
                at += count
                give_up = simwire.now + _TX_TIMEOUT_US
            if at < n:
                if _out_used == len(_out):
                    simwire.request(ops.SYNC, 0, 0)
                elif simwire.now >= give_up:
                    break
                else:
                    simwire.idle(give_up)
        simwire.soon()
        return at
