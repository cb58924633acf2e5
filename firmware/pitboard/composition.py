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
from pitboard.app.dealing import Dealing
from pitboard.app.engine import Engine
from pitboard.app.host_task import HostLine
from pitboard.app.idle_task import Housekeeping
from pitboard.app.key_task import KeyReader
from pitboard.app.light_map import LightMap
from pitboard.app.menu import Menu
from pitboard.app.output_task import Outputs, show_now
from pitboard.app.part_health import PartHealth
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

    from pitboard.app.badge_task import BadgeReader
    from pitboard.app.kit import Kit
    from pitboard.app.turned_key import TurnedKey
    from pitboard.drivers.sounder_pwm import Sounder
    from pitboard.drivers.spi_bus import SpiBus
    from pitboard.interfaces import KitMaker, Medium, Pieces, Provider, Screen, SerialLine


_COLOUR = "st7789-spi"
_FAULT_RULE = "10.1"  # of a table that cannot start: which game it plays may not be known


class Parts:
    """The drivers that the board file names; outputs are at their safe values when this returns."""

    def __init__(self, parts: "dict[str, Any]", stdin: "Any", stdout: "Any") -> None:
        from pitboard.drivers import i2c_bus, identity
        from pitboard.drivers.beam import Beam
        from pitboard.drivers.key_switch import KeySwitch
        from pitboard.drivers.keys import Keys
        from pitboard.drivers.rp2_ws2812 import Ws2812
        from pitboard.drivers.usb_console import UsbConsole

        lights = parts["lights"]
        self.chain = Ws2812(lights["data"], lights["count"])
        self.chain.blank()
        self.sounder: "Sounder | None" = None
        if "sounder" in parts:
            from pitboard.drivers import sounder_pwm

            self.sounder = sounder_pwm.Sounder(parts["sounder"]["pin"])
        # One object for each bus, whoever is on it: pitctl has seen to it that they agree about pins and speed.
        self.i2c: dict[int, Any] = {}
        for part in parts.values():
            if "i2c" in part and part["i2c"] not in self.i2c:
                self.i2c[part["i2c"]] = i2c_bus.open_bus(part["i2c"], part["sda"], part["scl"], part["freq"])
        self.spi: "dict[int, SpiBus]" = {}
        self.in_colour: bool = parts["display"]["kind"] == _COLOUR
        self.panel, self.canvas = _display(parts["display"], self.spi, self.i2c)
        self.port = UsbConsole(stdin, stdout)
        self.serial = identity.serial()
        self.key = identity.board_key()
        self.medium = _medium(parts["journal"], self.spi)
        self.max_segments: int = parts["journal"]["segments"]
        self.card_wake = asyncio.ThreadSafeFlag()
        self.key_wake = asyncio.ThreadSafeFlag()
        self.switch_wake = asyncio.ThreadSafeFlag()
        beam, keys = parts["beam"], parts["keys"]
        self.beam = Beam(beam["pin"], beam["pull"] == "up", beam["broken"], self.card_wake)
        pins = (keys["no_more_bets"], keys["confirm"], keys["cancel"])
        self.keys = Keys(pins, keys["pull"] == "up", keys["pressed"], self.key_wake)
        self.switch: KeySwitch | None = None
        if "supervisor" in parts:
            switch = parts["supervisor"]
            self.switch = KeySwitch(
                switch["pin"], switch["pull"] == "up", switch["on"], self.switch_wake
            )
        self.scanner: dict[str, Any] | None = parts.get("scanner")
        self.badges: dict[str, Any] | None = parts.get("badges")
        self.cards: dict[str, Any] | None = parts.get("cards")
        self.bets: dict[str, Any] | None = parts.get("bets")
        self.clock: Any = None
        self.has_clock = "clock" in parts
        if self.has_clock and parts["clock"]["kind"] == "ds3231-i2c":
            from pitboard.drivers.ds3231 import Ds3231

            clock = parts["clock"]
            self.clock = Ds3231(self.i2c[clock["i2c"]], clock["address"])

    def expanders(self, wake: "asyncio.ThreadSafeFlag") -> "list[Any]":
        """Of the bet sensors; only a game that asks for them has any."""
        from pitboard.drivers.mcp23017 import Mcp23017

        found: list[Any] = []
        if self.bets is not None:
            i2c, pin = self.i2c[self.bets["i2c"]], self.bets["int"]
            for address in self.bets["addresses"]:
                found.append(Mcp23017(i2c, address, None if found else pin, wake))  # one line for all of them
        return found


def _medium(part: "dict[str, Any]", spi: "dict[int, SpiBus]") -> "Medium":
    """What keeps the journal; the other kind is not loaded."""
    if part["kind"] == "fram-spi":
        from pitboard.drivers.fram_segments import FramSegments
        from pitboard.drivers.spi_bus import output, shared

        return FramSegments(shared(part, spi), part["freq"], output(part["cs"], 1), part["segments"])
    from pitboard.drivers.rp2_flash_segments import FlashSegments

    return FlashSegments()


