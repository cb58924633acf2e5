"""Driver and protocol over the model of chip and tags: who is there, and above all who is not."""

import random
from collections.abc import Callable

import pytest

from pitboard.app import iso14443
from pitboard.app.tag_results import COLLISION, IDENTITY, NOBODY, PRESENT
from simulator.models.mfrc522 import Fault
from simulator.models.tags import COLLIDED, Reply, Tag, crc_a
from tests.unit.app import tag_rig
from tests.unit.app.tag_rig import MS, Rig, mfrc522, run

FOUR, OTHER = bytes.fromhex("01020304"), bytes.fromhex("05020304")
SEVEN, NEAR = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("04A1B2C3D4E5F7")
TEN = bytes.fromhex("0BA1B2C3D4E5F6071829")

Make = Callable[..., Rig]


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Make:
    """A reader that has begun, with tags before it."""

    def make(*tags: Tag, seed: int = 1, reset: bool = True) -> Rig:
        return tag_rig.use(monkeypatch, Rig(*tags, seed=seed, reset=reset)).ready()

    return make


def test_the_numbers_of_the_driver_are_known() -> None:
    """The app may not import drivers, so it has its own names for what `poll` says."""
    for name in ("BUSY", "DONE", "NO_ANSWER", "COLLIDED", "GARBLED"):
        assert getattr(mfrc522, name) == getattr(iso14443, "_" + name)
    assert iso14443._MOST == mfrc522.MOST


def test_crc_a_is_that_of_the_standard() -> None:
    for data, check in ((b"\x00\x00", 0x1EA0), (b"\x12\x34", 0xCF26)):
        assert iso14443.crc_a(bytearray(data), 2) == check


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x12])
@pytest.mark.parametrize("reset", [True, False])
def test_a_reader_shows_its_version(monkeypatch: pytest.MonkeyPatch, version: int, reset: bool) -> None:
    rig = tag_rig.use(monkeypatch, Rig(reset=reset))
    rig.model.version = version
    assert rig.ready().reader.version == version
    assert rig.field.on


# -- who is there


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN])
def test_every_size_of_identity(make: Make, uid: bytes) -> None:
    tag = Tag(uid)
    rig = make(tag)
    for _ in range(5):
        assert rig.look() == (IDENTITY, uid)
        assert tag.state == "halt", "it rests: only WUPA wakes it"


def test_nobody_is_nobody(make: Make) -> None:
    rig = make()
    assert rig.look() == (NOBODY, b"")
    rig.field.put(Tag(FOUR))
    rig.wait_ms(5)
    assert rig.look() == (IDENTITY, FOUR)
    rig.field.take(rig.field.tags[0])
    assert rig.look() == (NOBODY, b"")


def test_nothing_holds_the_loop_for_a_millisecond(make: Make) -> None:
    rig = make(Tag(TEN))
    rig.longest_ns = 0
    began = rig.clock.now_ns()
    rig.look()
    assert rig.longest_ns < 1 * MS
    assert rig.clock.now_ns() - began < 60 * MS, "with the field off and on for a newcomer"
    began = rig.clock.now_ns()
    rig.look()
    assert rig.clock.now_ns() - began < 20 * MS
    assert rig.longest_ns < 1 * MS


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (Tag(FOUR), Tag(OTHER)),
        (Tag(FOUR), Tag(SEVEN)),  # seen in ATQA
        (Tag(SEVEN), Tag(TEN)),
        (Tag(SEVEN), Tag(NEAR)),  # the first cascade level is the same
        (Tag(FOUR, sak=0x08), Tag(OTHER, strength=2)),  # the one drowns the other
        (Tag(FOUR, strength=2), Tag(OTHER)),
    ],
)
def test_two_tags_are_a_collision(make: Make, one: Tag, two: Tag) -> None:
    rig = make(one, two)
    for _ in range(4):
        assert rig.look() == (COLLISION, b"")
    rig.field.take(one)
    assert rig.look() == (IDENTITY, two.uid)
    for tag in rig.field.tags:
        rig.field.take(tag)


