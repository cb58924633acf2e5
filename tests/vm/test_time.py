"""Virtual time: asyncio, ticks and sleeping, the same on both virtual machines."""

import pytest

from simulator.vm import VmTarget
from tests.vm.conftest import Boot, lines

pytestmark = pytest.mark.target("cpython", "unix")

TASKS = """
async def ticker(name, ms):
    for number in range(3):
        await asyncio.sleep_ms(ms)
        say("%s%d at %d", name, number, time.ticks_ms())

async def waiter(event):
    await event.wait()
    say("event at %d", time.ticks_ms())

async def holder(lock, name):
    async with lock:
        say("%s has the lock at %d", name, time.ticks_ms())
        await asyncio.sleep_ms(10)

async def main(stdin, stdout):
    event, lock = asyncio.Event(), asyncio.Lock()
    tasks = [asyncio.create_task(ticker("a", 10)), asyncio.create_task(ticker("b", 20))]
    tasks.append(asyncio.create_task(waiter(event)))
    tasks += [asyncio.create_task(holder(lock, name)) for name in ("x", "y")]
    await asyncio.sleep_ms(25)
    event.set()
    for task in tasks:
        await task
    flag = asyncio.ThreadSafeFlag()
    try:
        await asyncio.wait_for_ms(flag.wait(), 500)
    except asyncio.TimeoutError:
        say("timeout at %d", time.ticks_ms())
    flag.set()
    await asyncio.wait_for_ms(flag.wait(), 500)
    say("flag at %d", time.ticks_ms())
    sleeper = asyncio.create_task(ticker("never", 5000))
    await asyncio.sleep_ms(1)
    sleeper.cancel()
    try:
        await sleeper
    except asyncio.CancelledError:
        say("cancelled at %d", time.ticks_ms())
    await asyncio.sleep_ms(1000000)
"""


def test_tasks_run_in_one_order(boot: Boot) -> None:
    target = boot(TASKS)
    target.run_for(1_000_000)
    assert lines(target) == [
        "x has the lock at 0",
        "a0 at 10",
        "y has the lock at 10",
        "b0 at 20",
        "a1 at 20",
        "event at 25",
        "a2 at 30",
        "b1 at 40",
        "b2 at 60",
        "timeout at 560",
        "flag at 560",
        "cancelled at 561",
    ]
    assert target.now_us() == 1_000_000


def test_ticks_are_those_of_the_chip(boot: Boot) -> None:
    target = boot("""
    async def main(stdin, stdout):
        from array import array
        start = time.ticks_ms()
        array("i", [start])  # fits 32 bits, as on the chip
        say("%d", time.ticks_diff(time.ticks_add(start, 5), start))
        say("%d", time.ticks_diff(time.ticks_add(start, -5), start))
        say("%d", time.ticks_diff(3, (1 << 30) - 3))
        before = time.ticks_us()
        time.sleep_ms(7)
        say("%d", time.ticks_diff(time.ticks_us(), before))
        before = time.ticks_us()
        time.sleep_us(123)
        say("%d", time.ticks_diff(time.ticks_us(), before))
        await asyncio.sleep(3600)
    """)
    target.run_for(10_000)
    assert lines(target) == ["5", "-5", "6", "7001", "124"]


def test_a_loop_that_only_looks_at_the_clock_ends(boot: Boot) -> None:
    target = boot("""
    async def main(stdin, stdout):
        start = time.ticks_ms()
        while time.ticks_diff(time.ticks_ms(), start) < 3:
            pass
        say("waited until %d", time.ticks_ms())
        await asyncio.sleep(3600)
    """)
    target.run_for(2_000)
    assert lines(target) == []  # the run stops in the middle of the loop
    target.run_for(2_000)
    assert lines(target) == ["waited until 3"]
    assert target.now_us() == 4_000


def test_tasks_that_only_yield_let_time_pass(boot: Boot) -> None:
    target = boot("""
    async def yielder():
        while True:
            await asyncio.sleep_ms(0)

    async def main(stdin, stdout):
        asyncio.create_task(yielder())
        await asyncio.sleep_ms(2)
        say("%d", time.ticks_ms())
        await asyncio.sleep(3600)
    """)
    target.run_for(5_000)
    assert lines(target) == ["2"]


def test_run_until_stops_when_the_predicate_holds(boot: Boot) -> None:
    target = boot("""
    async def main(stdin, stdout):
        await asyncio.sleep_ms(40)
        say("now")
        await asyncio.sleep(3600)
    """)
    seen = bytearray()

    def said(target: VmTarget = target) -> bool:
        seen.extend(target.console.read())
        return bool(seen)

    assert target.run_until(said, 1_000_000)
    assert 40_000 <= target.now_us() <= 40_010
    at_us = target.now_us()
    assert not target.run_until(lambda: False, 1_000)
    assert target.now_us() == at_us + 1_000


def test_slices_of_a_run_change_nothing(boot: Boot) -> None:
    target = boot(TASKS)
    for _ in range(1000):
        target.run_for(997)
    sliced = lines(target)
    whole = boot(TASKS, state="other")
    whole.run_for(997_000)
    assert sliced == lines(whole)
    assert len(sliced) == 12
