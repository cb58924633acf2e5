"""Pins, UART, I2C, PWM and PIO of the machine stubs, against the chip models on the bench."""

import pytest

from simulator.vm import VmTarget
from tests.vm.conftest import Boot, lines

pytestmark = pytest.mark.target("cpython", "unix")

EDGES = """
from machine import Pin

async def main(stdin, stdout):
    flag = asyncio.ThreadSafeFlag()
    edges = []

    def on_edge(pin):
        edges.append((pin.value(), time.ticks_us()))
        flag.set()

    beam = Pin(2, Pin.IN, Pin.PULL_UP)
    say("rests at %d", beam.value())
    beam.irq(handler=on_edge, trigger=Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)
    while True:
        await flag.wait()
        while edges:
            say("%d at %d", *edges.pop(0))
"""

DMA_RING = """
import rp2
from machine import Pin, UART, mem32
from uctypes import addressof

BASE = 0x40034000

async def main(stdin, stdout):
    wake = asyncio.ThreadSafeFlag()
    uart = UART(0, baudrate=115200, tx=Pin(0), rx=Pin(1), rxbuf=32)
    mem32[BASE + 0x38] = 0
    mem32[BASE + 0x48] = 1
    raw = bytearray(128)
    start = -addressof(raw) & 63
    ring = memoryview(raw)[start : start + 64]
    dma = rp2.DMA()
    ctrl = dma.pack_ctrl(size=0, inc_read=False, ring_size=6, ring_sel=True, treq_sel=21)
    dma.config(read=BASE, write=ring, count=1000, ctrl=ctrl, trigger=True)
    rx = Pin(1)

    def on_edge(pin):
        pin.irq(handler=None)
        wake.set()

    taken = 0
    while True:
        rx.irq(handler=on_edge, trigger=Pin.IRQ_FALLING, hard=True)
        await wake.wait()
        say("woken at %d", time.ticks_ms())
        await asyncio.sleep_ms(5)
        got = bytearray()
        while taken < 1000 - dma.count:
            got.append(ring[taken % 64])
            taken += 1
        say("%s", got.decode().strip())
"""

OUTPUTS = """
import rp2
from array import array
from machine import I2C, PWM, Pin

@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True,
             pull_thresh=24, fifo_join=rp2.PIO.JOIN_TX)
def ws2812():
    nop()

async def main(stdin, stdout):
    machine = rp2.StateMachine(0, ws2812, freq=8000000, sideset_base=Pin(6, Pin.OUT, value=0))
    machine.active(1)
    words = array("I", [(n % 200 + 1) << 24 | 2 << 16 | 3 << 8 for n in range(168)])
    dma = rp2.DMA()
    ctrl = dma.pack_ctrl(size=2, inc_write=False, treq_sel=0)
    before = time.ticks_us()
    dma.config(read=words, write=machine, count=168, ctrl=ctrl, trigger=True)
    busy = dma.active()
    while dma.active():
        await asyncio.sleep_ms(0)
    say("%s, done after %d us", busy, time.ticks_diff(time.ticks_us(), before))
    i2c = I2C(0, sda=Pin(8), scl=Pin(9), freq=400000)
    before = time.ticks_us()
    i2c.writeto(60, b"\\x00\\xae\\x8d\\x14\\x20\\x00\\xa1\\xc8\\xda\\x12\\xaf")
    i2c.writevto(60, [b"\\x40", b"\\xff" * 128])
    say("display took %d us", time.ticks_diff(time.ticks_us(), before))
    say("on the bus: %r", i2c.scan())
    try:
        i2c.writeto(61, b"x")
    except OSError as error:
        say("nobody there: %d", error.errno)
    pwm = PWM(Pin(10), freq=2000, duty_u16=0)
    pwm.duty_u16(8192)
    await asyncio.sleep_ms(30)
    pwm.duty_u16(0)
    await asyncio.sleep(3600)
"""


def beam_edges(target: VmTarget) -> list[str]:
    beam = target.bench.beam
    assert beam is not None
    target.run_for(100_000)
    beam.interrupt()
    target.run_for(80_123)
    beam.restore()
    target.run_for(10_000)
    return lines(target)


def test_edges_run_their_handler_at_their_time(boot: Boot) -> None:
    # The look at the level and the look at the clock take a microsecond each.
    assert beam_edges(boot(EDGES)) == ["rests at 1", "0 at 100002", "1 at 180125"]


def test_a_loop_that_waits_for_a_level_sees_it_in_time(boot: Boot) -> None:
    target = boot("""
    from machine import Pin

    async def main(stdin, stdout):
        beam = Pin(2, Pin.IN, Pin.PULL_UP)
        while beam.value():
            pass
        say("%d", time.ticks_us())
        await asyncio.sleep(3600)
    """)
    target.bench.dealer.slide("KS", at_ns=7_000_000)
    target.run_for(20_000)
    (said,) = lines(target)
    assert 7_000 <= int(said) <= 7_003


