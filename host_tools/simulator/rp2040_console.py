"""The host's end of the emulated board's USB serial port.

`Console` is the port as a test sees it; it can stop reading, as a hung host does. `serve_pty`
offers the same port as a pseudo-terminal, so that the real `mpremote` and `pitctl` can open it.
"""

import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rp2040py.rp2040 import RP2040
from rp2040py.usb.cdc import USBCDC

from simulator.rp2040_clock import Call, ChipClock

# One full-speed bulk packet of 64 bytes every 100 us is about what a host's driver manages.
PACKET = 64
PACKET_GAP_NS = 100_000
# While the host does not read, the other endpoints are served at the rate of USB frames.
FRAME_NS = 1_000_000
ENDPOINTS = 16
EP_IN_CONTROL = 0x80
EP_OUT_CONTROL = 0x84


class Console:
    """The USB serial port; it stays when the chip behind it is replaced."""

    def __init__(self, clock: ChipClock) -> None:
        self._clock = clock
        self._chip: RP2040 | None = None
        self._cdc: USBCDC | None = None
        self._received = bytearray()
        self._to_send = bytearray()
        self._sender: Call | None = None
        self._frames: Call | None = None
        self._stalled = False
        self.connected = False

    def write(self, data: bytes) -> None:
        """Sends bytes to the board; they wait here until it is on the bus."""
        self._to_send += data
        self._send_soon()

    def read(self) -> bytes:
        """What the board has sent since the last call."""
        data = bytes(self._received)
        self._received.clear()
        return data

    @property
    def stalled(self) -> bool:
        """True while the host takes no more data (it still sends, and answers on endpoint 0)."""
        return self._stalled

    @stalled.setter
    def stalled(self, value: bool) -> None:
        if value == self._stalled:
            return
        self._stalled = value
        if value:
            self._frame()
        else:
            if self._frames is not None:
                self._frames.cancel()
            self._serve(every=True)

    def set_dtr(self, dtr: bool) -> None:
        """Raises or drops DTR, as a program does that opens or closes the port."""
        if self._cdc is not None:
            self._cdc.set_control_lines(dtr=dtr, rts=dtr)

    def attach(self, chip: RP2040) -> None:
        cdc = USBCDC(chip.usb_ctrl)
        cdc.on_serial_data = self._received.extend
        cdc.on_device_connected = self._on_connected
        self._chip = chip
        self._cdc = cdc
        self.connected = False

    def detach(self) -> None:
        self._chip = None
        self._cdc = None
        self.connected = False
        # The cable's far end forgets what a dead board will never take.
        self._to_send.clear()

    def lost(self) -> None:
        """The chip was reset: the board leaves the bus and enumerates again."""
        self.connected = False

    def _on_connected(self) -> None:
        self.connected = True
        self._send_soon()
        if self._stalled:
            self._frame()

    def _send_soon(self) -> None:
        if self._sender is None and self._to_send and self.connected:
            self._sender = self._clock.call_in(PACKET_GAP_NS, self._send)

    def _send(self) -> None:
        self._sender = None
        cdc = self._cdc
        if cdc is None or not self.connected:
            return
        room = cdc.tx_fifo.size - cdc.tx_fifo.item_count
        count = min(PACKET, room, len(self._to_send))
        for byte in self._to_send[:count]:
            cdc.send_serial_byte(byte)
        del self._to_send[:count]
        self._send_soon()

    def _frame(self) -> None:
        if self._frames is not None:
            self._frames.cancel()
        if self._stalled:
            self._serve(every=False)
            self._frames = self._clock.call_in(FRAME_NS, self._frame)

    def _serve(self, *, every: bool) -> None:
        """Takes what the firmware has put into the endpoint buffers.

        The emulator's host takes an IN buffer the moment it is filled. A controller in host mode
        takes none, so that mode stands for a host that does not poll; between the frames
        everything but the serial port's IN endpoint is served by hand.
        """
        if self._chip is None or self._cdc is None:
            return
        usb = self._chip.usb_ctrl
        held = self._cdc._in_endpoint  # pyright: ignore[reportPrivateUsage]
        usb._host_mode = False  # pyright: ignore[reportPrivateUsage]
        for endpoint in range(ENDPOINTS):
            if every or endpoint != held:
                usb.dpram_updated(EP_IN_CONTROL + endpoint * 8, 0)
            usb.dpram_updated(EP_OUT_CONTROL + endpoint * 8, 0)
        usb._host_mode = not every and self.connected  # pyright: ignore[reportPrivateUsage]


# How long the emulator runs between two looks at the terminal, and between two waits for it when
# nothing moves: a wait leaves the processor to the program at the other end.
SLICE_US = 1_000
QUIET_SLICE_US = 5_000
QUIET_WAIT_SECONDS = 0.0005
# How far chip time may run ahead of the host's clock after the last byte: programs on the terminal
# wait in real time.
LEAD_SECONDS = 0.02


@contextmanager
def serve_pty(
    console: Console,
    run_for: Callable[[int], None],
    now_ns: Callable[[], int],
    lead_seconds: float = LEAD_SECONDS,
) -> Generator[str]:
    """A terminal's path; a thread runs the board behind it until the block ends."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    stop = threading.Event()
    failure: list[BaseException] = []

    def pump() -> None:
        unsent = b""
        quiet = False
        last_chip, last_wall = now_ns(), time.monotonic()
        while not stop.is_set():
            ahead = (now_ns() - last_chip) / 1e9 - (time.monotonic() - last_wall)
            wait = max(QUIET_WAIT_SECONDS if quiet else 0.0, ahead - lead_seconds)
            taken = _read(master) if select.select([master], [], [], wait)[0] else b""
            console.write(taken)
            run_for(QUIET_SLICE_US if quiet and not taken else SLICE_US)
            given = console.read()
            quiet = not (taken or given)
            if not quiet or ahead < -lead_seconds:
                # Count from here; a board slower than real time saves up no credit.
                last_chip, last_wall = now_ns(), time.monotonic()
            unsent = _write(master, unsent + given)

    def guarded() -> None:
        try:
            pump()
        except BaseException as error:  # noqa: BLE001 - handed to the caller's thread below
            failure.append(error)

    thread = threading.Thread(target=guarded, name="rp2040-pty", daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        stop.set()
        thread.join()
        os.close(master)
        os.close(slave)
    if failure:
        raise failure[0]


def _read(master: int) -> bytes:
    try:
        return os.read(master, 4096)
    except (BlockingIOError, OSError):
        return b""


def _write(master: int, data: bytes) -> bytes:
    """Writes what the terminal takes and gives back the rest."""
    try:
        return data[os.write(master, data) :] if data else b""
    except BlockingIOError:
        return data
