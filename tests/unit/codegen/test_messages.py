"""The message table: what the generator refuses, and that what it wrote is what its source says."""

from collections.abc import Callable

import pytest

from codegen import messages, output
from codegen.spoken import DERBY, SpokenGame
from codegen.word_table import MessageError, load_words, parse_words

SOURCE = DERBY.messages.read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    assert SOURCE.count(old) == 1, old
    return SOURCE.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("open_first = [", "first_open = [", "no words for 'open_first'"),
        ("[notices.repeat]", "[notices.again]", "no words for 'repeat'"),
        ("[holds.late]", "[holds.later]", "no words for 'late'"),
        ("[outcomes.rebuilt]", "[outcomes.built]", "no words for 'rebuilt'"),
        ("dispute = [", "quarrel = [", "no words for 'dispute'"),
        ("[reasons]", "[reasons]\nmood = ['2.0', 'Mood', 'A mood.']\n#", "knows no 'mood'"),
        ('"Race is running"', '"The race is running on"', "22 characters"),
        ('"Card {n} {p} not read"', '"Card {n} {p} not reads"', "22 characters"),
        ('"Slide all: {n} of {m}"', '"Slide all: {n} of {m}!"', "22"),
        ('"Unknown action"', '""', "cannot be shown"),
        ('"Unknown action"', '"Unknown | action"', "cannot be shown"),
        ('"Unknown action"', '"Unknown {x}"', "cannot be shown"),
        ('"Unknown action"', '"Unknown actiön"', "ASCII"),
        ('["3.6", "Unknown action"', '["", "Unknown action"', "no rule"),
        ('["3.6", "Unknown action"', '["11.9", "Unknown action"', "no rule"),
        ('["3.6", "Unknown action", ', '["Unknown action", ', "needs a rule"),
        ('["3.6", "Unknown action"', '[3.6, "Unknown action"', "needs a rule"),
        ('"Move a card"', '"Correct a card"', "move and replace have the same label"),
        ('"Card was missed"', '"Card misplaced"', "misplaced and missed have the same label"),
        ("Between rounds.", "Between rounds", "says not when"),
        ('racing = ["L27", "Card', 'raging = ["L27", "Card', "no phase 'raging'"),
        ('other = ["10.5", "Extra', 'racing = ["10.5", "Extra', "last variant"),
        ('menu = ["2.0"', 'list = ["2.0"', "'menu' must be number 0"),
        ("[steps]", "[step]", "the sections are"),
        ("[steps]", "[steps", "Expected ']'"),
    ],
)
def test_what_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(MessageError, match=said.replace("'", ".")):
        parse_words(changed(old, new), DERBY)


def test_the_generated_files_are_what_their_source_gives() -> None:
    for path, text in messages.outputs().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: make gen"


def test_a_mistake_ends_in_one_plain_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def load(game: SpokenGame) -> None:
        parse_words(changed('"Race is running"', '"The race is running on"'), game)

    monkeypatch.setattr(messages, "load_words", load)
    assert messages.main(["--check"]) == 1
    assert capsys.readouterr().err == (
        "messages.toml: refusals.race_running: "
        "'The race is running on' has 22 characters, not 21\n"
    )


def test_check_notices_stale_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read: Callable[..., bytes | None] = output._read  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(
        output, "_read", lambda path: None if path.name == "words.py" else read(path)
    )
    assert messages.main(["--check"]) == 1
    assert "words.py is stale. Try: make gen" in capsys.readouterr().err


def test_the_page_has_every_message() -> None:
    page = DERBY.page.read_text(encoding="utf-8")
    table = load_words(DERBY)
    for entry in (*table.refusals, *table.prompts):
        assert f"| {entry.lines[0]} | {entry.lines[1]} | {entry.when} | {entry.rule} |" in page
    for entry in (*table.steps, *table.reasons):
        assert f"| {entry.lines[0]} | `{entry.name}` | {entry.when} | {entry.rule} |" in page
    for kind in (*table.notices, *table.holds, *table.outcomes):
        for said in kind.said:
            assert f"| {said.lines[0]} | {said.lines[1]} | " in page
    assert "| Card {n} {p} not read | Slide it again | racing | " in page
