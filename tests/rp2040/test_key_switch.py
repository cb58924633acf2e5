"""The key switch and the PIN check on the emulated chip: interrupts at a bouncing contact, and what a PIN costs."""

import pytest

from pitctl.boards import REPOSITORY
from tests.rp2040.raw_repl import Repl

pytestmark = pytest.mark.rp2040

FIRMWARE = REPOSITORY / "firmware" / "pitboard"
PIN_CHECK_MS = 20  # while it runs no other task does; a collection of memory takes as long


def test_every_edge_of_a_bouncing_contact_is_counted(repl: Repl) -> None:
    repl.run((FIRMWARE / "drivers" / "key_switch.py").read_text(encoding="utf-8"))
    repl.run("""
        import asyncio
        switch = KeySwitch(11, True, 0, asyncio.ThreadSafeFlag())
    """)
    assert repl.run("print(switch.turned(), switch.edges)") == "False 0"
    for on in (True, False):
        repl.bench.dealer.turn_key(on)
        repl.target.run_for(50_000)
        turned, edges = repl.run("print(switch.turned(), switch.edges)").split()
        assert turned == str(on)
        assert 3 <= int(edges) <= (7 if on else 14)


def test_a_pin_check_is_short_enough_for_the_table(repl: Repl) -> None:
    source = (FIRMWARE / "table" / "staff.py").read_text(encoding="utf-8")
    repl.run(source.split("class Staff")[0].replace("from pitboard.games import events\n", ""))
    took_us = int(
        repl.run("""
        import time
        start = time.ticks_us()
        same(digest(bytes(8), "24681357"), digest(bytes(8), "2468"))
        print(time.ticks_diff(time.ticks_us(), start))
    """)
    )
    print(f"\ntwo PIN checks: {took_us} us")
    assert took_us < 2 * PIN_CHECK_MS * 1000
