"""A traceback from a chip, told by the source files: what is linked (link.py) has lines of its own."""

import re
from collections.abc import Mapping
from pathlib import Path

from pitctl.flashing.compile import FIRMWARE_DIR, WITHOUT_LINES, linked_sources
from pitctl.flashing.link import Place

_PLACE = re.compile(r'File "(?P<module>[\w.]+)", line (?P<line>\d+)')


def explain(text: str, firmware_dir: Path = FIRMWARE_DIR) -> str:
    """`text` with every place said as a file and lines of `firmware_dir`. Raises CompileFailed."""
    return with_places(text, linked_sources(firmware_dir).places)


def has_places(text: str) -> bool:
    """Whether there is a line of a traceback in it."""
    return _PLACE.search(text) is not None


def with_places(text: str, places: Mapping[str, list[Place]]) -> str:
    def told(match: re.Match[str]) -> str:
        if WITHOUT_LINES.search(match["module"]):
            return f'File "{match["module"]}", which has no lines on a chip'
        lines = places.get(match["module"], [])
        number = int(match["line"])
        if not 1 <= number <= len(lines):
            return match[0]
        return str(lines[number - 1])

    return _PLACE.sub(told, text)
