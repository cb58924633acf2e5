"""The host's end of the wire to a virtual machine: brings its messages to the bench.

A request that takes time is a generator: it yields the time (ns) to let pass before it goes on,
and returns its answer. The VM waits meanwhile, as the chip's core would. `simulator.vm` moves the
clock.
"""

import os
import select
import struct
from array import array
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

from simulator.bench import Bench
from simulator.models.nor_flash import PAGE_BYTES, SECTOR_BYTES, FlashOp
from simulator.stubs.common import wire_ops as ops
from simulator.vm_console import VmConsole
from simulator.vm_wires import VmWires
from simulator.wire_buses import WireBuses, Work

FOREVER_US = 1 << 60
_message = struct.Struct("<BBHq")
_head = struct.Struct("<IQ")


class WireLost(Exception):
    """The VM closed the wire, or said nothing for too long (`silent`)."""

    def __init__(self, silent: bool) -> None:
        super().__init__("silent" if silent else "closed")
        self.silent = silent


@dataclass
class Batch:
    """What the VM has sent and waits for: posted messages and, last, one request."""

    at_us: int
    messages: list[tuple[int, int, int, bytes]]
    done: int = 0  # messages that were carried out


@dataclass
class Chip:
    """What one life of the chip has told the host."""

    booted: bool = False
    reset: bool = False
    heaps: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    stub_bytes: int = 0  # heap that the stubs hold, not the firmware
    errors: list[str] = field(default_factory=list[str])


