"""Tags by hand: frames and answers as ISO/IEC 14443-3 and -4 and NXP's application note AN12196 print them."""

import random

import pytest

from simulator.models import ntag_dna
from simulator.models.aes import Aes, cbc_decrypt, cbc_encrypt
from simulator.models.ntag_dna import NtagDna
from simulator.models.tags import (
    COLLIDED,
    START_NS,
    Answer,
    Tag,
    TagField,
    bits_of,
    bytes_of,
    crc_a,
    heard,
    on_air,
)
from tests.models.recorder import MS, US, Recorder

REQA, WUPA = [0, 1, 1, 0, 0, 1, 0], [0, 1, 0, 0, 1, 0, 1]  # 26h and 52h, seven bits, lowest first
HLTA = "50 00 57 CD"
FOUR, SEVEN, TEN = bytes.fromhex("01020304"), bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("0BA1B2C3D4E5F6071829")


class Rig:
    """A field that has been on for long enough, and a hand that sends."""

    def __init__(self, *tags: Tag) -> None:
        self.wires = Recorder()
        self.field = TagField(self.wires.clock)
        for tag in tags:
            self.field.put(tag)
        self.field.power(True)
        self.wires.run_ms(5)

    def answer(self, bits: list[int]) -> Answer | None:
        return self.field.send(bits)

    def bits(self, bits: list[int]) -> list[int]:
        """The data bits that come back, after their time."""
        answer = self.answer(bits)
        if answer is None:
            return []
        self.wires.time.advance_to(answer.end_ns)
        return heard(answer.air()).bits

    def say(self, frame: str) -> str:
        return bytes_of(self.bits(bits_of(bytes.fromhex(frame)))).hex(" ").upper()

    def select(self, *frames: str) -> str:
        """WUPA, then SELECT of every level by hand; the last answer."""
        assert len(self.bits(WUPA)) == 16
        return [self.say(frame) for frame in frames][-1]


def with_crc(text: str) -> str:
    data = bytes.fromhex(text)
    return (data + crc_a(data)).hex(" ").upper()


def test_crc_a_is_that_of_the_standard() -> None:
    """Part 3, annex on CRC_A: its two examples, and HLTA as every data sheet prints it."""
    assert crc_a(bytes.fromhex("0000")) == bytes.fromhex("A01E")
    assert crc_a(bytes.fromhex("1234")) == bytes.fromhex("26CF")
    assert crc_a(bytes.fromhex("5000")) == bytes.fromhex("57CD")


