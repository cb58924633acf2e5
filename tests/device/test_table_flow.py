"""A table's day around its rounds, by keys: lamp test, check, shuffle, cut, opening, closing (001 3.5, 6, 7)."""

from collections.abc import Callable

import pytest

from pitctl.exceptions import DeviceRefused
from pitctl.firmware import card_codes
from tests.device.rig import SUPERVISOR, TableRig, shuffled
from tests.device.stories import offered, supervised

pytestmark = pytest.mark.device

MakeRig = Callable[..., TableRig]
FAST = pytest.mark.target("cpython", "unix")
CHECK = {"pace_ms": 120, "passage_ms": 50, "read_at_ms": 25}  # a practised hand
DECK = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
RACE = ["TH", "4H", "KH", "3H", "5S", "7C"]
SERIAL, OTHER_SERIAL = 204117, 204118


def says(rig: TableRig) -> list[str]:
    return rig.screen()[6:]


def slide_all(rig: TableRig, codes: list[str]) -> None:
    rig.deal(codes, **CHECK)
    rig.wait_us(300_000)


def to_the_check(rig: TableRig) -> None:
    """Lamps tested, then the check is begun, all by CONFIRM."""
    for _ in range(3):
        rig.press("confirm")
    assert rig.client.status().phase == "checking"


def refused(rig: TableRig, step: str) -> str:
    """The rule by which the supervisor is refused at the host."""
    rig.sign_on()
    with pytest.raises(DeviceRefused) as caught:
        rig.client.act(step)
    assert isinstance(caught.value.data, dict)
    return str(caught.value.data["rule"])


@pytest.mark.rule("001 3.5")
@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.rule("001 7.1(c), 7.1(d), 7.2")
@pytest.mark.rule("001 7.3, 7.4")
def test_a_table_is_opened_by_keys(make_rig: MakeRig) -> None:
    rig = make_rig(closed=True)
    assert rig.screen()[2] == "CLOSED"
    assert says(rig) == ["Test the lamps", "CONFIRM lights them"]
    rig.press("confirm")
    assert rig.screen()[2] == "LAMP TEST"
    assert len(rig.lit()) == 42 and set(rig.lit().values()) == {"full"}
    assert rig.client.status().lit == (), "no area has won"
    rig.press("confirm")
    assert rig.lit() == {}
    assert says(rig) == ["Check the cards", "CONFIRM begins it"]

    rig.press("confirm")
    slide_all(rig, [*DECK[:33], "9C", *DECK[34:]])  # a nine of clubs where the nine of diamonds was
    assert says(rig) == ["Slide all: 52 of 52", "CONFIRM when all slid"]
    rig.press("confirm")
    assert rig.screen()[4:] == [
        "Extra 9C",
        "Miss 9D",
        "Not right: 2 cards",
        "CANCEL opens the menu",
    ]
    check = rig.client.check()
    assert (check.missing, check.extra, check.seen, check.expected) == (("9D",), ("9C",), 52, 52)
    rig.press("confirm")
    assert rig.client.status().phase == "checking", "a count is given up in the menu only"
    rig.choose("End the check")  # the set is mended
    assert rig.client.status().phase == "closed"
    assert refused(rig, "table_open") == "6.1"

    rig.press("confirm")
    slide_all(rig, shuffled(1, 5))
    rig.press("confirm")
    assert says(rig) == ["Set is complete", "Dealer: CONFIRM"]
    rig.press("confirm")
    assert says(rig) == ["Set is complete", "Supervisor: CONFIRM"]
    rig.press("confirm")
    assert says(rig)[0] == "Supervisor needed"
    rig.turn_key(True)
    rig.press("confirm")
    assert says(rig) == ["Shuffle the cards", "CONFIRM when done"]
    rig.turn_key(False)
    rig.press("confirm")
    assert says(rig) == ["Cut the cards once", "CONFIRM when done"]
    rig.press("confirm")
    assert says(rig) == ["Ready to open", "Supervisor: CONFIRM"]
    rig.press("confirm")
    assert rig.client.status().phase == "closed", "not by the dealer"
    rig.turn_key(True)
    rig.press("confirm")
    rig.turn_key(False)
    assert rig.client.status().phase == "idle"
    assert says(rig) == ["Ready for a round", "CONFIRM opens betting"]
    confirmed = [
        (event.role, event.who) for event in rig.events() if event.type == "check_yes"
    ]
    assert confirmed == [("dealer", None), ("supervisor", SUPERVISOR)]
    assert rig.cards() == [], "a check touches no round"
    rig.open_race()
    rig.deal(RACE)
    assert len(rig.lit()) == 9


