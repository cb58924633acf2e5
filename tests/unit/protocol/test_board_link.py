"""The board link: frames that survive noise, sessions that nobody without the key can join, disturb or replay."""

import hashlib
import hmac
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboard.protocol import link_session
from pitboard.protocol.link_frames import MOST, Unpacker, pack
from pitboard.protocol.link_session import SILENT_MS, BoardSide, Key, ScannerSide
from tests.unit.protocol import link_storm
from tests.unit.protocol.test_on_micropython import FIRMWARE, micropython

KEY, OTHER_KEY = b"key of this pair", b"key of another pair"
WIN, DARK = b"\x11" * 21, b"\x00" * 21


def numbers() -> Callable[[int], bytes]:
    """Numbers that never come again."""
    last = 0

    def some(count: int) -> bytes:
        nonlocal last
        last += 1
        return last.to_bytes(count, "big")

    return some


def heard(wire: bytes) -> list[bytes]:
    unpacker = Unpacker()
    return [message for byte in wire if (message := unpacker.put(byte)) is not None]


# -- frames


@pytest.mark.parametrize("message", [b"a", b"\x00", b"\x00" * MOST, bytes(range(MOST)), b"\xff" * MOST, b"a\x00\x00b"])
def test_a_frame_has_zeros_only_at_its_ends(message: bytes) -> None:
    frame = pack(message)
    assert frame[0] == frame[-1] == 0 and 0 not in frame[1:-1]
    assert heard(frame) == [message] and heard(frame + frame) == [message] * 2


def test_one_written_by_hand() -> None:
    """COBS of 03 00 and its CRC-32 (IEEE), counted bit by bit."""
    crc = (~0 & 0xFFFFFFFF)
    for byte in b"\x03\x00":
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    assert pack(b"\x03\x00") == b"\x00\x02\x03\x05" + crc.to_bytes(4, "big") + b"\x00"


