"""`pitctl seats`, `bet`, the round in `status`, and steps with a seat or a stake, through the real command line."""

import json
from typing import Any

import pytest

from pitboard.protocol import errors
from pitctl import exceptions
from pitctl.messages import Seat
from pitctl.seat_words import outcome, row
from tests.unit.pitctl.cli_rig import Usb, assert_fails, run
from tests.unit.pitctl.fakes import STATUS

DEALER = ("--staff", "2")
EMPTY: dict[str, Any] = {
    "seat": 1, "state": "out", "locked": False, "stakes": [0, 0, 0, 0], "tokens": [False] * 4,
    "decisions": ["open", "open"], "cards": [],
    "hand": None, "profit": [0, 0, 0, 0], "collected": [0, 0, 0, 0], "returned": [0, 0, 0, 0], "envy": 0,
}  # fmt: skip
WINNER: dict[str, Any] = {
    **EMPTY, "seat": 2, "state": "in", "stakes": [500, 500, 500, 100], "decisions": ["withdraw", "ride"],
    "cards": ["KD", "KS", "2C"], "hand": "tens_or_better", "profit": [0, 500, 500, 100],
    "returned": [500, 500, 500, 100],
}  # fmt: skip
RIDE: dict[str, Any] = {
    "turn": 2, "settle": 0, "place": 0, "deck": 1, "community": ["KD"], "pending": None, "jackpot": 5_432_150,
    "shares_held": False, "bank": 0, "cover": 0, "action": 0, "minimum": 500, "notice_min": [0, 0], "count_due": 0,
    "missing": 0, "extra": 0, "fees": [0, 0],
}  # fmt: skip


@pytest.fixture(autouse=True)
def pin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITCTL_PIN", "1357")
    monkeypatch.delenv("PITCTL_STAFF", raising=False)


@pytest.fixture
def ride(usb: Usb) -> Usb:
    """A board that plays Let It Ride, with a winner among three seats."""
    seats = [EMPTY, WINNER, {**EMPTY, "seat": 3, "locked": True}]

    def page(params: dict[str, Any]) -> dict[str, Any]:
        first = params["since"]
        return {"seats": seats[first : first + 2], "next": first + 2 if first + 2 < len(seats) else 0}

    usb.board._dispatcher._handlers |= {"seats": page, "ride": lambda _: RIDE}
    usb.board.status = {**STATUS, "game": "mbs-let-it-ride", "phase": "deciding_2"}
    return usb


@pytest.mark.usefixtures("ride")
def test_seats_are_listed_with_what_becomes_of_them() -> None:
    lines = run("seats").stdout.splitlines()
    assert lines[0].split() == ["seat", "state", "1", "2", "$", "side", "cards", "hand", "outcome"]
    assert " ".join(lines[2].split()) == (
        "2 in 5 back 5 rides 5 1 KD KS 2C tens or better wins 10, side wins 1, back 16"
    )
    assert lines[3].split() == ["3", "locked", "-", "-", "-", "-"]
    rows = [json.loads(line) for line in run("--json", "seats").stdout.splitlines()]
    assert [item["seat"] for item in rows] == [1, 2, 3] and rows[1]["profit"] == [0, 500, 500, 100]


def test_the_outcome_of_a_seat_in_words() -> None:
    lost = {**EMPTY, "collected": [0, 0, 500, 100], "returned": [500, 500, 0, 0], "envy": 30000}
    assert outcome(Seat.from_wire(lost)) == "envy 300, collect 6, back 10"
    assert row(Seat.from_wire(EMPTY)) == ("1", "out", "-", "-", "-", "-", "", "", "")


@pytest.mark.usefixtures("ride")
def test_the_status_of_a_ride_table_has_its_round() -> None:
    lines = [line.split() for line in run("status").stdout.splitlines()]
    for words in ("phase deciding_2", "turn 2", "community KD", "pending none", "jackpot 54321.50", "minimum 5"):
        assert words.split() in lines
    data = json.loads(run("--json", "status").stdout)
    assert data["phase"] == "deciding_2" and data["ride"]["jackpot"] == 5_432_150


