"""Tables of the campaign: which board, which cards, whose badges. A round begins on one that is open and idle."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitctl.boards import load_board
from pitctl.firmware import cards
from simulator.models.gm65 import Gm65
from tests.device.badge_table import (
    SUPERVISOR,
    badge,
    badges,
    card_number,
    card_tag,
    identity,
    key,
    lay_down,
    lift,
)
from tests.device.ride_rig import RideRig
from tests.device.rig import PACE_MS, TableRig

OLED, COLOUR = "pico-table-oled", "pico-table-full"
GAMES = {"derby": "derby-demo", "ride": "nsw-ride"}
SET_UP_US = 15_000_000
PASSAGE_MS = {"pn532-uart": 250, "mfrc522-spi": 80}  # a PN532 needs longer to be sure of a tag (docs/rfid.md)


@dataclass(frozen=True)
class Setting:
    """`tagged`: cards have tags. `badges`: staff have badges. `swapped`: badges at the MFRC522, cards at the PN532.

    `mute`: the display in colour has no data line back.
    """

    board: str = OLED
    dialect: str = "plain"
    tagged: bool = False
    badges: bool = False
    swapped: bool = False
    mute: bool = False


def _file(setting: Setting, game: str, folder: Path) -> str:
    """The sample table of the game, with what the setting adds to it."""
    if not (setting.tagged or setting.badges):
        return GAMES[game]
    text = (Path(__file__).parents[2] / "tables" / f"{GAMES[game]}.toml").read_text(encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    if setting.tagged:
        text = text.replace('format = "value"', 'format = "tag"\nset = "set.toml"')
        faces = " ".join(cards.code(face) for face in range(52))
        tags = " ".join(card_tag(number).uid.hex().upper() for number in range(1, 53))
        head = "schema = 1\nserial = 204130\ndecks = 1"
        (folder / "set.toml").write_text(f'{head}\ncards = "{faces}"\ntags = "{tags}"\n', encoding="utf-8")
    if setting.badges:
        whose = f'badge = "{identity(SUPERVISOR).hex()}"\nbadge_key = "{key(SUPERVISOR).hex()}"'
        text = text.replace('role = "supervisor"\n', f'role = "supervisor"\n{whose}\n')
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def switch_on(setting: Setting, game: str, target: str, folder: Path) -> TableRig:
    parts: dict[str, dict[str, Any]] = {}
    if setting.swapped:
        fitted = load_board(setting.board).parts
        parts = {"badges": fitted["cards"], "cards": fitted["badges"]}
    if setting.mute:
        parts["display"] = {**load_board(setting.board).parts["display"], "answers": "no"}
    how: dict[str, Any] = {"board": setting.board, "dialect": setting.dialect, "parts": parts}
    file = _file(setting, game, folder / "files")
    if game == "derby":
        rig = TableRig(target, folder, file=file, **how)
    else:
        rig = RideRig(target, folder, "nsw", file=file, **how)
    engine = rig.bench.barcode
    if isinstance(engine, Gm65):  # factory new: found and set up first
        assert rig.target.run_until(lambda: engine.saves == 1, SET_UP_US), "the engine was not set up"
    rig.wait_us(1_000_000)
    return rig


def slide(rig: TableRig, setting: Setting, code: str) -> None:
    """As the dealer does with such cards, at the pace of the house."""
    if not setting.tagged:
        rig.slide(code)
        return
    passage_ms = PASSAGE_MS[rig.board.parts["cards"]["kind"]]
    rig.bench.dealer.slide_tags(card_tag(card_number(code)), passage_ms=passage_ms)
    rig.wait_us((PACE_MS + passage_ms) * 1000)


def badge_proves(rig: TableRig) -> bool:
    """The supervisor's badge is laid down: whether it has a role then."""
    before = len(badges(rig))
    lift(rig, lay_down(rig, badge(SUPERVISOR), 3_000_000))
    return ("proved", SUPERVISOR) in badges(rig)[before:]
