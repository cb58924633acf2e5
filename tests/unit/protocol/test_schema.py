"""schema.toml: generated files are fresh, names agree with the game, answers fit a line."""

import json
from pathlib import Path

import pytest

from codegen import output, protocol, schema
from codegen.schema import SchemaError, load_schema
from pitboard.games import events
from pitboard.protocol import messages as board_messages
from pitctl import messages as host_messages
from pitctl.wire import WireMismatch

SOURCE = schema.SCHEMA_PATH


def test_generated_files_are_fresh() -> None:
    for path, text in protocol.outputs(load_schema()).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: make gen"


def test_check_says_which_file_is_stale(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stale = tmp_path / "stale.py"
    monkeypatch.setattr(output, "REPO", tmp_path)
    monkeypatch.setattr(protocol, "outputs", lambda _: {stale: "text\n"})
    assert protocol.main(["--check"]) == 1
    assert "stale.py is stale. Try: make gen" in capsys.readouterr().err
    assert protocol.main([]) == 0
    assert stale.read_text() == "text\n"
    assert protocol.main(["--check"]) == 0


def test_both_ends_carry_the_same_schema() -> None:
    assert board_messages.SCHEMA_HASH == host_messages.SCHEMA_HASH == load_schema().hash
    assert board_messages.SCHEMA == host_messages.SCHEMA
    assert tuple(board_messages.METHODS) == host_messages.METHODS


def test_words_are_those_of_the_game() -> None:
    assert events.NAMES[1:] == host_messages.RECORD_TYPES
    assert events.KIND_NAMES[1:] == host_messages.IRREGULARITIES
    assert events.PHASE_NAMES == host_messages.PHASES


def longest_event() -> dict[str, object]:
    return {
        "seq": 2**32 - 1,
        "round": 2**32 - 1,
        "t_ms": 2**32 - 1,
        "type": "irregularity",
        "kind": "unknown_code",
        "place": 255,
    }


def test_the_longest_answer_is_counted_right() -> None:
    loaded = load_schema()
    method = next(method for method in loaded.methods if method.name == "events")
    answer = {
        "jsonrpc": "2.0",
        "id": "i" * 40,
        "result": {"events": [longest_event()] * 8, "next": 2**32 - 1, "last": 2**32 - 1},
    }
    line = json.dumps(answer, separators=(",", ":")) + "\n"
    assert loaded.worst_answer(method) == len(line) <= loaded.max_line
    host_messages.Events.from_wire(answer["result"])


def test_descriptions_do_not_change_the_hash_and_limits_do(tmp_path: Path) -> None:
    text = SOURCE.read_text(encoding="utf-8")
    other = tmp_path / "schema.toml"
    other.write_text(text.replace("Where the round is.", "Somewhere else."), encoding="utf-8")
    assert load_schema(other).hash == load_schema().hash
    other.write_text(text.replace("max_id_text = 40", "max_id_text = 39"), encoding="utf-8")
    assert load_schema(other).hash != load_schema().hash


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('type = "Event", list = 8', 'type = "Event", list = 9', "events: the longest answer"),
        ('type = "Suit", about = "winner"', 'type = "Colour", about = "winner"', "no such type"),
        ('name = "busy"\ncode = -32002', 'name = "busy"\ncode = -32001', "declared twice"),
        ('max = 24, about = "rule pack"', 'about = "rule pack"', "needs a max"),
        (" fixed = true, about", " fast = true, about", "unknown mark fast"),
        ("version = 1", "version = ", "schema.toml"),
    ],
)
def test_a_wrong_schema_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = SOURCE.read_text(encoding="utf-8")
    assert old in text
    other = tmp_path / "schema.toml"
    other.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SchemaError, match=words):
        load_schema(other)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seq": "1"}, "seq: expected a whole number"),
        ({"seq": True}, "seq: expected a whole number"),
        ({"seq": 0}, "seq: expected a whole number from 1"),
        ({"type": "party"}, "type: expected one of boot"),
        ({"card": "TENH"}, "card: expected a text of up to 2"),
    ],
)
def test_the_host_refuses_answers_that_break_the_schema(
    change: dict[str, object], words: str
) -> None:
    with pytest.raises(WireMismatch, match=words):
        host_messages.Event.from_wire({**longest_event(), **change})


def test_the_host_ignores_names_that_a_newer_board_adds() -> None:
    event = host_messages.Event.from_wire({**longest_event(), "colour": "red"})
    assert (event.kind, event.card) == ("unknown_code", None)
