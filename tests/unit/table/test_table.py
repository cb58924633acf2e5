"""A table is a fold over its journal: judged, written, then applied; a restart anywhere gives the same state."""

import pytest

from pitboard.games import cards, events, refusals
from pitboard.games.derby import Derby
from pitboard.table.journal import Journal
from pitboard.table.table import Table
from tests.unit.table.nor_medium import NorMedium, PowerCut

RACE = ["TH", "2S", "4H", "9C", "KH", "3H", "AH", "5S", "6S", "7D"]  # hearts, spades, diamonds


def table_on(medium: NorMedium, decks: int = 1, segments: int = 8, overwrite: bool = True) -> Table:
    table = Table(Derby(decks), Journal(medium, segments, overwrite), lambda: 0)
    table.recover()
    return table


def card(code: str) -> int:
    return cards.parse(code.encode())


def steps() -> list[tuple[int, int, int]]:
    """One whole race, with an irregularity in it, as offers."""
    race = [(events.CARD, card(code), place) for place, code in enumerate(RACE, 1)]
    race.insert(3, (events.IRREGULARITY, events.MISSCAN, 4))
    return [
        (events.OPEN, 0, 0),
        (events.NO_MORE_BETS, 0, 0),
        *race,
        (events.CONFIRM, 0, 0),
        (events.CLOSE, 0, 0),
    ]


def test_a_restart_after_every_event_gives_the_same_state() -> None:
    medium = NorMedium()
    for _ in range(2):  # a second round stands on the first one's close
        for step in steps():
            table = table_on(medium)
            assert table.offer(*step) == 0
            assert table_on(medium).game.snapshot() == table.game.snapshot()
    assert table_on(medium).game.round_no == 2


@pytest.mark.parametrize("tear_bytes", [0, 8, 31])
def test_power_cut_in_every_write_gives_the_state_before(tear_bytes: int) -> None:
    for cut in range(len(steps())):
        medium = NorMedium()
        table = table_on(medium)
        for step in steps()[:cut]:
            assert table.offer(*step) == 0
        before = table.game.snapshot()
        medium.tear_at = medium.programs + 1
        medium.tear_bytes = tear_bytes
        with pytest.raises(PowerCut):
            table.offer(*steps()[cut])
        assert table.game.snapshot() == before, "nothing may change before the record is durable"
        assert table_on(medium).game.snapshot() == before


def test_a_refused_event_writes_nothing() -> None:
    medium = NorMedium()
    table = table_on(medium)
    written = table.journal.last_seq
    assert table.offer(events.CARD, card("TH")) == refusals.OPEN_FIRST
    assert table.journal.last_seq == written
    assert table.effects == 0


@pytest.mark.parametrize("decks", [1, 8])
def test_no_erase_between_the_call_and_the_close(decks: int) -> None:
    medium = NorMedium()
    table = table_on(medium, decks)
    for step in steps()[:2]:
        table.offer(*step)
    erases = medium.erases
    assert table.journal.room() >= table.game.worst_records - 2
    for step in steps()[2:-1]:
        table.offer(*step)
        assert not table.may_erase()
        table.tidy()
    assert medium.erases == erases


def test_a_full_log_refuses_the_round_before_it_begins() -> None:
    medium = NorMedium()
    table = table_on(medium, segments=1, overwrite=False)
    while True:
        for step in steps():
            refusal = table.offer(*step)
            if refusal:
                break
        else:
            continue
        break
    assert refusal == refusals.LOG_FULL
    assert table.game.phase in (events.IDLE, events.BETTING)


@pytest.mark.parametrize("overwrite", [True, False])
@pytest.mark.parametrize("done", [0, 1, 2, 6, 14])
def test_a_thousand_restarts_leave_a_table_that_plays(done: int, overwrite: bool) -> None:
    medium = NorMedium()
    table = table_on(medium, segments=3, overwrite=overwrite)
    for step in steps()[:done]:
        assert table.offer(*step) == 0
    before = table.game.snapshot()
    for _ in range(1000):
        table = table_on(medium, segments=3, overwrite=overwrite)
        assert table.game.snapshot() == before
    if overwrite or done >= 2:
        for step in steps()[done:]:
            assert table.offer(*step) == 0


def test_a_round_keeps_the_decks_that_it_began_with() -> None:
    medium = NorMedium()
    table = table_on(medium, decks=8)
    table.offer(events.OPEN)
    table.offer(events.NO_MORE_BETS)
    hearts = [rank + "H" for rank in "23456789TJQKA"]
    for place, code in enumerate((hearts * 8)[:60], 1):
        assert table.offer(events.CARD, card(code), place) == 0
    before = table.game.snapshot()
    table = table_on(medium, decks=1)  # the settings were changed in mid-round
    assert table.game.snapshot() == before
    assert table.game.decks == 8
    for code in ("2S", "3D"):
        assert table.offer(events.CARD, card(code), table.game.place()) == 0
    for event in (events.CONFIRM, events.CLOSE, events.OPEN):
        assert table.offer(event) == 0
    assert table.game.decks == 1
    assert table_on(medium, decks=1).game.decks == 1


def test_a_restart_in_a_round_is_written_down() -> None:
    medium = NorMedium()
    table = table_on(medium, segments=2, overwrite=False)
    for step in steps()[:4]:
        table.offer(*step)
    table = table_on(medium, segments=2, overwrite=False)
    assert [record[0] for record in table.journal.since(0)][-1] == events.BOOT


@pytest.mark.parametrize("event", [events.OPEN, events.NO_MORE_BETS])
def test_a_round_needs_room_for_its_longest_course(event: int) -> None:
    medium = NorMedium()
    table = table_on(medium, segments=1, overwrite=False)
    if event == events.NO_MORE_BETS:
        table.offer(events.OPEN)
    while table.journal.room() >= table.game.worst_records:
        table.journal.append(events.IRREGULARITY, events.MISSCAN, 1, 0, 0)
    assert table.journal.room() > 50, "room for an ordinary round, not for the longest"
    assert table.offer(event) == refusals.LOG_FULL


def test_restarts_in_a_round_leave_it_the_room_it_reserved() -> None:
    medium = NorMedium()
    table = table_on(medium, segments=2, overwrite=False)
    for step in steps()[:4]:
        table.offer(*step)
    for _ in range(400):
        table = table_on(medium, segments=2, overwrite=False)
    for step in steps()[4:]:
        assert table.offer(*step) == 0