def test_the_status_of_derby_stays_as_it_is(usb: Usb) -> None:
    assert "turn" not in run("status").stdout
    assert "ride" not in json.loads(run("--json", "status").stdout)
    assert usb.board.requests


@pytest.mark.parametrize(
    ("arguments", "bets"),
    [
        (("2", "5"), [("one", 500), ("two", 500), ("dollar", 500)]),
        (("2", "2.50", "--side", "1"), [("one", 250), ("two", 250), ("dollar", 250), ("side", 100)]),
        (("2", "5", "--spot", "$"), [("dollar", 500)]),
    ],
)
def test_a_bet(ride: Usb, arguments: tuple[str, ...], bets: list[tuple[str, int]]) -> None:
    result = run("bet", *arguments, *DEALER)
    assert result.exit_code == 0, result.output
    assert result.stdout.count("Done, record") == 1
    expected = [{"step": "bet", "seat": 2, "area": area, "stake": units, "who": 2} for area, units in bets]
    assert ride.board.acts == expected


def test_tokens(ride: Usb) -> None:
    assert run("bet", "2", "5", "--spot", "one", "--tokens", *DEALER).exit_code == 0
    assert ride.board.acts[0]["tokens"] is True


@pytest.mark.parametrize(
    ("arguments", "words", "remedy"),
    [
        (("2", "five"), "not an amount: five", "as 5 or 2.50"),
        (("2", "5", "--side", "x"), "not an amount: x", "as 5 or 2.50"),
        (("2", "5", "--spot", "three"), "no spot 'three'", "one, two, dollar, side"),
        (("2", "5", "--spot", "one", "--side", "1"), "do not go together", "bet --help"),
        (("8", "5"), "SEAT", "pitctl bet --help"),
    ],
)
def test_wrong_bets(ride: Usb, arguments: tuple[str, ...], words: str, remedy: str) -> None:
    assert_fails(run("bet", *arguments, *DEALER), exceptions.WrongUsage, words, remedy)
    assert ride.board.acts == []


def test_a_refused_bet_says_which_spot_it_was(ride: Usb) -> None:
    board = ride.board
    board.refuse = errors.refused("6.1", "Stake out of limits.")
    result = run("bet", "2", "4", *DEALER)
    assert_fails(result, exceptions.DeviceRefused, "refused 6.1: Stake out of limits.", "pitctl steps")

    def act(params: dict[str, Any]) -> dict[str, Any]:
        if params["area"] == "side":
            raise errors.refused("3.5", "Side bet needs three equal main wagers.")
        return {"seq": 21, "rule": "3.2", "text": "Press NO MORE BETS"}

    board._dispatcher._handlers["act"] = act
    result = run("bet", "2", "5", "--side", "5", *DEALER)
    assert_fails(result, exceptions.DeviceRefused, "on side: refused 3.5", "pitctl seats")


def test_another_game_has_no_seats(usb: Usb) -> None:
    words = "this table does not play Let It Ride"
    assert_fails(run("seats"), exceptions.DeviceRefused, words, "pitctl describe")
    usb.board.refuse = errors.invalid_params("step: no such step")
    assert_fails(run("bet", "2", "5", *DEALER), exceptions.DeviceRefused, words, "pitctl describe")


