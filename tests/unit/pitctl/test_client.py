"""The client against a board that misbehaves in every way a wire allows."""

import pytest

from pitboard.protocol import errors
from pitctl import messages
from pitctl.client import Client
from pitctl.exceptions import DeviceRefused, NoAnswer, SchemaMismatch, WrongDevice
from pitctl.link import MAX_LINE_KEPT
from tests.unit.pitctl.fakes import DESCRIBE, SERIAL, FakeBoard, wager


@pytest.fixture
def board() -> FakeBoard:
    return FakeBoard()


@pytest.fixture
def client(board: FakeBoard) -> Client:
    return Client(board)


def test_answers_are_typed(client: Client) -> None:
    assert client.describe().parts == ("beam", "display")
    status = client.status()
    assert status.phase == "racing" and status.notice is not None and status.notice.place == 3
    assert client.settings().areas == 42
    page = client.events(18)
    assert [event.seq for event in page.events] == [19, 20] and page.next == page.last == 20


def test_all_events_asks_until_the_newest(client: Client, board: FakeBoard) -> None:
    assert [event.seq for event in client.all_events(0)] == list(range(1, 21))
    assert sum(b"events" in request for request in board.requests) == 4
    assert list(client.all_events(20)) == []


def test_each_request_has_an_id_of_its_own(client: Client, board: FakeBoard) -> None:
    client.describe()
    client.describe()
    asked = [request for request in board.requests if request]
    assert b'"id":1' in asked[0] and b'"id":2' in asked[1]


def test_a_half_line_left_on_the_board_is_ended_first(client: Client, board: FakeBoard) -> None:
    board.write(b'{"jsonrpc":"2.0","id"')
    assert client.describe().board == "pico-table"
    assert any("parse" in line or "not JSON" in line for line in client.foreign)


def test_foreign_lines_are_set_aside(board: FakeBoard) -> None:
    heard: list[str] = []
    client = Client(board, on_foreign=heard.append)
    client.resync()
    board.before = [
        b"MPY: soft reboot\r\n",
        b"\xff\xfe\n",
        b"[1,2,3]\n",
        b'{"jsonrpc":"2.0","id":true,"result":{}}\n',
        b'{"jsonrpc":"2.0","id":99,"result":{"late":1}}\n',
        b'{"jsonrpc":"2.0","id":1}\n',
        b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON"}}\n',
        b"[" * 2000 + b"\n",
    ]
    assert client.describe().serial == SERIAL
    assert heard[0] == "MPY: soft reboot"
    assert len(heard) == 8 and list(client.foreign) == heard


def test_an_endless_foreign_line_takes_bounded_memory(client: Client, board: FakeBoard) -> None:
    client.resync()
    board.before = [b"x" * 20_000, b"\n"]
    longest: list[int] = []
    board.on_read = lambda: longest.append(len(client._pending))
    assert client.describe().serial == SERIAL
    assert max(longest) <= MAX_LINE_KEPT


def test_a_lost_answer_is_asked_for_once_more(client: Client, board: FakeBoard) -> None:
    board.deaf = 1
    assert client.status().round == 3
    assert [b"status" in request for request in board.requests] == [False, True, False, True]
    assert board.requests[2] == b"", "an empty line brings the wire in step before the second try"


def test_silence_is_no_answer(client: Client, board: FakeBoard) -> None:
    board.mute = True
    with pytest.raises(NoAnswer, match="fake does not answer status within 2 s") as failure:
        client.status()
    assert "reset" in failure.value.try_this
    assert 4 < board.now_s() < 6


def test_a_prompt_is_recognised(client: Client, board: FakeBoard) -> None:
    board.mute = True
    board.on_read = lambda: board.sent.extend(b"\r\n>>> ") if board.now_s() < 1 else None
    with pytest.raises(NoAnswer, match="MicroPython prompt") as failure:
        client.describe()
    assert "make flash" in failure.value.try_this


def test_the_last_words_are_told(client: Client, board: FakeBoard) -> None:
    board.mute = True
    board.sent += b"OSError: 5\r\n"
    with pytest.raises(NoAnswer, match="the last it said: OSError: 5"):
        client.describe()


def test_a_board_that_never_stops_talking_is_given_up(client: Client, board: FakeBoard) -> None:
    board.mute = True
    board.on_read = lambda: board.sent.extend(b"tick\n")
    with pytest.raises(NoAnswer):
        client.describe()


def test_a_typed_error_keeps_code_and_data() -> None:
    client = Client(FakeBoard(oldest=10))
    with pytest.raises(DeviceRefused, match=r"events_gone -32001") as failure:
        client.events(0)
    assert failure.value.code == messages.EVENTS_GONE
    assert failure.value.data == {"oldest": 10}


def test_an_answer_outside_the_schema_is_refused(client: Client, board: FakeBoard) -> None:
    del board.status["phase"]
    with pytest.raises(SchemaMismatch, match="status: phase is missing"):
        client.status()


def test_identify_accepts_the_right_board(client: Client) -> None:
    assert client.identify(SERIAL.upper()).product == "pitboard"


def test_identify_refuses_other_products(client: Client, board: FakeBoard) -> None:
    board.describe = {**DESCRIBE, "product": "toaster"}
    with pytest.raises(WrongDevice, match="is a toaster"):
        client.identify()


