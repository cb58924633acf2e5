"""The figures of the worn-deck run put together: build/worn-deck.json for programs, a table for people."""

import json
from collections import Counter
from pathlib import Path

from tests.device.worn_table import KINDS

FOLDER = Path(__file__).parents[2] / "build" / "worn-deck"

ROWS = {
    "rounds": "rounds played, all with the right result",
    "cards": "cards dealt",
    "strokes": "strokes over the scanner",
    "unread": "- not read",
    "doubled": "- read twice",
    "returned": "cards slid back again",
    "slow_returned": "- later than the table can tell by the time",
    "slid again": "slides that were repeated because the table asked for it",
    "entered": "cards entered by hand by the supervisor",
    "misscan": "notices: passage without a read",
    "repeat": "notices: the same card again",
    "stray_read": "notices: read without a passage",
    "two_codes": "notices: two codes in a slide",
    "reader_lost": "notices: scanner lost",
    "hold": "cards held: the same one came late",
    "rebuild": "sequences put right by the supervisor: the same",
    "void": "rounds void",
}


def gather() -> dict[str, Counter[str]]:
    """The sum of the shards of each kind of table."""
    sums = {kind: Counter[str]() for kind in KINDS}
    for path in sorted(FOLDER.glob("*.json")):
        shard = json.loads(path.read_text())
        sums[shard.pop("kind")].update(shard)
    return sums


def table(sums: dict[str, Counter[str]]) -> str:
    """Markdown: each figure, and in brackets how often that is in a round."""
    lines = ["| | " + " | ".join(sums) + " |", "|---|" + "---|" * len(sums)]
    for name, words in ROWS.items():
        cells: list[str] = []
        for figures in sums.values():
            rate = figures[name] / max(1, figures["rounds"])
            cells.append(f"{figures[name]:,}" + ("" if name == "rounds" else f" ({rate:.3f})"))
        lines.append(f"| {words} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    sums = gather()
    (FOLDER.parent / "worn-deck.json").write_text(json.dumps(sums, indent=2, sort_keys=True) + "\n")
    print(table(sums))


if __name__ == "__main__":
    main()
