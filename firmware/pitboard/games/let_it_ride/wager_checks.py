"""Wagers before the deal: three equal ones, limits, side wagers, locked seats, the player-dealer's cover."""

from micropython import const

from pitboard.games import events, refusals

from . import faults
from . import pack as topics
from . import ride_events as ride
from . import ride_refusals as why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .let_it_ride import LetItRide

MAX_STAKE = const(100000000)  # a million in hundredths: with odds of 1000 within 64 bits, and a record's value


def judge_bet(game: "LetItRide", seat: int, spot: int, stake: int, reason: int) -> int:
    values = game.pack.values
    if not 1 <= seat <= game.seats.number or spot >= ride.SPOTS:
        return why.NO_SUCH_SEAT
    if stake > MAX_STAKE or (not game.house.amounts and stake > 1):
        return why.BAD_STAKE
    if game.phase != events.BETTING:
        return _judge_late(game, seat, spot, stake)
    if not stake:
        return refusals.LAWFUL
    if reason and (reason != ride.TOKENS or not values[topics.WAGERS_TOKENS]):
        return why.BAD_STAKE
    if game.seats.locked & 1 << seat:
        return why.SEAT_LOCKED
    if seat == game.bank.position:
        return why.BANK_SEAT
    if spot == ride.SIDE:
        return _judge_side(game, seat, stake)
    if not game.house.amounts:
        return refusals.LAWFUL
    return _judge_limits(game, stake)


def may_withdraw(game: "LetItRide") -> bool:
    """After the call, where withdrawing ends at the first card (000 5.4, L18)."""
    until_card = game.pack.values[topics.WAGERS_WITHDRAWING_ENDS] == topics.AT_FIRST_CARD
    return until_card and game.phase == ride.DEALING and not game.deal.total


def is_above_most(game: "LetItRide", stake: int) -> bool:
    return any(0 < most < stake for most in (game.pack.values[topics.WAGERS_MOST], game.house.most, MAX_STAKE))


def _judge_late(game: "LetItRide", seat: int, spot: int, stake: int) -> int:
    """What really lay there (000 6.2, 6.3): it was in the deal. More only where the pack does not refuse it."""
    before = game.seats.stake(seat, spot)
    if game.seats.states[seat] != ride.IN:
        return why.SEAT_EMPTY
    if not stake:
        return refusals.LAWFUL if may_withdraw(game) else why.BAD_STAKE
    # Not honoured (002 Wagers para 3, 003 5.6, 004 Betting scheme 2); and no side wager is found where none lay.
    refused = game.outcome_of(faults.LATE_WAGER) == faults.REFUSE
    if stake > before and (refused or (spot == ride.SIDE and not before)):
        return why.BETS_CLOSED
    if game.seats.is_withdrawn(seat, spot):
        return why.BAD_STAKE
    if not game.house.amounts:
        return refusals.LAWFUL
    return _judge_side_limits(game, stake) if spot == ride.SIDE else _judge_most(game, stake)


def _judge_limits(game: "LetItRide", stake: int) -> int:
    house = game.house
    if stake < game.notices.least:
        return why.OUT_OF_LIMITS
    if house.unit and (stake - game.notices.least) % house.unit:
        return why.OUT_OF_LIMITS  # 000 6.1: the minimum unit above the minimum
    return _judge_most(game, stake)


def _judge_most(game: "LetItRide", stake: int) -> int:
    refuses = game.pack.values[topics.WAGERS_ABOVE_MOST] == topics.ABOVE_REFUSE
    return why.OUT_OF_LIMITS if refuses and is_above_most(game, stake) else refusals.LAWFUL


def _judge_side(game: "LetItRide", seat: int, stake: int) -> int:
    """Only together with the three main wagers (002 Side Bets para 1, 003 3.5)."""
    values = game.pack.values
    if not values[topics.BONUS] and not values[topics.PROGRESSIVE]:
        return why.NO_SIDE
    if not game.seats.is_equal(seat):
        return why.SIDE_ALONE
    if values[topics.PROGRESSIVE] and not game.jackpot_now:
        return why.JACKPOT_FIRST
    return _judge_side_limits(game, stake) if game.house.amounts else refusals.LAWFUL


def _judge_side_limits(game: "LetItRide", stake: int) -> int:
    values = game.pack.values
    if values[topics.BONUS] and not values[topics.BONUS] <= stake <= values[topics.BONUS_MOST]:
        return why.OUT_OF_LIMITS
    if values[topics.PROGRESSIVE] and game.house.jackpot_stake and stake != game.house.jackpot_stake:
        return why.OUT_OF_LIMITS  # L15
    return refusals.LAWFUL


def judge_correction(game: "LetItRide", stake: int) -> int:
    """Within the stated minimum and maximum (000 12.10.1)."""
    house = game.house
    if not 0 < stake <= (MAX_STAKE if house.amounts else 1):
        return why.BAD_STAKE
    if not house.amounts:
        return refusals.LAWFUL
    return why.OUT_OF_LIMITS if is_above_most(game, stake) else _judge_limits(game, stake)


def judge_call(game: "LetItRide") -> int:
    """ "No more bets": somebody plays, the cards are ready, the cover is there."""
    seats = game.seats
    values = game.pack.values
    if not game.shoe.checked:
        return refusals.CHECK_FIRST  # a card was foreign or missing meanwhile (000 12.9.3)
    if not game.shoe.shuffled:
        return refusals.SHUFFLE_FIRST
    if game.shoe.needs_cut():
        return refusals.CUT_FIRST
    if values[topics.SEATS_PLAYER_DEALER]:
        if not game.bank.wager:
            return why.BANK_FIRST
        if game.bank.must_offer():
            return why.BANK_AGAIN
    wagers = False
    for seat in range(1, seats.number + 1):
        wagers = wagers or seats.has_main(seat)
        if seats.stake(seat, ride.SIDE) and not seats.is_equal(seat):
            return why.SIDE_ALONE
    if not wagers:
        return why.NO_WAGERS
    if values[topics.DEAL_TO] == topics.TO_THREE_WAGERS and seats.first_unequal():
        return why.UNEQUAL
    return refusals.LAWFUL
