"""Runs the engine over a file of rounds with the reference's answers and counts disagreements.

Works on CPython, on MicroPython's unix port and on a chip: it reads line by line and needs only
`pitboard` on the path. From a shell: `MICROPYPATH=firmware micropython check_rounds.py FILE`; on a
chip: `import check_rounds; check_rounds.check("rounds.txt")`.

A line is: decks stake cards places counts protested winning, where places is as `SHC`, counts is
the cards per area as `6,1,2`, protested is `P` or `-`, and winning lists `area:tier:odds:profit`.
"""

import sys

from pitboard.games import cards, events
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.areas import AREAS, code, tiers_into, winning
from pitboard.games.derby.derby import Derby
from pitboard.games.derby.settlement import settle


def check(path: str) -> tuple[int, int]:
    """(rounds checked, rounds on which engine and reference disagree)."""
    codes = [code(area) for area in range(AREAS)]
    games: dict[str, Derby] = {}
    rounds = 0
    wrong = 0
    with open(path) as lines:  # noqa: PTH123 - MicroPython has no pathlib
        for line in lines:
            fields = line.split()
            game = games.get(fields[0])
            if game is None:
                game = games[fields[0]] = _opened(int(fields[0]))
            fault = _disagreement(game, codes, fields)
            rounds += 1
            if fault:
                wrong += 1
                games[fields[0]] = _opened(int(fields[0]))  # the next round on its own
                if wrong <= 5:
                    print("line", rounds, fault, line.strip())
    print("rounds", rounds, "mismatches", wrong)
    return rounds, wrong


def _opened(decks: int) -> Derby:
    """A table that needs only the shuffle before each round: every line has a full shoe."""
    game = Derby(decks)
    for event, arg in (
        (events.LAMP_TEST, 0),
        (events.LAMPS_SEEN, 1),
        (events.PRECHECKED, 0),
        (events.SHUFFLED, 0),
        (events.CUT, 0),
        (events.TABLE_OPEN, 0),
    ):
        game.apply(event, arg)
    return game


def _disagreement(game: Derby, codes: list[str], fields: list[str]) -> str:
    """Play one round in the lawful order; what is wrong with it, or ''."""
    stake = int(fields[1])
    dealt = fields[2]
    judge = game.judge
    apply = game.apply
    race = game.race
    for event in (events.SHUFFLED, events.CUT, events.OPEN, events.NO_MORE_BETS):
        decks = game.shoe.decks if event == events.OPEN else 0
        if judge(event, decks):
            return "refused"
        apply(event, decks)
    last = len(dealt) - 2
    for at in range(0, len(dealt), 2):
        card = cards.parse(dealt[at : at + 2].encode())
        if judge(events.CARD, card):
            return "card refused"
        if at == last and (game.phase != derby.RACING or race.third >= 0):
            return "decided before the last card"
        apply(events.CARD, card)
    if game.phase != derby.RESULT or not judge(events.CARD, 20):
        return "not decided with the last card"
    won = winning(*race.result())
    places = "".join([cards.SUIT_CODES[suit] for suit in race.result()[:3]])
    counts = "%d,%d,%d" % (race.first_count, race.second_count, race.third_count)  # noqa: UP031
    if places != fields[3] or counts != fields[4]:
        return "places"
    if race.protested != (fields[5] == "P"):
        return "protested"
    expected: dict[str, tuple[str, str, int]] = {}
    for entry in fields[6].split(","):
        area_code, tier, odds, profit = entry.split(":")
        expected[area_code] = (tier, odds, int(profit))
    if len(won) != 9 or len(expected) != 9:
        return "nine areas win"
    tiers = bytearray(len(codes))
    tiers_into(tiers, race.winner, race.second, race.third)
    for area, reached, gain, per in won:
        told = expected.get(codes[area])
        if told is None or told[0] != str(reached) or told[1] != str(gain) + "-" + str(per):
            return "winning areas"
        if tiers[area] != reached:
            return "lights"
    if judge(events.CONFIRM):
        return "refused"
    apply(events.CONFIRM)
    result = game.result()
    lost = (0, stake, 0)
    for area in range(AREAS):
        settled = settle(area, stake, result)
        if settled != lost:
            told = expected.pop(codes[area], None)
            if told is None or settled != (told[2], 0, stake):
                return "settlement of " + codes[area]
        elif tiers[area]:
            return "a losing area is lit"
    if expected:
        return "a winning wager was collected"
    apply(events.CLOSE)
    return ""


if __name__ == "__main__":
    sys.exit(1 if check(sys.argv[1])[1] else 0)
