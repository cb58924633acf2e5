"""The packs of the repository, and files made of them with one thing changed."""

from functools import cache
from pathlib import Path

import pytest

from pitctl.exceptions import ConfigError
from pitctl.packs import PACKS_DIR, Pack, load_pack

SHORT = {"000": "nsw", "002": "charity", "003": "mbs", "004": "california"}
HANDS = (
    "royal_flush", "straight_flush", "four", "full_house", "flush", "straight", "three", "two_pair", "high_pair",
)  # fmt: skip
COMMON_ODDS = (1000, 200, 50, 11, 8, 5, 3, 2, 1)


def text_of(document: str) -> str:
    return (PACKS_DIR / f"{SHORT[document]}-let-it-ride.toml").read_text(encoding="utf-8")


@cache
def pack_of(document: str) -> Pack:
    return load_pack(f"{SHORT[document]}-let-it-ride")


def fifth(tmp_path: Path, document: str, *changes: tuple[str, str]) -> Path:
    """A new pack: the text of another with `changes`, each of a text that stands there."""
    text = text_of(document).replace(f'"{SHORT[document]}-let-it-ride"', '"fifth"', 1)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = tmp_path / "fifth.toml"
    path.write_text(text, encoding="utf-8")
    return path


def outcomes(pack: Pack, what: str) -> dict[str, tuple[str, str]]:
    """Moment -> what then, and its rule."""
    return {
        moment: (item.then, item.rule)
        for item in pack.irregularities
        if item.what == what
        for moment in item.when
    }


def refusal(path: Path) -> ConfigError:
    with pytest.raises(ConfigError) as refused:
        load_pack(path)
    assert "docs/rule-packs.md" in refused.value.try_this
    return refused.value


def line_of(path: Path, needle: str) -> int:
    text = path.read_text(encoding="utf-8")
    assert needle in text, needle
    return text[: text.index(needle)].count("\n") + 1


def assert_refused(path: Path, at: str, reason: str) -> None:
    """In the line where `at` first stands, for this reason."""
    place, _, said = refusal(path).message.partition(": ")
    assert reason in said, said
    assert place == f"{path}:{line_of(path, at)}"


def said(pack: Pack, *keys: str) -> list[object]:
    return [pack.value(key) for key in keys]


def odds(pack: Pack, table: str = "main") -> tuple[int, ...]:
    assert tuple(pack.pay_tables[table]) == HANDS
    return tuple(pack.pay_tables[table].values())
