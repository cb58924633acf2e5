"""A badge of the NTAG 424 DNA class proves that it has its key: mutual authentication by AES-128.

NXP NT4H2421Gx and AN12196, AuthenticateEV2First. Each side encrypts the other's random number, turned by one byte: an
answer that was recorded does not fit a number that was drawn just now. A serial number proves nothing, anybody can
copy it.

The board has the key of each badge that the host enrolled, number 1 of the badge's five; number 0, with which a badge
is written anew, stays with the host.
"""

from cryptolib import aes
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PROVED = const(0)
WRONG_KEY = const(1)  # it answered all, and does not have the key; or it is an impostor
NO_ANSWER = const(2)  # it went, or was not understood: ask again
OTHER_TAG = const(3)  # no tag of this class
LOCKED = const(4)  # after too many tries with wrong keys it wants to be left alone

_CBC = const(2)
_ZERO = b"\0" * 16
_SELECT = b"\x00\xa4\x04\x0c\x07\xd2\x76\x00\x00\x85\x01\x01\x00"  # ISOSelectFile: the application by its name
_FIRST = b"\x90\x71\x00\x00\x02\x01\x00\x00"  # key 1, no capabilities
_SECOND = b"\x90\xaf\x00\x00\x20"
_EOPNOTSUPP = const(95)


async def prove(
    exchange: "Callable[[bytes], Awaitable[bytes]]", key: bytes, urandom: "Callable[[int], bytes]"
) -> int:
    """Ask a badge for the proof that it has `key`; `exchange` is the reader's, `urandom` gives fresh random bytes."""
    try:
        if await exchange(_SELECT) != b"\x90\x00":
            return OTHER_TAG
        answer = await exchange(_FIRST)
        if answer == b"\x91\xad":
            return LOCKED
        if len(answer) != 18 or answer[16:] != b"\x91\xaf":
            return OTHER_TAG
        theirs = aes(key, _CBC, _ZERO).decrypt(answer[:16])
        ours = urandom(16)
        words = aes(key, _CBC, _ZERO).encrypt(ours + theirs[1:] + theirs[:1])
        answer = await exchange(_SECOND + words + b"\0")
    except OSError as error:
        return OTHER_TAG if error.args[0] == _EOPNOTSUPP else NO_ANSWER
    if len(answer) != 34 or answer[32:] != b"\x91\x00":
        return WRONG_KEY
    # Transaction number (4), our number turned, capabilities of both sides (12)
    plain = aes(key, _CBC, _ZERO).decrypt(answer[:32])
    return PROVED if _same(plain[4:20], ours[1:] + ours[:1]) else WRONG_KEY


def _same(left: bytes, right: bytes) -> bool:
    """In the same time wherever they differ."""
    difference = len(left) ^ len(right)
    for i in range(min(len(left), len(right))):
        difference |= left[i] ^ right[i]
    return difference == 0
