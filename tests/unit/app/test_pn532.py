"""The PN532's driver against the model of the chip: who is there, and words with a badge."""

import os
from collections.abc import Generator

import pytest

from pitboard.app import pn532 as firmware
from pitboard.app.badge_proof import NO_ANSWER, OTHER_TAG, PROVED, WRONG_KEY, prove
from pitboard.app.tag_results import COLLISION, IDENTITY, NOBODY, PRESENT, WORDS_MS
from simulator.models.ntag_dna import NtagDna
from simulator.models.tags import Tag
from tests.models.recorder import MS
from tests.unit.app.pn532_desk import ACK, FIFO, FOUR, SELECT, SEVEN, TEN, Desk, damage_next, use


@pytest.fixture(autouse=True)
def loop(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch)


# ---- beginning


def test_it_wakes_the_chip_and_sets_it_up() -> None:
    desk = Desk()
    desk.run(desk.reader.begin())
    assert desk.reader.version == 0x320106
    assert desk.reader.name == "pn532"
    assert desk.line.sent[0].startswith(b"\x55\x55\x00")
    assert desk.chip.commands[0] == b"\x14\x01\x14\x01", "SAMConfiguration first"
    assert sum(data[6:7] == b"\x14" for data in desk.line.sent) == 1, "and it was awake to hear it"
    assert desk.chip.targets.retries == 1
    assert desk.chip.targets.automatic_rats
    assert not desk.field.on


def test_a_chip_that_is_not_there_is_said_soon() -> None:
    desk = Desk()
    desk.chip.fault = "silent"
    with pytest.raises(OSError):
        desk.run(desk.reader.begin())
    assert desk.line.time.now_ns() < 100 * MS
    assert desk.reader.version == 0


def test_a_clone_is_taken_and_its_version_shown() -> None:
    desk = Desk(Tag(FOUR))
    desk.chip.fault = "wrong-version"
    assert desk.look() == (IDENTITY, FOUR)
    assert desk.reader.version == 0x070101


def test_another_try_when_the_first_words_are_lost() -> None:
    desk = Desk()
    desk.line.write(b"\x00\x00\xff\x20\xe0")  # half a frame of whoever ran before us
    desk.chip._asleep = False
    desk.line.run_ms(5)
    desk.run(desk.reader.begin())
    assert desk.reader.version == 0x320106


def test_what_another_program_left_behind_does_not_matter() -> None:
    badge = NtagDna(SEVEN)
    desk = Desk(badge)
    desk.look()
    desk.look()
    desk.chip.targets.automatic_rats = False
    assert badge.state == "halt"
    desk.reader = firmware.Pn532(desk.line)
    assert desk.look() == (IDENTITY, SEVEN)
    assert desk.run(desk.reader.exchange(SELECT)) == b"\x90\x00"


# ---- looks


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN])
def test_one_tag_rests_and_is_neither_lost_nor_doubled(uid: bytes) -> None:
    desk = Desk()
    assert desk.look() == (NOBODY, b"")
    tag = Tag(uid)
    desk.field.put(tag)
    assert [desk.look() for _ in range(20)] == [(IDENTITY, uid)] * 20
    desk.field.take(tag)
    assert [desk.look() for _ in range(3)] == [(NOBODY, b"")] * 3
    assert not desk.field.on, "between looks nobody needs it"


def test_a_badge_of_part_4_rests_too() -> None:
    desk = Desk(NtagDna(SEVEN))
    assert [desk.look() for _ in range(10)] == [(IDENTITY, SEVEN)] * 10


def test_two_tags_are_a_collision_until_one_is_taken() -> None:
    tags = [Tag(FOUR), NtagDna(SEVEN), Tag(TEN, strength=2)]
    desk = Desk(*tags)
    assert [desk.look() for _ in range(3)] == [(COLLISION, b"")] * 3
    desk.field.take(tags[0])
    assert desk.look() == (COLLISION, b"")
    desk.field.take(tags[1])
    assert desk.look() == (IDENTITY, TEN)


def test_a_tag_that_changes_places_with_another() -> None:
    first, second = Tag(FOUR), Tag(SEVEN)
    desk = Desk(first)
    assert desk.look() == (IDENTITY, FOUR)
    desk.field.take(first)
    desk.field.put(second)
    assert desk.look() == (IDENTITY, SEVEN)


def test_a_look_takes_its_time_and_no_more() -> None:
    desk = Desk()
    desk.run(desk.reader.begin())
    assert desk.ms(desk.reader.look()) < 62
    tag = Tag(FOUR)
    desk.field.put(tag)
    assert desk.ms(desk.reader.look()) < 110, "a new one is read twice"
    assert desk.ms(desk.reader.look()) < 62
    desk.field.take(tag)
    assert desk.ms(desk.reader.look()) < 130, "one that has gone is called twice"
    assert desk.line.most_in_fifo <= FIFO


