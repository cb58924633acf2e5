"""Fractions as people read them: rounded for reading only, and from the exact value."""

from fractions import Fraction

_DIGITS = 4


def decimal(value: Fraction, digits: int = _DIGITS) -> str:
    """Rounded by whole numbers: a float has not enough digits to be sure of the last one."""
    scaled = round(value * 10**digits)
    whole, rest = divmod(abs(scaled), 10**digits)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{digits}d}"


def percent(value: Fraction) -> str:
    return decimal(100 * value)
