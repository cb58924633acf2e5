"""The words' generator: `python -m codegen.messages` writes, `--check` only compares (exit code 1).

For each game one source, firmware/pitboard/app/<game>/messages.toml, and its results: words.py and words.txt beside it,
for the board, and the game's page in docs/. The list of games is in spoken.py.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from codegen.emit_words import emit_module, emit_page, emit_text
from codegen.output import run
from codegen.spoken import SPOKEN_GAMES, SpokenGame
from codegen.word_table import MessageError, load_words


def outputs(games: Sequence[SpokenGame] = SPOKEN_GAMES) -> dict[Path, str]:
    """Every generated file with its text."""
    found: dict[Path, str] = {}
    for game in games:
        table = load_words(game)
        found[game.messages.with_name("words.py")] = emit_module(table, game.rules)
        found[game.messages.with_name("words.txt")] = emit_text(table, game.rules)
        found[game.page] = emit_page(table, game)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return run("codegen.messages", __doc__, outputs, arguments)
    except MessageError as error:
        print(f"messages.toml: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
