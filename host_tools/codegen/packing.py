"""Short texts made shorter: the most frequent pair of bytes becomes one code above ASCII, again and again.

A code stands for two others, so a reader needs the pairs and a few lines of code; each text is unpacked for itself.
"""

from collections import Counter
from collections.abc import Sequence

FIRST = 128  # the first code; below it is ASCII
_CODES = 256 - FIRST


def pack(texts: Sequence[str]) -> tuple[bytes, list[bytes]]:
    """(two bytes for each code, the packed texts). The same texts give the same bytes everywhere."""
    packed = [text.encode("ascii") for text in texts]
    pairs = b""
    for code in range(FIRST, FIRST + _CODES):
        counts = Counter(
            text[at : at + 2] for text in packed for at in range(len(text) - 1)
        )
        best = max(sorted(counts), key=counts.__getitem__, default=b"")
        if counts[best] < 4:  # a pair costs two bytes itself
            break
        pairs += best
        packed = [text.replace(best, bytes((code,))) for text in packed]
    return pairs, packed


def unpack(pairs: bytes, packed: bytes) -> str:
    """The text again, as the board does it."""
    text = packed
    for code in reversed(range(len(pairs) // 2)):
        text = text.replace(bytes((FIRST + code,)), pairs[2 * code : 2 * code + 2])
    return text.decode("ascii")
