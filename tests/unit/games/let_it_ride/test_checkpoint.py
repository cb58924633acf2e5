"""A table at rest fits its checkpoint, however long nobody counted and whatever was counted."""

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.at_table import play_out, refused, settled
from tests.unit.games.let_it_ride.play import CALIFORNIA, MBS, Play, ride


def restarted(table: Play) -> Play:
    """The same table, known by its checkpoint alone."""
    other = Play(table.pack_name, closed=True)
    other.game.thaw(table.game.round_no, table.game.freeze())
    return other


@pytest.mark.parametrize("pack", [MBS, CALIFORNIA])
def test_after_256_rounds_that_nobody_counted(pack: str) -> None:
    table = Play(pack)
    table.game.since_count = 255
    play_out(table)
    table.do(events.SHUFFLED)
    assert restarted(table).game.since_count == table.game.since_count == 255


def test_after_a_count_that_is_far_off() -> None:
    table = settled(MBS, {2: "TH TD 5S"}, "KD KC")
    table.do(ride.COUNTED, 250)
    assert table.game.count_off
    table.settle_all()
    table.close()
    table.open_betting()
    table.do(events.CANCEL)
    assert restarted(table).game.count_off == table.game.count_off > 0


def test_the_player_dealers_wager_that_was_given_between_rounds_is_kept() -> None:
    table = Play(CALIFORNIA)
    table.bank(8, 5000)
    assert table.game.is_at_rest()
    assert restarted(table).game.bank.state() == table.game.bank.state() == (8, 5000, 0, 0, 0)


def reflashed(table: Play, **house: int) -> Play:
    """The same journal under another table file: its checkpoint, and what follows from the file by itself."""
    other = Play(table.pack_name, closed=True, **house)
    other.game.thaw(table.game.round_no, table.game.freeze())
    while (follow := other.game.due()) is not None:
        other.game.apply(*follow)
    return other


@pytest.mark.rule("000 6.1")
def test_another_minimum_in_the_table_file_counts_from_the_next_start() -> None:
    table = Play(MBS, least=500)
    table.do(ride.MINIMUM, value=700)
    same = reflashed(table, least=500)
    assert same.game.notices.least == 700, "what the supervisor set stays under the same file"
    other = reflashed(same, least=1000)
    assert other.game.notices.least == 1000
    assert other.game.is_at_rest()
    other.do(ride.MINIMUM, value=900)
    assert reflashed(other, least=1000).game.notices.least == 900


def test_only_the_table_itself_takes_over_its_file() -> None:
    table = Play(MBS, least=500)
    with refused("not_an_event"):
        table.do(ride.MINIMUM, 1, 0, 1000)
