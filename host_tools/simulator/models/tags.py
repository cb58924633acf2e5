"""Tags of ISO/IEC 14443 type A in the field of a reader: what they hear, and what their answers look like together.

ISO/IEC 14443-3:2018: 6.1 etu, 6.2.1 frame delay time, 6.2.3 frame formats (short frame, standard frame with odd parity,
bit oriented anticollision frame), 6.2.4 CRC_A, 6.3 PICC states, 6.4 command set (REQA, WUPA, ANTICOLLISION, SELECT,
HLTA), 6.5 select sequence (ATQA, NVB, SAK, UID contents and cascade levels). The clauses are those of its table of
contents; its text was not at hand.

Bits are listed in the order in which they are sent. Answers of several tags lie over each other bit by bit: where they
differ, a reader sees both halves of the bit modulated, COLLIDED. A stronger tag drowns a weaker one.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from simulator.clock import Clock

CARRIER_HZ = 13_560_000
COLLIDED = 2
START_NS = 3_000_000
"""From the field's beginning until a tag hears; a reader must leave it 5 ms (6.2.2, and part 2)."""
LATE_NS = 2_500_000
"""By how much a slow tag answers too late."""

Fault = Literal["silent", "garbled", "slow", "leaves"]
"""silent: hears nothing; garbled: bit errors both ways; slow: answers too late; leaves: in mid-answer, for ever."""

State = Literal["power off", "idle", "ready", "active", "halt", "ready*", "active*", "protocol"]

REQA, WUPA, HLTA = 0x26, 0x52, b"\x50\x00"
SEL = (0x93, 0x95, 0x97)
CASCADE_TAG = 0x88
NOT_COMPLETE = 0x04
"""SAK: the identity goes on in the next cascade level."""


def etu_ns(count: int) -> int:
    """The time of so many bits at 106 kbit/s: 128 periods of the carrier each (6.1)."""
    return count * 128 * 1_000_000_000 // CARRIER_HZ


def crc_a(data: bytes) -> bytes:
    """6.2.4: x^16 + x^12 + x^5 + 1, begun with 6363, lowest bit and lowest byte first."""
    value = 0x6363
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ 0x8408 if value & 1 else value >> 1
    return value.to_bytes(2, "little")


def bits_of(data: bytes) -> list[int]:
    return [byte >> n & 1 for byte in data for n in range(8)]


def bytes_of(bits: Sequence[int]) -> bytes:
    """Bits as bytes; what is missing of the last byte is 0."""
    return bytes(sum((bit & 1) << n for n, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))


def on_air(bits: Sequence[int], first: int = 8) -> list[int]:
    """Data bits with an odd parity bit behind every whole byte, the first of which may be the rest of a split one."""
    air: list[int] = []
    begin, end = 0, first
    while end <= len(bits):
        byte = list(bits[begin:end])
        air += [*byte, 1 - sum(byte) % 2]
        begin, end = end, end + 8
    return air + list(bits[begin:])


@dataclass(frozen=True)
class Heard:
    """What a receiver makes of an answer."""

    bits: list[int]
    collision: int | None  # index of the first collided data bit
    parity_ok: bool


def heard(air: Sequence[int], first: int = 8) -> Heard:
    """Take the parity bits out again; that of a split byte is not looked at."""
    bits: list[int] = []
    parity_ok, size, at = True, first, 0
    while at < len(air):
        byte, parity = air[at : at + size], air[at + size : at + size + 1]
        bits += byte
        if parity and size == 8 and COLLIDED not in byte and parity[0] != 1 - sum(byte) % 2:
            parity_ok = False
        at, size = at + size + 1, 8
    return Heard(bits, bits.index(COLLIDED) if COLLIDED in bits else None, parity_ok)


@dataclass
class Reply:
    """What one tag puts on the air, and how long after the reader's frame."""

    air: list[int]
    delay_ns: int