def test_every_whole_byte_has_an_odd_parity_bit() -> None:
    assert on_air(bits_of(b"\x01\x03")) == [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1]
    assert on_air([1, 0, 1, 0]) == [1, 0, 1, 0], "an incomplete byte has none"
    assert on_air([1, 0, 1, *bits_of(b"\xff")], 3) == [1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    air = on_air(bits_of(b"\x01\x03"))
    assert heard(air).parity_ok
    air[3] ^= 1
    assert not heard(air).parity_ok


@pytest.mark.parametrize(("uid", "atqa"), [(FOUR, "04 00"), (SEVEN, "44 00"), (TEN, "84 00")])
def test_atqa_tells_the_size_of_the_identity(uid: bytes, atqa: str) -> None:
    assert bytes_of(Rig(Tag(uid)).bits(REQA)).hex(" ") == atqa


def test_a_four_byte_identity_takes_one_level() -> None:
    tag = Tag(FOUR, sak=0x08)
    rig = Rig(tag)
    rig.bits(REQA)
    assert rig.say("93 20") == "01 02 03 04 04"
    assert rig.say(with_crc("93 70 01 02 03 04 04")) == "08 B6 DD"  # SAK of a MIFARE Classic, with its CRC
    assert tag.state == "active"


def test_seven_bytes_take_two_levels_and_a_cascade_tag() -> None:
    rig = Rig(Tag(SEVEN))
    rig.bits(REQA)
    assert rig.say("93 20") == "88 04 A1 B2 9F"
    assert rig.say(with_crc("93 70 88 04 A1 B2 9F")) == "04 DA 17", "not complete"
    assert rig.say("95 20") == "C3 D4 E5 F6 04"
    assert rig.say(with_crc("95 70 C3 D4 E5 F6 04")) == "00 FE 51"


def test_ten_bytes_take_three_levels() -> None:
    tag = Tag(TEN, sak=0x20)
    rig = Rig(tag)
    rig.bits(REQA)
    assert rig.say("93 20") == "88 0B A1 B2 90"
    assert rig.say(with_crc("93 70 88 0B A1 B2 90"))[:2] == "24"
    assert rig.say("95 20") == "88 C3 D4 E5 7A"
    assert rig.say(with_crc("95 70 88 C3 D4 E5 7A"))[:2] == "24"
    assert rig.say("97 20") == "F6 07 18 29 C0"
    assert rig.say(with_crc("97 70 F6 07 18 29 C0")) == "20 FC 70"
    assert tag.state == "active"


def test_a_tag_answers_after_91_or_86_microseconds() -> None:
    """6.2.1: 1236 periods of the carrier after a 1, 1172 after a 0; REQA ends with a 0, WUPA with a 1."""
    for call, delay_us in ((REQA, 86.4), (WUPA, 91.2)):
        rig = Rig(Tag(FOUR))
        answer = rig.answer(call)
        assert answer is not None
        assert (answer.begin_ns - rig.wires.time.now_ns()) / US == pytest.approx(delay_us, abs=0.1)
        # A start bit and 18 bits of 9.44 us
        assert (answer.end_ns - answer.begin_ns) / US == pytest.approx(19 * 9.44, abs=0.1)


def test_a_tag_sleeps_until_the_field_has_been_on_for_a_while() -> None:
    rig = Rig(Tag(FOUR))
    rig.field.power(False)
    assert rig.bits(REQA) == []
    rig.field.power(True)
    rig.wires.run_ms(START_NS / MS - 0.1)
    assert rig.bits(REQA) == []
    rig.wires.run_ms(0.2)
    assert len(rig.bits(REQA)) == 16


def test_halt_is_left_by_wupa_only() -> None:
    tag = Tag(FOUR)
    rig = Rig(tag)
    rig.select(with_crc("93 70 01 02 03 04 04"))
    assert rig.say(HLTA) == ""
    assert tag.state == "halt"
    assert rig.bits(REQA) == []
    assert tag.state == "halt"
    assert len(rig.bits(WUPA)) == 16
    assert tag.state == "ready*"
    assert rig.say("93 20") == "01 02 03 04 04"
    rig.say(with_crc("93 70 01 02 03 04 04"))
    assert tag.state == "active*"
    assert rig.bits(WUPA) == [], "an error in this state: back to HALT, in silence"
    assert tag.state == "halt"


@pytest.mark.parametrize(
    "wrong",
    [
        "93 70 01 02 03 04 04 00 00",  # CRC
        "93 70 01 02 03 05 05 00 00",
        "95 20",  # another level
        HLTA,  # only in ACTIVE
    ],
)
def test_errors_bring_it_back_to_where_it_was_woken(wrong: str) -> None:
    tag = Tag(FOUR)
    rig = Rig(tag)
    rig.bits(REQA)
    assert rig.say(wrong) == ""
    assert tag.state == "idle"
    assert rig.bits(REQA) != []


def test_another_identity_is_not_selected() -> None:
    tag = Tag(FOUR)
    rig = Rig(tag)
    rig.bits(REQA)
    assert rig.say(with_crc("93 70 01 02 03 05 05")) == ""
    assert tag.state == "idle"


def test_two_tags_collide_where_they_differ() -> None:
    rig = Rig(Tag(FOUR), Tag(bytes.fromhex("05020304")))
    assert bytes_of(rig.bits(REQA)).hex() == "0400", "of the same kind: nothing to see yet"
    answer = rig.answer(bits_of(b"\x93\x20"))
    assert answer is not None
    rig.wires.time.advance_to(answer.end_ns)
    got = heard(answer.air())
    assert got.collision == 2  # 01h is 1000 0000 on the air, 05h 1010 0000
    assert got.bits[:8] == [1, 0, COLLIDED, 0, 0, 0, 0, 0]
    assert got.bits[8:32] == bits_of(b"\x02\x03\x04")
    assert got.bits[32:34] == [COLLIDED if n == 2 else n for n in (0, 0)]
    assert got.bits[34] == COLLIDED, "the check bytes 04h and 00h differ too"


def test_known_bits_single_one_out() -> None:
    """6.5.3: NVB 23h is SEL, NVB and three bits more; the rest of the byte comes first."""
    rig = Rig(Tag(FOUR), Tag(bytes.fromhex("05020304")))
    rig.bits(REQA)
    answer = rig.answer([*bits_of(b"\x93\x23"), 1, 0, 1])
    assert answer is not None
    rig.wires.time.advance_to(answer.end_ns)
    got = heard(answer.air(), first=5)
    assert got.collision is None
    assert got.parity_ok
    assert bytes_of([1, 0, 1, *got.bits]).hex(" ") == "05 02 03 04 00"


def test_tags_of_different_size_collide_in_atqa() -> None:
    rig = Rig(Tag(FOUR), Tag(SEVEN))
    assert COLLIDED in rig.bits(REQA)


def test_a_strong_tag_drowns_a_weak_one() -> None:
    weak, strong = Tag(FOUR), Tag(bytes.fromhex("05020304"), strength=2)
    rig = Rig(weak, strong)
    rig.bits(REQA)
    assert rig.say("93 20") == "05 02 03 04 00"
    rig.say(with_crc("93 70 05 02 03 04 00"))
    assert (weak.state, strong.state) == ("idle", "active")


def test_a_tag_that_is_taken_away_breaks_off() -> None:
    tag = Tag(FOUR)
    rig = Rig(tag)
    rig.bits(REQA)
    answer = rig.answer(bits_of(b"\x93\x20"))
    assert answer is not None
    whole = on_air(bits_of(bytes.fromhex("0102030404")))
    rig.wires.time.advance_to(answer.begin_ns + 15_000 * 10)
    rig.field.take(tag)
    rig.wires.time.advance_to(answer.end_ns)
    assert answer.air() == whole[:14]  # 150 us are a start bit and 14 bits
    assert rig.bits(REQA) == []
    rig.field.put(tag)
    rig.wires.run_ms(5)
    assert len(rig.bits(REQA)) == 16


def test_faults() -> None:
    tag = Tag(FOUR)
    rig = Rig(tag)
    tag.fault = "silent"
    assert rig.bits(REQA) == []
    tag.fault = "slow"
    answer = rig.answer(REQA)
    assert answer is not None
    assert answer.begin_ns - rig.wires.time.now_ns() > 2 * MS
    tag.fault = "garbled"
    tag.power(True, 0)
    answers = []
    for _ in range(50):
        tag.state = "idle"
        answers.append(tuple(rig.bits(REQA)))
    assert () in answers, "some calls are not understood"
    assert len(set(answers)) > 10
    tag.fault = "leaves"
    tag.state = "idle"
    answer = rig.answer(REQA)
    assert answer is not None
    assert 0 < len(answer.air()) < 18
    assert rig.field.tags == []


# -- ISO/IEC 14443-4 and the NTAG 424 DNA


def test_aes_is_that_of_fips_197() -> None:
    """Its example, appendix C.1; and the first of SP 800-38A, F.2.1, for CBC."""
    cipher = Aes(bytes(range(16)))
    secret = bytes.fromhex("69c4e0d86a7b0430d8cdb78070b4c55a")
    assert cipher.encrypt(bytes.fromhex("00112233445566778899aabbccddeeff")) == secret
    assert cipher.decrypt(secret) == bytes.fromhex("00112233445566778899aabbccddeeff")
    key = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
    plain = bytes.fromhex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
    coded = bytes.fromhex("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2")
    assert cbc_encrypt(key, plain, bytes(range(16))) == coded
    assert cbc_decrypt(key, coded, bytes(range(16))) == plain


class Fixed(random.Random):
    """Chance as the application note had it."""

    def __init__(self, *values: str) -> None:
        super().__init__(0)
        self._values = [bytes.fromhex(value) for value in values]

    def randbytes(self, n: int) -> bytes:
        value = self._values.pop(0)
        assert len(value) == n
        return value


def activated(badge: NtagDna) -> Rig:
    rig = Rig(badge)
    assert bytes_of(rig.bits(REQA)).hex(" ") == "44 03"
    rig.say(with_crc("93 70 88 04 A1 B2 9F"))
    assert rig.say(with_crc("95 70 C3 D4 E5 F6 04")) == "20 FC 70", "SAK: obeys part 4"
    assert rig.say("E0 50 BC A5") == with_crc("06 77 77 71 02 80")
    rig.wires.run_ms(1)
    return rig


def test_the_example_of_the_application_note() -> None:
    """AN12196: AuthenticateEV2First with key 0, all zero."""
    badge = NtagDna(SEVEN, rng=Fixed("B9E2FC789B64BF237CCCAA20EC7E6E48", "9D00C4DF"))
    rig = activated(badge)
    assert rig.say(with_crc("02 00A4040C07D276000085010100")) == with_crc("02 9000")
    assert rig.say(with_crc("03 9071000002000000")) == with_crc("03 A04C124213C186F22399D33AC2A30215 91AF")
    part = "35C3E05A752E0144BAC0DE51C1F22C56B34408A23D8AEA266CAB947EA8E0118D"
    assert rig.say(with_crc(f"02 90AF000020{part}00")) == with_crc(
        "02 3FA64DB5446D1F34CD6EA311167F5E4985B89690C04A05F17FA7AB2F08120663 9100"
    )
    assert (badge.authenticated, badge.proofs, badge.failed) == (0, 1, 0)


def test_a_wrong_key_is_refused_and_counted() -> None:
    badge = NtagDna(SEVEN, {1: bytes(range(16))})
    badge.most_failed = 2
    rig = activated(badge)
    rig.say(with_crc("02 00A4040C07D276000085010100"))
    wrong = bytes(32).hex()
    for _ in range(2):
        assert rig.say(with_crc("03 9071000002010000"))[51:56] == "91 AF", "behind the block's head and 16 bytes"
        assert rig.say(with_crc(f"02 90AF000020{wrong}00")) == with_crc("02 91AE")
    assert badge.failed == 2
    assert rig.say(with_crc("03 9071000002010000")) == with_crc("03 91AD")


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("00A4040C07D276000085010200", "6A82"),
        ("9071000002090000", "9140"),
        ("9071000001 01 00", "917E"),
        ("90AF000020" + "00" * 33, "91CA"),
        ("9060000000", "911C"),
    ],
)
def test_commands_that_it_refuses(command: str, answer: str) -> None:
    rig = activated(NtagDna(SEVEN))
    rig.say(with_crc("02 00A4040C07D276000085010100"))
    assert rig.say(with_crc(f"03 {command}")) == with_crc(f"03 {answer}")


