"""The host line: JSON-RPC lines in, answers out, never at the table's expense.

Answers are written byte by byte as the port takes them. A host that stops reading loses the rest of its answer after
`STALL_MS`; the game does not notice. The next answer then begins on a new line, so that the host can tell them apart.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from pitboard.protocol.jsonrpc import Dispatcher
from pitboard.protocol.lines import LineAssembler

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from pitboard.app.reports import Reports
    from pitboard.interfaces import HostPort

    Handlers = dict[str, Callable[[dict[str, Any]], Any]]

STALL_MS = const(1000)
_BYTES_A_TURN = const(64)  # then the other tasks have their turn
_RETRY_MS = const(5)


class HostLine:
    """Task of the host's serial line."""

    def __init__(self, port: "HostPort", handlers: "Handlers", reports: "Reports") -> None:
        self._port = port
        self._reports = reports
        self._lines = LineAssembler()
        self._dispatcher = Dispatcher(handlers)
        self._cut = False  # half an answer is on the line

    async def run(self) -> None:
        port = self._port
        while True:
            byte = await port.wait()
            taken = 0
            while byte >= 0:
                pieces = self._dispatcher.put(self._lines, byte)
                if pieces:
                    await self._send(await self._answer(pieces))
                taken += 1
                if taken >= _BYTES_A_TURN:
                    taken = 0
                    await asyncio.sleep_ms(0)
                byte = port.get()

    async def _answer(self, pieces: "Iterator[bytes]") -> bytes:
        answer = b""
        await asyncio.sleep_ms(0)  # its bytes have had their time
        for answer in pieces:
            await asyncio.sleep_ms(0)
        return answer

    async def _send(self, answer: bytes) -> None:
        port = self._port
        if self._cut:
            answer = b"\n" + answer
            self._cut = False
        since = ticks_ms()
        sent = 0
        for byte in answer:
            while not port.put(byte):
                if ticks_diff(ticks_ms(), since) > STALL_MS:
                    self._reports.console_lost += len(answer) - sent
                    self._cut = True
                    return
                await asyncio.sleep_ms(_RETRY_MS)
            sent += 1
            if sent % _BYTES_A_TURN == 0:
                since = ticks_ms()
                await asyncio.sleep_ms(0)
