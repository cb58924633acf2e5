"""The PN532's driver and what can go wrong on its line, in the chip and on the air."""

import random
from collections.abc import Generator

import pytest

from pitboard.app import fixed_times, tag_watch
from pitboard.app import pn532 as firmware
from pitboard.app.tag_results import COLLISION, IDENTITY, NOBODY, PRESENT
from simulator.models.ntag_dna import NtagDna
from simulator.models.pn532 import ERROR_FRAME, FAULTS, Fault, frame
from simulator.models.tags import Tag
from tests.models.recorder import MS
from tests.unit.app.pn532_desk import ACK, FOUR, SEVEN, Desk, Line, damage_next, use


@pytest.fixture(autouse=True)
def loop(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch)


# ---- frames


def feed(*pieces: bytes) -> list[int]:
    """What the frame reader makes of a stream after a question for the version."""
    reader = firmware.Pn532(Line())
    reader._fill(b"\x02")
    found = [reader._take(byte) for byte in b"".join(pieces)]
    return [kind for kind in found if kind != firmware._NOTHING]


VERSION_IS = bytes.fromhex("00 00 FF 06 FA D5 03 32 01 06 07 E8 00")


def test_frames_are_found_in_whatever_is_around_them() -> None:
    both = [firmware._ACK, firmware._ANSWER]
    assert feed(ACK, VERSION_IS) == both
    assert feed(b"\x00\xff", ACK, b"\x00\xff\xff", VERSION_IS) == both
    assert feed(b"\x00\x00\xff\x06\xfb", ACK, b"\x01\xff\x00", VERSION_IS) == both
    assert feed(b"\x00\x00\xff\xff\xff\x01\x2c\xd3", ACK, b"\x00\xff\x00", VERSION_IS) == both, "too long"
    assert feed(b"\x00\xff\x4e\xb2", ACK + VERSION_IS) == both, "one more than there is room for"
    assert feed(ACK[:-1], VERSION_IS[:-1]) == both, "without postambles"


def test_a_frame_that_is_not_ours_is_passed_over() -> None:
    assert feed(frame(b"\xd5\x33")) == [], "an answer to something else"
    assert feed(frame(b"\xd4\x03\x32")) == []
    assert feed(frame(b"\xd5")) == []
    assert feed(ERROR_FRAME) == [firmware._REFUSED]
    for at in range(5, len(VERSION_IS) - 1):
        for bit in range(8):
            damaged = bytearray(VERSION_IS)
            damaged[at] ^= 1 << bit
            assert firmware._ANSWER not in feed(bytes(damaged)), f"bit {bit} of byte {at}"


def test_noise_of_any_kind_is_survived() -> None:
    chance = random.Random(4)
    for _ in range(3000):
        noise = bytes(chance.choice((0, 0xFF, 0xD5, chance.randrange(256))) for _ in range(chance.randrange(60)))
        # Noise may look like the beginning of a frame, which then swallows the next one; not more than MOST bytes.
        assert feed(noise, bytes(firmware.MOST + 2), VERSION_IS)[-1] == firmware._ANSWER


def test_what_came_before_the_question_is_no_answer() -> None:
    desk = Desk(Tag(FOUR))
    desk.run(desk.reader.begin())
    for byte in ACK + frame(b"\xd5\x4b\x00"):
        desk.line.uart_receive(1, byte)
    assert desk.look() == (IDENTITY, FOUR)
    for byte in b"\x00\xff" + bytes((firmware.MOST, -firmware.MOST & 255)):
        desk.reader._take(byte)  # a frame that never came to its end
    assert desk.look() == (IDENTITY, FOUR)


def test_a_chip_that_does_not_come_to_an_end_is_stopped() -> None:
    desk = Desk()
    desk.run(desk.reader.begin())
    desk.chip.targets.retries = 0xFF
    assert desk.look_or_fail() is None
    desk.line.run_ms(5)
    assert desk.chip._work is None
    assert desk.look() == (NOBODY, b"")


def test_a_damaged_answer_is_asked_for_once_more() -> None:
    desk = Desk(Tag(FOUR))
    desk.run(desk.reader.begin())
    damage_next(desk, b"\x4b", 1)
    assert desk.look() == (IDENTITY, FOUR)
    assert desk.line.sent.count(bytes.fromhex("00 00 FF FF 00 00")) == 1
    damage_next(desk, b"\x4b", 2)
    assert desk.look_or_fail() is None, "once, not for ever"
    assert desk.look() == (IDENTITY, FOUR), "after it was set up anew"


def test_the_answer_before_is_not_taken_for_this_one() -> None:
    """A NACK that meets a chip at work may bring the answer that it gave last."""
    desk = Desk(NtagDna(SEVEN))
    assert desk.look() == (IDENTITY, SEVEN)
    noise = frame(b"\xd5\x4b\x01\x01")
    noise = noise[:-2] + bytes((noise[-2] ^ 1, 0))
    real = desk.chip.targets.call

    def call(most: int) -> Generator[int, None, bytes]:
        for byte in noise:
            desk.line.uart_receive(1, byte)
        return (yield from real(most))

    desk.chip.targets.call = call
    assert desk.look_or_fail() in (None, (IDENTITY, SEVEN))
    desk.field.take(desk.field.tags[0])
    assert desk.look_or_fail() in (None, (NOBODY, b""))
    assert desk.look_or_fail() in (None, (NOBODY, b""))


