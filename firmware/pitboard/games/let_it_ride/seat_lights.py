"""How the areas of the seats are lit: whose turn it is, what rides, what has won.

Area (seat - 1) * 4 + spot. A win is lit only from the settlement until its seat is paid; nothing before looks like it.
"""

from micropython import const

from . import ride_events as ride

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .let_it_ride import LetItRide

AREAS = const(28)
TURN = const(1)  # tiers of app/light_map.py: each has a colour and a length of its own
RIDING = const(2)
WON = const(3)


def light(game: "LetItRide", tiers: bytearray) -> None:
    for area in range(AREAS):
        tiers[area] = 0
    if game.phase == ride.SETTLING:
        _winners(game, tiers)
    elif game.phase >= ride.DEALING:
        _riding(game, tiers)


def _winners(game: "LetItRide", tiers: bytearray) -> None:
    for seat in range(1, game.seats.number + 1):
        paid = game.settled >> 2 * seat & ride.PAY
        for spot in range(ride.SPOTS):
            area = (seat - 1) * ride.SPOTS + spot
            if game.settling.profit[area] and not paid:
                tiers[area] = WON


def _riding(game: "LetItRide", tiers: bytearray) -> None:
    seats = game.seats
    due = game.next_to_decide()
    for seat in range(1, seats.number + 1):
        if seats.states[seat] != ride.IN:
            continue
        for spot in range(ride.SPOTS):
            if seats.stake(seat, spot) and not seats.is_withdrawn(seat, spot):
                tiers[(seat - 1) * ride.SPOTS + spot] = RIDING
    if due:
        spot = ride.ONE if game.phase == ride.DECIDING_1 else ride.TWO
        tiers[(due - 1) * ride.SPOTS + spot] = TURN
