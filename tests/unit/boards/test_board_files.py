"""Board files: the good one compiles to the agreed board.json; each wrong one is refused in exact words."""

from pathlib import Path

import pytest

from pitboard.app.engine import DIALECTS
from pitctl.boards import BoardSpec, board_names, compile_board, load_board
from pitctl.exceptions import ConfigError
from pitctl.part_kinds import PART_KINDS, Choice

GOOD = (Path(__file__).parents[3] / "boards/pico-table/board.toml").read_text(encoding="utf-8")


def load_text(tmp_path: Path, text: str) -> BoardSpec:
    folder = tmp_path / "b"
    folder.mkdir(exist_ok=True)
    (folder / "board.toml").write_text(text, encoding="utf-8")
    return load_board("b", tmp_path)


def line_of(text: str, needle: str) -> int:
    return text[: text.index(needle)].count("\n") + 1


def test_pico_table_is_the_board_json_that_the_firmware_reads() -> None:
    board = compile_board(load_board("pico-table"))
    parts = board["parts"]
    assert list(board) == ["board", "chip", "role", "parts", "hash"]
    assert (board["board"], board["chip"], board["role"]) == ("pico-table", "rp2040", "table")
    assert parts["scanner"] == {
        "kind": "barcode-uart", "uart": 0, "tx": 0, "rx": 1, "baud": 115200, "dialect": "plain",
    }  # fmt: skip
    assert parts["beam"] == {"kind": "beam", "pin": 2, "pull": "up", "broken": 0}
    assert (parts["keys"]["no_more_bets"], parts["keys"]["pressed"]) == (3, 0)
    assert parts["supervisor"] == {"kind": "key-switch", "pin": 11, "pull": "up", "on": 0}
    assert parts["lights"] == {"kind": "ws2812-pio", "data": 6, "count": 168, "safe": "dark"}
    assert (parts["display"]["address"], parts["display"]["freq"]) == (60, 400_000)
    assert parts["journal"] == {"kind": "flash-segments", "segments": 64}


def test_every_board_in_the_repository_is_sound() -> None:
    assert "pico-table" in board_names()
    for name in board_names():
        assert load_board(name).name == name


def test_pins_are_named_by_part_and_signal() -> None:
    pins = load_board("pico-table").pins()
    assert pins[1] == "scanner.rx"
    assert pins[4] == "keys.confirm"
    assert pins[11] == "supervisor.pin"
    assert len(pins) == 11


def test_a_board_may_have_no_key_switch(tmp_path: Path) -> None:
    start = GOOD.index("[parts.supervisor]")
    text = GOOD[:start] + GOOD[GOOD.index("[parts.lights]") :]
    board = load_text(tmp_path, text)
    assert "supervisor" not in board.parts
    assert "supervisor" not in compile_board(board)["parts"]


def test_the_scanners_dialect_is_a_row_of_the_firmwares_table(tmp_path: Path) -> None:
    for dialect in DIALECTS:
        text = GOOD.replace('dialect = "plain"', f'dialect = "{dialect}"')
        assert load_text(tmp_path, text).parts["scanner"]["dialect"] == dialect
    silent = GOOD.replace('dialect = "plain"', "#")
    assert load_text(tmp_path, silent).parts["scanner"]["dialect"] == "plain"
    setting = PART_KINDS["barcode-uart"].settings["dialect"]
    assert isinstance(setting, Choice) and set(setting.allowed) == set(DIALECTS)


def test_hash_covers_every_value_and_no_formatting(tmp_path: Path) -> None:
    texts = (
        GOOD,
        GOOD.replace("0x3C", "60") + "\n# a remark\n",
        GOOD.replace("pin = 10", "pin = 12"),
    )
    reference, same, other = [compile_board(load_text(tmp_path, text))["hash"] for text in texts]
    assert same == reference
    assert other != reference


