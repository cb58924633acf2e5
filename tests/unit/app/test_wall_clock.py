"""The table's time over the real driver and a modelled chip: at boot, set, jumped, stopped, lost, in a round."""

import random
from typing import Any

import pytest

from pitboard.app.derby.host import view as derby_view
from pitboard.app.let_it_ride.record_view import view as ride_view
from pitboard.games import events
from tests.unit.app.clock_rig import BETTING, DAY, HOUR, LOOK, MINUTE, NOON, THE_REST, Board
from tests.unit.table.dealt_table import opening, play


def told(board: Board) -> tuple[int, bool]:
    return board.clock.seconds(), board.clock.is_trusted()


@pytest.fixture
def board() -> Board:
    """A table that knows the time: its chip was set at noon."""
    board = Board()
    assert board.clock.set_from_host(NOON)
    return board


# -- where the time is from


def test_a_new_chip_is_not_believed() -> None:
    board = Board()
    assert told(board) == (0, False)
    board.run(MINUTE)
    assert told(board) == (0, False) and board.clocks() == []


def test_a_host_sets_it_and_the_chip(board: Board) -> None:
    assert told(board) == (NOON, True)
    assert board.clocks() == [("host", True, 0)]
    board.run(HOUR)
    assert told(board) == (NOON + HOUR, True) and len(board.clocks()) == 1
    board.off(DAY)
    assert told(board) == (NOON + HOUR + DAY, True)
    assert board.clocks()[-1] == ("chip", True, 0)


def test_without_a_chip_the_time_counts_on_and_is_not_trusted_after_a_cut() -> None:
    board = Board(fitted=False)
    board.clock.set_from_host(NOON)
    board.run(HOUR)
    board.offer_any()
    assert told(board) == (NOON + HOUR, True) and not board.clock.missing
    board.off(DAY)
    assert told(board) == (NOON + HOUR, False)
    assert board.clocks()[-1] == ("kept", False, 0)
    board.clock.set_from_host(NOON + HOUR + DAY)
    assert told(board) == (NOON + HOUR + DAY, True)


@pytest.mark.parametrize("seconds", [0, -1, NOON - 10 * 366 * DAY, 4102444800, 1 << 40])
def test_what_is_no_time_is_refused(board: Board, seconds: int) -> None:
    assert not board.clock.set_from_host(seconds)
    assert told(board) == (NOON, True)


def test_a_host_that_says_it_every_minute_fills_no_journal(board: Board) -> None:
    for _ in range(100):
        board.run(MINUTE)
        assert board.clock.set_from_host(board.clock.seconds() + random.Random(1).choice((-2, -1, 0, 1, 2)))
    assert len(board.clocks()) == 1


def test_a_person_takes_time_back_and_the_record_says_by_how_much(board: Board) -> None:
    board.run(MINUTE)
    board.clock.set_from_host(NOON - HOUR)
    assert told(board) == (NOON - HOUR, True)
    assert board.clocks()[-1] == ("host", True, -HOUR - MINUTE)
    board.run(MINUTE)
    assert told(board) == (NOON - HOUR + MINUTE, True)


# -- chips that fail


def test_an_empty_battery_never_takes_time_back(board: Board) -> None:
    board.run(HOUR)
    board.offer_any()
    board.chip.battery = False
    board.off(DAY)
    assert told(board) == (NOON + HOUR, False)
    source, trusted, jump = board.clocks()[-1]
    assert (source, trusted) == ("wrong", False) and jump < -DAY
    board.run(HOUR)
    board.off(DAY)
    now, trusted = told(board)
    assert now >= NOON + HOUR and not trusted
    board.chip.battery = True
    board.clock.set_from_host(NOON + 3 * DAY)
    assert told(board) == (NOON + 3 * DAY, True)
    board.off(HOUR)
    assert told(board) == (NOON + 3 * DAY + HOUR, True)


@pytest.mark.parametrize("jump", [-HOUR, -5, 5, HOUR])
def test_a_chip_that_jumps_is_wrong_until_a_person_sets_it(board: Board, jump: int) -> None:
    board.run(20 * HOUR)
    board.chip.jump(jump)
    board.run(MINUTE)
    assert told(board) == (NOON + 20 * HOUR + MINUTE, False)
    source, trusted, recorded = board.clocks()[-1]
    assert (source, trusted) == ("wrong", False) and abs(recorded - jump) <= 1
    written = len(board.clocks())
    board.run(HOUR)
    assert len(board.clocks()) == written
    board.off(MINUTE)  # nor after a restart, though the chip says nothing wrong by itself
    assert board.clocks()[-1][:2] == ("wrong", False)
    board.clock.set_from_host(NOON + 30 * HOUR)
    board.run(HOUR)
    assert told(board) == (NOON + 31 * HOUR, True)


