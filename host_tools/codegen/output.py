"""Write generated files, or only compare them (`--check`): the same for every generator."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]


def run(
    program: str,
    about: str | None,
    outputs: Callable[[], Mapping[Path, str | bytes]],
    arguments: Sequence[str] | None,
) -> int:
    """The command line of one generator; `outputs` gives every file with what is in it."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=about)
    parser.add_argument("--check", action="store_true", help="write nothing, fail if stale")
    check = parser.parse_args(arguments).check
    wanted = {
        path: content.encode() if isinstance(content, str) else content
        for path, content in outputs().items()
    }
    stale = {path: content for path, content in wanted.items() if _read(path) != content}
    for path, content in stale.items():
        name = path.relative_to(REPO)
        if check:
            print(f"{name} is stale. Try: make gen", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            print(f"wrote {name}")
    return 1 if stale and check else 0


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None
