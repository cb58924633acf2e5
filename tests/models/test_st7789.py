"""The ST7789 by hand: bytes as its data sheet gives them, pixels as the eye sees them."""

from pathlib import Path

import pytest

from simulator.models import png
from simulator.models.st7789 import Fault, St7789
from tests.models.recorder import MS, US, Recorder

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
# Pixels of 16 bits: five of red, six of green, five of blue, top bit first.
RED_565, GREEN_565, BLUE_565, BLACK_565 = b"\xf8\x00", b"\x07\xe0", b"\x00\x1f", b"\x00\x00"


class Hand:
    """A hand on the pins."""

    def __init__(self) -> None:
        self.wires = Recorder()
        self.lcd = St7789(self.wires.clock)

    def wait_ms(self, ms: float) -> None:
        self.wires.run_ms(ms)

    def send(self, command: int, values: bytes = b"") -> None:
        self.lcd.select(True)
        self.lcd.data_command(False)
        self.lcd.exchange(command)
        self.lcd.data_command(True)
        for value in values:
            self.lcd.exchange(value)
        self.lcd.select(False)

    def fill(self, pixel: bytes, count: int) -> None:
        """Many pixels from the window's corner."""
        self.lcd.select(True)
        self.lcd.data_command(False)
        self.lcd.exchange(0x2C)
        self.lcd.data_command(True)
        self.lcd.write(pixel * count)
        self.lcd.select(False)

    def ask(self, command: int, count: int) -> bytes:
        self.lcd.select(True)
        self.lcd.data_command(False)
        self.lcd.exchange(command)
        self.lcd.data_command(True)
        answer = bytes(self.lcd.exchange(0) for _ in range(count))
        self.lcd.select(False)
        return answer

    def wake(self) -> None:
        self.wait_ms(120)
        self.send(0x11)
        self.wait_ms(5)
        self.send(0x21)
        self.send(0x3A, b"\x55")
        self.send(0x29)

    def window(self, columns: tuple[int, int], rows: tuple[int, int]) -> None:
        for command, (first, last) in ((0x2A, columns), (0x2B, rows)):
            self.send(command, first.to_bytes(2, "big") + last.to_bytes(2, "big"))

    def clear(self) -> None:
        """All black, in the memory's own order."""
        self.send(0x36, b"\x00")
        self.window((0, 239), (0, 319))
        self.fill(BLACK_565, 240 * 320)

    def lit(self) -> dict[tuple[int, int], tuple[int, int, int]]:
        rows = self.lcd.image()
        assert len(rows) == 240
        assert all(len(row) == 320 for row in rows)
        return {(x, y): p for y, row in enumerate(rows) for x, p in enumerate(row) if p != BLACK}


@pytest.fixture
def hand() -> Hand:
    """One that is awake, on and black."""
    hand = Hand()
    hand.wake()
    hand.clear()
    assert hand.lit() == {}
    return hand


def test_it_starts_asleep_and_off_with_noise_in_its_memory() -> None:
    hand = Hand()
    assert hand.lit() == {}
    hand.wake()
    assert len(hand.lit()) > 70_000
    assert hand.lcd.broken_rules == []


def test_on_its_side_a_picture_is_upright_with_mv_and_mx(hand: Hand) -> None:
    hand.send(0x36, b"\x60")
    hand.window((10, 12), (20, 21))
    hand.send(0x2C, RED_565 + GREEN_565 + BLUE_565 + RED_565)
    assert hand.lit() == {(10, 20): RED, (11, 20): GREEN, (12, 20): BLUE, (10, 21): RED}


