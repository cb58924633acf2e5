"""What a scanner board and one light board say to each other: who joins, what the areas show, that it was taken.

Both know a key of their pair. A session begins with a number from each side that was never used before, and has a key
of its own made from both: nothing that was recorded in another session, or that somebody without the key makes up, is
ever taken. Within a session messages are numbered, and none is taken twice: what was lost is said anew with a new one.

    scanner -> board   HELLO   number of the scanner
    board -> scanner   JOIN    both numbers, who the board is
    scanner -> board   STATE   count, what each area shows
    board -> scanner   TAKEN   count, CRC of what it shows, its own health

A message is kind, address, body and eight bytes of HMAC-SHA-256 over all of them. A HELLO changes nothing on the board:
an old session lasts until the first STATE of the new one, so that nobody can end it by a recorded HELLO.
"""

from binascii import crc32
from hashlib import sha256

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

HELLO = const(1)
JOIN = const(2)
STATE = const(3)
TAKEN = const(4)

NONCE = const(8)
SERIAL = const(8)
MOST_STATES = const(40)  # bytes of a STATE: two areas a byte, or what else a role says
_COUNT = const(4)
_MAC = const(8)
_HEAD = const(2)
_BLOCK = const(64)  # of SHA-256
_LAST = const(0xFFFFFFFF)
SILENT_MS = const(500)  # without a message for so long, a board shows that it has no data


class Key:
    """HMAC-SHA-256 (RFC 2104) with one key, its two pads made once."""

    def __init__(self, key: bytes) -> None:
        if len(key) > _BLOCK:
            raise ValueError("a key of 64 bytes at most")
        key += bytes(_BLOCK - len(key))
        self._inner = bytes([byte ^ 0x36 for byte in key])
        self._outer = bytes([byte ^ 0x5C for byte in key])

    def mac(self, data: bytes) -> bytes:
        return sha256(self._outer + sha256(self._inner + data).digest()).digest()


def _signed(key: Key, data: bytes) -> bytes:
    return data + key.mac(data)[:_MAC]


def _body(key: Key, message: bytes) -> "bytes | None":
    """What stands between head and MAC; None if the MAC is not this key's."""
    data = message[:-_MAC]
    wrong = 0
    for told, made in zip(message[-_MAC:], key.mac(data)):  # as long for a wrong first byte as for a wrong last
        wrong |= told ^ made
    return None if wrong or len(data) < _HEAD else data[_HEAD:]


def _session(key: Key, ours: bytes, theirs: bytes, address: int) -> Key:
    return Key(key.mac(b"session" + bytes((address,)) + ours + theirs))


class ScannerSide:
    """The scanner's end towards one board. `joined`: it takes states; `shows`: CRC of what it says that it shows."""

    def __init__(self, address: int, key: bytes, random: "Callable[[int], bytes]") -> None:
        self._address = address
        self._key = Key(key)
        self._random = random
        self._nonce = b""
        self._session: Key | None = None
        self._count = 0
        self._taken = 0  # the newest count that was answered
        self.serial = b""
        self.shows = 0
        self.health = 0

    @property
    def joined(self) -> bool:
        return self._session is not None

    def leave(self) -> None:
        """It has been silent for too long: it must join anew."""
        self._session = None
        self._nonce = b""

    def hello(self) -> bytes:
        """Ask it to join; the same number as long as nobody has answered, so that a late answer is one."""
        if not self._nonce:
            self._nonce = self._random(NONCE)
        return _signed(self._key, bytes((HELLO, self._address)) + self._nonce)

    def state(self, states: bytes) -> bytes:
        """The next message of the session; one that was lost is not sent again but followed by a newer one."""
        if self._session is None or len(states) > MOST_STATES:
            raise ValueError("not joined, or too much")
        self._count += 1
        if self._count >= _LAST:
            self.leave()
            raise ValueError("joins anew")
        head = bytes((STATE, self._address)) + self._count.to_bytes(_COUNT, "big")
        return _signed(self._session, head + states)

    def is_taken(self) -> bool:
        """The newest state was answered."""
        return self._count > 0 and self._taken == self._count

    def take(self, message: bytes) -> bool:
        """An answer; False if it is none of this board, or an old one."""
        if len(message) < _HEAD + _MAC or message[1] != self._address:
            return False
        if message[0] == JOIN:
            return self._take_join(message)
        if message[0] != TAKEN or self._session is None:
            return False
        body = _body(self._session, message)
        if body is None or len(body) != 2 * _COUNT + 1:
            return False
        count = int.from_bytes(body[:_COUNT], "big")
        if not self._taken < count <= self._count:
            return False
        self._taken = count
        self.shows = int.from_bytes(body[_COUNT : 2 * _COUNT], "big")
        self.health = body[2 * _COUNT]
        return True

    def _take_join(self, message: bytes) -> bool:
        body = _body(self._key, message)
        if body is None or len(body) != 2 * NONCE + SERIAL or not self._nonce or body[:NONCE] != self._nonce:
            return False
        self._session = _session(self._key, self._nonce, body[NONCE : 2 * NONCE], self._address)
        self._nonce = b""
        self.serial = body[2 * NONCE :]
        self._count = self._taken = 0
        return True


class BoardSide:
    """A light board's end. `states` is what its areas show, empty while it has no data."""

    def __init__(self, address: int, key: bytes, serial: bytes, random: "Callable[[int], bytes]") -> None:
        self._address = address
        self._key = Key(key)
        self._serial = serial
        self._random = random
        self._session: Key | None = None
        self._next: Key | None = None  # of a session that was asked for and has not begun
        self._asked = b""
        self._join = b""
        self._count = 0
        self._heard_ms = 0
        self.states = b""
        self.health = 0

    def tick(self, now_ms: int) -> bool:
        """True if it has just fallen silent: nothing that looks like a win may stay."""
        if self.states and now_ms - self._heard_ms >= SILENT_MS:
            self.states = b""
            return True
        return False

    def take(self, message: bytes, now_ms: int) -> "bytes | None":
        """The answer to a message; None if it is not for this board, or not to be believed."""
        if len(message) < _HEAD + _MAC or message[1] != self._address:
            return None
        if message[0] == HELLO:
            return self._take_hello(message)
        if message[0] != STATE:
            return None
        if self._next is not None:
            answer = self._take_state(self._next, message, 0, now_ms)
            if answer is not None:
                self._session, self._next = self._next, None
                return answer
        return self._take_state(self._session, message, self._count, now_ms) if self._session is not None else None

    def _take_hello(self, message: bytes) -> "bytes | None":
        body = _body(self._key, message)
        if body is None or len(body) != NONCE:
            return None
        if self._next is None or body != self._asked:
            nonce = self._random(NONCE)
            self._asked = body
            self._next = _session(self._key, body, nonce, self._address)
            self._join = _signed(self._key, bytes((JOIN, self._address)) + body + nonce + self._serial)
        return self._join

    def _take_state(self, session: Key, message: bytes, last: int, now_ms: int) -> "bytes | None":
        body = _body(session, message)
        if body is None or len(body) < _COUNT:
            return None
        count = int.from_bytes(body[:_COUNT], "big")
        if count <= last or len(body) > _COUNT + MOST_STATES:
            return None
        self._count = count
        self._heard_ms = now_ms
        self.states = body[_COUNT:]
        told = body[:_COUNT] + crc32(self.states).to_bytes(4, "big") + bytes((self.health & 255,))
        return _signed(session, bytes((TAKEN, self._address)) + told)
