"""The authoriser with real PINs and real time, on both virtual machines."""

import pytest

from pitboard.table import staff
from tests.vm.conftest import BootDrivers, lines

pytestmark = pytest.mark.target("cpython", "unix")

PEOPLE = [
    [number, role, salt.hex(), staff.digest(salt, pin).hex()]
    for number, role, salt, pin in (
        (1, "supervisor", b"saltsalt", "2468"),
        (2, "dealer", b"pepper!!", "1357"),
    )
]
PROGRAM = f"""
    from pitboard.app.authoriser import Authoriser, NotAuthorised, Pins
    from pitboard.app.uptime import Uptime
    from pitboard.table.staff import Staff

    async def main(stdin, stdout):
        desk = Authoriser(Pins(Staff({PEOPLE!r}), Uptime()))

        async def attempt(number, pin, wait_s=0):
            try:
                say("role %d", list(desk.authorising(number, pin))[-1])
            except NotAuthorised as error:
                say("%s (%d)", error.text, error.wait_s)
            await asyncio.sleep(wait_s)

        say("%s %s", desk.at_table(), desk.at_host())
        await attempt(1, "2468", 59)
        say("%s", desk.at_host())
        desk.used()
        await asyncio.sleep(59)
        say("%s", desk.at_host())
        await asyncio.sleep(1)
        say("%s", desk.at_host())
        await attempt(2, "1357")
        say("%s", desk.at_host())
        await attempt(9, "1357")
        say("%s", desk.at_host())
        await attempt(1, "1357")
        await attempt(1, "\\u00e9\\ud800")
        await attempt(1, "", 29)
        await attempt(1, "2468", 1)
        await attempt(1, "2468")
        desk.end()
        say("%s", desk.at_host())
        await asyncio.sleep(3600)
    """


def test_grants_and_locks(boot_drivers: BootDrivers) -> None:
    target = boot_drivers(PROGRAM)
    target.run_for(300_000_000)
    assert lines(target) == [
        "(1, 0) (0, 0)",
        "role 2",
        "(2, 1)",
        "(2, 1)",
        "(0, 0)",
        "role 1",
        "(1, 2)",
        "Number or PIN is wrong. (0)",
        "(0, 0)",
        "Number or PIN is wrong. (0)",
        "Number or PIN is wrong. (0)",
        "Number or PIN is wrong. Locked for 30 s. (30)",
        "Locked. Try again in 1 s. (1)",
        "role 2",
        "(0, 0)",
    ]
