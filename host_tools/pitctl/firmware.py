"""The firmware's pure modules on the host: rules, names and limits have one home, firmware/pitboard.

They are written for MicroPython and want its `micropython.const`. The package that brings the unix port has a module
of that name too, which is only a launcher, so the project's own stub is put in its place before they are imported.
"""

import importlib.util
import sys

from pitctl.boards import REPOSITORY

_FIRMWARE = REPOSITORY / "firmware"
_STUB = REPOSITORY / "host_tools" / "simulator" / "stubs" / "unit" / "micropython.py"


def _prepare() -> None:
    if not hasattr(sys.modules.get("micropython"), "const"):
        spec = importlib.util.spec_from_file_location("micropython", _STUB)
        if spec is None or spec.loader is None:
            raise ImportError(f"cannot load {_STUB}")
        stub = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(stub)
        sys.modules["micropython"] = stub
    if str(_FIRMWARE) not in sys.path:
        sys.path.append(str(_FIRMWARE))  # at the end: it may hide nothing of the host


_prepare()

from pitboard.app.derby import words  # noqa: E402
from pitboard.app.let_it_ride import words as ride_words  # noqa: E402
from pitboard.games import card_codes, cards, events, hands, tag_codes  # noqa: E402
from pitboard.games.derby import areas, derby_events, settlement  # noqa: E402
from pitboard.games.let_it_ride import faults, house, ride_events, seats  # noqa: E402
from pitboard.games.let_it_ride import pack as ride_pack  # noqa: E402
from pitboard.table import (  # noqa: E402
    checks,
    derby_settings,
    journal_time,
    let_it_ride_settings,
    settings,
    staff,
)

__all__ = [
    "areas", "card_codes", "cards", "checks", "derby_events", "derby_settings", "events", "faults", "hands", "house",
    "journal_time", "let_it_ride_settings", "ride_events", "ride_pack", "ride_words", "seats", "settings", "settlement",
    "staff", "tag_codes", "words",
]  # fmt: skip