class Tag:
    """A tag that has an identity and nothing else."""

    def __init__(self, uid: bytes, *, sak: int = 0x00, atqa: int | None = None, strength: int = 1) -> None:
        if len(uid) not in (4, 7, 10):
            raise ValueError("an identity has 4, 7 or 10 bytes")
        self.uid = uid
        self.sak = sak & ~NOT_COMPLETE
        size = (len(uid) - 4) // 3
        self.atqa = (size << 6 | 0x04) if atqa is None else atqa  # 6.5.2: size, and one bit of b1 to b5
        self.strength = strength
        self.fault: Fault | None = None
        self.bit_error_rate = 0.05  # while it is garbled
        self.state: State = "power off"
        self.left_ns: int | None = None
        self.asked = 0
        """Frames that it understood."""
        self._level = 0
        self._powered_ns = 0
        self._star = False
        # 6.5.4: all but the last cascade level begin with the cascade tag.
        self._parts = [bytes((CASCADE_TAG,)) + uid[3 * n : 3 * n + 3] for n in range(size)] + [uid[3 * size :]]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.uid.hex()}, {self.state})"

    def power(self, on: bool, now_ns: int) -> None:
        """The field comes or goes."""
        self.state = "idle" if on else "power off"
        self._powered_ns = now_ns
        self._star = False

    def hear(self, bits: Sequence[int], now_ns: int, rng: random.Random) -> Reply | None:
        """A frame of a reader, its data bits; what the tag answers."""
        if self.state == "power off" or now_ns - self._powered_ns < START_NS or self.fault == "silent":
            return None
        if self.fault == "garbled" and rng.random() > (1 - self.bit_error_rate) ** len(bits):
            self.misheard()
            return None
        reply = self.understand(list(bits), now_ns)
        if reply is None:
            return None
        self.asked += 1
        if self.fault == "garbled":
            reply.air = [self._noisy(bit, rng) for bit in reply.air]
        elif self.fault == "slow":
            reply.delay_ns += self.late_ns()
        elif self.fault == "leaves":
            reply.air = reply.air[: rng.randrange(1, len(reply.air))]
        return reply

    def _noisy(self, bit: int, rng: random.Random) -> int:
        if rng.random() >= self.bit_error_rate:
            return bit
        return rng.choice([other for other in (0, 1, COLLIDED) if other != bit])

    def late_ns(self) -> int:
        return LATE_NS

    def misheard(self) -> None:
        """6.3: an error, or a command that is not meant for this state; back to where it was woken from, in silence."""
        if self.state not in ("idle", "halt"):
            self.state = "halt" if self._star else "idle"

    def understand(self, bits: list[int], now_ns: int) -> Reply | None:
        if len(bits) == 7:
            return self._woken(bytes_of(bits)[0], bits)
        data = bytes_of(bits)
        if self.state in ("ready", "ready*") and data[0] == SEL[self._level] and len(bits) >= 16:
            return self._anticollision(data[1], bits)
        if self.state in ("active", "active*"):
            if data == HLTA + crc_a(HLTA):
                self.state, self._star = "halt", True
                return None
            return self.active_command(data, bits, now_ns)
        self.misheard()
        return None

    def active_command(self, data: bytes, bits: list[int], now_ns: int) -> Reply | None:
        """A frame to the selected tag: this one knows none."""
        self.misheard()
        return None

    def _woken(self, command: int, bits: list[int]) -> Reply | None:
        if self.state == "idle" and command in (REQA, WUPA):
            self.state, self._star = "ready", False
        elif self.state == "halt" and command == WUPA:
            self.state, self._star = "ready*", True
        else:
            self.misheard()
            return None
        self._level = 0
        return self.reply(bits, self.atqa.to_bytes(2, "little"))

    def _anticollision(self, valid: int, bits: list[int]) -> Reply | None:
        """6.5.3: NVB counts whole bytes (SEL and NVB among them) and further bits."""
        part = self._parts[self._level]
        part += bytes((part[0] ^ part[1] ^ part[2] ^ part[3],))  # BCC
        if valid == 0x70:
            select = bytes((SEL[self._level], valid)) + part
            if len(bits) != 72 or bytes_of(bits) != select + crc_a(select):
                self.misheard()
                return None
            self._level += 1
            if self._level < len(self._parts):
                sak = self.sak | NOT_COMPLETE
            else:
                sak = self.sak
                self.state = "active*" if self._star else "active"
            return self.reply(bits, bytes((sak,)) + crc_a(bytes((sak,))))
        known = (valid >> 4) * 8 + (valid & 7) - 16
        if not 0 <= known < 40 or known != len(bits) - 16 or bits[16:] != bits_of(part)[:known]:
            self.misheard()
            return None
        air = on_air(bits_of(part)[known:], 8 - known % 8)
        return Reply(air, self.delay_ns(bits))

    def reply(self, to: Sequence[int], data: bytes, extra_ns: int = 0) -> Reply:
        return Reply(on_air(bits_of(data)), self.delay_ns(to) + extra_ns)

    @staticmethod
    def delay_ns(to: Sequence[int]) -> int:
        """6.2.1: 1236 or 1172 periods of the carrier after the reader's last bit, 1 or 0."""
        return (1236 if on_air(to)[-1] else 1172) * 1_000_000_000 // CARRIER_HZ