def test_the_second_part_needs_the_first_right_before_it() -> None:
    rig = activated(NtagDna(SEVEN))
    rig.say(with_crc("02 00A4040C07D276000085010100"))
    rig.say(with_crc("03 9071000002010000"))
    rig.say(with_crc("02 9060000000"))
    assert rig.say(with_crc("03 90AF000020" + "00" * 33)) == with_crc("03 91CA")


def test_blocks_are_numbered_and_repeated_on_request() -> None:
    badge = NtagDna(SEVEN)
    rig = activated(badge)
    first = rig.say(with_crc("02 00A4040C07D276000085010100"))
    assert first == with_crc("02 9000")
    assert rig.say(with_crc("B2")) == first, "R(NAK) with its own number: the same again"
    assert rig.say(with_crc("B3")) == with_crc("A2"), "R(NAK) with the other: it has got nothing of that number"
    assert rig.say("03 90 60 00 00 00 00 00") == "", "a wrong CRC has no answer"
    assert len(badge.apdus) == 1
    assert rig.say(with_crc("13 90 60")) == with_crc("A3"), "chained: acknowledged"
    assert rig.say(with_crc("02 00 00 00")) == with_crc("02 911C")
    assert rig.say(with_crc("C2")) == with_crc("C2")
    assert badge.state == "halt"
    assert len(rig.bits(WUPA)) == 16


