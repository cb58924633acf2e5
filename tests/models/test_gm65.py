"""The GM65 model against transactions from its manual (V1.3, chapter 8), typed by hand."""

from itertools import pairwise

import pytest

from simulator.models.barcode import START_NS, heard_as
from simulator.models.gm65 import Gm65
from tests.models.recorder import MS, Recorder

UART, RX = 0, 1
DONE = "02 00 00 01 00 33 31"


class Bench:
    """The engine on a chip that only listens, and a hand that types commands."""

    def __init__(self, **settings: int) -> None:
        self.wires = Recorder()
        registers = {int(name[1:], 16): value for name, value in settings.items()}
        self.engine = Gm65(self.wires, UART, RX, settings=registers)

    def say(self, command: str, wait_ms: float = 100, baud: int = 0) -> str:
        """What comes back for a command."""
        before = len(self.wires.received)
        for byte in bytes.fromhex(command):
            self.engine.receive(byte, baud)
        self.wires.run_ms(wait_ms)
        return self.wires.text()[before:].hex(" ").upper()

    def shown(self, *codes: bytes, every_ms: float = 50) -> bytes:
        """What comes out for codes held before it."""
        before = len(self.wires.received)
        for code in codes:
            self.engine.show(code)
            self.wires.run_ms(every_ms)
        return self.wires.text()[before:]


READY = {"r00": 0x06, "r03": 0x03, "r05": 0, "r13": 0}


def test_a_register_is_read_as_in_the_manual() -> None:
    bench = Bench(r0A=0x3E)
    assert bench.say("7E 00 07 01 00 0A 01 EE 8A") == "02 00 00 01 3E E4 AC"
    assert bench.say("7E 00 07 01 00 0A 01 AB CD") == "02 00 00 01 3E E4 AC", "without a check"
    assert bench.say("7E 00 07 01 00 0A 01 11 22") == "", "wrong CRC: no answer"


def test_a_register_is_written_as_in_the_manual() -> None:
    bench = Bench()
    assert bench.say("7E 00 08 01 00 0A 3E 4C CF") == DONE
    assert bench.engine.ram[0x0A] == 0x3E
    assert bench.engine.eeprom[0x0A] == 0, "not before it is saved"
    assert bench.say("7E 00 08 01 00 0A 55 11 22") == "", "wrong CRC: no answer, nothing changed"
    assert bench.engine.ram[0x0A] == 0x3E
    assert bench.say("7E 00 09 01 00 00 00 DE C8") == DONE
    assert bench.engine.eeprom[0x0A] == 0x3E


def test_half_a_command_is_dropped_after_400_ms() -> None:
    bench = Bench()
    assert bench.say("7E 00 08 01 00 0A 3E", wait_ms=401) == ""
    assert bench.say("7E 00 07 01 00 0A 01 EE 8A") == "02 00 00 01 00 33 31"
    assert bench.say("7E 00 07 01", wait_ms=300) == ""
    assert bench.say("00 0A 01 EE 8A") == "02 00 00 01 00 33 31", "in time, it goes on"


def test_several_registers_and_the_baud_rate() -> None:
    bench = Bench()
    assert bench.say("7E 00 07 01 00 2A 02 D8 0F").startswith("02 00 00 02 39 01")
    assert bench.engine.baud == pytest.approx(9600, rel=0.01)
    assert bench.say("7E 00 08 02 00 2A 1A 00 AB CD") == DONE
    assert bench.engine.baud == pytest.approx(115200, rel=0.01)
    assert bench.say("7E 00 07 01 00 2A 02 D8 0F").startswith("02 00 00 02 1A 00")
    bench.engine.power_off()
    bench.engine.power_on()
    assert bench.engine.baud == pytest.approx(9600, rel=0.01), "it was not saved"


def test_answers_take_their_time_on_the_line() -> None:
    bench = Bench()
    bench.say("7E 00 07 01 00 0A 01 EE 8A")
    times = [t for t, _, _ in bench.wires.received]
    steps = {later - earlier for earlier, later in pairwise(times)}
    assert all(abs(step - 10e9 / 9584) < 2 for step in steps)


def test_at_another_rate_neither_side_understands() -> None:
    bench = Bench(**READY)
    assert bench.say("7E 00 07 01 00 0A 01 EE 8A", baud=115200) == ""
    assert bench.say("7E 00 07 01 00 0A 01 EE 8A", 500, baud=9600) == DONE
    bench.wires.baud = 115200
    assert b"TH" not in bench.shown(b"TH")
    bench.wires.baud = 9600
    assert bench.shown(b"4S") == b"4S\r"


