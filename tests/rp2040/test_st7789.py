"""The ST7789 on the emulated RP2040, a card reader on the same SPI: how long others wait, what it takes of the heap."""

import shutil
from pathlib import Path

import pytest

from pitctl.boards import load_board
from pitctl.flashing.compile import FIRMWARE_DIR, compile_firmware
from simulator.images import find_image
from simulator.models.colour_ocr import read_text
from simulator.models.ntag_dna import NtagDna
from simulator.models.st7789 import St7789
from simulator.rp2040 import Rp2040Target
from simulator.rp2040_install import installed_flash, read_files
from tests.rp2040.raw_repl import Repl

pytestmark = pytest.mark.rp2040

NEEDED = ("trial", "pitboard/__init__", "pitboard/app/__init__", "pitboard/app/iso14443", "pitboard/app/tag_results",
          "pitboard/app/colour_canvas", "pitboard/app/large_font", "pitboard/app/tile_paint",
          "pitboard/app/card_faces", "pitboard/games/__init__",
          "pitboard/games/cards", "pitboard/drivers/__init__", "pitboard/drivers/mfrc522", "pitboard/drivers/spi_bus",
          "pitboard/drivers/st7789_spi")  # fmt: skip
HELD_US = 8_000
"""Much less than the 20 ms that a driver may hold the loop for: the dearest tile, and the reader's turn."""
DRAWN_US = 20_000
"""To note a whole screen in the list: nothing is sent yet."""
HEAP = 24_000
UID = bytes.fromhex("04a1b2c3d4e5f6")

TRIAL = """
import asyncio, gc, time
gc.collect()
free = gc.mem_free()
from pitboard.app import card_faces
from pitboard.app.colour_canvas import ColourCanvas
from pitboard.drivers.spi_bus import Select, SpiBus, output
from pitboard.drivers.st7789_spi import St7789
bus = SpiBus(0, 18, 19, 16)
panel = St7789(bus, 12000000, output(17, 1), output(22, 0), output(26, 1), True)
canvas = ColourCanvas()
gc.collect()
print("heap", free - gc.mem_free(), 0)
from pitboard.app.iso14443 import Iso14443
from pitboard.drivers.mfrc522 import Mfrc522
reader = Iso14443(Mfrc522(bus.at(8000000), Select(bus, 8000000, output(27, 1)), output(28, 1)), "mfrc522")
held = 0
looks = []

async def watch():
    global held
    last = time.ticks_us()
    while True:
        await asyncio.sleep_ms(0)
        now = time.ticks_us()
        held = max(held, time.ticks_diff(now, last))
        last = now

async def poll():
    await reader.begin()
    while True:
        looks.append(await reader.look())
        await asyncio.sleep_ms(5)

def words():
    canvas.clear()
    for line in range(8):
        canvas.text(0, line, "CONFIRM opens betting")

def hand():
    canvas.clear()
    canvas.text(0, 0, "Ride 1")
    for at in range(5):
        card_faces.large(canvas, 62 * at, 34, at * 11 + 1)
    canvas.big(4, "FULL HOUSE")
    canvas.text(0, 6, "Seat 7: agree?")
    canvas.text(0, 7, "CONFIRM declares it")

async def show(name, draw):
    global held
    gc.collect()
    began = time.ticks_us()
    draw()
    print(name + "-drawn", time.ticks_diff(time.ticks_us(), began), 0)
    await asyncio.sleep_ms(0)
    held = 0
    sent = 0
    began = time.ticks_us()
    for tile in range(canvas.pieces):
        if canvas.dirty(tile):
            canvas.send(panel, tile)
            sent += 1
            await asyncio.sleep_ms(0)
    print(name, time.ticks_diff(time.ticks_us(), began), held, sent)

async def main():
    asyncio.create_task(watch())
    step = 0
    wait = panel.init(step)
    while wait:
        await asyncio.sleep_ms(wait)
        step += 1
        wait = panel.init(step)
    await show("words", words)
    await show("hand", hand)
    await show("same", hand)
    print("ready")
    asyncio.create_task(poll())
    await asyncio.sleep_ms(200)
    await show("both", words)
    await show("both", hand)
    await asyncio.sleep_ms(50)
    seen = [look[1] for look in looks if look[1]]
    print("tags", len(seen), 0, len(set([bytes(one) for one in seen])), seen[0].hex() if seen else "none")
    print("look", panel.look(), 0)

def go():
    asyncio.run(main())
"""


def test_screens_in_pieces_and_a_card_reader_on_the_same_bus(tmp_path: Path) -> None:
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
    assert repl.bench.card_field is not None
    repl.bench.card_field.put(NtagDna(UID, {}))
    text = repl.finish()
    print(text)
    rows = [line.split() for line in text.splitlines() if line != "ready"]
    display = repl.bench.display
    assert isinstance(display, St7789)
    lines = read_text(display.image())
    contention, misread = repl.bench.contention, repl.bench.misread
    target.close()
    found = {row[0]: row for row in rows}
    assert not contention
    assert not misread
    assert not display.broken_rules
    assert lines[6:] == ["Seat 7: agree?", "CONFIRM declares it"]
    assert found["look"][1] == "True"
    assert int(found["tags"][1]) > 5
    assert found["tags"][3:] == ["1", UID.hex()]  # none other than the one that lies there
    assert found["words"][3] == "64"
    assert found["same"][3] == "0"
    assert max(int(row[2]) for row in rows) < HELD_US
    assert max(int(row[1]) for row in rows if row[0].endswith("-drawn")) < DRAWN_US
    assert int(found["heap"][1]) < HEAP
