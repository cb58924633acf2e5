"""Which board it is, and that a run can be had again."""

import pytest

from pitctl.boards import load_board
from simulator.rp2040 import SERIAL, Rp2040Target
from tests.rp2040.raw_repl import Repl

pytestmark = pytest.mark.rp2040

LAUNCH = """
    import array, machine, time
    from machine import Pin
    beam = Pin(2, Pin.IN, Pin.PULL_UP)
    seen = array.array("I")
    beam.irq(lambda pin: seen.append(time.ticks_us()), Pin.IRQ_FALLING)
"""


def test_each_board_has_a_serial_number_of_its_own() -> None:
    other = bytes(range(8))
    for serial in (SERIAL, other):
        target = Rp2040Target(serial=serial)
        target.start()
        repl = Repl(target)
        repl.enter()
        assert repl.run("import machine\nprint(machine.unique_id().hex())") == serial.hex()


def test_the_same_calls_give_the_same_run() -> None:
    """To the microsecond, and to the last byte of flash."""

    def run() -> tuple[str, bytes, int]:
        target = Rp2040Target(load_board("pico-table"))
        target.start()
        repl = Repl(target)
        repl.enter()
        repl.run(LAUNCH)
        assert repl.bench.beam is not None
        for _ in range(5):
            repl.bench.beam.interrupt()
            target.run_for(3_217)
            repl.bench.beam.restore()
            target.run_for(1_001)
        seen = repl.run("""
            with open("seen", "w") as file:
                file.write(str(seen))
            print(seen)
        """)
        return seen, target.flash(), target.now_us()

    first = run()
    assert first[0].count(",") == 5
    assert run() == first
