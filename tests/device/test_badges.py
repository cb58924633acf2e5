"""Badges at a running table, over the reader's own line: who is at the keys, what is refused, what is recorded."""

from collections.abc import Callable
from pathlib import Path

import pytest

from simulator.models.ntag_dna import NtagDna
from simulator.models.pn532 import Pn532
from simulator.models.tags import Tag
from tests.device.badge_table import (
    BOARD,
    DEALER,
    ENDING,
    GONE_US,
    OTHER,
    REVOKED,
    SHOWN_US,
    SUPERVISOR,
    TECHNICIAN,
    badge,
    badges,
    identity,
    key,
    lay_down,
    lift,
    open_by_keys,
    show,
    table_file,
)
from tests.device.rig import TableRig

VIRTUAL = pytest.mark.target("cpython", "unix")
MakeRig = Callable[..., TableRig]
RACE = ["TH", "3S", "4H", "9C", "KH", "3H", "5S", "7C"]


@pytest.fixture
def make(make_rig: MakeRig, tmp_path: Path) -> MakeRig:
    def with_badges(*, closed: bool = False, **how: object) -> TableRig:
        path = table_file(tmp_path / "files", **how)  # pyright: ignore[reportArgumentType]
        return make_rig(board=BOARD, file=path, closed=closed)

    return with_badges


def last_of(rig: TableRig, kind: str) -> int | None:
    """Who did the last such thing."""
    return [event for event in rig.events() if event.type == kind][-1].who


def may_void(rig: TableRig) -> bool:
    """Whether the keys are a supervisor's, in a race."""
    rig.press("cancel")
    first = rig.selected()
    found = first == "Void the round"
    rig.press("no_more_bets")
    while rig.selected() != first:
        found = found or rig.selected() == "Void the round"
        rig.press("no_more_bets")
    rig.press("cancel")
    return found


def test_a_badge_opens_the_table_and_takes_its_role_along(make: MakeRig) -> None:
    rig = make(closed=True)
    supervisor = lay_down(rig, badge(SUPERVISOR))
    open_by_keys(rig)
    assert rig.client.status().phase == "idle"
    assert badges(rig) == [("proved", SUPERVISOR)]
    assert last_of(rig, "table_open") == SUPERVISOR
    lift(rig, supervisor)
    rig.open_race()
    assert last_of(rig, "no_more_bets") is None
    assert not may_void(rig)
    dealer = lay_down(rig, badge(DEALER))
    assert not may_void(rig)
    rig.deal(RACE)
    rig.press("confirm")
    assert last_of(rig, "confirm") == DEALER
    lift(rig, dealer)
    rig.press("confirm")
    assert rig.client.status().phase == "idle" and rig.client.status().round == 1
    assert badges(rig) == [("proved", SUPERVISOR), ("proved", DEALER)]


def test_copies_and_those_that_may_not_are_refused_and_recorded(make: MakeRig) -> None:
    rig = make(closed=True)
    assert "Badge is not genuine" in show(rig, Tag(identity(SUPERVISOR)))  # a copied serial number
    assert "Badge is not genuine" in show(rig, NtagDna(identity(SUPERVISOR), {1: key(DEALER)}))
    assert "Badge is revoked" in show(rig, badge(REVOKED))
    assert "Badge has expired" in show(rig, badge(ENDING))  # nobody knows what day it is
    assert "Badge is not known" in show(rig, Tag(bytes.fromhex("0404040404aabb")))
    assert badges(rig) == [
        ("not_proved", SUPERVISOR), ("not_proved", SUPERVISOR), ("revoked", REVOKED), ("expired", ENDING),
        ("unknown", None),
    ]  # fmt: skip
    unknown = rig.events()[-1]
    assert (unknown.tag, unknown.ok) == ("0404040404AABB", False)
    ten = bytes.fromhex("0504030201a0b0c0d0e0")
    assert "Badge is not known" in show(rig, Tag(ten))
    unknown = rig.events()[-1]
    assert (unknown.tag, unknown.who, unknown.ok) == (ten.hex().upper(), None, False)
    lay_down(rig, Tag(identity(SUPERVISOR)))
    rig.press("confirm")  # lamp test
    rig.press("confirm")
    rig.press("cancel")
    assert "Cards are pre-checked" not in rig.words()


class Replaying(NtagDna):
    """Says again what a badge has said before."""

    def __init__(self, number: int, said: list[tuple[bytes, bytes]]) -> None:
        super().__init__(identity(number))
        self._said = {asked[:2]: answer for asked, answer in said}

    def command(self, apdu: bytes) -> tuple[bytes, int]:
        return self._said.get(apdu[:2], b"\x6d\x00"), 1_000_000


def test_a_recorded_proof_proves_nothing(make: MakeRig) -> None:
    rig = make(closed=True)
    real = badge(SUPERVISOR)
    lay_down(rig, real)
    assert badges(rig) == [("proved", SUPERVISOR)] and len(real.apdus) >= 3
    lift(rig, real)
    assert "Badge is not genuine" in show(rig, Replaying(SUPERVISOR, real.apdus[:3]))
    assert badges(rig) == [("proved", SUPERVISOR), ("not_proved", SUPERVISOR)]


@VIRTUAL
def test_a_copy_that_takes_the_place_of_a_badge_is_found(make: MakeRig) -> None:
    rig = make()
    rig.open_race()
    field = rig.bench.badge_field
    assert field is not None
    real = lay_down(rig, badge(SUPERVISOR))
    assert may_void(rig)
    field.take(real)
    field.put(copy := Tag(identity(SUPERVISOR)))
    rig.wait_us(7_000_000)  # while it proves itself anew every five seconds
    assert badges(rig) == [("proved", SUPERVISOR), ("not_proved", SUPERVISOR)]
    assert not may_void(rig)
    field.take(copy)