def test_activated_it_hears_blocks_only() -> None:
    badge = NtagDna(SEVEN)
    rig = activated(badge)
    assert rig.bits(WUPA) == []
    assert badge.state == "protocol"
    assert rig.say(with_crc("C2")) == with_crc("C2")


def test_a_slow_badge_asks_for_time() -> None:
    badge = NtagDna(SEVEN)
    rig = activated(badge)
    badge.fault = "slow"
    assert rig.say(with_crc("02 00A4040C07D276000085010100")) == with_crc("F2 03")
    begun = rig.wires.time.now_ns()
    assert rig.say(with_crc("F2 03")) == with_crc("02 9000")
    assert ntag_dna.FRAME_WAIT_NS < rig.wires.time.now_ns() - begun < 3 * ntag_dna.FRAME_WAIT_NS


def test_it_wants_a_pause_behind_its_ats() -> None:
    rig = Rig(NtagDna(SEVEN))
    rig.bits(REQA)
    rig.say(with_crc("93 70 88 04 A1 B2 9F"))
    rig.say(with_crc("95 70 C3 D4 E5 F6 04"))
    rig.say(with_crc("E0 50"))
    assert rig.say(with_crc("C2")) == ""
    rig.wires.run_ms(0.6)
    assert rig.say(with_crc("C2")) == with_crc("C2")
