"""Statements of a scenario about wagers, hands and decisions at a Let It Ride table, and steps over the host."""

from typing import Any

from pitctl.firmware import ride_words, seats
from pitctl.firmware import words as derby_words
from pitctl.layouts import SPOTS, spot_named
from pitctl.messages import REASONS
from pitctl.money import parse_money
from pitctl.scenario_checks import CARD_WORDS, is_card, plain
from pitctl.scenario_ride_steps import COMMUNITY, DISCARD, Deal, Decide, GoOn, HostActs, Stack
from pitctl.scenario_steps import Press, Step
from pitctl.scenario_words import Words

BANK_POSITIONS = seats.MOST_SEATS + 1  # the player-dealer may sit where no betting area is (004, L11)
MAIN = SPOTS[:3]
SIDE = SPOTS[3]
MOST_CARDS = 24  # of a deal
STATEMENTS = (
    "bet", "bank", "action", "jackpot", "call", "stack", "deal", "seat", "players", "turn", "show", "declare",
    "settle", "close",
)  # fmt: skip
DECISIONS = ("rides", "withdraws", "tucks")
_WITH_SEAT = ("bet", "bank", "action", "wager")  # other steps call a seat a place
_ASKS = ("seat", "to", "card", "reason", "stake", "spot", "number")


def parse_ride(verb: str, words: Words) -> Step:
    """One of STATEMENTS; the verb is taken."""
    line, text = words.line, words.text
    match verb:
        case "bet":
            return _parse_bet(words)
        case "bank":
            seat = _seat(words, BANK_POSITIONS)
            return _dealer(words, [("bank", {"seat": seat, "stake": _money(words)})])
        case "action":
            return _dealer(words, [("action", {"seat": _seat(words), "stake": 0})])
        case "jackpot":
            return _dealer(words, [("jackpot", {"seat": 0, "stake": _money(words)})])
        case "call":
            return Press("no-more-bets", 80, line=line, text=text)
        case "stack":
            hands = _hands(words)
            if not hands:
                raise words.error("which cards?", _HANDS_WORDS)
            return Stack(hands, line=line, text=text)
        case "deal":
            return _parse_deal(words)
        case "seat":
            seat = words.number(1, seats.MOST_SEATS)
            return Decide(seat, words.one_of(DECISIONS, "a decision"), line=line, text=text)
        case "players":
            words.take("look")
            return GoOn("look", line=line, text=text)
        case "turn":
            words.take("community")
            return GoOn("turn", line=line, text=text)
        case "close":
            words.take("round")
            return GoOn("close", line=line, text=text)
        case "declare":
            return GoOn("declare", _seat(words), line=line, text=text)
        case _:  # show, settle
            everybody = words.took("hands")
            return GoOn(verb, 0 if everybody else _seat(words), line=line, text=text)


def _parse_bet(words: Words) -> Step:
    """`bet seat 2 5 [side 1 / on two] [tokens]`: three equal wagers, or one."""
    seat = _seat(words)
    stake = _money(words)
    stakes = dict.fromkeys(MAIN, stake)
    if words.took("on"):
        spot = spot_named(words.any("a spot"))
        if spot is None:
            raise words.error("no such spot", "one, two, $, side")
        stakes = {spot: stake}
    elif words.took(SIDE):
        stakes[SIDE] = _money(words)
    tokens = {"tokens": True} if words.took("tokens") else {}
    acts: list[tuple[str, dict[str, Any]]] = [
        ("bet", {"seat": seat, "area": spot, "stake": units, **tokens})
        for spot, units in stakes.items()
    ]
    return _dealer(words, acts)


def _parse_deal(words: Words) -> Step:
    if words.next_is("seat") or words.next_is("community") or words.next_is("discard"):
        return Deal(_hands(words), None, line=words.line, text=words.text)
    if words.at_end():
        return Deal((), None, line=words.line, text=words.text)
    count = words.number(1, MOST_CARDS)
    words.take("card" if count == 1 else "cards")
    return Deal((), count, line=words.line, text=words.text)


_HANDS_WORDS = "seat N CARD ..., community CARD CARD, discard CARD"


def _hands(words: Words) -> tuple[tuple[int, tuple[str, ...]], ...]:
    found: list[tuple[int, tuple[str, ...]]] = []
    while not words.at_end():
        what = words.one_of(("seat", "community", "discard"), "a place of the deal")
        if what == "seat":
            seat = words.number(1, seats.MOST_SEATS)
            found.append((seat, _cards(words, 3)))
        elif what == "discard":
            found.append((DISCARD, _cards(words, 1)))
        else:
            faces = _cards(words, 2)
            found += [(place, (face,)) for place, face in zip(COMMUNITY, faces, strict=False)]
    places = [place for place, _ in found]
    if len(places) != len(set(places)):
        raise words.error("a place is there twice", _HANDS_WORDS)
    return tuple(found)


def _cards(words: Words, most: int) -> tuple[str, ...]:
    found: list[str] = []
    while not words.at_end() and is_card(words.peek().upper()):
        found.append(words.any("a card").upper())
    if not 1 <= len(found) <= most:
        raise words.error(f"{len(found)} cards for this place", f"1 to {most}: {CARD_WORDS}")
    return tuple(found)


# -- steps over the host ------------------------------------------------------------------------


def parse_does(who: str, words: Words, ride: bool) -> Step:
    """`dealer does STEP [seat N] [to N] [card TH] [reason R] [stake 5] [spot two] [number N] [refused RULE]`."""
    table = ride_words.WORDS if ride else derby_words.WORDS
    step = plain(words.any("a step"))
    if table.step_index(step) < 0:
        raise words.error(f"no such step: {step}", "the steps of docs/messages.md, or of your game")
    given: dict[str, Any] = {}
    while not words.at_end() and not words.next_is("refused"):
        _parse_given(words, words.one_of((*_ASKS, "refused"), "what the step is given"), given)
    if "seat" in given and step not in _WITH_SEAT:
        given["place"] = given.pop("seat")
    return _acts(who, words, [(step, given)])


def _parse_given(words: Words, name: str, given: dict[str, Any]) -> None:
    match name:
        case "seat":
            given["seat"] = words.number(1, BANK_POSITIONS)
        case "to":
            words.took("seat")
            given["to"] = words.number(1, 255)
        case "number":
            given["place"] = words.number(0, 255)
        case "card":
            face = words.any("a card").upper()
            if not is_card(face):
                raise words.error(f"not a card: {face}", CARD_WORDS)
            given["card"] = face
        case "reason":
            allowed = [reason.replace("_", "-") for reason in REASONS]
            given["reason"] = words.one_of(allowed, "a reason").replace("-", "_")
        case "stake":
            given["stake"] = _money(words)
        case _:
            given["area"] = spot_named(words.any("a spot"))


def _dealer(words: Words, acts: list[tuple[str, dict[str, Any]]]) -> HostActs:
    return _acts("dealer", words, acts)


def _acts(who: str, words: Words, acts: list[tuple[str, dict[str, Any]]]) -> HostActs:
    refused = None
    if words.took("refused"):
        refused = "" if words.at_end() else words.any("a rule").strip('"')
    return HostActs(who, tuple(acts), refused, line=words.line, text=words.text)


def _seat(words: Words, most: int = seats.MOST_SEATS) -> int:
    words.take("seat")
    return words.number(1, most)


def _money(words: Words) -> int:
    found = words.any("an amount")
    units = parse_money(found)
    if units is None:
        raise words.error(f"not an amount: {found}", "as 5 or 2.50")
    return units
