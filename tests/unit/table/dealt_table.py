"""A table on a flash in memory, and a day of it as offers: what the table tests play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboard.games import cards, events
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.derby import Derby
from pitboard.table import records
from pitboard.table.journal import Journal
from pitboard.table.table import Table
from tests.unit.table.nor_medium import NorMedium

if TYPE_CHECKING:
    from pitboard.table.records import Record

RACE = ["TH", "2S", "4H", "9C", "KH", "3H", "AH", "5S", "6S", "7D"]  # hearts, spades, diamonds
DISPUTE = events.REASON_NAMES.index("dispute")
SUPERVISOR = {"role": events.SUPERVISOR, "who": 1}

Offer = tuple[tuple[int, ...], dict[str, int]]


def table_on(
    medium: NorMedium,
    decks: int = 1,
    segments: int = 12,
    overwrite: bool = True,
    reveal: int = derby.AT_ONCE,
) -> Table:
    game = Derby(decks, reveal=reveal)
    table = Table(game, Journal(medium, segments, overwrite), lambda: 0)
    table.recover()
    return table


def card(code: str) -> int:
    return cards.parse(code.encode())


def opening() -> list[Offer]:
    return [
        ((events.LAMP_TEST,), {}),
        ((events.LAMPS_SEEN, 1), {}),
        ((events.PRECHECKED,), SUPERVISOR),
        ((events.SHUFFLED,), SUPERVISOR),
        ((events.CUT,), {}),
        ((events.TABLE_OPEN,), SUPERVISOR),
    ]


def one_round(decks: int = 1) -> list[Offer]:
    """A race with trouble in it: an early card that is used, a misscan, an extra card burned, a rebuild."""
    race: list[Offer] = [
        ((events.CARD, card(code), place), {}) for place, code in enumerate(RACE, 2)
    ]
    race.insert(3, ((events.IRREGULARITY, events.MISSCAN, 4), {}))
    return [
        ((events.SHUFFLED,), SUPERVISOR),
        ((events.CUT,), {}),
        ((events.OPEN, decks, derby.AT_ONCE), {}),
        ((derby.WAGER, 0, 3), {"value": 20}),
        ((events.HOLD, card("9D"), 1), {"reason": events.EARLY}),
        ((events.NEXT,), {}),
        ((events.NO_MORE_BETS,), {}),  # the held card counts with it
        *race,
        ((events.HOLD, card("9H"), 12), {"reason": events.LATE}),
        ((events.BURN,), {}),
        ((events.CONFIRM,), {}),
        ((derby.REBUILD,), {"reason": DISPUTE, **SUPERVISOR}),
        ((derby.MOVE, 1, 2), SUPERVISOR),
        ((derby.REBUILT,), SUPERVISOR),
        ((events.CONFIRM,), {}),
        ((derby.COLLECTED,), {}),
        ((derby.PAID, 0), {}),
        ((events.CLOSE,), {}),
    ]


def play(table: Table, offers: list[Offer]) -> None:
    for args, more in offers:
        refusal = table.offer(*args, **more)
        assert not refusal, (derby.NAMES[args[0]], refusal)


def happened(table: Table, since: int = 0) -> list[Record]:
    """What is in the journal, but for checkpoints."""
    return [r for r in table.journal.since(since) if r[records.TYPE] != events.STATE]


def names(table: Table, since: int = 0) -> list[str]:
    return [derby.NAMES[record[records.TYPE]] for record in happened(table, since)]
