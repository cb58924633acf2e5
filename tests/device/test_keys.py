"""Keys: debounced, lawful order only, refusals in plain words with the rule's number."""

import pytest

from tests.device.rig import DEALER, SUPERVISOR, TableRig

pytestmark = pytest.mark.device


@pytest.mark.parametrize(
    ("before", "key", "rule", "words"),
    [
        ([], "no_more_bets", "8.1", "No round is open"),
        (["confirm"], "confirm", "5.2", "Betting is open Press NO MORE BETS"),
        (["confirm", "no_more_bets"], "no_more_bets", "5.4(a)", "Bets are closed"),
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
    assert [event.type for event in rig.events()].count("open") == 1


def test_two_keys_at_once_mean_nothing(rig: TableRig) -> None:
    rig.open_race()
    rig.press("cancel")
    assert rig.selected() == "First card face up"
    seq = rig.client.status().journal.last_seq
    rig.bench.dealer.press("cancel")
    rig.press("confirm")
    assert rig.selected() == "First card face up"
    assert rig.client.status().journal.last_seq == seq


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
    rig.choose("Cancel the betting")
    assert rig.client.status().phase == "idle"
    assert "READY" in rig.words()


def test_the_menu_is_opened_gone_through_and_left_by_keys(rig: TableRig) -> None:
    rig.open_race()
    seq = rig.client.status().journal.last_seq
    rig.press("cancel")
    lines = rig.screen()
    assert (lines[1], lines[7]) == ("What happened?", "NMB next CONFIRM take")
    assert lines[6].split() == ["10.3", "dealer", "1/2"]
    rig.press("no_more_bets")
    assert (rig.selected(), rig.screen()[6].split()[0]) == ("Shoe is empty", "D7")
    rig.press("no_more_bets")
    assert rig.selected() == "First card face up"
    rig.press("cancel")
    assert "Slide card 1" in rig.words()
    assert rig.client.status().journal.last_seq == seq, "looking is no event"


@pytest.mark.target("cpython", "unix")
def test_a_wager_at_the_host_leaves_the_menu_under_the_finger(rig: TableRig) -> None:
    rig.open_betting()
    rig.press("cancel")
    rig.sign_on(DEALER)
    rig.client.act("wager", area="RED", stake=10, seat=1)
    rig.press("no_more_bets")
    assert rig.client.status().phase == "betting", "it was the menu's next item, not the call"
    assert rig.selected() == "Cancel the betting"


@pytest.mark.target("cpython", "unix")
@pytest.mark.rule("001 10.5")
def test_a_confirmation_does_not_decide_on_a_card_that_came_under_it(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(["TH", "4H", "KH", "3H", "5S", "7C"])
    rig.slide("KD", pace_ms=300)
    rig.press("confirm")
    status = rig.client.status()
    assert (status.phase, status.held) == ("result", "late")
    rig.wait_us(600_000)
    rig.press("confirm")
    assert rig.client.status().held is None


@pytest.mark.rule("001 10.8")
def test_a_void_takes_the_supervisors_key_and_a_reason(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(["TH", "4H", "KH", "3H", "5S", "7C"])
    assert len(rig.lit()) == 9
    rig.turn_key(True)
    rig.choose("Void the round")
    assert "For what reason?" in rig.words()
    rig.press("cancel")
    rig.press("cancel")
    assert "Check with the cards" in rig.words()
    assert len(rig.lit()) == 9
    rig.choose("Void the round")
    rig.choose("Wrong result shown")
    rig.turn_key(False)
    assert "VOID" in rig.words() and "Return all wagers" in rig.words()
    assert rig.lit() == {}, "nothing lit in a void round"
    assert rig.client.status().result is None
    void = next(event for event in rig.events() if event.type == "void")
    assert (void.who, void.reason) == (SUPERVISOR, "wrong_shown")
    rig.press("confirm")
    assert rig.client.status().phase == "idle"


@pytest.mark.rule("001 9.1(c)")
def test_no_close_before_the_result_is_confirmed(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(["TH", "4H", "KH", "3H", "5S", "7C"])
    rig.press("cancel")
    offered = rig.screen()[2:6]
    assert "Result is right" in offered and "Close the round" not in offered
    rig.press("cancel")
    rig.press("confirm")
    assert rig.client.status().phase == "paying"
    rig.press("confirm")
    assert rig.client.status().phase == "idle"
