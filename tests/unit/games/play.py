"""Shorthand of the rule tests: rounds as text, played in the lawful order."""

from pitboard.games import areas, cards
from pitboard.games import events as ev
from pitboard.games.derby import Derby

# Hearts win with the fourth card, spades are second, clubs third; no two of spades.
PLAIN_RACE = "3H 4H 5H 6H 7S 8C"


def card(code: str) -> int:
    number = cards.parse(code.encode())
    assert number >= 0, code
    return number


def happen(game: Derby, *events: int) -> None:
    for event in events:
        assert game.judge(event) == 0
        game.apply(event)


def deal(game: Derby, codes: str) -> None:
    for code in codes.split():
        assert game.judge(ev.CARD, card(code)) == 0, code
        game.apply(ev.CARD, card(code))


def race(codes: str, decks: int = 1) -> Derby:
    """A round from its opening through these cards."""
    game = Derby(decks)
    happen(game, ev.OPEN, ev.NO_MORE_BETS)
    deal(game, codes)
    return game


def in_phase(phase: int) -> Derby:
    """A round that came to the phase by lawful events."""
    game = Derby()
    if phase >= ev.BETTING:
        happen(game, ev.OPEN)
    if phase >= ev.RACING:
        happen(game, ev.NO_MORE_BETS)
    if phase == ev.VOIDED:
        happen(game, ev.VOID_ASKED, ev.VOID)
    elif phase >= ev.RESULT:
        deal(game, PLAIN_RACE)
        if phase == ev.PAYING:
            happen(game, ev.CONFIRM)
    assert game.phase == phase
    return game


def places(game: Derby) -> str:
    """First, second and third as letters; '-' where not fixed."""
    return "".join(
        cards.SUIT_CODES[suit] if suit >= 0 else "-"
        for suit in (game.winner, game.second, game.third)
    )


def counts(game: Derby) -> tuple[int, int, int]:
    return game.first_count, game.second_count, game.third_count


def lit(game: Derby) -> dict[str, int]:
    """Lit areas by code, with their tier."""
    tiers = bytearray(b"\xff" * areas.AREAS)
    areas.tiers_into(tiers, game.winner, game.second, game.third)
    return {areas.code(area): tier for area, tier in enumerate(tiers) if tier}
