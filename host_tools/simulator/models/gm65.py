"""A GM65: a barcode engine with registers ("zone bits"), as it comes from the factory.

GM65 user manual V1.3: 2.1 serial port (9600 8N1), 8.2 read, 8.3 write, 8.4 save to EEPROM, 8.5 list
of zone bits. A command is 7E 00, type, length, address, data, CRC (or AB CD instead of it); the
answer is 02 00 00, length, data, CRC. A wrong command has no answer, half of one is dropped after
400 ms. What is written is lost with the power unless it was saved.

What the printed set-up codes contain is not published. Here a set-up code is the write command
itself, printed; like a scanned one it is saved at once.
"""

import binascii
import random

from simulator.models.barcode import BarcodeEngine
from simulator.wires import Wires

MODE, TRIGGER, SETUP, INTERVAL, SLEEP, OUTPUT, SAME_CODE = 0x00, 0x02, 0x03, 0x05, 0x07, 0x0D, 0x13
BAUD, FORMAT, AIM, RESET = 0x2A, 0x60, 0xD0, 0xD9
CONTINUOUS = 0x02

FACTORY = {
    MODE: 0xD4,  # lamp and beep at a read, aim and light while reading, manual mode
    0x04: 0x02,
    INTERVAL: 0x0A,  # 1 s
    0x06: 0x32,  # 5 s
    SAME_CODE: 0x85,  # on, 0.5 s
    BAUD: 0x39,
    BAUD + 1: 0x01,
    FORMAT: 0x01,  # CR
}

ANSWER_NS = 3_000_000
SAVE_NS = 60_000_000
HALF_COMMAND_NS = 400_000_000
UNIT_NS = 100_000_000
"""Times in registers count in 100 ms."""

_READ, _WRITE, _SAVE = 7, 8, 9
_HEAD, _ANSWER_HEAD, _NO_CHECK = b"\x7e\x00", b"\x02\x00", b"\xab\xcd"
_DIVIDED_HZ = 3_000_000
_TAILS = (b"\r", b"\r\n", b"\t", b"")


def with_check(head: bytes, body: bytes) -> bytes:
    """A frame: the CRC (8.1) covers everything behind the head."""
    return head + body + binascii.crc_hqx(body, 0).to_bytes(2, "big")


