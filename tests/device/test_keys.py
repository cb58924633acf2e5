"""Keys: debounced, lawful order only, refusals in plain words with the rule's number."""

import pytest

from tests.device.rig import TableRig

pytestmark = pytest.mark.device


@pytest.mark.parametrize(
    ("before", "key", "rule", "words"),
    [
        ([], "no_more_bets", "8.1", "No round is open"),
        ([], "cancel", "8.1", "No round is open"),
        (["confirm"], "confirm", "5.2", "Betting is open Press NO MORE BETS"),
        (["confirm", "no_more_bets"], "no_more_bets", "5.4", "Bets are closed"),
        (["confirm", "no_more_bets"], "confirm", "9.1(c)", "No result to confirm"),
    ],
)
def test_wrong_order_is_refused_with_its_rule(
    rig: TableRig, before: list[str], key: str, rule: str, words: str
) -> None:
    for step in before:
        rig.press(step)
    phase, seq = rig.client.status().phase, rig.client.status().journal.last_seq
    rig.press(key)
    assert words in rig.words()
    assert rule in rig.screen()[0]
    status = rig.client.status()
    assert (status.phase, status.journal.last_seq) == (phase, seq), "the state stays as it was"
    assert status.notice is not None
    assert (status.notice.kind, status.notice.rule) == ("refused", rule)
    rig.wait_us(3_200_000)
    assert words not in rig.words(), "a refusal goes away by itself"


def test_a_bouncing_key_is_one_press(rig: TableRig) -> None:
    rig.press("confirm")
    assert rig.client.status().phase == "betting"
    assert [event.type for event in rig.client.all_events(0)].count("open") == 1


def test_two_keys_at_once_mean_nothing(rig: TableRig) -> None:
    rig.open_race()
    rig.press("cancel")
    assert "Void this round?" in rig.words()
    rig.bench.dealer.press("cancel")
    rig.press("confirm")
    assert "Void this round?" in rig.words()
    assert rig.client.status().phase == "racing"


@pytest.mark.rule("001 9.2")
def test_a_double_tap_does_not_close_what_it_confirms(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(["TH", "4H", "KH", "3H", "5S", "7C"])
    rig.bench.dealer.press("confirm", 60)
    rig.wait_us(150_000)
    rig.press("confirm")
    assert rig.client.status().phase == "paying"
    assert len(rig.lit()) == 9
    rig.press("confirm")
    assert rig.client.status().phase == "idle"


def test_a_key_that_is_held_at_power_on_is_no_press(rig: TableRig) -> None:
    rig.target.power_cut()
    rig.bench.keys["confirm"].press()
    rig.power_cycle()
    rig.wait_us(500_000)
    assert rig.client.status().phase == "idle"
    rig.bench.keys["confirm"].release()
    rig.wait_us(500_000)
    assert rig.client.status().phase == "idle"
    rig.press("confirm")
    assert rig.client.status().phase == "betting"


def test_betting_can_be_cancelled(rig: TableRig) -> None:
    rig.press("confirm")
    rig.press("cancel")
    assert rig.client.status().phase == "idle"
    assert "READY" in rig.words()


@pytest.mark.rule("001 10.8")
def test_a_void_is_asked_for_and_confirmed(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(["TH", "4H", "KH", "3H", "5S", "7C"])
    assert len(rig.lit()) == 9
    rig.press("cancel")
    assert "Void this round? CONFIRM yes CANCEL no" in rig.words()
    rig.press("cancel")
    assert "Check with the cards" in rig.words()
    assert len(rig.lit()) == 9
    rig.press("cancel")
    rig.press("confirm")
    assert "VOID" in rig.words() and "Return all wagers" in rig.words()
    assert rig.lit() == {}, "nothing lit in a void round"
    assert rig.client.status().result is None
    rig.press("confirm")
    assert rig.client.status().phase == "idle"


@pytest.mark.rule("001 9.1(c)")
def test_no_close_before_the_result_is_confirmed(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(["TH", "4H", "KH", "3H", "5S", "7C"])
    rig.press("confirm")
    assert rig.client.status().phase == "paying"
    rig.press("confirm")
    assert rig.client.status().phase == "idle"