def test_every_flipped_bit_is_seen() -> None:
    frame = pack(bytes(range(30)))
    for bit in range(8, 8 * (len(frame) - 1)):
        damaged = bytearray(frame)
        damaged[bit // 8] ^= 1 << bit % 8
        assert heard(bytes(damaged)) == []


def test_after_noise_the_next_frame_is_whole() -> None:
    unpacker = Unpacker()
    for byte in b"\x07" * 5000 + pack(b"x" * MOST)[:-7]:
        assert unpacker.put(byte) is None
    assert [m for byte in pack(b"good") if (m := unpacker.put(byte))] == [b"good"]
    assert unpacker.dropped == 2


# -- keys and sessions


@pytest.mark.parametrize("key", [b"", b"k", b"k" * 64])
def test_the_mac_is_hmac_sha_256(key: bytes) -> None:
    assert Key(key).mac(b"data") == hmac.new(key, b"data", hashlib.sha256).digest()


class Pair:
    """Both ends, joined."""

    def __init__(self, key: bytes = KEY) -> None:
        some = numbers()
        self.scanner = ScannerSide(3, KEY, some)
        self.board = BoardSide(3, key, b"board 01", some)
        self.log: list[bytes] = []

    def say(self, message: bytes, now_ms: int = 0) -> bytes | None:
        self.log.append(message)
        answer = self.board.take(message, now_ms)
        if answer is not None:
            self.log.append(answer)
        return answer

    def join(self) -> "Pair":
        answer = self.say(self.scanner.hello())
        assert answer is not None and self.scanner.take(answer) and self.scanner.joined
        return self

    def show(self, states: bytes, now_ms: int = 0) -> bool:
        answer = self.say(self.scanner.state(states), now_ms)
        return answer is not None and self.scanner.take(answer)


def test_a_board_joins_shows_and_says_so() -> None:
    pair = Pair().join()
    assert pair.scanner.serial == b"board 01" and pair.board.states == b""
    assert pair.show(WIN) and pair.board.states == WIN and pair.scanner.is_taken()
    shown = pair.scanner.shows
    assert pair.show(DARK) and pair.scanner.shows != shown


def test_a_board_without_the_key_is_not_joined_and_believes_nothing() -> None:
    pair = Pair(OTHER_KEY)
    assert pair.say(pair.scanner.hello()) is None
    stranger = BoardSide(3, OTHER_KEY, b"board 01", numbers())
    own = ScannerSide(3, OTHER_KEY, numbers())
    join = stranger.take(own.hello(), 0)
    assert join is not None and not pair.scanner.take(join)


def test_no_message_is_taken_twice() -> None:
    pair = Pair().join()
    pair.show(WIN)
    win = pair.log[-2]
    pair.show(DARK)
    assert pair.board.take(win, 0) is None and pair.board.states == DARK


def test_a_late_or_repeated_answer_says_nothing_of_a_newer_state() -> None:
    pair = Pair().join()
    pair.show(WIN)
    answer = pair.log[-1]
    pair.scanner.state(DARK)  # lost on the way
    assert not pair.scanner.take(answer) and not pair.scanner.is_taken()


def test_a_recorded_session_is_worth_nothing() -> None:
    pair = Pair().join()
    pair.show(WIN)
    log = list(pair.log)
    pair.scanner.leave()
    pair.join().show(DARK)
    for message in log:
        pair.board.take(message, 0)
        pair.scanner.take(message)
        assert pair.board.states == DARK
    assert pair.show(WIN), "nor does it end the session that is open"


def test_a_board_that_starts_again_joins_again() -> None:
    pair = Pair().join()
    pair.show(WIN)
    log = list(pair.log)
    pair.board = BoardSide(3, KEY, b"board 02", numbers_from(1000))
    for message in log:
        pair.board.take(message, 0)
    assert pair.board.states == b""
    pair.scanner.leave()
    assert pair.join().show(DARK) and pair.scanner.serial == b"board 02"


def numbers_from(first: int) -> Callable[[int], bytes]:
    return lambda count: first.to_bytes(count, "big")


def test_an_answer_to_an_earlier_hello_joins_late() -> None:
    """The same number is asked with until somebody answers."""
    pair = Pair()
    late = pair.board.take(pair.scanner.hello(), 0)
    assert late is not None
    pair.say(pair.scanner.hello())
    assert pair.scanner.take(late) and pair.show(WIN)


def test_another_address_is_not_meant() -> None:
    pair = Pair().join()
    other = BoardSide(4, KEY, b"board 04", numbers())
    for message in (pair.scanner.hello(), pair.scanner.state(WIN)):
        assert other.take(message, 0) is None
    assert other.states == b""


def test_a_board_that_hears_nothing_shows_that_it_has_no_data() -> None:
    pair = Pair().join()
    pair.show(WIN, 1000)
    assert not pair.board.tick(1000 + SILENT_MS - 1) and pair.board.states == WIN
    assert pair.board.tick(1000 + SILENT_MS) and pair.board.states == b""
    assert not pair.board.tick(1000 + SILENT_MS + 1)
    assert pair.show(WIN, 2000) and pair.board.states == WIN


@pytest.mark.parametrize("length", [0, 1, 9, 10, 14, 17, 18])
@pytest.mark.parametrize("kind", range(6))
def test_short_and_strange_messages_are_refused(kind: int, length: int) -> None:
    pair = Pair().join()
    message = bytes((kind, 3))[:length] + bytes(max(0, length - 2))
    assert pair.board.take(message, 0) is None and not pair.scanner.take(message)


def test_what_does_not_fit_is_an_error_of_the_caller() -> None:
    pair = Pair()
    with pytest.raises(ValueError, match="joined"):
        pair.scanner.state(WIN)
    with pytest.raises(ValueError, match="too much"):
        pair.join().scanner.state(bytes(link_session.MOST_STATES + 1))


# -- anything on the wire


def check(storm: link_storm.Storm) -> None:
    assert storm.taken > storm.frames // 4, "most of it gets through"
    assert storm.restarts and storm.to_board.dropped and len(storm.old) <= link_storm.MOST_OLD


@pytest.mark.parametrize("seed", range(4))
def test_a_storm_on_the_wire(seed: int) -> None:
    check(link_storm.run(seed, 3000))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_a_million_frames(seed: int) -> None:
    check(link_storm.run(seed, 50_000))


SCRIPT = """
import gc, json, sys
sys.path[:0] = [sys.argv[1], sys.argv[2]]
import link_storm
storm = link_storm.Storm(7)
for _ in range(500):
    storm.turn()
gc.collect()
before = gc.mem_alloc()
for _ in range({frames}):
    storm.turn()
gc.collect()
print(json.dumps([storm.frames, storm.taken, gc.mem_alloc() - before]))
"""


def storm_on_micropython(frames: int) -> None:
    script = SCRIPT.format(frames=frames)
    run = subprocess.run(
        [micropython(), "-X", "heapsize=256k", "-c", script, str(FIRMWARE), str(Path(__file__).parent)],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    told, taken, grown = json.loads(run.stdout)
    assert told == frames + 500 and taken > frames // 4
    assert grown < 16_384, "the heap grows with the frames"


@pytest.mark.unix
def test_a_storm_on_micropython() -> None:
    storm_on_micropython(1500)


@pytest.mark.unix
@pytest.mark.long
def test_20_000_frames_on_micropython() -> None:
    storm_on_micropython(20_000)
