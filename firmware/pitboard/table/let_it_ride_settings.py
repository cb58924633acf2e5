"""What table.json has for Let It Ride alone: the compiled rule pack and what the house sets."""

from micropython import const

from pitboard.games.events import SHUFFLER, SOURCE_NAMES
from pitboard.games.let_it_ride import house
from pitboard.games.let_it_ride import pack as topics
from pitboard.games.let_it_ride.seat_lights import AREAS as SEAT_AREAS
from pitboard.table.checks import is_int, need

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

AREAS = SEAT_AREAS
AREAS_RULE = "000 2.2.1"
DEFAULTS: "dict[str, Any]" = {"limits": None, "bet_spots": None, "takes_decisions": False}
PUBLIC = ("house", "limits", "takes_decisions")
_MOST_MONEY = const(100000000)
NO_INPUT = const(255)  # a spot without a sensor (app/let_it_ride/bet_inputs.py)
INPUTS = const(32)  # of two expanders


def check(data: "dict[str, Any]") -> None:
    """Raises SettingsError."""
    _check_pack(data.get("pack"))
    chosen: "Any" = data.get("house")
    need(isinstance(chosen, dict), "house must be an object")
    try:
        house.House(chosen)
    except KeyError as error:
        need(False, "house: " + str(error.args[0]) + " is missing")
    for key, value in chosen.items():
        good = isinstance(value, bool) or (is_int(value) and 0 <= value <= _MOST_MONEY)
        need(good, "house: " + key + " must be 0 to 100000000, or true or false")
    need(data["game"] == data["pack"]["pack"], "game must be the name of the pack")
    need(data["decks"] == 1, "decks must be 1: one is dealt at a time")
    _check_choices(data["pack"], chosen, data["code_format"])
    source = SOURCE_NAMES.index(data["cards_from"])
    need(source == chosen["source"], "house: source must be cards_from")
    _check_sensors(data)


def _check_sensors(data: "dict[str, Any]") -> None:
    """Where each spot's sensor is: expander times 16 plus the pin, none twice. Pins 7 and 15 are outputs only."""
    need(isinstance(data["takes_decisions"], bool), "takes_decisions must be true or false")
    spots: "Any" = data["bet_spots"]
    if spots is None:
        return
    need(isinstance(spots, list) and len(spots) == AREAS, "bet_spots must be a list of 28 numbers")
    for number in spots:
        good = number == NO_INPUT or (is_int(number) and 0 <= number < INPUTS and number & 7 < 7)
        need(good, "bet_spots: 0 to 31 but 7, 15, 23, 31, or 255 for none")
        need(number == NO_INPUT or spots.count(number) == 1, "bet_spots: " + str(number) + " is there twice")


def _check_pack(pack: "Any") -> None:
    need(isinstance(pack, dict), "pack must be an object: pitctl compiles it")
    for key in ("pack", "document", "values", "rules", "deals", "faults", "pay", "bonus", "jackpot", "shares", "envy"):
        need(key in pack, "pack: " + key + " is missing")
    values = pack["values"]
    need(len(values) == topics.TOPICS, "pack: made for another firmware")
    minutes = max(values[topics.WAGERS_RAISE_NOTICE_MIN], values[topics.SETTLING_CLOSING_NOTICE_MIN])
    need(minutes <= topics.MOST_NOTICE_MIN, "pack: a notice is displayed for 60 minutes at most")
    need(values[topics.BANK_ROTATES] <= topics.MOST_IN_ROW, "pack: rotates must be 1 to 14")


def _check_choices(pack: "dict[str, Any]", chosen: "dict[str, Any]", code_format: str) -> None:
    """Only what the pack leaves to the house."""
    values = pack["values"]
    need(values[topics.CARDS_SOURCES] & 1 << chosen["source"], "house: the pack does not deal from there")
    need(0 <= chosen["pay_table"] < len(pack["pay"]), "house: no such pay table in the pack")
    need(1 <= chosen["decks"] <= 2, "house: decks must be 1 or 2")
    decks = values[topics.CARDS_DECKS]
    allowed = topics.DECK_ONE if chosen["decks"] == 1 else topics.DECK_TWO_MAY | topics.DECK_TWO_MUST
    need(decks & allowed, "house: the pack has another number of decks")
    alike = chosen["decks"] == 1 or code_format == "value"
    need(alike, "house: two decks need code_format value; a set of numbered cards is one deck")
    loaded = chosen["decks"] == 1 or decks & topics.DECK_TWO_MUST or chosen["source"] == SHUFFLER
    need(loaded, "house: a second deck is loaded into a shuffler only (000 3.2.1)")
    need(chosen["payout_scope"] <= house.A_HAND, "house: payout_scope must be none, wager or hand")
    capped = chosen["payout_scope"] != house.NO_CAP
    need(capped == (chosen["payout_most"] > 0), "house: a maximum payout needs its scope (L6)")
    need(not capped or values[topics.WAGERS_MOST_PAYOUT], "house: the pack has no maximum payout")
    money = capped or values[topics.SEATS_PLAYER_DEALER]
    need(chosen["amounts"] or not money, "house: a maximum payout or a player-dealer needs wagers = amounts")
    need(chosen["covers"] <= house.BALANCE, "house: covers must be common, separate or balance (L9)")
    need(not chosen["most"] or chosen["most"] >= chosen["least"], "house: most is below least")