def test_a_chip_that_had_stopped_is_wrong_however_good_its_time(board: Board) -> None:
    board.run(HOUR)
    board.chip.registers[0x0F] |= 0x80  # OSF
    board.off(MINUTE)
    assert not told(board)[1] and board.clocks()[-1] == ("wrong", False, MINUTE + HOUR)


def test_a_chip_that_is_behind_the_journal_at_boot_is_wrong(board: Board) -> None:
    board.run(HOUR)
    board.offer_any()
    board.chip.jump(-2 * HOUR)
    board.off(MINUTE)
    now, trusted = told(board)
    assert now >= NOON + HOUR and not trusted
    assert board.clocks()[-1] == ("wrong", False, -2 * HOUR + MINUTE)


def test_a_table_that_was_off_for_years_is_asked(board: Board) -> None:
    board.off(300 * DAY)
    assert told(board)[1]
    board.off(401 * DAY)
    assert not told(board)[1] and board.clocks()[-1][0] == "wrong"


def test_a_stopped_oscillator_is_noticed(board: Board) -> None:
    board.chip.fault = "stopped"
    board.run(MINUTE)
    assert told(board) == (NOON + MINUTE, False)
    board.chip.fault = None
    board.run(MINUTE)
    assert not told(board)[1]


def test_a_chip_that_will_not_be_set_is_wrong(board: Board) -> None:
    chip: Any = board.clock._chip
    chip.set = lambda _: None
    board.clock.set_from_host(NOON + DAY)
    board.run(2 * MINUTE)
    assert told(board) == (NOON + DAY + 2 * MINUTE, False) and board.clocks()[-1] == ("wrong", False, -DAY)


def test_a_drift_of_the_board_is_no_jump(board: Board) -> None:
    """50 ppm: the chip wins, some seconds a day, each time with a record."""
    for _ in range(20):
        board.run(2 * HOUR)
        board.chip.jump(1)  # what the board's crystal has lost against it
    board.run(MINUTE)
    assert [clock[:2] for clock in board.clocks()[1:]] == [("chip", True)] * (len(board.clocks()) - 1)
    assert 4 <= len(board.clocks()) <= 8
    now, trusted = told(board)
    assert trusted and abs(now - (NOON + 40 * HOUR + MINUTE + 20)) <= 3
    for _ in range(20):
        board.run(2 * HOUR)
        before = board.clock.seconds()
        board.chip.jump(-1)
        board.run(LOOK)
        assert board.clock.seconds() >= before
    assert told(board)[1]


def test_a_chip_that_runs_away_is_wrong(board: Board) -> None:
    for _ in range(4):
        board.run(LOOK)
        board.chip.jump(1)
    board.run(LOOK)
    assert not told(board)[1]


def test_a_chip_that_does_not_answer_is_missing_and_is_taken_up_again(board: Board) -> None:
    board.chip.fault = "nack"
    board.run(MINUTE)
    assert board.clock.missing and told(board) == (NOON + MINUTE, True)  # the uptime counts on
    changes = board.changes
    board.chip.fault = None
    board.run(MINUTE)
    assert not board.clock.missing and board.changes > changes and len(board.clocks()) == 1
    board.chip.fault = "nack"
    board.off(DAY)
    assert told(board) == (NOON, False) and board.clock.missing
    assert board.clocks()[-1][0] == "kept"
    board.chip.fault = None
    board.run(LOOK)
    assert told(board) == (NOON + 2 * MINUTE + DAY + LOOK, True)
    assert board.clocks()[-1] == ("chip", True, 0)


def test_a_chip_that_was_away_when_a_host_set_the_time_is_set_later(board: Board) -> None:
    board.chip.fault = "nack"
    board.clock.set_from_host(NOON + DAY)
    assert told(board) == (NOON + DAY, True)
    board.chip.fault = None
    board.run(2 * MINUTE)
    assert told(board) == (NOON + DAY + 2 * MINUTE, True)
    board.off(HOUR)
    assert told(board) == (NOON + DAY + 2 * MINUTE + HOUR, True)


def test_a_set_that_did_not_arrive_is_repeated(board: Board) -> None:
    chip: Any = board.clock._chip
    real, lost = chip.set, [True]

    def spoilt(seconds: int) -> None:
        real(seconds + (HOUR if lost.pop() else 0))
        lost.append(False)

    chip.set = spoilt
    board.clock.set_from_host(NOON + DAY)
    board.run(MINUTE)
    assert told(board) == (NOON + DAY + MINUTE, True)
    chip.ask()
    assert abs(chip.now() - NOON - DAY - MINUTE) <= 1


# -- in a round


def test_in_a_round_only_a_boot_is_written_down(board: Board) -> None:
    play(board.table, opening() + BETTING)
    written = len(board.clocks())
    board.clock.set_from_host(NOON + DAY)
    board.run(MINUTE)
    assert told(board)[0] == NOON + MINUTE and len(board.clocks()) == written
    play(board.table, THE_REST)
    board.run(LOOK)
    assert told(board) == (NOON + DAY + MINUTE + LOOK, True)
    assert board.clocks()[-1] == ("host", True, DAY)


