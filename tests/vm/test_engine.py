"""Barcode engines behind our own tasks, on both virtual machines: set-up, watching, crafted codes."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from pitctl.boards import load_board
from simulator.models.barcode import BarcodeEngine
from simulator.models.gm65 import BAUD, INTERVAL, MODE, OUTPUT, SAME_CODE, SETUP, Gm65, with_check
from simulator.vm import FIRMWARE, VmTarget
from tests.vm.conftest import PRELUDE, lines

pytestmark = pytest.mark.target("cpython", "unix")

PROGRAM = """
    from pitboard.app.engine import Engine
    from pitboard.app.gm65_task import Gm65
    from pitboard.app.scan_task import Scanner
    from pitboard.drivers.beam import Beam
    from pitboard.drivers.rp2_uart_dma import UartDma
    from pitboard.games import events

    CODES = (b"TH", b"4S", b"9C", b"KD")

    def parse(code):
        code = bytes(code)
        return CODES.index(code) if code in CODES else -1

    class Clerk:
        def card(self, card, start_ms):
            say("%s", CODES[card].decode())

        def irregular(self, kind):
            say("%s", events.KIND_NAMES[kind])

    async def tell(engine):
        was = None
        while True:
            now = "%s %s" % ("ok" if engine.ok else "not ok", engine.reason)
            if now != was:
                was = now
                say("%s", now.strip())
            await asyncio.sleep_ms(10)

    async def main(stdin, stdout):
        wake = asyncio.ThreadSafeFlag()
        reader = UartDma(0, 0, 1, {baud}, wake)
        beam = Beam(2, True, 0, wake)
        clerk = Clerk()
        if "{dialect}" == "gm65":
            engine = Gm65({baud}, reader, clerk.irregular)
        else:
            engine = Engine("{dialect}", reader, clerk.irregular)
        scanner = Scanner(reader, beam, wake, clerk, parse, engine)
        tasks = [asyncio.create_task(run) for run in (scanner.run(), engine.run(), tell(engine))]
        for task in tasks:
            await task
    """


class Rig:
    """A chip that reads cards, and its engine."""

    def __init__(self, target: VmTarget) -> None:
        self.target = target
        assert target.bench.barcode is not None
        self.engine: BarcodeEngine = target.bench.barcode

    @property
    def gm65(self) -> Gm65:
        assert isinstance(self.engine, Gm65)
        return self.engine

    def after(self, seconds: float) -> list[str]:
        """What the chip says while time passes."""
        self.target.run_for(round(seconds * 1e6))
        return lines(self.target)

    def slide(self, *codes: bytes | str | None, pace_ms: int = 500) -> list[str]:
        for code in codes:
            self.target.bench.dealer.slide(code)
            self.target.run_for(pace_ms * 1000)
        return self.after(0.2)


Start = Callable[..., Rig]


@pytest.fixture
def start(target_name: str, tmp_path: Path) -> Iterator[Start]:
    """Boots the program with an engine of a dialect at the board's baud rate."""
    opened: list[VmTarget] = []

    def boot(dialect: str, baud: int = 115200, settings: dict[int, int] | None = None) -> Rig:
        board = load_board("pico-table")
        scanner = {**board.parts["scanner"], "dialect": dialect, "baud": baud}
        board = replace(board, parts={**board.parts, "scanner": scanner})
        firmware = tmp_path / "firmware"
        shutil.copytree(FIRMWARE / "pitboard", firmware / "pitboard")
        program = dedent(PROGRAM).format(dialect=dialect, baud=baud)
        (firmware / "main.py").write_text(PRELUDE + program)
        target = VmTarget(target_name, board, {}, state_dir=tmp_path / "state", firmware=firmware)
        opened.append(target)
        engine = target.bench.barcode
        if isinstance(engine, Gm65):
            for address, value in (settings or {}).items():
                engine.eeprom[address] = value
            engine.power_off()
            engine.power_on()
        target.start()
        return Rig(target)

    yield boot
    for target in opened:
        target.close()


def set_up(start: Start) -> Rig:
    """A table whose engine has been found and set up."""
    rig = start("gm65")
    assert rig.after(6)[-1] == "ok"
    return rig


# ---- set-up


