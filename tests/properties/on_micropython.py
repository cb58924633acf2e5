"""Runs under MicroPython (see test_on_micropython.py): plays steps and says after each one what state the table is in.

Arguments: the folders of the firmware and of this file. Each line of input is `(setup, [step, ...])` as Python writes
it; each line of output has a number for each of its steps (a checksum of the whole state and of what the step became).
"""

import gc
import sys
from binascii import crc32

sys.path.insert(0, sys.argv[1])
sys.path.insert(0, sys.argv[2])

import player


def digests(setup: "tuple", steps: "list[tuple]") -> "list[int]":  # type: ignore[type-arg]
    told: list[int] = []
    table = player.Player(setup)
    for step in steps:
        became = table.do(step)
        told.append(crc32(repr((became, table.game.snapshot())).encode()))
    return told


def main() -> None:
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        setup, steps = eval(line)
        print(*digests(setup, steps))
        gc.collect()


main()
