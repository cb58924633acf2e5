"""`table ...` lines of a scenario: what the table must be set to, in the words of table.json."""

from pitctl.messages import REVEALS, SOURCES
from pitctl.scenario_words import Words

Table = dict[str, int | bool | str]
KEYS = ("decks", "from", "format", "reveal", "brightness", "overwrite")
FORMATS = ("value", "serial")
LONGEST_DELAY_MS = 60_000


def parse_table(words: Words, table: Table) -> None:
    """Add one line's setting. Raises ScenarioError."""
    words.take("table")
    match words.one_of(KEYS, "a setting"):
        case "decks":
            table["decks"] = words.number(1, 8)
        case "from":
            table["cards_from"] = words.one_of(SOURCES, "a source of cards")
        case "format":
            table["code_format"] = words.one_of(FORMATS, "a format of card codes")
        case "reveal":
            table["reveal"] = words.one_of(REVEALS, "a reveal point")
            delayed = table["reveal"] == "delay"
            table["reveal_ms"] = words.duration_ms(LONGEST_DELAY_MS) if delayed else 0
        case "brightness":
            table["brightness_pct"] = words.number(1, 100)
        case _:
            table["journal_overwrite"] = words.one_of(("yes", "no"), "yes or no") == "yes"
