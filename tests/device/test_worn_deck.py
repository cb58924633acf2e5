"""A worn deck on the wires: every result is that of the cards. `make worn-deck` plays 20,000 rounds."""

from pathlib import Path

import pytest

from tests.device.worn_table import KINDS, WornTable

pytestmark = pytest.mark.device

ROUNDS = 50


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.rule("001 1.2 Scanner")
@pytest.mark.parametrize("kind", KINDS)
def test_every_result_is_that_of_the_cards(kind: str, tmp_path: Path) -> None:
    with WornTable(KINDS[kind], "cpython", tmp_path, seed=1) as table:
        figures = table.play(ROUNDS)
    assert figures["rounds"] == ROUNDS
    assert figures["misscan"] and figures["repeat"] and figures["doubled"]
    assert not figures["void"]
    # Only a card that came back too late for the table to tell was ever taken for another one.
    assert figures["rebuild"] + figures["hold"] <= figures["slow_returned"]
