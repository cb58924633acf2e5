"""MicroPython's raw REPL on the emulated board: how the tests here run their small scripts."""

from collections.abc import Callable
from textwrap import dedent

from simulator.bench import Bench
from simulator.rp2040 import Rp2040Target

ENUMERATION_US = 2_000_000
SCRIPT_US = 10_000_000


class Repl:
    """MicroPython's raw REPL on the target's console, and the models on the target's pins."""

    def __init__(self, target: Rp2040Target) -> None:
        self.target = target
        self._answer = bytearray()

    @property
    def bench(self) -> Bench:
        assert self.target.bench is not None
        return self.target.bench

    def enter(self) -> None:
        """Waits for the board on the bus and enters the raw REPL."""
        target = self.target
        assert target.run_until(lambda: target.console.connected, ENUMERATION_US)
        target.run_for(20_000)
        self._answer.clear()
        target.console.write(b"\r\x03\x03\x01")
        assert target.run_until(lambda: b"exit\r\n>" in self._heard(), ENUMERATION_US)

    def send(self, script: str) -> None:
        """Starts a script and does not wait for it."""
        self._heard()
        self._answer.clear()
        self.target.console.write(dedent(script).encode() + b"\x04")

    def finish(self, limit_us: int = SCRIPT_US) -> str:
        """Waits for the script's end and returns what it printed; it must not have failed."""
        assert self.target.run_until(self._finished, limit_us), bytes(self._answer)
        output, error, _ = bytes(self._answer).split(b"\x04")
        assert error == b"", error.decode()
        return output.removeprefix(b"OK").decode().replace("\r\n", "\n").strip()

    def run(self, script: str, limit_us: int = SCRIPT_US) -> str:
        self.send(script)
        return self.finish(limit_us)

    def heard(self, text: bytes) -> Callable[[], bool]:
        """True once the script has printed `text`."""
        return lambda: text in self._heard()

    def _heard(self) -> bytearray:
        self._answer += self.target.console.read()
        return self._answer

    def _finished(self) -> bool:
        return self._heard().count(b"\x04") >= 2 and self._answer.endswith(b">")
