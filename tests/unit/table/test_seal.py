"""Hidden cards are sealed on flash: a copied journal shows nothing of them, another key opens nothing."""

import pytest

from pitboard.games import events
from pitboard.table import records
from pitboard.table.journal import Journal
from pitboard.table.seal import Seal
from tests.unit.table.nor_medium import NorMedium

KEY, OTHER = bytes(range(32)), bytes(32)
SEALED = (events.DRAWN, events.HOLD)
ROOM = 40


def journal_with(medium: NorMedium, key: bytes) -> Journal:
    journal = Journal(medium, 4, True, Seal(key, SEALED))
    journal.open()
    return journal


def dealt(faces: list[int]) -> NorMedium:
    medium = NorMedium()
    journal = journal_with(medium, KEY)
    journal.prepare(ROOM, 0)
    for place, face in enumerate(faces, start=1):
        journal.append(events.DRAWN, face, place, 1, 0, 7)
    journal.append(events.OPEN, 1, 2, 3, 4, 5)
    return medium


def flash_of(medium: NorMedium) -> bytes:
    return b"".join(bytes(medium.blocks[number]) for number in medium.segments())


@pytest.mark.parametrize("faces", [[3, 44], [3, 3, 3, 51]])
def test_the_board_reads_its_own_cards_again(faces: list[int]) -> None:
    found = list(journal_with(dealt(faces), KEY).since(0))
    drawn = [record for record in found if record[records.TYPE] == events.DRAWN]
    assert [record[records.ARG] for record in drawn] == faces
    assert {record[records.VALUE] for record in drawn} == {7}
    assert found[-1][records.ARG : records.SEQ] == (1, 2), "what is no secret stays readable"


def test_another_key_gives_no_card_at_all() -> None:
    found = list(journal_with(dealt([3, 44]), OTHER).since(0))
    assert [record[records.TYPE] for record in found] == [events.OPEN]


def test_another_key_still_counts_on_after_the_last_record() -> None:
    journal = journal_with(dealt([3, 44]), OTHER)
    assert journal.last_seq == 3
    assert journal.append(events.CLOSE, 0, 0, 1, 0) == 4


def test_the_same_card_looks_different_in_every_record() -> None:
    raw = Journal(dealt([9, 9, 9, 9]), 4, True)
    raw.open()
    covered = [record[records.VALUE] for record in raw.since(0) if record[records.TYPE] == events.DRAWN]
    assert len(set(covered)) == 4
    assert not {7, 9} & set(covered)


def test_two_deals_differ_only_in_what_is_covered() -> None:
    """Lengths and all that is not a card are the same, whatever was dealt."""
    one, other = flash_of(dealt([3, 44])), flash_of(dealt([20, 21]))
    assert len(one) == len(other)
    different = {at % records.SIZE for at in range(len(one)) if one[at] != other[at]}
    assert different <= {2, *range(20, 32)}, "first argument, value and checksum"
