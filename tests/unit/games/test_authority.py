"""Who may do what: the least role of every event, and which of them must say why."""

import pytest

from pitboard.games import events as ev
from pitboard.games import refusals
from pitboard.games.derby import authority
from pitboard.games.derby import derby_events as derby

WITH_REASON = {ev.VOID, derby.REBUILD, ev.ENTERED, ev.DISMISS, derby.LIGHTS_OFF, derby.WAGER_HOME}
SUPERVISED = WITH_REASON | {
    derby.MOVE, derby.INSERT, derby.TAKE_OUT, derby.REPLACE, derby.REBUILT,
    ev.TABLE_OPEN, ev.TABLE_CLOSE, ev.PRECHECKED, ev.NEW_CARDS,
}  # fmt: skip
EVERY = range(ev.BOOT, derby.PAID + 1)
GOOD_REASON = len(ev.REASON_NAMES) - 1


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 10.8")
@pytest.mark.rule("001 10.1")
@pytest.mark.rule("001 L27")
@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.rule("001 5.7")
@pytest.mark.parametrize("event", EVERY)
def test_a_dealer_does_all_but_what_is_the_supervisors(event: int) -> None:
    refused = authority.refusal(event, 0, 1, ev.BETTING, ev.DEALER, GOOD_REASON)
    assert refused == (refusals.NEEDS_SUPERVISOR if event in SUPERVISED else 0)
    assert authority.refusal(event, 0, 1, ev.BETTING, ev.SUPERVISOR, GOOD_REASON) == 0


@pytest.mark.parametrize("event", EVERY)
def test_whoever_has_no_role_does_nothing(event: int) -> None:
    role_needed = authority.role_for(event, ev.DEALER, 1, ev.BETTING)
    assert role_needed in (ev.DEALER, ev.SUPERVISOR)
    assert authority.refusal(event, ev.DEALER, 1, ev.BETTING, 0, GOOD_REASON) == refusals.NEEDS_SUPERVISOR


@pytest.mark.rule("001 10.8")
@pytest.mark.parametrize("event", EVERY)
def test_some_steps_must_say_why(event: int) -> None:
    needed = event in WITH_REASON
    assert authority.needs_reason(event) == needed
    for reason in (0, len(ev.REASON_NAMES), 255):
        refused = authority.refusal(event, 0, 1, ev.BETTING, ev.SUPERVISOR, reason)
        assert refused == (refusals.NEEDS_REASON if needed else 0)
    for reason in range(1, len(ev.REASON_NAMES)):
        assert authority.refusal(event, 0, 1, ev.BETTING, ev.SUPERVISOR, reason) == 0


@pytest.mark.rule("001 6.1 - 6.5")
def test_each_role_confirms_a_check_for_itself() -> None:
    assert authority.refusal(ev.CHECK_YES, ev.DEALER, 1, ev.BETTING, ev.DEALER, 0) == 0
    supervisors = authority.refusal(ev.CHECK_YES, ev.SUPERVISOR, 1, ev.BETTING, ev.DEALER, 0)
    assert supervisors == refusals.NEEDS_SUPERVISOR
    assert authority.refusal(ev.CHECK_YES, ev.SUPERVISOR, 1, ev.BETTING, ev.SUPERVISOR, 0) == 0


@pytest.mark.rule("001 7.1(c), 7.1(d), 7.2")
@pytest.mark.rule("001 7.1")
def test_a_shuffle_of_several_decks_is_the_supervisors() -> None:
    assert authority.refusal(ev.SHUFFLED, 0, 1, ev.BETTING, ev.DEALER, 0) == 0
    for decks in range(2, 9):
        refused = authority.refusal(ev.SHUFFLED, 0, decks, ev.BETTING, ev.DEALER, 0)
        assert refused == refusals.NEEDS_SUPERVISOR
        assert authority.refusal(ev.SHUFFLED, 0, decks, ev.BETTING, ev.SUPERVISOR, 0) == 0
        assert authority.refusal(ev.CUT, 0, decks, ev.BETTING, ev.DEALER, 0) == 0


@pytest.mark.rule("001 5.4(b), 5.5")
@pytest.mark.rule("001 5.7")
def test_a_wager_that_has_moved_after_the_call_is_the_supervisors() -> None:
    for phase in range(len(derby.PHASE_NAMES)):
        refused = authority.refusal(derby.WAGER_MOVED, 1, 1, phase, ev.DEALER, 0)
        assert refused == (0 if phase == ev.BETTING else refusals.NEEDS_SUPERVISOR)
        assert authority.refusal(derby.WAGER_MOVED, 1, 1, phase, ev.SUPERVISOR, 0) == 0
