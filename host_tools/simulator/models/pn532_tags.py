"""What a PN532 does on the air: calls tags of ISO 14443 A, talks with them, lets them go.

PN532 user manual, UM0701-02: 7.1 status bytes, 7.3.5 InListPassiveTarget, 7.3.8 InDataExchange, 7.3.10
InDeselect, 7.3.11 InRelease (numbers as public drivers quote them). ISO/IEC 14443-3 and -4: see
``simulator.models.tags`` and ``simulator.models.ntag_dna``.

The manual does not say how the chip calls. By what users report and have recorded it sends REQA, never
WUPA: a tag that was halted is not found again while the field is on. Of two tags it halts the first to
find the second; for that it tries once, whatever the retries for the first. Both are modelled so.
"""

from collections.abc import Generator
from dataclasses import dataclass
from itertools import count

from simulator.clock import Clock
from simulator.models.tags import (
    CARRIER_HZ,
    HLTA,
    NOT_COMPLETE,
    REQA,
    SEL,
    WUPA,
    Heard,
    TagField,
    bits_of,
    bytes_of,
    crc_a,
    etu_ns,
    heard,
    on_air,
)

TRY_NS = 16_000_000
"""From one REQA that nobody answers to the next."""
FIELD_NS = 5_000_000
"""From the field's beginning to the first REQA."""
STEP_NS = 400_000
"""The chip's own time between an answer and its next frame."""
SHORT_WAIT_NS = 1_000_000
ENDLESS = 0xFF

OK, TIME_OUT, CRC_ERROR, PROTOCOL_ERROR, NOT_ACCEPTABLE = 0x00, 0x01, 0x02, 0x0B, 0x27
"""7.1"""

_RATS = b"\xe0\x50"  # frames of 64 bytes, CID 0
_DESELECT, _WTX = 0xC2, 0xF2
_NAKS = 2  # R(NAK) in a row before it gives up

Air = Generator[int, None, bytes | None]
"""Yields how long (ns) to wait; returns the data of a sound answer, or None."""
Work = Generator[int, None, bytes]


@dataclass
class Target:
    """A tag that was activated."""

    atqa: bytes
    sak: int
    uid: bytes
    ats: bytes = b""
    awake: bool = True
    number: int = 0  # of the next block

    @property
    def listed(self) -> bytes:
        """7.3.5: SENS_RES with its higher byte first, SEL_RES, NFCID1, ATS."""
        return self.atqa[::-1] + bytes((self.sak, len(self.uid))) + self.uid + self.ats

    def time_ns(self, shift: int) -> int:
        """ISO 14443-4: frame waiting time (4) and guard time (0) in TB(1) of the ATS; 4 and 0 if it has none."""
        exponent = 4 if shift else 0
        if len(self.ats) > 1 and self.ats[1] & 0x20:
            exponent = self.ats[3 if self.ats[1] & 0x10 else 2] >> shift & 0x0F
        return (256 * 16 << exponent) * 1_000_000_000 // CARRIER_HZ


