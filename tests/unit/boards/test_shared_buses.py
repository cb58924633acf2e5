"""Boards whose parts share buses: what they must agree about, and in which words they are refused."""

from pathlib import Path

import pytest

from pitctl.boards import BoardSpec, compile_board, load_board
from pitctl.chips import spi_signal
from pitctl.exceptions import ConfigError

BOARDS = Path(__file__).parents[3] / "boards"
FULL = (BOARDS / "pico-table-full/board.toml").read_text(encoding="utf-8")
OLED = (BOARDS / "pico-table-oled/board.toml").read_text(encoding="utf-8")
OPTIONAL = ("supervisor", "badges", "cards", "bets", "clock")

CARDS = """[parts.cards]               # tagged cards at the slide; shares the SPI with the display
kind = "mfrc522-spi"
spi = 0
sck = 18
mosi = 19
miso = 16
cs = 27
reset = 28
freq = 8_000_000
"""
CLOCK = """[parts.clock]
kind = "ds3231-i2c"
i2c = 0
sda = 8
scl = 9
freq = 400_000
"""


def load_text(tmp_path: Path, text: str) -> BoardSpec:
    (tmp_path / "b").mkdir(exist_ok=True)
    (tmp_path / "b" / "board.toml").write_text(text, encoding="utf-8")
    return load_board("b", tmp_path)


def without(text: str, part: str) -> str:
    """The file without that part: from its header to the next."""
    start = text.index(f"[parts.{part}]")
    return text[:start] + text[text.index("[parts.", start + 1) :]


def test_the_full_board_shares_spi_and_i2c() -> None:
    parts = compile_board(load_board("pico-table-full"))["parts"]
    assert parts["display"] == {
        "kind": "st7789-spi", "spi": 0, "sck": 18, "mosi": 19, "miso": 16, "cs": 17, "dc": 22,
        "reset": 26, "freq": 12_000_000, "answers": "yes", "safe": "blank",
    }  # fmt: skip
    assert parts["cards"] == {
        "kind": "mfrc522-spi", "spi": 0, "sck": 18, "mosi": 19, "miso": 16, "cs": 27, "reset": 28,
        "freq": 8_000_000,
    }  # fmt: skip
    assert parts["badges"] == {"kind": "pn532-uart", "uart": 1, "tx": 20, "rx": 21, "baud": 115200}
    assert parts["bets"] == {
        "kind": "mcp23017-i2c", "i2c": 0, "sda": 8, "scl": 9, "addresses": [32, 33], "int": 7,
        "freq": 400_000,
    }  # fmt: skip
    assert parts["clock"] == {
        "kind": "ds3231-i2c", "i2c": 0, "sda": 8, "scl": 9, "address": 104, "freq": 400_000,
    }  # fmt: skip


def test_a_shared_pin_names_every_part_on_it() -> None:
    pins = load_board("pico-table-full").pins()
    assert pins[18] == "display.sck, cards.sck"
    assert pins[8] == "bets.sda, clock.sda"
    assert pins[27] == "cards.cs"
    assert len(pins) == 22
    assert load_board("pico-table-oled").pins()[9] == "display.scl, bets.scl, clock.scl"


@pytest.mark.parametrize("part", OPTIONAL)
def test_every_further_part_may_be_left_out(tmp_path: Path, part: str) -> None:
    board = load_text(tmp_path, without(FULL, part))
    assert part not in board.parts
    assert len(board.parts) == len(load_board("pico-table-full").parts) - 1


def test_one_expander_is_a_list_of_one(tmp_path: Path) -> None:
    text = FULL.replace("[0x20, 0x21]", "[0x27]")
    assert load_text(tmp_path, text).parts["bets"]["addresses"] == [0x27]


def test_readers_may_change_places(tmp_path: Path) -> None:
    text = FULL.replace("[parts.badges]", "[parts.x]").replace("[parts.cards]", "[parts.badges]")
    board = load_text(tmp_path, text.replace("[parts.x]", "[parts.cards]"))
    assert board.parts["cards"]["kind"] == "pn532-uart"
    assert board.parts["badges"]["kind"] == "mfrc522-spi"


