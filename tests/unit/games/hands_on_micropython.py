"""Run by MicroPython: the evaluator over every hand, with the heap locked; prints what was found."""

import micropython

from pitboard.app.hand_file import load_tables
from pitboard.games import hand_lookup
from pitboard.games.deck_proof import DeckProof

TABLES = load_tables()

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

vm: "Any" = micropython  # the host's stub has no heap


def threes() -> int:
    """A digest over all hands of three cards, in order."""
    digest = 0
    for first in range(52):
        for second in range(first + 1, 52):
            two = hand_lookup.word(first, TABLES) + hand_lookup.word(second, TABLES)
            for third in range(second + 1, 52):
                hand = two + hand_lookup.word(third, TABLES)
                digest = (digest * 31 + hand_lookup.of_three(hand, TABLES)) & 0x3FFFFF
    return digest


def run() -> None:
    proof = DeckProof(TABLES)
    cards = bytes((8, 9, 10, 11, 12))
    hand_sum = sum([hand_lookup.word(card, TABLES) for card in cards])
    vm.heap_lock()
    proof.run()
    three_digest = threes()
    alone = hand_lookup.of_cards(cards, TABLES)
    summed = hand_lookup.of_sum(hand_sum, TABLES)
    vm.heap_unlock()
    print(proof.digest(), proof.classes(), three_digest, alone, summed, *proof.counts)


if __name__ == "__main__":
    run()
