"""The emulated board's flash: time, counts and power cuts at any command."""

import pytest

from simulator.models.nor_flash import FlashOp, PowerCut
from tests.rp2040.raw_repl import Repl

pytestmark = pytest.mark.rp2040

FILESYSTEM_BLOCK_300 = 0xA0000 + 300 * 4096

PROGRAM = """
    import rp2, time
    flash = rp2.Flash()
    flash.ioctl(6, 300)
    def program(number, byte):
        start = time.ticks_us()
        flash.writeblocks(300, bytes([byte]) * 256, number * 256)
        print(time.ticks_diff(time.ticks_us(), start))
"""


def test_a_page_is_programmed_in_place_and_takes_its_time(repl: Repl) -> None:
    repl.run(PROGRAM)
    flash = repl.bench.flash
    programs, erases = flash.programs.total(), flash.erases.total()
    typical_us = int(repl.run("program(0, 0x5A)"))
    flash.slow = True
    worst_us = int(repl.run("program(1, 0xA5)"))
    assert 700 < typical_us < 1_200
    assert 3_000 < worst_us < 3_500
    assert (flash.programs.total(), flash.erases.total()) == (programs + 2, erases)
    at = FILESYSTEM_BLOCK_300
    assert repl.target.flash()[at : at + 513] == b"\x5a" * 256 + b"\xa5" * 256 + b"\xff"


@pytest.mark.parametrize("done", [0, 100, 256])
def test_power_fails_in_the_middle_of_a_page(repl: Repl, done: int) -> None:
    repl.run(PROGRAM)
    flash = repl.bench.flash

    def cut(op: FlashOp) -> None:
        flash.tear(op, done)
        raise PowerCut

    flash.before = cut
    repl.send("program(0, 0x00)")
    repl.target.run_for(1_000_000)
    assert not repl.target.powered
    flash.before = None
    before_us = repl.target.now_us()
    repl.target.run_for(500_000)
    assert repl.target.now_us() == before_us + 500_000
    repl.target.start()
    repl.enter()
    zeros = repl.run("""
        import machine, rp2
        page = bytearray(256)
        rp2.Flash().readblocks(300, page, 0)
        print(page.count(b"\\x00"), machine.reset_cause() == machine.PWRON_RESET)
    """)
    assert zeros == f"{done} True"


def test_a_reset_keeps_the_flash_and_says_why(repl: Repl) -> None:
    repl.run("""
        import machine
        with open("kept.txt", "w") as file:
            file.write("kept")
    """)
    repl.send("machine.reset()")
    repl.target.run_for(100_000)
    assert repl.target.resets == 1
    repl.enter()
    answer = repl.run("""
        import machine
        print(open("kept.txt").read(), machine.reset_cause() == machine.WDT_RESET)
        watchdog = machine.WDT(timeout=500)
    """)
    assert answer == "kept True"
    repl.target.run_for(600_000)
    assert repl.target.resets == 2
