"""Who this board is: the chip's own number."""

from machine import unique_id


def serial() -> bytes:
    return unique_id()
