"""A round's room in the journal is reserved before it begins, so nothing that can happen in it is without end."""

import random

import pytest

from pitboard.games import events as ev
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.dealt import MAX_CARRIED, MAX_HOLDS, MAX_WAITING, longest_race
from pitboard.games.derby.derby import MAX_BOOTS, worst_records
from pitboard.games.derby.judging import MAX_IRREGULARITIES
from pitboard.games.derby.rebuild import MAX_EDITS, MAX_REBUILDS
from pitboard.games.derby.wagers import MAX_WAGERS

from .play import REASON, Play, card, opened

RANKS = "23456789TJQKA"


def wagers(play: Play) -> None:
    """As many records about wagers as there can be before the call."""
    number = 0
    while not play.offer(derby.WAGER, number % 42, 1, value=2):
        number += 1
        if number % 3 == 0:
            play.do(derby.WAGER_MOVED, number, (number + 1) % 42)
    assert number <= MAX_WAGERS


def trouble(play: Play, code: str) -> None:
    """Cards out of turn, decided one by one, until the table takes no more."""
    while play.game.holds < MAX_HOLDS:
        play.slide(code, before_call=True)
        if play.game.held == ev.FOREIGN:
            play.do(ev.DISMISS, reason=REASON)
        else:
            play.do(ev.BURN)


def bad_slides(play: Play) -> None:
    while not play.offer(ev.IRREGULARITY, ev.MISSCAN, 1):
        pass


def edits(play: Play) -> None:
    while play.game.edits < MAX_EDITS:
        play.do(derby.MOVE, 1, 1)


def settled(play: Play) -> None:
    """Every record of a settlement, then corrected and settled once more, as often as it may be."""
    while True:
        play.do(ev.CONFIRM)
        play.offer(derby.LIGHTS_OFF, reason=REASON)
        play.offer(derby.COLLECTED)
        for area in range(42):
            play.offer(derby.PAID, area)
        for number in range(1, play.game.wagers.count + 1):
            play.offer(derby.WAGER_BACK, number)
        if play.offer(derby.REBUILD, reason=REASON):
            return
        if play.game.rebuilds == MAX_REBUILDS:
            edits(play)
        play.do(derby.REBUILT)


@pytest.mark.parametrize("decks", [1, 2, 8])
@pytest.mark.parametrize("reveal", range(4))
def test_the_worst_round_fits_into_what_is_reserved(decks: int, reveal: int) -> None:
    """The longest race, every kind of trouble as often as the table takes it, settled five times."""
    play = opened(decks, reveal=reveal)
    start = len(play.log)
    play.open()
    wagers(play)
    bad_slides(play)
    play.do(ev.NO_MORE_BETS)
    few = [rank + suit for suit in "DC" for rank in "345"]
    long = few + [rank + suit for suit in "HS" for rank in RANKS for _ in range(decks)]
    dealt = few + [f"{rank}H" for rank in "234"] + [f"{rank}S" for rank in "2345"]
    rest = list(long)
    for code in dealt:
        rest.remove(code)
    for code in dealt + rest:
        play.slide(code)
        if reveal > derby.WITH_NEXT and play.game.hidden == MAX_WAITING:
            play.show()
    while play.game.hidden:
        play.show()
    assert play.game.phase == derby.RACING
    assert play.game.count == longest_race(decks) - 1
    trouble(play, "3D" if decks == 1 else "AD")
    play.do(ev.ENTERED, card("6C"), reason=REASON)
    settled(play)
    play.do(ev.VOID, reason=REASON).do(ev.CLOSE)
    assert len(play.log) - start + MAX_BOOTS <= worst_records(decks)


@pytest.mark.parametrize("reveal", [derby.WITH_NEXT, derby.AFTER_DELAY, derby.BY_KEY])
def test_hidden_cards_that_turn_out_foreign_are_not_without_end(reveal: int) -> None:
    """Nobody may see what a waiting card is, so a foreign one is drawn like any other; but not for ever."""
    play = opened(reveal=reveal)
    start = len(play.log)
    play.start().slide("3H")
    same = card("3H")
    for _ in range(500):
        if play.game.held:
            play.do(ev.DISMISS, reason=REASON)
        elif play.offer(ev.DRAWN, same, play.game.place()):
            if play.game.next_shown() is None:
                break
            play.show()
    assert play.rule_of(ev.DRAWN, same) == "TOO_MANY"
    assert len(play.log) - start <= worst_records(1) - MAX_IRREGULARITIES
    assert play.rule_of(ev.ENTERED, card("4H"), reason=REASON) == "", "it can be played to its end"


@pytest.mark.parametrize("decks", range(1, 9))
def test_the_reserve_is_what_its_parts_add_up_to(decks: int) -> None:
    least = 2 * (26 * decks + 7) + MAX_IRREGULARITIES + 3 * MAX_EDITS + 2 * MAX_WAGERS + MAX_BOOTS
    assert least < worst_records(decks) < least + 250


def test_cards_that_wait_or_are_carried_have_their_room() -> None:
    play = opened(2)
    for number in range(MAX_CARRIED):
        play.slide(RANKS[number] + "DC"[number % 2]).do(ev.NEXT)
    play.slide("KC")
    assert play.rule_of(ev.NEXT) == "TOO_MANY"
    play.do(ev.BURN).start()
    assert (play.game.count, play.game.carried) == (MAX_CARRIED, 0)


@pytest.mark.parametrize("seed", range(30))
def test_no_way_through_a_round_outgrows_its_room(seed: int) -> None:
    """Somebody who does whatever is lawful, and never closes."""
    rng = random.Random(seed)
    reveal = seed % 4
    play = opened(1, reveal=reveal)
    start = len(play.log)
    play.open()
    quiet = 0
    round_no = play.game.round_no
    while quiet < 400 and play.game.round_no == round_no and play.game.phase != ev.IDLE:
        before = len(play.log)
        kind = rng.randrange(6)
        if kind == 0 and play.game.holds < MAX_HOLDS and play.game.irregularities < 60:
            event, why = play.game.route(face := rng.randrange(52), rng.random() < 0.2)
            if event == ev.IRREGULARITY:
                play.offer(event, why, 1)
            else:
                play.offer(event, face, play.game.place(), reason=why)
        elif kind == 1 and play.game.next_shown() is not None:
            play.show()
        else:
            event = rng.randrange(ev.NO_MORE_BETS, derby.PAID + 1)
            closes = event in (ev.CANCEL, ev.CLOSE) or (event == ev.VOID and rng.random() < 0.9)
            inner = event in (ev.CARD, ev.DRAWN, derby.REVEAL, derby.ASIDE, ev.HOLD)
            if not closes and not inner:
                play.offer(event, rng.randrange(52), rng.randrange(8), value=2, reason=REASON)
        quiet = 0 if len(play.log) > before else quiet + 1
    assert len(play.log) - start + MAX_BOOTS <= worst_records(1)
