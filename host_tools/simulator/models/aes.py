"""AES-128, for parts that calculate: FIPS 197 (block cipher) and NIST SP 800-38A (CBC).

Small rather than fast: a badge encrypts a few blocks a minute. The `cryptolib` of the cpython target reads this
file too, so it imports nothing.
"""

BLOCK = 16
_ROUNDS = 10


def _double(value: int) -> int:
    """Times x in GF(2^8), modulo x^8 + x^4 + x^3 + x + 1 (FIPS 197, 4.2.1)."""
    value <<= 1
    return value ^ 0x11B if value & 0x100 else value


def _times(value: int, factor: int) -> int:
    product = 0
    while factor:
        if factor & 1:
            product ^= value
        value = _double(value)
        factor >>= 1
    return product


def _s_box() -> bytes:
    """FIPS 197, 5.1.1: the inverse in the field, then an affine map."""
    box = bytearray(256)
    for value in range(256):
        inverse, power = 1, value  # value^254 = value^2 * value^4 * ... * value^128
        for _ in range(7):
            power = _times(power, power)
            inverse = _times(inverse, power)
        mixed = inverse
        for turn in range(1, 5):
            mixed ^= (inverse << turn | inverse >> (8 - turn)) & 0xFF
        box[value] = mixed ^ 0x63
    return bytes(box)


_BOX = _s_box()
_BACK = bytes(_BOX.index(value) for value in range(256))
_PRODUCT = {factor: bytes(_times(value, factor) for value in range(256)) for factor in (1, 2, 3, 9, 11, 13, 14)}
# Where the bytes of the state, column by column, come from when its rows are shifted (5.1.2).
_SHIFTED = tuple((4 * (column + row) + row) % BLOCK for column in range(4) for row in range(4))
_SHIFTED_BACK = tuple((4 * (column - row) + row) % BLOCK for column in range(4) for row in range(4))


def _mixed(state: bytes, factors: tuple[int, int, int, int]) -> bytes:
    """MixColumns (5.1.3) with the first row of its matrix."""
    out = bytearray()
    for column in range(0, BLOCK, 4):
        for row in range(4):
            value = 0
            for n in range(4):
                value ^= _PRODUCT[factors[(n - row) % 4]][state[column + n]]
            out.append(value)
    return bytes(out)


def _xor(left: bytes, right: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(left, right, strict=True))


class Aes:
    """The block cipher with one key."""

    def __init__(self, key: bytes) -> None:
        if len(key) != BLOCK:
            raise ValueError("a key has 16 bytes")
        words = [key[n : n + 4] for n in range(0, BLOCK, 4)]  # 5.2: key expansion
        constant = 1
        while len(words) < 4 * (_ROUNDS + 1):
            word = words[-1]
            if len(words) % 4 == 0:
                word = bytes(_BOX[value] for value in word[1:] + word[:1])
                word = bytes((word[0] ^ constant,)) + word[1:]
                constant = _double(constant)
            words.append(_xor(words[-4], word))
        self._round_keys = [b"".join(words[n : n + 4]) for n in range(0, len(words), 4)]

    def encrypt(self, block: bytes) -> bytes:
        """5.1"""
        state = _xor(block, self._round_keys[0])
        for number in range(1, _ROUNDS + 1):
            state = bytes(_BOX[state[at]] for at in _SHIFTED)
            if number < _ROUNDS:
                state = _mixed(state, (2, 3, 1, 1))
            state = _xor(state, self._round_keys[number])
        return state

    def decrypt(self, block: bytes) -> bytes:
        """5.3"""
        state = _xor(block, self._round_keys[_ROUNDS])
        for number in range(_ROUNDS - 1, -1, -1):
            state = bytes(_BACK[state[at]] for at in _SHIFTED_BACK)
            state = _xor(state, self._round_keys[number])
            if number:
                state = _mixed(state, (14, 11, 13, 9))
        return state


def _blocks(data: bytes) -> list[bytes]:
    if len(data) % BLOCK:
        raise ValueError("only whole blocks")
    return [data[n : n + BLOCK] for n in range(0, len(data), BLOCK)]


def cbc_encrypt(key: bytes, data: bytes, start: bytes = bytes(BLOCK)) -> bytes:
    """SP 800-38A, 6.2."""
    cipher, before, out = Aes(key), start, b""
    for block in _blocks(data):
        before = cipher.encrypt(_xor(block, before))
        out += before
    return out


def cbc_decrypt(key: bytes, data: bytes, start: bytes = bytes(BLOCK)) -> bytes:
    cipher, before, out = Aes(key), start, b""
    for block in _blocks(data):
        out += _xor(cipher.decrypt(block), before)
        before = block
    return out