@pytest.mark.parametrize("strength", [1, 2, 3])
def test_a_tag_that_comes_to_one_that_rests(make: Make, strength: int) -> None:
    """Even if it drowns it, or is drowned."""
    rig = make(Tag(FOUR, strength=2))
    assert rig.look() == (IDENTITY, FOUR)
    rig.field.put(Tag(OTHER, strength=strength))
    rig.wait_ms(5)
    for _ in range(4):
        assert rig.look() == (COLLISION, b"")


class Liar(Tag):
    """A tag whose answers can be put wrong one by one."""

    def __init__(self, uid: bytes, wrong: Callable[[bytes], bytes]) -> None:
        super().__init__(uid)
        self._wrong = wrong

    def reply(self, to: object, data: bytes, extra_ns: int = 0) -> Reply:
        return super().reply(to, self._wrong(data), extra_ns)  # pyright: ignore[reportArgumentType]


def sak(value: int) -> Callable[[bytes], bytes]:
    """Every SAK is this one, with a right CRC."""
    return lambda data: bytes((value,)) + crc_a(bytes((value,))) if len(data) == 3 else data


@pytest.mark.parametrize(
    "tag",
    [
        Liar(FOUR, sak(0x04)),  # goes on, without a cascade tag
        Liar(SEVEN, sak(0x00)),  # the famous wrong identity: cascade tag and three bytes
        Liar(TEN, sak(0x00)),
        Liar(TEN, sak(0x04)),  # never ends
        Tag(b"\x88\x02\x03\x04"),  # a cascade tag that is none
        Tag(bytes.fromhex("04A1B288D4E5F6")),
        Tag(bytes.fromhex("08020304")),  # a number that is made up anew every time
        Liar(FOUR, lambda data: data[:1] + b"\0\0" if len(data) == 3 else data),  # CRC
        Liar(FOUR, lambda data: data[:1] if len(data) == 3 else data),
        Liar(FOUR, lambda data: data[:1] if len(data) == 2 else data),  # half an ATQA
    ],
)
def test_doubt_is_no_identity(make: Make, tag: Tag) -> None:
    rig = make(tag)
    for _ in range(3):
        assert rig.look() == (PRESENT, b"")


class WrongCheck(Tag):
    """Its check byte is wrong, and it agrees to be selected by it."""

    def _anticollision(self, valid: int, bits: list[int]) -> Reply | None:
        if valid == 0x70:
            self.state = "active"
            return self.reply(bits, b"\x00" + crc_a(b"\x00"))
        return self.reply(bits, FOUR + b"\x05")


def test_a_check_byte_that_is_wrong(make: Make) -> None:
    assert make(WrongCheck(FOUR)).look() == (PRESENT, b"")


def test_a_tag_that_is_slow_or_silent(make: Make) -> None:
    tag = Tag(FOUR)
    rig = make(tag)
    assert rig.look() == (IDENTITY, FOUR)
    tag.fault = "slow"
    for _ in range(5):
        assert rig.look() in ((NOBODY, b""), (PRESENT, b""), (COLLISION, b""))
    tag.fault = "silent"
    rig.wait_ms(10)
    assert rig.look() == (NOBODY, b"")
    tag.fault = None
    assert rig.look() == (IDENTITY, FOUR)


def test_noise_that_looks_like_a_collision_once(make: Make) -> None:
    class Noisy(Tag):
        noise = True

        def reply(self, to: object, data: bytes, extra_ns: int = 0) -> Reply:
            reply = super().reply(to, data, extra_ns)  # pyright: ignore[reportArgumentType]
            if self.noise:
                self.noise = False
                reply.air[3] = COLLIDED
            return reply

    assert make(Noisy(FOUR)).look() == (IDENTITY, FOUR)


