"""Composition root: board file and settings -> drivers -> tasks. The only place that builds and wires.

Order: lights dark and sounder silent, then the display, then the settings, then the journal, then the tasks. What is
built keeps nothing from here, no function and no closure: main.py forgets this module once the table stands.
"""

import asyncio

from pitboard.app import cue_task, screens
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
from pitboard.games import card_codes, events
from pitboard.games.derby import Derby
from pitboard.table import settings
from pitboard.table.journal import Journal
from pitboard.table.staff import Staff
from pitboard.table.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pitboard.app.turned_key import TurnedKey


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
    except (settings.SettingsError, KeyError):
        return ""  # sources copied by hand


def _about(board: "dict[str, Any]") -> "dict[str, Any]":
    """What `describe` says of the board; its pins need no room in memory any more."""
    about = {key: board[key] for key in ("board", "hash", "chip", "role")}
    about["parts"] = sorted(board["parts"])
    return about


def _show_fault(parts: Parts, error: Exception) -> None:
    """The table cannot start: say so on the display; the traceback goes to the port."""
    canvas = Canvas()
    text = str(error)
    screens.draw_fault(canvas, text[:21], text[21:42])
    try:
        parts.panel.init()
        for page in range(PAGES):
            parts.panel.write_page(page, canvas.page(page))
    except OSError:
        return  # no display either: the port has the reason


def _game(chosen: "dict[str, Any]") -> Derby:
    limits = chosen["limits"]
    card_set = chosen["set"]
    return Derby(
        chosen["decks"],
        events.SOURCE_NAMES.index(chosen["cards_from"]),
        events.REVEAL_NAMES.index(chosen["reveal"]),
        card_set["serial"] if card_set else 0,
        settings.limits_of(limits) if limits else None,
    )


def _engine(parts: Parts, irregular: "Callable[[int], None]") -> Engine:
    """The barcode engine's task; the dialect of the 7E 00 family is loaded only where it is spoken."""
    if parts.dialect == "gm65":
        from pitboard.app.gm65_task import Gm65

        return Gm65(parts.baud, parts.reader, irregular)
    return Engine(parts.dialect, parts.reader, irregular)


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
    journal = Journal(parts.medium, parts.max_segments, chosen["journal_overwrite"])
    table = Table(_game(chosen), journal, uptime.ms)
    table.recover()

    dealing = Dealing(table)
    authoriser, key = _authoriser(parts, chosen, uptime, dealing)
    menu = Menu(dealing, authoriser)
    engine = _engine(parts, dealing.irregular)
    codes = card_codes.make(chosen["code_format"], chosen["set"])
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
        chosen["table"],
        chosen["notice"],
    )
    supervisor = Supervisor(outputs.safe, uptime)
    reports = Reports(
        _about(board),
        settings.public(chosen),
        _firmware_hash(),
        parts.serial,
        dealing,
        outputs,
        supervisor,
        housekeeping,
        uptime,
        parts.reader,
        parts.beam,
        engine,
    )
    handlers = reports.handlers()
    handlers.update(Actions(dealing, authoriser, supervisor.fault).handlers())
    dealing.resume()
    supervisor.add("outputs", outputs.run())
    scanner = Scanner(parts.reader, parts.beam, parts.card_wake, dealing, codes.parse, engine)
    supervisor.add("scanner", scanner.run())
    supervisor.add("engine", engine.run())
    supervisor.add("keys", KeyReader(parts.keys, parts.key_wake, menu).run())
    if key is not None:
        supervisor.add("key", key.run())
    supervisor.add("cue", cue_task.run(parts.sounder, dealing))
    supervisor.add("idle", housekeeping.run())
    if chosen["reveal"] == "delay" or table.game.reveal == events.AFTER_DELAY:
        from pitboard.app.reveal_task import RevealTimer

        supervisor.add("reveal", RevealTimer(dealing, chosen["reveal_ms"]).run())
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
