"""Hidden cards are sealed on flash: a copied journal shows nothing of them, another key opens nothing."""

import pytest

from pitboard.games import events
from pitboard.table import records
from pitboard.table.journal import Journal
from pitboard.table.seal import Seal
from tests.unit.games.let_it_ride.play import NSW
from tests.unit.table.nor_medium import NorMedium, PowerCut
from tests.unit.table.test_ride_table import HANDS, JournalledPlay

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
    """Its records, without the headers of the segments."""
    return b"".join(bytes(medium.blocks[number][records.SIZE :]) for number in medium.segments())


def covered(medium: NorMedium) -> list[tuple[int, int]]:
    """What a copy of the journal shows of the sealed records: number and first argument."""
    raw = Journal(medium, 4, True)
    raw.open()
    return [(r[records.SEQ], r[records.ARG]) for r in raw.since(0) if r[records.TYPE] in SEALED]


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
    found = [record[records.VALUE] for record in raw.since(0) if record[records.TYPE] == events.DRAWN]
    assert len(set(found)) == 4
    assert not {7, 9} & set(found)


def test_two_deals_differ_only_in_what_is_covered() -> None:
    """Lengths and all that is not a card are the same, whatever was dealt."""
    one, other = flash_of(dealt([3, 44])), flash_of(dealt([20, 21]))
    assert len(one) == len(other)
    different = {at % records.SIZE for at in range(len(one)) if one[at] != other[at]}
    assert different <= {2, *range(20, 32)}, "first argument, value and checksum"


# -- no mask comes twice: who knows one card, turned later, would know the other ------------------------


def test_a_journal_that_is_begun_anew_has_other_masks() -> None:
    """The key stays on the board, the numbers of the records begin at 1 again."""
    one, other = covered(dealt([9] * 8)), covered(dealt([9] * 8))
    assert [number for number, _ in one] == [number for number, _ in other]
    assert [arg for _, arg in one] != [arg for _, arg in other]


def test_two_rounds_in_two_journals_of_one_board_do_not_tell_of_each_other() -> None:
    """Each of these copies shows its own deal; together they must not show one by the other."""
    drawn: list[dict[int, int]] = []
    for hands in (HANDS, {2: "AS AD AC", 5: "7H 8H 9H"}):
        table = JournalledPlay(NSW)
        table.start(*hands)
        table.deal(hands, "KD KC" if hands == HANDS else "QD QC")
        drawn.append(dict(covered(table.medium)))
    assert len(set(drawn[0]) & set(drawn[1])) == 8, "the same numbers of records"
    differences = [drawn[0][number] ^ drawn[1][number] for number in drawn[0]]
    assert max(differences) > 63, "two faces differ by less: these bytes are not theirs"


def test_a_number_that_was_torn_by_a_power_cut_has_another_mask_when_it_comes_again() -> None:
    medium = NorMedium()
    journal = journal_with(medium, KEY)
    journal.prepare(ROOM, 0)
    medium.tear_at, medium.tear_bytes = medium.programs + 1, 28  # all of it arrives, but for the checksum
    with pytest.raises(PowerCut):
        journal.append(events.DRAWN, 9, 1, 1, 0, 7)
    medium.tear_at = 0
    journal = journal_with(medium, KEY)
    assert journal.append(events.DRAWN, 9, 1, 1, 0, 7) == 1
    assert [record[records.ARG] for record in journal.since(0)] == [9]
    torn, whole = (flash_of(medium)[at * records.SIZE :][20:28] for at in (0, 1))
    assert torn != whole
