"""`select.poll` in virtual time: objects are asked by `ioctl`, waiting lets the host's time pass.

Objects are asked in the order of their registration, so that runs are alike.
"""

import simwire

POLLIN = 1
POLLOUT = 4
POLLERR = 8
POLLHUP = 16

_STREAM_POLL = 3
_NONE = ()


class poll:
    def __init__(self):
        self._entries = []

    def _find(self, obj):
        for entry in self._entries:
            if entry[0] is obj:
                return entry
        return None

    def register(self, obj, eventmask=POLLIN | POLLOUT):
        entry = self._find(obj)
        if entry is None:
            self._entries.append([obj, eventmask])
        else:
            entry[1] = eventmask

    def modify(self, obj, eventmask):
        entry = self._find(obj)
        if entry is None:
            raise OSError(2)
        entry[1] = eventmask

    def unregister(self, obj):
        entry = self._find(obj)
        if entry is not None:
            self._entries.remove(entry)

    def _ready(self):
        ready = _NONE
        for entry in self._entries:
            flags = entry[0].ioctl(_STREAM_POLL, entry[1])
            if flags:
                if ready is _NONE:
                    ready = []
                ready.append((entry[0], flags))
        return ready

    def ipoll(self, timeout=-1, flags=0):
        ready = self._ready()
        if ready:
            return ready
        if timeout == 0:
            simwire.tick()  # so that tasks which only yield to each other do not stop time
            return ready
        until = -1 if timeout < 0 else (simwire.now // 1000 + timeout) * 1000
        while True:
            simwire.idle(until)
            ready = self._ready()
            if ready or simwire.now >= until >= 0:
                return ready

    def poll(self, timeout=-1):
        return list(self.ipoll(timeout))
