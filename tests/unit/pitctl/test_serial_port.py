"""Finding the right port, and what is said when it cannot be opened or is lost."""

import os
import pty
import threading
import tty
from typing import Any

import pytest
import serial

from pitctl.client import Client
from pitctl.exceptions import AmbiguousDevice, NoAnswer, NoDevice, PortUnavailable
from pitctl.transport import serial_port
from pitctl.transport.serial_port import PortInfo, SerialTransport, choose_port, list_ports
from tests.unit.pitctl.fakes import SERIAL, FakeBoard

PICO = PortInfo("/dev/ttyACM0", "E660AA", 0x2E8A, "Board in FS mode")
OTHER_PICO = PortInfo("/dev/ttyACM1", "E660BB", 0x2E8A, "Board in FS mode")
MOUSE = PortInfo("/dev/ttyUSB7", None, 0x046D, "not a board")
CLONES = [
    PortInfo("/dev/ttyUSB0", "0001", 0x10C4, "CP2102"),
    PortInfo("/dev/ttyUSB1", "0001", 0x10C4, "CP2102"),
]


def test_the_only_board_needs_no_name() -> None:
    assert choose_port(None, [MOUSE, PICO]) is PICO


def test_a_board_is_found_by_serial_number_in_any_case() -> None:
    assert choose_port("usb:e660bb", [PICO, OTHER_PICO]) is OTHER_PICO


def test_a_port_is_found_by_device_even_if_it_is_not_listed() -> None:
    assert choose_port("port:/dev/ttyACM1", [PICO, OTHER_PICO]) is OTHER_PICO
    assert choose_port("port:/dev/pts/5", [PICO]).device == "/dev/pts/5"


@pytest.mark.parametrize(
    ("target", "words"), [(None, "no board is attached"), ("usb:FF", "serial number FF")]
)
def test_no_board(target: str | None, words: str) -> None:
    with pytest.raises(NoDevice, match=words):
        choose_port(target, [MOUSE])


def test_several_boards_are_listed_and_none_is_chosen() -> None:
    with pytest.raises(AmbiguousDevice) as failure:
        choose_port(None, [PICO, OTHER_PICO, MOUSE])
    assert failure.value.message == (
        "several boards are attached: E660AA (/dev/ttyACM0), E660BB (/dev/ttyACM1)"
    )
    assert failure.value.try_this == "name the one you mean: --target usb:E660AA"
    assert failure.value.targets == ("usb:E660AA", "usb:E660BB")


def test_clones_with_one_serial_number_are_told_apart_by_port() -> None:
    with pytest.raises(
        AmbiguousDevice, match="several ports have the serial number 0001"
    ) as failure:
        choose_port("usb:0001", CLONES)
    assert failure.value.targets == ("port:/dev/ttyUSB0", "port:/dev/ttyUSB1")


def test_ports_are_listed_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    class Port:
        def __init__(self, info: PortInfo) -> None:
            self.device, self.serial_number = info.device, info.serial
            self.vid, self.description = info.vendor, info.description

    monkeypatch.setattr(
        serial_port.pyserial_ports, "comports", lambda: [Port(OTHER_PICO), Port(MOUSE), Port(PICO)]
    )
    assert list_ports() == [PICO, OTHER_PICO, MOUSE]


def test_a_port_that_does_not_exist() -> None:
    with pytest.raises(NoDevice, match="no such port: /dev/nowhere") as failure:
        SerialTransport(PortInfo("/dev/nowhere", None, None, ""))
    assert failure.value.try_this.endswith("pitctl devices --all")


def test_a_port_that_cannot_be_opened() -> None:
    def opener(*_: Any, **__: Any) -> None:
        raise serial.SerialException(13, "could not open port: Permission denied")

    with pytest.raises(PortUnavailable, match=r"/dev/ttyACM0.*Permission denied") as failure:
        SerialTransport(PICO, opener)
    assert "close other programs" in failure.value.try_this


class BrokenPort:
    """Opens, then fails as told."""

    def __init__(self, failure: Exception) -> None:
        self._failure = failure

    def write(self, _: bytes) -> None:
        raise self._failure

    def read(self, _: int) -> bytes:
        raise self._failure

    def close(self) -> None:
        pass


def broken(failure: Exception) -> SerialTransport:
    def opener(*_: Any, **__: Any) -> BrokenPort:
        return BrokenPort(failure)

    return SerialTransport(PICO, opener)


def test_a_port_that_is_pulled_out() -> None:
    transport = broken(serial.SerialException("device   disconnected\n"))
    with pytest.raises(PortUnavailable, match="usb:E660AA was lost: device disconnected"):
        transport.write(b"x")
    with pytest.raises(PortUnavailable, match="was lost"):
        transport.read(0.1)
    with pytest.raises(PortUnavailable, match="was lost"):
        broken(OSError(5, "gone")).read(0.1)


def test_a_board_that_takes_no_bytes() -> None:
    with pytest.raises(NoAnswer, match="takes no bytes"):
        broken(serial.SerialTimeoutException()).write(b"x")


def test_a_real_terminal_line() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    board = FakeBoard()

    def serve() -> None:
        while True:
            try:
                data = os.read(master, 1024)
            except OSError:
                return
            board.write(data)
            os.write(master, bytes(board.sent))
            board.sent.clear()

    threading.Thread(target=serve, daemon=True).start()
    transport = SerialTransport(PortInfo(os.ttyname(slave), None, None, ""))
    try:
        assert Client(transport).identify(SERIAL).board == "pico-table"
        assert transport.read(0.01) == b""
    finally:
        transport.close()
        os.close(slave)
        os.close(master)
