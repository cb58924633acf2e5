"""Set files: made, read back, refused where wrong; their codes are what the board reads (docs/card-codes.md)."""

import csv
import json
import subprocess
from pathlib import Path

import pytest

from pitctl import card_sets, exceptions
from pitctl.firmware import card_codes, cards
from tests.unit.pitctl.cli_rig import assert_fails, run

REPO = Path(__file__).resolve().parents[3]
DOC = REPO / "docs" / "card-codes.md"


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.parametrize("in_order", [False, True])
@pytest.mark.parametrize("decks", [1, 8])
def test_a_new_set_comes_back_as_it_was_written(
    tmp_path: Path, decks: int, in_order: bool
) -> None:
    made = card_sets.make_set(204117, decks, in_order=in_order)
    assert card_codes.check_map(made.faces, decks)
    assert (made.faces == bytes(range(52)) * decks) == in_order
    card_sets.write_set(made, tmp_path / "set.toml")
    assert card_sets.load_set(str(tmp_path / "set.toml")) == made


def test_two_sets_are_mixed_differently() -> None:
    assert card_sets.make_set(1, 1).faces != card_sets.make_set(1, 1).faces


def test_the_board_reads_the_codes_of_a_set_and_of_no_other() -> None:
    made = card_sets.make_set(204117, 8)
    board = card_codes.make("serial", {"serial": made.serial, "map": made.faces.hex()})
    assert [board.parse(code.encode()) for code in made.codes] == [
        face | number << 6 for number, face in enumerate(made.faces, start=1)
    ]
    other = card_sets.make_set(204118, 8)
    assert {board.parse(code.encode()) for code in other.codes} == {card_codes.FOREIGN_SET}
    assert len(set(made.codes)) == 416


@pytest.mark.parametrize("serial", [1, 42, 999_999])
def test_codes_have_eleven_digits(serial: int) -> None:
    for code in card_sets.make_set(serial, 8).codes:
        assert len(code) == 11 and code.isdecimal() and int(code[:6]) == serial
        assert int(code) % 97 == 1


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    card_sets.write_set(card_sets.make_set(7, 1), path)
    before = path.read_bytes()
    with pytest.raises(exceptions.ConfigError, match="there already"):
        card_sets.write_set(card_sets.make_set(7, 1), path)
    assert path.read_bytes() == before
    with pytest.raises(exceptions.ConfigError, match="cannot be written"):
        card_sets.write_set(card_sets.make_set(7, 1), tmp_path / "none" / "set.toml")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("schema = 1", "schema = 2", ":2: 'schema' must be one of 1"),
        ("serial = 7", "serial = 0", ":3: 'serial' must be 1 to 999999, not 0"),
        ("serial = 7", "serial = 1000000", ":3: 'serial' must be 1 to 999999"),
        ("serial = 7", "", "missing 'serial'"),
        ("decks = 1", "decks = 9", ":4: 'decks' must be 1 to 8, not 9"),
        ("decks = 1", "decks = 2", ":6: 'decks = 2' is 104 cards, not 52"),
        ("decks = 1", "decks = 1\nowner = 3", ":5: unknown key 'owner'"),
        ("2S 3S", "3S 3S", ":6: 2S is there 0 times, not 1"),
        ("2S 3S", "2S 3S 3S", ":6: 'decks = 1' is 52 cards, not 53"),
        ("2S 3S", "2S 3s", ":6: card 2: '3s' is no card"),
        ("2S 3S", "2S 10S", ":6: card 2: '10S' is no card"),
        ('cards = """', "cards = 5 #", "not TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    path = tmp_path / "set.toml"
    text = card_sets.set_text(card_sets.make_set(7, 1, in_order=True))
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(exceptions.ConfigError) as refused:
        card_sets.load_set(path)
    assert words in refused.value.message
    assert "docs/card-codes.md" in refused.value.try_this


@pytest.mark.parametrize(("serial", "decks"), [(204101, 1), (204117, 8)])
def test_the_samples(serial: int, decks: int) -> None:
    sample = card_sets.load_set(card_sets.SETS_DIR / f"{serial}.toml")
    assert (sample.serial, sample.decks) == (serial, decks)


# -- the command ----------------------------------------------------------------------------------


def test_make_and_check(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    result = run("cards", "make", "--serial", "42", "--decks", "2", "--out", str(path))
    assert result.exit_code == 0 and "set 000042, 2 decks, 104 cards" in result.stdout
    result = run("cards", "check", str(path))
    assert result.stdout.strip().endswith("set 000042, 2 decks, 104 cards, each face 2 times.")
    assert json.loads(run("cards", "check", str(path), "--json").stdout) == {
        "file": str(path), "serial": 42, "decks": 2, "cards": 104
    }  # fmt: skip
    again = run("cards", "make", "--serial", "42", "--decks", "2", "--out", str(path))
    assert_fails(again, exceptions.ConfigError, "is there already", "another serial")
    path.unlink()
    made = run("cards", "make", "--serial", "42", "--decks", "1", "--out", str(path), "--in-order", "--json")
    assert json.loads(made.stdout)["cards"] == 52
    assert card_sets.load_set(path).faces == bytes(range(52))


def test_codes_for_the_printer(tmp_path: Path) -> None:
    path = card_sets.SETS_DIR / "204117.toml"
    sample = card_sets.load_set(path)
    rows = list(csv.reader(run("cards", "codes", str(path), "--csv").stdout.splitlines()))
    assert rows[0] == ["number", "card", "code"]
    assert rows[1:] == [
        [str(number), cards.code(face), card_sets.code_of(204117, number)]
        for number, face in enumerate(sample.faces, start=1)
    ]
    lines = [json.loads(line) for line in run("cards", "codes", str(path), "--json").stdout.splitlines()]
    assert [list(map(str, line.values())) for line in lines] == rows[1:]
    assert run("cards", "codes", str(path)).stdout.splitlines()[7].split() == rows[7]
    both = run("cards", "codes", str(path), "--csv", "--json")
    assert both.exit_code == exceptions.WrongUsage.exit_code


@pytest.mark.parametrize(
    "arguments",
    [("make", "--serial", "0", "--decks", "1"), ("make", "--serial", "1", "--decks", "9"), ("codes",), ()],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    assert_fails(run("cards", *arguments), exceptions.WrongUsage, "", "cards")


def test_the_worked_example_of_the_document_is_what_the_command_prints() -> None:
    """docs/card-codes.md names a command and what it prints; both are true."""
    lines = DOC.read_text(encoding="utf-8").splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("$ "))
    printed = lines[at + 1 : lines.index("```", at)]
    command = lines[at].removeprefix("$ ").replace(".venv/bin/pitctl", str(REPO / ".venv/bin/pitctl"))
    result = subprocess.run(
        command, shell=True, cwd=REPO, capture_output=True, text=True, check=True, timeout=60
    )
    assert result.stdout.splitlines() == printed
