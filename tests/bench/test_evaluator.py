"""The evaluator beside its peers: chip time on the emulated RP2040, and everything on this computer in one run.

Chip time is deterministic and has limits. What this computer takes has none: it is printed, by `make bench` only.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pitboard.app.hand_file import load_tables
from pitboard.games import hand_lookup
from tests.reference.hands_reference import DECK
from tests.rp2040.evaluator_board import board_with

TABLES = load_tables()

SCRIPT = Path(__file__).with_name("evaluator_on_micropython.py")
FIRMWARE = Path(__file__).parents[2] / "firmware"
ROUNDS_ON_CHIP = 3
LIMIT_US = 120_000_000

# Microseconds of chip time at 125 MHz.
LIMITS = {"call": 12.0, "sum": 10.0, "assembler": 0.7, "viper": 1.6, "deck": 2_500_000.0}
TABLE_BYTES = 18_944
TIMES_PER_CALL, TIMES_IN_BATCH = 8, 100  # faster than primes and a dictionary

WHAT = {
    "call": "five cards, one call",
    "sum": "running sum, one call",
    "assembler": "in batch, assembler",
    "viper": "in batch, viper",
    "primes": "primes and a dictionary (as treys, deuces), one call",
    "deck": "all 2,598,960 hands",
}


def figures(said: str) -> dict[str, float]:
    return {name: float(number) for name, number in (line.split() for line in said.splitlines())}


@pytest.mark.rp2040
def test_chip_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    repl = board_with(tmp_path, SCRIPT)
    told = figures(repl.run(f"import {SCRIPT.stem} as e; e.run({ROUNDS_ON_CHIP})", LIMIT_US))
    repl.target.close()
    with capsys.disabled():
        print(f"\nevaluator on the emulated RP2040, {len(TABLES)} bytes of tables, microseconds:")
        for name, words in WHAT.items():
            limit = f"(limit {LIMITS[name]:,.1f})" if name in LIMITS else ""
            print(f"  {words:52} {told[name]:12,.3f} {limit}")
        print(f"  {told['primes'] / told['call']:.1f} times as fast a call as primes and a dictionary,")
        print(f"  {told['primes'] / told['assembler']:.0f} times in batch")
    assert {name for name, limit in LIMITS.items() if told[name] > limit} == set()
    assert told["primes"] / told["call"] >= TIMES_PER_CALL
    assert told["primes"] / told["assembler"] >= TIMES_IN_BATCH
    assert len(TABLES) <= TABLE_BYTES


@pytest.mark.long
@pytest.mark.unix
def test_this_computer(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(1)
    deals = [rng.sample(range(52), 5) for _ in range(20_000)]
    micropython = Path(sys.executable).with_name("micropython")
    said = subprocess.run(
        [str(micropython), str(SCRIPT)],
        env={"MICROPYPATH": f".frozen:{FIRMWARE}"},
        capture_output=True, text=True, check=True, timeout=300,
    ).stdout  # fmt: skip
    told = figures(said)
    rows = [(f"unix: {words}", 1000 * told[name]) for name, words in WHAT.items() if name in told]
    ours = [(bytes(cards), TABLES) for cards in deals]
    rows.append(("cpython: ours, the same source", ns_per_call(hand_lookup.of_cards, ours)))
    for name, peer in PEERS.items():
        rows.append((f"cpython: {name}", peer(deals)))
    with capsys.disabled():
        print("\nevaluator on this computer, nanoseconds a hand (deck: for all):")
        for words, took in rows:
            print(f"  {words:58} {took:14,.0f}")


def ns_per_call(call: Callable[..., object], arguments: Sequence[tuple[object, ...]]) -> float:
    """The best of five rounds."""
    best = float("inf")
    for _ in range(5):
        started = time.perf_counter_ns()
        for given in arguments:
            call(*given)
        best = min(best, (time.perf_counter_ns() - started) / len(arguments))
    return best


def _text(card: int) -> str:
    return DECK[card][0] + DECK[card][1].lower()


def _peer(module: str) -> Any:
    return pytest.importorskip(module, reason="needs requirements/peers.txt. Try: make bench")


def _treys_like(module: str, deals: list[list[int]]) -> float:
    peer = _peer(module)
    new = peer.Card.new
    evaluate = peer.Evaluator().evaluate
    return ns_per_call(evaluate, [([new(_text(c)) for c in cards], []) for cards in deals])


def _phevaluator(deals: list[list[int]]) -> float:
    """The bare C function; its numbers of cards are rank * 4 + suit."""
    evaluate = _peer("phevaluator._pheval").evaluate_5cards
    return ns_per_call(evaluate, [tuple(c % 13 * 4 + c // 13 for c in cards) for cards in deals])


def _eval7(deals: list[list[int]]) -> float:
    peer = _peer("eval7")
    card, evaluate = peer.Card, peer.evaluate
    return ns_per_call(evaluate, [([card(_text(c)) for c in cards],) for cards in deals])


PEERS: dict[str, Callable[[list[list[int]]], float]] = {
    "treys": lambda deals: _treys_like("treys", deals),
    "deuces": lambda deals: _treys_like("deuces", deals),
    "phevaluator, its C function": _phevaluator,
    "eval7": _eval7,
}
