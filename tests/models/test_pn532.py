"""The PN532 model against dialogues from its manual (UM0701-02), typed by hand: frames, sums and times."""

from itertools import pairwise

import pytest

from simulator.models.ntag_dna import NtagDna
from simulator.models.pn532 import FAULTS, Fault, Pn532, frame
from simulator.models.tags import Tag, TagField
from tests.models.recorder import MS, Recorder

UART, RX = 1, 5
ACK = "00 00 FF 00 FF 00"
NACK = "00 00 FF FF 00 00"
SYNTAX_ERROR = "00 00 FF 01 FF 7F 81 00"
WAKE = "55 55 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
SAM = "00 00 FF 05 FB D4 14 01 14 01 02 00"
SAM_DONE = "00 00 FF 02 FE D5 15 16 00"
VERSION = "00 00 FF 02 FE D4 02 2A 00"
VERSION_IS = "00 00 FF 06 FA D5 03 32 01 06 07 E8 00"
TWO_TRIES = "00 00 FF 06 FA D4 32 05 FF 01 01 F4 00"
FIELD_OFF = "00 00 FF 04 FC D4 32 01 00 F9 00"
RF_DONE = "00 00 FF 02 FE D5 33 F8 00"
LIST_ONE = "00 00 FF 04 FC D4 4A 01 00 E1 00"
LIST_TWO = "00 00 FF 04 FC D4 4A 02 00 E0 00"
NO_TARGETS = "00 00 FF 03 FD D5 4B 00 E0 00"
RELEASE_ALL = "00 00 FF 03 FD D4 52 00 DA 00"
RELEASED = "00 00 FF 03 FD D5 53 00 D8 00"


class Reader:
    """The chip on a target that only listens, and a hand that types frames."""

    def __init__(self, *tags: Tag, awake: bool = True) -> None:
        self.wires = Recorder()
        self.field = TagField()
        self.chip = Pn532(self.wires, UART, RX, self.field)
        for tag in tags:
            self.field.put(tag)
        if awake:
            self.say(WAKE)
            assert self.say(SAM) == f"{ACK} {SAM_DONE}"
            assert self.say(TWO_TRIES) == f"{ACK} {RF_DONE}"

    def say(self, command: str, wait_ms: float = 80, baud: int = 115_200) -> str:
        """Type at the pace of the line; what comes back."""
        before = len(self.wires.received)
        for byte in bytes.fromhex(command):
            self.wires.run_ms(10_000 / baud)
            self.chip.receive(byte, baud)
        self.wires.run_ms(wait_ms)
        return self.wires.text()[before:].hex(" ").upper()


# ---- frames and dialogue, 6.2


def test_the_version_as_in_the_manual() -> None:
    reader = Reader()
    assert reader.say(VERSION) == f"{ACK} {VERSION_IS}"
    assert reader.chip.commands[-1] == b"\x02"


def test_sums_are_those_of_the_manual() -> None:
    assert frame(bytes.fromhex("D5 03 32 01 06 07")).hex(" ").upper() == VERSION_IS
    long = frame(bytes(300))
    assert long[:8].hex(" ") == "00 00 ff ff ff 01 2c d3"
    assert len(long) == 8 + 300 + 2


def test_an_extended_frame_is_taken() -> None:
    reader = Reader()
    assert reader.say("00 00 FF FF FF 00 02 FE D4 02 2A 00") == f"{ACK} {VERSION_IS}"
    assert reader.say("00 00 FF FF FF 00 02 FD D4 02 2A 00") == "", "its length is not sound"


@pytest.mark.parametrize(
    "wrong",
    [
        "00 00 FF 02 FF D4 02 2A 00",  # length and its check
        "00 00 FF 02 FE D4 02 2B 00",  # sum
        "00 00 FF 02 FE D5 02 29 00",  # a frame of the chip itself
        "00 00 FE 02 FE D4 02 2A 00",  # no start code
    ],
)
def test_a_frame_that_is_not_sound_has_no_answer(wrong: str) -> None:
    reader = Reader()
    assert reader.say(wrong) == ""
    assert reader.say(VERSION) == f"{ACK} {VERSION_IS}"


