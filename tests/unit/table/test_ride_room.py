"""A round of Let It Ride and its room in the journal: the worst one fits, and whatever is full, there is a way out."""

import pytest

from pitboard.games import events, refusals
from pitboard.games.let_it_ride import judging
from tests.unit.games.let_it_ride.play import (
    CALIFORNIA,
    DEALER,
    MBS,
    NSW,
    REASON,
    Refused,
    faults,
    ride,
)
from tests.unit.table.test_ride_table import JournalledPlay

SEVEN = {
    1: "TH TD 5S", 2: "KH KS 2C", 3: "4H 5C 7C", 4: "AS AD 2D", 5: "QS QD 3D", 6: "JS JD 4D", 7: "8S 8D 6D",
}  # fmt: skip
COMMUNITY = "9D 3C"


def as_often_as_it_may_be(table: JournalledPlay, *steps: tuple[int, ...]) -> None:
    """These steps one after the other until there are too many."""
    while True:
        for event, arg, arg2, value, reason in steps:
            try:
                table.do(event, arg, arg2, value, reason)
            except Refused as refusal:
                assert str(refusal) == str(refusals.TOO_MANY)
                return


def changes(table: JournalledPlay) -> None:
    """All wagers unequal, and then one of them as often as it may be."""
    for seat in SEVEN:
        table.do(ride.BET, seat, 1, 700, REASON)
    as_often_as_it_may_be(table, (ride.BET, 1, 1, 700, REASON))


def held_cards(table: JournalledPlay) -> None:
    as_often_as_it_may_be(
        table, (events.HOLD, 3, 25, 0, events.LATE), (events.DISMISS, 0, 0, 0, REASON)
    )


def again_and_again(table: JournalledPlay) -> None:
    """Settled, found, corrected and said otherwise, whatever makes a record, while the table takes it."""
    for _ in range(100):
        table.settle_all()
        before = table.table.journal.last_seq
        for seat in SEVEN:
            tried = ((ride.FAULT, faults.UNEQUAL, seat, 0), (ride.CORRECTED, seat, 0, 700), (ride.DECLARE, seat, 2, 0))
            for event, arg, arg2, value in tried:
                table.table.offer(event, arg, arg2, value, REASON, events.SUPERVISOR)
        if table.table.journal.last_seq == before:
            return
    raise AssertionError("without end")


@pytest.mark.parametrize("choice", ["withdraw", "ride"])
def test_the_worst_round_fits_into_what_is_reserved(choice: str) -> None:
    table = JournalledPlay(NSW, tokens_back=False)
    table.open_betting()
    for seat in SEVEN:
        table.bet(seat)
    before = table.table.journal.last_seq
    table.call()
    for seat in SEVEN:  # flagged at the first card, each of them
        table.do(ride.BET, seat, 0, 0, REASON)
    table.draw(SEVEN[1].split()[0])
    while table.game.pending:
        table.do(ride.CORRECTED, table.game.pending_seat, value=500)
    hands = {seat: cards if seat > 1 else cards[3:] for seat, cards in SEVEN.items()}
    table.deal(hands, COMMUNITY)
    table.look()
    table.decide_all(choice)
    table.turn()
    changes(table)
    held_cards(table)
    table.decide_all()
    table.turn()
    table.show_all()
    again_and_again(table)
    as_often_as_it_may_be(table, (ride.COUNTED, 7, 0, 0, 0))
    table.fault(faults.INVALIDATED)
    for seat in SEVEN:
        table.do(ride.FORFEIT, seat, reason=REASON)
    table.close()
    used = table.table.journal.last_seq - before + table.game.max_boots
    assert 400 < used <= table.game.worst_records


def test_hands_said_otherwise_have_not_everybody_settled_again_without_end() -> None:
    """003 3.20: an envy bonus comes and goes for all who were paid."""
    table = JournalledPlay(MBS)
    table.start(*SEVEN, side=100)
    before = table.table.journal.last_seq
    table.deal(SEVEN, COMMUNITY)
    table.to_settling()
    while table.game.next_to_settle() != (1, ride.PAY):
        table.do(ride.SETTLED, *table.game.next_to_settle(), role=DEALER)
    for at in range(200):
        hand = 9 if at % 2 else 2
        if table.table.offer(ride.DECLARE, 1, hand, 0, REASON, events.SUPERVISOR):
            break
        while table.game.next_to_settle() not in ((1, ride.PAY), (0, 0)):
            table.do(ride.SETTLED, *table.game.next_to_settle(), role=DEALER)
    assert table.game.found < judging.MAX_FOUND + 14
    assert table.table.journal.last_seq - before < 150
    table.settle_all()
    table.close()


def nearly_full(table: JournalledPlay) -> None:
    journal = table.table.journal
    while journal.room() > 3:
        journal.append(events.IRREGULARITY, events.MISSCAN, 3, table.game.round_no, 0)


@pytest.mark.parametrize(
    ("pack", "what"), [(NSW, faults.INVALIDATED), (MBS, faults.OPERATOR_VOID), (CALIFORNIA, faults.OPERATOR_VOID)]
)
def test_a_round_can_be_void_and_end_when_the_log_is_full(pack: str, what: int) -> None:
    table = JournalledPlay(pack)
    table.start(2, 5)
    table.deal({2: "TH TD 5S", 5: "2C 3C 9D"}, "KD KC", discard="8S")
    table.to_settling()
    nearly_full(table)
    with pytest.raises(Refused, match=f"^{refusals.LOG_FULL}$"):
        table.do(ride.SETTLED, *table.game.next_to_settle(), role=DEALER)
    with pytest.raises(Refused, match=f"^{refusals.LOG_FULL}$"):
        table.do(ride.COUNTED, 7)
    table.fault(what)
    table.close()
    assert table.phase == "idle"


def test_what_is_pending_does_not_keep_a_full_log_from_its_end() -> None:
    table = JournalledPlay(NSW)
    table.open_betting()
    table.bet(2)
    table.put(5, "1", 500)
    table.call()
    assert table.game.pending
    nearly_full(table)
    table.do(ride.FOLDED, 5)
    table.fault(faults.INVALIDATED)
    table.close()
    assert table.phase == "idle"


@pytest.mark.parametrize("restarts", [0, 6])
@pytest.mark.parametrize("event", [events.TABLE_CLOSE, events.OPEN])
def test_a_log_that_is_filled_between_rounds_is_no_dead_end(event: int, restarts: int) -> None:
    """While a round could still be reversed (003 5.4) there is no checkpoint; meter entries come every second."""
    table = JournalledPlay(MBS)
    table.play_round()
    meter = 1_000_000
    while not table.table.offer(ride.JACKPOT, 0, 0, meter, 0, DEALER, 2):
        table.table.tidy()  # as app/idle_task.py does
        meter += 1
    for _ in range(restarts):
        table.restart()
    if event == events.TABLE_CLOSE:
        table.do(event)
        assert table.phase == "closed"
        return
    table.do(events.SHUFFLED)
    table.do(event, 1, table.game.shoe.source)
    assert table.phase == "betting"


def test_meter_entries_leave_wagers_their_room() -> None:
    table = JournalledPlay(MBS)
    table.open_betting()
    meter = 1_000_000
    while not table.table.offer(ride.JACKPOT, 0, 0, meter, 0, DEALER, 2):
        meter += 1
    table.bet(2)
    assert table.game.seats.stake(2, 0)
