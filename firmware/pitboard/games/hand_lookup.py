"""The fixed-table evaluator: one sum, three loads. Viper on a board, plain Python on CPython; nothing is allocated.

`tables` is the whole of hand_tables.bin, passed along because a viper function would look a global up at every call.
What the numbers mean: hands.py. A value is category << 13 | order. The step from ranks to a flush stands four times: a
call between viper functions would cost ten times what it does.
"""

import micropython
from micropython import const

_CARDS = const(52)
_THREE_ROWS = const(7688)  # hands.THREE_ROWS_AT, in half words
_FLAGS = const(17060)  # hands.FLAGS_AT
_WORDS = const(17316)  # hands.WORDS_AT

# From an unsuited value to that of the same ranks in one suit: the order falls, the category rises.
_TO_FLUSH = const(59673)  # (FLUSH << 13) - 5863
_TO_STRAIGHT_FLUSH = const(31169)  # (STRAIGHT_FLUSH - STRAIGHT << 13) - 1599
_BEST_STRAIGHT = const(42560)  # STRAIGHT << 13 | 1600
_TO_ROYAL = const(39361)  # (ROYAL_FLUSH - STRAIGHT << 13) - 1599


@micropython.viper
def word(card: int, tables: ptr8) -> int:
    """The word of a card, 0..51."""
    return int(ptr32(int(tables) + _WORDS)[card])


@micropython.viper
def of_sum(total: int, tables: ptr8) -> int:
    """The value of five cards from the sum of their words."""
    value = int(ptr16(int(tables) + ptr16(tables)[total >> 18])[total >> 9 & 511])
    if tables[_FLAGS + (total & 255)] & 1:
        if value == _BEST_STRAIGHT:
            return value + _TO_ROYAL
        return value + (_TO_STRAIGHT_FLUSH if value >> 13 else _TO_FLUSH)
    return value


@micropython.viper
def of_cards(cards: ptr8, tables: ptr8) -> int:
    """The value of five cards, a byte each."""
    words = ptr32(int(tables) + _WORDS)
    total = words[cards[0]] + words[cards[1]] + words[cards[2]] + words[cards[3]] + words[cards[4]]
    value = int(ptr16(int(tables) + ptr16(tables)[total >> 18])[total >> 9 & 511])
    if tables[_FLAGS + (total & 255)] & 1:
        if value == _BEST_STRAIGHT:
            return value + _TO_ROYAL
        return value + (_TO_STRAIGHT_FLUSH if value >> 13 else _TO_FLUSH)
    return value


@micropython.viper
def of_three(total: int, tables: ptr8) -> int:
    """The category of three cards from the sum of their words (002 Side Bets)."""
    ranks = int(tables[ptr16(tables)[_THREE_ROWS + (total >> 19)] + (total >> 9 & 1023)])
    if tables[_FLAGS + (total & 255)] & 2:
        return ranks >> 4  # in one suit
    return ranks & 15


@micropython.viper
def of_many(cards: ptr8, values: ptr32, left: int, tables: ptr8):
    """The values of `left` hands of five bytes each, into as many words."""
    words = ptr32(int(tables) + _WORDS)
    while left:
        total = (
            words[cards[0]] + words[cards[1]] + words[cards[2]] + words[cards[3]] + words[cards[4]]
        )
        value = int(ptr16(int(tables) + ptr16(tables)[total >> 18])[total >> 9 & 511])
        if tables[_FLAGS + (total & 255)] & 1:
            if not value >> 13:
                value += _TO_FLUSH
            elif value == _BEST_STRAIGHT:
                value += _TO_ROYAL
            else:
                value += _TO_STRAIGHT_FLUSH
        values[0] = value
        values = ptr32(int(values) + 4)
        cards = ptr8(int(cards) + 5)
        left -= 1


@micropython.viper
def sweep(block: ptr32, counts: ptr32, seen: ptr8, tables: ptr8):
    """Every third, fourth and fifth card behind two others, in order: counts, classes seen, digest (deck_proof.py).

    `block`: [0] sum of the two, [1] first card that may be the third, [7] digest, in and out.
    """
    words = ptr32(int(tables) + _WORDS)
    digest = int(block[7])
    third = int(block[1])
    while third < _CARDS:
        three = int(block[0]) + int(words[third])
        third += 1
        fourth = third
        while fourth < _CARDS:
            four = three + int(words[fourth])
            fourth += 1
            fifth = fourth
            while fifth < _CARDS:
                total = four + int(words[fifth])
                fifth += 1
                value = int(ptr16(int(tables) + ptr16(tables)[total >> 18])[total >> 9 & 511])
                if tables[_FLAGS + (total & 255)] & 1:
                    if not value >> 13:
                        value += _TO_FLUSH
                    elif value == _BEST_STRAIGHT:
                        value += _TO_ROYAL
                    else:
                        value += _TO_STRAIGHT_FLUSH
                digest = digest * 31 + value & 0x3FFFFFFF
                counts[value >> 13] = int(counts[value >> 13]) + 1
                seen[value & 8191] = 1
    block[7] = digest


@micropython.viper
def address(buffer: ptr8) -> int:
    """Where a buffer lies: what assembler takes for it."""
    return int(buffer)
