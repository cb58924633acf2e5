"""A badge of the NTAG 424 DNA class: ISO/IEC 14443-4 blocks, and proof of a key by AES.

ISO/IEC 14443-4: RATS and ATS, frame waiting time and its extension S(WTX), start-up frame guard time, I-, R- and
S-blocks with the rules for their block numbers, DESELECT. PPS, CID and NAD are not modelled: whoever sends them is not
answered. NXP NT4H2421Gx (NTAG 424 DNA): ISOSelectFile of the application, AuthenticateEV2First in two parts, status
words; the messages are those of NXP AN12196, whose example for key 0 is in tests/models/test_tags.py.
"""

import random

from simulator.models.aes import cbc_decrypt, cbc_encrypt
from simulator.models.tags import CARRIER_HZ, Reply, Tag, bytes_of, crc_a, etu_ns

APPLICATION = bytes.fromhex("D2760000850101")
ATS = bytes.fromhex("06 77 77 71 02 80")
"""FSCI 7 (128 bytes), FWI 7 (38.7 ms), SFGI 1 (0.6 ms)."""
FRAME_WAIT_NS = (256 * 16 << 7) * 1_000_000_000 // CARRIER_HZ
MOST_BYTES = 128

THINK_NS = 300_000
CRYPTO_NS = 5_000_000
KEYS = 5

OK, MORE, WRONG_KEY, DELAYED = b"\x91\x00", b"\x91\xaf", b"\x91\xae", b"\x91\xad"
NO_SUCH_KEY, ABORTED, LENGTH, UNKNOWN = b"\x91\x40", b"\x91\xca", b"\x91\x7e", b"\x91\x1c"
ISO_OK, NOT_FOUND = b"\x90\x00", b"\x6a\x82"

_WTX, _DESELECT = 0xF2, 0xC2
_WTXM = 3


def _turned(number: bytes) -> bytes:
    """A random number as it is sent back: one byte rotated to the left."""
    return number[1:] + number[:1]