def test_preambles_may_be_long_or_missing() -> None:
    reader = Reader()
    assert reader.say("55 AA FF 00 00 00 00 00 " + VERSION) == f"{ACK} {VERSION_IS}"
    assert reader.say("00 FF 02 FE D4 02 2A") == f"{ACK} {VERSION_IS}", "nor a postamble"


def test_an_unknown_command_is_a_syntax_error() -> None:
    reader = Reader()
    assert reader.say("00 00 FF 02 FE D4 F0 3C 00") == f"{ACK} {SYNTAX_ERROR}"
    assert reader.say("00 00 FF 04 FC D4 4A 03 00 DF 00") == f"{ACK} {SYNTAX_ERROR}", "three targets"


def test_a_nack_has_the_answer_again() -> None:
    reader = Reader()
    assert reader.say(NACK) == RF_DONE
    reader.say(VERSION)
    assert reader.say(NACK) == VERSION_IS
    assert reader.say(NACK) == VERSION_IS


def test_an_ack_of_the_host_ends_a_command() -> None:
    reader = Reader()
    assert reader.say(LIST_ONE, 10) == ACK
    assert reader.say(ACK, 500) == ""
    for after_ms in range(2, 30):
        assert reader.say(LIST_ONE, after_ms) == ACK
        assert reader.say(VERSION) == f"{ACK} {VERSION_IS}", "and so does another command"


def test_bytes_have_the_pace_of_the_line_and_an_ack_comes_within_15_ms() -> None:
    reader = Reader()
    asked_ns = reader.wires.clock.now_ns()
    before = len(reader.wires.received)
    reader.say(VERSION)
    times = [t for t, _, _ in reader.wires.received][before:]
    assert times[5] - asked_ns < 15 * MS
    assert all(later - earlier >= 86_805 for earlier, later in pairwise(times))
    assert all(abs(later - earlier - 86_805) < 2 for earlier, later in pairwise(times[6:]))
    assert len(reader.wires.start_bits) == len(reader.wires.received)


def test_at_another_rate_neither_side_understands() -> None:
    reader = Reader()
    assert reader.say(VERSION, baud=9600) == ""
    assert reader.say(VERSION) == f"{ACK} {VERSION_IS}"
    reader.wires.baud = 9600
    assert VERSION_IS not in reader.say(VERSION)


# ---- power, 7.2.10 and 7.2.11


def test_it_sleeps_until_it_is_woken_and_knows_little_until_it_is_set_up() -> None:
    reader = Reader(awake=False)
    assert reader.chip.asleep
    assert reader.say("00 00 00 00") == "", "an edge a byte: four are not enough"
    assert reader.chip.asleep
    assert reader.say("55", 3) == ""
    assert not reader.chip.asleep
    assert reader.say(LIST_ONE) == f"{ACK} {SYNTAX_ERROR}"
    assert reader.chip.asleep, "again, behind its answer"
    assert reader.say(VERSION) == "", "it was woken by this, and missed it"
    assert reader.say(VERSION) == f"{ACK} {VERSION_IS}"
    reader.say("55", 3)
    assert reader.say(SAM) == f"{ACK} {SAM_DONE}"
    assert not reader.chip.asleep
    assert reader.say(TWO_TRIES) == f"{ACK} {RF_DONE}"
    assert reader.say(LIST_ONE) == f"{ACK} {NO_TARGETS}"


def test_a_long_preamble_gives_its_clock_the_time_to_start() -> None:
    reader = Reader(awake=False)
    assert reader.say("55 " + SAM) == "", "at once is too soon"
    reader = Reader(awake=False)
    assert reader.say("55" + " 00" * 20 + " " + SAM) == f"{ACK} {SAM_DONE}"


def test_power_down_until_the_next_edges() -> None:
    reader = Reader(Tag(bytes.fromhex("01020304")))
    reader.say(LIST_ONE)
    assert reader.field.on
    assert reader.say("00 00 FF 03 FD D4 16 10 06 00") == f"{ACK} 00 00 FF 03 FD D5 17 00 14 00"
    assert reader.chip.asleep
    assert not reader.field.on
    reader.say(WAKE)
    assert reader.say(VERSION) == f"{ACK} {VERSION_IS}", "it keeps its settings"
    assert reader.say(FIELD_OFF) == f"{ACK} {RF_DONE}"