@pytest.mark.parametrize("rate", [0.002, 0.01, 0.05])
def test_garbled_answers_never_give_another_identity(make: Make, rate: float) -> None:
    tag = Tag(SEVEN)
    rig = make(tag, seed=7)
    assert rig.look() == (IDENTITY, SEVEN)
    tag.fault = "garbled"
    tag.bit_error_rate = rate
    found = [rig.look() for _ in range(150)]
    assert set(found) <= {(IDENTITY, SEVEN), (PRESENT, b""), (COLLISION, b""), (NOBODY, b"")}
    assert found.count((NOBODY, b"")) <= 5, "it was there all the time"
    assert (PRESENT, b"") in found
    tag.fault = None
    assert rig.look() == (IDENTITY, SEVEN)


def test_taken_away_at_any_moment(make: Make) -> None:
    """In every tenth of a millisecond of a look: the identity, somebody, or nobody; and the next look is clean."""
    tag = Tag(SEVEN)
    rig = make(tag)
    results: set[int] = set()
    for tenths in range(0, 450, 3):
        rig.look()
        rig.clock.call_at(rig.clock.now_ns() + tenths * MS // 10, lambda: rig.field.take(tag))
        result, identity = rig.look()
        results.add(result)
        assert identity == (SEVEN if result == IDENTITY else b"")
        rig.wait_ms(50)
        assert rig.look() == (NOBODY, b"")
        rig.field.put(tag)
        rig.wait_ms(5)
    assert results >= {IDENTITY, PRESENT, NOBODY}


# -- a reader that fails


@pytest.mark.parametrize("fault", ["silent", "stuck", "hung", "gone"])
def test_a_dead_reader_is_an_error_and_never_nobody(make: Make, fault: Fault) -> None:
    rig = make(Tag(FOUR))
    assert rig.look() == (IDENTITY, FOUR)
    rig.model.fault = fault
    began = rig.clock.now_ns()
    with pytest.raises(OSError):
        rig.look()
    assert rig.clock.now_ns() - began < 100 * MS
    if fault != "hung":
        with pytest.raises(OSError) as error:
            run(rig.reader.begin())
        assert error.value.args == (19,), "no such device"
    rig.model.fault = None
    assert rig.ready().look() == (IDENTITY, FOUR)


@pytest.mark.parametrize("tenths", range(0, 200, 7))
def test_a_brown_out_is_noticed(make: Make, tenths: int) -> None:
    """At any moment of a look: the chip has no field any more, which must not look as if nobody were there."""
    tag = Tag(FOUR)
    rig = make(tag)
    assert rig.look() == (IDENTITY, FOUR)

    def brown_out() -> None:
        rig.model.fault = "brown-out"

    rig.clock.call_at(rig.clock.now_ns() + tenths * MS // 10, brown_out)
    with pytest.raises(OSError):
        for _ in range(4):
            assert rig.look() in ((IDENTITY, FOUR), (PRESENT, b""))
    assert rig.ready().look() == (IDENTITY, FOUR)


def test_a_slow_reader_still_reads(make: Make) -> None:
    rig = make(Tag(FOUR))
    rig.model.fault = "slow"
    assert rig.ready().look() == (IDENTITY, FOUR)


@pytest.mark.parametrize("seed", range(8))
def test_bit_errors_on_the_bus_never_give_another_identity(make: Make, seed: int) -> None:
    rig = make(Tag(SEVEN), seed=seed)
    rig.model.fault = "bit-errors"
    rig.model.bit_error_rate = random.Random(seed).choice([0.001, 0.01, 0.1])
    found: set[tuple[int, bytes]] = set()
    for _ in range(60):
        try:
            run(rig.reader.begin())
            for _ in range(5):
                found.add(rig.look())
        except OSError:
            continue
    assert {identity for _, identity in found} <= {SEVEN, b""}
