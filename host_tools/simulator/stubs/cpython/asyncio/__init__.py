"""MicroPython's asyncio for CPython: core.py has the loop, primitives.py what tasks wait for."""

from asyncio.core import (  # noqa: F401
    CancelledError,
    Loop,
    Task,
    TimeoutError,
    create_task,
    current_task,
    get_event_loop,
    new_event_loop,
    run,
    sleep,
    sleep_ms,
    wait_for,
    wait_for_ms,
)
from asyncio.primitives import Event, Lock, StreamReader, ThreadSafeFlag  # noqa: F401
