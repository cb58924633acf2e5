"""Run on MicroPython by test_pure_on_micropython.py: card codes, deck check and wagers with the heap locked."""

import micropython

from pitboard.games import card_codes, deck_check, events
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby import wagers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

heap: "Any" = micropython  # the host's stub of it has no heap
FACES = bytes(range(52)) * 8
CODE = b"20411700786"


def read_cards(codes: "Any", lines: list[memoryview]) -> int:
    total = 0
    heap.heap_lock()
    try:
        for _ in range(50):
            for line in lines:
                total += codes.parse(line)
    finally:
        heap.heap_unlock()
    return total


def check_cards(check: deck_check.DeckCheck) -> int:
    heap.heap_lock()
    try:
        for number in range(2, 417):
            check.card((number - 1) % 52 | number << 6)
        check.card(1 | 2 << 6)
        check.unreadable()
        found = check.missing_at(0) + 100 * check.missing() + check.extra() + check.complete()
        check.card(0 | 1 << 6)
        return found + 1000 * check.complete()
    finally:
        heap.heap_unlock()


def play_wagers(book: wagers.Wagers) -> list[object]:
    open_race = (-1, -1, -1, False)
    result = (1, 0, 3, True)
    for event, arg, arg2, value, reason, phase in (
        (derby.WAGER, 0, 1, 2, 0, events.BETTING),
        (derby.WAGER, 41, 2, (1 << 30) - 2, derby.SPOKEN, events.BETTING),
        (derby.WAGER, 1, 3, 10, 0, events.BETTING),
        (derby.WAGER_MOVED, 2, 7, 0, 0, derby.RACING),
        (derby.WAGER_HOME, 2, 0, 0, events.BY_PATRON, derby.RACING),
        (derby.COLLECTED, 0, 0, 0, 0, derby.PAYING),
        (derby.PAID, 0, 0, 0, 0, derby.PAYING),
        (derby.WAGER_BACK, 1, 0, 0, 0, derby.PAYING),
    ):
        race = result if phase == derby.PAYING else open_race
        refusal = book.judge(event, arg, arg2, value, reason, phase, race)
        if refusal:
            return [event, refusal]
        book.apply(event, arg, arg2, value, reason, phase, race)
    settled: list[object] = [book.settle(number, result) for number in (1, 2, 3)]
    return settled + [book.may_close(derby.PAYING), book.row(2)]


def main() -> None:
    codes: Any = card_codes.make("serial", {"serial": 204117, "map": FACES.hex()})
    lines = [memoryview(CODE), memoryview(CODE[:-1]), memoryview(b"20411800793"), memoryview(b"TH")]
    print([codes.parse(line) for line in lines])
    read_cards(codes, lines)
    check = deck_check.DeckCheck()
    check.begin(8, True)
    print(check_cards(check), deck_check.unpack(check.value()))
    print(play_wagers(wagers.Wagers((2, 100, 100, 100, (1 << 30) - 2))))


main()
