"""Where an input becomes an event: what a slide is at each table, what is signalled, and what the check counts."""

from types import SimpleNamespace
from typing import Any

import pytest

from pitboard.app import dealing as dealing_module
from pitboard.app import key_task
from pitboard.app.dealing import Dealing
from pitboard.app.derby import guide, words
from pitboard.games import effects, events
from pitboard.games.card_codes import FOREIGN_SET
from pitboard.games.derby import derby_events as derby
from pitboard.games.sequence import token
from pitboard.table import records
from simulator.models.ocr import inverted_lines
from tests.unit.app import clock
from tests.unit.app.desk import Desk

RACE = "TH 4H KH 3H 5S 7C"


def opened(**settings: Any) -> Desk:
    return Desk(**settings).open_table()


@pytest.mark.rule("001 8.1 passage")
def test_a_card_counts_if_its_passage_began_after_the_call() -> None:
    desk = opened().start()
    call_ms = desk.dealing._call_ms
    desk.slide("TH", start_ms=call_ms)
    assert (desk.game.count, desk.game.held) == (1, 0)
    desk.slide("4H", start_ms=call_ms - 1)
    assert (desk.game.count, desk.game.held) == (1, events.EARLY)


def test_after_a_restart_a_card_is_new() -> None:
    desk = opened().start().slide("TH").restarted()
    desk.slide("4H", start_ms=desk.dealing._call_ms)
    assert desk.game.count == 2


@pytest.mark.rule("001 L27")
def test_a_card_of_another_set_is_held_and_has_no_face() -> None:
    desk = opened().start()
    desk.dealing.card(FOREIGN_SET, desk.dealing._call_ms)
    assert (desk.game.held, desk.game.held_place) == (events.FOREIGN, 1)


@pytest.mark.rule("001 6.1 - 6.5")
def test_a_check_counts_in_memory_and_writes_nothing() -> None:
    desk = Desk().press("confirm", "confirm", "confirm")
    before = desk.table.journal.last_seq
    desk.slide("TH TH 4S")
    desk.dealing.card(FOREIGN_SET, 0)
    for kind in (events.MISSCAN, events.STRAY_READ, events.TWO_CODES, events.UNKNOWN_CODE):
        desk.dealing.irregular(kind)
    check = desk.game.opening.check
    assert (check.seen, check.extra(), check.foreign_count, check.unreadable_count) == (3, 1, 1, 4)
    assert desk.table.journal.last_seq == before
    assert desk.dealing.cue.is_set() and desk.dealing.changed.is_set()


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.rule("001 L27")
def test_a_check_says_at_once_what_it_could_not_count() -> None:
    desk = Desk(set_serial=204117).press("confirm", "confirm", "confirm")
    dealing = desk.dealing
    dealing.irregular(events.MISSCAN)
    assert (desk.screen()[6:], dealing.cue_kind) == (
        ["Card not read", "Slide it again"], effects.CUE_NOTICE,
    )  # fmt: skip
    assert guide.kind(desk.game, dealing.refusal) == "misscan"
    assert inverted_lines(desk.image()) == [6, 7]
    desk.slide("2S", number=1)
    assert (desk.screen()[6], dealing.cue_kind) == ("Slide all: 1 of 52", effects.CUE_CARD)
    dealing.irregular(events.UNKNOWN_CODE)
    assert desk.screen()[6] == "Code of no card"
    dealing.irregular(events.TWO_CODES)
    assert (desk.screen()[6], "6.1" in desk.screen()[0]) == ("Two codes in a slide", True)
    desk.slide("2S", number=1)
    assert (desk.screen()[6], dealing.cue_kind) == ("Same card again", effects.CUE_NOTICE)
    for foreign in (FOREIGN_SET, token(0, 60)):
        desk.slide("3S", number=2 + (foreign != FOREIGN_SET))
        dealing.card(foreign, 0)
        assert desk.screen()[6:] == ["Card of another set", "Take it out"]
        assert (dealing.cue_kind, guide.kind(desk.game, dealing.refusal)) == (
            effects.CUE_NOTICE, "foreign",
        )  # fmt: skip
    assert dealing.refused == 6 and not desk.game.irregularities


@pytest.mark.rule("001 6.1 - 6.5")
def test_a_card_after_a_complete_check_is_noticed_and_changes_nothing() -> None:
    desk = Desk().press("confirm", "confirm", "confirm")
    desk.slide(" ".join(rank + suit for suit in "SHDC" for rank in "23456789TJQKA"))
    desk.press("confirm").slide("TH")
    assert desk.screen()[6:] == ["Check has ended", "Card is not counted"]
    desk.press("cancel", "cancel").dealing.irregular(events.MISSCAN)
    assert desk.screen()[6:] == ["Check has ended", "Card is not counted"]
    check = desk.game.opening.check
    assert (check.seen, check.unreadable_count, check.complete()) == (52, 0, True)
    assert desk.game.irregularities == 2


