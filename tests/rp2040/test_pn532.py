"""The PN532's driver on the emulated RP2040: its looks by the chip's time, and how long other tasks wait for it."""

import shutil
from pathlib import Path

import pytest

from pitctl.boards import load_board
from pitctl.flashing.compile import FIRMWARE_DIR, compile_firmware
from simulator.images import find_image
from simulator.models.ntag_dna import NtagDna
from simulator.rp2040 import Rp2040Target
from simulator.rp2040_install import installed_flash, read_files
from tests.rp2040.raw_repl import Repl

pytestmark = pytest.mark.rp2040

NEEDED = ("trial", "pitboard/__init__", "pitboard/app/__init__", "pitboard/app/pn532", "pitboard/app/tag_results",
          "pitboard/drivers/__init__", "pitboard/drivers/rp2_uart_dma")  # fmt: skip
HELD_US = 5_000
"""Much less than the 20 ms that a driver may hold the loop for."""
LOOK_US = 60_000
UID = bytes.fromhex("04a1b2c3d4e5f6")

TRIAL = """
import asyncio, time
from pitboard.app.pn532 import Pn532
from pitboard.drivers.rp2_uart_dma import UartDma

held = 0

async def watch():
    global held
    last = time.ticks_us()
    while True:
        await asyncio.sleep_ms(0)
        now = time.ticks_us()
        held = max(held, time.ticks_diff(now, last))
        last = now

async def timed(name, work):
    global held
    held = 0
    began = time.ticks_us()
    result = await work
    took = time.ticks_diff(time.ticks_us(), began)
    if isinstance(result, tuple):
        result = "%d.%s" % (result[0], result[1].hex())
    elif result is not None:
        result = result.hex()
    print(name, result, took, held)

async def main():
    reader = Pn532(UartDma(1, 20, 21, 115200, asyncio.ThreadSafeFlag()))
    asyncio.create_task(watch())
    await timed("begin", reader.begin())
    await timed("look", reader.look())
    print("ready")
    await asyncio.sleep_ms(300)
    await timed("new", reader.look())
    await timed("look", reader.look())
    await timed("words", reader.exchange(bytes.fromhex("00A4040C07D276000085010100")))
    await timed("words", reader.exchange(bytes.fromhex("90AF000020") + bytes(32) + bytes(1)))
    await timed("release", reader.release())

def go():
    asyncio.run(main())
"""


def test_looks_and_words_on_the_chip(tmp_path: Path) -> None:
    firmware, build = tmp_path / "firmware", tmp_path / "build"
    shutil.copytree(FIRMWARE_DIR, firmware)
    (firmware / "trial.py").write_text(TRIAL)
    compile_firmware(firmware, build, "armv6m")
    files = {name: content for name, content in read_files(build).items() if name.startswith(NEEDED)}
    image = find_image()
    flash = installed_flash(files, image, cache=tmp_path)
    target = Rp2040Target(load_board("pico-table-full"), image=image, flash=flash)
    target.start()
    repl = Repl(target)
    repl.enter()
    repl.send("import trial; trial.go()")
    assert target.run_until(repl.heard(b"ready"), 10_000_000)
    assert repl.bench.badge_field is not None
    repl.bench.badge_field.put(NtagDna(UID))
    rows = [line.split() for line in repl.finish().splitlines() if line != "ready"]
    target.close()
    assert [row[:2] for row in rows] == [
        ["begin", "None"], ["look", "0."], ["new", f"3.{UID.hex()}"], ["look", f"3.{UID.hex()}"],
        ["words", "9000"], ["words", "91ca"], ["release", "None"],
    ]  # fmt: skip
    assert max(int(row[2]) for row in rows if row[0] == "look") < LOOK_US
    assert max(int(row[3]) for row in rows) < HELD_US
