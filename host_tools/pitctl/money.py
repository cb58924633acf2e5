"""Money of a Let It Ride table: the board counts hundredths, people write 5 or 2.50."""

import re

UNITS = 100
MOST_UNITS = 10**12  # of what a scenario or a command may say
_AMOUNT = re.compile(r"(\d{1,10})(?:\.(\d\d))?")


def parse_money(text: str) -> int | None:
    """In hundredths; None if it is no amount."""
    match = _AMOUNT.fullmatch(text)
    return None if match is None else UNITS * int(match[1]) + int(match[2] or 0)


def money_text(units: int) -> str:
    """As people write it; whole amounts without a point."""
    whole, rest = divmod(units, UNITS)
    return f"{whole}.{rest:02d}" if rest else str(whole)
