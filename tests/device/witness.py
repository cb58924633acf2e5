"""Everything that leaves a board: what a stranger with a camera, an ear and the USB cable could write down.

Display bytes and tones come with their times, the lights with the time of their last change, USB answers byte by byte.
"""

import json
import re
from typing import Any

from simulator.models.st7789 import St7789
from tests.device.rig import SETTLE_US, TableRig

ANSWER_LOOKS = 5
_UNITS_A_US = {"bus times": 1, "tone times": 1000, "usb times": 2}  # what is a time; those over USB are whole ms
_TIME = re.compile(rb'("t_ms"|"uptime_ms"):(\d+)')
# Measured between rounds only (app/idle_task.py); it differs from board to board by their keys.
_HEAP = re.compile(rb'"heap_free":\d+')
READS = ("status", "steps", "shoe", "check", "wagers", "seats", "ride")  # one that is not of this game is refused


class Witness:
    """Watches a table from the moment it is made; `look()` closes one page of its book."""

    def __init__(
        self, rig: TableRig, *, exact_times: bool = True, from_page_start: bool = False
    ) -> None:
        """`from_page_start`: times count from `begin()`, as on the chip, where a wait may end a little later."""
        self.rig = rig
        self._from_page_start = from_page_start
        self._page_us = 0
        self.book: list[dict[str, Any]] = []
        self._exact = exact_times
        self._bus: list[tuple[int, int]] = []
        self._cursor = rig.client.status().journal.last_seq
        self._watch_display()

    def _watch_display(self) -> None:
        display = self.rig.bench.display
        assert display is not None
        # The SPI has taken hold of `write` already.
        name = "_take" if isinstance(display, St7789) else "write"
        write: Any = getattr(display, name)

        def overheard(data: int | bytes) -> Any:
            """A byte over I2C, or several over SPI."""
            now_us = self.rig.target.now_us()
            self._bus += [(now_us, byte) for byte in (bytes((data,)) if isinstance(data, int) else bytes(data))]
            return write(data)

        setattr(display, name, overheard)

    def look(self) -> None:
        """Write down all that was seen and heard since the last look, and ask over USB."""
        bench = self.rig.bench
        assert bench.lights is not None and bench.sounder is not None
        bus, self._bus = self._bus, []
        tones = bench.sounder.tones
        bench.sounder.clear()
        page: dict[str, Any] = {
            "image": self.rig.image(),
            "bus": bytes(byte for _, byte in bus),
            "pixels": bench.lights.pixels,
            "frames": bench.lights.frames,
            "tones": [tone.hz for tone in tones],
        }
        if self._exact:
            page["bus times"] = [at for at, _ in bus]
            page["tone times"] = [(tone.start_ns, tone.ms) for tone in tones]
            page["lights changed"] = bench.lights.changed_ns
        page["usb"] = self._asked()
        if self._from_page_start:
            self._count_from_page_start(page)
        self.book.append(page)

    def begin(self) -> None:
        """Somebody's hand moves now: with `from_page_start` times count from here."""
        self._page_us = self.rig.target.now_us()

    def _count_from_page_start(self, page: dict[str, Any]) -> None:
        start = self._page_us
        page["bus times"] = [at - start for at in page["bus times"]]
        page["tone times"] = [(at - 1000 * start, 1000 * ms) for at, ms in page["tone times"]]
        page["usb times"] = [1000 * int(ms) - start for _, ms in _TIME.findall(page["usb"])]
        page["usb"] = _TIME.sub(rb"\1:0", page["usb"])
        del page["lights changed"]  # a time that may be that of an earlier page

    def _asked(self) -> bytes:
        said = b""
        for method in READS:
            said += self._ask(method, {})
        while True:
            answer = self._ask("events", {"since": self._cursor})
            said += answer
            found = json.loads(answer)["result"]
            self._cursor = found["next"]
            if found["next"] >= found["last"]:
                return said

    def _ask(self, method: str, params: dict[str, Any]) -> bytes:
        console = self.rig.target.console
        console.read()
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        console.write(json.dumps(request).encode() + b"\n")
        said = b""
        for _ in range(ANSWER_LOOKS):
            self.rig.wait_us(SETTLE_US)
            said += console.read()
            if said.endswith(b"\n"):
                return _HEAP.sub(b"", said)
        raise AssertionError(f"{method}: no whole answer: {said!r}")


def differences(
    one: list[dict[str, Any]], other: list[dict[str, Any]], slack_us: int = 0
) -> list[tuple[int, str]]:
    """Pages and what differs on them; times may be off by `slack_us`."""
    assert len(one) == len(other)
    return [
        (number, what)
        for number, (left, right) in enumerate(zip(one, other, strict=True))
        for what in left
        if not _same(left[what], right[what], slack_us * _UNITS_A_US.get(what, 0))
    ]


def _same(left: Any, right: Any, slack: int) -> bool:
    if not slack or left == right:
        return left == right
    if isinstance(left, int | float):
        return abs(left - right) <= slack
    return len(left) == len(right) and all(_same(*pair, slack) for pair in zip(left, right, strict=True))
