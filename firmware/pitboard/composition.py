"""Composition root: board file and settings -> drivers -> tasks. The only place that builds and wires.

Order: lights dark and sounder silent, then the display, then the settings, then the journal, then the tasks. What is
built keeps nothing from here, no function and no closure: main.py forgets this module once the table stands.
"""

import asyncio
import json
import sys
from binascii import hexlify

from pitboard import version
from pitboard.app import cue_task, screen_parts
from pitboard.app.actions import Actions
from pitboard.app.authoriser import Authoriser, Pins
from pitboard.app.canvas import PAGES, Canvas
from pitboard.app.dealing import Dealing
from pitboard.app.engine import Engine
from pitboard.app.host_task import HostLine
from pitboard.app.idle_task import Housekeeping
from pitboard.app.key_task import KeyReader
from pitboard.app.light_map import LightMap
from pitboard.app.menu import Menu
from pitboard.app.output_task import Outputs
from pitboard.app.reports import Reports
from pitboard.app.scan_task import Scanner
from pitboard.app.supervisor import Supervisor
from pitboard.app.uptime import Uptime
from pitboard.games import cards
from pitboard.protocol import messages
from pitboard.table import settings
from pitboard.table.checks import SettingsError
from pitboard.table.journal import Journal
from pitboard.table.seal import Seal
from pitboard.table.staff import Staff
from pitboard.table.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pitboard.app.turned_key import TurnedKey
    from pitboard.interfaces import KitMaker


_FAULT_RULE = "10.1"  # of a table that cannot start: which game it plays may not be known


class Parts:
    """The drivers that the board file names; outputs are at their safe values when this returns."""

    def __init__(self, parts: "dict[str, Any]", stdin: "Any", stdout: "Any") -> None:
        from pitboard.drivers import identity
        from pitboard.drivers.beam import Beam
        from pitboard.drivers.key_switch import KeySwitch
        from pitboard.drivers.keys import Keys
        from pitboard.drivers.rp2_flash_segments import FlashSegments
        from pitboard.drivers.rp2_uart_dma import UartDma
        from pitboard.drivers.rp2_ws2812 import Ws2812
        from pitboard.drivers.sounder_pwm import Sounder
        from pitboard.drivers.ssd1306_i2c import Ssd1306
        from pitboard.drivers.usb_console import UsbConsole

        lights, sounder, display = parts["lights"], parts["sounder"], parts["display"]
        self.chain = Ws2812(lights["data"], lights["count"])
        self.chain.blank()
        self.sounder = Sounder(sounder["pin"])
        self.panel = Ssd1306(
            display["i2c"], display["sda"], display["scl"], display["freq"], display["address"]
        )
        self.port = UsbConsole(stdin, stdout)
        self.serial = identity.serial()
        self.key = identity.board_key()
        self.medium = FlashSegments()
        self.max_segments: int = parts["journal"]["segments"]
        self.card_wake = asyncio.ThreadSafeFlag()
        self.key_wake = asyncio.ThreadSafeFlag()
        self.switch_wake = asyncio.ThreadSafeFlag()
        beam, keys, reader = parts["beam"], parts["keys"], parts["scanner"]
        self.beam = Beam(beam["pin"], beam["pull"] == "up", beam["broken"], self.card_wake)
        pins = (keys["no_more_bets"], keys["confirm"], keys["cancel"])
        self.keys = Keys(pins, keys["pull"] == "up", keys["pressed"], self.key_wake)
        self.switch: KeySwitch | None = None
        if "supervisor" in parts:
            switch = parts["supervisor"]
            self.switch = KeySwitch(
                switch["pin"], switch["pull"] == "up", switch["on"], self.switch_wake
            )
        self.reader = UartDma(
            reader["uart"], reader["tx"], reader["rx"], reader["baud"], self.card_wake
        )
        self.dialect: str = reader.get("dialect", "plain")
        self.baud: int = reader["baud"]


def _firmware_hash() -> str:
    try:
        return settings.load("manifest.json")["hash"]
    except (SettingsError, KeyError):
        return ""  # sources copied by hand


def _about(board: "dict[str, Any]", serial: bytes, game: str) -> str:
    """What `describe` says of this board and what it runs, as JSON; its pins need no room in memory any more."""
    return json.dumps(
        {
            "product": version.PRODUCT,
            "version": version.VERSION,
            "firmware_hash": _firmware_hash(),
            "schema": messages.SCHEMA,
            "schema_hash": messages.SCHEMA_HASH,
            "board": board["board"],
            "board_hash": board["hash"],
            "chip": board["chip"],
            "role": board["role"],
            "parts": sorted(board["parts"]),
            "game": game,
            "micropython": ".".join(str(part) for part in sys.implementation.version[:3]),
            "serial": hexlify(serial).decode(),
        }
    )


