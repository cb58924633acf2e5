"""The barcode engine's line on the emulated RP2040: sending, other baud rates, set-up, a code of 10 KB."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from pitctl.boards import load_board
from pitctl.flashing.compile import FIRMWARE_DIR, compile_firmware
from simulator.images import find_image
from simulator.models.gm65 import SAME_CODE, Gm65
from simulator.rp2040 import Rp2040Target
from simulator.rp2040_install import installed_flash, read_files
from tests.rp2040.raw_repl import Repl

pytestmark = pytest.mark.rp2040

READER = """
    import asyncio
    from pitboard.drivers.rp2_uart_dma import UartDma
    wake = asyncio.ThreadSafeFlag()
    reader = UartDma(0, 0, 1, 115200, wake)
    def heard():
        return bytes([reader.get() for _ in range(reader.any())])
"""

PROGRAM = "engine_bench"
"""A file of its own on the board: the names of joined modules are known to programs that are built with them."""

TABLE = """
    from pitboard.app.gm65_task import Gm65
    from pitboard.app.scan_task import Scanner
    from pitboard.drivers.beam import Beam
    from pitboard.games import events
    CODES = (b"TH", b"4S")
    said = []
    class Clerk:
        def card(self, card, start_ms):
            said.append(CODES[card])
        def irregular(self, kind):
            said.append(events.KIND_NAMES[kind])
    def parse(code):
        code = bytes(code)
        return CODES.index(code) if code in CODES else -1
    clerk = Clerk()
    engine = Gm65(115200, reader, clerk.irregular)
    scanner = Scanner(reader, Beam(2, True, 0, wake), wake, clerk, parse, engine)
    async def main():
        tasks = [asyncio.create_task(run) for run in (scanner.run(), engine.run())]
        print("ready")
        while len(said) < 4:
            await asyncio.sleep_ms(10)
        print(said, reader.lost, engine.ok)
"""


@pytest.fixture
def repl(tmp_path: Path) -> Iterator[Repl]:
    """A board with our drivers and a factory-new GM65, at its REPL."""
    board = load_board("pico-table")
    scanner = {**board.parts["scanner"], "dialect": "gm65"}
    build = tmp_path / "build"
    sources = tmp_path / "firmware"
    shutil.copytree(FIRMWARE_DIR, sources, ignore=shutil.ignore_patterns("__pycache__"))
    (sources / f"{PROGRAM}.py").write_text(dedent(READER + TABLE))
    compile_firmware(sources, build, "armv6m")
    files = {name: data for name, data in read_files(build).items() if name.startswith(("pitboard/", PROGRAM))}
    flash = installed_flash(files, find_image())
    parts = {**board.parts, "scanner": scanner}
    target = Rp2040Target(replace(board, parts=parts), flash=flash)
    target.start()
    repl = Repl(target)
    repl.enter()
    yield repl
    target.close()


def engine_of(repl: Repl) -> Gm65:
    engine = repl.bench.barcode
    assert isinstance(engine, Gm65)
    return engine


def test_a_question_is_heard_only_at_the_engines_rate(repl: Repl) -> None:
    engine = engine_of(repl)
    repl.run(READER)
    ask = """
        reader.write(bytes.fromhex("7E000701000001ABCD"))
        import time
        time.sleep_ms(60)
        print(heard())
    """
    assert repl.run(ask) == "b''"
    assert engine.received and b"\x7e\x00\x07" not in engine.received
    repl.run("reader.set_baud(9600)")
    engine.received.clear()
    assert repl.run(ask) == r"b'\x02\x00\x00\x01\xd4\xb8\xc8'"
    assert engine.received == bytes.fromhex("7E 00 07 01 00 00 01 AB CD")
    took = repl.run("t = time.ticks_us(); reader.write(b'\\x00' * 9); print(time.ticks_us() - t)")
    assert int(took) < 1000, "nine bytes wait in the FIFO, not in the program"


def test_the_ring_works_after_many_changes_of_rate(repl: Repl) -> None:
    engine = engine_of(repl)
    repl.run(READER)
    for baud in (9600, 115200, 9600, 57600, 9600):
        repl.run(f"reader.set_baud({baud})")
        engine.send(b"0123456789\r")
        repl.target.run_for(30_000)
        said = repl.run("print(heard())")
        assert (said == r"b'0123456789\r'") == (baud == 9600)
    assert repl.run("print(reader.lost)") == "0"


def test_set_up_a_long_code_and_cards(repl: Repl) -> None:
    engine = engine_of(repl)
    repl.run(f"from {PROGRAM} import *")
    repl.send("asyncio.run(main())")
    target = repl.target
    assert target.run_until(repl.heard(b"ready"), 2_000_000)
    assert target.run_until(lambda: engine.saves == 1, 20_000_000)
    assert engine.ram[SAME_CODE] & 0x80 == 0
    assert engine.baud == pytest.approx(115200, rel=0.01)
    target.run_for(500_000)
    for code in (b"TH", b"TH" * 5000, b"TH", b"4S"):
        repl.bench.dealer.slide(code)
        target.run_for(1_500_000 if len(code) > 9 else 500_000)
    said = repl.finish().splitlines()
    assert said == ["ready", "[b'TH', 'unknown_code', b'TH', b'4S'] 0 True"]
