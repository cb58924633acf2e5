"""The driver of the MFRC522 alone over the model: what it says of one frame, and that a faulty bus does not fool it."""

from collections.abc import Callable

import pytest

from simulator.models.tags import Reply, Tag
from tests.unit.app import tag_rig
from tests.unit.app.tag_rig import Rig, mfrc522, run

FOUR = bytes.fromhex("01020304")
WUPA, ANTICOLLISION = (bytearray(b"\x52"), 7), (bytearray(b"\x93\x20"), 16)

Make = Callable[..., Rig]


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Make:
    def make(*tags: Tag) -> Rig:
        return tag_rig.use(monkeypatch, Rig(*tags)).ready()

    return make


def say(rig: Rig, frame: tuple[bytearray, int], limit_us: int = 1000) -> int:
    rig.driver.start(*frame, limit_us)
    for _ in range(100):
        rig.wait_ms(0.5)
        result = rig.driver.poll()
        if result != mfrc522.BUSY:
            return result
    raise AssertionError("busy for ever")


def heard(rig: Rig) -> bytes:
    return bytes(rig.driver.answer[: rig.driver.bits // 8])


def test_a_tag_is_awake_when_begin_is_over(make: Make) -> None:
    rig = make(Tag(FOUR))
    assert say(rig, WUPA) == mfrc522.DONE
    assert (rig.driver.bits, heard(rig)) == (16, b"\x04\x00")
    assert say(rig, ANTICOLLISION) == mfrc522.DONE
    assert (rig.driver.bits, heard(rig)) == (40, FOUR + b"\x04")


def test_silence_takes_its_time(make: Make) -> None:
    rig = make()
    for limit_us in (500, 1000, 30_000, 500_000):
        began = rig.clock.now_ns()
        rig.driver.start(*WUPA, limit_us)
        while rig.driver.poll() == mfrc522.BUSY:
            rig.wait_ms(0.1)
        assert limit_us <= (rig.clock.now_ns() - began) / 1000 < limit_us + 1000


def test_a_collision_and_its_place(make: Make) -> None:
    rig = make(Tag(FOUR), Tag(bytes.fromhex("05020304")))
    assert say(rig, WUPA) == mfrc522.DONE
    assert say(rig, ANTICOLLISION) == mfrc522.COLLIDED
    assert rig.driver.collision == 3


def test_a_wrong_parity_bit_is_garbled(make: Make) -> None:
    class Odd(Tag):
        def reply(self, to: object, data: bytes, extra_ns: int = 0) -> Reply:
            reply = super().reply(to, data, extra_ns)  # pyright: ignore[reportArgumentType]
            reply.air[8] ^= 1
            return reply

    assert say(make(Odd(FOUR)), WUPA) == mfrc522.GARBLED


def test_bits_of_an_incomplete_byte(make: Make) -> None:
    class Short(Tag):
        def reply(self, to: object, data: bytes, extra_ns: int = 0) -> Reply:
            return Reply([0, 1, 0, 1], 90_000)  # as a tag acknowledges: four bits

    rig = make(Short(FOUR))
    assert say(rig, WUPA) == mfrc522.DONE
    assert rig.driver.bits == 4
    assert rig.driver.answer[0] & 15 == 0b1010


def test_every_transfer_of_a_set_up_counts(make: Make) -> None:
    """One of them is lost: it is noticed, or it did no harm."""
    rig = make(Tag(FOUR))
    began = rig.spi.transfers
    run(rig.driver.begin())
    noticed = 0
    for number in range(rig.spi.transfers - began):
        rig.spi.lost = rig.spi.transfers + number
        try:
            run(rig.driver.begin())
            noticed += say(rig, WUPA) != mfrc522.DONE
        except OSError:
            noticed += 1
            continue
        for at in range(0, len(mfrc522._SETTINGS), 2):
            register, value = mfrc522._SETTINGS[at : at + 2]
            assert rig.model.registers[register] == value
        rig.wait_ms(1)
    assert noticed > 10


def test_an_old_answer_is_never_taken_for_a_new_one(make: Make) -> None:
    """Any one transfer of a frame is lost, after one that was answered."""
    rig = make(Tag(FOUR))
    say(rig, WUPA)
    began = rig.spi.transfers
    say(rig, ANTICOLLISION)
    for number in range(rig.spi.transfers - began):
        run(rig.driver.begin())
        say(rig, WUPA)
        rig.spi.lost = rig.spi.transfers + number
        try:
            if say(rig, ANTICOLLISION) == mfrc522.DONE and rig.driver.bits % 8 == 0:
                assert heard(rig) in (FOUR + b"\x04", b"\xff" * 5)
        except OSError:
            continue


def test_old_interrupt_requests_are_not_those_of_the_new_frame(make: Make) -> None:
    """The transfer that clears them is lost: without a second look the frame itself would come back as its answer."""
    rig = make(Tag(FOUR))
    say(rig, WUPA)
    rig.spi.lost = rig.spi.transfers + 2
    with pytest.raises(OSError):
        rig.driver.start(*ANTICOLLISION, 1000)


def test_one_wrong_bit_is_no_silence(make: Make) -> None:
    rig = make(Tag(FOUR))
    rig.driver.start(*WUPA, 1000)
    rig.wait_ms(0.12)  # sent, not answered yet
    rig.spi.flipped = (rig.spi.transfers, 0x01)
    assert rig.driver.poll() == mfrc522.BUSY
    rig.wait_ms(1)
    assert rig.driver.poll() == mfrc522.DONE


def test_silence_without_a_field_is_an_error(make: Make) -> None:
    """The drivers of the antenna are switched off when the chip is too hot."""
    rig = make(Tag(FOUR))
    rig.driver.start(*WUPA, 1000)
    rig.wait_ms(0.12)
    rig.field.take(rig.field.tags[0])
    rig.model.registers[0x14] = 0x80
    rig.wait_ms(2)
    with pytest.raises(OSError):
        rig.driver.poll()
