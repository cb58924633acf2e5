"""Two deals of Let It Ride that differ only in cards which nobody has seen look the same to everybody.

A random table is played twice, the second time with two cards exchanged wherever they come. Until one of the two is
turned, everything that leaves the game must be equal after every step: verdicts, effects, phase, turns, lights, what is
allowed and to whom, wagers, and at the settlement the money.
"""

import random
from collections import Counter
from typing import Any

from pitboard.games.sequence import token
from tests.properties import ride_words as words
from tests.properties.names import face_number
from tests.properties.ride_choices import Step
from tests.properties.ride_duel import pack_data
from tests.properties.ride_houses import random_house
from tests.properties.ride_oddities import Chooser
from tests.properties.ride_player import Player
from tests.reference.ride_rules import House
from tests.reference.ride_table_reference import RideTable

TABLES = 60
ROUNDS = 3
_NAMING = tuple(words.NUMBERS[name] for name in ("drawn", "entered", "hold"))


def test_nobody_can_tell_two_deals_apart_by_what_is_hidden() -> None:
    compared: Counter[str] = Counter()
    for seed in range(TABLES):
        compared += compare_twins(seed)
    for phase in ("dealing", "dealt", "deciding 1", "deciding 2", "showing", "settling", "voided"):
        assert compared[phase] > 20, compared


def compare_twins(seed: int) -> Counter[str]:
    house, steps, cards = recorded(seed)
    compared: Counter[str] = Counter()
    if len(cards) < 2:
        return compared
    rng = random.Random(seed)
    pair = (rng.choice(cards), rng.choice([card for card in range(52) if card != cards[0]]))
    if pair[0] == pair[1]:
        return compared
    one, other = new_player(house), new_player(house)
    for step in steps:
        if shows(step, pair) or lies_open(one, pair):
            break
        verdicts = one.do(step), other.do(exchanged(step, pair, house.numbered))
        where = f"seed {seed}, cards {pair}, after {words.step_as_code(step)}"
        assert verdicts[0] == verdicts[1], where
        told, expected = outside(one.game), outside(other.game)
        assert told == expected, f"{where}: " + "; ".join(
            f"{key}: {told[key]} / {expected[key]}" for key in told if told[key] != expected[key]
        )
        compared[words.PHASES[one.game.phase]] += 1
    return compared


def recorded(seed: int) -> tuple[House, list[Step], list[int]]:
    """The steps of a random table, up to its last deal, and the faces that were dealt."""
    rng = random.Random(f"twins {seed}")
    house = random_house(rng)
    player, table = new_player(house), RideTable(house)
    chooser = Chooser(rng, table, rng.choice((0.0, 0.05, 0.2)))
    steps: list[Step] = []
    last: list[int] = []
    while table.round < ROUNDS and len(steps) < 300:
        step = chooser.step()
        event, arg, arg2, value, reason, _, who = player.as_offer(step)
        steps.append(step)
        if not player.do(step)[1]:
            table.happen(words.act_of(event, arg, arg2, value, reason, who))
            for what in player.followed:
                table.happen(words.act_of(*what))
        last = [face_number(card) for card, _ in table.lying] or last
    return house, steps, last


def new_player(house: House) -> Player:
    return Player(pack_data(house.document), words.house_numbers(house), house.numbered)


def exchanged(step: Step, pair: tuple[int, int], numbered: bool) -> Step:
    """The step as it is dealt to the twin."""
    trade = {pair[0]: pair[1], pair[1]: pair[0]}
    if step[0] == "slide" and step[1] in trade:
        face = trade[step[1]]
        return ("slide", face, face + 1 if numbered else 0, step[3])
    if step[0] == "offer" and step[1] in _NAMING and step[2] in trade:
        return (*step[:2], trade[step[2]], *step[3:])
    return step


def shows(step: Step, pair: tuple[int, int]) -> bool:
    """Whether somebody turns one of the two, or guesses it."""
    if step[0] != "offer" or step[1] not in (words.NUMBERS["turn"], words.NUMBERS["show"]):
        return False
    faces = [step[4] >> 8 * at & 255 for at in range(3)]
    return step[4] in pair or any(face in pair for face in faces)


def lies_open(player: Player, pair: tuple[int, int]) -> bool:
    game = player.game
    seen = [game.community(1), game.community(2)]
    for seat in range(1, 8):
        seen += game.hand_shown(seat)
    return any(face in pair for face in seen)


def outside(game: Any) -> dict[str, Any]:
    """All that anybody outside can learn."""
    lights = bytearray(28)
    game.light(lights)
    settling = game.settling
    events = range(1, 100)
    faults = range(1, len(words.WHATS) + 1)
    fault = words.NUMBERS["fault"]
    unknown = [token(face, 0) for face in (63,)]
    return {
        "phase": (game.phase, game.round_no, game.place(), game.hidden, game.left()),
        "turns": (game.next_to_decide(), game.next_to_show(), game.next_to_settle()),
        "next place": (game.deal.next_place(), game.deal.size),
        "shown": (
            [game.community(1), game.community(2)],
            [game.hand_shown(s) for s in range(1, 8)],
        ),
        "notice": (game.notice_kind, game.notice_place, game.outcome, game.pending, game.held),
        "allowed": [game.allowed(event) for event in events],
        "to whom": [game.authority(event, 1, 0, 0, 1, 1) for event in events],
        "faults": [
            (game.judge(fault, what, 1), game.authority(fault, what, 1, 0, 1, 1)) for what in faults
        ],
        "decisions": [game.judge(words.NUMBERS["decide"], seat, 1) for seat in range(9)],
        "slides": [game.route(card, False) for card in unknown],
        "lights": bytes(lights),
        "seats": game.seats.snapshot(),
        "money": (bytes(settling.profit), bytes(settling.collected), bytes(settling.returned)),
        "more money": (bytes(settling.envy), settling.shares),
    }
