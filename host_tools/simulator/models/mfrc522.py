"""An NXP MFRC522, the reader for 13.56 MHz, on SPI, with its antenna over a `TagField`.

Follows the NXP MFRC522 product data sheet, rev 3.9: 8.1.2 (SPI: read, write, address byte), 8.3 (FIFO buffer), 8.5
(timer unit), 8.6 (hard and soft power-down), 8.8 (reset and oscillator start-up), 9.3 (registers, their bits and RESET
values; numbers stand at the code), 10.3 (commands). The pages on the SPI address byte and on TModeReg were at hand; the
rest is as public drivers quote it, and was not checked against the document. Of the commands Mem, GenerateRandomID and
MFAuthent are not modelled: they end at once, as unknown ones do. Nor are the IRQ pin, other rates than 106 kbit/s and
the analog settings; but without antenna drivers and 100 % ASK no tag hears anything.
"""

import random
from collections.abc import Callable
from typing import Literal

from simulator.clock import Clock
from simulator.models.mfrc522_parts import Fifo, Timer
from simulator.models.tags import Answer, TagField, bits_of, bytes_of, crc_a, etu_ns, heard, on_air

Fault = Literal["silent", "stuck", "hung", "bit-errors", "slow", "wrong-version", "gone", "brown-out"]
FAULTS: tuple[Fault, ...] = ("silent", "stuck", "hung", "bit-errors", "slow", "wrong-version", "gone", "brown-out")
"""silent: MISO stays high; stuck: MISO stays low; hung: registers answer, commands do nothing; bit-errors: on SPI;
slow: all of its own times four times as long; wrong-version: another version byte; gone: falls silent in the middle of
the next transfer, and begins anew when it is back; brown-out: registers take their RESET values, once."""

OTHER_VERSION = 0x37
"""Not one of NXP's."""
SLOW = 4
HARD_START_NS = 2_000_000
"""8.8.2: until the crystal swings; a usual one on a module."""
READY_NS = 37_740
"""8.8.2: 1024 periods of 27.12 MHz before the chip can be addressed."""

COMMAND, COM_IEN, DIV_IEN, COM_IRQ, DIV_IRQ, ERROR, STATUS1, STATUS2 = range(0x01, 0x09)
FIFO_DATA, FIFO_LEVEL, WATER_LEVEL, CONTROL, BIT_FRAMING, COLL = range(0x09, 0x0F)
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK, TX_SEL, RX_SEL, RX_THRESHOLD, DEMOD = range(0x11, 0x1A)
MF_TX, MF_RX, SERIAL_SPEED, CRC_HIGH, CRC_LOW, MOD_WIDTH, RF_CFG = 0x1C, 0x1D, 0x1F, 0x21, 0x22, 0x24, 0x26
GS_N, CW_GS_P, MOD_GS_P, T_MODE, T_PRESCALER, T_RELOAD_HIGH, T_RELOAD_LOW, T_HIGH, T_LOW = range(0x27, 0x30)
VERSION = 0x37

_RESET = {
    COMMAND: 0x20, COM_IEN: 0x80, COM_IRQ: 0x14, WATER_LEVEL: 0x08, COLL: 0xA0, MODE: 0x3F, TX_CONTROL: 0x80,
    TX_SEL: 0x10, RX_SEL: 0x84, RX_THRESHOLD: 0x84, DEMOD: 0x4D, MF_TX: 0x62, SERIAL_SPEED: 0xEB, CRC_HIGH: 0xFF,
    CRC_LOW: 0xFF, MOD_WIDTH: 0x26, RF_CFG: 0x48, GS_N: 0x88, CW_GS_P: 0x20, MOD_GS_P: 0x20,
}  # fmt: skip
_READ_ONLY = {ERROR, STATUS1, FIFO_LEVEL, CRC_HIGH, CRC_LOW, T_HIGH, T_LOW, VERSION}

_IDLE, _CALC_CRC, _TRANSMIT, _NO_CHANGE, _RECEIVE, _TRANSCEIVE, _SOFT_RESET = 0x0, 0x3, 0x4, 0x7, 0x8, 0xC, 0xF  # 10.3
_TIMER_IRQ, _ERR_IRQ, _LOW_IRQ, _HIGH_IRQ, _IDLE_IRQ, _RX_IRQ, _TX_IRQ = (1 << n for n in range(7))  # 9.3.1.5
_CRC_IRQ = 0x04  # 9.3.1.6
_PROTOCOL, _PARITY, _CRC, _COLLISION, _OVERFLOW = (1 << n for n in range(5))  # 9.3.1.7
_REST, _WAIT_SEND, _SENDING, _WAIT_DATA, _RECEIVING = 0, 1, 3, 5, 6  # 9.3.1.9: ModemState
_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)  # 9.3.2.2


