"""The clock of tests without hardware: it runs as ours does, and may be put forward."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_ahead_ms = 0


def ticks_ms() -> int:
    return int(time.monotonic() * 1000) + _ahead_ms


def advance(ms: int) -> None:
    global _ahead_ms
    _ahead_ms += ms


@coroutine
def sleep_ms(_ms: int) -> Generator[None]:
    """Other tasks have their turn, whatever `run` says they do."""
    yield


setattr(asyncio, "sleep_ms", sleep_ms)  # noqa: B010


def run(work: Coroutine[Any, Any, T], others: Callable[[], object] = lambda: None) -> T:
    """What comes of it; `others` is done whenever it waits."""
    while True:
        try:
            work.send(None)
        except StopIteration as end:
            return end.value
        others()