@pytest.mark.parametrize(
    ("access", "first", "second"),
    [
        (0x00, (0, 239), (0, 238)),  # upright if the panel stood: here it lies on its side
        (0x40, (0, 0), (0, 1)),  # MX
        (0x80, (319, 239), (319, 238)),  # MY
        (0x20, (0, 239), (1, 239)),  # MV: upside down and mirrored
        (0x60, (0, 0), (1, 0)),  # as it should be
        (0xA0, (319, 239), (318, 239)),  # MV and MY: upside down
        (0xE0, (319, 0), (318, 0)),  # mirrored
        (0x68, (0, 0), (1, 0)),
    ],
)
def test_memory_access_control_turns_and_mirrors(
    hand: Hand, access: int, first: tuple[int, int], second: tuple[int, int]
) -> None:
    """MADCTL (9.1.28): the first two pixels of a window in the corner."""
    hand.send(0x36, bytes((access,)))
    hand.window((0, 1), (0, 0))
    hand.send(0x2C, RED_565 + GREEN_565)
    assert hand.lit() == {first: BLUE if access & 8 else RED, second: GREEN}


def test_the_pointer_wraps_in_its_window(hand: Hand) -> None:
    hand.send(0x36, b"\x60")
    hand.window((5, 6), (7, 8))
    hand.send(0x2C, RED_565 * 4 + GREEN_565)
    assert hand.lit() == {(5, 7): GREEN, (6, 7): RED, (5, 8): RED, (6, 8): RED}


def test_memory_write_begins_at_the_corner_again_and_other_commands_end_it(hand: Hand) -> None:
    hand.send(0x36, b"\x60")
    hand.window((0, 319), (0, 239))
    hand.send(0x2C, RED_565)
    hand.send(0x2C, GREEN_565)
    hand.send(0x00, BLUE_565 * 3)
    assert hand.lit() == {(0, 0): GREEN}


def test_eighteen_bits_are_three_bytes_a_pixel(hand: Hand) -> None:
    hand.send(0x36, b"\x60")
    hand.send(0x3A, b"\x66")
    hand.window((0, 1), (0, 0))
    hand.send(0x2C, b"\xfc\x00\x00\x00\xfc\x80")
    assert hand.lit() == {(0, 0): RED, (1, 0): (0, 255, 130)}


def test_many_bytes_at_once_are_the_same_as_one_by_one(hand: Hand) -> None:
    data = bytes(n * 37 % 256 for n in range(2 * 80 * 16))
    hand.send(0x36, b"\x60")
    hand.window((80, 159), (32, 47))
    hand.send(0x2C, data)
    before = hand.lit()
    hand.clear()
    hand.send(0x36, b"\x60")
    hand.window((80, 159), (32, 47))
    lcd = hand.lcd
    lcd.select(True)
    lcd.data_command(False)
    lcd.write(b"\x2c")
    lcd.data_command(True)
    for at in range(0, len(data), 333):  # odd: pixels are torn between two writes
        lcd.write(data[at : at + 333])
    lcd.select(False)
    assert hand.lit() == before
    assert len(before) > 1000
    assert lcd.broken_rules == []


def test_glass_that_is_not_inverted_shows_the_opposite(hand: Hand) -> None:
    hand.send(0x36, b"\x60")
    hand.window((0, 0), (0, 0))
    hand.send(0x2C, RED_565)
    hand.send(0x20)
    rows = hand.lcd.image()
    assert (rows[0][0], rows[0][1]) == ((0, 255, 255), WHITE)


def test_display_off_and_sleep_are_dark_and_keep_the_memory(hand: Hand) -> None:
    hand.send(0x36, b"\x60")
    hand.window((0, 0), (0, 0))
    hand.send(0x2C, RED_565)
    hand.send(0x28)
    assert hand.lit() == {}
    hand.send(0x29)
    hand.wait_ms(120)
    hand.send(0x10)
    assert hand.lit() == {}
    hand.wait_ms(120)
    hand.send(0x11)
    hand.wait_ms(5)
    assert hand.lit() == {(0, 0): RED}
    assert hand.lcd.broken_rules == []


def test_a_software_reset_keeps_the_memory_and_forgets_the_rest(hand: Hand) -> None:
    hand.wait_ms(120)
    hand.send(0x01)
    hand.wait_ms(5)
    assert hand.ask(0x0A, 1) == b"\x08"
    assert hand.ask(0x0B, 1) == b"\x00"
    assert hand.ask(0x0C, 1) == b"\x66"
    hand.wake()
    assert hand.lit() == {}
    assert hand.lcd.broken_rules == []