@VIRTUAL
def test_a_forgotten_badge_loses_its_role(make: MakeRig) -> None:
    rig = make()
    rig.open_race()
    supervisor = lay_down(rig, badge(SUPERVISOR))
    assert may_void(rig)
    rig.slide("9H")
    rig.wait_us(121_000_000)
    assert not may_void(rig)
    assert badges(rig) == [("proved", SUPERVISOR)]  # it has gone on proving itself: that is no news
    lift(rig, supervisor)
    lay_down(rig, supervisor)
    assert may_void(rig)
    lay_down(rig, badge(DEALER))
    assert not may_void(rig)  # whose steps would they be?


@VIRTUAL
def test_a_closed_table_ends_the_role_of_a_badge_that_stays(make: MakeRig) -> None:
    rig = make()
    lay_down(rig, badge(SUPERVISOR))
    rig.choose("Close the table")
    assert rig.client.status().phase == "closed"
    rig.wait_us(6_000_000)
    rig.press("confirm")
    rig.press("confirm")
    rig.press("cancel")
    assert "Cards are pre-checked" not in rig.words()
    assert badges(rig) == [("proved", SUPERVISOR)]


@VIRTUAL
def test_a_technician_does_no_step_and_is_not_named(make: MakeRig) -> None:
    rig = make()
    lay_down(rig, badge(TECHNICIAN))
    assert badges(rig) == [("proved", TECHNICIAN)]
    rig.open_race()
    assert last_of(rig, "no_more_bets") is None
    assert not may_void(rig)


@VIRTUAL
def test_a_serial_number_counts_where_the_table_allows_it_and_the_record_says_so(make: MakeRig) -> None:
    rig = make(plain=str(OTHER))
    rig.open_race()
    lay_down(rig, Tag(identity(OTHER)))
    assert may_void(rig)
    assert badges(rig) == [("plain", OTHER)]


def _check_deck(rig: TableRig) -> None:
    """Up to the confirmations."""
    rig.press("confirm")  # lamp test
    rig.press("confirm")
    rig.press("confirm")  # the check begins
    for card in range(52):
        rig.slide("23456789TJQKA"[card % 13] + "SHDC"[card // 13], 260)
    rig.press("confirm")


def test_two_persons_confirm_a_check_with_two_badges(make: MakeRig) -> None:
    """Each for themselves: the same one twice is refused with the rule, and so is somebody without a name."""
    rig = make(closed=True, two_persons=True)
    _check_deck(rig)
    rig.press("confirm")
    assert "6.1" in rig.words() and "Two persons confirm" in rig.words()
    supervisor = lay_down(rig, badge(SUPERVISOR))
    rig.press("confirm")  # for the dealer
    rig.press("confirm")  # for herself
    assert "6.1" in rig.words() and "Same person" in rig.words()
    lift(rig, supervisor)
    other = lay_down(rig, badge(OTHER))
    rig.press("confirm")
    yes = [(str(event.role), event.who) for event in rig.events() if event.type == "check_yes"]
    assert yes == [("dealer", SUPERVISOR), ("supervisor", OTHER)]
    lift(rig, other)
    rig.press("confirm")
    assert last_of(rig, "shuffled") is None


@VIRTUAL
def test_a_badge_that_comes_again_and_again_leaves_the_round_its_room(make: MakeRig) -> None:
    """And room for badges that are taken, for without a record there is no role."""
    rig = make()
    rig.open_race()
    unknown = Tag(bytes.fromhex("0404040404aabb"))
    for _ in range(15):
        lay_down(rig, unknown)
        assert "Badge is not known" in rig.words()
        lift(rig, unknown)
    refused = [("unknown", None)] * 12
    assert badges(rig) == refused
    rig.power_cycle()
    show(rig, unknown)
    assert badges(rig) == refused
    supervisor = badge(SUPERVISOR)
    for _ in range(4):
        lay_down(rig, supervisor)
        assert may_void(rig)
        lift(rig, supervisor)
    full = refused + [("proved", SUPERVISOR)] * 4
    assert badges(rig) == full
    assert "The log is full" in show(rig, supervisor)
    lay_down(rig, supervisor)
    assert not may_void(rig)
    lift(rig, supervisor)
    rig.turn_key(True)
    assert may_void(rig), "the key goes on"
    rig.turn_key(False)
    assert badges(rig) == full
    rig.deal(RACE)
    rig.close_race()
    assert rig.client.status().phase == "idle"
    show(rig, unknown)
    assert len(badges(rig)) == 17


@VIRTUAL
def test_without_its_reader_the_table_goes_on_and_takes_it_up_again(make: MakeRig) -> None:
    rig = make()
    reader = rig.bench.badges
    assert isinstance(reader, Pn532)
    lay_down(rig, supervisor := badge(SUPERVISOR))
    rig.open_race()
    reader.fault = "silent"
    rig.wait_us(6_000_000)  # nobody stays unread for longer than three seconds
    assert not may_void(rig)
    rig.turn_key(True)
    assert may_void(rig)
    rig.turn_key(False)
    rig.deal(RACE[:3])
    reader.fault = None
    rig.wait_us(3_000_000)
    assert may_void(rig)
    assert rig.cards(1) == RACE[:3]
    lift(rig, supervisor)
    assert not may_void(rig)
    assert SHOWN_US < GONE_US
