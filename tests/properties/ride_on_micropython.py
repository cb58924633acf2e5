"""Runs under MicroPython (see test_ride_on_micropython.py): plays steps and says after each what state the table is in.

Arguments: the folders of the firmware and of this file. Each line of input is `(pack, house, numbered, [step, ...])` as
Python writes it; each line of output has a checksum of the whole state and of what the step became, for each step.
"""

import gc
import sys
from binascii import crc32

sys.path.insert(0, sys.argv[1])
sys.path.insert(0, sys.argv[2])

import ride_player


def main() -> None:
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        pack, house, numbered, steps = eval(line)
        player = ride_player.Player(pack, house, numbered)
        told: list[int] = []
        for step in steps:
            became = player.do(step)
            told.append(crc32(repr((became, player.game.snapshot())).encode()))
        print(*told)
        gc.collect()


main()