class Answer:
    """The answers of all tags to one frame. Look at `air` when it is over: a tag may be taken away in the middle."""

    def __init__(self, parts: list[tuple[Tag, Reply]], sent_ns: int) -> None:
        self._sent_ns = sent_ns
        loudest = max(tag.strength for tag, _ in parts)
        self._parts = [part for part in parts if part[0].strength == loudest]
        self.begin_ns = sent_ns + min(reply.delay_ns for _, reply in self._parts)
        # Each with a start bit before it (6.2.3), which no two tags have differently.
        self.end_ns = max(sent_ns + reply.delay_ns + etu_ns(len(reply.air) + 1) for _, reply in self._parts)

    def air(self) -> list[int]:
        """The bits that have been on the air, parity bits among them."""
        air: list[int] = []
        for tag, reply in self._parts:
            first_ns = self._sent_ns + reply.delay_ns + etu_ns(1)
            skip = (first_ns - etu_ns(1) - self.begin_ns) // etu_ns(1)
            bits = reply.air
            if tag.left_ns is not None and tag.left_ns >= self._sent_ns:
                bits = bits[: max(0, (tag.left_ns - first_ns) // etu_ns(1))]
            air += [-1] * (skip + len(bits) - len(air))  # -1: nobody has sent there yet
            for at, bit in enumerate(bits, skip):
                air[at] = bit if air[at] in (-1, bit) else COLLIDED
        return [max(bit, 0) for bit in air]


class TagField:
    """The space before one reader's antenna."""

    def __init__(self, clock: Clock | None = None, *, rng: random.Random | None = None) -> None:
        self._clock = clock
        self._rng = random.Random(0) if rng is None else rng
        self.tags: list[Tag] = []
        self.on = False
        self.frames = 0
        """Frames that the reader has sent."""

    def join(self, clock: Clock) -> None:
        """The reader whose field this is brings its clock."""
        self._clock = clock

    def _now_ns(self) -> int:
        if self._clock is None:
            raise RuntimeError("no reader has joined this field")
        return self._clock.now_ns()

    def put(self, tag: Tag) -> None:
        """Hold a tag to the antenna."""
        if tag not in self.tags:
            self.tags.append(tag)
            tag.left_ns = None
            if self.on:
                tag.power(True, self._now_ns())

    def take(self, tag: Tag) -> None:
        """Take it away; an answer that it was giving breaks off."""
        if tag in self.tags:
            self.tags.remove(tag)
            tag.left_ns = self._now_ns()
            tag.power(False, tag.left_ns)

    def power(self, on: bool) -> None:
        """The reader switches its field on or off."""
        if on != self.on:
            self.on = on
            for tag in self.tags:
                tag.power(on, self._now_ns())

    def send(self, bits: Sequence[int]) -> Answer | None:
        """The reader's frame, its data bits, has just ended; the tags' answers, or None."""
        self.frames += 1
        now_ns = self._now_ns()
        parts: list[tuple[Tag, Reply]] = []
        for tag in list(self.tags) if self.on else []:
            reply = tag.hear(bits, now_ns, self._rng)
            if reply is not None:
                parts.append((tag, reply))
                if tag.fault == "leaves":
                    self.tags.remove(tag)
                    tag.power(False, now_ns)
        return Answer(parts, now_ns) if parts else None
