"""Builds what a table has of RFID readers: composition.py asks, only where board and table file name one.

Forgotten with it (main.py): what is built keeps nothing from here.
"""

import asyncio
from binascii import unhexlify
from os import urandom

from pitboard.games import events
from pitboard.table.badges import BadgeLog, Badges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pitboard.app.badge_task import BadgeReader
    from pitboard.app.dealing import Dealing
    from pitboard.app.tag_cards import TagCards
    from pitboard.app.tag_watch import TagReader
    from pitboard.app.uptime import Uptime
    from pitboard.drivers.spi_bus import SpiBus
    from pitboard.interfaces import Flag

    Part = dict[str, Any]


def _reader(part: "Part", spi: "dict[int, SpiBus]") -> "TagReader":
    """Of the kind that the board has; nothing of the other is loaded."""
    if part["kind"] == "pn532-uart":
        from pitboard.app.pn532 import Pn532
        from pitboard.drivers.rp2_uart_dma import UartDma

        wake = asyncio.ThreadSafeFlag()  # it is asked: its bytes need not wake anybody
        return Pn532(UartDma(part["uart"], part["tx"], part["rx"], part["baud"], wake))
    from pitboard.app.iso14443 import Iso14443
    from pitboard.drivers.mfrc522 import Mfrc522
    from pitboard.drivers.spi_bus import Select, output, shared

    bus = shared(part, spi)
    select = Select(bus, part["freq"], output(part["cs"], 1))
    return Iso14443(Mfrc522(bus.at(part["freq"]), select, output(part["reset"], 1)), "mfrc522")


def make_cards(
    part: "Part",
    card_set: "Part",
    spi: "dict[int, SpiBus]",
    wake: "Flag",
    irregular: "Callable[[int], None]",
) -> "TagCards":
    """The reader of tagged cards, with the map of their set."""
    from pitboard.app.tag_cards import TagCards
    from pitboard.games.tag_codes import TagCodes, rows_of

    codes = TagCodes(rows_of(unhexlify(card_set["tags"]), unhexlify(card_set["map"])))
    return TagCards(_reader(part, spi), codes, wake, irregular)


def make_badges(
    part: "Part",
    spi: "dict[int, SpiBus]",
    chosen: "Part",
    dealing: "Dealing",
    uptime: "Uptime",
    parse: "Callable[[bytes], int]",
) -> "BadgeReader":
    """The badge reader, with the badges of the table's staff; the journal keeps room for their records.

    `parse`: which card a code is.
    """
    from pitboard.app.badge_task import BadgeReader

    roles = {number: events.ROLE_NAMES.index(role) for number, role, _, _ in chosen["staff"]}
    badges = Badges(chosen["badges"], roles)
    log = BadgeLog(dealing.table)
    tags = parse if chosen["code_format"] == "tag" else None
    return BadgeReader(_reader(part, spi), badges, log, chosen["plain_badges"], dealing, uptime, urandom, tags)
