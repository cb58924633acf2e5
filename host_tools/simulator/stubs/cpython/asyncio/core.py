"""Tasks, the loop and waiting of MicroPython's asyncio: what the firmware uses, in the same order.

Tasks that may run at once go before every task that sleeps, first come first served; sleepers go
by time, then by arrival. That is how the unix port behaves in virtual time (see common/time.py),
so both virtual machines run tasks in one order.
"""

import heapq
import select
import sys
import types
from time import wide_ticks_ms as _ticks

_AT_ONCE = 0  # earlier than any virtual time


class CancelledError(BaseException):
    pass


class TimeoutError(Exception):
    pass


class TaskQueue:
    """Tasks by time, then by order of arrival."""

    def __init__(self):
        self._heap = []
        self._pushed = 0

    def push(self, task, key=_AT_ONCE):
        task.data = None
        task.key = key
        self._pushed += 1
        heapq.heappush(self._heap, (key, self._pushed, task))

    def peek(self):
        return self._heap[0][2] if self._heap else None

    def pop(self):
        return heapq.heappop(self._heap)[2]

    def remove(self, task):
        self._heap = [entry for entry in self._heap if entry[2] is not task]
        heapq.heapify(self._heap)


class Task:
    """A coroutine on its way. `data`: what it waits on, or an exception for it."""

    def __init__(self, coro):
        self.coro = coro
        self.data = None
        self.key = _AT_ONCE
        self.waiters = None
        self.finished = False
        self.awaited = False
        self.result = None  # StopIteration with the value, or the exception that ended it

    def done(self):
        return self.finished

    def cancel(self):
        if self.finished:
            return False
        if self is _loop.current:
            raise RuntimeError("can't cancel self")
        task = self
        while isinstance(task.data, Task):
            task = task.data
        if hasattr(task.data, "remove"):
            task.data.remove(task)
            _loop.queue.push(task)
        elif task.key > _AT_ONCE:
            _loop.queue.remove(task)
            _loop.queue.push(task)
        task.data = CancelledError()
        return True

    def __await__(self):
        self.awaited = True
        if not self.finished:
            if self.waiters is None:
                self.waiters = TaskQueue()
            waiter = _loop.current
            self.waiters.push(waiter)
            waiter.data = self
            yield
        if isinstance(self.result, StopIteration):
            return self.result.value
        raise self.result


class _IoQueue:
    """Tasks that wait for streams."""

    def __init__(self):
        self.poller = select.poll()
        self.map = {}

    def wait_for(self, stream, writing):
        entry = self.map.get(id(stream))
        flag = select.POLLOUT if writing else select.POLLIN
        if entry is None:
            entry = self.map[id(stream)] = [None, None, stream]
            self.poller.register(stream, flag)
        else:
            assert entry[writing] is None
            self.poller.modify(stream, select.POLLIN | select.POLLOUT)
        entry[writing] = _loop.current
        _loop.current.data = self

    def _drop(self, stream):
        del self.map[id(stream)]
        self.poller.unregister(stream)

    def remove(self, task):
        for entry in list(self.map.values()):
            if task in entry[:2]:
                self._drop(entry[2])

    def wait(self, ms):
        for stream, ready in self.poller.ipoll(ms):
            entry = self.map[id(stream)]
            if ready & ~select.POLLOUT and entry[0] is not None:
                _loop.queue.push(entry[0])
                entry[0] = None
            if ready & ~select.POLLIN and entry[1] is not None:
                _loop.queue.push(entry[1])
                entry[1] = None
            if entry[0] is None and entry[1] is None:
                self._drop(stream)
            elif entry[0] is None:
                self.poller.modify(stream, select.POLLOUT)
            else:
                self.poller.modify(stream, select.POLLIN)


class _State:
    def __init__(self):
        self.queue = TaskQueue()
        self.io = _IoQueue()
        self.current = None


_loop = _State()


def loop():
    """The present loop's state: `new_event_loop` replaces it."""
    return _loop


@types.coroutine
def pause():
    """Give way; whoever calls has queued the task somewhere."""
    yield


class _Sleep:
    """Not a coroutine: `create_task` refuses it, as MicroPython's does."""

    def __init__(self, until):
        self._until = until

    def __await__(self):
        _loop.queue.push(_loop.current, self._until)
        yield


