"""Who may act, over real wires: the key switch at the table, staff numbers with PINs at the host, who is recorded."""

from collections.abc import Callable

import pytest

from pitctl import messages
from pitctl.exceptions import DeviceRefused
from tests.device.rig import DEALER, PINS, SUPERVISOR, TableRig

SECOND_US = 1_000_000
VIRTUAL = pytest.mark.target("cpython", "unix")  # what the chip itself adds is in the other two


def in_a_race(rig: TableRig) -> TableRig:
    rig.open_race()
    rig.slide("9H")
    return rig


def refused(rig: TableRig, ask: Callable[[], object]) -> tuple[int, str]:
    """Code and words of the refusal; nothing was recorded."""
    before = rig.client.status().journal.last_seq
    with pytest.raises(DeviceRefused) as caught:
        ask()
    assert rig.client.status().journal.last_seq == before
    data = caught.value.data
    assert isinstance(data, dict)
    return caught.value.code, str(data["text"])


def last_event(rig: TableRig, kind: str) -> messages.Event:
    return [event for event in rig.client.all_events(0) if event.type == kind][-1]


def menu(rig: TableRig) -> set[str]:
    """Every item that the menu offers at the keys now."""
    rig.press("cancel")
    items: list[str] = []
    while not items or rig.selected() != items[0]:
        items.append(rig.selected())
        rig.press("no_more_bets")
    rig.press("cancel")
    return set(items)


def test_the_key_switch_makes_the_keys_the_supervisors(rig: TableRig) -> None:
    in_a_race(rig)
    assert "Void the round" not in menu(rig)
    rig.turn_key(True)
    assert "Void the round" in menu(rig)
    rig.turn_key(False)
    assert "Void the round" not in menu(rig)
    rig.turn_key(True)
    rig.choose("Void the round")
    rig.choose("Equipment failed")
    void = last_event(rig, "void")
    assert (void.who, void.reason) == (SUPERVISOR, "equipment")


@VIRTUAL
def test_a_key_turned_away_in_an_open_menu_takes_the_step_with_it(rig: TableRig) -> None:
    in_a_race(rig)
    rig.turn_key(True)
    rig.choose("Void the round")  # it asks for the reason now
    rig.turn_key(False)
    rig.press("confirm")
    assert rig.client.status().phase == "racing"
    assert not [event for event in rig.client.all_events(0) if event.type == "void"]


@VIRTUAL
def test_a_key_that_was_turned_at_power_on_gives_nothing(rig: TableRig) -> None:
    in_a_race(rig)
    rig.turn_key(True)
    rig.power_cycle()
    assert "Void the round" not in menu(rig)
    rig.turn_key(False)
    rig.turn_key(True)
    assert "Void the round" in menu(rig)


def test_a_host_acts_only_in_somebodys_name(rig: TableRig) -> None:
    in_a_race(rig)
    client = rig.client

    def void() -> object:
        return client.act("void", reason="dispute")

    assert refused(rig, void)[0] == messages.NOT_AUTHORISED
    assert client.authorise(DEALER, PINS[DEALER]).role == "dealer"
    assert refused(rig, void)[0] == messages.NOT_AUTHORISED
    assert client.authorise(SUPERVISOR, PINS[SUPERVISOR]).role == "supervisor"
    assert refused(rig, lambda: client.act("void"))[0] == messages.REFUSED  # without a reason
    void()
    event = last_event(rig, "void")
    assert (event.who, event.reason) == (SUPERVISOR, "dispute")
    client.release()
    assert refused(rig, lambda: client.act("close"))[0] == messages.NOT_AUTHORISED


@VIRTUAL
def test_key_and_host_do_not_lend_each_other_anything(rig: TableRig) -> None:
    in_a_race(rig)
    rig.sign_on()
    assert "Void the round" not in menu(rig)
    rig.client.release()
    rig.turn_key(True)
    void = refused(rig, lambda: rig.client.act("void", reason="dispute"))
    assert void[0] == messages.NOT_AUTHORISED


@VIRTUAL
def test_a_grant_ends_a_minute_after_the_last_step_however_much_is_looked_at(rig: TableRig) -> None:
    rig.sign_on()
    for _ in range(5):
        rig.wait_us(11 * SECOND_US)
        assert rig.client.steps()[0] == "supervisor"
        rig.client.settings()
    rig.client.act("open")  # and a minute again
    rig.wait_us(59 * SECOND_US)
    assert rig.client.steps()[0] == "supervisor"
    rig.wait_us(SECOND_US)
    assert rig.client.steps()[0] is None


@VIRTUAL
def test_only_a_step_that_was_taken_makes_a_grant_last(rig: TableRig) -> None:
    rig.sign_on()
    for what in ({"step": "close"}, {"step": "void", "reason": "mood"}, {"step": "no_such_step"}):
        rig.wait_us(15 * SECOND_US)
        with pytest.raises(DeviceRefused):
            rig.client.ask("act", what, lambda answer: answer)
    rig.wait_us(15 * SECOND_US)
    assert rig.client.steps()[0] is None


@VIRTUAL
def test_wrong_pins_lock_the_host_and_not_the_table(rig: TableRig) -> None:
    def wrong(number: int) -> tuple[int, str]:
        return refused(rig, lambda: rig.client.authorise(number, "0000"))

    not_authorised = messages.NOT_AUTHORISED
    for number in (SUPERVISOR, 99):  # 99: nobody has that number
        for _ in range(2):
            assert wrong(number) == (not_authorised, "Number or PIN is wrong.")
    assert wrong(99) == (not_authorised, "Number or PIN is wrong. Locked for 30 s.")
    rig.wait_us(28 * SECOND_US)
    assert refused(rig, rig.sign_on)[1].startswith("Locked. Try again in ")
    rig.turn_key(True)
    assert "Close the table" in menu(rig)
    rig.turn_key(False)
    rig.wait_us(2 * SECOND_US)
    rig.sign_on()
    assert rig.client.steps()[0] == "supervisor"


@VIRTUAL
def test_nothing_secret_crosses_usb(rig: TableRig, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = bytearray()
    console = rig.target.console
    read = console.read

    def listen() -> bytes:
        data = read()
        heard.extend(data)
        return data

    monkeypatch.setattr(console, "read", listen)
    rig.sign_on()
    for method in rig.client.describe().methods:
        if method not in ("act", "authorise", "release"):
            params = {"since": 5} if method == "events" else None  # the checkpoint, then the boot
            rig.client.ask(method, params, lambda _answer: None)
    text = heard.decode()
    assert '"journal_overwrite"' in text and '"boot"' in text
    for _number, _role, salt, digest in rig.table["staff"]:
        assert salt not in text and digest not in text
    assert not any(f'"{pin}"' in text for pin in PINS.values())
    assert "staff" not in text
