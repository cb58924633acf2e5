"""Event, ThreadSafeFlag, Lock and StreamReader of MicroPython's asyncio, for CPython."""

from asyncio import core


class Event:
    def __init__(self):
        self._set = False
        self._waiting = core.TaskQueue()

    def is_set(self):
        return self._set

    def set(self):
        while self._waiting.peek() is not None:
            core.loop().queue.push(self._waiting.pop())
        self._set = True

    def clear(self):
        self._set = False

    async def wait(self):
        if not self._set:
            self._waiting.push(core.loop().current)
            core.loop().current.data = self._waiting
            await core.pause()
        return True


class ThreadSafeFlag:
    def __init__(self):
        self._set = 0

    def ioctl(self, request, flags):
        return self._set * flags if request == 3 else -1

    def set(self):
        self._set = 1

    def clear(self):
        self._set = 0

    async def wait(self):
        if not self._set:
            core.loop().io.wait_for(self, 0)
            await core.pause()
        self._set = 0


class Lock:
    def __init__(self):
        self._state = 0  # 0 free, 1 taken, or the task that takes it next
        self._waiting = core.TaskQueue()

    def locked(self):
        return self._state == 1

    def release(self):
        if self._state != 1:
            raise RuntimeError("Lock not acquired")
        if self._waiting.peek() is not None:
            self._state = self._waiting.pop()
            core.loop().queue.push(self._state)
        else:
            self._state = 0

    async def acquire(self):
        if self._state != 0:
            self._waiting.push(core.loop().current)
            core.loop().current.data = self._waiting
            try:
                await core.pause()
            except core.CancelledError:
                if self._state is core.loop().current:
                    self._state = 1
                    self.release()
                raise
        self._state = 1
        return True

    async def __aenter__(self):
        return await self.acquire()

    async def __aexit__(self, _kind, _error, _trace):
        self.release()


class StreamReader:
    """Reading from a stream object."""

    def __init__(self, s, e=None):
        self.s = s

    async def read(self, n=-1):
        while True:
            core.loop().io.wait_for(self.s, 0)
            await core.pause()
            data = self.s.read(n)
            if data is not None:
                return data

    async def readinto(self, buf):
        core.loop().io.wait_for(self.s, 0)
        await core.pause()
        return self.s.readinto(buf)