# ---- tags, 7.3


def test_one_tag_of_each_size() -> None:
    four = "00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 DE AD BE EF 96 00"
    assert Reader(Tag(bytes.fromhex("DEADBEEF"), sak=0x08)).say(LIST_ONE) == f"{ACK} {four}"
    seven = "00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 F6 CA 00"
    assert Reader(Tag(bytes.fromhex("04A1B2C3D4E5F6"))).say(LIST_ONE) == f"{ACK} {seven}"
    ten = "00 00 FF 12 EE D5 4B 01 01 00 84 00 0A 01 02 03 04 05 06 07 08 09 0A 19 00"
    assert Reader(Tag(bytes.fromhex("0102030405060708090A"))).say(LIST_ONE) == f"{ACK} {ten}"


def test_a_tag_of_part_4_comes_with_its_ats() -> None:
    badge = NtagDna(bytes.fromhex("04112233445566"))
    listed = "00 00 FF 15 EB D5 4B 01 01 03 44 20 07 04 11 22 33 44 55 66 06 77 77 71 02 80 20 00"
    reader = Reader(badge)
    assert reader.say(LIST_ONE) == f"{ACK} {listed}"
    assert badge.state == "protocol"
    reader.say(FIELD_OFF)
    assert reader.say(LIST_TWO) == f"{ACK} {listed}"
    assert badge.state == "halt", "it waited for the guard time before it sent more"


def test_without_automatic_rats_there_is_no_ats() -> None:
    badge = NtagDna(bytes.fromhex("04112233445566"))
    reader = Reader(badge)
    assert reader.say("00 00 FF 03 FD D4 12 04 16 00") == f"{ACK} 00 00 FF 02 FE D5 13 18 00"
    listed = "00 00 FF 0F F1 D5 4B 01 01 03 44 20 07 04 11 22 33 44 55 66 07 00"
    assert reader.say(LIST_ONE) == f"{ACK} {listed}"
    assert badge.state == "active"


def test_two_tags_and_one_of_two() -> None:
    tags = (Tag(bytes.fromhex("DEADBEEF"), sak=0x08), Tag(bytes.fromhex("DEADBEEE"), sak=0x08))
    both = (
        "00 00 FF 15 EB D5 4B 02 01 00 04 08 04 DE AD BE EF 02 00 04 08 04 DE AD BE EE 4C 00"
    )
    assert Reader(*tags).say(LIST_TWO) == f"{ACK} {both}", "the one with the higher bit first"
    first = "00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 DE AD BE EF 96 00"
    assert Reader(*tags).say(LIST_ONE) == f"{ACK} {first}"
    assert Reader(tags[0]).say(LIST_TWO) == f"{ACK} {first}"


def test_two_tags_of_different_sizes() -> None:
    reader = Reader(Tag(bytes.fromhex("0102030405060708090A")), NtagDna(bytes.fromhex("04112233445566")))
    assert bytes.fromhex(reader.say(LIST_TWO))[11:14] == b"\xd5\x4b\x02"


def test_a_weak_tag_beside_a_strong_one_is_found() -> None:
    reader = Reader(Tag(bytes.fromhex("01020304"), strength=3), Tag(bytes.fromhex("05060708")))
    assert bytes.fromhex(reader.say(LIST_TWO))[11:14] == b"\xd5\x4b\x02"


def test_it_calls_a_halted_tag_in_vain_until_the_field_was_off() -> None:
    tag = Tag(bytes.fromhex("01020304"))
    reader = Reader(tag)
    found = reader.say(LIST_TWO)
    assert tag.state == "halt"
    assert reader.say(LIST_TWO) == f"{ACK} {NO_TARGETS}"
    assert reader.say(FIELD_OFF) == f"{ACK} {RF_DONE}"
    assert reader.say(LIST_TWO) == found
    assert reader.say(FIELD_OFF) == f"{ACK} {RF_DONE}"
    assert reader.say(LIST_ONE) == found
    assert tag.state == "active"
    assert reader.say(RELEASE_ALL) == f"{ACK} {RELEASED}"
    assert tag.state == "halt"
    assert reader.say(LIST_ONE) == f"{ACK} {NO_TARGETS}"