# (what is wrong, text to find in the good file, what stands there instead, the refusal)
# The refusal begins with its place in short hand: see expected_message.
WRONG = [
    ("unknown top key", 'role = "table"', 'role = "table"\ncolour = "red"',
     "@1 unknown key 'colour'; allowed: schema, title, chip, micropython, role, parts"),
    ("no schema", "schema = 1\n", "", "! missing 'schema'"),
    ("schema of the future", "schema = 1", "schema = 2", "@ 'schema' must be one of 1; not 2"),
    ("unknown chip", '"rp2040"', '"z80"', "@ 'chip' must be one of rp2040, esp32; not 'z80'"),
    ("image of another chip", '"RPI_PICO"', '"ESP32_GENERIC"',
     "@ 'micropython' must be one of RPI_PICO; not 'ESP32_GENERIC'"),
    ("unknown role", 'role = "table"', 'role = "lamp"', "@ 'role' must be one of table; not 'lamp'"),
    ("title is a number", 'title = "Derby table on a Raspberry Pi Pico"', "title = 7",
     "@ 'title' must be text, not 7"),
    ("unknown part", "[parts.beam]", "[parts.beem]",
     "@ unknown key 'beem' in [parts]; allowed:"
     " scanner, beam, keys, lights, display, sounder, journal, host, supervisor, badges, cards, bets, clock"),
    ("unknown kind", 'kind = "beam"', 'kind = "laser"', "@ 'kind' must be one of beam; not 'laser'"),
    ("kind of another part", 'kind = "ws2812-pio"', 'kind = "beam"',
     "@ 'kind' must be one of ws2812-pio; not 'beam'"),
    ("no kind", 'kind = "beam"\n', "", "@[parts.beam] missing 'kind' in [parts.beam]"),
    ("unknown setting", "pull = \"up\"                 # open", "pull = \"up\"\nspeed = 3 #",
     "@1 unknown key 'speed' in [parts.beam]; allowed: kind, pin, pull, broken"),
    ("no pin", "data = 6\n", "", "@[parts.lights] missing 'data' in [parts.lights]"),
    ("pin is text", "data = 6", 'data = "GP6"', "@ 'data' must be a whole number, not 'GP6'"),
    ("pin is a truth value", "data = 6", "data = true", "@ 'data' must be a whole number, not true"),
    ("pin is not on the chip", "data = 6", "data = 30", "@ 'data' must be 0 to 29, not 30"),
    ("pin is negative", "data = 6", "data = -1", "@ 'data' must be 0 to 29, not -1"),
    ("pin of the module", "data = 6", "data = 25", "@ lights.data: GPIO 25 is the Pico's LED"),
    ("pin used twice", "data = 6", "data = 4",
     "@ GPIO 4 is used twice: by keys.confirm and by lights.data"),
    ("pin used twice in one part", "confirm = 4", "confirm = 3",
     "@ GPIO 3 is used twice: by keys.no_more_bets and by keys.confirm"),
    ("UART on a wrong pin", "rx = 1", "rx = 5",
     "@ scanner.rx: GPIO 5 cannot be UART 0 RX; allowed: 1, 13, 17"),
    ("UART signals crossed", "tx = 0\nrx = 1", "tx = 1\nrx = 0",
     "@ scanner.tx: GPIO 1 cannot be UART 0 TX; allowed: 0, 12, 16, 28"),
    ("no such UART", "uart = 0", "uart = 2", "@ rp2040 has no UART 2"),
    ("I2C on a wrong bus", "i2c = 0", "i2c = 1",
     "sda = 8@ display.sda: GPIO 8 cannot be I2C 1 SDA; allowed: 2, 6, 10, 14, 18, 22, 26"),
    ("bus speed beyond the chip", "freq = 400_000", "freq = 1_000_000",
     "@ 'freq' must be one of 100000, 400000; not 1000000"),
    ("address of no SSD1306", "0x3C", "0x27", "@ 'address' must be one of 60, 61; not 39"),
    ("odd baud rate", "115200", "12345",
     "@ 'baud' must be one of 9600, 19200, 38400, 57600, 115200; not 12345"),
    ("dialect that no firmware speaks", 'dialect = "plain"', 'dialect = "morse"',
     "@ 'dialect' must be one of plain, gm65, honeywell, ack; not 'morse'"),
    ("lights without a safe value", 'safe = "dark"               # at boot, fault and void\n', "",
     "@[parts.lights] missing 'safe' in [parts.lights]"),
    ("lights that fail lit", 'safe = "dark"', 'safe = "lit"',
     "@ 'safe' must be one of dark; not 'lit'"),
    ("sounder without a safe value", 'safe = "silent"\n', "",
     "@[parts.sounder] missing 'safe' in [parts.sounder]"),
    ("keys always pressed", "pressed = 0", "pressed = 1",
     "@ keys: with pull 'up' a key at rest reads 1, so 'pressed' must be 0"),
    ("key switch always turned", "on = 0", "on = 1",
     "@ supervisor: with pull 'up' a key at rest reads 1, so 'on' must be 0"),
    ("key switch on a used pin", "pin = 11", "pin = 10",
     "pin = 10\nsafe@ GPIO 10 is used twice: by supervisor.pin and by sounder.pin"),
    ("key switch of another kind", 'kind = "key-switch"', 'kind = "badge"',
     "@ 'kind' must be one of key-switch; not 'badge'"),
    ("pull that no driver knows", "pull = \"up\"                 # open", "pull = \"down\" #",
     "@ 'pull' must be one of up, none; not 'down'"),
    ("level is no level", "broken = 0", "broken = 2", "@ 'broken' must be one of 0, 1; not 2"),
    ("too many lights", "count = 168", "count = 601", "@ 'count' must be 1 to 600, not 601"),
    ("journal too small", "segments = 64", "segments = 2", "@ 'segments' must be 8 to 256, not 2"),
    ("no journal", '[parts.journal]             # 64 x 127 records of 32 bytes in the Pico\'s own flash\n'
     'kind = "flash-segments"\nsegments = 64\n', "",
     "! missing [parts.journal] (kind: flash-segments or fram-spi)"),
    ("part is no table", '[parts.host]\nkind = "usb-serial"', "[parts]\nhost = 3",
     "host = 3@ 'parts.host' must be a table"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("find", "put", "refusal"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_wrong_file_is_refused(tmp_path: Path, find: str, put: str, refusal: str) -> None:
    assert GOOD.count(find) >= 1, "the case does not fit the good file any more"
    text = GOOD.replace(find, put, 1)
    with pytest.raises(ConfigError) as caught:
        load_text(tmp_path, text)
    assert caught.value.message == expected_message(tmp_path, text, find, refusal)


def expected_message(tmp_path: Path, text: str, find: str, refusal: str) -> str:
    """Expand the short hand of WRONG: `!` no line; `@` line of the replacement; `@1` one below it;
    `@[table]` the table's header; `text@` the line of that text."""
    path = tmp_path / "b" / "board.toml"
    if refusal.startswith("!"):
        return f"{path}:{refusal[1:]}"
    before, after = refusal.split("@", 1)
    place, message = after.split(" ", 1)
    if before:
        line = line_of(text, before)
    elif place.startswith("["):
        line = line_of(text, place)
    else:
        line = line_of(GOOD, find) + int(place or 0)
    return f"{path}:{line}: {message}"


def test_a_file_that_is_not_toml_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"board\.toml: not TOML: .*line 2"):
        load_text(tmp_path, "schema = 1\ntitle = oops\n")


def test_an_unknown_board_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"no board 'nowhere'; known boards: .*pico-table"):
        load_board("nowhere")


def test_rp2040_kinds_are_refused_on_another_chip(tmp_path: Path) -> None:
    text = GOOD.replace('"rp2040"', '"esp32"').replace("RPI_PICO", "ESP32_GENERIC")
    text = text.replace("tx = 0\nrx = 1", "tx = 17\nrx = 16").replace("confirm = 4", "confirm = 13")
    text = text.replace("no_more_bets = 3", "no_more_bets = 14").replace("pin = 11", "pin = 15")
    with pytest.raises(
        ConfigError, match="kind 'ws2812-pio' does not work on esp32; it needs rp2040"
    ):
        load_text(tmp_path, text)


def test_an_input_only_pin_cannot_drive(tmp_path: Path) -> None:
    text = GOOD.replace('"rp2040"', '"esp32"').replace("RPI_PICO", "ESP32_GENERIC")
    with pytest.raises(
        ConfigError, match=r"scanner\.tx: GPIO 34 of the esp32 can only be an input"
    ):
        load_text(tmp_path, text.replace("tx = 0", "tx = 34"))
