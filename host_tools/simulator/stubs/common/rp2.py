"""`rp2` of the rp2 port: DMA channels for the two uses of our drivers (UART to a ring, words to a
PIO), PIO state machines that are taken to shift WS2812 bits, and the flash.

RP2040 datasheet 2.5 (DMA), 3.5 (PIO). The state machine is not stepped: what DMA or `put` feeds it
goes to the host as bits of ten cycles each, which is what the WS2812 program makes of them.
"""

import errno
from array import array

import sim_uart
import simwire
import uctypes
import wire_ops as ops
from sim_flash import Flash  # noqa: F401

_CYCLES_PER_BIT = 10
_CHANNELS = 12
_WORDS_PER_MESSAGE = 512
_FOREVER = 1 << 62
_TXF0 = 0x50200010  # PIO0 TXF0; PIO1 is 0x100000 further (3.7)

# CTRL fields: name -> (shift, width), datasheet 2.5.7
_FIELDS = {
    "enable": (0, 1), "high_pri": (1, 1), "size": (2, 2), "inc_read": (4, 1), "inc_write": (5, 1),
    "ring_size": (6, 4), "ring_sel": (10, 1), "chain_to": (11, 4), "treq_sel": (15, 6),
    "irq_quiet": (21, 1), "bswap": (22, 1), "sniff_en": (23, 1), "busy": (24, 1),
    "write_err": (29, 1), "read_err": (30, 1), "ahb_err": (31, 1),
}  # fmt: skip
_TREQ_PERMANENT = 63
_channels = [None] * _CHANNELS
_machines = {}


class PIO:
    IN_LOW = 0
    IN_HIGH = 1
    OUT_LOW = 2
    OUT_HIGH = 3
    SHIFT_LEFT = 0
    SHIFT_RIGHT = 1
    JOIN_NONE = 0
    JOIN_TX = 1
    JOIN_RX = 2


class _Program:
    def __init__(self, settings):
        self.settings = settings


def asm_pio(**settings):
    """Keep the settings; the program itself is not run."""

    def keep(_function):
        return _Program(settings)

    return keep


