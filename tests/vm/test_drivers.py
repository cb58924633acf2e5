"""Our drivers alone, on both virtual machines: corner cases that a whole race seldom meets."""

from collections.abc import Callable
from typing import Any

import pytest

from simulator.bench import FILESYSTEM_BASE
from tests.vm.conftest import BootDrivers, lines

pytestmark = pytest.mark.target("cpython", "unix")


def test_blank_wins_over_a_frame_that_is_still_under_way(boot_drivers: BootDrivers) -> None:
    target = boot_drivers("""
        from pitboard.drivers.rp2_ws2812 import Ws2812

        async def main(stdin, stdout):
            chain = Ws2812(6, 168)
            for pixel in range(168):
                chain.set(pixel, 9, 9, 9)
            chain.show()
            await asyncio.sleep_ms(2)
            say("busy %d", chain.busy())
            chain.blank()
            await asyncio.sleep_ms(60000)
        """)
    target.run_for(100_000)
    assert lines(target) == ["busy 1"]
    assert target.bench.lights is not None
    assert set(target.bench.lights.pixels) == {(0, 0, 0)}
    assert target.bench.lights.timing_errors == 0


RING = """
    from pitboard.drivers import rp2_uart_dma

    async def main(stdin, stdout):
        wake = asyncio.ThreadSafeFlag()
        reader = rp2_uart_dma.UartDma(0, 0, 1, 115200, wake{arguments})
        while True:
            reader.listen()
            if not reader.any():
                await wake.wait()
            await asyncio.sleep_ms({pause_ms})
            got = bytearray()
            for _ in range(reader.any()):
                got.append(reader.get())
            say("%s lost %d", bytes(got).decode(), reader.lost)
    """


def test_the_ring_goes_on_when_its_count_is_used_up(boot_drivers: BootDrivers) -> None:
    target = boot_drivers(RING.format(arguments=", 64", pause_ms=5))
    assert target.bench.barcode is not None
    for number in range(40):  # 200 bytes with a count of 64
        target.bench.barcode.show(b"%04d" % number)
        target.run_for(50_000)
    said = target.console.read().replace(b"\r", b"").decode().splitlines()
    assert said == [f"{number:04d} lost 0" for number in range(40)]


def test_bytes_that_nobody_took_in_time_are_counted(boot_drivers: BootDrivers) -> None:
    target = boot_drivers(RING.format(arguments="", pause_ms=2000))
    assert target.bench.barcode is not None
    target.bench.barcode.send(b"x" * 700)
    target.run_for(3_000_000)
    (said,) = lines(target)
    assert said == "x" * 512 + " lost 188"


SEGMENT = """
    from pitboard.drivers.rp2_flash_segments import FlashSegments

    async def main(stdin, stdout):
        medium = FlashSegments()
        say("found %s", medium.segments())
        if not medium.segments():
            medium.create(1)
            page = bytearray(b"\\xff" * 256)
            page[32:36] = b"card"
            medium.program(1, 0, page)
        head = bytearray(36)
        medium.read(1, 0, head)
        say("record %s", bytes(head[32:36]))
        with open("journal/00000001.seg", "rb") as file:
            say("file %s", file.read()[32:36])
        await asyncio.sleep_ms(60000)
    """


@pytest.mark.target("unix")
def test_a_block_that_the_file_system_left_is_not_taken_for_the_segment(
    boot_drivers: BootDrivers,
) -> None:
    """A weak cell makes littlefs move the new file; the block it left has the same header."""
    target = boot_drivers(SEGMENT)
    flash = target.bench.flash
    real: Callable[[int, Any], int] = flash.program
    first: list[int] = []
    spoilt: list[int] = []

    def program(address: int, data: bytes) -> int:
        busy = real(address, data)
        block, offset = divmod(address - FILESYSTEM_BASE, 4096)
        if not first and offset == 0 and bytes(data[:8]) == b"PITBOARD":
            first.append(block)
        elif first and not spoilt and block == first[0] and offset >= 1024:
            flash.memory[address] &= 0xFE
            spoilt.append(address)
        return busy

    flash.program = program
    target.run_for(2_000_000)
    assert lines(target) == ["found []", "record b'card'", "file b'card'"]
    assert spoilt, "the file system was not made to move the file"
    again = boot_drivers(SEGMENT)
    again.run_for(2_000_000)
    assert lines(again) == ["found [1]", "record b'card'", "file b'card'"]


def test_half_made_files_go_and_files_with_records_stay(boot_drivers: BootDrivers) -> None:
    target = boot_drivers("""
        import os
        from pitboard.drivers.rp2_flash_segments import FlashSegments

        async def main(stdin, stdout):
            medium = FlashSegments()
            medium.segments()
            medium.create(3)
            for name, content in (
                ("00000007.seg", b"\\xff" * 4096),
                ("00000008.seg", b"half"),
                ("00000009.seg", b"\\xff" * 32 + b"records" + b"\\xff" * 4057),
                ("1.seg", b"x"),
                ("notes.txt", b"x"),
            ):
                with open("journal/" + name, "wb") as file:
                    file.write(content)
            say("%s", medium.segments())
            say("%s", sorted(os.listdir("journal")))
            await asyncio.sleep_ms(60000)
        """)
    target.run_for(5_000_000)
    assert lines(target) == [
        "[3]",
        "['00000003.seg', '00000009.bad', '1.seg', 'notes.txt']",
    ]