def test_a_handler_runs_within_a_bus_transfer(boot: Boot) -> None:
    target = boot("""
    from machine import I2C, Pin

    async def main(stdin, stdout):
        calls = []
        beam = Pin(2, Pin.IN, Pin.PULL_UP)
        beam.irq(lambda pin: calls.append(time.ticks_us()), Pin.IRQ_FALLING, hard=True)
        i2c = I2C(0, sda=Pin(8), scl=Pin(9), freq=400000)
        await asyncio.sleep_ms(10)
        i2c.writeto(60, bytes(1000))
        say("%r, then %d", calls, time.ticks_ms())
        await asyncio.sleep(3600)
    """)
    target.bench.dealer.slide("KS", at_ns=20_000_000)
    target.run_for(50_000)
    assert lines(target) == ["[20001], then 32"]


def test_dma_takes_nothing_unless_the_uart_asks_for_it(boot: Boot) -> None:
    target = boot(DMA_RING.replace("mem32[BASE + 0x48] = 1", "mem32[BASE + 0x48] = 0"))
    barcode = target.bench.barcode
    assert barcode is not None
    target.run_for(10_000)
    barcode.show(b"AS")
    target.run_for(20_000)
    assert lines(target)[1] == ""


def test_dma_takes_the_bytes_and_the_start_bit_wakes(boot: Boot) -> None:
    target = boot(DMA_RING)
    barcode = target.bench.barcode
    assert barcode is not None
    target.run_for(10_000)
    for code in (b"AS", b"2H", b"TD") * 9:  # more than the ring holds
        barcode.show(code)
        target.run_for(20_000)
    said = lines(target)
    assert said[1::2] == ["AS", "2H", "TD"] * 9
    assert said[0] == "woken at 10"


def test_outputs_reach_the_models(boot: Boot) -> None:
    target = boot(OUTPUTS)
    target.run_for(200_000)
    said = lines(target)
    # 168 words of 24 bits at 1.25 us are 5040 us; the last nine wait in the FIFO and shifter.
    assert said[0].startswith("True, done after ")
    assert 4770 <= int(said[0].split()[3]) <= 4775
    lights, display, sounder = target.bench.lights, target.bench.display, target.bench.sounder
    assert lights is not None and display is not None and sounder is not None
    assert lights.timing_errors == 0
    assert lights.pixels[:2] == [(2, 1, 3), (2, 2, 3)]
    assert lights.pixels[167] == (2, 168, 3)
    # 12 and 130 bytes of nine bits, two STARTs and two STOPs at 2.5 us a bit.
    assert said[1] == f"display took {(12 + 130) * 9 * 5 // 2 + 10 + 1} us"
    assert said[2:] == ["on the bus: [60]", "nobody there: 5"]
    assert all(display.image()[0])
    assert not any(display.image()[8])
    (tone,) = sounder.tones
    assert tone.hz == 2000
    assert tone.ms == pytest.approx(30, abs=1)  # asyncio sleeps until a whole millisecond


@pytest.mark.parametrize("fault, errno", [("nack", 5), ("stuck", 110)])
def test_a_dead_display_is_an_oserror(boot: Boot, fault: str, errno: int) -> None:
    target = boot("""
    from machine import I2C, Pin

    async def main(stdin, stdout):
        i2c = I2C(0, sda=Pin(8), scl=Pin(9), freq=400000)
        await asyncio.sleep_ms(10)
        try:
            i2c.writeto(60, b"x")
        except OSError as error:
            say("%d", error.errno)
        await asyncio.sleep(3600)
    """)
    display = target.bench.display
    assert display is not None
    display.fault = fault  # pyright: ignore[reportAttributeAccessIssue]
    target.run_for(100_000)
    assert lines(target) == [str(errno)]


def test_a_misaligned_ring_is_refused(boot: Boot) -> None:
    target = boot("""
    import rp2
    from uctypes import addressof

    async def main(stdin, stdout):
        raw = bytearray(256)
        start = (-addressof(raw) & 63) + 1
        dma = rp2.DMA()
        ctrl = dma.pack_ctrl(size=0, inc_read=False, ring_size=6, ring_sel=True, treq_sel=21)
        try:
            dma.config(read=0x40034000, write=memoryview(raw)[start : start + 64], count=9,
                       ctrl=ctrl, trigger=True)
        except ValueError as error:
            say("%s", error)
        await asyncio.sleep(3600)
    """)
    target.run_for(1_000)
    assert lines(target) == ["DMA ring of 64 bytes is not aligned to its size"]


def test_two_runs_are_alike(boot: Boot) -> None:
    first, second = boot(EDGES), boot(EDGES, state="other")
    for target in (first, second):
        target.run_for(1_000)
        target.bench.dealer.slide("KS")
        target.run_for(500_000)
    said = lines(first)
    assert said == lines(second)
    assert len(said) == 3
    assert first.round_trips == second.round_trips