class Gm65(BarcodeEngine):
    """An engine on the bench, factory new, or with other ``settings`` (register: value) saved."""

    def __init__(
        self,
        wires: Wires,
        uart: int,
        rx_pin: int,
        *,
        settings: dict[int, int] | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self.eeprom = bytearray(256)
        for address, value in {**FACTORY, **(settings or {})}.items():
            self.eeprom[address] = value
        self.ram = bytearray(self.eeprom)
        self.saves = 0
        self.writes: list[tuple[int, int]] = []
        """Registers that were written by command, with their values."""
        self.unread: list[bytes] = []
        """Codes that it was shown and did not send."""
        self._command = bytearray()
        self._command_ns = 0
        self._last_code = b""
        self._last_ns = -(1 << 62)
        super().__init__(wires, uart, rx_pin, self._divided(), rng=rng)

    def _divided(self) -> int:
        divider = self.ram[BAUD] | self.ram[BAUD + 1] << 8
        return _DIVIDED_HZ // divider if divider else 9600

    def power_on(self) -> None:
        if not self._powered:
            self.ram[:] = self.eeprom
            self.baud = self._divided()
            self._last_code = b""
            self._command.clear()
        super().power_on()

    def reset_to_factory(self) -> None:
        """As after the manual's code "Reset": everything forgotten, and it starts anew."""
        self.power_off()
        self.eeprom[:] = bytes(FACTORY.get(address, 0) for address in range(256))
        self.power_on()

    # ---- what it sees

    def show(self, code: bytes) -> None:
        """Hold a code before it: sent if its settings let it."""
        if self._blind:
            return
        now_ns = self._wires.clock.now_ns()
        if self.ram[MODE] & 3 != CONTINUOUS and not self.ram[TRIGGER] & 1:
            self.unread.append(code)
        elif self._is_setup(code) and not self.ram[SETUP] & 2:
            self._write(code[4] << 8 | code[5], code[6:-2])
            self.eeprom[:] = self.ram
            self.baud = self._divided()
        elif self._too_soon(code, now_ns) or self.ram[OUTPUT] & 3:
            self.unread.append(code)
        else:
            self._last_code, self._last_ns = code, now_ns
            tail = self.ram[FORMAT]
            self.terminator = _TAILS[tail >> 5 & 3] if tail & 1 else b""
            self.send_line((b"]Q1" if self.ram[AIM] & 0x80 else b"") + code)

    def _too_soon(self, code: bytes, now_ns: int) -> bool:
        """Within the pause after any read, or within the delay for the same code."""
        since_ns = now_ns - self._last_ns
        if since_ns < self.ram[INTERVAL] * UNIT_NS:
            return True
        delay = self.ram[SAME_CODE]
        for_ever = not delay & 0x7F
        same = bool(delay & 0x80) and code == self._last_code
        return same and (for_ever or since_ns < (delay & 0x7F) * UNIT_NS)

    @staticmethod
    def _is_setup(code: bytes) -> bool:
        return len(code) >= 9 and code[:3] == _HEAD + b"\x08" and _checked(code)

    # ---- what it is told

    def on_byte(self, byte: int) -> None:
        now_ns = self._wires.clock.now_ns()
        if self._command and now_ns - self._command_ns > HALF_COMMAND_NS:
            self._command.clear()
        if not self._command:
            self._command_ns = now_ns
        self._command.append(byte)
        command = self._command
        if not _HEAD.startswith(command[:2]):
            command.clear()
            return
        if len(command) < 4:
            return
        data = (command[3] or 256) if command[2] == _WRITE else 1
        if len(command) == 8 + data:
            if _checked(bytes(command)) and not self._mute:
                self._obey(command[2], command[4] << 8 | command[5], bytes(command[6:-2]))
            command.clear()

    def _obey(self, kind: int, address: int, data: bytes) -> None:
        if kind == _READ:
            count = data[0] or 256
            values = bytes(self.ram[(address + n) & 255] for n in range(count))
            self._answer(bytes((0, count & 255)) + values, ANSWER_NS)
        elif kind == _WRITE:
            self.writes += [(address + n, value) for n, value in enumerate(data)]
            self._write(address, data)
            self._answer(b"\0\1\0", ANSWER_NS)
        elif kind == _SAVE:
            self.eeprom[:] = self.ram
            self.saves += 1
            self._answer(b"\0\1\0", SAVE_NS)

    def _write(self, address: int, data: bytes) -> None:
        for number, value in enumerate(data):
            self.ram[(address + number) & 255] = value
        if address == RESET and data in (b"\x50", b"\x55"):
            self.reset_to_factory()

    def _answer(self, body: bytes, after_ns: int) -> None:
        """Answer at the present rate; a new one holds from then on."""
        life, frame = self._life, with_check(_ANSWER_HEAD, body)

        def send() -> None:
            if life == self._life and not self._mute:
                self._queue.append((frame, 0))
                self._next_line()

        def follow() -> None:
            if life == self._life:
                self.baud = self._divided()

        clock = self._wires.clock
        clock.call_at(clock.now_ns() + after_ns, send)
        if self._divided() != self.baud:
            line_ns = (len(frame) + 2) * 10_000_000_000 // self.baud
            clock.call_at(clock.now_ns() + after_ns + line_ns, follow)


def _checked(command: bytes) -> bool:
    """8.1: the CRC, or AB CD instead of it."""
    check = command[-2:]
    return check in (_NO_CHECK, binascii.crc_hqx(command[2:-2], 0).to_bytes(2, "big"))