@pytest.mark.parametrize("baud", [9600, 38400, 115200])
def test_a_factory_new_engine_is_found_set_up_and_saved(start: Start, baud: int) -> None:
    rig = start("gm65", baud)
    assert rig.after(6) == ["not ok not asked yet", "ok"]
    engine = rig.gm65
    assert engine.baud == pytest.approx(baud, rel=0.01)
    assert engine.ram[MODE] == 0x06
    assert engine.ram[SAME_CODE] & 0x80 == 0
    assert engine.ram[SETUP] & 2
    assert engine.ram[INTERVAL] == 0
    assert engine.ram[0x60] == 0x01
    assert engine.eeprom == engine.ram
    assert engine.saves == 1
    assert rig.slide("TH", "TH", "4S") == ["TH", "TH", "4S"]


def test_an_engine_that_is_right_is_left_alone(start: Start) -> None:
    rig = set_up(start)
    engine = rig.gm65
    engine.writes.clear()
    rig.target.power_cut()
    rig.target.start()
    assert rig.after(3) == ["not ok not asked yet", "ok"]
    assert engine.writes == []
    assert engine.saves == 1


def test_only_what_differs_is_written(start: Start) -> None:
    right = {MODE: 0x06, SETUP: 0x03, INTERVAL: 0, 0x06: 0, SAME_CODE: 0, BAUD: 0x1A, BAUD + 1: 0}
    rig = start("gm65", 115200, {**right, SAME_CODE: 0x85, OUTPUT: 0x41})
    assert rig.after(6)[-1] == "ok"
    assert rig.gm65.writes == [(OUTPUT, 0x40), (SAME_CODE, 0x05)]
    assert rig.gm65.saves == 1


def test_a_setting_that_does_not_stick_is_named_and_tried_again(start: Start) -> None:
    rig = start("gm65")
    engine = rig.gm65
    real = engine._write

    def stubborn(address: int, data: bytes) -> None:
        if address != SAME_CODE:
            real(address, data)

    engine._write = stubborn
    said = rig.after(12)
    assert "not ok setting 13" in said
    assert said.count("reader_lost") == 1
    assert engine.saves == 0
    engine._write = real
    assert rig.after(8)[-2:] == ["reader_back", "ok"]


def test_no_engine_at_all_is_said_and_never_waited_for(start: Start) -> None:
    rig = start("gm65")
    rig.engine.power_off()
    assert rig.after(10) == ["not ok not asked yet", "not ok no answer", "reader_lost"]
    assert rig.slide("TH") == ["misscan"]
    rig.engine.power_on()
    assert rig.after(10)[-2:] == ["reader_back", "ok"]
    assert rig.slide("TH") == ["TH"]


# ---- watching


def test_a_lost_engine_is_named_once_and_its_return_too(start: Start) -> None:
    rig = set_up(start)
    assert rig.slide("TH", "4S") == ["TH", "4S"]
    rig.engine.fault = "lost"
    assert rig.after(4) == ["reader_lost", "not ok no answer"]
    assert rig.slide("9C") == ["misscan"]
    assert rig.after(10) == []
    rig.engine.fault = None
    assert rig.after(8) == ["reader_back", "ok"]
    assert rig.slide("9C") == ["9C"]


def test_an_engine_lost_between_quick_cards_is_named(start: Start) -> None:
    rig = set_up(start)
    rig.engine.fault = "lost"
    said = rig.slide(*[None] * 12, pace_ms=250)
    assert said.count("reader_lost") == 1
    assert said.count("misscan") == 12


@pytest.mark.parametrize("how", ["power", "factory"])
def test_an_engine_that_comes_back_is_set_up_again(start: Start, how: str) -> None:
    rig = set_up(start)
    engine = rig.gm65
    if how == "factory":
        engine.reset_to_factory()
    else:
        engine.power_off()
        rig.after(4)
        engine.power_on()
    said = rig.after(20)
    assert said[-2:] == ["reader_back", "ok"]
    assert engine.baud == pytest.approx(115200, rel=0.01)
    assert engine.ram[SAME_CODE] & 0x80 == 0
    assert rig.slide("TH", "TH") == ["TH", "TH"]


def test_a_setting_that_was_changed_is_put_right(start: Start) -> None:
    rig = set_up(start)
    rig.gm65.ram[SAME_CODE] = 0x85
    assert rig.after(20) == [], "nobody was disturbed"
    assert rig.gm65.ram[SAME_CODE] & 0x80 == 0


