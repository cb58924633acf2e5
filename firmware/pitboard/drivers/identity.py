"""Who this board is: the chip's own number, and a key that no other board has."""

import os

from machine import unique_id
from micropython import const

_KEY_FILE = "seal.key"
_KEY_BYTES = const(32)


def serial() -> bytes:
    return unique_id()


def board_key() -> bytes:
    """What hidden cards are sealed with (table/seal.py); made from the chip's random numbers if there is none."""
    try:
        with open(_KEY_FILE, "rb") as file:
            key = file.read()
    except OSError:
        key = b""
    if len(key) != _KEY_BYTES:
        key = os.urandom(_KEY_BYTES)
        with open(_KEY_FILE, "wb") as file:
            file.write(key)
    return key