def test_a_field_is_off_for_long_enough_to_reset_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(Tag(FOUR))
    real, off_ms, went_ns = desk.field.power, list[float](), [0]

    def power(on: bool) -> None:
        now_ns = desk.line.time.now_ns()
        if on and not desk.field.on:
            off_ms.append((now_ns - went_ns[0]) / MS)
        elif desk.field.on and not on:
            went_ns[0] = now_ns
        real(on)

    monkeypatch.setattr(desk.field, "power", power)
    for _ in range(5):
        desk.look()
    assert len(off_ms) == 6
    assert min(off_ms) > 5.1


# What the chip says of targets, behind D5 4B, and what a look makes of it. The same is said each time.
LISTS = {
    "01 01 00 04 08 04 01 02 03 04": (IDENTITY, FOUR),
    "01 01 00 44 20 07 04 A1 B2 C3 D4 E5 F6 06 77 77 71 02 80": (IDENTITY, SEVEN),
    "01 01 00 44 20 07 04 A1 B2 C3 D4 E5 F6 01": (IDENTITY, SEVEN),
    "01 01 00 84 00 0A 88 02 03 88 05 06 88 08 09 0A": (IDENTITY, bytes.fromhex("8802038805068808090A")),
    "00": (NOBODY, b""),
    "02 01 00 04 08 04 01 02 03 04 02 00 04 08 04 01 02 03 05": (COLLISION, b""),
    "00 01 00 04 08 04 01 02 03 04": (PRESENT, b""),  # none, and one
    "03 01 00 04 08 04 01 02 03 04": (PRESENT, b""),
    "01": (PRESENT, b""),
    "01 01 00 04 08": (PRESENT, b""),
    "01 02 00 04 08 04 01 02 03 04": (PRESENT, b""),  # number 2, alone
    "01 01 00 04 0C 04 01 02 03 04": (PRESENT, b""),  # the identity goes on
    "01 01 00 04 08 05 01 02 03 04 05": (PRESENT, b""),  # no such size
    "01 01 00 04 08 00": (PRESENT, b""),
    "01 01 00 04 08 07 01 02 03 04": (PRESENT, b""),  # cut off
    "01 01 00 04 20 04 01 02 03 04 06 77 77": (PRESENT, b""),  # ATS cut off
    "01 01 00 04 08 04 01 02 03 04 05": (PRESENT, b""),
    "01 01 00 04 08 04 88 02 03 04": (PRESENT, b""),  # a cascade tag
    "01 01 00 44 00 07 04 A1 B2 88 D4 E5 F6": (PRESENT, b""),
    "01 01 00 04 20 04 08 02 03 04": (PRESENT, b""),  # a number that was made up
}


@pytest.mark.parametrize("text", LISTS)
def test_what_is_not_sound_is_no_identity(text: str) -> None:
    desk = Desk()
    desk.run(desk.reader.begin())

    def call(most: int) -> Generator[int, None, bytes]:
        yield 0
        return bytes.fromhex(text)

    desk.chip.targets.call = call
    assert desk.look() == LISTS[text]


def test_two_readings_that_differ_are_no_identity() -> None:
    desk = Desk()
    desk.run(desk.reader.begin())
    ids = iter((FOUR, b"\x01\x02\x03\x05", FOUR, FOUR))

    def call(most: int) -> Generator[int, None, bytes]:
        yield 0
        return b"\x01\x01\x00\x04\x08\x04" + next(ids)

    desk.chip.targets.call = call
    assert desk.look() == (PRESENT, b"")
    assert desk.look() == (IDENTITY, FOUR)


def test_a_reply_garbled_in_the_air_once_does_not_lose_a_tag() -> None:
    desk = Desk(Tag(FOUR))
    assert desk.look() == (IDENTITY, FOUR)
    real, times = desk.chip.targets.call, iter((True, False))

    def call(most: int) -> Generator[int, None, bytes]:
        if next(times):
            yield 0
            return b"\0"
        return (yield from real(most))

    desk.chip.targets.call = call
    assert desk.look() == (IDENTITY, FOUR)


# ---- words with a badge


def test_words_with_a_badge() -> None:
    badge = NtagDna(SEVEN)
    desk = Desk(badge)
    assert desk.look() == (IDENTITY, SEVEN)
    assert desk.run(desk.reader.exchange(SELECT)) == b"\x90\x00"
    first = desk.run(desk.reader.exchange(bytes.fromhex("9071000002000000")))
    assert first[-2:] == b"\x91\xaf"
    second = desk.run(desk.reader.exchange(bytes.fromhex("90AF000020") + bytes(32) + b"\0"))
    assert second == b"\x91\xae", "the same activation all the time, and a long frame"
    assert len(badge.apdus) == 3
    desk.run(desk.reader.release())
    assert not desk.field.on
    assert desk.look() == (IDENTITY, SEVEN)
    assert desk.line.most_in_fifo <= FIFO


