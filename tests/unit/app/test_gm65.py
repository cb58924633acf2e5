"""Frames of the GM65 family, and a stream of lines and answers taken apart."""

import random

import pytest

from pitboard.app import gm65
from pitboard.app.engine import DIALECTS, Engine

ANSWER = bytes.fromhex("02 00 00 01 3E E4 AC")  # GM65 manual 8.2, example 1
ZERO = bytes.fromhex("02 00 00 01 00 33 31")  # 8.3


@pytest.mark.parametrize(
    ("kind", "address", "data", "frame"),
    [
        (gm65.READ, 0x0A, b"\x01", "7E 00 07 01 00 0A 01 EE 8A"),  # manual 8.2
        (gm65.WRITE, 0x0A, b"\x3e", "7E 00 08 01 00 0A 3E 4C CF"),  # 8.3
        (gm65.SAVE, 0x00, b"\x00", "7E 00 09 01 00 00 00 DE C8"),  # 8.4
        (gm65.WRITE, gm65.BAUD, gm65.baud_code(9600), "7E 00 08 02 00 2A 39 01 A7 EA"),
    ],
)
def test_commands_are_those_of_the_manual(
    kind: int, address: int, data: bytes, frame: str
) -> None:
    assert gm65.command(kind, address, data) == bytes.fromhex(frame)


def test_baud_codes_are_those_of_the_manual() -> None:
    codes = {9600: "39 01", 19200: "9C 00", 38400: "4E 00", 57600: "34 00", 115200: "1A 00"}
    for baud, code in codes.items():
        assert gm65.baud_code(baud) == bytes.fromhex(code)


def test_the_settings_that_decide_about_cards_come_first() -> None:
    must = {address: (mask, value) for address, mask, value in gm65.WANTED[: gm65.MUST]}
    assert must[0x13] == (0x80, 0), "same-code delay off"
    assert must[0x03] == (0x02, 2), "set-up codes off"
    assert set(must) == {0x0D, 0x00, 0x13, 0x03, 0x05, 0x07}


class Stream:
    """A splitter and what came out of it; a byte every millisecond unless told otherwise."""

    def __init__(self) -> None:
        self.splitter = gm65.Splitter()
        self.now = 0
        self.text = b""

    def feed(self, data: bytes) -> "Stream":
        for byte in data:
            self.now += 1
            count = self.splitter.take(byte, self.now)
            self.text += self.splitter.text[:count]
        return self

    def wait(self, ms: int) -> "Stream":
        for _ in range(ms):
            self.now += 1
            count = self.splitter.tick(self.now)
            self.text += self.splitter.text[:count]
        return self

    def ask(self) -> "Stream":
        self.splitter.ask(self.now)
        return self

    @property
    def answer(self) -> int:
        return self.splitter.answer


def test_an_answer_is_no_text() -> None:
    stream = Stream().ask().feed(ANSWER).wait(3)
    assert stream.answer == -1, "a line end may still follow"
    assert stream.wait(1).answer == 0x3E
    assert stream.text == b""
    assert not stream.splitter.busy


@pytest.mark.parametrize("before", [b"", b"TH\r", b"T", b"\x02", b"\x02\x00", b"\x02\x00\x00\x01"])
@pytest.mark.parametrize("after", [b"", b"4S\r", b"\x02", ANSWER[:5]])
def test_lines_around_an_answer_are_whole(before: bytes, after: bytes) -> None:
    stream = Stream().ask().feed(before + ANSWER + after).wait(50)
    assert stream.answer == 0x3E
    assert stream.text == before + after


@pytest.mark.parametrize("end", [b"\r", b"\n"])
def test_a_printed_answer_ends_like_a_line_and_is_text(end: bytes) -> None:
    stream = Stream().ask().feed(ANSWER + end).wait(50)
    assert stream.answer == -1
    assert stream.text == ANSWER + end
    assert stream.feed(ZERO).wait(5).answer == 0, "the engine's own answer still counts"


def test_unasked_everything_is_text_at_once() -> None:
    stream = Stream().feed(ANSWER)
    assert (stream.text, stream.answer) == (ANSWER, -1)


def test_a_late_answer_is_neither_answer_nor_text() -> None:
    stream = Stream().ask().wait(200)
    stream.splitter.give_up()
    stream.feed(ANSWER).wait(10)
    assert (stream.text, stream.answer) == (b"", -1)
    stream.wait(1000).feed(ANSWER)
    assert stream.text == ANSWER, "long after the question it is text"


@pytest.mark.parametrize("length", range(1, 7))
def test_half_an_answer_becomes_text_after_its_time(length: int) -> None:
    stream = Stream().ask().feed(ANSWER[:length])
    assert stream.splitter.busy
    assert stream.wait(39).text == b""
    assert stream.wait(1).text == ANSWER[:length]


@pytest.mark.parametrize("at", range(7))
def test_a_damaged_answer_is_no_answer(at: int) -> None:
    bad = bytearray(ANSWER)
    bad[at] ^= 0x40
    stream = Stream().ask().feed(bytes(bad) + b"TH\r").wait(50)
    assert (stream.text, stream.answer) == (bytes(bad) + b"TH\r", -1)


def test_a_line_end_within_a_false_answer_is_found_again() -> None:
    """02 00 00 01, then a line end and the next card: it looks like an answer for seven bytes."""
    stream = Stream().ask().feed(b"\x02\x00\x00\x01\rTH\r").wait(50)
    assert stream.text == b"\x02\x00\x00\x01\rTH\r"


def test_no_byte_is_lost_or_made_whatever_comes() -> None:
    chance = random.Random(3)
    for _ in range(2000):
        parts = [
            chance.choice([b"TH\r", b"4S", b"\r", ANSWER[: chance.randrange(7)], b"\x02\x02\x00"])
            for _ in range(chance.randrange(6))
        ]
        at = chance.randrange(len(parts) + 1)
        before, after = b"".join(parts[:at]), b"".join(parts[at:])
        stream = Stream().ask().feed(before).wait(50).feed(ZERO).wait(5).feed(after).wait(50)
        assert stream.text == before + after
        assert stream.answer == 0


def test_an_unknown_dialect_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="ack, gm65, honeywell, plain"):
        Engine("morse", None, None)  # type: ignore[arg-type]
    assert all(len(row) == 4 and row[3] for row in DIALECTS.values())
