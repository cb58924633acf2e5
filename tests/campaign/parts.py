"""The parts of the campaign, each with its faults and what is to be seen of them. To add a part: one row of PARTS."""

from dataclasses import replace
from typing import Any

from simulator.models.st7789 import St7789
from tests.campaign.faults import BEARABLE, NAMED, NOT_KNOWN, SECOND, Fault, Part, all_there, tells
from tests.campaign.scanners import SCANNERS
from tests.campaign.tables import COLOUR, Setting
from tests.campaign.tag_readers import TAG_READERS
from tests.device.rig import TableRig

NOON = 1_780_315_200  # 1 June 2026, 12:00
NO_CHIP = "it cannot be asked"
MID_TRANSFER = 500  # bytes: within a tile of the display in colour


def _close_menu(rig: TableRig) -> None:
    """Which a key that was stuck has opened."""
    for _ in range(3):
        if rig.screen()[7].endswith("take"):
            rig.press("cancel")
            rig.wait_us(SECOND // 2)


def _is_set_up(rig: TableRig) -> bool:
    """The expanders have their pull-ups, which they lose with their supply."""
    return all_there(rig) and all(chip.register("GPPU", 0) == 0x7F for chip in rig.bench.bets)


def _shows(rig: TableRig) -> bool:
    """The display has its head, by which it is seen that it was sent everything."""
    return all_there(rig) and rig.screen()[0].startswith(rig.table["table"])


def _is_wrong(rig: TableRig) -> bool:
    found = rig.client.time()
    records = [event for event in rig.events() if event.type == "clock"]
    return found.source == "wrong" and not found.trusted and records[-1].source == "wrong"


def _set_time(rig: TableRig) -> None:
    """To the table's own time, or to noon where it knows none."""
    rig.sign_on()
    rig.client.time((rig.client.time().time or NOON) + 10)
    rig.client.release()


def _set_again(rig: TableRig) -> None:
    _set_time(rig)
    rig.wait_us(11 * SECOND)
    assert rig.client.time().trusted, "the time is not trusted again"


WHOLE_BUS = Fault(True, also=("display", "bets-1", "bets-2", "clock"))
WRONG_TIME = Fault(False, "recorded as wrong until a person sets the time", proof=_is_wrong, remedy=_set_again)


def _break_chain(model: Any, fault: str | None) -> None:
    model.broken_at = {"silent": 0, "broken": 60}.get(fault or "")
    if fault == "brown-out":
        model.power_off()


def _one_key(model: dict[str, Any], fault: str | None) -> None:
    model["cancel"].fault = fault


def _in_colour(model: St7789, fault: Any) -> None:
    """One that is slow is so only when it starts: it has just lost its supply."""
    model.gone_after = MID_TRANSFER
    if fault == "slow":
        model.fault = "brown-out"
    model.fault = fault


_I2C = {
    "nack": NAMED,
    "stuck": WHOLE_BUS,
    "bit-errors": Fault(False, "by chance: missed at times, and taken up again"),
    "slow": BEARABLE,
    "gone": NAMED,
    "brown-out": Fault(False, "noticed and set up anew at once", proof=_is_set_up),
}

_BETS = {**_I2C, "stuck-input": Fault(False, "people enter and decide")}
BOTH = ("derby", "ride")

PARTS: tuple[Part, ...] = (
    *SCANNERS,
    Part(
        "beam",
        lambda bench: bench.beam,
        {
            "stuck-broken": NOT_KNOWN,
            "stuck-clear": Fault(
                False, "each read is told as one without a slide", slides=1, proof=tells("stray_read")
            ),
        },
        BOTH,
        means=frozenset({"slides"}),
        no_version=NO_CHIP,
    ),
    Part(
        "keys",
        lambda bench: bench.keys,
        {"stuck-pressed": replace(NOT_KNOWN, remedy=_close_menu), "stuck-open": NOT_KNOWN},
        BOTH,
        means=frozenset({"keys"}),
        no_version=NO_CHIP,
        set_fault=_one_key,
    ),
    Part(
        "supervisor",
        lambda bench: bench.key_switch,
        {"stuck-pressed": NOT_KNOWN, "stuck-open": NOT_KNOWN},
        BOTH,
        no_version=NO_CHIP,
    ),
    Part(
        "lights",
        lambda bench: bench.lights,
        {
            "silent": Fault(False, "a board cannot know; all lights stay as they are, until a new phase"),
            "broken": Fault(False, "a board cannot know; behind the break lights stay as they are, until a new phase"),
            "brown-out": Fault(False, "a board cannot know; lights are dark until a new phase"),
        },
        BOTH,
        means=frozenset({"lights"}),
        next_phase=True,
        no_version=NO_CHIP,
        set_fault=_break_chain,
    ),
    Part(
        "display",
        lambda bench: bench.display,
        {
            **_I2C,
            "bit-errors": Fault(False, "it cannot be read; an eighth of it is sent again each second"),
            "slow": NAMED,  # a page takes 65 ms, and 18 are allowed
            "brown-out": Fault(False, "its settings and an eighth of it are sent again each second", proof=_shows),
        },
        BOTH,
        "SSD1306",
        notice_s=10.0,
        means=frozenset({"display"}),
    ),
    Part(
        "display",
        lambda bench: bench.display,
        {
            "silent": NAMED,
            "stuck": NAMED,
            "bit-errors": Fault(False, "an eighth of it is sent again each second"),
            "slow": Fault(False, "missed until it has had the time that it needs", proof=all_there),
            "wrong-version": Fault(
                False, "its identity is not asked for, modules differ; its settings are read back", proof=all_there
            ),
            "gone": NAMED,
            "brown-out": Fault(False, "noticed and set up anew within a second", proof=_shows),
        },
        BOTH,
        "ST7789",
        Setting(COLOUR),
        notice_s=10.0,
        means=frozenset({"display"}),
        set_fault=_in_colour,
    ),
    Part(
        "display",
        lambda bench: bench.display,
        {
            "silent": NOT_KNOWN,
            "stuck": NOT_KNOWN,
            "bit-errors": Fault(False, "an eighth of it is sent again each second"),
            "slow": Fault(False, "its settings are sent again each second, until it is awake", proof=_shows),
            "wrong-version": Fault(False, "it cannot be asked", proof=_shows),
            "gone": NOT_KNOWN,
            "brown-out": Fault(False, "its settings and an eighth of it are sent again each second", proof=_shows),
        },
        BOTH,
        "ST7789, no line back",
        Setting(COLOUR, mute=True),
        notice_s=10.0,
        means=frozenset({"display"}),
        set_fault=_in_colour,
    ),
    Part("bets-1", lambda bench: bench.bets[0], _BETS, ("ride",)),
    Part("bets-2", lambda bench: bench.bets[1], _BETS, ("ride",)),
    Part(
        "clock",
        lambda bench: bench.clock_chip,
        {
            **_I2C,
            "brown-out": WRONG_TIME,
            "wrong-time": WRONG_TIME,
            "stopped": WRONG_TIME,
        },
        BOTH,
        notice_s=11.0,
        prepare=_set_again,
    ),
    Part(
        "flash",
        lambda bench: bench.flash,
        {"locked": Fault(False, stops=True)},
        BOTH,
        no_version="its size and kind are the boot loader's matter",
    ),
    *TAG_READERS,
)  # fmt: skip
MOMENTS = ("idle", "in a round", "at the result")
