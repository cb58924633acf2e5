"""Write generated files, or only compare them (`--check`): the same for every generator."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]


def run(
    program: str, about: str | None, outputs: Callable[[], dict[Path, str]], arguments: Sequence[str] | None
) -> int:
    """The command line of one generator; `outputs` gives every file with its text."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=about)
    parser.add_argument("--check", action="store_true", help="write nothing, fail if stale")
    check = parser.parse_args(arguments).check
    stale = {path: text for path, text in outputs().items() if _read(path) != text}
    for path, text in stale.items():
        name = path.relative_to(REPO)
        if check:
            print(f"{name} is stale. Try: make gen", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    return 1 if stale and check else 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None
