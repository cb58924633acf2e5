"""The check of the whole set: complete, or what is missing, extra, foreign, unreadable (001 6.1, 7.3)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.games.deck_check import DeckCheck, unpack

DECKS = [1, 2, 8]


def whole(decks: int, *, numbered: bool, seed: int = 1) -> list[int]:
    """Every card of a set once, as tokens, mixed; numbers run through the decks."""
    mixed = [at % 52 | (at + 1 << 6 if numbered else 0) for at in range(52 * decks)]
    random.Random(seed).shuffle(mixed)
    return mixed


def checked(tokens: list[int], decks: int, *, numbered: bool) -> DeckCheck:
    check = DeckCheck()
    check.begin(decks, numbered)
    for token in tokens:
        check.card(token)
    return check


def names(check: DeckCheck) -> tuple[list[int], list[int]]:
    missing = [check.missing_at(index) for index in range(check.missing())]
    extra = [check.extra_at(index) for index in range(check.extra())]
    for at in (check.missing_at, check.extra_at):
        assert at(-1) == -1
    assert check.missing_at(len(missing)) == check.extra_at(len(extra)) == -1
    return missing, extra


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.parametrize("numbered", [False, True])
@pytest.mark.parametrize("decks", DECKS)
def test_every_face_as_often_as_there_are_decks(decks: int, numbered: bool) -> None:
    tokens = whole(decks, numbered=numbered)
    check = checked(tokens[:-1], decks, numbered=numbered)
    assert not check.complete()
    assert names(check) == ([tokens[-1] & 63], [])
    check.card(tokens[-1])
    assert check.complete()
    assert check.seen == check.expected == 52 * decks
    assert (check.missing(), check.extra(), check.value()) == (0, 0, 0)
    assert names(check) == ([], [])


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.parametrize("decks", DECKS)
def test_missing_and_extra_cards_are_named_each_as_often_as_it_is(decks: int) -> None:
    tokens = sorted(whole(decks, numbered=False))
    # All copies of face 0 are missing and one of 51; face 7 is there twice too often and 3 once.
    tokens = tokens[decks:-1] + [7, 7, 3]
    check = checked(tokens, decks, numbered=False)
    assert not check.complete()
    assert names(check) == ([0] * decks + [51], [3, 7, 7])
    assert unpack(check.value()) == (decks + 1, 3, 0, 0)


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.parametrize("decks", DECKS)
def test_a_swapped_card_is_seen_although_the_count_is_right(decks: int) -> None:
    tokens = sorted(whole(decks, numbered=False))
    check = checked([*tokens[1:], 51], decks, numbered=False)
    assert check.seen == check.expected
    assert not check.complete()
    assert names(check) == ([0], [51])


@pytest.mark.rule("001 7.3, 7.4")
@pytest.mark.parametrize("decks", DECKS)
def test_a_numbered_card_slid_twice_is_one_card(decks: int) -> None:
    tokens = whole(decks, numbered=True)
    check = checked([*tokens, *tokens[:5]], decks, numbered=True)
    assert check.complete()
    assert (check.seen, check.repeats) == (52 * decks, 5)
    check = checked([*tokens[:-1], tokens[0]], decks, numbered=True)
    assert not check.complete()  # the repeat does not stand for the missing one
    assert names(check) == ([tokens[-1] & 63], [])


@pytest.mark.rule("001 7.3, 7.4")
def test_a_card_without_number_slid_twice_is_an_extra_card() -> None:
    tokens = whole(1, numbered=False)
    check = checked([*tokens, tokens[0]], 1, numbered=False)
    assert not check.complete()
    assert names(check) == ([], [tokens[0]])
    check.begin(1, False)
    for token in tokens:
        check.card(token)
    assert check.complete()


@pytest.mark.rule("001 7.3, 7.4")
@pytest.mark.parametrize("numbered", [False, True])
def test_a_new_check_begins_from_nothing(numbered: bool) -> None:
    tokens = whole(8, numbered=numbered)
    check = checked(tokens, 8, numbered=numbered)
    check.unreadable()
    check.foreign()
    check.begin(8, numbered)
    assert unpack(check.value()) == (255, 0, 0, 0)
    for token in tokens:
        check.card(token)
    assert check.complete() and check.repeats == 0


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.rule("001 L27")
@pytest.mark.parametrize("numbered", [False, True])
def test_a_foreign_card_spoils_the_set(numbered: bool) -> None:
    check = checked(whole(1, numbered=numbered), 1, numbered=numbered)
    check.foreign()
    assert not check.complete()
    assert unpack(check.value()) == (0, 0, 1, 0)
    assert check.seen == 52


@pytest.mark.rule("001 L27")
@pytest.mark.parametrize("token", [5, 5 | 53 << 6, 5 | 416 << 6])
def test_a_number_that_the_set_does_not_have_is_foreign(token: int) -> None:
    check = checked(whole(1, numbered=True), 1, numbered=True)
    check.card(token)
    assert not check.complete()
    assert unpack(check.value()) == (0, 0, 1, 0)


@pytest.mark.rule("001 7.3, 7.4")
def test_an_unreadable_passage_is_only_told() -> None:
    tokens = whole(1, numbered=False)
    check = checked(tokens[:-1], 1, numbered=False)
    check.unreadable()
    assert unpack(check.value()) == (1, 0, 0, 1)  # never read: it is among the missing
    check.card(tokens[-1])  # slid again
    assert check.complete()
    assert unpack(check.value()) == (0, 0, 0, 1)


def test_counts_of_the_record_stop_at_255() -> None:
    check = checked([9] * 1000, 8, numbered=False)
    for _ in range(300):
        check.unreadable()
        check.foreign()
    assert unpack(check.value()) == (255, 247, 255, 255)
    assert 0 <= check.value() < 1 << 32
    assert (check.missing(), check.seen) == (51 * 8, 1000)
    check.begin(1, False)
    assert unpack(check.value()) == (52, 0, 0, 0)
    assert (check.seen, check.expected) == (0, 52)


def test_it_is_ready_before_the_first_check() -> None:
    assert not DeckCheck().complete()


@pytest.mark.rule("001 6.1 - 6.5")
@given(st.integers(1, 8), st.booleans(), st.data())
def test_any_heap_of_cards(decks: int, numbered: bool, data: st.DataObject) -> None:
    size = 52 * decks
    places = data.draw(st.lists(st.integers(0, size - 1), max_size=120))
    check = DeckCheck()
    check.begin(decks, numbered)
    counted = [0] * 52
    for at in places:
        check.card(at % 52 | (at + 1 << 6 if numbered else 0))
    for at in set(places) if numbered else places:
        counted[at % 52] += 1
    missing, extra = names(check)
    assert missing == [face for face in range(52) for _ in range(decks - counted[face])]
    assert extra == [face for face in range(52) for _ in range(counted[face] - decks)]
    assert check.complete() == (not missing and not extra)
    assert check.seen == sum(counted)
