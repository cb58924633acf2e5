"""The MFRC522 by hand: bytes on SPI as its data sheet (rev 3.9) gives them. Register numbers are written out."""

import pytest

from simulator.models.mfrc522 import FAULTS, Fault, Mfrc522
from simulator.models.tags import Tag, TagField
from tests.models.recorder import MS, US, Recorder

FOUR = bytes.fromhex("01020304")


class Bus:
    """A hand on the SPI bus."""

    def __init__(self, *tags: Tag, version: int = 0x92) -> None:
        self.wires = Recorder()
        self.field = TagField()
        self.chip = Mfrc522(self.wires.clock, self.field, version=version)
        for tag in tags:
            self.field.put(tag)

    def transfer(self, *out: int) -> list[int]:
        self.chip.select(True)
        back = [self.chip.exchange(byte) for byte in out]
        self.chip.select(False)
        return back

    def write(self, register: int, *values: int) -> None:
        self.transfer(register << 1, *values)

    def read(self, register: int) -> int:
        return self.transfer(0x80 | register << 1, 0)[1]

    def antenna_on(self) -> None:
        self.write(0x15, 0x40)  # TxASK: Force100ASK
        self.write(0x14, 0x83)  # TxControl: Tx1RFEn, Tx2RFEn
        self.wires.run_ms(5)

    def timer(self, ticks: int) -> None:
        """40 kHz, from the end of each transmission."""
        self.write(0x2A, 0x80)
        self.write(0x2B, 0xA9)
        self.write(0x2C, ticks >> 8)
        self.write(0x2D, ticks & 255)

    def transceive(self, *frame: int, framing: int = 0x80, us: float = 2000) -> None:
        self.write(0x01, 0x00)  # Idle
        self.write(0x0A, 0x80)  # FlushBuffer
        self.write(0x04, 0x7F)  # clear the interrupt requests
        self.write(0x09, *frame)
        self.write(0x01, 0x0C)  # Transceive
        self.write(0x0D, framing)  # StartSend
        self.wires.run_ms(us / 1000)

    def fifo(self) -> bytes:
        return bytes(self.read(0x09) for _ in range(self.read(0x0A)))


@pytest.fixture
def bus() -> Bus:
    """A reader with its antenna on and a tag before it."""
    bus = Bus(Tag(FOUR, sak=0x08))
    bus.antenna_on()
    return bus


def test_the_address_byte_and_a_read_of_several_registers() -> None:
    """8.1.2.1: every byte behind the first names the next register; its answer comes one byte later."""
    bus = Bus()
    assert bus.transfer(0xEE, 0xA8, 0x82, 0x00)[1:] == [0x92, 0x80, 0x20]  # Version, TxControl, Command
    assert bus.transfer(0x80 | 0x37 << 1, 0x00)[1] == 0x92


def test_a_write_goes_to_one_register_however_long_it_is() -> None:
    """8.1.2.2"""
    bus = Bus()
    bus.transfer(0x12, 1, 2, 3)  # FIFODataReg
    assert bus.read(0x0A) == 3
    assert bus.transfer(0x92, 0x92, 0x92, 0x00)[1:] == [1, 2, 3]
    assert bus.read(0x0A) == 0


@pytest.mark.parametrize(
    ("register", "value"),
    [(0x01, 0x20), (0x02, 0x80), (0x04, 0x14), (0x06, 0x00), (0x07, 0x21), (0x0A, 0x00), (0x0B, 0x08), (0x0C, 0x10),
     (0x0E, 0xA0), (0x11, 0x3F), (0x14, 0x80), (0x15, 0x00), (0x24, 0x26), (0x26, 0x48), (0x2A, 0x00), (0x2D, 0x00)],
)  # fmt: skip
def test_registers_have_their_reset_values(register: int, value: int) -> None:
    bus = Bus()
    assert bus.read(register) == value
    for other in (0x11, 0x14, 0x15, 0x24, 0x26, 0x2A, 0x2D):
        bus.write(other, 0x55)
    bus.write(0x01, 0x0F)  # SoftReset
    bus.wires.run_ms(1)
    assert bus.read(register) == value


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x12])
def test_the_version_is_that_of_the_part(version: int) -> None:
    assert Bus(version=version).read(0x37) == version


