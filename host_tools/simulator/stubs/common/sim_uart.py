"""UARTs of the chip: a 32-byte FIFO, the port's receive buffer or a DMA channel behind it, and the
registers the drivers touch.

RP2040 datasheet 4.2 (UART) and 2.5.3.1 (DREQ).
"""

import simwire
import wire_ops as ops

_BASES = (0x40034000, 0x40038000)
_DR = 0x00
_RSR = 0x04  # bit 3: overrun; any write clears
_IMSC = 0x38
_DMACR = 0x48  # bit 0: receive DMA enable
_OVERRUN = 8
_FIFO = 32
_RX_INTERRUPTS = 0x50  # receive and receive timeout
_STREAM_POLL = 3
_POLLIN = 1
_POLLOUT = 4


class _Line:
    """One UART's receiver."""

    def __init__(self, number):
        self.number = number
        self.registers = {_RSR: 0, _IMSC: 0, _DMACR: 0}
        self.fifo = bytearray()
        self.buffer = bytearray()
        self.capacity = 256
        self.rx_pin = -1
        self.sink = None  # the DMA channel that listens: its take(byte) says False when it is done

    def tell_host(self):
        """Bytes wake the VM only where its own interrupt handler would take them."""
        wakes = 1 if self.registers[_IMSC] & _RX_INTERRUPTS else 0
        simwire.post(ops.UART_MODE, self.number, wakes | (self.rx_pin + 1) << 8)

    def receive(self, data):
        held = simwire.interrupts_held()
        for byte in data:
            if not self._to_dma(byte):
                if len(self.fifo) >= _FIFO:
                    self.registers[_RSR] |= _OVERRUN
                else:
                    self.fifo.append(byte)
                if not held:
                    self.empty_fifo()
        if not held:
            self.empty_fifo()

    def _to_dma(self, byte):
        if self.sink is None or not self.registers[_DMACR] & 1:
            return False
        self._refill()
        return not self.fifo and self.sink.take(byte)

    def _refill(self):
        """Bytes that waited in the FIFO go first."""
        taken = 0
        while taken < len(self.fifo) and self.sink.take(self.fifo[taken]):
            taken += 1
        self.fifo = self.fifo[taken:]

    def listen(self, sink):
        """A DMA channel starts (or, with None, stops) to take bytes."""
        self.sink = sink
        if sink is not None and self.registers[_DMACR] & 1:
            self._refill()

    def empty_fifo(self):
        """The port's interrupt handler: into the receive buffer, or lost."""
        if not self.registers[_IMSC] & _RX_INTERRUPTS:
            return
        room = self.capacity - len(self.buffer)
        self.buffer += self.fifo[:room]
        self.fifo = bytearray()


_lines = (_Line(0), _Line(1))


def release():
    """Interrupts are allowed again after they were held off."""
    for line in _lines:
        line.empty_fifo()


def line_at(address):
    """The receiver whose data register is at `address`, or None."""
    for line in _lines:
        if address == _BASES[line.number] + _DR:
            return line
    return None


class _Mem32:
    """The few registers that drivers reach directly; any other address is a bug in the caller."""

    def _find(self, address):
        for line in _lines:
            offset = address - _BASES[line.number]
            if offset in line.registers:
                return line, offset
        raise ValueError("no register stub at 0x%08x" % address)

    def __getitem__(self, address):
        line, offset = self._find(address)
        simwire.tick()
        return line.registers[offset]

    def __setitem__(self, address, value):
        line, offset = self._find(address)
        if offset == _RSR:
            value = 0
        line.registers[offset] = value
        line.tell_host()


mem32 = _Mem32()


def _on_bytes(number, _n, data):
    _lines[number].receive(data)


simwire.on_event[ops.EV_UART] = _on_bytes


class UART:
    def __init__(self, id, baudrate=115200, bits=8, parity=None, stop=1, *, tx=None, rx=None,
                 rxbuf=256, txbuf=256, timeout=0, timeout_char=0):
        self._line = line = _lines[id]
        line.capacity = max(rxbuf, 32)
        line.rx_pin = rx._pad.number if rx is not None else -1
        line.buffer = bytearray()
        self.init(baudrate)

    def init(self, baudrate):
        """The port resets the UART: its FIFOs are empty, its interrupts on, DMA may take bytes."""
        line = self._line
        line.registers[_IMSC] = _RX_INTERRUPTS
        line.registers[_DMACR] = 3
        line.fifo = bytearray()
        simwire.post(ops.UART_BAUD, line.number, baudrate)
        line.tell_host()

    def any(self):
        simwire.tick()
        return len(self._line.buffer)

    def read(self, nbytes=-1):
        line = self._line
        n = len(line.buffer) if nbytes < 0 else min(nbytes, len(line.buffer))
        if n == 0:
            return None
        data = bytes(line.buffer[:n])
        line.buffer = line.buffer[n:]
        return data

    def readinto(self, buf, nbytes=-1):
        data = self.read(len(buf) if nbytes < 0 else min(nbytes, len(buf)))
        if data is None:
            return None
        buf[: len(data)] = data
        return len(data)

    def write(self, buf):
        data = bytes(buf)
        for at in range(0, len(data), 1024):
            simwire.post(ops.UART_TX, self._line.number, 0, data[at : at + 1024])
        return len(data)

    def ioctl(self, request, flags):
        if request != _STREAM_POLL:
            return -1
        return flags & (_POLLOUT | (_POLLIN if self._line.buffer else 0))
