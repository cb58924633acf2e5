"""Wagers under any sequence of lawful and unlawful events: no money is lost, no lock is broken, no record too many."""

from dataclasses import dataclass
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboard.games import events as ev
from pitboard.games.derby import areas, settlement
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby import wagers as wg
from pitboard.games.derby.wagers import Wagers
from pitboard.games.refusals import LAWFUL

Result = tuple[int, int, int, bool]
Happened = tuple[int, int, int, int, int, int, Result]
OPEN_RACE: Result = (-1, -1, -1, False)
ORDERS = list(permutations(range(4), 3))
SETTLING = (derby.COLLECTED, derby.PAID)


@dataclass(frozen=True)
class Step:
    """An event that somebody tries."""

    event: int
    arg: int = 0
    arg2: int = 0
    value: int = 0
    reason: int = 0


_AREA = st.one_of(st.integers(0, 7), st.integers(0, 42))  # few areas meet often
_NUMBER = st.one_of(st.integers(1, 6), st.integers(0, 41))
STEPS = st.one_of(
    st.builds(Step, st.just(derby.WAGER), _AREA, st.integers(0, 7),
              st.integers(0, 400).map(lambda units: units * 2 + (units % 50 == 1)), st.integers(0, 1)),
    st.builds(Step, st.sampled_from([derby.WAGER_BACK, derby.WAGER_MOVED, derby.WAGER_HOME]), _NUMBER, _AREA,
              reason=st.sampled_from([0, ev.BY_DEALER, ev.BY_PATRON])),
    st.builds(Step, st.sampled_from(SETTLING), _AREA),
)  # fmt: skip
SOME = st.lists(STEPS, max_size=60)
RACES = st.tuples(st.sampled_from(ORDERS), st.booleans()).map(lambda race: (*race[0], race[1]))


def run(
    book: Wagers, steps: list[Step], phase: int, result: Result, log: list[Happened]
) -> None:
    for step in steps:
        args = (step.event, step.arg, step.arg2, step.value, step.reason, phase, result)
        before = book.snapshot()
        refusal = book.judge(*args)
        assert book.snapshot() == before
        if refusal == LAWFUL:
            book.apply(*args)
            log.append(args)


def round_of(
    before: list[Step], racing: list[Step], shown: list[Step], paying: list[Step], result: Result
) -> tuple[Wagers, list[Happened]]:
    book = Wagers(None)
    log: list[Happened] = []
    run(book, before, ev.BETTING, OPEN_RACE, log)
    run(book, racing, derby.RACING, OPEN_RACE, log)
    run(book, shown, derby.RESULT, result, log)
    run(book, paying, derby.PAYING, result, log)
    return book, log


@pytest.mark.rule("001 9.2")
@given(SOME, SOME, SOME, SOME, RACES)
@settings(max_examples=150)
def test_no_money_is_lost(
    before: list[Step], racing: list[Step], shown: list[Step], paying: list[Step], result: Result
) -> None:
    book, log = round_of(before, racing, shown, paying, result)
    placed = [args for args in log if args[0] == derby.WAGER]
    assert book.count == len(placed)
    for number in range(1, book.count + 1):
        _, area, _, stake, _, state = book.row(number)
        profit, collected, returned = book.settle(number, result)
        assert stake == placed[number - 1][3]
        assert collected + returned == stake
        assert profit >= 0
        assert not (profit and collected)
        if state == wg.WITHDRAWN:
            assert (profit, returned) == (0, stake)
        elif state == wg.TAKEN_IN:
            assert collected == stake
        elif state != wg.PLACED:
            assert returned == stake
            assert profit
        if state != wg.WITHDRAWN:
            assert (profit, collected, returned) == settlement.settle(area, stake, result)


@pytest.mark.rule("001 5.4(b), 5.5")
@given(SOME, SOME, SOME, RACES)
@settings(max_examples=150)
def test_a_wager_is_taken_up_only_from_an_area_that_is_paid(
    before: list[Step], racing: list[Step], paying: list[Step], result: Result
) -> None:
    book, _ = round_of(before, racing, [], [], result)
    for step in paying:
        rows = [book.row(number) for number in range(1, book.count + 1)]
        log: list[Happened] = []
        run(book, [step], derby.PAYING, result, log)
        if not log:
            continue
        if step.event == derby.WAGER_BACK:
            area = rows[step.arg - 1][1]
            assert areas.tier_of(area, *result[:3])
            assert all(row[5] != wg.PLACED for row in rows if row[1] == area)
        if step.event == derby.PAID:
            assert all(
                row[5] != wg.PLACED or areas.tier_of(row[1], *result[:3]) for row in rows
            )  # 9.2: the losers are collected


@pytest.mark.rule("001 10.8")
@given(SOME, SOME, SOME, SOME, RACES)
@settings(max_examples=150)
def test_a_void_round_gives_every_stake_back(
    before: list[Step], racing: list[Step], paying: list[Step], voided: list[Step], result: Result
) -> None:
    book, log = round_of(before, racing, [], paying, result)
    run(book, voided, ev.VOIDED, OPEN_RACE, log)
    for number in range(1, book.count + 1):
        assert book.settle(number, OPEN_RACE) == (0, 0, book.row(number)[3])
    assert book.may_close(ev.VOIDED) == LAWFUL


