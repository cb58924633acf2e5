"""Whatever a clock chip does, over power cuts, rounds and checkpoints: the journal's time never falls."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pitboard.games import events
from tests.unit.app.clock_rig import BETTING, DAY, HOUR, NOON, THE_REST, Board
from tests.unit.table.dealt_table import opening, play

FAULTS = ("nack", "stuck", "bit-errors", "gone", "brown-out", "wrong-time", "stopped")
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("run"), st.integers(1, 9000)),
        st.tuples(st.just("drift"), st.integers(-8, 8)),
        st.tuples(st.just("off"), st.integers(1, 3 * DAY)),
        st.tuples(st.just("fault"), st.sampled_from(FAULTS)),
        st.tuples(st.just("mend"), st.just(0)),
        st.tuples(st.just("jump"), st.integers(-2 * DAY, 2 * DAY)),
        st.tuples(st.just("battery"), st.booleans()),
        st.tuples(st.just("write"), st.just(0)),
        st.tuples(st.just("round"), st.just(0)),
        st.tuples(st.just("tidy"), st.just(0)),
    ),
    max_size=40,
)


@settings(max_examples=150, deadline=None)
@given(ACTS, st.integers(0, 1 << 16))
def test_whatever_a_chip_does_the_journals_time_never_falls(acts: list[tuple[str, Any]], seed: int) -> None:
    board = Board(seed=seed)
    board.clock.set_from_host(NOON)
    play(board.table, opening())
    shown = 0
    rest: list[Any] = []
    for act, how in acts:
        if act == "run":
            board.wires.run_ms(how * 1000)
            board.look()
        elif act == "drift":  # a second an hour
            for _ in range(abs(how)):
                board.wires.run_ms(HOUR * 1000)
                board.chip.jump(how // abs(how))
                board.table.offer(events.IRREGULARITY, events.MISSCAN, 1)
                board.look()
        elif act == "off":
            board.off(how)
        elif act == "fault":
            board.chip.fault = how
        elif act == "mend":
            board.chip.fault = None
        elif act == "jump":
            board.chip.jump(how)
        elif act == "battery":
            board.chip.battery = how
        elif act == "tidy":
            board.table.tidy()
        elif act == "write":
            board.table.offer(events.IRREGULARITY, events.MISSCAN, 1)
        elif rest:
            play(board.table, rest)
            rest = []
        else:
            play(board.table, BETTING)
            rest = THE_REST
        if board.chip.fault in ("wrong-time", "brown-out"):
            board.chip.fault = None
        now = board.clock.seconds()
        newest = board.dated()[-1][1] // 1000
        assert now >= newest, (act, how)
        if act != "off":  # what was counted since the last record is lost with the supply
            assert now >= shown
        shown = now
    values = [ms for _, ms in board.dated()]
    assert values == sorted(values)
