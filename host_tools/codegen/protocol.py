"""The protocol's generator: `python -m codegen.protocol` writes, `--check` only compares (exit code 1).

One source, firmware/pitboard/protocol/schema.toml; three results, so that board, host and document cannot disagree.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from codegen.emit_docs import emit_docs
from codegen.emit_firmware import emit_firmware
from codegen.emit_host import emit_host
from codegen.output import run
from codegen.schema import REPO, Schema, SchemaError, load_schema


def outputs(schema: Schema) -> dict[Path, str]:
    """Every generated file with its text."""
    return {
        REPO / "firmware" / "pitboard" / "protocol" / "messages.py": emit_firmware(schema),
        REPO / "host_tools" / "pitctl" / "messages.py": emit_host(schema),
        REPO / "docs" / "protocol.md": emit_docs(schema),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return run("codegen.protocol", __doc__, lambda: outputs(load_schema()), arguments)
    except SchemaError as error:
        print(f"schema.toml: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
