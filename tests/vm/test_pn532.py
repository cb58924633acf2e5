"""The PN532 behind our driver and a UART with DMA, on both virtual machines, beside the barcode engine on the other."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from pitctl.boards import load_board
from simulator.models.ntag_dna import NtagDna
from simulator.models.pn532 import Fault, Pn532
from simulator.models.tags import Tag, TagField
from simulator.vm import FIRMWARE, VmTarget
from tests.vm.conftest import PRELUDE, lines

pytestmark = pytest.mark.target("cpython", "unix")

FOUR, SEVEN, TEN = (bytes.fromhex(text) for text in ("01020304", "04a1b2c3d4e5f6", "1020304050607080a0b0"))

PROGRAM = """
    from pitboard.app.pn532 import Pn532
    from pitboard.drivers.rp2_uart_dma import UartDma

    RESULTS = ("nobody", "present", "collision", "identity")
    SELECT = b"\\x00\\xa4\\x04\\x0c\\x07\\xd2\\x76\\x00\\x00\\x85\\x01\\x01\\x00"

    async def words(reader):
        try:
            return (await reader.exchange(SELECT)).hex()
        except OSError as error:
            return "error %d" % error.args[0]
        finally:
            await reader.release()

    async def watch(reader):
        was = ""
        while True:
            began = time.ticks_ms()
            try:
                result, identity = await reader.look()
                now = "%s %s" % (RESULTS[result], identity.hex())
                took = time.ticks_diff(time.ticks_ms(), began)
                if took > 130:
                    say("a look took %d ms", took)
            except OSError as error:
                identity = b""
                now = "error %d" % error.args[0]
            if now != was:
                was = now
                if len(identity) == 7:
                    now += " " + await words(reader)
                say("%s", now.strip())
            await asyncio.sleep_ms(100)

    async def scan(reader):
        code = bytearray()
        while True:
            while reader.any():
                byte = reader.get()
                if byte == 13:
                    say("code %s", bytes(code).decode())
                    code = bytearray()
                else:
                    code.append(byte)
            await asyncio.sleep_ms(5)

    async def main(stdin, stdout):
        wake = asyncio.ThreadSafeFlag()
        engine = UartDma(0, 0, 1, 115200, wake)
        reader = Pn532(UartDma(1, 20, 21, 115200, wake))
        try:
            await reader.begin()
            say("version %06x", reader.version)
        except OSError as error:
            say("begin: error %d", error.args[0])
        tasks = [asyncio.create_task(watch(reader)), asyncio.create_task(scan(engine))]
        for task in tasks:
            await task
    """


class Rig:
    """A chip that looks for tags."""

    def __init__(self, target: VmTarget) -> None:
        self.target = target
        bench = target.bench
        assert isinstance(bench.badges, Pn532)
        assert bench.badge_field is not None
        assert bench.barcode is not None
        self.reader: Pn532 = bench.badges
        self.field: TagField = bench.badge_field
        self.engine = bench.barcode

    def after(self, seconds: float) -> list[str]:
        """What the chip says while time passes."""
        self.target.run_for(round(seconds * 1e6))
        return lines(self.target)


Start = Callable[..., Rig]


@pytest.fixture
def start(target_name: str, tmp_path: Path) -> Iterator[Start]:
    opened: list[VmTarget] = []

    def boot(fault: Fault | None = None) -> Rig:
        firmware = tmp_path / "firmware"
        shutil.copytree(FIRMWARE / "pitboard", firmware / "pitboard")
        (firmware / "main.py").write_text(PRELUDE + dedent(PROGRAM))
        board = load_board("pico-table-full")
        target = VmTarget(target_name, board, {}, state_dir=tmp_path / "state", firmware=firmware)
        opened.append(target)
        rig = Rig(target)
        rig.reader.fault = fault
        target.start()
        return rig

    yield boot
    for target in opened:
        target.close()


def test_tags_come_and_go(start: Start) -> None:
    rig = start()
    assert rig.after(1) == ["version 320106", "nobody"]
    for uid in (FOUR, TEN):
        tag = Tag(uid)
        rig.field.put(tag)
        assert rig.after(3) == [f"identity {uid.hex()}"], "once, however long it rests"
        rig.field.take(tag)
        assert rig.after(1) == ["nobody"]


def test_a_badge_is_talked_with(start: Start) -> None:
    rig = start()
    rig.after(1)
    badge = NtagDna(SEVEN)
    rig.field.put(badge)
    assert rig.after(2) == [f"identity {SEVEN.hex()} 9000"]
    assert len(badge.apdus) == 1
    rig.field.take(badge)
    assert rig.after(1) == ["nobody"]
    rig.field.put(Tag(SEVEN))
    assert rig.after(1) == [f"identity {SEVEN.hex()} error 95"]
    rig.field.put(Tag(FOUR))
    assert rig.after(1) == ["collision"]


def test_a_chip_that_is_lost_and_comes_back(start: Start) -> None:
    rig = start("silent")
    assert rig.after(1) == ["begin: error 110", "error 110"]
    rig.field.put(Tag(FOUR))
    rig.reader.fault = None
    assert rig.after(1) == [f"identity {FOUR.hex()}"]
    faults: tuple[Fault, ...] = ("gone", "stuck", "brown-out")
    for fault in faults:
        rig.reader.fault = fault
        said = rig.after(1)
        rig.reader.fault = None
        said += rig.after(1)
        assert said[0].startswith("error"), fault
        assert said[-1] == f"identity {FOUR.hex()}", fault
        assert len(said) <= 3, fault


def test_a_power_cut_of_the_table(start: Start) -> None:
    rig = start()
    rig.field.put(Tag(FOUR))
    assert rig.after(1) == ["version 320106", f"identity {FOUR.hex()}"]
    rig.target.power_cut()
    rig.target.start()
    assert rig.after(1) == ["version 320106", f"identity {FOUR.hex()}"]


def test_codes_on_the_other_uart_are_all_heard(start: Start) -> None:
    rig = start()
    rig.after(1)
    rig.field.put(NtagDna(SEVEN))
    for number in range(40):
        rig.engine.send(b"CARD%03d\r" % number)
        rig.target.run_for(25_000)
    said = rig.after(1)
    assert [text for text in said if text.startswith("code")] == [f"code CARD{n:03d}" for n in range(40)]
    assert f"identity {SEVEN.hex()} 9000" in said
