"""The line assembler: any bytes in, whole lines out, one buffer."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pitboard.protocol import lines, messages
from pitboard.protocol.lines import LineAssembler


def gather(data: bytes) -> tuple[list[bytes], int]:
    """The lines and the number of too-long reports."""
    assembler = LineAssembler()
    found: list[bytes] = []
    reports = 0
    for byte in data:
        event = assembler.put(byte)
        if event == lines.LINE:
            found.append(bytes(assembler.line()))
        elif event == lines.TOO_LONG:
            reports += 1
    return found, reports


def expected(data: bytes) -> tuple[list[bytes], int]:
    """The same, written the slow and obvious way."""
    pieces = data.replace(b"\r", b"").split(b"\n")
    unfinished = pieces.pop()
    room = messages.MAX_LINE - 1
    found = [piece for piece in pieces if 0 < len(piece) <= room]
    return found, sum(len(piece) > room for piece in [*pieces, unfinished])


def test_a_line_comes_out_at_its_newline() -> None:
    assembler = LineAssembler()
    events = [assembler.put(byte) for byte in b"ab\n"]
    assert events == [lines.NOTHING, lines.NOTHING, lines.LINE]
    assert bytes(assembler.line()) == b"ab"


def test_carriage_returns_and_empty_lines_mean_nothing() -> None:
    assert gather(b"\r\n\n\ra\rb\r\n\n") == ([b"ab"], 0)


def test_the_longest_line_fits_and_one_more_byte_does_not() -> None:
    longest = b"x" * (messages.MAX_LINE - 1)
    assert gather(longest + b"\n") == ([longest], 0)
    assert gather(longest + b"x\nok\n") == ([b"ok"], 1)


def test_a_too_long_line_is_reported_once_and_at_once() -> None:
    assembler = LineAssembler()
    events = [assembler.put(0x78) for _ in range(5000)]
    assert events.count(lines.TOO_LONG) == 1
    assert events.index(lines.TOO_LONG) == messages.MAX_LINE - 1
    assert assembler.put(10) == lines.NOTHING
    assert [assembler.put(byte) for byte in b"y\n"] == [lines.NOTHING, lines.LINE]


@settings(deadline=None)  # time is not what is tested here
@given(st.lists(st.one_of(st.binary(max_size=40), st.just(b"\n"), st.just(b"z" * 700))))
def test_any_bytes_give_the_same_lines_as_a_plain_split(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    assert gather(data) == expected(data)