class StateMachine:
    def __init__(self, sm_id, program=None, freq=-1, *, sideset_base=None, out_base=None, **_kw):
        self._active = False
        self._waiting = None
        self.busy_until = 0  # us: when the last bit has left
        self._id = sm_id
        if program is not None:
            self.init(program, freq, sideset_base=sideset_base, out_base=out_base)
        _machines[sm_id] = self

    def init(self, program, freq=-1, *, sideset_base=None, out_base=None, **_kw):
        settings = program.settings
        base = sideset_base if sideset_base is not None else out_base
        self.pin = base._pad.number if base is not None else -1
        freq = freq if freq > 0 else 125000000
        self.bit_ns = _CYCLES_PER_BIT * 1000000000 // freq
        self.bits = settings.get("pull_thresh", 32) or 32
        self.left = settings.get("out_shiftdir", PIO.SHIFT_LEFT) == PIO.SHIFT_LEFT
        # Words in the FIFO and the shift register: DMA is done that much earlier than the wire.
        self.ahead = (8 if settings.get("fifo_join", 0) == PIO.JOIN_TX else 4) + 1

    def active(self, *args):
        if args:
            self._active = bool(args[0])
            if self._active and self._waiting is not None:
                channel = self._waiting
                self._waiting = None
                channel.feed(self)
        return self._active

    def put(self, value, shift=0):
        words = value if hasattr(value, "__len__") else (value,)
        raw = array("I", [word << shift & 0xFFFFFFFF for word in words])
        self.shift_out(raw, len(raw))

    def wait_for(self, channel):
        """The machine stands still: DMA fills the FIFO and then waits."""
        self._waiting = channel

    def word_us(self, words):
        return words * self.bits * self.bit_ns // 1000

    def shift_out(self, words, count):
        """Send `count` 32-bit words of a buffer; returns when (us) DMA has moved the last one."""
        if self.bits % 8 or not self.left:
            raise NotImplementedError("the stub shifts whole bytes out to the left")
        address = words if isinstance(words, int) else uctypes.addressof(words)
        start = begin = max(simwire.now, self.busy_until)
        while count > 0:
            n = min(count, _WORDS_PER_MESSAGE)
            raw = uctypes.bytearray_at(address, 4 * n)
            simwire.post(ops.PIO_BITS, self.pin, self.bit_ns | self.bits << 16 | begin << 22, raw)
            address += 4 * n
            count -= n
            begin += self.word_us(n)
        self.busy_until = begin
        return max(simwire.now, start, self.busy_until - self.word_us(self.ahead))

    def tx_fifo(self):
        left = max(0, self.busy_until - simwire.now)
        return min(self.ahead - 1, left // max(1, self.word_us(1)))


def _machine_at(target):
    """The state machine that DMA writes to: the object itself or its FIFO's address."""
    if isinstance(target, StateMachine):
        return target
    if isinstance(target, int):
        for pio in (0, 1):
            index = (target - _TXF0 - pio * 0x100000) // 4
            if 0 <= index < 4:
                return _machines.get(pio * 4 + index)
    return None


class DMA:
    def __init__(self):
        for number in range(_CHANNELS):
            if _channels[number] is None:
                break
        else:
            raise OSError(errno.EBUSY)
        _channels[number] = self
        self.channel = number
        self.read = 0
        self.write = 0
        self.ctrl = self.pack_ctrl()
        self._count = 0
        self._done_at = 0
        self._running = False
        self._line = None
        self._handler = None

    def pack_ctrl(self, default=None, **fields):
        if default is None:
            value = 1 << 21 | _TREQ_PERMANENT << 15 | self.channel << 11 | 3 << 4 | 2 << 2 | 1
        else:
            value = default
        for name, given in fields.items():
            shift, width = _FIELDS[name]
            field = int(given)
            if not 0 <= field < 1 << width:
                raise ValueError("bad field value")
            value = value & ~(((1 << width) - 1) << shift) | field << shift
        return value

    @staticmethod
    def unpack_ctrl(value):
        return {
            name: value >> shift & ((1 << width) - 1) for name, (shift, width) in _FIELDS.items()
        }

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        if read is not None:
            self.read = read
        if write is not None:
            self.write = write
        if count is not None:
            self._count = count
        if ctrl is not None:
            self.ctrl = ctrl
        if trigger:
            self._start()

    @property
    def count(self):
        """Transfers that are left."""
        simwire.tick()
        self._settle()
        if self._line is None and self._running and self._done_at < _FOREVER:
            machine = _machine_at(self.write)
            left = self._done_at - simwire.now
            return min(self._count, 1 + left // max(1, machine.word_us(1)))
        return self._count

    @count.setter
    def count(self, value):
        self._count = value

    def active(self, *args):
        if args:
            if args[0]:
                self._start()
            else:
                self._stop()
        simwire.tick()
        self._settle()
        return self._running

    def _settle(self):
        if self._running and self._line is None and simwire.now >= self._done_at:
            self._running = False
            self._count = 0

    def _stop(self):
        if self._line is not None:
            self._line.listen(None)
            self._line = None
        self._running = False

    def _start(self):
        self._stop()
        fields = DMA.unpack_ctrl(self.ctrl)
        if not fields["enable"]:
            return
        machine = _machine_at(self.write)
        if machine is not None:
            self._running = True
            self._done_at = _FOREVER
            if machine.active():
                self.feed(machine)
            else:
                machine.wait_for(self)
            return
        line = sim_uart.line_at(self.read) if isinstance(self.read, int) else None
        if line is None or fields["treq_sel"] != 21 + 2 * line.number or fields["size"] != 0:
            raise NotImplementedError("the stub moves bytes from a UART or words to a PIO only")
        self._running = True
        self._line = line
        self._open_ring(fields)
        line.listen(self)

    def _open_ring(self, fields):
        size = 1 << fields["ring_size"] if fields["ring_sel"] else self._count
        if isinstance(self.write, int):
            address = self.write
            self._ring = uctypes.bytearray_at(address, size)
        else:
            address = uctypes.addressof(self.write)
            self._ring = self.write
        if fields["ring_sel"] and address % size:
            # The chip wraps the low bits of the address, so it would write before the buffer.
            raise ValueError("DMA ring of %d bytes is not aligned to its size" % size)
        if len(self._ring) < size:
            raise ValueError("DMA would write past its buffer")
        self._wrap = size
        self._at = 0

    def take(self, byte):
        """A byte from the UART; False when the channel has done its count."""
        if self._count <= 0:
            self._running = False
            return False
        self._ring[self._at] = byte
        self._at = (self._at + 1) % self._wrap
        self._count -= 1
        return True

    def feed(self, machine):
        if DMA.unpack_ctrl(self.ctrl)["size"] != 2:
            raise NotImplementedError("the stub feeds a PIO with 32-bit words")
        self._done_at = machine.shift_out(self.read, self._count)
        if self._handler is not None:
            simwire.post(ops.DMA_DUE, self.channel, self._done_at)

    def irq(self, handler=None, hard=False):
        self._handler = handler

    def close(self):
        if self.channel >= 0:
            self._stop()
            _channels[self.channel] = None
            self.channel = -1


def _on_dma(number, _b, _data):
    channel = _channels[number]
    if channel is not None and channel._handler is not None:
        channel._settle()
        channel._handler(channel)


simwire.on_event[ops.EV_DMA] = _on_dma
