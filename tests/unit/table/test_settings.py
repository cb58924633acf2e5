"""Settings are checked on the board too: every wrong value is named."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboard.table import settings
from tests.unit.protocol.test_on_micropython import FIRMWARE, micropython

OLD: dict[str, Any] = {
    "table": "Derby 1",
    "game": "nz-derby",
    "decks": 8,
    "reveal": "at-once",
    "profile": "dev",
    "brightness_pct": 40,
    "limit_ma": 2000,
    "areas": [[4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3] for i in range(42)],
    "journal_overwrite": True,
    "hash": "0",
}
SUPERVISOR = [1, "supervisor", "00" * 8, "ab" * 32]
BADGE: list[Any] = [1, "04a1b2c3d4e5f6", "00112233445566778899aabbccddeeff", 20000, False]
CARD_SET = {"serial": 204117, "map": bytes(n % 52 for n in range(416)).hex()}
LIMITS = {"min": 10, "colour": 1000, "suit": 800, "quinella": 200, "trifecta": 10}
GOOD: dict[str, Any] = {
    **OLD,
    "cards_from": "shuffler",
    "code_format": "serial",
    "set": CARD_SET,
    "reveal": "delay",
    "reveal_ms": 1500,
    "history": 8,
    "limits": LIMITS,
    "notice": "Closing at two. Last round at five to two.",
    "staff": [SUPERVISOR, [250, "dealer", "01" * 8, "cd" * 32]],
    "key_staff": 1,
    "badges": [],
    "plain_badges": False,
    "two_persons": False,
}


def test_good_settings_pass() -> None:
    assert settings.check_table(dict(GOOD), 168) == GOOD


def test_a_file_from_before_gets_what_was_the_only_way_then() -> None:
    assert settings.check_table(dict(OLD), 168) == {
        **OLD,
        "cards_from": "shoe",
        "code_format": "value",
        "set": None,
        "reveal_ms": 0,
        "limits": None,
        "history": 0,
        "notice": "",
        "staff": [],
        "key_staff": 0,
        "badges": [],
        "plain_badges": False,
        "two_persons": False,
    }


def test_the_host_may_read_no_secret() -> None:
    assert not {"staff", "key_staff", "set"} & set(settings.PUBLIC)
    assert set(settings.PUBLIC) < set(GOOD)


@pytest.mark.parametrize(
    "change",
    [
        {"reveal": "next-card", "reveal_ms": 0},
        {"reveal": "key", "reveal_ms": 0},
        {"reveal_ms": 100},
        {"reveal_ms": 60000},
        {"cards_from": "continuous"},
        {"code_format": "value", "set": None},
        {"limits": {**LIMITS, "min": 2, "trifecta": 2}},
        {"limits": {**LIMITS, "colour": (1 << 30) - 2}},
        {"notice": ""},
        {"key_staff": 0},
        {"staff": [[n, "supervisor", "00" * 8, "ab" * 32] for n in range(1, 17)]},
    ],
    ids=str,
)
def test_what_is_allowed_passes(change: dict[str, Any]) -> None:
    assert settings.check_table({**GOOD, **change}, 168) == {**GOOD, **change}


def areas_with(index: int, pixels: list[Any]) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data["areas"] = [list(area) for area in GOOD["areas"]]
        data["areas"][index] = pixels

    return change


@pytest.mark.rule("001 3.4(a)")
@pytest.mark.rule("001 3.6")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"decks": 0}, "decks must be 1 to 8"),
        ({"decks": 9}, "decks must be 1 to 8"),
        ({"decks": True}, "decks must be a whole number"),
        ({"decks": None}, "decks must be a whole number"),
        ({"brightness_pct": 101}, "brightness_pct must be 1 to 100"),
        ({"limit_ma": 5}, "limit_ma must be 100 to 20000"),
        ({"limit_ma": 417}, "limit_ma must be at least 418 for 168 pixels"),
        ({"game": "poker"}, "pack must be an object"),
        ({"reveal": "later"}, "reveal must be one of at-once, next-card, delay, key"),
        ({"history": 13}, "history must be 0 to 12"),
        ({"reveal_ms": 99}, "reveal_ms must be 100 to 60000 with a delay"),
        ({"reveal_ms": 60001}, "reveal_ms must be 0 to 60000"),
        ({"reveal_ms": "1"}, "reveal_ms must be a whole number"),
        ({"reveal": "key"}, "reveal_ms must be 0 without a delay"),
        ({"cards_from": "hand"}, "cards_from must be one of shoe, shuffler, continuous"),
        ({"code_format": "qr"}, "code_format must be one of value, serial"),
        ({"set": None}, "set must be an object with code_format serial"),
        ({"code_format": "value"}, "set must be null with code_format value"),
        ({"set": {**CARD_SET, "serial": 0}}, "set: serial must be 1 to 999999"),
        ({"set": {**CARD_SET, "serial": 1000000}}, "set: serial must be 1 to 999999"),
        ({"set": {**CARD_SET, "serial": True}}, "set: serial must be 1 to 999999"),
        ({"set": {"serial": 5}}, "set: map must have each card once a deck"),
        ({"set": {**CARD_SET, "map": "00" * 416}}, "set: map must have each card once a deck"),
        ({"set": {**CARD_SET, "map": "zz" * 416}}, "set: map must have each card once a deck"),
        ({"decks": 7}, "set: map must have each card once a deck"),
        ({"limits": []}, "limits must be null or 5 numbers"),
        ({"limits": {"min": 2}}, "limits must be null or 5 numbers"),
        ({"limits": {**LIMITS, "colour": 999}}, "limits: colour must be even, 2 or more"),
        ({"limits": {**LIMITS, "suit": 0}}, "limits: suit must be even, 2 or more"),
        ({"limits": {**LIMITS, "suit": 1 << 30}}, "limits: suit must be even, 2 or more"),
        ({"limits": {**LIMITS, "suit": "9"}}, "limits: suit must be even, 2 or more"),
        ({"limits": {**LIMITS, "trifecta": 8}}, "limits: trifecta is below min"),
        ({"notice": "x" * 43}, "notice must be 0 to 42 plain characters"),
        ({"notice": "caf\u00e9"}, "notice must be 0 to 42 plain characters"),
        ({"notice": "a\nb"}, "notice must be 0 to 42 plain characters"),
        ({"notice": None}, "notice must be 0 to 42 plain characters"),
        ({"staff": {}}, "staff must be a list of at most 16"),
        ({"staff": [SUPERVISOR] * 17}, "staff must be a list of at most 16"),
        ({"staff": [SUPERVISOR, SUPERVISOR]}, "staff: numbers must be 1 to 250, each once"),
        ({"staff": [[0, *SUPERVISOR[1:]]]}, "staff: numbers must be 1 to 250, each once"),
        ({"staff": [[251, *SUPERVISOR[1:]]]}, "staff: numbers must be 1 to 250, each once"),
        ({"staff": [[1, "boss", *SUPERVISOR[2:]]]}, "staff: no such role"),
        ({"staff": [[1, "", *SUPERVISOR[2:]]]}, "staff: no such role"),
        ({"staff": [[*SUPERVISOR[:3], "ab" * 31]]}, "staff: salt or digest is wrong"),
        ({"staff": [[1, "dealer", "00" * 7, "ab" * 32]]}, "staff: salt or digest is wrong"),
        ({"staff": [[1, "dealer", "2468"]]}, "staff: number, role, salt, digest"),
        ({"badges": 1}, "badges must be a list of at most 16"),
        ({"badges": [BADGE[:4]]}, "badges: number, identity, key, last day, revoked"),
        ({"badges": [[9, *BADGE[1:]]]}, "badges: a number that is nobody's"),
        ({"badges": [BADGE, BADGE]}, "badges: identity is wrong"),
        ({"badges": [[1, "04a1b2", *BADGE[2:]]]}, "badges: identity is wrong"),
        ({"badges": [[*BADGE[:2], "00", *BADGE[3:]]]}, "badges: key must be 16 bytes or none"),
        ({"badges": [[*BADGE[:3], 65536, False]]}, "badges: last day is wrong"),
        ({"badges": [[*BADGE[:4], 0]]}, "badges: revoked must be true or false"),
        ({"plain_badges": 1}, "plain_badges must be true or false"),
        ({"two_persons": None}, "two_persons must be true or false"),
        ({"staff": []}, "key_staff must be a supervisor's number, or 0"),
        ({"key_staff": 250}, "key_staff must be a supervisor's number, or 0"),
        ({"key_staff": 251}, "key_staff must be 0 to 250"),
        ({"table": "D\u00e9rby"}, "table must be a name of 1 to 21 characters"),
        ({"profile": "lab"}, "profile must be one of dev"),
        ({"table": ""}, "table must be a name of 1 to 21 characters"),
        ({"table": "x" * 22}, "table must be a name of 1 to 21 characters"),
        ({"journal_overwrite": 1}, "journal_overwrite must be true or false"),
        ({"areas": [[0, 1, 2]] * 41}, "areas must be a list of 42"),
        (areas_with(3, [1, 2]), "area 3 needs at least 3 pixels"),
        (areas_with(3, [12, 13, 168]), "area 3: no such pixel 168"),
        (areas_with(3, [12, 13, "x"]), "area 3: no such pixel"),
        (areas_with(3, [0, 13, 14]), "pixel 0 is in two areas"),
    ],
)
def test_wrong_settings_are_named(change: Any, words: str) -> None:
    data = dict(GOOD)
    if callable(change):
        change(data)
    else:
        data.update(change)
    with pytest.raises(settings.SettingsError, match=words):
        settings.check_table(data, 168)


@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "missing"), ("{", "not JSON"), ("[]", "must be an object")],
)
def test_a_broken_file_is_named(tmp_path: Path, content: str | None, words: str) -> None:
    path = tmp_path / "table.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(settings.SettingsError, match=words):
        settings.load(str(path))


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(GOOD))
    assert settings.load(str(path)) == GOOD


ON_MICROPYTHON = """
import json, sys
sys.path.insert(0, sys.argv[1])
from pitboard.table import settings
good = settings.load(sys.argv[2])
print(settings.check_table(good, 168) == settings.load(sys.argv[2]))
for change in settings.load(sys.argv[3])["changes"]:
    try:
        settings.check_table(dict(settings.load(sys.argv[2]), **change), 168)
        print("passed", change)
    except settings.SettingsError as error:
        print(error)
"""


@pytest.mark.unix
def test_micropython_checks_alike(tmp_path: Path) -> None:
    changes = [
        {"set": {"serial": 5, "map": "0"}},
        {"set": {"serial": 5, "map": "zz" * 416}},
        {"staff": [[1, "dealer", 5, "ab" * 32]], "key_staff": 0},
        {"notice": "caf\u00e9"},
        {"limits": {**LIMITS, "min": True}},
    ]
    (tmp_path / "table.json").write_text(json.dumps(GOOD))
    (tmp_path / "changes.json").write_text(json.dumps({"changes": changes}))
    (tmp_path / "check.py").write_text(ON_MICROPYTHON)
    files = [str(tmp_path / name) for name in ("table.json", "changes.json")]
    run = subprocess.run(
        [micropython(), str(tmp_path / "check.py"), str(FIRMWARE), *files],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    expected: list[str] = []
    for change in changes:
        with pytest.raises(settings.SettingsError) as caught:
            settings.check_table({**GOOD, **change}, 168)
        expected.append(str(caught.value))
    assert run.stdout.splitlines() == ["True", *expected]
