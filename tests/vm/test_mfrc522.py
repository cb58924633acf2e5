"""The MFRC522 behind our driver on both virtual machines, on the SPI that it shares with a display: tags and badges."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from pitctl.boards import load_board
from simulator.models.mfrc522 import FAULTS, Mfrc522
from simulator.models.ntag_dna import NtagDna
from simulator.models.tags import Tag, TagField
from simulator.vm import FIRMWARE, VmTarget
from tests.vm.conftest import PRELUDE, lines

pytestmark = pytest.mark.target("cpython", "unix")

FOUR, SEVEN, TEN = (bytes.fromhex(text) for text in ("01020304", "04a1b2c3d4e5f6", "1020304050607080a0b0"))
KEY = bytes(range(100, 116))

PROGRAM = """
    import os
    from machine import SPI, Pin
    from pitboard.app.badge_proof import prove
    from pitboard.app.iso14443 import Iso14443
    from pitboard.app.tag_watch import TagWatch
    from pitboard.drivers.mfrc522 import Mfrc522

    KEY = bytes(range(100, 116))
    PROOFS = ("proved", "wrong key", "no answer", "other tag", "locked")
    async def main(stdin, stdout):
        pins = [Pin(n) for n in (18, 19, 16)]
        spi = SPI(0, baudrate=8000000, polarity=0, phase=0, sck=pins[0], mosi=pins[1], miso=pins[2])
        Pin(17, Pin.OUT, value=1)
        chip = Mfrc522(spi, Pin(27, Pin.OUT, value=1), Pin(28, Pin.OUT, value=1))
        reader = Iso14443(chip, "mfrc522")

        async def arrived(identity):
            proof = await prove(reader.exchange, KEY, os.urandom)
            say("+ %s %s", identity.hex(), PROOFS[proof])
            return proof != 2

        def departed(identity):
            say("- %s", identity.hex())

        def noted():
            say("missing %d collision %d", watch.missing, watch.collision)

        watch = TagWatch(reader, 100, arrived, departed, noted)
        await watch.turn()
        say("version %02x", reader.version)
        await watch.run()
    """


class Rig:
    """A chip that looks for tags."""

    def __init__(self, target: VmTarget) -> None:
        self.target = target
        bench = target.bench
        assert isinstance(bench.cards, Mfrc522)
        assert bench.card_field is not None
        self.reader: Mfrc522 = bench.cards
        self.field: TagField = bench.card_field

    def after(self, seconds: float) -> list[str]:
        """What the chip says while time passes."""
        self.target.run_for(round(seconds * 1e6))
        return lines(self.target)


Start = Callable[..., Rig]


@pytest.fixture
def start(target_name: str, tmp_path: Path) -> Iterator[Start]:
    opened: list[VmTarget] = []

    def boot(*tags: Tag, version: int = 0x92) -> Rig:
        firmware = tmp_path / "firmware"
        shutil.copytree(FIRMWARE / "pitboard", firmware / "pitboard")
        (firmware / "main.py").write_text(PRELUDE + dedent(PROGRAM))
        board = load_board("pico-table-full")
        target = VmTarget(target_name, board, {}, state_dir=tmp_path / "state", firmware=firmware)
        opened.append(target)
        rig = Rig(target)
        rig.reader.version = version
        for tag in tags:
            rig.field.put(tag)
        target.start()
        return rig

    yield boot
    for target in opened:
        assert not target.bench.contention
        assert not target.bench.misread
        target.close()


def test_tags_and_badges_come_and_go(start: Start) -> None:
    rig = start(version=0x88)
    assert rig.after(1) == ["version 88"]
    badge = NtagDna(SEVEN, {1: KEY})
    tags = ((Tag(FOUR), "other tag"), (Tag(TEN), "other tag"), (badge, "proved"), (NtagDna(SEVEN), "wrong key"))
    for tag, word in tags:
        rig.field.put(tag)
        assert rig.after(2) == [f"+ {tag.uid.hex()} {word}"], "once, however long it rests"
        rig.field.take(tag)
        assert rig.after(1) == [f"- {tag.uid.hex()}"]
    assert badge.proofs == 1


def test_two_tags(start: Start) -> None:
    rig = start(Tag(FOUR))
    assert rig.after(1)[0] == f"+ {FOUR.hex()} other tag"
    other = Tag(TEN)
    rig.field.put(other)
    assert rig.after(1) == ["missing 0 collision 1"]
    rig.field.take(other)
    assert rig.after(1) == ["missing 0 collision 0"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_reader_that_fails_and_comes_back(start: Start, fault: str) -> None:
    rig = start(Tag(FOUR))
    rig.after(1)
    setattr(rig.reader, "fault", fault)  # noqa: B010
    said = rig.after(2)
    rig.reader.fault = None
    said += rig.after(2)
    gone = fault in ("silent", "stuck", "hung", "gone")
    assert said == (["missing 1 collision 0", "missing 0 collision 0"] if gone else [])
    rig.field.take(rig.field.tags[0])
    assert rig.after(1) == [f"- {FOUR.hex()}"]