# ---- faults


@pytest.mark.parametrize("fault", FAULTS)
def test_it_comes_back_after_each_fault(fault: Fault) -> None:
    desk = Desk(Tag(FOUR))
    assert desk.look() == (IDENTITY, FOUR)
    desk.chip.fault = fault
    desk.line.run_ms(20)
    began_ns = desk.line.time.now_ns()
    during = [desk.look_or_fail() for _ in range(5)]
    assert (desk.line.time.now_ns() - began_ns) < 3000 * MS, "every wait has a limit"
    assert set(during) <= {None, (IDENTITY, FOUR), (PRESENT, b""), (NOBODY, b"")}
    if fault in ("silent", "stuck", "gone"):
        assert set(during) == {None}
    if fault == "brown-out":
        assert during == [None] + [(IDENTITY, FOUR)] * 4
    if fault in ("slow", "wrong-version"):
        assert during == [(IDENTITY, FOUR)] * 5
    desk.chip.fault = None
    assert desk.look_or_fail() in (None, (IDENTITY, FOUR))
    assert [desk.look() for _ in range(3)] == [(IDENTITY, FOUR)] * 3


def test_a_line_full_of_noise_holds_nobody_up() -> None:
    desk = Desk(Tag(FOUR))
    desk.look()
    chance = random.Random(2)
    real, taken, most = desk.reader._take, [0], [0]

    def take(byte: int) -> int:
        taken[0] += 1
        return real(byte)

    desk.reader._take = take

    def noise() -> None:
        most[0] = max(most[0], taken[0])
        taken[0] = 0
        for _ in range(500):
            desk.line.uart_receive(1, chance.randrange(256))

    desk.on_sleep = noise
    for _ in range(20):
        assert desk.look_or_fail() in (None, (PRESENT, b""), (IDENTITY, FOUR))
    assert desk.line.lost > 0
    assert 60 <= most[0] <= 64, "then other tasks have their turn"
    assert desk.line.time.now_ns() < 20 * 300 * MS
    desk.on_sleep = None
    assert [desk.look_or_fail() for _ in range(3)][1:] == [(IDENTITY, FOUR)] * 2


def test_each_tag_arrives_and_departs_once_though_the_line_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(seed=7)
    for module in (tag_watch, fixed_times):
        monkeypatch.setattr(module, "ticks_ms", lambda: desk.line.time.now_ns() // MS)
    told: list[tuple[str, bytes]] = []

    async def arrived(identity: bytes) -> bool:
        told.append(("came", identity))
        return True

    watch = tag_watch.TagWatch(desk.reader, 200, arrived, lambda gone: told.append(("went", gone)), lambda: None)

    def turns(count: int) -> None:
        for _ in range(count):
            desk.run(watch.turn())
            desk.line.run_ms(200)

    desk.chip.error_rate = 0.002
    for tag in (Tag(FOUR), NtagDna(SEVEN), Tag(FOUR)):
        desk.chip.fault = "bit-errors"
        desk.field.put(tag)
        turns(100)
        desk.field.take(tag)
        turns(20)
        desk.chip.fault = "brown-out"
    assert told == [(what, uid) for uid in (FOUR, SEVEN, FOUR) for what in ("came", "went")]
    assert desk.chip.bad_frames > 5


TAG_FAULTS = (None, None, "garbled", "silent", "slow")
CHIP_FAULTS: list[Fault | None] = [*FAULTS, *FAULTS[2:3] * 6, *[None] * 6]


@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_identity_never_comes_out_of_random_faults(seed: int) -> None:
    """Line, chip and tags fail at random while tags come and go, looks go on, and a loop is held up."""
    desk = Desk(seed=seed)
    chance = random.Random(seed)
    people = [Tag(chance.randbytes(4)[:3] + b"\x01") for _ in range(3)]
    people += [NtagDna(b"\x04" + chance.randbytes(5) + b"\x01") for _ in range(2)]
    people += [Tag(b"\x04" + chance.randbytes(9)) for _ in range(2)]
    here: set[bytes] = set()  # of those who were there at any time of the look

    def move() -> None:
        if chance.random() < 0.01:
            tag = chance.choice(people)
            if tag in desk.field.tags:
                desk.field.take(tag)
            elif len(desk.field.tags) < 2:
                tag.fault = chance.choice(TAG_FAULTS)
                desk.field.put(tag)
        here.update(tag.uid for tag in desk.field.tags)

    desk.on_sleep = move
    counts = dict.fromkeys((None, NOBODY, PRESENT, COLLISION, IDENTITY), 0)
    for number in range(1500):
        if number % 10 == 0:
            desk.chip.fault = chance.choice(CHIP_FAULTS)
            desk.chip.error_rate = chance.choice((0.01, 0.05, 0.15))
            desk.jitter_ms = chance.choice((0.0, 0.0, 20.0))
        here.clear()
        here.update(tag.uid for tag in desk.field.tags)
        found = desk.look_or_fail()
        counts[found and found[0]] += 1
        if found is not None:
            assert (found[0] == IDENTITY) == bool(found[1])
            assert found[0] != IDENTITY or found[1] in here, f"look {number} made {found[1].hex()} up"
    assert all(count > 5 for kind, count in counts.items() if kind != PRESENT), counts