def test_cards_in_the_middle_of_every_question_are_read(start: Start) -> None:
    """Lines meet questions and answers at every offset: no card is lost, no question is a card."""
    rig = set_up(start)
    for delay_ms in range(0, 60, 3):
        asked = len(rig.engine.received)
        assert rig.target.run_until(lambda asked=asked: len(rig.engine.received) > asked, 9_000_000)
        rig.target.run_for(delay_ms * 500)
        assert rig.slide("TH") == ["TH"], delay_ms


@pytest.mark.parametrize("dialect", ["plain", "ack"])
def test_an_engine_that_cannot_be_asked_is_lost_after_two_silent_passages(
    start: Start, dialect: str
) -> None:
    rig = start(dialect)
    assert rig.after(1) == ["ok"]
    assert rig.slide("TH", None, "4S") == ["TH", "misscan", "4S"]
    rig.engine.fault = "lost"
    assert rig.slide(*["9C"] * 3) == [
        "misscan", "misscan", "reader_lost", "not ok no reads", "misscan",
    ]  # fmt: skip
    rig.engine.fault = None
    assert rig.slide("9C") == ["reader_back", "ok", "9C"]
    assert rig.slide("KD") == ["KD"]


def test_plain_engines_are_sent_nothing(start: Start) -> None:
    rig = start("plain")
    rig.after(10)
    rig.slide("TH")
    assert rig.engine.received == b""


def test_triggers_and_acknowledgements(start: Start) -> None:
    rig = start("honeywell")
    rig.after(1)
    assert rig.engine.received == b"\x16U\r\x16T\r"
    rig.slide("TH")
    assert rig.engine.received == b"\x16U\r\x16T\r" + b"\x16T\r", "a read ends the trigger"
    rig.after(5)
    assert rig.engine.received.endswith(b"\x16U\r\x16T\r"), "and so does time"


def test_each_line_is_acknowledged(start: Start) -> None:
    rig = start("ack")
    assert rig.after(1) == ["ok"]
    rig.engine.terminator = b"\x03"
    rig.slide("TH", "XX")
    assert rig.engine.received == b"\x06\x06"


# ---- crafted codes

FORGED = with_check(b"\x02\x00", b"\x00\x01\x02")
CRAFTED: dict[str, bytes] = {
    "control characters": b"\x00\x03\x1b[2JTH\x7f",
    "line ends": b"XX\rXX",
    "set-up code: same-code delay": bytes.fromhex("7E0008010013 85ABCD"),
    "set-up code: manual mode": bytes.fromhex("7E0008010000 D4ABCD"),
    "set-up code: factory reset": bytes.fromhex("7E00080100D9 55ABCD"),
    "an answer": FORGED,
    "two answers": FORGED * 2,
    "half an answer": FORGED[:4],
}


@pytest.mark.parametrize("dialect", ["plain", "gm65"])
@pytest.mark.parametrize("name", list(CRAFTED))
def test_a_crafted_code_changes_nothing(start: Start, dialect: str, name: str) -> None:
    rig = start(dialect)
    assert rig.after(6)[-1] == "ok"
    before = bytes(rig.gm65.ram) if dialect == "gm65" else b""
    said = rig.slide(CRAFTED[name])
    assert said and set(said) <= {"unknown_code", "stray_read", "two_codes"}
    assert rig.slide("TH") == ["TH"]
    assert rig.after(10) == []
    if dialect == "gm65":
        assert bytes(rig.gm65.ram) == before
        assert rig.gm65.saves == 1


@pytest.mark.parametrize("dialect", ["plain", "gm65"])
def test_ten_kilobytes_at_full_rate_do_not_hide_the_next_card(start: Start, dialect: str) -> None:
    rig = start(dialect)
    assert rig.after(6)[-1] == "ok"
    rig.target.bench.dealer.slide(b"TH" * 5000)
    said = rig.after(2)
    assert said == ["unknown_code"]
    assert rig.slide("4S") == ["4S"]


def test_a_forged_answer_is_not_taken_for_the_engines(start: Start) -> None:
    """A printed code like "register 00 is 02" while the engine is asked: the engine's own word counts."""
    rig = set_up(start)
    engine = rig.gm65
    engine.fault = "lost"
    for _ in range(40):  # questions come every two seconds
        rig.target.run_for(99_000)
        engine.fault = None
        engine.show(FORGED)
        rig.target.run_for(1_000)
        engine.fault = "lost"
    assert "reader_lost" in rig.after(5)
