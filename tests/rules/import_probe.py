"""Run by test_imports_are_free.py in a process of its own: import every firmware module and report its deeds.

Hardware modules are tripwires: naming something is free, calling it is a deed. Files, processes and sockets are
seen through CPython's audit events.
"""

import builtins
import importlib
import sys
import time
import types
from pathlib import Path
from typing import Any

deeds: list[str] = []
current = ""


class Tripwire:
    """Any attribute of it exists; calling it is a deed."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> "Tripwire":
        return Tripwire(f"{self._name}.{name}")

    def __call__(self, *args: object, **kwargs: object) -> "Tripwire":
        # The decorator of a PIO program only translates it; nothing reaches the chip before a StateMachine.
        if not self._name.startswith("rp2.asm_pio"):
            deeds.append(f"{current}: {self._name}()")
        return Tripwire(f"{self._name}()")


class TripwireModule(types.ModuleType):
    def __getattr__(self, name: str) -> Tripwire:
        return Tripwire(f"{self.__name__}.{name}")


def watch(event: str, args: tuple[Any, ...]) -> None:
    if event == "open" and current and not str(args[0]).endswith((".py", ".pyc")):
        deeds.append(f"{current}: open({args[0]!r})")
    if event in {
        "os.mkdir",
        "os.remove",
        "os.rename",
        "os.system",
        "subprocess.Popen",
        "socket.connect",
    }:
        deeds.append(f"{current}: {event}")


def main(firmware: Path) -> int:
    global current
    sys.dont_write_bytecode = True
    for name in ("machine", "rp2", "uctypes"):
        sys.modules[name] = TripwireModule(name)
    for name in ("ticks_ms", "ticks_us", "ticks_add", "ticks_diff", "sleep_ms", "sleep_us"):
        setattr(time, name, Tripwire(f"time.{name}"))
    say, builtins.print = print, Tripwire("print")
    sys.addaudithook(watch)
    for path in sorted(firmware.rglob("*.py")):
        current = ".".join(path.relative_to(firmware).with_suffix("").parts).removesuffix(
            ".__init__"
        )
        try:
            importlib.import_module(current)
        except SyntaxError:  # assembler of a chip: its importers must do without it
            if not path.name.startswith("thumb_"):
                raise
    current = ""
    for deed in deeds:
        say(deed)
    return 1 if deeds else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
