"""Irregularities are recorded, named to the dealer by place, and never counted as a card."""

import pytest

from pitboard.games import events as ev
from pitboard.games import notices, refusals
from pitboard.games.derby import MAX_IRREGULARITIES, Derby

from .play import card, deal, happen, in_phase, race

KINDS = range(ev.MISSCAN, ev.FOREIGN_CARD + 1)


@pytest.mark.rule("001 8.1")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("phase", range(6))
def test_an_irregularity_changes_nothing_but_the_notice(phase: int, kind: int) -> None:
    game = in_phase(phase)
    before = game.snapshot()
    assert game.judge(ev.IRREGULARITY, kind) == 0
    game.apply(ev.IRREGULARITY, kind, game.place())
    assert (game.notice_kind, game.notice_place) == (kind, game.place())
    game.notice_kind = game.notice_place = game.irregularities = 0
    assert game.snapshot() == before


def test_the_next_card_takes_the_notice_away() -> None:
    game = race("3H 4H")
    game.apply(ev.IRREGULARITY, ev.MISSCAN, 3)
    deal(game, "5H")
    assert (game.notice_kind, game.notice_place) == (0, 0)


def test_a_refused_card_and_a_boot_leave_the_notice() -> None:
    game = race("3H 4H")
    game.apply(ev.IRREGULARITY, ev.MISSCAN, 3)
    assert game.judge(ev.CARD, card("4H")) == refusals.FOREIGN
    happen(game, ev.BOOT, ev.VOID_ASKED, ev.VOID_KEPT)
    assert (game.notice_kind, game.notice_place) == (ev.MISSCAN, 3)


@pytest.mark.parametrize(
    ("phase", "event"),
    [
        (ev.IDLE, ev.OPEN),
        (ev.BETTING, ev.NO_MORE_BETS),
        (ev.BETTING, ev.CANCEL),
        (ev.RESULT, ev.CONFIRM),
        (ev.PAYING, ev.CLOSE),
        (ev.VOIDED, ev.CLOSE),
    ],
)
def test_a_new_phase_takes_the_notice_away(phase: int, event: int) -> None:
    game = in_phase(phase)
    game.apply(ev.IRREGULARITY, ev.EARLY_CARD, 1)
    happen(game, event)
    assert (game.notice_kind, game.notice_place) == (0, 0)


def test_a_round_records_a_bounded_number() -> None:
    game = in_phase(ev.RACING)
    for _ in range(MAX_IRREGULARITIES):
        happen(game, ev.IRREGULARITY)
    assert game.judge(ev.IRREGULARITY, ev.MISSCAN) == refusals.TOO_MANY
    happen(game, ev.VOID_ASKED)
    assert game.judge(ev.IRREGULARITY, ev.MISSCAN) == refusals.TOO_MANY
    happen(game, ev.VOID, ev.CLOSE, ev.OPEN, ev.IRREGULARITY)


@pytest.mark.parametrize("decks", range(1, 9))
def test_the_worst_round_is_known(decks: int) -> None:
    game = Derby(decks)
    assert game.max_cards == 26 * decks + 7
    assert game.worst_records == 26 * decks + 7 + 64 + 2 * 8 + 12


@pytest.mark.parametrize("kind", [*KINDS, 0, 99])
@pytest.mark.parametrize("phase", range(6))
def test_words_fit_the_display_and_name_no_card(phase: int, kind: int) -> None:
    for place in (1, 33, 215):
        rule, first, second = notices.words(kind, place, phase)
        assert rule in ("8.1", "8.1(c)", "L27")
        assert 0 < len(first) <= 21
        assert 0 < len(second) <= 21
        text = (first + " " + second).lower()
        assert not any(suit in text for suit in ("spade", "heart", "diamond", "club"))


@pytest.mark.rule("001 8.1")
@pytest.mark.parametrize(
    ("kind", "phase", "words"),
    [
        (ev.MISSCAN, ev.RACING, ("8.1", "Card 7 not read", "Slide it again")),
        (ev.STRAY_READ, ev.RACING, ("8.1", "Read without a slide", "Slide card 7 again")),
        (ev.TWO_CODES, ev.RACING, ("8.1", "Two codes in a slide", "Slide card 7 alone")),
        (ev.UNKNOWN_CODE, ev.RACING, ("8.1", "Card 7 not known", "Check it, slide again")),
        (ev.OVERRUN, ev.RACING, ("8.1", "A card may be missing", "Next is card 7")),
        (ev.FOREIGN_CARD, ev.RACING, ("L27", "Card 7: wrong deck", "Call the supervisor")),
        (ev.FOREIGN_CARD, ev.VOIDED, ("8.1", "Card of another deck", "It is not counted")),
        (ev.EARLY_CARD, ev.BETTING, ("8.1", "Card came too early", "Press NO MORE BETS")),
        (ev.EARLY_CARD, ev.IDLE, ("8.1", "Card came too early", "Open betting first")),
        (ev.LATE_CARD, ev.RESULT, ("8.1(c)", "Third place is fixed", "Card is not counted")),
        (ev.MISSCAN, ev.PAYING, ("8.1", "Slide without a read", "It is not counted")),
    ],
)
def test_plain_words(kind: int, phase: int, words: tuple[str, str, str]) -> None:
    assert notices.words(kind, 7, phase) == words


def test_names_match_the_numbers() -> None:
    for number, name in enumerate(ev.NAMES):
        assert not name or getattr(ev, name.upper()) == number
    for number, name in enumerate(ev.KIND_NAMES):
        assert not name or getattr(ev, name.upper()) == number
    for number, name in enumerate(ev.PHASE_NAMES):
        assert getattr(ev, name.upper()) == number
