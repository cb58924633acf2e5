"""What a checkpoint keeps of a Let It Ride table at rest. The cards need no room: before a deal all are shuffled."""

from micropython import const

from .seats import MOST_SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .let_it_ride import LetItRide

_HEAD = const(17)  # bytes of a checkpoint before the seats' part
_NUMBER = const(6)  # bytes of a number in it


def _bytes(number: int) -> bytes:
    return number.to_bytes(_NUMBER, "little")


def _number(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + _NUMBER], "little")


def freeze(game: "LetItRide") -> bytes:
    """The cards themselves need no room: before the next deal they are shuffled, all of them."""
    shoe, bank, notices = game.shoe, game.bank, game.notices
    flags = shoe.checked | shoe.shuffled << 1 | shoe.cut << 2 | game.check_due << 3 | notices.close_soon << 5
    head = bytes(
        (game.phase, flags, game.opening.lamps, shoe.source, game.deck, game.decks_checked, game.opened)
        + (game.since_count, game.count_off, min(game.played, 255), game.seats.locked)
        + (bank.position, bank.in_row | bank.last << 4)
        + notices.times()
    )
    tail = b"".join(
        (_bytes(shoe.set_serial), _bytes(notices.least), _bytes(notices.raise_to), _bytes(game.jackpot))
        + (_bytes(bank.wager), _bytes(notices.filed))
    )
    return head + bytes(game.seats.idle) + tail


def thaw(game: "LetItRide", data: bytes) -> None:
    """Into a table that was just reset."""
    shoe, bank, notices = game.shoe, game.bank, game.notices
    shoe.use(1, data[3])
    shoe.checked = bool(data[1] & 1)
    shoe.shuffled = bool(data[1] & 2)
    shoe.cut = bool(data[1] & 4)
    game.check_due = data[1] >> 3 & 3
    game.opening.lamps = data[2]
    game.deck, game.decks_checked, game.opened = data[4], data[5], data[6]
    game.since_count, game.count_off, game.played = data[7], data[8], data[9]
    game.seats.locked = data[10]
    bank.position, bank.in_row, bank.last = data[11], data[12] & 15, data[12] >> 4
    game.seats.idle[:] = data[_HEAD : _HEAD + MOST_SEATS + 1]
    tail = _HEAD + MOST_SEATS + 1
    shoe.set_serial = _number(data, tail)
    notices.least = _number(data, tail + _NUMBER)
    notices.raise_to = _number(data, tail + 2 * _NUMBER)
    game.jackpot = _number(data, tail + 3 * _NUMBER)
    bank.wager = _number(data, tail + 4 * _NUMBER)
    notices.filed = _number(data, tail + 5 * _NUMBER)
    notices.thaw(bool(data[1] & 32), data[13:_HEAD])
    game.enter(data[0])