def test_tries_with_nobody_there_are_counted_and_take_their_time() -> None:
    reader = Reader()
    for retries, sum_, least_ms in ((0, 0xF5, 20), (1, 0xF4, 36), (3, 0xF2, 68)):
        reader.say(FIELD_OFF)
        reader.say(f"00 00 FF 06 FA D4 32 05 FF 01 {retries:02X} {sum_:02X} 00")
        asked_ns, sent = reader.wires.clock.now_ns(), reader.field.frames
        assert reader.say(LIST_ONE, 150) == f"{ACK} {NO_TARGETS}"
        assert least_ms < (reader.wires.received[-1][0] - asked_ns) / MS < least_ms + 8
        assert reader.field.frames - sent == retries + 1
    reader.say("00 00 FF 06 FA D4 32 05 FF 01 FF F6 00")
    assert reader.say(LIST_ONE, 60_000) == ACK, "endless"
    reader.field.put(Tag(bytes.fromhex("01020304")))
    before = len(reader.wires.received)
    reader.wires.run_ms(60)
    assert reader.wires.text()[before:][5:8] == b"\xd5\x4b\x01"
    reader.say(FIELD_OFF)
    assert bytes.fromhex(reader.say(LIST_TWO))[11:14] == b"\xd5\x4b\x01", "for a second one it tries once"


def test_words_with_a_badge() -> None:
    badge = NtagDna(bytes.fromhex("04112233445566"))
    reader = Reader(badge)
    select = "00 00 FF 10 F0 D4 40 01 00 A4 04 0C 07 D2 76 00 00 85 01 01 00 61 00"
    assert reader.say(select) == f"{ACK} 00 00 FF 03 FD D5 41 27 C3 00", "nothing is listed"
    reader.say(LIST_ONE)
    chosen = f"{ACK} 00 00 FF 05 FB D5 41 00 90 00 5A 00"
    assert reader.say(select) == chosen
    reader.say("00 00 FF 03 FD D4 44 01 E7 00")
    assert badge.state == "halt"
    assert reader.say(select) == chosen, "it is woken for it"
    first = bytes.fromhex(reader.say("00 00 FF 0B F5 D4 40 01 90 71 00 00 02 00 00 00 E8 00"))
    assert first[11:14] == b"\xd5\x41\x00"
    assert first[-4:-2] == b"\x91\xaf"
    assert len(first) == 6 + 5 + 3 + 16 + 2 + 2
    assert reader.say(RELEASE_ALL) == f"{ACK} {RELEASED}"
    assert reader.say(select) == f"{ACK} 00 00 FF 03 FD D5 41 27 C3 00", "forgotten"
    reader.say(FIELD_OFF)
    reader.say(LIST_ONE)
    reader.field.take(badge)
    assert reader.say(select, 300) == f"{ACK} 00 00 FF 03 FD D5 41 01 E9 00", "a time-out"


def test_a_badge_that_asks_for_time_gets_it() -> None:
    badge = NtagDna(bytes.fromhex("04112233445566"))
    reader = Reader(badge)
    reader.say(LIST_ONE)
    badge.fault = "slow"
    asked_ns = reader.wires.clock.now_ns()
    select = "00 00 FF 10 F0 D4 40 01 00 A4 04 0C 07 D2 76 00 00 85 01 01 00 61 00"
    assert reader.say(select, 300) == f"{ACK} 00 00 FF 05 FB D5 41 00 90 00 5A 00"
    assert reader.wires.received[-1][0] - asked_ns > 70 * MS


