"""I2C and SPI of a virtual machine's chip: its transfers on the bench's buses, in their time.

A piece of work is a generator: it yields the time (ns) to let pass before it goes on.
"""

from collections.abc import Generator

from simulator.bench import Bench
from simulator.stubs.common import wire_ops as ops

Answer = tuple[int, bytes]
Work = Generator[int, None, Answer]

_I2C_TIMEOUT_NS = 50_000_000  # the rp2 port's default: 50,000 us, for a transfer from its START on
_I2C_PINS = 2
_NOT_ACKNOWLEDGED = -1
_TIMED_OUT = -2
_ADDRESS = 0x3FF


class WireBuses:
    """What `wire_server` does with the messages of both buses."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._i2c_hz: dict[int, int] = {}
        self._i2c_limit_ns: dict[int, int] = {}
        self._spi_hz: dict[int, int] = {}

    # ---- SPI: eight bits a byte

    def spi_setup(self, bus: int, b: int, pins: bytes) -> None:
        self._spi_hz[bus] = b >> 2
        self._bench.spi_pins(bus, pins)
        self._bench.spi_clock(bus, b >> 2, b & 3)

    def spi_write(self, bus: int, _b: int, data: bytes) -> None:
        """The VM has spent the time itself."""
        self._bench.spi_write(bus, data)

    def spi_exchange(self, bus: int, _b: int, data: bytes) -> Work:
        yield 8_000_000_000 * len(data) // self._spi_hz[bus]
        return len(data), self._bench.spi_exchange(bus, data)

    # ---- I2C: a byte and its acknowledge take nine bits, START and STOP about one each

    def i2c_setup(self, bus: int, hz: int, data: bytes) -> None:
        self._i2c_hz[bus] = hz
        self._i2c_limit_ns[bus] = 1000 * int.from_bytes(data[_I2C_PINS:], "little")
        self._bench.i2c_pins(bus, data[:_I2C_PINS])

    def i2c_write(self, bus: int, b: int, data: bytes) -> Work:
        failed = yield from self._i2c_begin(bus, b & _ADDRESS, False, len(data))
        if failed:
            return failed, b""
        taken = 0
        while taken < len(data) and self._bench.i2c_write(bus, data[taken]):
            taken += 1
        if taken < len(data) or not b & ops.NO_STOP:
            yield from self._i2c_stop(bus)
        return taken, b""

    def i2c_read(self, bus: int, b: int, _data: bytes) -> Work:
        count = b >> 16
        failed = yield from self._i2c_begin(bus, b & _ADDRESS, True, count)
        if failed:
            return failed, b""
        data = bytes(self._bench.i2c_read(bus, at < count - 1) for at in range(count))
        if not b & ops.NO_STOP:
            yield from self._i2c_stop(bus)
        return count, data

    def _i2c_begin(
        self, bus: int, address: int, read: bool, count: int
    ) -> Generator[int, None, int]:
        """START, or a repeated one, the address, and the time of the bytes: 0, or the error that the master meets."""
        limit_ns = self._i2c_limit_ns.get(bus, _I2C_TIMEOUT_NS)
        if self._bench.i2c_stuck(bus):
            yield limit_ns
            return _TIMED_OUT
        bit_ns = self._i2c_bit_ns(bus)
        yield 10 * bit_ns
        if not self._bench.i2c_start(bus, address, read):
            yield from self._i2c_stop(bus)
            return _NOT_ACKNOWLEDGED
        stretch_ns = self._bench.i2c_stretch_ns(bus)
        bytes_ns = stretch_ns + count * (9 * bit_ns + stretch_ns)
        yield min(bytes_ns, limit_ns)
        if bytes_ns > limit_ns and stretch_ns:
            yield from self._i2c_stop(bus)
            return _TIMED_OUT
        return 0

    def _i2c_stop(self, bus: int) -> Generator[int, None, None]:
        yield self._i2c_bit_ns(bus)
        self._bench.i2c_stop(bus)

    def _i2c_bit_ns(self, bus: int) -> int:
        hz = self._i2c_hz.get(bus)
        return 1_000_000_000 // hz if hz else self._bench.i2c_bit_ns(bus)