class NtagDna(Tag):
    """A badge with five keys, all zero as delivered."""

    def __init__(
        self, uid: bytes, keys: dict[int, bytes] | None = None, *, strength: int = 1, rng: random.Random | None = None
    ) -> None:
        super().__init__(uid, sak=0x20, atqa=0x0344, strength=strength)
        self.keys = {number: bytes(16) for number in range(KEYS)} | (keys or {})
        self.failed = 0
        """Tries with a wrong key since the last right one."""
        self.most_failed = 50
        self.ats = ATS
        self.early = 0
        """Blocks that came in the pause it had asked for, and were not heard."""
        self.proofs = 0
        self.apdus: list[tuple[bytes, bytes]] = []
        """What it was told, and what it answered."""
        self._dna_rng = random.Random(uid) if rng is None else rng
        self._guard_ns = 0
        self._forget()

    def _forget(self) -> None:
        self._number = 1
        self._sent = b""  # the last block, for a reader that did not get it
        self._chained = b""
        self._waiting: tuple[bytes, int] | None = None  # an answer that was put off by S(WTX)
        self._selected = False
        self.authenticated: int | None = None
        self._part: tuple[int, bytes] | None = None  # key number and RndB between the parts

    def power(self, on: bool, now_ns: int) -> None:
        super().power(on, now_ns)
        self._forget()

    def late_ns(self) -> int:
        return 0 if self.state == "protocol" else super().late_ns()  # there it asks for time

    def misheard(self) -> None:
        if self.state != "protocol":  # 14443-4: a block with an error is not answered, and changes nothing
            super().misheard()

    def active_command(self, data: bytes, bits: list[int], now_ns: int) -> Reply | None:
        if len(data) == 4 and data[0] == 0xE0 and crc_a(data[:2]) == data[2:]:
            self.state = "protocol"
            self._forget()
            reply = self.reply(bits, self.ats + crc_a(self.ats), THINK_NS)
            guard_ns = (256 * 16 << (self.ats[3] & 15)) * 1_000_000_000 // CARRIER_HZ  # SFGT
            self._guard_ns = now_ns + reply.delay_ns + etu_ns(len(reply.air)) + guard_ns
            return reply
        return super().active_command(data, bits, now_ns)

    def understand(self, bits: list[int], now_ns: int) -> Reply | None:
        if self.state != "protocol":
            return super().understand(bits, now_ns)
        data = bytes_of(bits)
        if len(bits) % 8 or not 3 <= len(data) <= MOST_BYTES or crc_a(data[:-2]) != data[-2:]:
            return None
        if now_ns < self._guard_ns:
            self.early += 1
            return None
        block, delay_ns = self._block(data[0], data[1:-2])
        if not block:
            return None
        self._sent = block
        return self.reply(bits, block + crc_a(block), delay_ns)

    # ---- blocks

    def _block(self, pcb: int, data: bytes) -> tuple[bytes, int]:
        """What a block is answered with, and how much later."""
        if pcb & 0xEE == 0x02:  # I-block without CID and NAD
            self._number ^= 1
            self._chained += data
            if pcb & 0x10:
                return bytes((0xA2 | self._number,)), THINK_NS
            apdu, self._chained = self._chained, b""
            answer, delay_ns = self.command(apdu)
            self.apdus.append((apdu, answer))
            block = bytes((0x02 | self._number,)) + answer
            if self.fault == "slow":
                self._waiting = (block, 2 * FRAME_WAIT_NS)
                return bytes((_WTX, _WTXM)), THINK_NS
            return block, delay_ns
        if pcb & 0xEE == 0xA2:  # R-block
            if pcb & 1 == self._number:
                return self._sent, THINK_NS
            return (bytes((0xA2 | self._number,)) if pcb & 0x10 else b""), THINK_NS
        if pcb == _DESELECT and not data:
            self.state, self._star = "halt", True
            return bytes((_DESELECT,)), THINK_NS
        if pcb == _WTX and data == bytes((_WTXM,)) and self._waiting is not None:
            answer, self._waiting = self._waiting, None
            return answer
        return b"", 0

    # ---- commands

    def command(self, apdu: bytes) -> tuple[bytes, int]:
        """An ISO 7816-4 command: the answer with its status word, and the time it takes."""
        part, self._part = self._part, None
        if apdu[:4] == bytes.fromhex("00A4040C"):
            self._selected = apdu[5 : 5 + apdu[4]] == APPLICATION
            self.authenticated = None
            return (ISO_OK if self._selected else NOT_FOUND), THINK_NS
        if apdu[:1] != b"\x90" or apdu[2:4] != bytes(2) or len(apdu) < 5:
            return UNKNOWN, THINK_NS
        data = apdu[5 : 5 + apdu[4]]
        if apdu[1] == 0x71:
            return self._first_part(data)
        if apdu[1] == 0xAF:
            return self._second_part(data, part)
        return UNKNOWN, THINK_NS

    def _first_part(self, data: bytes) -> tuple[bytes, int]:
        self.authenticated = None
        if len(data) < 2 or len(data) != 2 + data[1]:
            return LENGTH, THINK_NS
        if not self._selected or data[0] not in self.keys:
            return NO_SUCH_KEY, THINK_NS
        if self.failed >= self.most_failed:
            return DELAYED, THINK_NS
        challenge = self._dna_rng.randbytes(16)
        self._part = (data[0], challenge)
        return cbc_encrypt(self.keys[data[0]], challenge) + MORE, CRYPTO_NS

    def _second_part(self, data: bytes, part: tuple[int, bytes] | None) -> tuple[bytes, int]:
        if part is None:
            return ABORTED, THINK_NS
        if len(data) != 32:
            return LENGTH, THINK_NS
        number, challenge = part
        plain = cbc_decrypt(self.keys[number], data)
        if plain[16:] != _turned(challenge):
            self.failed += 1
            return WRONG_KEY, CRYPTO_NS
        self.failed = 0
        self.proofs += 1
        self.authenticated = number
        # TI, RndA', PDcap2, PCDcap2
        answer = self._dna_rng.randbytes(4) + _turned(plain[:16]) + bytes(12)
        return cbc_encrypt(self.keys[number], answer) + OK, CRYPTO_NS