def code_of(number: int, serial: int = SERIAL) -> str:
    return f"{serial:06}{number:03}{card_codes.check_digits(serial, number):02}"


@FAST
@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.rule("001 7.3, 7.4")
@pytest.mark.rule("001 L27")
def test_a_check_of_numbered_cards_names_what_is_wrong_and_goes_on_when_it_is_mended(
    make_rig: MakeRig,
) -> None:
    card_set = {"serial": SERIAL, "map": bytes(range(52)).hex()}
    rig = make_rig(closed=True, code_format="serial", set=card_set)
    to_the_check(rig)
    cards = [code_of(number) for number in range(1, 53)]
    slide_all(rig, [*cards[:40], cards[39], *cards[41:], code_of(7, OTHER_SERIAL)])
    assert says(rig) == ["Card of another set", "Take it out"]
    rig.slide(None)  # one that did not read
    assert says(rig) == ["Card not read", "Slide it again"]
    check = rig.client.check()
    assert (check.seen, check.missing, check.extra) == (51, ("3C",), ()), "slid twice is one card"
    assert (check.foreign, check.unreadable) == (1, 1)
    rig.press("confirm")
    lines = rig.screen()
    assert lines[2].split() == ["Missing", "1", "Foreign", "1"]
    assert lines[3].split() == ["Extra", "0", "Unread", "1"]
    assert lines[5:7] == ["Miss 3C", "Not right: 2 cards"]
    rig.choose("End the check")  # a foreign card in the set: all of it again
    rig.press("confirm")
    slide_all(rig, cards[:-1])
    rig.press("confirm")
    assert says(rig)[0] == "Not right: 1 card"
    rig.slide(cards[-1])  # it was under the table
    assert says(rig) == ["Now the set is right", "CONFIRM ends counting"]
    rig.press("confirm")
    assert says(rig) == ["Set is complete", "Dealer: CONFIRM"]
    assert rig.client.shoe().set == SERIAL


@FAST
@pytest.mark.rule("001 6.1 - 6.5")
def test_a_power_cut_in_a_check_begins_it_anew_and_after_it_changes_nothing(
    make_rig: MakeRig,
) -> None:
    rig = make_rig(closed=True)
    to_the_check(rig)
    slide_all(rig, DECK[:20])
    rig.power_cycle()
    assert rig.client.status().phase == "closed"
    assert says(rig) == ["Check the cards", "CONFIRM begins it"]
    assert rig.types()[-2:] == ["boot", "check_end"]
    rig.press("confirm")
    slide_all(rig, DECK)
    rig.press("confirm")
    rig.press("confirm")
    before = rig.image(), rig.client.check()
    rig.power_cycle()
    assert (rig.image(), rig.client.check()) == before
    supervised(rig, "Supervisor: set right")
    assert rig.client.shoe().checked


@FAST
@pytest.mark.rule("001 3.5")
def test_a_lamp_test_stays_lit_over_a_power_cut_and_a_dark_lamp_stops_nobody(
    make_rig: MakeRig,
) -> None:
    rig = make_rig(closed=True)
    rig.press("confirm")
    rig.power_cycle()
    assert len(rig.lit()) == 42
    rig.choose("Some lamps stay dark")
    assert (rig.lit(), rig.client.shoe().lamps) == ({}, "dark")
    rig.turn_key(True)
    rig.choose("Cards are pre-checked")
    for _ in range(3):
        rig.press("confirm")
    rig.turn_key(False)
    assert rig.client.status().phase == "idle"


