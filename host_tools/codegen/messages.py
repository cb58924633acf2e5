"""The words' generator: `python -m codegen.messages` writes, `--check` only compares (exit code 1).

One source, firmware/pitboard/games/messages.toml; two results: the board's words.py and docs/messages.md.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from codegen.emit_words import emit_page, emit_words
from codegen.output import REPO, run
from codegen.word_table import GAMES, MessageError, WordTable, load_words


def outputs(table: WordTable) -> dict[Path, str]:
    """Every generated file with its text."""
    return {
        GAMES / "words.py": emit_words(table),
        REPO / "docs" / "messages.md": emit_page(table),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return run("codegen.messages", __doc__, lambda: outputs(load_words()), arguments)
    except MessageError as error:
        print(f"messages.toml: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