@pytest.mark.parametrize(("sent", "heard"), [(9600, 115200), (115200, 9600), (57600, 115200)])
def test_a_wrong_rate_makes_other_bytes(sent: int, heard: int) -> None:
    assert heard_as(0x54, sent, heard) != b"T"
    assert heard_as(0x54, sent, sent) == heard_as(0x54, sent, 0) == b"T"
    assert heard_as(0x54, 115207, 115200) == b"T", "a divider's error does not matter"


def test_as_delivered_it_waits_for_its_trigger() -> None:
    bench = Bench()
    assert bench.shown(b"TH") == b""
    assert bench.engine.unread == [b"TH"]
    assert bench.say("7E 00 08 01 00 00 D6 AB CD") == DONE  # continuous: the manual's example
    assert bench.shown(b"TH") == b"TH\r"


def test_the_same_code_is_hidden_until_the_delay_is_off() -> None:
    bench = Bench(**{**READY, "r13": 0x85})
    assert bench.shown(b"TH", b"TH", b"4S", b"TH") == b"TH\r4S\rTH\r"
    assert bench.shown(b"TH", every_ms=500) == b"", "0.5 s are not over"
    assert bench.shown(b"TH") == b"TH\r"
    assert bench.say("7E 00 08 01 00 13 00 AB CD") == DONE
    assert bench.shown(b"TH", b"TH", b"TH") == b"TH\rTH\rTH\r"
    bench.say("7E 00 08 01 00 13 80 AB CD")
    assert bench.shown(b"TH", every_ms=60_000) == b"", "0 means for ever"
    assert bench.shown(b"TH") == b""


def test_a_pause_after_each_read_hides_the_next_card() -> None:
    bench = Bench(**{**READY, "r05": 2})
    assert bench.shown(b"TH", b"4S", b"9C", every_ms=120) == b"TH\r9C\r"


def test_set_up_codes_work_until_they_are_off() -> None:
    bench = Bench(**{**READY, "r03": 0})
    same_code_on = bytes.fromhex("7E 00 08 01 00 13 85 AB CD")
    assert bench.shown(same_code_on) == b""
    assert bench.engine.ram[0x13] == bench.engine.eeprom[0x13] == 0x85
    bench = Bench(**READY)
    assert bench.shown(same_code_on) == same_code_on + b"\r", "a code like any other"
    assert bench.engine.ram[0x13] == 0


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        ({"r60": 0x21}, b"TH\r\n"),
        ({"r60": 0x41}, b"TH\t"),
        ({"r60": 0x00}, b"TH"),
        ({"rD0": 0x80}, b"]Q1TH\r"),
        ({"r0D": 0x01}, b""),  # on USB
    ],
)
def test_how_a_code_is_sent(setting: dict[str, int], line: bytes) -> None:
    assert Bench(**{**READY, **setting}).shown(b"TH") == line


def test_without_power_it_is_silent_and_forgets_what_was_not_saved() -> None:
    bench = Bench(**READY)
    bench.say("7E 00 08 01 00 13 85 AB CD")
    bench.engine.show(b"TH")
    bench.wires.run_ms(1)
    bench.engine.power_off()
    heard = bench.wires.text()
    assert bench.shown(b"4S") == b""
    assert heard.endswith(b"T") or not heard.endswith(b"TH\r"), "the line broke off"
    bench.engine.power_on()
    assert bench.say("7E 00 07 01 00 13 01 AB CD", START_NS / MS - 1) == "", "it starts"
    bench.wires.run_ms(2)
    assert bench.say("7E 00 07 01 00 13 01 AB CD") == DONE
    assert bench.shown(b"4S") == b"4S\r"


def test_a_factory_reset_brings_everything_back() -> None:
    bench = Bench(**READY)
    bench.say("7E 00 08 01 00 D9 50 AB CD", 1000)
    assert bench.engine.ram[0x00] == 0xD4
    assert bench.engine.ram[0x13] == bench.engine.eeprom[0x13] == 0x85


def test_a_lost_engine_neither_reads_nor_answers_a_dead_one_answers() -> None:
    bench = Bench(**READY)
    bench.engine.fault = "lost"
    assert bench.say("7E 00 07 01 00 0A 01 EE 8A") == ""
    assert bench.shown(b"TH") == b""
    bench.engine.fault = "dead"
    assert bench.say("7E 00 07 01 00 0A 01 EE 8A") == DONE
    assert bench.shown(b"TH") == b""
