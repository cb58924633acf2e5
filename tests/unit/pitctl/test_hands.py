"""Hands that read the display: what they choose, and what they say when it cannot be done."""

from typing import Any

import pytest

from pitboard.app.canvas import Canvas
from pitctl.exceptions import TargetUnavailable
from pitctl.firmware import words
from pitctl.hands import MOST_PRESSES, Hands, NotDone
from simulator.models.ocr import inverted_lines, read_text
from tests.unit.app.pixels import image_of


class PaperTable:
    """A display drawn on paper, keys that move a menu over it, and a clock: all that hands can reach."""

    def __init__(self, *items: str) -> None:
        self.items = list(items)
        self.taken: list[str] = []
        self.keys: list[str] = []
        self.title = ""
        self.prompt = ("Slide card 1", "to 1st place")
        self.chosen: int | None = None
        self.turned = False
        self.dead: set[str] = set()  # keys that do nothing
        self.lag_us = 30_000  # a display needs a moment
        self.now_us = 0
        self._due: list[tuple[int, str]] = []
        self.bench: Any = self
        self.display: Any = self
        self.dealer: Any = self
        self.hands = Hands(self.bench, lambda: self.now_us, self.run_for)

    # -- the bench --------------------------------------------------------------------------------

    def press(self, key: str, ms: float) -> int:
        self.keys.append(key)
        self._due.append((self.now_us + self.lag_us, key))
        return self.now_us * 1000 + int(ms * 1e6)

    def turn_key(self, on: bool) -> None:
        self.turned = on

    def run_for(self, us: int) -> None:
        self.now_us += us
        while self._due and self._due[0][0] <= self.now_us:
            key = self._due.pop(0)[1]
            if key not in self.dead:
                self.act(key)

    def act(self, key: str) -> None:
        if self.chosen is None:
            self.chosen = 0 if key == "cancel" else None
        elif key == "cancel":
            self.chosen = None
        elif key == "no_more_bets":
            self.chosen = (self.chosen + 1) % len(self.items)
        else:
            self.taken.append(self.items[self.chosen])
            self.chosen = None

    def image(self) -> list[list[bool]]:
        canvas = Canvas()
        canvas.text(0, 0, "Derby 1")
        canvas.big(2, self.title if self.chosen is None else "")
        canvas.text(0, 6, self.prompt[0])
        canvas.text(0, 7, self.prompt[1])
        if self.chosen is not None:
            top = max(0, min(self.chosen - 1, len(self.items) - 4))
            for row, item in enumerate(self.items[top : top + 4]):
                canvas.text(0, 2 + row, item)
                if top + row == self.chosen:
                    canvas.invert(2 + row)
        return image_of(canvas)


def test_the_inverted_line_is_known() -> None:
    table = PaperTable("Void the round", "Rebuild the race")
    assert inverted_lines(table.image()) == [] and table.hands.selected() is None
    table.chosen = 1
    assert inverted_lines(table.image()) == [3]
    assert read_text(table.image())[3] == "Rebuild the race"
    assert table.hands.selected() == "Rebuild the race"


def test_a_notice_in_the_last_lines_is_no_menu() -> None:
    table = PaperTable("Void the round")
    canvas = Canvas()
    canvas.text(0, 6, "Card 7 not read")
    for inverted in ([6], [6, 7]):
        canvas.invert(inverted[-1])
        rows = image_of(canvas)
        table.image = lambda rows=rows: rows
        assert inverted_lines(rows) == inverted and table.hands.selected() is None


def test_an_item_is_looked_for_and_taken() -> None:
    items = [f"Item {number}" for number in range(9)]
    table = PaperTable(*items)
    table.hands.choose("item  7")
    assert table.taken == ["Item 7"]
    assert table.keys == ["cancel", *["no_more_bets"] * 7, "confirm"]


def test_a_menu_that_is_open_is_not_opened_again() -> None:
    table = PaperTable("Not seen: use as next", "Seen: burn it")
    table.chosen = 1
    table.hands.choose("Seen: burn it")
    assert table.keys == ["confirm"] and table.taken == ["Seen: burn it"]


