"""The board's flash: files, pages programmed in place, time, held interrupts and power cuts."""

import pytest

from simulator.models.nor_flash import FlashOp, PowerCut
from simulator.vm import VmTarget
from tests.vm.conftest import Boot, lines

pytestmark = pytest.mark.target("cpython", "unix")

SEGMENT = """
import os, rp2
from machine import Pin

MARK = b"MARKED BLOCK"

def find(flash):
    head = bytearray(len(MARK))
    for block in range(flash.ioctl(4, 0)):
        flash.readblocks(block, head, 0)
        if head == MARK:
            return block
    return -1

def content():
    with open("log/1.seg", "rb") as file:
        return file.read()

async def main(stdin, stdout):
    flash = rp2.Flash()
    if "log" not in os.listdir():
        os.mkdir("log")
        with open("log/1.seg", "wb") as file:
            file.write(MARK + b"\\xff" * (4096 - len(MARK)))
        say("made")
    block = find(flash)
    say("found %s", block >= 0)
    say("holds %r", bytes(content()[256:260]))
    page = bytearray(b"\\xff" * 256)
    page[0:2] = b"\\xf0\\x0f"
    before = time.ticks_us()
    flash.writeblocks(block, page, 256)
    say("programmed in %d us", time.ticks_diff(time.ticks_us(), before))
    page[0:2] = b"\\x33\\xff"
    flash.writeblocks(block, page, 256)
    say("holds %r, %d bytes", bytes(content()[256:260]), len(content()))
    await asyncio.sleep(3600)
"""

ERASER = """
import rp2
from machine import Pin, UART

async def main(stdin, stdout):
    flash = rp2.Flash()
    beam = Pin(2, Pin.IN, Pin.PULL_UP)
    calls = []
    beam.irq(handler=lambda pin: calls.append((pin.value(), time.ticks_ms())), hard=True)
    uart = UART(0, baudrate=115200, tx=Pin(0), rx=Pin(1), rxbuf=400)
    with open("big", "wb") as file:
        file.write(bytes(4096))
    await asyncio.sleep_ms(1000 - time.ticks_ms())
    block = 0
    head = bytearray(16)
    while True:
        flash.readblocks(block, head, 0)
        if head == bytes(16):
            break
        block += 1
    flash.ioctl(6, block)
    say("erased at %d", time.ticks_ms())
    say("handler ran %r", calls)
    await asyncio.sleep_ms(100)
    say("%d bytes", uart.any())
    await asyncio.sleep(3600)
"""


def holds(data: bytes) -> str:
    return f"holds {data!r}"


def test_a_page_is_programmed_in_place(boot: Boot) -> None:
    target = boot(SEGMENT)
    target.run_for(2_000_000)
    said = lines(target)
    assert said[:3] == ["made", "found True", holds(b"\xff\xff\xff\xff")]
    assert said[3] == "programmed in 701 us"
    assert said[4] == holds(b"\x30\x0f\xff\xff") + ", 4096 bytes"
    assert sum(target.bench.flash.programs.values()) >= 2


def test_a_block_stays_where_it_is_while_files_come_and_go(boot: Boot) -> None:
    target = boot(
        SEGMENT.replace("async def main", "async def first")
        + """
async def main(stdin, stdout):
    with open("b", "wb") as file:
        file.write(bytes(4096))
    task = asyncio.create_task(first(stdin, stdout))
    await asyncio.sleep_ms(1000)
    block = find(rp2.Flash())
    with open("a", "wb") as file:
        file.write(bytes(4096))
    say("stays %s", find(rp2.Flash()) == block)
    os.remove("a")
    os.remove("b")
    say("stays %s", find(rp2.Flash()) == block)
    await task
"""
    )
    target.run_for(3_000_000)
    assert lines(target)[-2:] == ["stays True", "stays True"]


def test_flash_outlives_a_power_cut(boot: Boot) -> None:
    target = boot(SEGMENT)
    target.run_for(2_000_000)
    lines(target)
    target.power_cut()
    assert not target.powered
    target.run_for(1_000)  # time goes on without power
    target.start()
    target.run_for(2_000_000)
    assert lines(target)[:2] == ["found True", holds(b"\x30\x0f\xff\xff")]


def test_flash_outlives_the_target(boot: Boot) -> None:
    first = boot(SEGMENT)
    first.run_for(2_000_000)
    first.close()
    again = boot(SEGMENT)
    again.run_for(2_000_000)
    assert lines(again)[1] == holds(b"\x30\x0f\xff\xff")


def cut_at_first_record(target: VmTarget) -> None:
    """Cuts the power in the first program of the record; one byte of it gets done."""
    flash = target.bench.flash

    def before(op: FlashOp) -> None:
        if op.kind == "program" and op.data[:2] == b"\xf0\x0f":
            flash.tear(op, 1)
            raise PowerCut

    flash.before = before


def test_a_hook_cuts_the_power_and_tears_the_page(boot: Boot) -> None:
    target = boot(SEGMENT)
    cut_at_first_record(target)
    target.run_for(2_000_000)
    assert not target.powered
    assert lines(target) == ["made", "found True", holds(b"\xff\xff\xff\xff")]
    target.bench.flash.before = None
    target.start()
    target.run_for(2_000_000)
    assert lines(target)[1] == holds(b"\xf0\xff\xff\xff")


def test_a_cut_in_the_middle_of_a_program_tears_it(boot: Boot) -> None:
    target = boot(SEGMENT)
    target.run_until(lambda: b"holds" in bytes(target.console._received), 2_000_000)
    programs = sum(target.bench.flash.programs.values())
    target.run_for(350)
    target.power_cut()
    assert sum(target.bench.flash.programs.values()) == programs
    lines(target)
    target.start()
    target.run_for(2_000_000)
    # Half of the time: the first half of the page was done.
    assert lines(target)[1] == holds(b"\xf0\x0f\xff\xff")


def test_an_erase_holds_interrupts_off(boot: Boot) -> None:
    target = boot(ERASER)
    barcode, beam = target.bench.barcode, target.bench.beam
    assert barcode is not None and beam is not None
    target.run_for(1_000_500)
    barcode.show(b"A" * 250)  # takes 22 ms
    beam.interrupt()
    target.run_for(5_000)
    beam.restore()
    target.run_for(5_000)
    beam.interrupt()
    target.run_for(200_000)
    # One call for three edges, with the level as it is then; the FIFO kept 32 bytes.
    assert lines(target) == ["erased at 1045", "handler ran [(0, 1045)]", "32 bytes"]
    assert sum(target.bench.flash.erases.values()) >= 1


def test_board_files_are_on_the_board(boot: Boot) -> None:
    target = boot("""
    import json

    async def main(stdin, stdout):
        with open("board.json") as file:
            say("%s", json.load(file)["board"])
        with open("table.json") as file:
            say("%s", json.load(file)["table"])
        await asyncio.sleep(3600)
    """)
    target.run_for(1_000)
    assert lines(target) == ["pico-table", "test"]
