"""`make campaign`: plays every case and writes docs/fault-campaign.md. TARGET=cpython, unix (default) or rp2040."""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from tests.campaign.faults import Part
from tests.campaign.parts import MOMENTS, PARTS
from tests.campaign.play import Case, Failed, Play

REPORT = Path(__file__).parents[2] / "docs" / "fault-campaign.md"
WRONG_VERSION = "wrong-version"
HEAD = """# Fault campaign

Written by `make campaign`{how}; do not edit. Every part x every fault of its model's menu x three moments, on the
target `{target}`. A fault of the idle table ends before its round; any other lasts to the round's end, which is
played by the means that are left: slides, keys, or a supervisor over USB. A case is good only if the result is right
by the cards, no wrong area is lit, the table answers all the time, the part is named (by `describe`, and in the head
of the dealer's display unless that is what fails), and after the fault nothing is missing any more. "not named" says
why. Where the part does its duty all the same (a clone, a slow reader), its cards count and its badges prove
themselves; where it does not, they do again after the fault.

Readers and displays come in two kinds each; the two on SPI share their bus, and whoever holds MISO down takes the
other along. `nack`, `dead` and `lost` are what silence is on I2C and at a barcode engine, `garble` is bit errors,
`gone` is in the middle of a transfer, a line or a frame. Of the flash that keeps the journal `locked` is the whole
menu: nothing counts that is not durable, so the table stops, says FAULT, lights nothing, and goes on after a restart.
A sounder only listens, and has no fault that a round shows.

| part | fault | game | {moments} | what is seen |
|---|---|---|{rules}|---|
"""


def cases(part: str = "", fault: str = "", moment: str = "", game: str = "") -> Iterator[Case]:
    """Those that are asked for; "" is every one."""
    for row in PARTS:
        if part in ("", row.name, row.title):
            for found in product(row.faults, row.games, MOMENTS):
                if all(asked in ("", of) for asked, of in zip((fault, game, moment), found, strict=True)):
                    yield Case(row, found[0], found[2], found[1])


def play(case: Case, target: str) -> tuple[bool, str]:
    """Whether it went as it must, and what was seen."""
    with tempfile.TemporaryDirectory(prefix="pitboard-campaign-") as folder:
        try:
            seen = Play(case, target, Path(folder)).run()
        except Failed as failed:
            return False, str(failed).splitlines()[0]
    return True, seen or f"not named: {case.expected.why}"


def write(results: dict[Case, tuple[bool, str]], target: str) -> None:
    how = "" if target == "unix" else f" TARGET={target}"
    text = HEAD.format(how=how, target=target, moments=" | ".join(MOMENTS), rules="|".join(["---"] * len(MOMENTS)))
    rows: dict[tuple[Part, str, str], list[tuple[bool, str]]] = {}
    for case, result in results.items():
        rows.setdefault((case.part, case.fault, case.game), []).append(result)
    for (part, fault, game), found in rows.items():
        marks = " | ".join("good" if good else "**wrong**" for good, _ in found)
        words = "; ".join(dict.fromkeys(seen if seen.startswith("not") else f"`{seen}`" for _, seen in found))
        text += f"| {part.title} | {fault} | {game} | {marks} | {words} |\n"
    for part in PARTS:
        if WRONG_VERSION not in part.faults:
            text += f"| {part.title} | {WRONG_VERSION} | | | | | no such fault: {part.no_version} |\n"
    good = sum(result[0] for result in results.values())
    text += f"\n{good} of {len(results)} cases are good.\n"
    REPORT.write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", default="unix")
    for name in ("part", "fault", "moment", "game"):
        parser.add_argument(f"--{name}", default="", help="only this one; the table is not written then")
    chosen = parser.parse_args()
    results: dict[Case, tuple[bool, str]] = {}
    wanted = (chosen.part, chosen.fault, chosen.moment, chosen.game)
    for case in cases(*wanted):
        results[case] = good, seen = play(case, chosen.target)
        mark = "good " if good else "WRONG"
        print(f"{mark} {case.part.title} {case.fault}, {case.game}, {case.moment}: {seen}", flush=True)
    if not any(wanted):
        write(results, chosen.target)
    return 0 if results and all(good for good, _ in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