def _display(
    part: "dict[str, Any]", spi: "dict[int, SpiBus]", i2c: "dict[int, Any]"
) -> "tuple[Screen, Pieces]":
    """The panel that the board file names, and what is drawn on for it; the other kind is not loaded."""
    if part["kind"] == _COLOUR:
        from pitboard.app.colour_canvas import ColourCanvas
        from pitboard.drivers.spi_bus import output, shared
        from pitboard.drivers.st7789_spi import St7789

        pins = output(part["cs"], 1), output(part["dc"], 0), output(part["reset"], 1)
        answers = part["answers"] == "yes"
        return St7789(shared(part, spi), part["freq"], *pins, answers), ColourCanvas()
    from pitboard.app.canvas import Canvas
    from pitboard.drivers.ssd1306_i2c import Ssd1306

    return Ssd1306(i2c[part["i2c"]], part["address"]), Canvas()


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
    text = str(error)
    screen_parts.draw_fault(parts.canvas, text[:21], text[21:42], _FAULT_RULE)
    show_now(parts.panel, parts.canvas)  # without a display too, the port has the reason


def _maker(game: str) -> "KitMaker":
    """What builds the game and its kit; only the modules of the game that is played are loaded."""
    if game == settings.DERBY:
        from pitboard.app.derby import kit

        return kit
    from pitboard.app.let_it_ride import kit as ride_kit

    return ride_kit


def _engine(part: "dict[str, Any]", line: "SerialLine", irregular: "Callable[[int], None]") -> Engine:
    """The barcode engine's task; the dialect of the 7E 00 family is loaded only where it is spoken."""
    dialect: str = part.get("dialect", "plain")
    if dialect == "gm65":
        from pitboard.app.gm65_task import Gm65

        return Gm65(part["baud"], line, irregular)
    return Engine(dialect, line, irregular)


def _scanner(
    parts: Parts, chosen: "dict[str, Any]", dealing: Dealing
) -> "tuple[SerialLine, Engine, Callable[[bytes], int]]":
    """Whatever reads the cards: where its bytes come from, its task, and what makes a card of a line.

    What only numbered or tagged cards need is loaded only where they are played.
    """
    if chosen["code_format"] == "tag":
        if parts.cards is None:
            raise SettingsError("tagged cards, no reader")
        from pitboard import rfid_parts

        tags = rfid_parts.make_cards(parts.cards, chosen["set"], parts.spi, parts.card_wake, dealing.irregular)
        return tags, tags, tags.parse
    part = parts.scanner
    if part is None:
        raise SettingsError("no barcode engine")
    from pitboard.drivers.rp2_uart_dma import UartDma

    line = UartDma(part["uart"], part["tx"], part["rx"], part["baud"], parts.card_wake)
    engine = _engine(part, line, dealing.irregular)
    if chosen["code_format"] == "value":
        return line, engine, cards.parse
    from pitboard.games import card_codes

    return line, engine, card_codes.make(chosen["code_format"], chosen["set"]).parse


def _badges(
    parts: Parts, chosen: "dict[str, Any]", dealing: Dealing, uptime: Uptime, parse: "Callable[[bytes], int]"
) -> "BadgeReader | None":
    """The badge reader, where the board has one and the table file names badges."""
    if parts.badges is None or not chosen["badges"]:
        return None
    from pitboard import rfid_parts

    return rfid_parts.make_badges(parts.badges, parts.spi, chosen, dealing, uptime, parse)


def _authoriser(
    parts: Parts, chosen: "dict[str, Any]", uptime: Uptime, dealing: Dealing, badges: "BadgeReader | None"
) -> "tuple[Authoriser, TurnedKey | None]":
    key = None
    at_table: list[Provider] = [] if badges is None else [badges]
    if parts.switch is not None:
        from pitboard.app.turned_key import TurnedKey

        key = TurnedKey(parts.switch, parts.switch_wake, chosen["key_staff"], dealing.look)
        at_table.append(key)
    pins = Pins(Staff(chosen["staff"]), uptime)
    return Authoriser(pins, at_table), key


def _add_bets(
    parts: Parts, chosen: "dict[str, Any]", game: "Any", kit: "Kit", dealing: Dealing, supervisor: Supervisor,
    health: PartHealth,
) -> None:  # fmt: skip
    """The bet sensors of Let It Ride; each expander is a part that can be missing alone."""
    from pitboard.app.let_it_ride import kit as ride_kit

    wake = asyncio.ThreadSafeFlag()
    expanders = parts.expanders(wake)
    sensors = ride_kit.add_sensors(game, kit, dealing, expanders, wake, chosen)
    supervisor.add("bets", sensors.run())
    supervisor.add("bets_poll", sensors.poll())
    for number in range(len(expanders)):
        name = "bets-" + str(number + 1) if len(expanders) > 1 else "bets"
        health.watch(name, sensors.reader, 1 << number)