def _show_fault(parts: Parts, error: Exception) -> None:
    """The table cannot start: say so on the display; the traceback goes to the port."""
    canvas = Canvas()
    text = str(error)
    screen_parts.draw_fault(canvas, text[:21], text[21:42], _FAULT_RULE)
    try:
        parts.panel.init()
        for page in range(PAGES):
            parts.panel.write_page(page, canvas.page(page))
    except OSError:
        return  # no display either: the port has the reason


def _maker(game: str) -> "KitMaker":
    """What builds the game and its kit; only the modules of the game that is played are loaded."""
    if game == settings.DERBY:
        from pitboard.app.derby import kit

        return kit
    from pitboard.app.let_it_ride import kit as ride_kit

    return ride_kit


def _engine(parts: Parts, irregular: "Callable[[int], None]") -> Engine:
    """The barcode engine's task; the dialect of the 7E 00 family is loaded only where it is spoken."""
    if parts.dialect == "gm65":
        from pitboard.app.gm65_task import Gm65

        return Gm65(parts.baud, parts.reader, irregular)
    return Engine(parts.dialect, parts.reader, irregular)


def _parser(chosen: "dict[str, Any]") -> "Callable[[bytes], int]":
    """What makes a card of a code; numbered cards need more, which is loaded only where they are played."""
    if chosen["code_format"] == "value":
        return cards.parse
    from pitboard.games import card_codes

    return card_codes.make(chosen["code_format"], chosen["set"]).parse


def _authoriser(
    parts: Parts, chosen: "dict[str, Any]", uptime: Uptime, dealing: Dealing
) -> "tuple[Authoriser, TurnedKey | None]":
    key = None
    if parts.switch is not None:
        from pitboard.app.turned_key import TurnedKey

        key = TurnedKey(parts.switch, parts.switch_wake, chosen["key_staff"], dealing.look)
    pins = Pins(Staff(chosen["staff"]), uptime)
    return Authoriser(pins, (key,) if key else ()), key


def _wire(board: "dict[str, Any]", parts: Parts) -> Supervisor:
    uptime = Uptime()
    chosen = settings.check_table(settings.load("table.json"), parts.chain.count)
    maker = _maker(chosen["game"])
    game = maker.make_game(chosen)
    seal = Seal(parts.key, game.sealed)
    journal = Journal(parts.medium, parts.max_segments, chosen["journal_overwrite"], seal)
    table = Table(game, journal, uptime.ms)
    table.recover()

    kit = maker.make_kit(game)
    dealing = Dealing(table, kit.steps)
    authoriser, key = _authoriser(parts, chosen, uptime, dealing)
    menu = Menu(dealing, authoriser, kit)
    engine = _engine(parts, dealing.irregular)
    light_map = LightMap(parts.chain, chosen["areas"], chosen["brightness_pct"], chosen["limit_ma"])
    housekeeping = Housekeeping(dealing)
    outputs = Outputs(
        parts.chain,
        light_map,
        parts.panel,
        Canvas(),
        dealing,
        menu,
        housekeeping,
        kit,
        chosen["table"],
        chosen["notice"],
    )
    supervisor = Supervisor(outputs.safe, uptime)
    reports = Reports(
        _about(board, parts.serial, chosen["game"]),
        json.dumps(settings.public(chosen)),
        chosen["table"],
        chosen["game"],
        dealing,
        outputs,
        supervisor,
        housekeeping,
        uptime,
        parts.reader,
        parts.beam,
        engine,
        kit,
    )
    handlers = reports.handlers()
    handlers.update(Actions(dealing, authoriser, supervisor.fault, kit).handlers())
    handlers.update(maker.handlers(game))
    reports.methods = list(handlers)
    dealing.resume()
    supervisor.add("outputs", outputs.run())
    scanner = Scanner(parts.reader, parts.beam, parts.card_wake, dealing, _parser(chosen), engine)
    supervisor.add("scanner", scanner.run())
    supervisor.add("engine", engine.run())
    supervisor.add("keys", KeyReader(parts.keys, parts.key_wake, menu).run())
    if key is not None:
        supervisor.add("key", key.run())
    supervisor.add("cue", cue_task.run(parts.sounder, dealing))
    supervisor.add("idle", housekeeping.run())
    for name, task in maker.tasks(game, dealing, outputs, chosen):
        supervisor.add(name, task)
    supervisor.add("host", HostLine(parts.port, handlers, reports).run())
    return supervisor


def build(stdin: "Any", stdout: "Any", safe: "list[Callable[[], None]]") -> Supervisor:
    """The table on these streams, its tasks ready to run; `safe` gets what puts outputs to their safe values."""
    board = settings.load("board.json")
    parts = Parts(board["parts"], stdin, stdout)
    safe += (parts.sounder.off, parts.chain.blank)
    try:
        return _wire(board, parts)
    except Exception as error:
        _show_fault(parts, error)  # whatever it is: a dark display helps nobody
        raise
