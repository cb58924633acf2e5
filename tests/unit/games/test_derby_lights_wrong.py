"""Lights that are missing or wrong: the cards decide, the lights can be sent again or put out (001 10.1)."""

import pytest

from pitboard.games import effects
from pitboard.games import events as ev
from pitboard.games.derby import derby_events as derby

from .play import PLAIN_RACE, REASON, lit, play_to


@pytest.mark.rule("001 10.1")
@pytest.mark.parametrize("phase", [derby.RESULT, derby.PAYING])
def test_wrong_lights_are_sent_again(phase: int) -> None:
    play = play_to(phase)
    shown = lit(play.game)
    play.do(derby.LIGHTS_AGAIN)
    assert play.effects & effects.LIGHTS_RESENT
    assert (lit(play.game), play.game.outcome, play.game.phase) == (shown, derby.LIGHTS_SENT, phase)


@pytest.mark.rule("001 10.1")
@pytest.mark.rule("001 3.5")
@pytest.mark.parametrize("phase", [derby.RESULT, derby.PAYING])
def test_lights_that_stay_wrong_are_put_out_and_the_cards_decide(phase: int) -> None:
    play = play_to(phase)
    result = play.game.race.result()
    play.do(derby.LIGHTS_OFF, reason=REASON)
    assert lit(play.game) == {}
    assert play.game.race.result() == result, "the cards decide, not the lights"
    for event in (derby.LIGHTS_AGAIN, derby.LIGHTS_OFF):
        assert play.rule_of(event, reason=REASON) == "NOTHING_LIT", "dark for this round"
    if phase == derby.RESULT:
        play.do(ev.CONFIRM)
    assert play.game.result() == result
    play.do(ev.CLOSE).start().slide(PLAIN_RACE)
    assert len(lit(play.game)) == 9, "the next round is lit again"


@pytest.mark.rule("001 10.1")
@pytest.mark.parametrize("event", [derby.LIGHTS_AGAIN, derby.LIGHTS_OFF])
def test_there_are_no_lights_to_correct_before_a_result(event: int) -> None:
    lawful = [phase for phase in range(9) if not play_to(phase).rule_of(event, reason=REASON)]
    assert lawful == [derby.RESULT, derby.PAYING]
    assert play_to(derby.RACING).rule_of(event, reason=REASON) == "NOTHING_LIT"
