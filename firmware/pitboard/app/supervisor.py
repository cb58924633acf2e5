"""Named tasks and the one fault path: if a task dies, outputs go to their safe values and stay there.

Nobody else creates tasks. The host task survives a fault, so that a technician can ask what happened.
"""

import asyncio
import sys

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from pitboard.app.uptime import Uptime

_HOUR_MS = const(3600000)


class Supervisor:
    """Starts tasks, keeps them, and turns the death of any of them into a fault with a reason."""

    def __init__(self, on_fault: "Callable[[str, str], None]", uptime: "Uptime") -> None:
        self._on_fault = on_fault
        self._uptime = uptime
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._faulted = asyncio.Event()
        self.fault_task = ""
        self.fault_reason = ""

    def add(self, name: str, coroutine: "Coroutine[Any, Any, None]") -> None:
        self._tasks[name] = asyncio.create_task(self._guard(name, coroutine))

    async def _guard(self, name: str, coroutine: "Coroutine[Any, Any, None]") -> None:
        try:
            await coroutine
            self.fault(name, "ended")
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self.fault(name, type(error).__name__)
            self._explain(error)

    def _explain(self, error: Exception) -> None:
        """Words for the fault, as far as memory still allows; the fault itself is noted already."""
        try:
            self.fault_reason = (type(error).__name__ + " " + str(error))[:60]
            sys.print_exception(error, sys.stderr)  # type: ignore[attr-defined]
        except Exception:
            return

    def fault(self, name: str, reason: str) -> None:
        """Note the first reason; the supervisor's own loop does the rest."""
        if not self.fault_task:
            self.fault_task = name
            self.fault_reason = reason
            self._faulted.set()

    async def run(self) -> None:
        """Watch for a fault for ever; on the first, stop every task but the host's."""
        while not self.fault_task:
            try:
                await asyncio.wait_for_ms(self._faulted.wait(), _HOUR_MS)
            except asyncio.TimeoutError:
                self._uptime.ms()
        for name, task in self._tasks.items():
            if name != "host" and name != self.fault_task:
                task.cancel()
        await asyncio.sleep_ms(0)  # the faulty task has its say first
        self._on_fault(self.fault_task, self.fault_reason)
        while True:
            await asyncio.sleep_ms(_HOUR_MS)
            self._uptime.ms()