def test_a_time_set_in_a_round_is_nowhere_but_here_until_it_is_written_down(board: Board) -> None:
    """A power cut forgets it: no time without a record of who said it."""
    play(board.table, opening() + BETTING)
    for hours in (48, -1):
        board.clock.set_from_host(NOON + hours * HOUR, 7)
        board.run(MINUTE)
        assert told(board)[1] and board.clock.waits()  # the chip is as good as before
        board.off(5)
        assert board.clocks()[-1] == ("chip", True, 0)
        assert abs(told(board)[0] - (board.wires.clock.now_ns() // 1_000_000_000 + NOON)) <= 2 and told(board)[1]
    board.clock.set_from_host(NOON + 2 * DAY, 7)
    play(board.table, THE_REST)
    board.look()
    source, _, jump = board.clocks()[-1]
    assert source == "host" and abs(jump - 2 * DAY) < HOUR and not board.clock.waits()
    now = board.clock.seconds()
    board.off(5)
    assert told(board)[1] and abs(board.clock.seconds() - now - 5) <= 2


def test_a_chip_that_jumps_in_a_round_is_distrusted_at_once_and_written_down_after_it(board: Board) -> None:
    play(board.table, opening() + BETTING)
    board.run(MINUTE)
    written = len(board.clocks())
    board.chip.jump(HOUR)
    board.run(MINUTE)
    assert told(board) == (NOON + 2 * MINUTE, False) and len(board.clocks()) == written
    play(board.table, THE_REST)
    board.run(LOOK)
    assert board.clocks()[-1] == ("wrong", False, HOUR)


def test_many_boots_in_a_round_leave_the_time_open_until_its_end(board: Board) -> None:
    play(board.table, opening() + BETTING)
    for _ in range(12):
        board.off(MINUTE)
    assert not told(board)[1]
    play(board.table, THE_REST)
    board.run(LOOK)
    assert told(board) == (NOON + 12 * MINUTE + LOOK, True)


# -- as a host sees it


def test_the_record_names_time_source_jump_and_trust(board: Board) -> None:
    board.run(MINUTE)
    board.clock.set_from_host(NOON - HOUR)
    record = next(r for r, _ in reversed(board.dated()) if r[0] == events.CLOCK)
    for view in (derby_view, ride_view):
        shown = view(record)
        assert shown.pop("type") == "clock" and shown.pop("seq") > 0
        assert shown == {
            "round": 0, "t_ms": 60_400, "time": NOON - HOUR, "jump": -HOUR - MINUTE, "source": "host", "ok": True,
        }  # fmt: skip


def test_a_slip_that_was_corrected_in_the_same_round_never_counts(board: Board) -> None:
    """The right time agrees with the table's, but another one waits: it is taken all the same."""
    board.clock.set_from_host(NOON, 1)
    play(board.table, opening())
    play(board.table, BETTING)
    assert board.clock.set_from_host(NOON + 9 * HOUR, 1)
    board.run(MINUTE)
    assert not board.clock.agrees(NOON + MINUTE), "a supervisor is asked"
    assert board.clock.set_from_host(NOON + MINUTE, 1)
    play(board.table, THE_REST)
    board.look()
    assert abs(board.clock.seconds() - NOON - MINUTE) <= 1 and board.clock.is_trusted()
    assert not board.clock.waits()


class FastBoard(Board):
    """Its crystal is 40 ppm fast; the chip is right."""

    def ms(self) -> int:
        return super().ms() * 1_000_040 // 1_000_000

    def open_for(self, hours: int) -> "FastBoard":
        """Betting is left open."""
        self.clock.set_from_host(NOON)
        play(self.table, opening())
        play(self.table, BETTING)
        for _ in range(60 * hours):
            self.wires.run_ms(60_000)
            self.look()
        return self


@pytest.mark.parametrize("then_ms", [300, 1000, 2000, 60_000])
def test_a_chip_that_was_right_all_along_stays_trusted(then_ms: int) -> None:
    """Time stands still until the chip has caught up; the next look does not find the chip behind."""
    board = FastBoard().open_for(48)
    play(board.table, THE_REST)
    board.look()
    board.wires.run_ms(then_ms)
    board.look()
    assert board.clock.is_trusted() and board.clocks()[-1][:2] == ("chip", True)
    board.run(2 * HOUR)
    assert board.clock.is_trusted()
    assert abs(board.clock.seconds() - NOON - 50 * HOUR - then_ms // 1000) <= 3


def test_a_blink_of_the_mains_in_a_long_round_leaves_the_chip_trusted() -> None:
    board = FastBoard().open_for(30)
    before = board.clock.seconds()
    board.table.offer(events.IRREGULARITY, events.STRAY_READ, 1)  # a record with the time of the fast crystal
    board.off(1)
    assert board.clock.is_trusted() and board.clock.seconds() >= before
