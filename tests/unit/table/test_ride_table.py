"""Let It Ride on its journal: tables whose paid rounds can be reversed make checkpoints too, and restart the same."""

from typing import Any

import pytest

from pitboard.games import events
from pitboard.table.journal import Journal
from pitboard.table.seal import Seal
from pitboard.table.table import Table
from tests.unit.games.let_it_ride.play import (
    CALIFORNIA,
    CHARITY,
    MBS,
    NSW,
    Play,
    Refused,
    faults,
    ride,
)
from tests.unit.table.nor_medium import NorMedium

SEGMENTS = 8
ROUNDS = 60
HANDS = {2: "TH TD 5S", 5: "2C 3C 9D"}
KEY = bytes(32)


class JournalledPlay(Play):
    """Every event goes through the table and its journal."""

    def __init__(self, pack: str, **house: Any) -> None:
        self.medium = NorMedium()
        super().__init__(pack, closed=True, **house)
        self.restart()
        self.open_table()

    def restart(self) -> None:
        self.game = self.make()
        journal = Journal(self.medium, SEGMENTS, True, Seal(KEY, self.game.sealed))
        self.table = Table(self.game, journal, lambda: 0)
        self.table.recover()

    def do(
        self, event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0,
        role: int = events.SUPERVISOR, who: int = 0,
    ) -> None:  # fmt: skip
        refusal = self.table.offer(event, arg, arg2, value, reason, role, who)
        if refusal:
            raise Refused(str(refusal))

    def play_round(self) -> None:
        self.start(*HANDS)
        self.deal(HANDS, "KD KC", discard="8S")
        self.to_settling()
        self.settle_all()
        if self.pack_name == CHARITY:
            self.do(ride.COUNTED, self.game.shoe.left())
        self.close()
        if self.pack_name == CALIFORNIA:
            self.do(ride.OFFERED)


@pytest.mark.parametrize("pack", [NSW, CHARITY, MBS, CALIFORNIA])
def test_the_log_never_fills_up(pack: str) -> None:
    """003 5.4 keeps a paid round until the next call; its records must not be kept for ever."""
    table = JournalledPlay(pack)
    for _ in range(ROUNDS):
        table.play_round()
    assert table.game.round_no == ROUNDS
    assert len(table.medium.blocks) <= SEGMENTS


@pytest.mark.rule("003 5.4")
def test_a_paid_round_is_reversed_after_a_restart_too() -> None:
    table = JournalledPlay(MBS)
    for _ in range(5):
        table.play_round()
    table.restart()
    assert table.game.kept
    table.fault(faults.COMMUNITY_COUNT)
    table.do(ride.VOID_NOW, reason=10)
    assert table.phase == "voided"
    assert table.money(2, "1") == (0, 0, 500)


@pytest.mark.parametrize("pack", [NSW, CHARITY, MBS, CALIFORNIA])
def test_a_restart_at_every_step_gives_the_same_table(pack: str) -> None:
    table = JournalledPlay(pack)
    table.play_round()

    def same() -> None:
        before = table.game.snapshot()
        table.restart()
        assert table.game.snapshot() == before

    table.start(*HANDS)
    same()
    table.deal(HANDS, "KD KC", discard="8S")
    same()
    table.look()
    table.decide((2, "ride"), (5, "withdraw"))
    same()
    table.turn()
    same()
    table.decide((2, "withdraw"), (5, "ride"))
    table.turn()
    same()
    table.show()
    same()
    table.declare()
    table.show_all()
    same()
    table.settle_all()
    same()