def test_what_comes_too_early_is_lost_and_written_down() -> None:
    hand = Hand()
    hand.wait_ms(4)
    hand.send(0x29)
    hand.wait_ms(100)
    hand.send(0x11)  # 120 ms after power on
    assert hand.ask(0x0A, 1) == b"\x08"
    hand.wait_ms(16)
    hand.send(0x11)
    hand.wait_ms(4)
    hand.send(0x29)  # 5 ms after sleep out
    hand.wait_ms(1)
    assert hand.ask(0x0A, 1) == b"\x98"
    hand.send(0x10)  # 120 ms after sleep out
    assert hand.lcd.broken_rules == [
        "command 29h within 5 ms after reset or sleep",
        "sleep out within 120 ms after reset or sleep in",
        "command 29h within 5 ms after reset or sleep",
        "sleep in within 120 ms after sleep out",
    ]


def test_the_reset_pin_wants_ten_microseconds(hand: Hand) -> None:
    hand.lcd.reset_pin(False)
    hand.wires.time.advance_to(hand.wires.time.now_ns() + 9 * US)
    hand.lcd.reset_pin(True)
    assert hand.ask(0x0A, 1) == b"\x9c"
    hand.lcd.reset_pin(False)
    hand.wires.time.advance_to(hand.wires.time.now_ns() + 10 * US)
    hand.send(0x00)
    hand.lcd.reset_pin(True)
    hand.wait_ms(5)
    assert hand.ask(0x0A, 1) == b"\x08"
    assert hand.lcd.broken_rules == ["a reset pulse that is too short", "a byte while RESX is low"]


def test_reading_follows_the_command_long_answers_after_one_more_clock(hand: Hand) -> None:
    assert hand.ask(0x0A, 1) == b"\x9c"  # booster, sleep out, normal, on
    hand.send(0x36, b"\x60")
    assert hand.ask(0x0B, 1) == b"\x60"
    assert hand.ask(0x0C, 1) == b"\x55"
    assert bytes(hand.ask(command, 1)[0] for command in (0xDA, 0xDB, 0xDC)) == b"\x85\x85\x52"
    answer = int.from_bytes(hand.ask(0x04, 4), "big")
    assert answer >> 7 & 0xFFFFFF == 0x858552
    status = int.from_bytes(hand.ask(0x09, 5), "big") >> 7 & 0xFFFFFFFF
    assert status == 1 << 31 | 0x18 << 25 | 5 << 20 | 1 << 17 | 1 << 16 | 1 << 13 | 1 << 10
    assert hand.lcd.exchange(0) == 0xFF  # nobody is selected


def test_rules_of_windows_depths_and_commands(hand: Hand) -> None:
    hand.window((0, 240), (0, 319))  # without MV there are 240 columns
    hand.send(0x3A, b"\x53")
    hand.send(0x2C, b"\xff\xff\xff")
    hand.send(0x3A, b"\x55")
    hand.send(0x2C, b"\xff")
    hand.send(0xFF)
    for command, count in ((0xB2, 5), (0xB7, 1), (0xE0, 14), (0x34, 0), (0xD0, 2), (0x13, 0)):
        hand.send(command, bytes(count))
    assert hand.lcd.unknown_commands == [0xFF]
    assert hand.lcd.broken_rules == [
        "a window from 0 to 240 of 240",
        "pixels of a depth that is not known, 53h",
        "a pixel ends in the middle",
    ]
    assert hand.lit() == {}


def test_bytes_for_others_are_not_taken(hand: Hand) -> None:
    before = hand.lcd.bytes_taken
    hand.lcd.data_command(False)
    hand.lcd.exchange(0x28)
    hand.lcd.write(b"\x28")
    assert hand.ask(0x0A, 1) == b"\x9c"
    assert hand.lcd.bytes_taken == before + 1


def test_changed_is_the_time_of_the_last_visible_change(hand: Hand) -> None:
    hand.wait_ms(1)
    now = hand.wires.time.now_ns()
    hand.send(0x36, b"\x60")
    hand.window((0, 0), (0, 0))
    hand.send(0x2C, RED_565)
    assert hand.lcd.changed_ns == now
    hand.wait_ms(1)
    hand.send(0x2C, RED_565)
    hand.send(0x29)
    assert hand.lcd.changed_ns == now  # the same pixel at the same place
    hand.send(0x28)
    assert hand.lcd.changed_ns == now + MS


