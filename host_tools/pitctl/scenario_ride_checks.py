"""What a scenario may expect of `ride` and of a seat: names, and values with money as people write it."""

from collections.abc import Sequence
from typing import Any

from pitctl.answer_words import value_text
from pitctl.layouts import SPOTS
from pitctl.messages import DECISIONS, Ride, Seat
from pitctl.money import money_text, parse_money
from pitctl.scenario_checks import NotAllowed, check_answer, is_card, plain

MONEY = ("stakes", "profit", "collected", "returned", "envy", "jackpot", "cover", "minimum", "fees")
_PER_SPOT = ("stakes", "tokens", "profit", "collected", "returned")
_DECIDED = SPOTS[:2]
_DECISIONS: tuple[str, ...] = DECISIONS


def check_ride(name: str, words: Sequence[str]) -> None:
    """Raise NotAllowed unless `ride` has this name and could have this value."""
    if name == "community":
        _check_cards(name, words, 2)
    elif name in MONEY:
        _check_money(name, words, 2 if name == "fees" else 1)
    else:
        check_answer(Ride, name, words)


def check_seat(name: str, words: Sequence[str]) -> None:
    """Raise NotAllowed unless a seat has this name, as `profit` or `profit.two`, and could have this value."""
    whole, dot, spot = name.partition(".")
    spots = _DECIDED if whole == "decisions" else SPOTS if whole in _PER_SPOT else ()
    if dot and spot not in spots:
        allowed = ", ".join(f"{whole}.{item}" for item in spots) or whole
        raise NotAllowed(f"a seat has no {name}", allowed)
    if whole == "cards":
        _check_cards(name, words, 3)
    elif whole in MONEY:
        _check_money(name, words, 1 if dot or whole == "envy" else len(SPOTS))
    elif whole == "tokens":
        _check_words(name, words, ("yes", "no"), 1 if dot else len(SPOTS))
    elif whole == "decisions":
        _check_words(name, words, _DECISIONS, 1 if dot else 2)
    else:
        check_answer(Seat, name, words)


def _check_cards(name: str, words: Sequence[str], most: int) -> None:
    if [plain(word) for word in words] == ["none"]:
        return
    if len(words) > most or not all(is_card(word.upper()) for word in words):
        raise NotAllowed(f"{name} cannot be {' '.join(words)}", f"none, or up to {most} cards, as TH")


def _check_money(name: str, words: Sequence[str], count: int) -> None:
    if [plain(word) for word in words] == ["none"]:
        return
    if len(words) != count or any(parse_money(word) is None for word in words):
        wanted = "an amount, as 5 or 2.50" if count == 1 else f"{count} amounts, as 10 10 10 0"
        raise NotAllowed(f"{name} cannot be {' '.join(words)}", f"none, or {wanted}")


def _check_words(name: str, words: Sequence[str], allowed: Sequence[str], count: int) -> None:
    if len(words) != count or any(plain(word) not in allowed for word in words):
        raise NotAllowed(f"{name} cannot be {' '.join(words)}", ", ".join(allowed))


def shown(answer: dict[str, Any], name: str) -> str:
    """A value of `ride` or of a seat as scenarios write it; no money at all is `none`."""
    whole, _, spot = name.replace("-", "_").partition(".")
    value = answer[whole]
    if spot:
        value = value[SPOTS.index(spot)]
    if whole not in MONEY:
        return value_text(value)
    units = value if isinstance(value, tuple | list) else (value,)
    return " ".join(money_text(item) for item in units) if any(units) else "none"


def is_same(name: str, found: str, words: Sequence[str]) -> bool:
    """Whether what was found is what is expected; 2.50 and 2.5 are not both written, 5.00 and 5 are."""
    whole = name.partition(".")[0].replace("-", "_")
    wanted = [plain(word) for word in words]
    if whole in MONEY and wanted != ["none"]:
        units = [parse_money(word) or 0 for word in words]
        wanted = [money_text(item) for item in units] if any(units) else ["none"]
    return [plain(word) for word in found.split()] == wanted
