"""What the head of the display says of missing parts: it never runs into the rule beside it."""

from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest

from pitboard.app.part_health import PartHealth

NAMES = ("display", "scanner", "cards", "badges", "bets", "bets-1", "bets-2", "clock")
LINE, LETTER, LONGEST_RULE = 128, 6, 7


def words_of(*missing: str) -> str:
    health = PartHealth(lambda: None)
    for name in NAMES:
        part: Any = SimpleNamespace(missing=int(name in missing))
        health.watch(name, part)
    health.look()
    assert health.missing() == [name for name in NAMES if name in missing]
    return health.words


def test_words() -> None:
    shown = ["", "!scan", "!cards", "!badg", "!bets", "!bets", "!bets", "!clock"]
    assert [words_of(name) for name in NAMES] == shown
    assert words_of("badges", "clock") == "!badg+"
    assert words_of("display", "badges") == "!badg"
    assert words_of() == ""


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_space_is_left_before_the_longest_rule(count: int) -> None:
    rule_at = (LINE - LETTER * LONGEST_RULE + 1) // 2  # in the middle (canvas.py)
    for names in combinations(NAMES, count):
        assert LETTER * (len(words_of(*names)) + 1) <= rule_at, names