class Targets:
    """The chip's contactless side and the tags it has listed."""

    def __init__(self, clock: Clock, field: TagField) -> None:
        self._clock = clock
        self._field = field
        field.join(clock)
        self.listed: dict[int, Target] = {}
        self.reset()

    def reset(self) -> None:
        self.automatic_rats = True
        self.retries = ENDLESS
        self.listed.clear()
        self._field.power(False)

    def switch(self, on: bool) -> None:
        """7.3.1, item 1: the field by command."""
        self._field.power(on)
        for target in self.listed.values():
            target.awake = target.awake and on

    # ---- InListPassiveTarget

    def call(self, most: int) -> Work:
        """The answer of InListPassiveTarget for 106 kbit/s type A, behind its code."""
        self.listed.clear()
        if not self._field.on:
            self._field.power(True)
            yield FIELD_NS
        for tried in count():
            began_ns = self._clock.now_ns()
            target = yield from self._activate()
            if target is not None:
                self.listed[len(self.listed) + 1] = target
                if len(self.listed) == most:
                    break
                yield from self._quiet(target)
                continue
            yield max(0, began_ns + TRY_NS - self._clock.now_ns())
            if self.listed or (tried >= self.retries and self.retries != ENDLESS):
                break
        found = [bytes((number,)) + target.listed for number, target in self.listed.items()]
        return bytes((len(found),)) + b"".join(found)

    def _activate(self) -> Generator[int, None, Target | None]:
        """From REQA to the ATS."""
        atqa = yield from self._request(REQA)
        if atqa is None:
            return None
        uid, sak = b"", NOT_COMPLETE
        for select in SEL:
            part = yield from self._anticollision(select)
            if part is None:
                return None
            answer = yield from self._say(bytes((select, 0x70)) + part, SHORT_WAIT_NS)
            if answer is None or len(answer) != 1:
                return None
            sak = answer[0]
            uid += part[1:4] if sak & NOT_COMPLETE else part[:4]
            if not sak & NOT_COMPLETE:
                break
        else:
            return None
        target = Target(atqa, sak, uid)
        return target if (yield from self._answer_to_select(target)) else None

    def _answer_to_select(self, target: Target) -> Generator[int, None, bool]:
        target.number = 0
        if not self.automatic_rats or not target.sak & 0x20:
            return True
        ats = yield from self._say(_RATS, 10 * SHORT_WAIT_NS)
        if ats is None or ats[0] != len(ats):
            return False
        target.ats = ats
        yield target.time_ns(0)
        return True

    def _request(self, command: int) -> Air:
        """The ATQA; those of several tags lie over each other, which is no error."""
        answer = yield from self._frame(bits_of(bytes((command,)))[:7], SHORT_WAIT_NS)
        if answer is None or len(answer.bits) != 16 or not (answer.parity_ok or answer.collision is not None):
            return None
        return bytes_of([1 if bit else 0 for bit in answer.bits])

    def _anticollision(self, select: int) -> Air:
        """Four bytes of a cascade level and their check byte; of tags that differ, the one with the higher bit."""
        known: list[int] = []
        while len(known) < 40:
            whole, rest = divmod(len(known), 8)
            head = bits_of(bytes((select, 0x20 + (whole << 4) + rest)))
            answer = yield from self._frame(head + known, SHORT_WAIT_NS, 8 - rest)
            if answer is None or len(known) + len(answer.bits) != 40:
                return None
            if answer.collision is None:
                if not answer.parity_ok:
                    return None
                known += answer.bits
            elif len(known) + answer.collision < 32:
                known += [*answer.bits[: answer.collision], 1]
            else:
                return None  # check bytes differ only if something before them does
        part = bytes_of(known)
        return part if part[0] ^ part[1] ^ part[2] ^ part[3] == part[4] else None

    # ---- InDataExchange

    def exchange(self, number: int, data: bytes) -> Work:
        """The answer of InDataExchange, behind its code: status, and data if there are any."""
        target = self.listed.get(number & 0x0F)
        if target is None:
            return bytes((NOT_ACCEPTABLE,))
        if not target.awake and not (yield from self._wake(target)):
            return bytes((TIME_OUT,))
        if not target.ats:
            answer = yield from self._say(data, 20 * SHORT_WAIT_NS)
            return bytes((TIME_OUT,)) if answer is None else bytes((OK,)) + answer
        block = bytes((0x02 | target.number,)) + data
        wait_ns, naks = target.time_ns(4), 0
        while True:
            answer = yield from self._say(block, wait_ns)
            wait_ns = target.time_ns(4)
            if answer is None:
                if naks == _NAKS:
                    return bytes((TIME_OUT,))
                naks += 1
                block = bytes((0xB2 | target.number,))
            elif answer[0] == _WTX and len(answer) == 2:
                block = answer
                wait_ns *= answer[1] & 0x3F
            elif answer[0] == 0xA2 | target.number ^ 1 and naks:  # it has not heard the block
                block = bytes((0x02 | target.number,)) + data
            elif answer[0] == 0x02 | target.number:
                target.number ^= 1
                return bytes((OK,)) + answer[1:]
            else:
                return bytes((PROTOCOL_ERROR,))

    def _wake(self, target: Target) -> Generator[int, None, bool]:
        """A tag that was halted, called by its identity."""
        if (yield from self._request(WUPA)) is None:
            return False
        uid = target.uid
        for level, select in enumerate(SEL[: (len(uid) - 4) // 3 + 1]):
            last = 3 * level + 4 == len(uid)
            part = uid[3 * level :] if last else b"\x88" + uid[3 * level : 3 * level + 3]
            check = part[0] ^ part[1] ^ part[2] ^ part[3]
            if (yield from self._say(bytes((select, 0x70)) + part + bytes((check,)), SHORT_WAIT_NS)) is None:
                return False
        target.awake = yield from self._answer_to_select(target)
        return target.awake

    # ---- InDeselect, InRelease

    def release(self, number: int, *, forget: bool) -> Work:
        """The answer of both, behind its code; 0 means every target."""
        chosen = [number] if number else list(self.listed)
        if any(one not in self.listed for one in chosen):
            return bytes((NOT_ACCEPTABLE,))
        for one in chosen:
            if self.listed[one].awake:
                yield from self._quiet(self.listed[one])
            if forget:
                del self.listed[one]
        return bytes((OK,))

    def _quiet(self, target: Target) -> Generator[int, None, None]:
        """HLTA, or S(DESELECT), after which a tag is halted as well."""
        target.awake = False
        if target.ats:
            yield from self._say(bytes((_DESELECT,)), target.time_ns(4))
        else:
            yield from self._say(HLTA, SHORT_WAIT_NS)

    # ---- frames on the air

    def _say(self, data: bytes, wait_ns: int) -> Air:
        """A standard frame with its CRC, and the answer without."""
        answer = yield from self._frame(bits_of(data + crc_a(data)), wait_ns)
        if answer is None or len(answer.bits) % 8 or len(answer.bits) < 24:
            return None
        found = bytes_of(answer.bits)
        sound = answer.collision is None and answer.parity_ok and crc_a(found[:-2]) == found[-2:]
        return found[:-2] if sound else None

    def _frame(self, bits: list[int], wait_ns: int, first: int = 8) -> Generator[int, None, Heard | None]:
        """Bits out and what is heard; `first`: the answer begins within a byte."""
        yield STEP_NS + etu_ns(len(on_air(bits)) + 2)
        answer = self._field.send(bits)
        now_ns = self._clock.now_ns()
        if answer is None or answer.begin_ns > now_ns + wait_ns:
            yield wait_ns
            return None
        yield answer.end_ns - now_ns
        return heard(answer.air(), first)