def test_the_crc_coprocessor() -> None:
    """10.3.1.4, with the preset 6363 of ISO/IEC 14443: the example of its annex."""
    bus = Bus()
    bus.write(0x11, 0x3D)
    bus.write(0x09, 0x12, 0x34)
    bus.write(0x01, 0x03)
    assert bus.read(0x05) & 0x04, "CRCIRq"
    assert (bus.read(0x22), bus.read(0x21)) == (0x26, 0xCF)
    assert bus.read(0x01) & 0x0F == 0x03, "it goes on until it is stopped"


def test_a_call_is_answered_after_its_time_on_the_air(bus: Bus) -> None:
    bus.transceive(0x26, framing=0x87, us=80)
    assert bus.read(0x04) & 0x61 == 0x00, "seven bits, start and end take 85 us"
    bus.wires.run_ms(0.01)
    assert bus.read(0x04) & 0x61 == 0x40, "TxIRq"
    assert bus.read(0x08) & 0x07 == 5, "waits for data"
    bus.wires.run_ms(0.26)  # 86 us of delay, 19 bits
    assert bus.read(0x04) & 0x61 == 0x40
    bus.wires.run_ms(0.01)
    assert bus.read(0x04) & 0x61 == 0x60, "RxIRq"
    assert bus.read(0x01) & 0x0F == 0x0C, "Transceive does not end by itself"
    assert bus.read(0x06) == 0
    assert bus.read(0x0C) & 0x07 == 0
    assert bus.fifo() == b"\x04\x00"


def test_the_way_to_an_identity(bus: Bus) -> None:
    bus.transceive(0x52, framing=0x87)
    assert bus.fifo() == b"\x04\x00"
    bus.transceive(0x93, 0x20)
    assert bus.fifo() == bytes.fromhex("0102030404")
    bus.transceive(*bytes.fromhex("93 70 01 02 03 04 04 8E 25"))
    assert bus.fifo() == bytes.fromhex("08B6DD")
    bus.timer(40)
    bus.transceive(0x50, 0x00, 0x57, 0xCD)
    assert bus.read(0x04) & 0x61 == 0x41, "HLTA: silence is consent"


def test_crc_by_hardware(bus: Bus) -> None:
    bus.transceive(0x52, framing=0x87)
    bus.transceive(0x93, 0x20)
    bus.write(0x12, 0x80)  # TxCRCEn
    bus.write(0x13, 0x80)  # RxCRCEn
    bus.transceive(0x93, 0x70, 1, 2, 3, 4, 4)
    assert bus.fifo() == b"\x08", "the CRC is taken off"
    assert bus.read(0x06) == 0
    bus.transceive(0x93, 0x20)
    bus.write(0x12, 0x00)
    bus.transceive(0x52, framing=0x87)
    assert bus.read(0x06) == 0x04, "an ATQA has none"


def test_a_collision_has_its_place() -> None:
    """9.3.1.15: 01h is a collision in the first bit; 01 and 05 differ in the third."""
    bus = Bus(Tag(FOUR), Tag(bytes.fromhex("05020304")))
    bus.antenna_on()
    bus.transceive(0x52, framing=0x87)
    assert bus.read(0x0E) == 0xA0, "CollPosNotValid"
    bus.transceive(0x93, 0x20)
    assert bus.read(0x06) == 0x08, "CollErr"
    assert bus.read(0x04) & 0x22 == 0x22, "RxIRq, ErrIRq"
    assert bus.read(0x0E) == 0x83
    bus.write(0x0E, 0x00)  # ValuesAfterColl: cleared
    bus.transceive(0x52, framing=0x87)
    bus.transceive(0x52, framing=0x87)
    bus.transceive(0x93, 0x20)
    assert bus.read(0x0E) == 0x03
    assert bus.fifo() == bytes.fromhex("0100000000")
    bus.transceive(0x52, framing=0x87)
    bus.transceive(0x52, framing=0x87)
    bus.transceive(0x93, 0x23, 0x05, framing=0xB3)  # three bits are known: TxLastBits 3, RxAlign 3
    assert bus.read(0x06) == 0
    assert bus.fifo() == bytes.fromhex("0002030400"), "the five bits that came, from bit 3 on"