@given(SOME, SOME, SOME, SOME, RACES)
@settings(max_examples=150)
def test_the_record_replays_to_the_same_wagers(
    before: list[Step], racing: list[Step], shown: list[Step], paying: list[Step], result: Result
) -> None:
    book, log = round_of(before, racing, shown, paying, result)
    again = Wagers(None)
    for happened in log:
        again.apply(*happened)
    assert again.snapshot() == book.snapshot()


_BUSY = st.lists(STEPS, min_size=60, max_size=150)


@given(_BUSY, _BUSY, st.lists(STEPS, max_size=60), RACES)
@settings(max_examples=100, deadline=None)
def test_a_round_can_always_be_settled_within_its_records(
    before: list[Step], racing: list[Step], paying: list[Step], result: Result
) -> None:
    book, log = round_of(before, racing, [], paying, result)
    homeward = [
        Step(derby.WAGER_HOME, number, reason=ev.BY_PATRON) for number in range(1, book.count + 1)
    ]
    settling = [Step(derby.COLLECTED), *(Step(derby.PAID, area) for area in range(areas.AREAS))]
    run(book, [*homeward, *settling], derby.PAYING, result, log)
    assert book.may_close(derby.PAYING) == LAWFUL
    assert len(log) <= wg.MAX_WAGER_RECORDS


def test_every_wager_can_be_withdrawn_when_the_list_is_full() -> None:
    book = Wagers(None)
    log: list[Happened] = []
    run(book, [Step(derby.WAGER, 0, 1, 2)] * 30, ev.BETTING, OPEN_RACE, log)
    moves = [Step(derby.WAGER_MOVED, 1, area % 2 + 1) for area in range(60)]
    run(book, moves, ev.BETTING, OPEN_RACE, log)
    assert len(log) == 50  # 30 more are kept to withdraw each, 10 for the settlement
    run(book, [Step(derby.WAGER_BACK, number) for number in range(1, 31)], ev.BETTING, OPEN_RACE, log)
    assert len(log) == 80


def test_a_wager_needs_room_to_be_withdrawn() -> None:
    book = Wagers(None)
    log: list[Happened] = []
    run(book, [Step(derby.WAGER, 0, 1, 2)] * 39, ev.BETTING, OPEN_RACE, log)
    run(book, [Step(derby.WAGER_MOVED, 1, 1), Step(derby.WAGER, 0, 1, 2)], ev.BETTING, OPEN_RACE, log)
    assert book.count == 39  # one record is left, and the fortieth wager would need two
    assert len(log) == 40


@pytest.mark.parametrize(("placed", "most"), [(40, 13), (39, 13), (38, 14)])
def test_every_moved_wager_can_go_home_when_the_list_is_full(placed: int, most: int) -> None:
    book = Wagers(None)
    log: list[Happened] = []
    run(book, [Step(derby.WAGER, 0, 1, 2)] * placed, ev.BETTING, OPEN_RACE, log)
    moves = [Step(derby.WAGER_MOVED, number, 1) for number in range(1, placed + 1)]
    run(book, moves, derby.RACING, OPEN_RACE, log)
    moved = [args[1] for args in log if args[0] == derby.WAGER_MOVED]
    assert len(moved) == most  # each with its way home and one more to collect or pay
    back = [Step(derby.WAGER_HOME, number, reason=ev.BY_DEALER) for number in moved]
    run(book, back, derby.PAYING, (0, 1, 2, False), log)
    assert len(log) == placed + 2 * most


def test_wagers_that_go_home_one_by_one_while_others_are_taken_up() -> None:
    book = Wagers(None)
    log: list[Happened] = []
    stakes = [Step(derby.WAGER, areas.BLACK, 1, 2)] * 24 + [Step(derby.WAGER, areas.RED, 1, 2)] * 14
    run(book, stakes, ev.BETTING, OPEN_RACE, log)
    spades = areas.area_of(0)
    run(book, [Step(derby.WAGER_MOVED, n, spades) for n in range(25, 39)], derby.RACING, OPEN_RACE, log)
    settling = [Step(derby.COLLECTED), Step(derby.PAID, areas.BLACK)]
    for number in range(25, 39):
        settling += [Step(derby.WAGER_HOME, number, reason=ev.BY_PATRON), Step(derby.COLLECTED)]
    settling += [Step(derby.WAGER_BACK, number) for number in range(1, 25)]
    run(book, settling, derby.PAYING, (0, 1, 2, False), log)
    assert book.may_close(derby.PAYING) == LAWFUL
    assert len(log) <= wg.MAX_WAGER_RECORDS


def test_a_wager_may_move_back_by_itself_when_the_list_is_full() -> None:
    book = Wagers(None)
    log: list[Happened] = []
    run(book, [Step(derby.WAGER, 0, 1, 2)] * 38, ev.BETTING, OPEN_RACE, log)
    run(book, [Step(derby.WAGER_MOVED, n, 1) for n in range(1, 15)], derby.RACING, OPEN_RACE, log)
    full = len(log)
    run(book, [Step(derby.WAGER_MOVED, 1, 2), Step(derby.WAGER_MOVED, 1, 0)], derby.RACING, OPEN_RACE, log)
    assert [args[2] for args in log[full:]] == [0]  # the one that leads home
