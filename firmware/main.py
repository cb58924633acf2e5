"""Composition root: board file and settings -> drivers -> tasks. The only place that builds and wires.

Order: lights dark and sounder silent, then the display, then the settings, then the journal, then the tasks.
"""

import asyncio
import sys

from pitboard.app import cue_task, screens
from pitboard.app.canvas import PAGES, Canvas
from pitboard.app.dealing import Dealing
from pitboard.app.host_task import HostLine
from pitboard.app.idle_task import Housekeeping
from pitboard.app.key_task import KeyReader
from pitboard.app.light_map import LightMap
from pitboard.app.output_task import Outputs
from pitboard.app.reports import Reports
from pitboard.app.scan_task import Scanner
from pitboard.app.supervisor import Supervisor
from pitboard.app.uptime import Uptime
from pitboard.games.derby import Derby
from pitboard.table import settings
from pitboard.table.journal import Journal
from pitboard.table.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Parts:
    """The drivers that the board file names; outputs are at their safe values when this returns."""

    def __init__(self, parts: "dict[str, Any]", stdin: "Any", stdout: "Any") -> None:
        from pitboard.drivers import identity
        from pitboard.drivers.beam import Beam
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
        beam, keys, reader = parts["beam"], parts["keys"], parts["scanner"]
        self.beam = Beam(beam["pin"], beam["pull"] == "up", beam["broken"], self.card_wake)
        pins = (keys["no_more_bets"], keys["confirm"], keys["cancel"])
        self.keys = Keys(pins, keys["pull"] == "up", keys["pressed"], self.key_wake)
        self.reader = UartDma(
            reader["uart"], reader["tx"], reader["rx"], reader["baud"], self.card_wake
        )

    def safe(self) -> None:
        """Every output to its safe value: nothing lit, nothing sounding."""
        self.sounder.off()
        self.chain.blank()


def _manifest() -> "dict[str, Any]":
    try:
        return settings.load("manifest.json")
    except settings.SettingsError:
        return {}  # sources copied by hand: describe then shows no firmware hash


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


async def _play(board: "dict[str, Any]", parts: Parts) -> None:
    uptime = Uptime()
    table_settings = settings.check_table(settings.load("table.json"), parts.chain.count)
    journal = Journal(parts.medium, parts.max_segments, table_settings["journal_overwrite"])
    table = Table(Derby(table_settings["decks"]), journal, uptime.ms)
    table.recover()

    dealing = Dealing(table)
    light_map = LightMap(
        parts.chain,
        table_settings["areas"],
        table_settings["brightness_pct"],
        table_settings["limit_ma"],
    )
    housekeeping = Housekeeping(dealing)
    outputs = Outputs(
        parts.chain,
        light_map,
        parts.panel,
        Canvas(),
        dealing,
        housekeeping,
        table_settings["table"],
    )

    def on_fault(name: str, reason: str) -> None:
        parts.sounder.off()
        outputs.safe(name, reason[:21])

    supervisor = Supervisor(on_fault, uptime)
    reports = Reports(
        board,
        table_settings,
        _manifest(),
        parts.serial,
        dealing,
        outputs,
        supervisor,
        housekeeping,
        uptime,
        lambda: (parts.reader.lost, parts.beam.lost),
    )
    dealing.resume()
    supervisor.add("outputs", outputs.run())
    supervisor.add("scanner", Scanner(parts.reader, parts.beam, parts.card_wake, dealing).run())
    supervisor.add("keys", KeyReader(parts.keys, parts.key_wake, dealing).run())
    supervisor.add("cue", cue_task.run(parts.sounder, dealing))
    supervisor.add("idle", housekeeping.run())
    supervisor.add("host", HostLine(parts.port, reports).run())
    await supervisor.run()


def start(stdin: "Any", stdout: "Any") -> None:
    """Run the table on these streams until Ctrl-C; outputs are safe when this returns."""
    board = settings.load("board.json")
    parts = Parts(board["parts"], stdin, stdout)
    try:
        asyncio.run(_play(board, parts))
    except Exception as error:
        _show_fault(parts, error)  # whatever it is: a dark display helps nobody
        raise
    finally:
        parts.safe()


if __name__ == "__main__":
    start(sys.stdin.buffer, sys.stdout.buffer)
