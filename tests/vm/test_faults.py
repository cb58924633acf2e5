"""Firmware that crashes, hangs, resets or runs out of memory: the host says so and stays whole."""

from pathlib import Path

import pytest

from pitctl.boards import load_board
from pitctl.exceptions import NoDevice, TargetUnavailable
from simulator.targets import open_target
from simulator.vm import VmCrashed
from tests.vm.conftest import Boot, lines

pytestmark = pytest.mark.target("cpython", "unix")


def test_an_exception_in_main_fails_the_run(boot: Boot) -> None:
    target = boot("""
    async def main(stdin, stdout):
        await asyncio.sleep_ms(5)
        raise RuntimeError("deliberate")
    """)
    with pytest.raises(VmCrashed, match="deliberate"):
        target.run_for(10_000)
    assert 5_000 <= target.now_us() <= 5_010
    assert "RuntimeError" in target.errors[0]


def test_an_exception_in_a_task_fails_the_run_unless_told_otherwise(boot: Boot) -> None:
    program = """
    async def broken():
        raise RuntimeError("deliberate")

    async def main(stdin, stdout):
        asyncio.create_task(broken())
        await asyncio.sleep_ms(5)
        say("still here")
        await asyncio.sleep(3600)
    """
    with pytest.raises(VmCrashed, match="deliberate"):
        boot(program).run_for(10_000)
    lenient = boot(program, state="other")
    lenient.strict = False
    lenient.run_for(10_000)
    assert lines(lenient) == ["still here"]
    assert len(lenient.errors) == 1


def test_an_exception_in_an_interrupt_handler_is_not_lost(boot: Boot) -> None:
    target = boot("""
    from machine import Pin

    def broken(pin):
        raise RuntimeError("deliberate")

    async def main(stdin, stdout):
        Pin(2, Pin.IN, Pin.PULL_UP).irq(handler=broken, trigger=Pin.IRQ_FALLING)
        await asyncio.sleep(3600)
    """)
    target.run_for(1_000)
    assert target.bench.beam is not None
    target.bench.beam.interrupt()
    with pytest.raises(VmCrashed, match="deliberate"):
        target.run_for(1_000)


def test_firmware_that_returns_is_a_crash(boot: Boot) -> None:
    target = boot("async def main(stdin, stdout): pass")
    with pytest.raises(VmCrashed, match="returned"):
        target.run_for(10_000)


def test_a_process_that_dies_is_a_crash_with_its_last_words(boot: Boot) -> None:
    target = boot("""
    import sys

    async def main(stdin, stdout):
        print("last words")
        sys.exit(3)
    """)
    with pytest.raises(VmCrashed, match=r"ended with code \d\nlast words"):
        target.run_for(10_000)
    assert not target.powered


def test_an_endless_loop_is_found(boot: Boot) -> None:
    target = boot("""
    async def main(stdin, stdout):
        while True:
            pass
    """, silence_s=1.0)  # fmt: skip
    with pytest.raises(VmCrashed, match="endless loop"):
        target.run_for(10_000)


def test_reset_boots_again_and_says_why(boot: Boot) -> None:
    target = boot("""
    import machine

    async def main(stdin, stdout):
        say("cause %d at %d", machine.reset_cause(), time.ticks_ms())
        await asyncio.sleep_ms(100)
        if machine.reset_cause() == machine.PWRON_RESET:
            machine.reset()
        await asyncio.sleep(3600)
    """)
    target.run_for(300_000)
    assert lines(target) == ["cause 1 at 0", "cause 3 at 100"]
    assert target.resets == 1


@pytest.mark.target("unix")
def test_heap_figures_and_the_heap_limit(boot: Boot) -> None:
    target = boot("""
    keep = []

    async def main(stdin, stdout):
        await asyncio.sleep_ms(10)
        keep.append(bytearray(100000))
        await asyncio.sleep_ms(10)
        keep.append(bytearray(300000))
    """)
    target.run_for(5_000)
    before = target.heap()
    target.run_for(10_000)
    after = target.heap()
    assert before is not None and after is not None
    assert 99_000 < after[1] - before[1] < 105_000
    assert 300 * 1024 < sum(before) <= 341 * 1024
    assert before[1] < 16 * 1024  # the stubs are not the firmware's
    with pytest.raises(VmCrashed, match="MemoryError"):
        target.run_for(20_000)


@pytest.mark.target("cpython")
def test_cpython_has_no_heap_figures(boot: Boot) -> None:
    target = boot("async def main(stdin, stdout): await asyncio.sleep(3600)")
    target.run_for(5_000)
    assert target.heap() is None


def test_targets_by_name(target_name: str, tmp_path: Path) -> None:
    board = load_board("pico-table")
    target = open_target(target_name, board, {}, state_dir=tmp_path)
    assert target.name == target_name
    target.close()
    with pytest.raises(TargetUnavailable, match="no target 'esp32'"):
        open_target("esp32", board, {}, state_dir=tmp_path)
    with pytest.raises(NoDevice, match="0000"):
        open_target("usb:0000", board, {}, state_dir=tmp_path)
