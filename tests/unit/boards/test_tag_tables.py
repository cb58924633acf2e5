"""A table file for tagged cards needs a board that can read them."""

from pathlib import Path

import pytest

from pitctl.boards import BOARDS_DIR, BoardSpec, load_board
from pitctl.exceptions import ConfigError
from pitctl.firmware import cards
from pitctl.tables import load_table

TABLE = """schema = 1
table = "Tags"
game = "nz-derby"
decks = 1
[cards]
format = "tag"
set = "set.toml"
[[staff]]
number = 1
role = "supervisor"
pin = "2468"
"""


def board_without(tmp_path: Path, *names: str) -> BoardSpec:
    """boards/pico-table-oled with some of its parts taken out."""
    head, *parts = (BOARDS_DIR / "pico-table-oled" / "board.toml").read_text().split("\n[parts.")
    kept = [part for part in parts if part.split("]")[0] not in names]
    (tmp_path / "tagged").mkdir(exist_ok=True)
    (tmp_path / "tagged" / "board.toml").write_text("\n[parts.".join([head, *kept]))
    return load_board("tagged", tmp_path)


def test_a_board_without_a_reader_is_refused(tmp_path: Path) -> None:
    faces = " ".join(cards.code(face) for face in range(52))
    tags = " ".join(f"045566778899{number:02X}" for number in range(52))
    (tmp_path / "set.toml").write_text(f'schema = 1\nserial = 204130\ndecks = 1\ncards = "{faces}"\ntags = "{tags}"\n')
    (file := tmp_path / "table.toml").write_text(TABLE)
    table = load_table(str(file), load_board("pico-table-oled"))
    assert table["set"]["tags"] == tags.replace(" ", "").lower()
    with pytest.raises(ConfigError, match=r"board 'pico-table' has no reader for tagged cards: \[parts.cards\]"):
        load_table(str(file), load_board("pico-table"))


def test_a_board_without_a_barcode_engine_takes_tagged_cards_only(tmp_path: Path) -> None:
    board = board_without(tmp_path, "scanner", "sounder")
    assert set(load_board("pico-table-oled").parts) - set(board.parts) == {"scanner", "sounder"}
    with pytest.raises(ConfigError, match=r"board 'tagged' reads tagged cards only, it has no \[parts.scanner\]"):
        load_table("derby-demo", board)
    with pytest.raises(ConfigError, match=r"missing \[parts.scanner\] \(.*\), or \[parts.cards\] instead of it"):
        board_without(tmp_path, "scanner", "cards")