def test_the_timer_runs_from_the_last_bit_sent_to_the_fifth_heard(bus: Bus) -> None:
    """8.5: (2 * 169 + 1) * (reload + 1) periods of 13.56 MHz; 9.3.3.10: TAuto."""
    bus.timer(39)
    bus.transceive(0x26, framing=0x87, us=95)
    assert bus.read(0x07) & 0x08, "TRunning"
    bus.wires.run_ms(1)
    assert not bus.read(0x07) & 0x08
    assert bus.read(0x04) & 0x21 == 0x20, "the answer has stopped it"
    bus.field.take(bus.field.tags[0])
    bus.transceive(0x26, framing=0x87, us=85)
    sent = bus.wires.time.now_ns()
    while not bus.read(0x04) & 0x01:
        bus.wires.run_ms(0.005)
    assert (bus.wires.time.now_ns() - sent) / US == pytest.approx(1000, abs=10)
    assert bus.read(0x04) & 0x21 == 0x01
    assert bus.read(0x2F) == 0


def test_the_timer_by_hand() -> None:
    bus = Bus()
    bus.write(0x2B, 0xA9)
    bus.write(0x2D, 100)
    bus.write(0x0C, 0x40)  # TStartNow
    bus.wires.run_ms(1.01)
    assert bus.read(0x2F) == 60
    bus.write(0x0C, 0x80)  # TStopNow
    bus.wires.run_ms(5)
    assert bus.read(0x2F) == 60
    assert not bus.read(0x04) & 0x01


def test_interrupt_requests_are_cleared_and_set_by_marks() -> None:
    """9.3.1.5"""
    bus = Bus()
    bus.write(0x04, 0x10)
    assert bus.read(0x04) == 0x04
    bus.write(0x04, 0x81)
    assert bus.read(0x04) == 0x05
    bus.write(0x04, 0x7F)
    assert bus.read(0x04) == 0x00


def test_the_fifo_takes_64_bytes() -> None:
    bus = Bus()
    bus.write(0x09, *range(64))
    assert bus.read(0x0A) == 64
    assert bus.read(0x06) == 0
    assert bus.read(0x07) & 0x03 == 0x02, "HiAlert"
    bus.write(0x09, 0xFF)
    assert bus.read(0x06) == 0x10, "BufferOvfl"
    assert bus.fifo() == bytes(range(64))
    bus.write(0x0A, 0x80)
    assert bus.read(0x06) == 0


def test_without_antenna_or_full_modulation_nobody_hears() -> None:
    for settings in ((0x15, 0x40), (0x14, 0x83)):
        bus = Bus(Tag(FOUR))
        bus.write(*settings)
        bus.wires.run_ms(5)
        bus.transceive(0x26, framing=0x87)
        assert not bus.read(0x04) & 0x20
    assert bus.read(0x04) & 0x40, "sent, but not with 100 % ASK"


def test_an_answer_that_comes_too_late_is_heard_by_whoever_listens_then(bus: Bus) -> None:
    bus.field.tags[0].fault = "slow"
    bus.transceive(0x26, framing=0x87)
    assert not bus.read(0x04) & 0x20
    bus.transceive(0x50, 0x00, 0x57, 0xCD)
    assert bus.read(0x04) & 0x20
    assert bus.fifo() == b"\x04\x00"


def test_noise_of_less_than_four_bits_can_be_passed_over(bus: Bus) -> None:
    tag = bus.field.tags[0]
    bus.write(0x13, 0x08)  # RxNoErr
    bus.transceive(0x26, framing=0x87, us=85 + 86 + 32)
    bus.field.take(tag)  # behind the start bit and two bits
    bus.wires.run_ms(2)
    assert not bus.read(0x04) & 0x20


