"""The fault path when things are as bad as they get: it must not fail itself."""

import pytest

from tests.vm.conftest import BootDrivers, lines

pytestmark = pytest.mark.target("cpython", "unix")


def test_an_error_that_cannot_be_told_is_a_fault_all_the_same(boot_drivers: BootDrivers) -> None:
    target = boot_drivers("""
        from pitboard.app.supervisor import Supervisor
        from pitboard.app.uptime import Uptime

        class Unspeakable(Exception):
            def __str__(self):
                raise MemoryError

        async def die():
            raise Unspeakable

        async def live():
            while True:
                await asyncio.sleep_ms(100)

        async def main(stdin, stdout):
            def on_fault(name, reason):
                say("fault %s %s", name, reason)

            supervisor = Supervisor(on_fault, Uptime())
            supervisor.add("host", live())
            supervisor.add("scanner", die())
            await supervisor.run()
        """)
    target.run_for(500_000)
    assert lines(target) == ["fault scanner Unspeakable"]


def test_lights_go_dark_even_if_the_fault_cannot_be_drawn(boot_drivers: BootDrivers) -> None:
    target = boot_drivers("""
        from pitboard.app import screen_parts
        from pitboard.app.output_task import Outputs
        from pitboard.drivers.rp2_ws2812 import Ws2812

        class Nothing:
            count = 42
            fault_rule = "10.1"

        def no_memory(canvas, first, second, rule):
            raise MemoryError

        async def main(stdin, stdout):
            chain = Ws2812(6, 168)
            for pixel in range(168):
                chain.set(pixel, 9, 9, 9)
            chain.show()
            await asyncio.sleep_ms(20)
            say("lit")
            await asyncio.sleep_ms(20)
            screen_parts.draw_fault = no_memory
            outputs = Outputs(chain, Nothing, None, None, None, None, None, Nothing, "", "", None)
            outputs.safe("scanner", "MemoryError")
            await asyncio.sleep_ms(60000)
        """)
    assert target.bench.lights is not None
    target.run_for(30_000)
    assert (9, 9, 9) in target.bench.lights.pixels
    target.run_for(100_000)
    assert set(target.bench.lights.pixels) == {(0, 0, 0)}