def test_a_brown_out_takes_registers_and_memory(hand: Hand) -> None:
    hand.lcd.power_off()
    assert hand.lit() == {}
    hand.wait_ms(5)
    assert hand.ask(0x0A, 1) == b"\x08"
    hand.wake()
    assert len(hand.lit()) > 70_000


@pytest.mark.parametrize(("fault", "answer"), [("silent", 0xFF), ("stuck", 0x00), ("gone", 0xFF)])
def test_faults_that_take_nothing(hand: Hand, fault: Fault, answer: int) -> None:
    hand.send(0x36, b"\x60")
    hand.window((0, 1), (0, 0))
    lcd = hand.lcd
    lcd.select(True)
    lcd.data_command(False)
    lcd.exchange(0x2C)
    lcd.data_command(True)
    lcd.write(RED_565)
    lcd.fault = fault  # in the middle of a transfer
    lcd.write(RED_565)
    lcd.select(False)
    assert hand.ask(0x0A, 1) == bytes((answer,))
    assert hand.lit() == ({} if fault == "gone" else {(0, 0): RED})
    lcd.fault = None
    hand.wait_ms(5)
    assert hand.ask(0x0A, 1) == (b"\x08" if fault == "gone" else b"\x9c")


def test_one_can_go_in_the_middle_of_a_transfer(hand: Hand) -> None:
    hand.send(0x36, b"\x60")
    hand.window((0, 3), (0, 0))
    lcd = hand.lcd
    lcd.gone_after = 5  # the command and two pixels
    lcd.fault = "gone"
    before = lcd.bytes_taken
    hand.send(0x2C, RED_565 * 4)
    assert lcd.bytes_taken - before == 5
    assert hand.lit() == {} and hand.ask(0x0A, 1) == b"\xff"
    lcd.fault = None
    hand.wait_ms(5)
    assert hand.ask(0x0A, 1) == b"\x08"


def test_another_makers_panel_says_so(hand: Hand) -> None:
    hand.lcd.fault = "wrong-version"
    assert bytes(hand.ask(command, 1)[0] for command in (0xDA, 0xDB, 0xDC)) == b"\x00\x93\x41"
    assert hand.ask(0x0A, 1) == b"\x9c"


def test_a_brown_out_is_over_at_once_and_all_is_forgotten(hand: Hand) -> None:
    hand.lcd.fault = "brown-out"
    hand.wait_ms(5)
    assert hand.ask(0x0A, 1) == b"\x08"
    hand.wake()
    hand.lcd.fault = None
    assert len(hand.lit()) > 70_000, "its end changes nothing"


def test_bit_errors_leave_most_pixels_right(hand: Hand) -> None:
    hand.send(0x36, b"\x60")
    hand.window((0, 99), (0, 99))
    hand.lcd.fault = "bit-errors"
    hand.fill(RED_565, 10_000)
    wrong = [p for p in hand.lit().values() if p != RED]
    assert 20 < len(wrong) < 300


def test_a_slow_one_loses_what_comes_in_the_data_sheet_s_time() -> None:
    hand = Hand()
    hand.lcd.fault = "slow"
    hand.lcd.power_off()
    hand.wake()
    assert hand.lit() == {}
    hand.wait_ms(1200)
    hand.send(0x11)
    hand.wait_ms(50)
    hand.send(0x29)
    assert len(hand.lit()) > 70_000
    assert hand.lcd.broken_rules == []


def test_the_picture_can_be_written_to_a_file(hand: Hand, tmp_path: Path) -> None:
    hand.send(0x36, b"\x60")
    hand.window((3, 3), (4, 4))
    hand.send(0x2C, GREEN_565)
    hand.lcd.save_png(tmp_path / "lcd.png")
    assert png.read(tmp_path / "lcd.png") == hand.lcd.image()