def sleep_ms(ms):
    return _Sleep(_ticks() + max(0, ms))


def sleep(seconds):
    return sleep_ms(int(seconds * 1000))


def create_task(coro):
    if not hasattr(coro, "send"):
        raise TypeError("coroutine expected")
    task = Task(coro)
    _loop.queue.push(task)
    return task


def current_task():
    if _loop.current is None:
        raise RuntimeError("no running event loop")
    return _loop.current


def run(coro):
    return _run_until_complete(create_task(coro))


def _wait_for_work(main):
    """Let time pass until a task can run; False when there never will be one."""
    while True:
        head = _loop.queue.peek()
        if head is not None:
            ms = max(0, head.key - _ticks())
        elif _loop.io.map:
            ms = -1
        else:
            if main is None or main.finished:
                return False
            ms = 3
        _loop.io.wait(ms)
        if ms == 0 or (ms < 0 and _loop.queue.peek() is not None):
            return True


def _run_until_complete(main=None):
    while _wait_for_work(main):
        task = _loop.queue.peek()
        if task is None:
            continue
        _loop.queue.pop()
        _loop.current = task
        error = task.data
        task.data = None
        if task.finished:
            _report(task)
            continue
        try:
            if isinstance(error, BaseException):
                task.coro.throw(error)
            else:
                task.coro.send(None)
        except (CancelledError, Exception) as end:
            _finish(task, end, main)
            if task is main:
                _loop.current = None
                if isinstance(end, StopIteration):
                    return end.value
                raise
    _loop.current = None
    return None


def _finish(task, end, main):
    task.finished = True
    task.result = end
    heard = task is main
    if task.waiters is not None:
        while task.waiters.peek() is not None:
            _loop.queue.push(task.waiters.pop())
            heard = True
    if not heard and not isinstance(end, (CancelledError, StopIteration)):
        _loop.queue.push(task)  # reported later, unless somebody awaits it until then


def _report(task):
    if not task.awaited:
        Loop.call_exception_handler(
            {"message": "Task exception wasn't retrieved", "exception": task.result, "future": task}
        )


async def _deliver(waiter, awaitable):
    """Runs what `wait_for` waits for and ends its sleep."""
    try:
        result = await awaitable
        status = True
    except BaseException as error:  # noqa: BLE001 - handed to the waiter
        result = None
        status = error
    if waiter.data is None and waiter.cancel():
        waiter.data = CancelledError(status, result)


async def wait_for_ms(awaitable, ms):
    task = awaitable if isinstance(awaitable, Task) else create_task(awaitable)
    if ms is None:
        return await task
    runner = create_task(_deliver(_loop.current, task))
    try:
        await sleep_ms(ms)
    except CancelledError as cancelled:
        if not cancelled.args:
            runner.cancel()
            raise
        if cancelled.args[0] is True:
            return cancelled.args[1]
        raise cancelled.args[0]
    runner.cancel()
    await runner
    raise TimeoutError


async def wait_for(awaitable, timeout):
    return await wait_for_ms(awaitable, None if timeout is None else int(timeout * 1000))


class Loop:
    """The loop as an object, as MicroPython gives it: its functions take no self."""

    _handler = None

    @staticmethod
    def create_task(coro):
        return create_task(coro)

    @staticmethod
    def run_forever():
        _run_until_complete()

    @staticmethod
    def run_until_complete(awaitable):
        return _run_until_complete(
            awaitable if isinstance(awaitable, Task) else create_task(awaitable)
        )

    @staticmethod
    def set_exception_handler(handler):
        Loop._handler = handler

    @staticmethod
    def get_exception_handler():
        return Loop._handler

    @staticmethod
    def default_exception_handler(_loop_class, context):
        print(context["message"], file=sys.stderr)
        sys.print_exception(context["exception"], sys.stderr)

    @staticmethod
    def call_exception_handler(context):
        (Loop._handler or Loop.default_exception_handler)(Loop, context)


def get_event_loop(runq_len=0, waitq_len=0):
    return Loop


def new_event_loop():
    global _loop
    _loop = _State()
    return Loop
