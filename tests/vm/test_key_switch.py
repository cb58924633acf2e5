"""The supervisor's key switch from the contact to the role, on both virtual machines."""

import pytest

from simulator.models.key_switch import BOUNCE_NS, KeySwitch
from simulator.vm import VmTarget
from tests.vm.conftest import BootDrivers, lines

pytestmark = pytest.mark.target("cpython", "unix")

MS = 1000
STEADY_MS = 20
# Says every change of what is granted with its time, and every call of the listener.
PROGRAM = """
    from pitboard.app.turned_key import TurnedKey
    from pitboard.drivers.key_switch import KeySwitch

    async def main(stdin, stdout):
        wake = asyncio.ThreadSafeFlag()
        key = TurnedKey(KeySwitch(11, True, 0, wake), wake, WHO, lambda: say("told"))
        task = asyncio.create_task(key.run())
        last = None
        while True:
            granted = key.grant()
            if granted != last:
                last = granted
                say("%d %d %d", time.ticks_ms(), *granted)
            await asyncio.sleep_ms(1)
    """


class Watch:
    """The program, and what it said since the last look."""

    def __init__(self, target: VmTarget) -> None:
        self.target = target
        assert target.bench.key_switch is not None
        self.switch: KeySwitch = target.bench.key_switch

    def granted(self) -> list[tuple[int, tuple[int, int]]]:
        """Changes of (role, who) with the milliseconds that they took since the last look."""
        start_ms = self.target.now_us() // MS
        self.target.run_for(500 * MS)
        said = [line.split() for line in lines(self.target)]
        self.told = said.count(["told"])
        return [
            (int(words[0]) - start_ms, (int(words[1]), int(words[2])))
            for words in said
            if words != ["told"]
        ]


def boot(boot_drivers: BootDrivers, who: int = 7) -> Watch:
    return Watch(boot_drivers(PROGRAM.replace("WHO", str(who))))


def test_a_turn_counts_when_it_is_steady_and_ends_at_once(boot_drivers: BootDrivers) -> None:
    watch = boot(boot_drivers)
    assert [grant for _, grant in watch.granted()] == [(0, 0)]
    for _ in range(5):
        watch.target.bench.dealer.turn_key(True)
        ((took_ms, granted),) = watch.granted()
        assert (granted, watch.told) == ((2, 7), 1)
        assert STEADY_MS <= took_ms <= STEADY_MS + BOUNCE_NS // 1_000_000 + STEADY_MS
        watch.target.bench.dealer.turn_key(False)
        changes = watch.granted()
        assert changes[0][1] == (0, 0) and changes[0][0] <= 1
        assert changes[-1][1] == (0, 0) and watch.told == 1


def test_a_shaken_key_neither_grants_nor_tells(boot_drivers: BootDrivers) -> None:
    watch = boot(boot_drivers)
    watch.granted()
    for _ in range(10):
        watch.switch.on()
        watch.target.run_for(8 * MS)
        watch.switch.off()
        watch.target.run_for(7 * MS)
    assert (watch.granted(), watch.told) == ([], 0)


def test_a_key_that_is_turned_at_power_on_must_be_turned_again(boot_drivers: BootDrivers) -> None:
    watch = boot(boot_drivers)
    watch.target.power_cut()
    watch.switch.on()
    watch.target.start()
    assert [grant for _, grant in watch.granted()] == [(0, 0)]
    watch.switch.off()
    assert watch.granted() == []
    watch.switch.on()
    assert [grant for _, grant in watch.granted()] == [(2, 7)]


def test_a_key_that_stands_for_nobody_opens_nothing(boot_drivers: BootDrivers) -> None:
    watch = boot(boot_drivers, who=0)
    watch.granted()
    watch.switch.on()
    assert watch.granted() == []


def test_a_contact_that_opens_takes_the_role_before_it_settles(boot_drivers: BootDrivers) -> None:
    watch = boot(boot_drivers)
    watch.granted()
    watch.switch.on()
    assert watch.granted()[-1][1] == (2, 7)
    watch.switch.bounce_ns = 0
    for _ in range(4):  # a loose wire: never steady, so the turn is not over; but no authority while it is open
        watch.switch.off()
        watch.target.run_for(5 * MS)
        watch.switch.on()
        watch.target.run_for(5 * MS)
    grants = [grant for _, grant in watch.granted()]
    assert grants.count((0, 0)) == 4 and grants[-1] == (2, 7)
