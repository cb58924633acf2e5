"""I2C and SPI of the chip. Each transfer takes its time on the wire: a request waits for its end, SPI
bytes whose answers nobody wants are posted and only cost their time.

Unlike the port, which has default pins, a bus here wants every pin named.
"""

import errno

import simwire
import wire_ops as ops

_PERIPHERAL_HZ = 48000000  # clk_peri as stock images set it: from the USB PLL, not the 125 MHz of the cores
_POSTED = 3000  # bytes that fit into a batch beside a request
_REQUESTED = 4096


def _check(done):
    """CPython fills `errno` only if there is a text too."""
    if done == -1:
        raise OSError(errno.EIO, "not acknowledged")
    if done < 0:
        raise OSError(errno.ETIMEDOUT, "bus stuck")


def _gpios(*pins):
    return bytes([pin._pad.number for pin in pins])


def _address(addr, stop):
    return addr if stop else addr | ops.NO_STOP


class I2C:
    """As on the chip, only an address that nobody acknowledges is an error. A data byte that is not
    acknowledged ends the transfer: `writeto` returns how many were, `writeto_mem` tells nothing, and
    `readfrom_mem_into` leaves the buffer as it was.
    """

    def __init__(self, id, *, scl, sda, freq=400000, timeout=50000):
        self._bus = id
        simwire.post(ops.I2C_SETUP, id, freq, _gpios(sda, scl) + timeout.to_bytes(4, "little"))

    def writeto(self, addr, buf, stop=True):
        done = simwire.request(ops.I2C_WRITE, self._bus, _address(addr, stop), bytes(buf))
        _check(done)
        return done

    def writevto(self, addr, vector, stop=True):
        joined = b"".join([bytes(part) for part in vector])
        return self.writeto(addr, joined, stop)

    def readfrom_into(self, addr, buf, stop=True):
        b = _address(addr, stop) | len(buf) << 16
        _check(simwire.request(ops.I2C_READ, self._bus, b, None, buf))

    def readfrom(self, addr, nbytes, stop=True):
        buf = bytearray(nbytes)
        self.readfrom_into(addr, buf, stop)
        return bytes(buf)

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        where = memaddr.to_bytes(addrsize // 8, "big")
        if self.writeto(addr, where, False) == len(where):
            self.readfrom_into(addr, buf)

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        buf = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buf, addrsize=addrsize)
        return bytes(buf)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        self.writeto(addr, memaddr.to_bytes(addrsize // 8, "big") + bytes(buf))

    def scan(self):
        return [a for a in range(8, 0x78) if simwire.request(ops.I2C_WRITE, self._bus, a) >= 0]


class SPI:
    LSB = 0
    MSB = 1

    def __init__(self, id, baudrate=1000000, *, polarity=0, phase=0, bits=8, firstbit=MSB, sck, mosi, miso):
        if id not in (0, 1):
            raise ValueError("SPI(%d) doesn't exist" % id)
        self._bus = id
        self._pins = _gpios(sck, mosi, miso)
        self._mode = 0
        self.init(baudrate, polarity=polarity, phase=phase, bits=bits, firstbit=firstbit)

    def init(self, baudrate=-1, *, polarity=-1, phase=-1, bits=8, firstbit=MSB):
        """What is not given stays as it was."""
        if bits != 8 or firstbit != SPI.MSB:
            raise NotImplementedError("the stub sends bytes, their top bit first")
        if baudrate != -1:
            # An even prescaler and a divider (datasheet 4.4.3.4): never faster than was asked for.
            self._hz = _PERIPHERAL_HZ // (2 * max(1, -(-_PERIPHERAL_HZ // (2 * baudrate))))
        if polarity != -1:
            self._mode = self._mode & 1 | polarity << 1
        if phase != -1:
            self._mode = self._mode & 2 | phase
        simwire.post(ops.SPI_SETUP, self._bus, self._hz << 2 | self._mode, self._pins)

    def write(self, buf):
        view = memoryview(buf)
        for at in range(0, len(buf), _POSTED):
            part = view[at : at + _POSTED]
            simwire.post(ops.SPI_WRITE, self._bus, 0, part)
            simwire.spend(8000000000 * len(part) // self._hz)

    def write_readinto(self, write_buf, read_buf):
        if len(write_buf) != len(read_buf):
            raise ValueError("buffers must be the same length")
        out = memoryview(write_buf)
        into = memoryview(read_buf)
        for at in range(0, len(out), _REQUESTED):
            end = at + _REQUESTED
            simwire.request(ops.SPI_EXCHANGE, self._bus, 0, out[at:end], into[at:end])

    def readinto(self, buf, write=0):
        self.write_readinto(bytes([write]) * len(buf), buf)

    def read(self, nbytes, write=0):
        buf = bytearray(nbytes)
        self.readinto(buf, write)
        return bytes(buf)

    def deinit(self):
        pass

    def __repr__(self):
        return "SPI(%d, baudrate=%d)" % (self._bus, self._hz)