class Mfrc522:
    """The chip on its bus: `select`, `exchange`, `reset_pin`."""

    def __init__(
        self, clock: Clock, field: TagField, *, version: int = 0x92, rng: random.Random | None = None
    ) -> None:
        self._clock = clock
        self.field = field
        self.version = version
        """0x91 and 0x92 are NXP's, 0x88 and 0x12 are those of clones."""
        self._rng = random.Random(0) if rng is None else rng
        self._fault: Fault | None = None
        self.bit_error_rate = 0.02
        """How many bytes on SPI have a wrong bit while it has bit errors."""
        self._selected = False
        self._address: int | None = None
        self._reading = False
        self._held = False  # NRSTPD is low
        self._life = 0
        self._bytes_left = 0  # before it is gone
        self._timer = Timer(clock, lambda: self._irq(_TIMER_IRQ))
        self._fifo = Fifo(lambda low, high: self._irq((_LOW_IRQ if low else 0) | (_HIGH_IRQ if high else 0)))
        field.join(clock)
        self._begin(0)

    # ---- supply and faults

    def power_off(self) -> None:
        """Lose the supply and get it back."""
        self._begin(HARD_START_NS + READY_NS)

    def reset_pin(self, level: bool) -> None:
        """NRSTPD: low is hard power-down, the rising edge a reset (8.6.1, 8.8.1)."""
        if not level:
            self._begin(0)
        elif self._held:
            self._begin(HARD_START_NS + READY_NS)
        self._held = not level

    @property
    def fault(self) -> Fault | None:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault | None) -> None:
        if self._fault == "gone":
            self._begin(HARD_START_NS + READY_NS)
        self._fault = None if fault == "brown-out" else fault
        self._bytes_left = self._rng.randrange(1, 8)
        if fault == "brown-out":
            self._begin(READY_NS)

    def _begin(self, start_ns: int) -> None:
        """All as after a reset; it can be addressed after `start_ns`."""
        self._life += 1
        self._ready_ns = self._clock.now_ns() + self._own(start_ns)
        self.registers = bytearray(64)
        for address, value in _RESET.items():
            self.registers[address] = value
        self._fifo.content, self._fifo.water = b"", _RESET[WATER_LEVEL]
        self._modem = _REST
        self._timer.stop()
        self.field.power(False)

    def _own(self, ns: int) -> int:
        return ns * SLOW if self._fault == "slow" else ns

    def _later(self, ns: int, fn: Callable[[], None]) -> None:
        """Unless a reset or another command comes first."""
        life = self._life
        self._clock.call_at(self._clock.now_ns() + ns, lambda: fn() if life == self._life else None)

    # ---- SPI, 8.1.2

    def select(self, active: bool) -> None:
        self._selected = active
        self._address = None

    def exchange(self, byte: int) -> int:
        """One byte each way. Nobody drives MISO while it is not selected: a pull-up does."""
        if self._fault == "gone" and self._selected and self._bytes_left:
            self._bytes_left -= 1
        elif not self._selected or self._held or self._fault in ("silent", "gone"):
            return 0xFF
        if self._fault == "stuck":
            return 0x00
        return self._noisy(self._shift(self._noisy(byte)))

    def _noisy(self, byte: int) -> int:
        if self._fault == "bit-errors" and self._rng.random() < self.bit_error_rate / 2:
            return byte ^ 1 << self._rng.randrange(8)
        return byte

    def _shift(self, byte: int) -> int:
        """An address, then data to it; in a read every byte names the next address (8.1.2.1 to 8.1.2.3)."""
        address = self._address
        if address is None:
            self._reading = bool(byte & 0x80)
            self._address = byte >> 1 & 0x3F
            return 0x00
        if self._reading:
            self._address = byte >> 1 & 0x3F
            return self._read(address)
        self._write(address, byte)
        return 0x00

    # ---- registers, 9.3

    def _read(self, address: int) -> int:
        registers = self.registers
        if self._clock.now_ns() < self._ready_ns:
            return registers[COMMAND] | 0x10 if address == COMMAND else registers[address]
        if address == STATUS1:
            ready = 0x20 | (0x10 if registers[COM_IRQ] & registers[COM_IEN] & 0x7F else 0)
            alert = (0x02 if self._fifo.high else 0) | (0x01 if self._fifo.low else 0)
            return ready | (0x08 if self._timer.running else 0) | alert
        if address == STATUS2:
            return registers[STATUS2] & 0xC8 | self._modem
        if address == FIFO_DATA:
            return self._fifo.take()
        if address == FIFO_LEVEL:
            return len(self._fifo.content)
        if address == CONTROL:
            return 0x10 | registers[CONTROL] & 0x07
        if address in (T_HIGH, T_LOW):
            return self._timer.value() >> (8 if address == T_HIGH else 0) & 0xFF
        if address == VERSION:
            return OTHER_VERSION if self._fault == "wrong-version" else self.version
        return registers[address]

    def _write(self, address: int, value: int) -> None:
        registers = self.registers
        if self._clock.now_ns() < self._ready_ns:
            return
        if address == COMMAND:
            self._command(value)
        elif address in (COM_IRQ, DIV_IRQ):  # Set1, Set2: the marked bits are set or cleared
            marked = value & 0x7F
            registers[address] = registers[address] | marked if value & 0x80 else registers[address] & ~marked
        elif address == FIFO_DATA:
            self._error(0 if self._fifo.put(bytes((value,))) else _OVERFLOW)
            if registers[COMMAND] & 0x0F == _CALC_CRC:
                self._calculate()
        elif address == FIFO_LEVEL and value & 0x80:
            self._fifo.empty()
            registers[ERROR] &= ~_OVERFLOW
        elif address == CONTROL:
            if value & 0x80:
                self._timer.stop()
            elif value & 0x40:
                self._start_timer()
        elif address == BIT_FRAMING:
            registers[address] = value & 0x77
            if value & 0x80:
                self._start_send()
        elif address == COLL:
            registers[COLL] = registers[COLL] & 0x7F | value & 0x80
        elif address not in _READ_ONLY:
            registers[address] = value
            if address == TX_CONTROL:
                self._antenna()
            elif address == WATER_LEVEL:
                self._fifo.water = value & 0x3F

    def _irq(self, bits: int) -> None:
        self.registers[COM_IRQ] |= bits

    def _error(self, bits: int) -> None:
        if bits:
            self.registers[ERROR] |= bits
            self._irq(_ERR_IRQ)

    # ---- commands, 10.3

    def _command(self, value: int) -> None:
        code = value & 0x0F
        if code == _NO_CHANGE:
            code = self.registers[COMMAND] & 0x0F
        else:
            self._life += 1
            self._modem = _REST
        if code == _SOFT_RESET:
            self._begin(READY_NS)
            return
        woken = self.registers[COMMAND] & 0x10 and not value & 0x10  # 8.6.2
        self.registers[COMMAND] = value & 0x30 | code
        if woken:
            self._ready_ns = self._clock.now_ns() + self._own(READY_NS)
        self._antenna()
        if self._fault == "hung" or code == _IDLE:
            return
        if code == _CALC_CRC:
            preset = _PRESETS[self.registers[MODE] & 3]
            self.registers[CRC_HIGH], self.registers[CRC_LOW] = preset >> 8, preset & 0xFF
            self._calculate()
        elif code == _TRANSMIT:
            self._send()
        elif code == _RECEIVE:
            self._listen()
        elif code == _TRANSCEIVE:
            self._modem = _WAIT_SEND
        else:
            self._end()

    def _end(self) -> None:
        """A command is over by itself."""
        self.registers[COMMAND] &= 0xF0
        self._modem = _REST
        self._irq(_IDLE_IRQ)

    def _calculate(self) -> None:
        """10.3.1.4: what is in the FIFO goes through the CRC coprocessor; it goes on until it is told to stop."""
        value = self.registers[CRC_HIGH] << 8 | self.registers[CRC_LOW]
        for byte in self._fifo.empty():
            value ^= byte
            for _ in range(8):
                value = value >> 1 ^ 0x8408 if value & 1 else value >> 1
        self.registers[CRC_HIGH], self.registers[CRC_LOW] = value >> 8, value & 0xFF
        self.registers[DIV_IRQ] |= _CRC_IRQ

    # ---- on the air

    def _antenna(self) -> None:
        """9.3.2.5: Tx1RFEn, Tx2RFEn; off in power-down."""
        self.field.power(bool(self.registers[TX_CONTROL] & 0x03) and not self.registers[COMMAND] & 0x10)

    def _start_send(self) -> None:
        """10.3.1.8: each transmission of Transceive begins with StartSend."""
        if self._fault != "hung" and self.registers[COMMAND] & 0x0F == _TRANSCEIVE and self._modem != _SENDING:
            self._send()

    def _send(self) -> None:
        if not self._fifo.content or (self.registers[MODE] & 0x20 and not self.field.on):  # 9.3.2.2: TxWaitRF
            return
        data = self._fifo.empty()
        last = self.registers[BIT_FRAMING] & 0x07
        bits = bits_of(data)
        if last:
            del bits[last - 8 :]
        if self.registers[TX_MODE] & 0x80:
            bits += bits_of(crc_a(data))
        self._modem = _SENDING
        # ISO/IEC 14443-3, 6.2.3: start of communication, the bits with their parity, end of communication.
        self._later(self._own(etu_ns(len(on_air(bits)) + 2)), lambda: self._sent(bits))

    def _sent(self, bits: list[int]) -> None:
        self._irq(_TX_IRQ)
        if self.registers[T_MODE] & 0x80:
            self._start_timer()
        answer = self.field.send(bits) if self.registers[TX_ASK] & 0x40 else None
        if answer is not None:  # even if it is too late for this command, it comes
            self._clock.call_at(answer.begin_ns, lambda: self._answered(answer))
        if self.registers[COMMAND] & 0x0F == _TRANSMIT:
            self._end()
        else:
            self._listen()

    def _listen(self) -> None:
        self.registers[ERROR] &= ~(_PROTOCOL | _PARITY | _CRC | _COLLISION)
        self.registers[COLL] = self.registers[COLL] & 0x80 | 0x20
        self._modem = _WAIT_DATA

    def _answered(self, answer: Answer) -> None:
        """Tags begin to answer: somebody listens, or not."""
        if self._modem == _WAIT_DATA and not self.registers[COMMAND] & 0x30:
            self._modem = _RECEIVING
            now_ns = self._clock.now_ns()
            self._later(etu_ns(5), lambda: self._fifth_bit(answer))
            self._later(answer.end_ns - now_ns, lambda: self._received(answer))

    def _fifth_bit(self, answer: Answer) -> None:
        """9.3.3.10: the timer stops after the start bit and four data bits."""
        if len(answer.air()) >= 4 and self.registers[T_MODE] & 0x80:
            self._timer.stop()

    def _received(self, answer: Answer) -> None:
        registers = self.registers
        align = registers[BIT_FRAMING] >> 4 & 0x07
        got = heard(answer.air(), 8 - align)
        if not got.bits or (len(got.bits) < 4 and registers[RX_MODE] & 0x08):  # 9.3.2.4: RxNoErr
            self._modem = _WAIT_DATA
            return
        bits = [0] * align + got.bits
        if got.collision is not None:
            at = align + got.collision
            registers[COLL] = registers[COLL] & 0x80 | (at + 1 & 0x1F if at < 32 else 0x20)
            if not registers[COLL] & 0x80:  # 9.3.1.15: ValuesAfterColl
                bits[at:] = [0] * (len(bits) - at)
            self._error(_COLLISION)
        if not got.parity_ok:
            self._error(_PARITY)
        data = bytes_of(bits)
        if registers[RX_MODE] & 0x80:
            if len(bits) % 8 or crc_a(data[:-2]) != data[-2:]:
                self._error(_CRC)
            data = data[:-2]
        self._error(0 if self._fifo.put(data) else _OVERFLOW)
        registers[CONTROL] = len(bits) % 8
        self._irq(_RX_IRQ)
        if registers[COMMAND] & 0x0F == _RECEIVE:
            self._end()
        else:
            self._modem = _WAIT_SEND

    # ---- timer, 8.5

    def _start_timer(self) -> None:
        registers = self.registers
        divider = (registers[T_MODE] & 0x0F) << 8 | registers[T_PRESCALER]
        step = 2 * divider + (2 if registers[DEMOD] & 0x10 else 1)
        reload = registers[T_RELOAD_HIGH] << 8 | registers[T_RELOAD_LOW]
        self._timer.start(step * (SLOW if self._fault == "slow" else 1), reload, bool(registers[T_MODE] & 0x10))