def test_what_is_not_offered_is_told_with_what_is() -> None:
    table = PaperTable("Void the round", "Rebuild the race")
    with pytest.raises(NotDone) as failure:
        table.hands.choose("Close the table")
    assert str(failure.value) == (
        '"Close the table" is not offered; offered: "Void the round", "Rebuild the race"'
    )
    assert table.taken == [] and len(table.keys) == 3, "the menu has come round once"


def test_a_menu_of_one_item_does_not_go_round_for_ever() -> None:
    table = PaperTable("Void the round")
    with pytest.raises(NotDone, match='offered: "Void the round"'):
        table.hands.choose("Rebuild the race")
    assert table.keys == ["cancel", "no_more_bets"]


def test_an_endless_menu_is_given_up() -> None:
    table = PaperTable(*(f"Item {number}" for number in range(2 * MOST_PRESSES)))
    with pytest.raises(NotDone):
        table.hands.choose("Nothing")
    assert len(table.keys) <= MOST_PRESSES + 1


@pytest.mark.parametrize(
    ("dead", "words_seen"),
    [
        ("cancel", "no menu opened; the display shows: Derby 1 | Slide card 1 | to 1st place"),
        ("confirm", '"Void the round" was taken and nothing changed'),
    ],
)
def test_a_key_that_does_nothing_is_noticed(dead: str, words_seen: str) -> None:
    table = PaperTable("Void the round")
    table.dead = {dead}
    with pytest.raises(NotDone) as failure:
        table.hands.choose("Void the round")
    assert str(failure.value) == words_seen


class Opening(PaperTable):
    """A closed table: each CONFIRM answers its prompt; the check is answered in the menu."""

    PROMPTS = (
        words.P_LAMPS,
        words.P_LAMPS_LIT,
        words.P_CHECK,
        words.P_SHUFFLE,
        words.P_CUT,
        words.P_TABLE_OPEN,
        words.P_OPEN,
    )

    def __init__(self) -> None:
        super().__init__("Check the cards", words.WORDS.step(words.WORDS.step_index("prechecked"))[1])
        self.at = 0
        self.stuck_at = -1
        self._show()

    def _show(self) -> None:
        self.title = "READY" if self.at == len(self.PROMPTS) - 1 else "CLOSED"
        _, *lines = words.WORDS.prompt(self.PROMPTS[self.at])
        self.prompt = (lines[0], lines[1])

    def act(self, key: str) -> None:
        if self.chosen is None and key == "confirm":
            assert self.turned, "the supervisor's key is on"
            self.at += self.at != self.stuck_at
        else:
            super().act(key)
            self.at += bool(self.taken) and self.PROMPTS[self.at] == words.P_CHECK
        self._show()


def test_a_table_is_opened_prompt_by_prompt() -> None:
    table = Opening()
    told: list[str] = []
    table.hands.open_table(told.append)
    assert table.taken == [table.items[1]], "pre-checked, not checked card by card"
    assert table.at == 6 and not table.turned
    assert len(told) == 6 and told[0] == words.WORDS.prompt(words.P_LAMPS)[1]


def test_a_table_that_does_not_open_is_told() -> None:
    table = Opening()
    table.stuck_at = 3
    with pytest.raises(NotDone, match=r"the table did not open; the display shows: .*huffle"):
        table.hands.open_table()
    assert not table.turned, "the key is not left in the lock"


def test_only_a_closed_table_is_opened() -> None:
    table = PaperTable("Void the round")
    with pytest.raises(NotDone, match="the table is not closed; the display shows: Derby 1"):
        table.hands.open_table()
    assert table.keys == []


def test_a_board_without_key_or_display_says_so() -> None:
    table = PaperTable("x")

    def no_key(on: bool) -> None:
        raise KeyError(f"no supervisor's key switch on this board to turn {on}")

    table.turn_key = no_key
    with pytest.raises(TargetUnavailable, match="no supervisor's key"):
        table.hands.supervisor_key(True)
    table.display = None
    with pytest.raises(TargetUnavailable, match="no display"):
        table.hands.choose("x")