def test_a_badge_proves_itself_over_this_reader() -> None:
    key = bytes(range(16))
    desk = Desk(NtagDna(SEVEN, {1: key}))
    assert desk.look() == (IDENTITY, SEVEN)
    assert desk.run(prove(desk.reader.exchange, key, os.urandom)) == PROVED
    assert desk.run(prove(desk.reader.exchange, bytes(16), os.urandom)) == WRONG_KEY
    desk.field.take(desk.field.tags[0])
    assert desk.run(prove(desk.reader.exchange, key, os.urandom)) == NO_ANSWER
    desk.field.put(Tag(FOUR))
    assert desk.look() == (IDENTITY, FOUR)
    assert desk.run(prove(desk.reader.exchange, key, os.urandom)) == OTHER_TAG


def test_a_badge_that_rested_is_woken_for_words() -> None:
    desk = Desk(NtagDna(SEVEN))
    assert [desk.look() for _ in range(3)][-1] == (IDENTITY, SEVEN)
    assert desk.run(desk.reader.exchange(SELECT)) == b"\x90\x00"
    assert desk.chip.commands[-2:] == [b"\x4a\x01\x00", b"\x40\x01" + SELECT]


def exchange_fails(desk: Desk, apdu: bytes = SELECT) -> bool:
    try:
        desk.run(desk.reader.exchange(apdu))
    except OSError:
        return True
    return False


def test_words_fail_without_the_one_who_was_seen() -> None:
    badge = NtagDna(SEVEN)
    desk = Desk(badge)
    desk.run(desk.reader.begin())
    assert exchange_fails(desk), "nobody was looked for"
    desk.look()
    assert exchange_fails(desk, bytes(firmware.MOST_APDU + 1))
    desk.field.take(badge)
    assert exchange_fails(desk), "it has gone since it was activated"
    desk.field.put(badge)
    assert desk.run(desk.reader.exchange(SELECT)) == b"\x90\x00", "it is there again"
    desk.look()
    desk.field.take(badge)
    assert exchange_fails(desk)
    desk.field.put(NtagDna(b"\x04" + bytes(6)))
    assert exchange_fails(desk), "it is another one"
    assert desk.look() == (IDENTITY, b"\x04" + bytes(6))


def test_a_tag_without_part_4_gets_no_words() -> None:
    tag = Tag(FOUR, sak=0x08)
    desk = Desk(tag)
    desk.look()
    assert exchange_fails(desk)
    assert not [command for command in desk.chip.commands if command[0] == 0x40]
    assert desk.look() == (IDENTITY, FOUR)


def test_a_long_answer_is_refused_and_the_longest_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    badge = NtagDna(SEVEN)
    desk = Desk(badge)
    desk.look()
    answers = iter((bytes(72) + b"\x90\x00", bytes(73) + b"\x90\x00"))
    monkeypatch.setattr(badge, "command", lambda _apdu: (next(answers), 0))
    assert len(desk.run(desk.reader.exchange(SELECT))) == 74
    assert exchange_fails(desk)


def test_an_apdu_is_sent_once() -> None:
    badge = NtagDna(SEVEN)
    desk = Desk(badge)
    desk.look()
    damage_next(desk, b"\x41", 1)
    assert desk.run(desk.reader.exchange(SELECT)) == b"\x90\x00", "a NACK repeats the answer only"
    real = desk.chip._send

    def send(data: bytes) -> int:
        return real(b"\0" * 6 if data == ACK else data)

    desk.chip._send = send
    assert exchange_fails(desk)
    assert len(badge.apdus) == 2


def test_words_with_a_tag_that_takes_its_time_end_together() -> None:
    class Slow(NtagDna):
        def command(self, apdu: bytes) -> tuple[bytes, int]:
            return b"\x90\x00", 450 * MS

    tag = Slow(SEVEN)
    tag.ats = bytes.fromhex("06 77 77 B1 02 80")  # FWI 11: 619 ms
    desk = Desk(tag)
    assert desk.look() == (IDENTITY, SEVEN)
    began_ns = desk.line.time.now_ns()
    for _ in range(3):
        assert desk.run(desk.reader.exchange(SELECT)) == b"\x90\x00"
    with pytest.raises(OSError):
        desk.run(desk.reader.exchange(SELECT))
    assert desk.line.time.now_ns() - began_ns <= (WORDS_MS + 50) * MS
    assert [desk.look_or_fail() for _ in range(2)][1] == (IDENTITY, SEVEN)
