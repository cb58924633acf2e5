"""Wagers before the deal: three equal ones, limits, side wagers, locked seats, the player-dealer's cover."""

from micropython import const

from pitboard.games import events, refusals

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
    if game.phase != events.BETTING:  # what really lay there (000 6.2, 6.3): no limit, but it was in the deal
        if game.seats.states[seat] != ride.IN:
            return why.SEAT_EMPTY
        if spot == ride.SIDE and not game.seats.stake(seat, spot):
            return why.BETS_CLOSED  # a side wager cannot be found where none lay
        if not stake:
            until_card = values[topics.WAGERS_WITHDRAWING_ENDS] == topics.AT_FIRST_CARD
            may = until_card and game.phase == ride.DEALING and not game.deal.total
            return refusals.LAWFUL if may else why.BAD_STAKE
        return why.BAD_STAKE if game.seats.is_withdrawn(seat, spot) else refusals.LAWFUL
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
    return judge_limits(game, stake)


def judge_limits(game: "LetItRide", stake: int) -> int:
    house = game.house
    values = game.pack.values
    if stake < game.notices.least:
        return why.OUT_OF_LIMITS
    if house.unit and (stake - game.notices.least) % house.unit:
        return why.OUT_OF_LIMITS  # 000 6.1: the minimum unit above the minimum
    if values[topics.WAGERS_ABOVE_MOST] == topics.ABOVE_REFUSE:
        for most in (values[topics.WAGERS_MOST], house.most):
            if most and stake > most:
                return why.OUT_OF_LIMITS
    return refusals.LAWFUL


def _judge_side(game: "LetItRide", seat: int, stake: int) -> int:
    """Only together with the three main wagers (002 Side Bets para 1, 003 3.5)."""
    values = game.pack.values
    if not values[topics.BONUS] and not values[topics.PROGRESSIVE]:
        return why.NO_SIDE
    if not game.seats.is_equal(seat):
        return why.SIDE_ALONE
    if not game.house.amounts:
        return refusals.LAWFUL
    if values[topics.BONUS] and not values[topics.BONUS] <= stake <= values[topics.BONUS_MOST]:
        return why.OUT_OF_LIMITS
    if values[topics.PROGRESSIVE] and game.house.jackpot_stake and stake != game.house.jackpot_stake:
        return why.OUT_OF_LIMITS  # L15
    return refusals.LAWFUL


def judge_call(game: "LetItRide") -> int:
    """ "No more bets": somebody plays, the cards are ready, the cover is there."""
    seats = game.seats
    values = game.pack.values
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
