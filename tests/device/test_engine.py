"""The barcode engine behind a whole table: found, set up, lost in mid-race, back, and never fooled by a code."""

from collections.abc import Callable

import pytest

from simulator.models.gm65 import SAME_CODE, SETUP, Gm65, with_check
from tests.device.rig import TableRig

pytestmark = [
    pytest.mark.device,
    pytest.mark.rule("001 8.1 passage"),
    pytest.mark.rule("001 3.4(d), (e), (f)"),
]

MakeRig = Callable[..., TableRig]
CRAFTED: dict[str, bytes] = {
    "control characters": b"\x00\x03\x1b9D\x7f",
    "10 KB": b"TH" * 5000,
    "the engine's set-up code": bytes.fromhex("7E 00 08 01 00 13 85 AB CD"),
    "the engine's answer": with_check(b"\x02\x00", b"\x00\x01\x00"),
}


def gm65_of(rig: TableRig) -> Gm65:
    assert isinstance(rig.bench.barcode, Gm65)
    return rig.bench.barcode


def ready(make_rig: MakeRig, **settings: object) -> TableRig:
    """A table with a factory-new GM65 that it has set up."""
    rig = make_rig(dialect="gm65", **settings)
    assert rig.target.run_until(lambda: gm65_of(rig).saves == 1, 15_000_000)
    rig.wait_us(500_000)
    return rig


def test_a_table_starts_without_its_engine_and_says_so(make_rig: MakeRig) -> None:
    rig = make_rig(dialect="gm65")
    assert rig.client.describe().missing == ("scanner",), "still looking for it"
    assert rig.target.run_until(lambda: gm65_of(rig).saves == 1, 15_000_000)
    rig.wait_us(500_000)
    assert rig.client.describe().missing == ()
    assert rig.irregularities() == [], "nobody was disturbed"


def test_two_cards_of_the_same_face_are_two_cards(make_rig: MakeRig) -> None:
    """As delivered, the engine would hide the second."""
    rig = ready(make_rig, decks=8)
    rig.open_race()
    rig.deal(["TH", "TH", "TH", "4S"], pace_ms=300)
    assert rig.cards() == ["TH", "TH", "TH", "4S"]
    assert rig.irregularities() == []


@pytest.mark.parametrize("how", ["unplugged", "reset"])
def test_an_engine_lost_in_mid_race_is_named_once_and_its_return_too(
    make_rig: MakeRig, how: str
) -> None:
    rig = ready(make_rig)
    engine = gm65_of(rig)
    rig.open_race()
    rig.deal(["TH", "4S"])
    if how == "reset":
        engine.reset_to_factory()
        rig.wait_us(4_000_000)
    else:
        engine.power_off()
        rig.wait_us(4_000_000)
        assert rig.irregularities() == [("reader_lost", 3)]
        assert rig.client.describe().missing == ("scanner",)
        rig.slide("9C")
        assert rig.irregularities()[1:] == [("misscan", 3)]
        engine.power_on()
    assert rig.target.run_until(lambda: rig.client.describe().missing == (), 20_000_000)
    told = [kind for kind, _ in rig.irregularities() if kind != "misscan"]
    assert told == ["reader_lost", "reader_back"]
    assert engine.ram[SAME_CODE] & 0x80 == 0 and engine.ram[SETUP] & 2
    rig.slide("9C")
    assert rig.cards() == ["TH", "4S", "9C"], "a new slide resolves the open passage"


def test_a_plain_engine_is_lost_after_two_silent_passages(rig: TableRig) -> None:
    assert rig.bench.barcode is not None
    rig.open_race()
    rig.slide("TH")
    rig.bench.barcode.fault = "lost"
    rig.deal(["4S", "4S"])
    assert rig.irregularities() == [("misscan", 2), ("misscan", 2), ("reader_lost", 2)]
    assert rig.client.describe().missing == ("scanner",)
    rig.bench.barcode.fault = None
    rig.slide("4S")
    assert rig.cards() == ["TH", "4S"]
    assert rig.irregularities()[-1] == ("reader_back", 2)
    assert rig.client.describe().missing == ()


@pytest.mark.parametrize("dialect", ["plain", "gm65"])
def test_a_crafted_code_changes_nothing(make_rig: MakeRig, dialect: str) -> None:
    rig = ready(make_rig) if dialect == "gm65" else make_rig()
    registers = bytes(gm65_of(rig).ram) if dialect == "gm65" else b""
    rig.open_race()
    good, unknown = ["TH", "4S", "9C", "KD"], [("", 0)]
    for number, (name, code) in enumerate(CRAFTED.items(), 1):
        rig.slide(code, pace_ms=1500)
        unknown = [("unknown_code", place) for place in range(1, number + 1)]
        assert rig.irregularities() == unknown, name
        rig.slide(good[number - 1])
        assert rig.cards() == good[:number], name
    rig.wait_us(5_000_000)
    assert rig.irregularities() == unknown
    if dialect == "gm65":
        assert bytes(gm65_of(rig).ram) == registers
        assert gm65_of(rig).saves == 1
