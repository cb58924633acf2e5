"""schema.toml: generated files are fresh, names agree with the game, answers fit a line."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from codegen import output, protocol, schema
from codegen.schema import SchemaError, load_schema
from pitboard.games import events, hands
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby import wagers
from pitboard.games.let_it_ride import ride_events as ride
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
    """Of both games: what only Let It Ride has comes after Derby's."""

    def of_both(one: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
        named = dict.fromkeys([*one, *other])
        return tuple(name for name in named if name not in ("", "-"))

    assert (*of_both(derby.NAMES, ride.NAMES), "badge", "clock") == host_messages.RECORD_TYPES
    assert tuple(events.KIND_NAMES)[1:] == host_messages.IRREGULARITIES
    assert of_both(derby.PHASE_NAMES, ride.PHASE_NAMES) == host_messages.PHASES
    assert events.HOLD_NAMES[1:] == host_messages.HOLD_KINDS
    assert of_both(derby.OUTCOME_NAMES, ride.OUTCOME_NAMES) == host_messages.OUTCOMES
    assert tuple(ride.WHAT_NAMES)[1:] == host_messages.FAULTS
    assert ride.STATE_NAMES == host_messages.SEAT_STATES
    assert tuple(hands.CODES) == host_messages.HANDS
    assert events.ROLE_NAMES[1:] == host_messages.ROLES
    assert tuple(events.REASON_NAMES)[1:] == host_messages.REASONS
    assert events.SOURCE_NAMES == host_messages.SOURCES
    assert derby.REVEAL_NAMES == host_messages.REVEALS
    assert wagers.STATE_NAMES == host_messages.WAGER_STATES


def test_fields_of_a_record_name_records_that_there_are() -> None:
    event = load_schema().object("Event")
    assert event is not None
    for field in event.fields:
        assert set(field.only) <= set(host_messages.RECORD_TYPES), field.name


def test_a_hidden_held_or_burned_card_has_no_face_in_the_schema() -> None:
    event = load_schema().object("Event")
    assert event is not None
    card = next(field for field in event.fields if field.name == "card")
    assert card.only == ("card", "reveal", "entered", "insert", "replace", "turn")


def longest_event() -> dict[str, object]:
    """The fields of the record with the most to say; every type is counted as long as the longest."""
    return {
        "seq": 2**32 - 1,
        "round": 2**24 - 1,
        "t_ms": 2**32 - 1,
        "type": "notice_minute",
        "who": 250,
        "place": 255,
        "reason": max(host_messages.REASONS, key=len),
        "seat": 99,
        "hand": max(host_messages.HANDS, key=len),
    }


def test_the_longest_answer_is_counted_right() -> None:
    loaded = load_schema()
    method = next(method for method in loaded.methods if method.name == "events")
    answer = {
        "jsonrpc": "2.0",
        "id": "i" * 40,
        "result": {"events": [longest_event()] * 5, "boot": 2**24 - 1, "next": 2**32 - 1, "last": 2**32 - 1},
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
        ('type = "Event", list = 5', 'type = "Event", list = 7', "events: the longest answer"),
        ('type = "Suit", about = "winner"', 'type = "Colour", about = "winner"', "no such type"),
        ('name = "busy"\ncode = -32002', 'name = "busy"\ncode = -32001', "declared twice"),
        ('max = 24, about = "rule pack"', 'about = "rule pack"', "needs a max"),
        (" fixed = true, about", " fast = true, about", "unknown mark fast"),
        ("version = 3", "version = ", "schema.toml"),
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
        ({"card": None}, "card: expected a text"),
    ],
)
def test_the_host_refuses_answers_that_break_the_schema(
    change: dict[str, object], words: str
) -> None:
    with pytest.raises(WireMismatch, match=words):
        host_messages.Event.from_wire({**longest_event(), **change})


def test_null_is_not_the_same_as_left_out() -> None:
    shoe: dict[str, object] = {
        "source": "continuous",
        "decks": 1,
        "left": None,
        "checked": True,
        "shuffled": True,
        "cut": False,
        "carried": 0,
        "lamps": "good",
        "set": None,
    }
    assert host_messages.Shoe.from_wire(shoe).left is None
    del shoe["left"]
    with pytest.raises(WireMismatch, match="left is missing"):
        host_messages.Shoe.from_wire(shoe)
    with pytest.raises(WireMismatch, match="decks: expected a whole number"):
        host_messages.Shoe.from_wire({**shoe, "left": None, "decks": None})
    with pytest.raises(WireMismatch, match="Shoe: expected an object, got list"):
        host_messages.Shoe.from_wire([])


def test_the_host_ignores_names_that_a_newer_board_adds() -> None:
    event = host_messages.Event.from_wire({**longest_event(), "colour": "red"})
    assert (event.seat, event.card) == (99, None)


def test_a_method_may_answer_with_nothing(tmp_path: Path) -> None:
    loaded = load_schema()
    release = next(method for method in loaded.methods if method.name == "release")
    line = json.dumps({"jsonrpc": "2.0", "id": "i" * 40, "result": {}}, separators=(",", ":"))
    assert loaded.worst_answer(release) == len(line) + 1
    assert host_messages.Release.from_wire({}) == host_messages.Release()


def test_quotation_marks_make_a_text_longer_and_words_not(tmp_path: Path) -> None:
    other = tmp_path / "schema.toml"

    def worst(kind: str) -> int:
        text = SOURCE.read_text(encoding="utf-8")
        old = '{ name = "words", type = "words", max = 21'
        assert old in text
        text = text.replace(old, f'{{ name = "words", type = "{kind}", max = 21').replace(
            'type = "Step", list = 5', 'type = "Step", list = 1'
        )
        other.write_text(text, encoding="utf-8")
        loaded = load_schema(other)
        return loaded.worst_answer(next(item for item in loaded.methods if item.name == "steps"))

    assert worst("text") == worst("words") + 21