@pytest.mark.rule("001 7.3, 7.4")
def test_a_missing_card_that_is_found_completes_the_check() -> None:
    desk = Desk().press("confirm", "confirm", "confirm")
    deck = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
    desk.slide(" ".join(deck[:-1])).press("confirm")
    assert desk.screen()[6] == "Not right: 1 card"
    desk.slide(deck[-1])
    assert desk.screen()[6:] == ["Now the set is right", "CONFIRM ends counting"]
    desk.press("confirm")
    assert desk.screen()[6:] == ["Set is complete", "Dealer: CONFIRM"]


def test_what_is_signalled() -> None:
    desk = opened().start()
    dealing = desk.dealing

    def signals() -> tuple[bool, int]:
        cue = dealing.cue_kind if dealing.cue.is_set() else 0
        told = dealing.changed.is_set(), cue
        dealing.changed.clear()
        dealing.cue.clear()
        return told

    signals()
    desk.slide("TH")
    assert signals() == (True, effects.CUE_CARD)
    dealing.irregular(events.MISSCAN)
    assert signals() == (True, effects.CUE_NOTICE)
    desk.slide("4H KH 3H 5S")
    signals()
    desk.slide("7C")
    assert signals() == (True, effects.CUE_CARD | effects.CUE_RESULT)
    desk.press("nmb")
    assert signals() == (True, effects.CUE_NOTICE), "a refusal"
    desk.choose("Light areas again")
    assert dealing.resend_lights
    desk.press("confirm")
    dealing.resting.clear()
    desk.press("confirm")
    assert dealing.resting.is_set(), "a round has ended"


def test_a_table_that_is_resumed_shows_what_waits() -> None:
    desk = opened(reveal=derby.BY_KEY).start().slide("TH")
    assert desk.dealing.waiting.is_set()
    again = Dealing(desk.restarted().table, desk.kit.steps)
    assert not again.waiting.is_set()
    again.resume()
    assert again.waiting.is_set() and again.changed.is_set()


@pytest.mark.rule("001 8.1 passage")
def test_the_key_shows_the_oldest_waiting_card() -> None:
    desk = opened(reveal=derby.BY_KEY).start().slide("TH 4H")
    assert (desk.game.count, desk.game.hidden) == (0, 2)
    assert desk.screen()[6:] == ["Turn card 1 up", "CONFIRM shows it"]
    desk.press("confirm")
    assert (desk.game.count, desk.game.hidden) == (1, 1)
    desk.press("confirm", "confirm")
    assert desk.game.hidden == 0
    assert desk.screen()[6:] == ["No result to confirm", "before third place"]


@pytest.mark.rule("001 8.1 passage")
def test_a_card_is_shown_in_the_name_of_whoever_shows_it() -> None:
    desk = opened(reveal=derby.BY_KEY).start().slide("TH")
    assert not desk.dealing.take_step(words.S_REVEAL, 0, 0, 0, 0, events.DEALER, 2)
    record = next(desk.table.journal.since(desk.table.journal.last_seq - 1))
    assert (record[records.TYPE], record[records.WHO]) == (derby.REVEAL, 2)


def test_too_many_bad_slides_are_refused_with_words() -> None:
    desk = opened().start()
    for _ in range(64):
        desk.dealing.irregular(events.MISSCAN)
    assert desk.dealing.refusal == 0
    desk.dealing.irregular(events.MISSCAN)
    assert desk.screen()[6:] == ["Too many bad slides", "Call the supervisor"]


def test_too_many_held_cards_are_refused_with_words() -> None:
    desk = opened()
    desk.slide("9D").choose("Seen: burn it")
    for _ in range(15):
        desk.slide("9D").supervise("Take foreign card out", "Other reason")
    desk.slide("KD")
    assert desk.game.held == 0
    assert desk.screen()[6:] == ["Too many bad slides", "Call the supervisor"]


WRAP = 1 << 30


def ticks_diff(later: int, earlier: int) -> int:
    """As on a chip: what is more than half a turn later looks earlier."""
    return (later - earlier + WRAP // 2) % WRAP - WRAP // 2


@pytest.mark.parametrize("days", [0, 1, 7, 12])
def test_a_card_counts_however_long_ago_the_call_was(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """MicroPython's ticks come round in 12.4 days."""
    monkeypatch.setattr(dealing_module, "ticks_diff", ticks_diff)
    desk = opened().start()
    desk.slide("TH", start_ms=(desk.dealing._call_ms + days * 86_400_000) % WRAP)
    assert (desk.game.count, desk.game.held) == (1, 0)


@pytest.mark.parametrize("days", [7, 12])
def test_a_key_that_was_pressed_last_week_is_no_double_tap(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    taken: list[int] = []
    keys = SimpleNamespace(edge_ms=1000)

    async def take(key: int) -> None:
        taken.append(key)

    monkeypatch.setattr(key_task, "ticks_diff", ticks_diff)
    anything: Any = None
    reader = key_task.KeyReader(keys, anything, SimpleNamespace(key=take))  # type: ignore[arg-type]
    clock.run(reader._press(1))
    keys.edge_ms = (1000 + days * 86_400_000) % WRAP
    clock.run(reader._press(1))
    assert taken == [1, 1]
    keys.edge_ms += 100
    clock.run(reader._press(1))
    assert taken == [1, 1], "the second tap of a double one"