def test_a_garbled_tag_is_read_right_or_not_at_all() -> None:
    badge = NtagDna(bytes.fromhex("04112233445566"))
    reader = Reader(badge)
    select = "00 00 FF 10 F0 D4 40 01 00 A4 04 0C 07 D2 76 00 00 85 01 01 00 61 00"
    chosen = f"{ACK} 00 00 FF 05 FB D5 41 00 90 00 5A 00"
    badge.fault, badge.bit_error_rate = "garbled", 0.004
    found: list[str] = []
    words: list[str] = []
    for _ in range(400):
        reader.say(FIELD_OFF)
        found.append(reader.say(LIST_ONE)[3 * 17 : -6])  # behind SENS_RES, whose halves may lie over each other
        if found[-1]:
            words.append(reader.say(select, 400))
    assert set(found) == {"", "20 07 04 11 22 33 44 55 66 06 77 77 71 02 80"}
    assert len(words) > 50
    assert set(words) == {chosen, f"{ACK} 00 00 FF 03 FD D5 41 01 E9 00"}
    assert words.count(chosen) / len(words) > 0.6, "what was lost is asked for again"


# ---- faults


@pytest.mark.parametrize("fault", ["silent", "stuck", "gone"])
def test_it_falls_silent(fault: Fault) -> None:
    reader = Reader()
    reader.chip.fault = fault
    said = reader.say(VERSION)
    assert said == {"silent": "", "stuck": "", "gone": "00 00 FF"}[fault]
    assert reader.say(VERSION) == ""
    assert reader.wires.level(RX) is (fault != "stuck")
    reader.chip.fault = None
    assert reader.wires.level(RX)
    assert reader.chip.asleep is (fault == "gone"), "it begins anew only if it had no power"


def test_a_stuck_line_is_one_zero_to_the_receiver() -> None:
    reader = Reader()
    before = len(reader.wires.received)
    reader.chip.fault = "stuck"
    assert reader.wires.text()[before:] == b"\0"


def test_a_brown_out_forgets_everything() -> None:
    tag = Tag(bytes.fromhex("01020304"))
    reader = Reader(tag)
    reader.say(LIST_ONE)
    reader.say(LIST_TWO, 5)
    before = len(reader.wires.received)
    reader.chip.fault = "brown-out"
    assert tag.state == "power off"
    reader.wires.run_ms(200)
    assert len(reader.wires.received) == before, "what it was doing is forgotten"
    assert reader.chip.asleep
    reader.say(WAKE)
    assert reader.say(LIST_ONE) == f"{ACK} {SYNTAX_ERROR}"
    reader.say(WAKE)
    assert reader.say(SAM) == f"{ACK} {SAM_DONE}"
    reader.field.take(tag)
    assert reader.say(LIST_ONE, 5000) == ACK, "tries are endless again"


def test_a_slow_chip_is_late_and_a_wrong_one_says_so() -> None:
    reader = Reader()
    reader.chip.fault = "slow"
    asked_ns = reader.wires.clock.now_ns()
    before = len(reader.wires.received)
    assert reader.say(LIST_ONE, 300) == f"{ACK} {NO_TARGETS}"
    times = [t - asked_ns for t, _, _ in reader.wires.received[before:]]
    assert 14 * MS < times[0] < 16 * MS
    assert times[-1] > 120 * MS
    reader.chip.fault = "wrong-version"
    assert reader.say(VERSION) == f"{ACK} 00 00 FF 06 FA D5 03 07 01 01 01 1E 00"


def test_bit_errors_damage_both_ways() -> None:
    reader = Reader()
    reader.chip.fault = "bit-errors"
    said = [reader.say(VERSION) for _ in range(200)]
    assert said.count(f"{ACK} {VERSION_IS}") > 20
    assert "" in said, "the question was damaged"
    assert reader.chip.bad_frames > 20
    assert any(len(text) == 56 and text != f"{ACK} {VERSION_IS}" for text in said)


def test_the_menu_of_faults_is_the_whole_one() -> None:
    assert set(FAULTS) == {"silent", "stuck", "bit-errors", "slow", "wrong-version", "gone", "brown-out"}


def test_a_power_cut_of_the_table_is_one_of_the_chip() -> None:
    reader = Reader()
    reader.chip.power_off()
    assert reader.chip.asleep
    assert reader.say(VERSION) == ""