def test_the_other_game_is_told_before_a_pin_is_asked_for(usb: Usb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITCTL_PIN")
    result = run("bet", "2", "5", *DEALER)
    assert_fails(result, exceptions.DeviceRefused, "this table does not play Let It Ride", "pitctl wagers")
    usb.board.status = {**STATUS, "game": "mbs-let-it-ride"}
    for arguments in (("place", "red", "4", "--seat", "3"), ("paid", "red"), ("collected",), ("back", "1")):
        result = run("wager", *arguments, *DEALER)
        assert_fails(result, exceptions.DeviceRefused, "this table does not play Derby", "pitctl bet")


def test_steps_with_a_seat_and_a_stake(ride: Usb) -> None:
    def step(name: str, *needs: str) -> dict[str, Any]:
        return {"step": name, "rule": "3.2", "role": "dealer", "words": name, "needs": list(needs)}

    ride.board.steps = [
        step("bank", "stake", "seat"),
        step("jackpot", "stake", "seat"),
        step("tuck", "place"),
        step("bet", "stake", "seat"),
    ]
    lines = [line.split("dealer")[1].split() for line in run("steps").stdout.splitlines()[1:]]
    assert lines[:3] == [["--stake", "--seat"], ["--stake"], ["--place"]]
    assert lines[3] == ["see", ".venv/bin/pitctl", "bet"]
    for arguments, act in (
        (("bank", "--seat", "8", "--stake", "1000"), {"step": "bank", "seat": 8, "stake": 100_000}),
        (("jackpot", "--stake", "54321.50"), {"step": "jackpot", "stake": 5_432_150}),
        (("tuck", "--seat", "5"), {"step": "tuck", "place": 5}),
    ):
        ride.board.acts.clear()
        result = run("do", *arguments, *DEALER)
        assert result.exit_code == 0, result.output
        assert ride.board.acts == [{**act, "who": 2}]
    wrong = exceptions.WrongUsage
    assert_fails(run("do", "bank", "--seat", "8", *DEALER), wrong, "'bank' needs --stake", "--stake 100")
    assert_fails(run("do", "jackpot", "--stake", "x", *DEALER), wrong, "not an amount: x", "2.50")
    assert_fails(run("do", "bet", *DEALER), wrong, "'bet' is about wagers", "pitctl bet --help")


def test_derby_s_commands_at_a_ride_table(ride: Usb) -> None:
    del ride.board._dispatcher._handlers["wagers"]
    words = "this table does not play Derby"
    assert_fails(run("wagers"), exceptions.DeviceRefused, words, "pitctl seats")
    ride.board.refuse = errors.invalid_params("step: no such step")
    result = run("wager", "place", "red", "4", "--seat", "3", *DEALER)
    assert_fails(result, exceptions.DeviceRefused, words, "pitctl bet")


def test_a_virtual_table_has_nothing_to_bet_on() -> None:
    virtual = ("--target", "cpython", "--table", "nsw-ride")
    words = "(cpython: a virtual board is new, closed and gone after each command; a round is played by a scenario:"
    shown = run("seats", *virtual)
    assert shown.exit_code == 0 and words in shown.stderr and "pitctl play tests" in shown.stderr
    assert words in run("bet", "2", "5", *DEALER, *virtual).stderr
    assert run("--json", "seats", *virtual).stderr == ""


def test_settings_of_the_house_in_the_words_of_the_table_file() -> None:
    virtual = ("settings", "--target", "cpython", "--table", "california-ride")
    lines = [" ".join(line.split()) for line in run(*virtual).stdout.splitlines()]
    for words in (
        "house decks 2", "house wagers amounts", "house least 5", "house most 300", "house payout_most none",
        "house pay_table LIRX-01", "house covers common", "house action counterclockwise", "house jackpot_stake any",
        "house share_stake returned", "house fee_bet 1", "house stack top first",
    ):  # fmt: skip
        assert words.replace("_", " ") in lines, words
    assert not any(line.startswith(("reveal", "limits", "house source")) for line in lines)
    assert json.loads(run(*virtual, "--json").stdout)["house"]["least"] == 500


def test_settings_of_derby_have_no_house(usb: Usb) -> None:
    assert "house" not in run("settings").stdout and "reveal" in run("settings").stdout
    assert usb.board.requests
