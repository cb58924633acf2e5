"""Run by MicroPython, on a board or on a computer: what an evaluation takes, ours and the usual one, in one run.

The usual one is the method of treys and deuces: a product of primes, or the bits of a flush, looked up in a dictionary;
written here as plainly as it is there. Prints `name microseconds` a line.
"""

import gc
from array import array
from time import ticks_diff, ticks_us  # pyright: ignore[reportAttributeAccessIssue]

from pitboard.app.hand_file import load_tables
from pitboard.games import deck_proof, hand_lookup
from pitboard.games.hands import FLAGS_AT, WORDS_AT

TABLES = load_tables()

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
HANDS = 300


def dealt() -> bytes:
    """Random hands, five bytes each; the same ones everywhere."""
    seed = 12345
    cards = bytearray()
    while len(cards) < 5 * HANDS:
        hand = []
        while len(hand) < 5:
            seed = (seed * 1103 + 12345) & 0xFFFFF
            card = (seed >> 8) % 52
            if card not in hand:
                hand.append(card)
        cards.extend(bytes(hand))
    return bytes(cards)


def card_of_primes(card: int) -> int:
    """A bit for its rank, one for its suit, and its prime."""
    return 1 << (16 + card % 13) | 1 << (12 + card // 13) | PRIMES[card % 13]


class PrimesAndDictionary:
    def __init__(self) -> None:
        self.flushes = {}
        self.others = {}
        words = [hand_lookup.word(card, TABLES) for card in range(13)]
        for a in range(13):
            for b in range(a, 13):
                for c in range(b, 13):
                    for d in range(c, 13):
                        for e in range(d, 13):
                            if a == e:
                                continue
                            total = words[a] + words[b] + words[c] + words[d] + words[e]
                            product = PRIMES[a] * PRIMES[b] * PRIMES[c] * PRIMES[d] * PRIMES[e]
                            self.others[product] = hand_lookup.of_sum(total + 7, TABLES)
                            if a < b < c < d < e:
                                bits = 1 << a | 1 << b | 1 << c | 1 << d | 1 << e
                                self.flushes[bits] = hand_lookup.of_sum(total, TABLES)

    def of_cards(self, cards: "list[int]") -> int:
        a, b, c, d, e = cards
        if a & b & c & d & e & 0xF000:
            return self.flushes[(a | b | c | d | e) >> 16]
        product = (a & 0xFF) * (b & 0xFF) * (c & 0xFF) * (d & 0xFF) * (e & 0xFF)
        return self.others[product]


class Stopwatch:
    """The best of some rounds, for a computer has other things to do too; prints `name microseconds`."""

    def __init__(self) -> None:
        self._best = 1 << 30

    def start(self) -> None:
        self._started = ticks_us()

    def stop(self) -> None:
        self._best = min(self._best, ticks_diff(ticks_us(), self._started))

    def tell(self, name: str, count: int) -> None:
        print(name, self._best / count)
        self._best = 1 << 30


def one_by_one(
    hands: "list[bytes]",
    sums: "list[int]",
    others: "list[list[int]]",
    usual: PrimesAndDictionary,
    rounds: int,
) -> None:
    tables, of_cards, of_sum = TABLES, hand_lookup.of_cards, hand_lookup.of_sum
    usual_of_cards = usual.of_cards
    for at in range(HANDS):
        value = of_cards(hands[at], tables)
        assert value == of_sum(sums[at], tables) == usual_of_cards(others[at])
    watch = Stopwatch()
    gc.collect()
    for _ in range(rounds):
        watch.start()
        for hand in hands:
            of_cards(hand, tables)
        watch.stop()
    watch.tell("call", HANDS)
    for _ in range(rounds):
        watch.start()
        for total in sums:
            of_sum(total, tables)
        watch.stop()
    watch.tell("sum", HANDS)
    for _ in range(rounds):
        gc.collect()
        watch.start()
        for other in others:
            usual_of_cards(other)
        watch.stop()
    watch.tell("primes", HANDS)


def in_batch(cards: bytes, rounds: int) -> None:
    watch = Stopwatch()
    values = array("I", [0] * HANDS)
    for _ in range(rounds):
        watch.start()
        hand_lookup.of_many(cards, values, HANDS, TABLES)
        watch.stop()
    watch.tell("viper", HANDS)
    if deck_proof.thumb is None:
        return
    again = array("I", [0] * HANDS)
    tables = hand_lookup.address(TABLES)
    block = array("I", [hand_lookup.address(cards), hand_lookup.address(again), HANDS, tables])
    block.append(tables + WORDS_AT)
    block.append(tables + FLAGS_AT)
    for _ in range(rounds):
        watch.start()
        deck_proof.thumb.of_many(block)
        watch.stop()
    watch.tell("assembler", HANDS)
    assert values == again


def prove() -> None:
    watch = Stopwatch()
    proof = deck_proof.DeckProof(TABLES)
    watch.start()
    proof.run()
    watch.stop()
    watch.tell("deck", 1)


def run(rounds: int) -> None:
    gc.collect()
    usual = PrimesAndDictionary()  # first: on a chip only a fresh heap has a piece of 58 KB for it
    gc.collect()
    cards = dealt()
    hands = [cards[at : at + 5] for at in range(0, len(cards), 5)]
    sums = [sum([hand_lookup.word(card, TABLES) for card in hand]) for hand in hands]
    others = [[card_of_primes(card) for card in hand] for hand in hands]
    in_batch(cards, rounds)
    prove()
    one_by_one(hands, sums, others, usual, rounds)


if __name__ == "__main__":
    run(1000)