class WireServer:
    """Speaks with one virtual machine over two pipes, from its start to its end."""

    def __init__(
        self,
        read_fd: int,
        write_fd: int,
        bench: Bench,
        wires: VmWires,
        console: VmConsole,
        folder: Path,
    ) -> None:
        self.chip = Chip()
        self.round_trips = 0
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._bench = bench
        self._wires = wires
        self._console = console
        self._folder = folder
        self._poll = select.poll()
        self._poll.register(read_fd, select.POLLIN | select.POLLHUP)
        buses = WireBuses(bench)
        self._posted: dict[int, Callable[[int, int, bytes], None]] = {
            ops.PIN_OUT: self._pin_out,
            ops.PIN_IRQ: lambda pin, edges, _: wires.set_irq(pin, edges),
            ops.PWM: lambda pin, b, _: bench.pwm(pin, b >> 16, b & 0xFFFF),
            ops.PIO_BITS: self._pio_bits,
            ops.UART_MODE: lambda uart, b, _: wires.set_uart(uart, bool(b & 1), (b >> 8) - 1),
            ops.UART_TX: self._uart_tx,
            ops.CONSOLE_TX: lambda _a, _b, data: console.sent(data),
            ops.CONSOLE_TAKEN: lambda _a, count, _: console.taken(count),
            ops.DMA_DUE: self._dma_due,
            ops.ERROR: lambda _a, _b, data: self.chip.errors.append(data.decode(errors="replace")),
            ops.I2C_SETUP: buses.i2c_setup,
            ops.UART_BAUD: lambda uart, baud, _: wires.set_baud(uart, baud),
            ops.SPI_SETUP: buses.spi_setup,
            ops.SPI_WRITE: buses.spi_write,
        }
        self._requests: dict[int, Callable[[int, int, bytes], Work]] = {
            ops.SYNC: _at_once,
            ops.PIN_MODE: self._pin_mode,
            ops.I2C_WRITE: buses.i2c_write,
            ops.I2C_READ: buses.i2c_read,
            ops.FLASH_READ: self._flash_read,
            ops.FLASH_PROGRAM: self._flash_program,
            ops.FLASH_ERASE: self._flash_erase,
            ops.FILE_PROGRAM: self._file_program,
            ops.FILE_ERASE: self._file_erase,
            ops.BOOTED: self._booted,
            ops.HEAP: self._heap,
            ops.RESET: self._reset,
            ops.SPI_EXCHANGE: buses.spi_exchange,
        }
        self._uart_free_ns: dict[int, int] = {}

    # ---- the pipes

    def receive(self, limit_s: float) -> Batch:
        """The next batch; raises WireLost when the VM has ended or hangs."""
        head = self._read(ops.HEAD, limit_s)
        length, at_us = _head.unpack_from(head)
        data = head[ops.HEAD :]
        while len(data) < length:
            data += self._read(length - len(data), limit_s)
        messages: list[tuple[int, int, int, bytes]] = []
        at = 0
        while at < length:
            op, a, extra, b = _message.unpack_from(data, at)
            at += ops.MESSAGE
            messages.append((op, a, b, data[at : at + extra]))
            at += extra
        return Batch(at_us, messages)

    def _read(self, least: int, limit_s: float) -> bytes:
        data = b""
        while len(data) < least:
            if not self._poll.poll(limit_s * 1000):
                raise WireLost(silent=True)
            part = os.read(self._read_fd, 65536)
            if not part:
                raise WireLost(silent=False)
            data += part
        return data

    def reply(self, result: int, data: bytes, horizon_us: int, held: bool) -> None:
        """Let the VM go on."""
        self.round_trips += 1
        events = self._wires.take_events(held)
        now_us = self._wires.clock.now_ns() // 1000
        head = array("q", (now_us, horizon_us, result, len(events))).tobytes()
        try:
            os.write(self._write_fd, head + events + data)
        except BrokenPipeError:
            raise WireLost(silent=False) from None

    # ---- what comes over them

    def post_all(self, batch: Batch) -> None:
        """Carry out the posted messages."""
        last = len(batch.messages) - 1
        while batch.done < last:
            op, a, b, data = batch.messages[batch.done]
            batch.done += 1
            self._posted[op](a, b, data)

    def begin(self, batch: Batch) -> Work:
        """Start the request that ends the batch."""
        op, a, b, data = batch.messages[-1]
        return self._requests[op](a, b, data)

    def _pin_out(self, pin: int, level: int, _data: bytes) -> None:
        self._bench.pin_out(pin, bool(level), self._wires.clock.now_ns())

    def _pin_mode(self, pin: int, b: int, _data: bytes) -> Work:
        yield from ()
        output = bool(b & 1)
        if not output:
            self._bench.pin_released(pin)
        return self._wires.set_mode(pin, output, b >> 4), b""

    def _pio_bits(self, pin: int, b: int, words: bytes) -> None:
        bit_ns, size, start_ns = b & 0xFFFF, (b >> 16 & 0x3F) // 8, (b >> 22) * 1000
        bits = bytearray(len(words) // 4 * size)
        for number in range(size):  # from the top byte of each little-endian word down
            bits[number::size] = words[3 - number :: 4]
        clock = self._wires.clock
        if start_ns <= clock.now_ns():
            self._bench.pio_bits(pin, bytes(bits), bit_ns)
        else:
            clock.call_at(start_ns, lambda: self._bench.pio_bits(pin, bytes(bits), bit_ns))

    def _uart_tx(self, uart: int, _b: int, data: bytes) -> None:
        """Ten bits a byte, behind what is still on the line."""
        clock, baud = self._wires.clock, self._wires.uart_baud(uart)
        began_ns = max(clock.now_ns(), self._uart_free_ns.get(uart, 0))
        for number, byte in enumerate(data, 1):
            over_ns = began_ns + number * 10_000_000_000 // baud
            clock.call_at(over_ns, partial(self._bench.uart_sent, uart, byte, baud))
            self._uart_free_ns[uart] = over_ns

    def _dma_due(self, channel: int, due_us: int, _data: bytes) -> None:
        self._wires.clock.call_at(
            due_us * 1000, lambda: self._wires.event(ops.EV_DMA, channel)
        )

    # ---- flash: done when its time is over; a cut before that leaves it torn

    def _flash_read(self, _a: int, b: int, _data: bytes) -> Work:
        yield from ()
        return 0, self._bench.flash.read(b & 0xFFFFFFFF, b >> 32)

    def _flash_program(self, _a: int, address: int, data: bytes) -> Work:
        flash = self._bench.flash
        for at in range(0, len(data), PAGE_BYTES):
            page = data[at : at + PAGE_BYTES]
            yield from self._flash_time("program", address + at, page, flash.program_ns)
            flash.program(address + at, page)
        return 0, b""

    def _flash_erase(self, _a: int, address: int, _data: bytes) -> Work:
        flash = self._bench.flash
        yield from self._flash_time("erase", address, b"", flash.erase_ns)
        flash.erase_sector(address)
        return 0, b""

    def _flash_time(
        self, kind: Literal["program", "erase"], address: int, data: bytes, busy_ns: int
    ) -> Generator[int, None, None]:
        if not self.chip.booted:
            return  # files for the board are put there before its time begins
        started_ns = self._wires.clock.now_ns()
        try:
            yield busy_ns
        except GeneratorExit:
            part_ns = self._wires.clock.now_ns() - started_ns
            length = len(data) if kind == "program" else SECTOR_BYTES
            flash = self._bench.flash
            op = FlashOp(kind, address, data, flash.operations)
            flash.tear(op, length * part_ns // busy_ns)
            raise

    # ---- the same on a file of the CPython target's folder

    def _file_program(self, _a: int, b: int, data: bytes) -> Work:
        length = int.from_bytes(data[:2], "little")
        path = self._folder / data[2 : 2 + length].decode()
        return (yield from self._on_file(path, b, self._flash_program, data[2 + length :]))

    def _file_erase(self, _a: int, b: int, data: bytes) -> Work:
        return (yield from self._on_file(self._folder / data.decode(), b, self._flash_erase, b""))

    def _on_file(
        self, path: Path, b: int, work: Callable[[int, int, bytes], Work], data: bytes
    ) -> Work:
        """Bring the file's bytes into the flash model, let it work on them, and write them back."""
        address, offset = b & 0xFFFFFFFF, b >> 32
        memory = self._bench.flash.memory
        count = len(data) or SECTOR_BYTES
        with path.open("r+b") as file:
            file.seek(offset)
            found = file.read(count)
            memory[address : address + count] = found + b"\xff" * (count - len(found))
            try:
                return (yield from work(0, address, data))
            finally:  # also after a power cut: what is torn stays torn
                file.seek(offset)
                file.write(memory[address : address + count])

    # ---- the runner

    def _booted(self, _a: int, stub_bytes: int, _data: bytes) -> Work:
        self.chip.booted = True
        self.chip.stub_bytes = stub_bytes
        yield 1000  # main.py starts with the next run, not within start()
        return 0, b""

    def _heap(self, _a: int, b: int, _data: bytes) -> Work:
        yield from ()
        self.chip.heaps.append((b >> 32, b & 0xFFFFFFFF))
        return 0, b""

    def _reset(self, _a: int, _b: int, _data: bytes) -> Work:
        yield from ()
        self.chip.reset = True
        return 0, b""


def _at_once(_a: int, _b: int, _data: bytes) -> Work:
    yield from ()
    return 0, b""
