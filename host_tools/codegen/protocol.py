"""The protocol's generator: `python -m codegen.protocol` writes, `--check` only compares (exit code 1).

One source, firmware/pitboard/protocol/schema.toml; three results, so that board, host and document cannot disagree.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from codegen.emit_docs import emit_docs
from codegen.emit_firmware import emit_firmware
from codegen.emit_host import emit_host
from codegen.schema import REPO, Schema, SchemaError, load_schema


def outputs(schema: Schema) -> dict[Path, str]:
    """Every generated file with its text."""
    return {
        REPO / "firmware" / "pitboard" / "protocol" / "messages.py": emit_firmware(schema),
        REPO / "host_tools" / "pitctl" / "messages.py": emit_host(schema),
        REPO / "docs" / "protocol.md": emit_docs(schema),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m codegen.protocol", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail if stale")
    options = parser.parse_args(arguments)
    try:
        files = outputs(load_schema())
    except SchemaError as error:
        print(f"schema.toml: {error}", file=sys.stderr)
        return 1
    stale = [path for path, text in files.items() if _read(path) != text]
    for path in stale:
        if options.check:
            print(f"{path.relative_to(REPO)} is stale. Try: make gen", file=sys.stderr)
        else:
            path.write_text(files[path], encoding="utf-8")
            print(f"wrote {path.relative_to(REPO)}")
    return 1 if stale and options.check else 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


if __name__ == "__main__":
    sys.exit(main())