def _add_clock(
    chip: "Any", table: Table, uptime: Uptime, dealing: Dealing, authoriser: Authoriser, supervisor: Supervisor,
    health: PartHealth, housekeeping: Housekeeping,
) -> "Callable[[dict[str, Any]], Any]":  # fmt: skip
    """A clock with a chip, or one that only hosts set (`chip` is None); gives what answers `time`."""
    from pitboard.app.host_time import HostTime
    from pitboard.app.wall_clock import WallClock

    clock = WallClock(table, uptime, chip, dealing.look)
    supervisor.add("clock", clock.run())
    housekeeping.at_rest = clock.due.set
    if chip is not None:
        health.watch("clock", clock)
    return HostTime(clock, authoriser).time


def _wire(board: "dict[str, Any]", parts: Parts) -> Supervisor:
    uptime = Uptime()
    chosen = settings.check_table(settings.load("table.json"), parts.chain.count)
    maker = _maker(chosen["game"])
    game = maker.make_game(chosen)
    seal = Seal(parts.key, game.sealed)
    journal = Journal(parts.medium, parts.max_segments, chosen["journal_overwrite"], seal)
    table = Table(game, journal, uptime.ms)
    game.opening.named = chosen["two_persons"]
    table.recover()

    kit = maker.make_kit(game)
    if parts.in_colour:
        maker.use_colour(game, kit)
    dealing = Dealing(table, kit.steps)
    reader, engine, parse = _scanner(parts, chosen, dealing)
    housekeeping = Housekeeping(dealing, engine)
    badges = _badges(parts, chosen, dealing, uptime, parse)
    authoriser, key = _authoriser(parts, chosen, uptime, dealing, badges)
    menu = Menu(dealing, authoriser, kit)
    light_map = LightMap(parts.chain, chosen["areas"], chosen["brightness_pct"], chosen["limit_ma"])
    health = PartHealth(dealing.look)
    outputs = Outputs(
        parts.chain,
        light_map,
        parts.panel,
        parts.canvas,
        dealing,
        menu,
        housekeeping,
        kit,
        chosen["table"],
        chosen["notice"],
        health,
    )
    health.watch("display", outputs)
    health.watch("cards" if chosen["code_format"] == "tag" else "scanner", engine)
    if badges is not None:
        health.watch("badges", badges)
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
        reader,
        parts.beam,
        health,
        kit,
    )
    handlers = reports.handlers()
    handlers.update(Actions(dealing, authoriser, supervisor.fault, kit).handlers())
    handlers.update(maker.handlers(game))
    if parts.has_clock:
        handlers["time"] = _add_clock(parts.clock, table, uptime, dealing, authoriser, supervisor, health, housekeeping)
    reports.methods = list(handlers)
    dealing.resume()
    supervisor.add("outputs", outputs.run())
    scanner = Scanner(reader, parts.beam, parts.card_wake, dealing, parse, engine)
    supervisor.add("scanner", scanner.run())
    supervisor.add("engine", engine.run())
    supervisor.add("keys", KeyReader(parts.keys, parts.key_wake, menu).run())
    if key is not None:
        supervisor.add("key", key.run())
    if badges is not None:
        supervisor.add("badges", badges.run())
    if parts.sounder is not None:
        supervisor.add("cue", cue_task.run(parts.sounder, dealing))
    supervisor.add("idle", housekeeping.run())
    if badges is not None or chosen["code_format"] == "tag":
        supervisor.add("memory", housekeeping.watch())
    for name, task in maker.tasks(game, kit, dealing, outputs, chosen):
        supervisor.add(name, task)
    if parts.bets is not None and chosen["game"] != settings.DERBY:
        _add_bets(parts, chosen, game, kit, dealing, supervisor, health)
    supervisor.add("health", health.run())
    supervisor.add("host", HostLine(parts.port, handlers, reports).run())
    return supervisor


def build(stdin: "Any", stdout: "Any", safe: "list[Callable[[], None]]") -> Supervisor:
    """The table on these streams, its tasks ready to run; `safe` gets what puts outputs to their safe values."""
    board = settings.load("board.json")
    parts = Parts(board["parts"], stdin, stdout)
    safe.append(parts.chain.blank)
    if parts.sounder is not None:
        safe.append(parts.sounder.off)
    try:
        return _wire(board, parts)
    except Exception as error:
        _show_fault(parts, error)  # whatever it is: a dark display helps nobody
        raise
