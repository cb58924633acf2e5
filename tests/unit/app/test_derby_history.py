"""What a Derby table remembers of the races before: confirmed and closed results, a fixed number, over restarts."""

from typing import Any

import pytest

from tests.unit.app.desk import Desk

HEARTS_SPADES_CLUBS = "TH 4H KH 3H 5S 7C"
PROTESTED = "2S 3S 4S 5S 6H 7D"


def told(desk: Desk) -> list[tuple[int, int, int, bool]]:
    entries = desk.game.history.freeze()
    return [(e & 3, e >> 2 & 3, e >> 4 & 3, bool(e & 64)) for e in entries]


def play(desk: Desk, cards: str) -> Desk:
    return desk.start().slide(cards).press("confirm", "confirm")


def opened(**settings: Any) -> Desk:
    return Desk(**settings).open_table()


def test_a_result_is_remembered_when_its_round_is_closed_and_not_before() -> None:
    desk = opened(history=3)
    desk.start().slide(HEARTS_SPADES_CLUBS)
    assert told(desk) == []
    desk.press("confirm")
    assert told(desk) == []  # it can still be put right
    desk.press("confirm")
    assert told(desk) == [(1, 0, 3, False)]
    play(desk, PROTESTED)
    assert told(desk) == [(1, 0, 3, False), (0, 1, 2, True)]


def test_a_void_round_has_no_result() -> None:
    desk = opened(history=3)
    desk.start().slide("TH 4H").supervise("Void the round", "Dispute")
    desk.press("confirm")
    assert told(desk) == []


@pytest.mark.parametrize("room", [0, 1, 2])
def test_the_oldest_gives_way(room: int) -> None:
    desk = opened(history=room)
    for cards in (PROTESTED, HEARTS_SPADES_CLUBS, HEARTS_SPADES_CLUBS):
        play(desk, cards)
    assert told(desk) == [(1, 0, 3, False)] * room


def test_a_restart_finds_them_by_replay_and_by_checkpoint() -> None:
    desk = opened(history=12)
    for number in range(14):
        play(desk, PROTESTED if number % 3 else HEARTS_SPADES_CLUBS)
        again = desk.restarted()
        assert told(again) == told(desk)
        assert again.game.snapshot() == desk.game.snapshot()
    assert desk.table._checkpoint > 1  # the first rounds are known by it alone
    assert len(told(desk)) == 12


def test_a_table_that_remembers_fewer_keeps_the_newest() -> None:
    desk = opened(history=12)
    play(desk, PROTESTED)
    play(desk, HEARTS_SPADES_CLUBS)
    state = desk.game.freeze()
    fewer = Desk(history=1)
    fewer.game.thaw(2, state)
    assert told(fewer) == [(1, 0, 3, False)]


def test_a_checkpoint_of_before_has_no_results() -> None:
    desk = opened()
    state = desk.game.freeze()
    later = Desk(history=12)
    later.game.thaw(0, state)
    assert told(later) == []
    assert later.game.shoe.freeze() == desk.game.shoe.freeze()