def test_spi_signals_are_those_of_the_datasheet() -> None:
    """RP2040 datasheet, table of GPIO functions, column F1; RX is MISO and TX is MOSI."""
    table = {
        (0, "miso"): [0, 4, 16, 20], (0, "csn"): [1, 5, 17, 21], (0, "sck"): [2, 6, 18, 22],
        (0, "mosi"): [3, 7, 19, 23], (1, "miso"): [8, 12, 24, 28], (1, "csn"): [9, 13, 25, 29],
        (1, "sck"): [10, 14, 26], (1, "mosi"): [11, 15, 27],
    }  # fmt: skip
    for wanted, pins in table.items():
        assert [pin for pin in range(30) if spi_signal(pin) == wanted] == pins


# (what is wrong, part that is changed, text to find in it, what stands there instead, setting whose line is named,
# refusal)
WRONG = [
    ("another clock pin", CARDS, "sck = 18", "sck = 14", "sck",
     "cards.sck: SPI 0 has its SCK at GPIO 18 by display.sck; parts on one bus name the same pins"),
    ("another data pin", CARDS, "mosi = 19", "mosi = 7", "mosi",
     "cards.mosi: SPI 0 has its MOSI at GPIO 19 by display.mosi; parts on one bus name the same pins"),
    ("another bus on its pins", CARDS, "spi = 0", "spi = 1", "sck",
     "GPIO 18 is used twice: by display.sck and by cards.sck"),
    ("no such SPI", CARDS, "spi = 0\nsck = 18\nmosi = 19\nmiso = 16", "spi = 2\nsck = 12\nmosi = 13\nmiso = 14",
     "spi", "rp2040 has no SPI 2"),
    ("clock on a data pin", CARDS, "spi = 0\nsck = 18\nmosi = 19\nmiso = 16",
     "spi = 1\nsck = 15\nmosi = 14\nmiso = 12", "sck",
     "cards.sck: GPIO 15 cannot be SPI 1 SCK; allowed: 10, 14, 26"),
    ("data out on a data in pin", CARDS, "spi = 0\nsck = 18\nmosi = 19\nmiso = 16",
     "spi = 1\nsck = 14\nmosi = 12\nmiso = 15", "mosi",
     "cards.mosi: GPIO 12 cannot be SPI 1 MOSI; allowed: 11, 15, 27"),
    ("one chip select for two", CARDS, "cs = 27", "cs = 17", "cs",
     "GPIO 17 is used twice: by display.cs and by cards.cs"),
    ("chip select on a bus line", CARDS, "cs = 27", "cs = 18", "cs",
     "GPIO 18 is used twice: by display.sck and by cards.cs"),
    ("faster than the reader", CARDS, "8_000_000", "12_000_000", "freq",
     "'freq' must be one of 1000000, 4000000, 8000000; not 12000000"),
    ("another I2C pin", CLOCK, "sda = 8", "sda = 12", "sda",
     "clock.sda: I2C 0 has its SDA at GPIO 8 by bets.sda; parts on one bus name the same pins"),
    ("crossed I2C pins", CLOCK, "sda = 8\nscl = 9", "sda = 9\nscl = 8", "sda",
     "GPIO 9 is used twice: by bets.scl and by clock.sda"),
    ("another speed", CLOCK, "400_000", "100_000", "freq",
     "clock.freq: I2C 0 runs at 400000 by bets.freq; a bus has one speed"),
    ("address of another chip", CLOCK, "freq", "address = 0x57\nfreq", "address",
     "'address' must be one of 104; not 87"),
    ("kind of another part", CLOCK, "ds3231-i2c", "mcp23017-i2c", "kind",
     "'kind' must be one of ds3231-i2c, host-time; not 'mcp23017-i2c'"),
    ("one UART for two", "uart = 1\ntx = 20\nrx = 21", "uart = 1\ntx = 20\nrx = 21", "uart = 0\ntx = 12\nrx = 13",
     "uart", "UART 0 is used twice: by scanner and by badges"),
    ("pins of the other UART", "uart = 1\ntx = 20\nrx = 21", "tx = 20", "tx = 12", "tx",
     "badges.tx: GPIO 12 cannot be UART 1 TX; allowed: 4, 8, 20"),
    ("rate that no PN532 starts with", "rx = 21\nbaud = 115200", "115200", "9600", "baud",
     "'baud' must be one of 115200; not 9600"),
    ("three expanders", "addresses = [0x20, 0x21]", "[0x20, 0x21]", "[0x20, 0x21, 0x22]", "addresses",
     "'addresses' must be a list of 1 to 2 numbers"),
    ("no expander", "addresses = [0x20, 0x21]", "[0x20, 0x21]", "[]", "addresses",
     "'addresses' must be a list of 1 to 2 numbers"),
    ("no list", "addresses = [0x20, 0x21]", "[0x20, 0x21]", "0x20", "addresses",
     "'addresses' must be a list of 1 to 2 numbers"),
    ("same expander twice", "addresses = [0x20, 0x21]", "0x21", "0x20", "addresses",
     "'addresses' must be different numbers: each chip has its own"),
    ("address of no expander", "addresses = [0x20, 0x21]", "0x21", "0x28", "addresses",
     "'addresses' must be one of 32, 33, 34, 35, 36, 37, 38, 39; not 40"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("part", "find", "put", "setting", "refusal"),
    [case[1:] for case in WRONG],
    ids=[case[0] for case in WRONG],
)
def test_wrong_file_is_refused(
    tmp_path: Path, part: str, find: str, put: str, setting: str, refusal: str
) -> None:
    assert FULL.count(part) == 1 and part.count(find) == 1, "the case does not fit the full file"
    start = FULL.index(part)
    changed = part.replace(find, put)
    line = FULL[:start].count("\n") + 1
    line += changed[: changed.index(f"{setting} = ")].count("\n")
    with pytest.raises(ConfigError) as caught:
        load_text(tmp_path, FULL.replace(part, changed))
    assert caught.value.message == f"{tmp_path / 'b' / 'board.toml'}:{line}: {refusal}"


def test_missing_addresses_are_named(tmp_path: Path) -> None:
    text = FULL.replace("addresses = [0x20, 0x21]\n", "")
    line = text[: text.index("[parts.bets]")].count("\n") + 1
    with pytest.raises(ConfigError) as caught:
        load_text(tmp_path, text)
    message = "missing 'addresses' in [parts.bets]"
    assert caught.value.message == f"{tmp_path / 'b' / 'board.toml'}:{line}: {message}"


def test_a_display_shares_the_i2c_too(tmp_path: Path) -> None:
    """The second of the three parts on the bus is the one that is refused."""
    head, bets = OLED.split("[parts.bets]")
    text = head + "[parts.bets]" + bets.replace("sda = 8", "sda = 12", 1)
    with pytest.raises(ConfigError, match=r"bets\.sda: I2C 0 has its SDA at GPIO 8 by display\.sda"):
        load_text(tmp_path, text)


def test_an_esp32_brings_spi_to_any_output(tmp_path: Path) -> None:
    """Its SPI 1 and 2 go to any pin that can drive; pins of one bus must agree there, too."""
    text = FULL.replace('"rp2040"', '"esp32"').replace("RPI_PICO", "ESP32_GENERIC")
    text = without(without(without(text, "scanner"), "beam"), "keys")
    text = text[: text.index("[parts.supervisor]")] + text[text.index("[parts.display]") :]
    text = text.replace("spi = 0", "spi = 2").replace("miso = 16", "miso = 35")
    numbers = {"cs = 17": "cs = 4", "reset = 26": "reset = 13", "reset = 28": "reset = 14",
               "tx = 20": "tx = 32", "rx = 21": "rx = 33", "int = 7": "int = 34",
               "sda = 8": "sda = 25", "scl = 9": "scl = 26"}  # fmt: skip
    for old, new in numbers.items():
        text = text.replace(old, new)
    # All that is named is accepted, as far as the journal, which only an RP2040 has.
    with pytest.raises(ConfigError, match="kind 'flash-segments' does not work on esp32"):
        load_text(tmp_path, text)
    with pytest.raises(ConfigError, match=r"display\.sck: GPIO 34 of the esp32 can only be an input"):
        load_text(tmp_path, text.replace("sck = 18", "sck = 34"))
    with pytest.raises(ConfigError, match=r"esp32 has no SPI 0"):
        load_text(tmp_path, text.replace("spi = 2", "spi = 0"))