@FAST
@pytest.mark.rule("001 7.1")
@pytest.mark.rule("001 D5")
def test_one_deck_is_shuffled_and_cut_before_every_round(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(RACE)
    rig.close_race()
    assert says(rig) == ["Shuffle the cards", "CONFIRM when done"]
    assert refused(rig, "open") == "7.1"
    rig.press("confirm")
    assert says(rig) == ["Cut the cards once", "CONFIRM when done"]
    assert refused(rig, "open") == "7.2"
    rig.press("confirm")
    assert says(rig) == ["Ready for a round", "CONFIRM opens betting"]
    rig.press("confirm")
    assert rig.client.status().phase == "betting"


@FAST
@pytest.mark.rule("001 D5")
@pytest.mark.rule("001 7.1(c), 7.1(d), 7.2")
def test_two_decks_go_on_and_are_shuffled_by_the_supervisor(make_rig: MakeRig) -> None:
    rig = make_rig(decks=2)
    rig.open_race()
    rig.deal(RACE)
    rig.close_race()
    assert says(rig) == ["Ready for a round", "CONFIRM opens betting"]
    assert rig.client.status().left == 98
    rig.press("cancel")
    assert "Cards are shuffled" not in rig.screen()
    rig.press("cancel")
    supervised(rig, "Cards are shuffled")
    assert rig.client.status().left == 104
    assert says(rig) == ["Cut the cards once", "CONFIRM when done"]


@FAST
@pytest.mark.rule("001 3.4(b), (c), (g)")
@pytest.mark.rule("001 1.2 Continuous Shuffler")
@pytest.mark.parametrize("source", ["shuffler", "continuous"])
def test_cards_of_a_shuffler_are_not_cut(make_rig: MakeRig, source: str) -> None:
    rig = make_rig(cards_from=source)
    for _ in range(2):
        rig.open_race()
        rig.deal(RACE)
        assert len(rig.lit()) == 9
        rig.close_race()
        assert "cut" not in rig.types()
    assert rig.types().count("shuffled") == (2 if source == "shuffler" else 1)
    assert (rig.client.status().left is None) == (source == "continuous")


@FAST
@pytest.mark.rule("001 7.1(e)")
@pytest.mark.rule("001 7.3, 7.4")
def test_a_card_seen_and_new_cards_between_rounds(rig: TableRig) -> None:
    rig.choose("Card seen: reshuffle")
    assert says(rig) == ["Shuffle the cards", "CONFIRM when done"]
    assert "7.1" in refused(rig, "open")
    rig.press("confirm")
    rig.press("confirm")
    supervised(rig, "Change the cards")
    assert says(rig) == ["Check the cards", "CONFIRM begins it"]
    rig.power_cycle()
    assert says(rig) == ["Check the cards", "CONFIRM begins it"]
    assert refused(rig, "open") == "6.1"
    supervised(rig, "Cards are pre-checked")
    rig.open_race()
    assert not {"new_cards", "check", "exposed", "shuffled"} & offered(rig)
    assert refused(rig, "new_cards") == "7.4"


@FAST
@pytest.mark.rule("001 6.1 - 6.5")
def test_a_table_is_closed_between_rounds_and_begins_all_anew(rig: TableRig) -> None:
    rig.press("confirm")
    assert refused(rig, "table_close") == "7.4"
    rig.choose("Cancel the betting")
    rig.press("cancel")
    assert "Close the table" not in rig.screen()
    rig.press("cancel")
    supervised(rig, "Close the table")
    assert rig.screen()[2] == "CLOSED"
    shoe = rig.client.shoe()
    assert (shoe.checked, shoe.shuffled, shoe.cut, shoe.lamps) == (False, False, False, "untested")
    rig.slide("9D")
    assert rig.irregularities() == [("not_now", 1)]
    assert says(rig) == ["Table is closed", "Put the card back"]
    assert rig.client.status().held is None
    rig.open_table()
    assert rig.client.status().phase == "idle"


@FAST
@pytest.mark.rule("001 2.0")
def test_the_notice_of_the_house_is_read_between_rounds(make_rig: MakeRig) -> None:
    rig = make_rig(notice="Minimum 5 on colours  Last round at two")
    assert "Minimum 5 on colours" in rig.words() and "Last round at two" in rig.words()
    rig.open_betting()
    assert "Minimum 5 on colours" in rig.words()
    rig.press("no_more_bets")
    assert "Minimum" not in rig.words()