def test_identify_refuses_another_serial_number(client: Client) -> None:
    with pytest.raises(WrongDevice, match=SERIAL):
        client.identify("e660ffffffffffff")


@pytest.mark.parametrize(
    ("schema", "words"), [(messages.SCHEMA + 1, "belongs to this firmware"), (messages.SCHEMA - 1, "make flash")]
)
def test_identify_names_another_schema(
    client: Client, board: FakeBoard, schema: int, words: str
) -> None:
    board.describe = {**DESCRIBE, "schema": schema}
    with pytest.raises(SchemaMismatch, match=f"speaks schema {schema}") as failure:
        client.identify()
    assert words in failure.value.try_this


def test_identify_names_the_schema_even_if_the_answer_cannot_be_read(
    client: Client, board: FakeBoard
) -> None:
    board.describe = {"product": "pitboard", "schema": 1}
    with pytest.raises(SchemaMismatch, match="speaks schema 1"):
        client.identify()
    board.describe = {"product": "pitboard", "schema": messages.SCHEMA}
    with pytest.raises(SchemaMismatch, match="describe: version is missing"):
        client.identify()


def test_wait_ready_is_patient_with_a_board_that_starts(client: Client, board: FakeBoard) -> None:
    board.mute = True

    def wake() -> None:
        board.mute = board.now_s() < 5

    board.on_read = wake
    assert client.wait_ready().board == "pico-table"
    assert client.timeout_s == 2.0


def test_wait_ready_gives_up(client: Client, board: FakeBoard) -> None:
    board.mute = True
    with pytest.raises(NoAnswer):
        client.wait_ready(3.0)
    assert board.now_s() < 6


def test_pause_keeps_what_is_said(client: Client, board: FakeBoard) -> None:
    client.resync()
    board.sent += b"good evening\n"
    client.pause(1.0)
    assert board.now_s() >= 1.0
    client.describe()
    assert list(client.foreign) == ["good evening"]


# -- steps ----------------------------------------------------------------------------------------


def test_cards_checks_steps_and_wagers_are_typed(client: Client, board: FakeBoard) -> None:
    assert client.shoe().source == "shoe" and client.shoe().set is None
    assert client.check().missing == ("TH",)
    role, steps = client.steps()
    assert role is None and steps[0].needs == ("card", "reason")
    board.wagers = [wager(number, "HS", 10) for number in range(1, 13)]
    assert [item.wager for item in client.wagers()] == list(range(1, 13))
    board.steps = board.steps * 4
    assert len(client.steps()[1]) == 16


def test_a_cursor_that_does_not_move_ends_the_list(client: Client, board: FakeBoard) -> None:
    board.steps = board.steps * 2
    board._page = lambda name, items, params, most: {  # type: ignore[method-assign]
        "role": None, name: items[:most], "next": 6,
    }  # fmt: skip
    assert len(client.steps()[1]) == 10


def test_a_step_is_done_in_a_persons_name(client: Client, board: FakeBoard) -> None:
    with client.acting_as(1, "2468") as granted:
        assert (granted.role, granted.seconds) == ("supervisor", 60)
        assert client.steps()[0] == "supervisor"
        done = client.act("entered", card="TH", reason="not_read")
    assert (done.seq, done.rule, done.text) == (21, "8.1", "Slide card 3 to 1st place")
    assert board.acts == [{"step": "entered", "card": "TH", "reason": "not_read", "who": 1}]
    assert board.who == 0, "the grant ends with the block"


def test_the_grant_ends_also_when_the_step_fails(client: Client, board: FakeBoard) -> None:
    board.refuse = errors.refused("10.5", "A card is held. Decide on it first.")
    with pytest.raises(DeviceRefused, match="A card is held"), client.acting_as(1, "2468"):
        client.act("confirm")
    assert board.who == 0
    with pytest.raises(KeyboardInterrupt), client.acting_as(1, "2468"):
        raise KeyboardInterrupt
    assert board.who == 0


def test_a_refusal_cites_its_rule_and_says_what_to_do(client: Client, board: FakeBoard) -> None:
    board.refuse = errors.refused("10.5", "A card is held. Decide on it first.")
    client.authorise(2, "1357")
    with pytest.raises(DeviceRefused) as failure:
        client.act("confirm")
    error = failure.value
    assert error.message == "refused 10.5: A card is held. Decide on it first."
    assert error.code == messages.REFUSED and error.try_this.endswith("pitctl steps")


def test_a_wrong_pin_is_told(client: Client) -> None:
    with pytest.raises(DeviceRefused, match=r"not authorised: Number or PIN is wrong\.") as failure:
        client.authorise(1, "1357")
    assert "--staff" in failure.value.try_this


@pytest.mark.parametrize("method", ["act", "authorise"])
def test_what_changes_a_table_is_never_sent_twice(
    client: Client, board: FakeBoard, method: str
) -> None:
    client.authorise(1, "2468")
    board.requests.clear()
    board.deaf = 1
    with pytest.raises(NoAnswer) as failure:
        if method == "act":
            client.act("void", reason="dispute")
        else:
            client.authorise(1, "2468")
    assert sum(method.encode() in request for request in board.requests) == 1
    if method == "act":
        assert "may have been done or not" in failure.value.message
        assert failure.value.try_this.endswith("pitctl steps")
    assert client.status().round == 3, "the wire is in step again for the next question"
