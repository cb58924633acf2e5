"""The table's staff: a number, a role and a PIN each. The PIN itself is nowhere on the board, only its digest.

The digest is SHA-256 over salt and PIN, taken `ROUNDS` times. That slows a guesser down, it does not stop one who has
a copy of the flash: docs/authority.md says what it is worth.
"""

from binascii import unhexlify
from hashlib import sha256

from micropython import const

from pitboard.games import events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROUNDS = const(100)
_ROUNDS_A_TURN = const(10)  # then the other tasks have their turn
_NOBODY = (0, b"\0" * 8, b"\0" * 32)


def digesting(salt: bytes, pin: str) -> "Iterator[bytes]":
    """What is kept of a PIN comes last; before it what it is so far, as often as others may have a turn."""
    state = sha256(salt + pin.encode()).digest()
    for done in range(1, ROUNDS):
        if done % _ROUNDS_A_TURN == 0:
            yield state
        step = sha256(state)
        step.update(salt)
        state = step.digest()
    yield state


def digest(salt: bytes, pin: str) -> bytes:
    """What is kept of a PIN."""
    state = b""
    for state in digesting(salt, pin):
        pass
    return state


def same(left: bytes, right: bytes) -> bool:
    """Whether two digests are equal, in a time that does not say where they differ."""
    differs = len(left) ^ len(right)
    for index in range(min(len(left), len(right))):
        differs |= left[index] ^ right[index]
    return not differs


class Staff:
    """The people of one table, from the checked settings: `[number, role, salt, digest]` each."""

    def __init__(self, entries: "Iterable[tuple[int, str, str, str]]") -> None:
        self._people = {
            number: (events.ROLE_NAMES.index(role), unhexlify(salt), unhexlify(kept))
            for number, role, salt, kept in entries
        }

    def checking(self, number: int, pin: str) -> "Iterator[int]":
        """The role of `number` comes last if the PIN is theirs, else 0; before it 0 as often as others may have a
        turn. A number that nobody has costs the same time.
        """
        role, salt, kept = self._people.get(number, _NOBODY)
        tried = b""
        for tried in digesting(salt, pin if pin.isdigit() else ""):  # a host may send anything; a PIN is digits
            yield 0
        yield role if same(kept, tried) else 0
