"""The real mpremote as a subprocess: run commands on a board's REPL, with limits and typed errors."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from pitctl.exceptions import FlashFailed, NoDevice, PortUnavailable
from pitctl.flashing.errors import ReplUnreachable
from pitctl.transport import NO_PORT

# A board that says nothing for this long is not coming back: entering the REPL takes under 2 s, one file
# a few seconds even on the emulated chip. mpremote itself waits for ever on a port with Ctrl-C off.
SILENCE_S = 30.0

Progress = Callable[[str], None]

# Runs on the board: one line per file, the journal left out (it is the table's, not ours).
_HASH_SCRIPT = """
import binascii, hashlib, os, sys
about = sys.implementation
print("image", getattr(about, "_build", "unknown"), "%d.%d" % about.version[:2])
buf = bytearray(512)
view = memoryview(buf)
def walk(folder):
    for entry in os.ilistdir(folder or "/"):
        path = folder + "/" + entry[0]
        if entry[1] & 0x4000:
            if path != "/journal":
                walk(path)
            continue
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            count = file.readinto(buf)
            while count:
                digest.update(view[:count])
                count = file.readinto(buf)
        print("hash", binascii.hexlify(digest.digest()).decode(), path[1:])
walk("")
"""

# Runs on the board: make the folders, remove what no longer belongs to the firmware.
_PREPARE_SCRIPT = """
import os
for folder in {folders!r}:
    try:
        os.mkdir(folder)
    except OSError as error:
        if error.errno != 17:
            raise
for path in {stale!r}:
    os.remove(path)
"""


class Mpremote:
    """One board by its serial port. Every call is a process of its own and leaves the board at its REPL."""

    def __init__(self, port: str, silence_s: float = SILENCE_S) -> None:
        self.port = port
        self.image = ""
        """Which MicroPython the board runs, once `hashes()` has asked: `RPI_PICO 1.28`."""
        self._silence_s = silence_s

    def hashes(self) -> dict[str, str]:
        """Path -> SHA-256 of every file on the board except the journal."""
        lines = self._run(["exec", _HASH_SCRIPT])
        images = [line.removeprefix("image ") for line in lines if line.startswith("image ")]
        self.image = images[0] if images else "unknown"
        return _parse_hashes(lines)

    def update(
        self, files: dict[str, Path], stale: Sequence[str], progress: Progress
    ) -> dict[str, str]:
        """Remove `stale`, copy `files` (path on the board -> local file), return the board's hashes."""
        folders = sorted({str(p) for name in files for p in Path(name).parents if str(p) != "."})
        commands = ["exec", _PREPARE_SCRIPT.format(folders=folders, stale=list(stale))]
        for name, local in files.items():
            commands += ["+", "fs", "cp", "--force", str(local), f":{name}"]
        commands += ["+", "exec", _HASH_SCRIPT]

        def on_line(line: str) -> None:
            if line.startswith("cp "):
                progress(f"copied {line.rsplit(' :', 1)[-1]}")

        return _parse_hashes(self._run(commands, on_line))

    def restart(self) -> None:
        """Reset the chip: main.py starts as after power on."""
        self._run(["reset"])

    def _run(self, commands: list[str], on_line: Progress | None = None) -> list[str]:
        if not Path(self.port).exists():
            raise NoDevice(f"no such port: {self.port}", try_this=NO_PORT)
        arguments = [sys.executable, "-m", "mpremote", "connect", self.port, *commands]
        process = subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        lines, silent = _read_lines(process, self._silence_s, on_line)
        if silent:
            raise ReplUnreachable(
                f"{self.port}: the board did not answer mpremote for {self._silence_s:.0f} s"
            )
        if process.returncode != 0:
            raise self._error("\n".join(lines).strip())
        return lines

    def _error(self, said: str) -> FlashFailed | PortUnavailable:
        last = said.splitlines()[-1] if said else "nothing"
        if "failed to access" in said:
            return PortUnavailable(f"{self.port}: {last}")
        if "raw repl" in said:
            return ReplUnreachable(f"{self.port}: {last}")
        return FlashFailed(f"{self.port}: mpremote says: {last}")


def _read_lines(
    process: subprocess.Popen[str], silence_s: float, on_line: Progress | None
) -> tuple[list[str], bool]:
    """All output lines, and whether the process had to be ended because it fell silent."""
    silent = threading.Event()

    def end() -> None:
        silent.set()
        process.kill()

    lines: list[str] = []
    assert process.stdout is not None
    timer = threading.Timer(silence_s, end)
    timer.start()
    try:
        for line in process.stdout:
            timer.cancel()
            timer = threading.Timer(silence_s, end)
            timer.start()
            lines.append(line.rstrip("\r\n"))
            if on_line is not None:
                on_line(lines[-1])
        process.wait()
    finally:
        timer.cancel()
        process.kill()
        process.stdout.close()
        process.wait()
    return lines, silent.is_set()


def _parse_hashes(lines: Sequence[str]) -> dict[str, str]:
    words = [line.split(" ", 2) for line in lines if line.startswith("hash ")]
    return {path: digest for _, digest, path in words}
