"""Dealer keys from the contact to the menu while the loop is at something else, on both virtual machines."""

import pytest

from simulator.vm import VmTarget
from tests.vm.conftest import BootDrivers, lines

pytestmark = pytest.mark.target("cpython", "unix")

MS = 1000
START_MS = 100
# Says every key that counts. From HELD_MS on, something keeps the loop for FOR_MS.
PROGRAM = """
    from pitboard.app.key_task import KeyReader
    from pitboard.drivers.keys import Keys

    class Menu:
        async def key(self, key):
            say("%d", key)

    async def main(stdin, stdout):
        wake = asyncio.ThreadSafeFlag()
        start = time.ticks_ms()
        task = asyncio.create_task(KeyReader(Keys((3, 4, 5), True, 0, wake), wake, Menu()).run())
        await asyncio.sleep_ms(HELD_MS - time.ticks_diff(time.ticks_ms(), start))
        time.sleep_ms(FOR_MS)
        while True:
            await asyncio.sleep_ms(1000)
    """


class Table:
    def __init__(self, boot_drivers: BootDrivers, held_ms: int, for_ms: int) -> None:
        program = PROGRAM.replace("HELD_MS", str(held_ms)).replace("FOR_MS", str(for_ms))
        self.target: VmTarget = boot_drivers(program)
        self.start_us = self.target.now_us()

    def press(self, at_ms: int, ms: int = 80) -> None:
        """CONFIRM."""
        self.until(at_ms)
        self.target.bench.dealer.press("confirm", ms)

    def until(self, ms: int) -> None:
        self.target.run_for(self.start_us + ms * MS - self.target.now_us())

    def counted(self) -> int:
        self.until(1000)
        said = lines(self.target)
        assert set(said) <= {"1"}
        return len(said)


@pytest.mark.parametrize("held_ms", [95, 101, 110, 380])
def test_two_presses_are_two_whenever_they_are_looked_at(boot_drivers: BootDrivers, held_ms: int) -> None:
    """The first is seen 60 ms late, the second at once, so that less than DOUBLE_MS lies between the looks."""
    table = Table(boot_drivers, held_ms, 65)
    table.press(START_MS)
    table.press(START_MS + 280)
    assert table.counted() == 2


@pytest.mark.parametrize("held_ms", [95, 101, 110, 210])
def test_a_double_tap_is_one_whenever_it_is_looked_at(boot_drivers: BootDrivers, held_ms: int) -> None:
    """Also when the second is seen 60 ms late, so that more than DOUBLE_MS lies between the looks."""
    table = Table(boot_drivers, held_ms, 65)
    table.press(START_MS)
    table.press(START_MS + 220)
    assert table.counted() == 1


@pytest.mark.parametrize("held_ms", [95, 101, 110])
def test_a_short_press_counts_though_the_loop_was_held_for_most_of_it(boot_drivers: BootDrivers, held_ms: int) -> None:
    table = Table(boot_drivers, held_ms, 40)
    table.press(START_MS, 55)
    assert table.counted() == 1


def test_less_than_a_press_is_none(boot_drivers: BootDrivers) -> None:
    table = Table(boot_drivers, 900, 1)
    for at_ms in range(100, 400, 30):
        table.press(at_ms, 15)
    assert table.counted() == 0