def test_half_an_answer_ends_in_the_middle_of_a_byte(bus: Bus) -> None:
    tag = bus.field.tags[0]
    bus.transceive(0x26, framing=0x87, us=85 + 86 + 9.5 * 7.5)
    bus.field.take(tag)
    bus.wires.run_ms(2)
    assert bus.read(0x04) & 0x20
    assert bus.read(0x0C) & 0x07 == 6, "RxLastBits"


def test_bit_errors_on_the_air_show_as_parity_errors(bus: Bus) -> None:
    tag = bus.field.tags[0]
    tag.fault = "garbled"
    found = 0
    for _ in range(60):
        tag.state = "idle"
        bus.transceive(0x26, framing=0x87)
        found |= bus.read(0x06)
    assert found == 0x0A, "CollErr, ParityErr"


def test_power_down_and_reset(bus: Bus) -> None:
    bus.chip.reset_pin(False)
    assert bus.read(0x37) == 0xFF, "nobody drives MISO"
    assert not bus.field.on
    bus.wires.run_ms(1)
    bus.chip.reset_pin(True)
    assert bus.read(0x01) == 0x30, "PowerDown: not ready"
    bus.write(0x24, 0x11)
    bus.wires.run_ms(3)
    assert bus.read(0x01) == 0x20
    assert bus.read(0x24) == 0x26, "what came too early is lost"
    bus.antenna_on()
    bus.write(0x01, 0x10)  # soft power-down: registers stay
    assert not bus.field.on
    assert bus.read(0x14) == 0x83
    bus.write(0x01, 0x00)
    assert bus.read(0x01) == 0x10, "8.6.2: it wakes"
    bus.wires.run_ms(1)
    assert bus.read(0x01) == 0x00
    assert bus.field.on
    bus.chip.power_off()
    bus.wires.run_ms(5)
    assert bus.read(0x14) == 0x80


def test_not_selected_it_is_deaf_and_silent(bus: Bus) -> None:
    assert bus.chip.exchange(0xEE) == 0xFF
    assert bus.chip.exchange(0x00) == 0xFF


@pytest.mark.parametrize(("fault", "reads"), [("silent", 0xFF), ("stuck", 0x00)])
def test_a_dead_miso(bus: Bus, fault: Fault, reads: int) -> None:
    bus.chip.fault = fault
    assert [bus.read(register) for register in (0x37, 0x04, 0x0A)] == [reads] * 3
    bus.chip.fault = None
    assert bus.read(0x37) == 0x92
    assert bus.read(0x14) == 0x83, "it was there all the time"


def test_other_faults(bus: Bus) -> None:
    chip = bus.chip
    chip.fault = "wrong-version"
    assert bus.read(0x37) == 0x37
    chip.fault = "hung"
    bus.transceive(0x52, framing=0x87)
    assert bus.read(0x04) & 0x61 == 0
    assert bus.read(0x37) == 0x92
    chip.fault = "slow"
    bus.transceive(0x52, framing=0x87, us=300)
    assert bus.read(0x04) & 0x61 == 0
    bus.wires.run_ms(1)
    assert bus.read(0x04) & 0x61 == 0x60
    chip.fault = "gone"
    assert bus.transfer(0xEE, *[0xEE] * 20)[-1] == 0xFF
    assert bus.read(0x37) == 0xFF
    chip.fault = None
    bus.wires.run_ms(5)
    assert bus.read(0x14) == 0x80, "it began anew"
    bus.antenna_on()
    chip.fault = "brown-out"
    assert chip.fault is None
    bus.wires.run_ms(1)
    assert bus.read(0x14) == 0x80
    assert not bus.field.on
    chip.fault = "bit-errors"
    chip.bit_error_rate = 0.2
    seen = {bus.read(0x37) for _ in range(300)}
    assert len(seen) > 5
    assert 0x92 in seen
    assert set(FAULTS) == {"silent", "stuck", "hung", "bit-errors", "slow", "wrong-version", "gone", "brown-out"}
    assert bus.wires.time.now_ns() < 100 * MS
