"""The USB serial port of the virtual machines, and hosts that stop reading."""

import pytest

from tests.vm.conftest import Boot, lines

pytestmark = pytest.mark.target("cpython", "unix")

ECHO = """
async def main(stdin, stdout):
    reader = asyncio.StreamReader(stdin)
    while True:
        stdout.write(await reader.read(1))
"""

WRITER = """
import select

async def main(stdin, stdout):
    poller = select.poll()
    poller.register(stdout, select.POLLOUT)
    await asyncio.sleep_ms(10)
    sent = 0
    while sent < 1000 and poller.poll(0):
        sent += stdout.write(b"x")
    polled = sent
    before = time.ticks_ms()
    written = stdout.write(b"y" * 300)
    blocked = time.ticks_diff(time.ticks_ms(), before)
    await asyncio.sleep_ms(1000)
    say("%d %d %d", polled, written, blocked)
    await asyncio.sleep(3600)
"""


def test_echo_of_more_than_any_buffer(boot: Boot) -> None:
    target = boot(ECHO)
    data = bytes(range(256)) * 20
    target.console.write(data)
    assert target.run_until(lambda: len(target.console._received) == len(data), 1_000_000)
    assert target.console.read() == data
    # 80 packets, one every 100 us.
    assert 8_000 <= target.now_us() <= 8_100


def test_bytes_wait_for_firmware_that_is_busy(boot: Boot) -> None:
    target = boot("""
    async def main(stdin, stdout):
        await asyncio.sleep_ms(500)
        for _ in range(20):
            stdout.write(stdin.read(100))
        await asyncio.sleep(3600)
    """)
    data = bytes(range(200)) * 10  # four times the ring
    target.console.write(data)
    target.run_for(1_000_000)
    assert target.console.read() == data


def test_reading_blocks_until_every_byte_is_there(boot: Boot) -> None:
    target = boot("""
    async def main(stdin, stdout):
        data = stdin.read(4)
        say("%s at %d", data.decode(), time.ticks_ms())
        await asyncio.sleep(3600)
    """)
    target.console.write(b"ab")
    target.run_for(50_000)
    assert lines(target) == []
    target.console.write(b"cd")
    target.run_for(50_000)
    assert lines(target) == ["abcd at 50"]


def test_a_host_that_reads_takes_everything(boot: Boot) -> None:
    target = boot(WRITER)
    target.run_for(2_000_000)
    assert target.console.read() == b"x" * 1000 + b"y" * 300 + b"1000 300 0\n"


def test_a_stalled_host_blocks_a_write_for_half_a_second(boot: Boot) -> None:
    target = boot(WRITER)
    target.console.stalled = True
    target.run_for(1_000_000)
    assert target.console.read() == b""
    target.console.stalled = False
    target.run_for(1_000_000)
    assert target.console.read() == b"x" * 256 + b"256 0 500\n"


def test_a_host_that_reads_again_ends_the_wait(boot: Boot) -> None:
    target = boot(WRITER)
    target.console.stalled = True
    target.run_for(110_000)
    target.console.stalled = False
    target.run_for(2_000_000)
    assert target.console.read() == b"x" * 256 + b"y" * 300 + b"256 300 100\n"


def test_without_a_listener_the_latest_bytes_stay(boot: Boot) -> None:
    target = boot(WRITER)
    target.console.connected = False
    target.run_for(500_000)
    assert target.console.read() == b""
    target.console.connected = True
    target.run_for(1_000_000)
    assert target.console.read() == b"y" * 256 + b"1000 300 0\n"
