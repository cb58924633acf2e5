"""The board proves its evaluator itself: every hand of five and of three cards, in assembler, with the heap locked."""

from pathlib import Path

import pytest

from tests.reference.deck_digest import what_a_vm_prints
from tests.rp2040.evaluator_board import board_with

pytestmark = pytest.mark.rp2040

SCRIPT = Path(__file__).parents[1] / "unit" / "games" / "hands_on_micropython.py"
LIMIT_US = 60_000_000
ASK = "import hands_on_micropython as h, pitboard.games.deck_proof as p; h.run(); print(p.thumb is not None)"


def test_every_hand_on_the_chip(tmp_path: Path) -> None:
    repl = board_with(tmp_path, SCRIPT)
    said = repl.run(ASK, LIMIT_US)
    repl.target.close()
    assert said.splitlines() == [what_a_vm_prints(), "True"], "and by the assembler"
