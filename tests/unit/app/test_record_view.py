"""Records as a host sees them: every field that is meant, and never a card that is sealed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pitboard.app.derby.host import view
from pitboard.games import cards, events
from pitboard.games.derby import derby_events as derby
from pitboard.table import records
from tests.unit.app.desk import Desk

if TYPE_CHECKING:
    from pitboard.table.records import Record

SHOWN = (events.CARD, derby.REVEAL, events.ENTERED, derby.INSERT, derby.REPLACE)
SEALED = (
    events.DRAWN,
    events.HOLD,
    derby.ASIDE,
    events.NEXT,
    events.BURN,
    events.DISMISS,
    events.STATE,
)
EVERY = range(events.BOOT, derby.PAID + 1)


def record(
    event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0, who: int = 0
) -> Record:
    buf = bytearray(records.SIZE)
    records.pack_into(buf, 0, event, arg, arg2, 7, 3, 1234, 1, value, reason, who)
    found = records.unpack(buf, 0)
    assert found is not None
    return found


def shown(*fields: int, **more: int) -> dict[str, object]:
    """Without what every record has."""
    answer = view(record(*fields, **more))
    for name in ("seq", "round", "t_ms", "type"):
        answer.pop(name)
    return answer


@pytest.mark.parametrize("event", EVERY)
def test_every_record_has_its_number_round_time_and_type(event: int) -> None:
    answer = view(record(event, 1, 1))
    assert (answer["seq"], answer["round"], answer["t_ms"]) == (7, 3, 1234)
    assert answer["type"] == derby.NAMES[event]
    json.dumps(answer)


@pytest.mark.parametrize("event", [*SHOWN, *SEALED])
def test_a_sealed_card_is_in_no_field(event: int) -> None:
    """Two records that differ in the card alone are the same to the host, unless the record shows it."""
    one, other = (view(record(event, face, 4, value=number)) for face, number in ((1, 2), (30, 31)))
    assert ("card" in one) == (event in SHOWN)
    if event in SEALED:
        assert one == other
    else:
        assert (one["card"], other["card"]) == (cards.code(1), cards.code(30))


def test_what_each_record_says() -> None:
    assert shown(events.CARD, 5, 2, value=9) == {"card": "7S", "place": 2}
    assert shown(events.DRAWN, 5, 2) == {"place": 2}
    assert shown(events.HOLD, 5, 2, reason=events.EARLY) == {"place": 2, "held": "early"}
    assert shown(derby.ASIDE, 5, 2, reason=events.FOREIGN) == {"place": 2, "held": "foreign"}
    assert shown(events.IRREGULARITY, events.MISSCAN, 2) == {"place": 2, "kind": "misscan"}
    assert shown(derby.MOVE, 6, 5, who=1) == {"place": 6, "to": 5, "who": 1}
    assert shown(derby.TAKE_OUT, 6, 1) == {"place": 6, "burned": True}
    assert shown(derby.TAKE_OUT, 6, 0) == {"place": 6, "burned": False}
    assert shown(derby.INSERT, 5, 2) == {"card": "7S", "place": 2}
    assert shown(derby.REPLACE, 5, 2) == {"card": "7S", "place": 2}
    assert shown(events.VOID, reason=1, who=250) == {"reason": "not_read", "who": 250}
    assert shown(events.CHECKED, 1, value=99) == {"ok": True}
    assert shown(events.LAMPS_SEEN, 0) == {"ok": False}
    assert shown(events.CHECK_YES, 2, who=1) == {"role": "supervisor", "who": 1}
    assert shown(events.NEW_CARDS, value=204117) == {"set": 204117}
    assert shown(derby.WAGER, 0, 3, value=20, reason=derby.SPOKEN) == {
        "area": "RED", "seat": 3, "stake": 20, "spoken": True,
    }  # fmt: skip
    assert shown(derby.WAGER_MOVED, 2, 1) == {"wager": 2, "area": "BLACK"}
    assert shown(derby.WAGER_HOME, 2, reason=11) == {"wager": 2, "reason": "by_dealer"}
    assert shown(derby.PAID, 1) == {"area": "BLACK"}
    assert shown(derby.PAID, derby.ALL_AREAS) == {}
    assert shown(events.STATE, 1, 2, value=77) == {}
    assert shown(events.BURN) == {}


def test_a_round_with_sealed_cards_names_only_those_that_counted() -> None:
    desk = Desk(decks=2, reveal=derby.BY_KEY).open_table()
    desk.slide("9D").choose("Not seen: use as next")  # counts later
    desk.slide("8D").choose("Seen: burn it")  # never does
    desk.start().slide("TH 4H KH 3H 5S 7C AD")
    while desk.game.hidden:
        desk.press("confirm")
    desk.choose("Seen: burn it")
    found = [view(r) for r in desk.table.journal.since(0)]
    named = [answer["card"] for answer in found if "card" in answer]
    assert named == ["9D", "TH", "4H", "KH", "3H", "5S", "7C"]
    text = json.dumps(found)
    assert "8D" not in text and "AD" not in text
