"""UART whose received bytes a DMA channel writes into a RAM ring (RP2040).

A flash erase holds interrupts off for 45 ms and more; `machine.UART` then keeps 32 bytes, DMA keeps them all.
The ring must be aligned to its size (RP2040 datasheet 2.5.6.2, CTRL.RING_SIZE). A wake-up comes from the falling
edge of a start bit: the RX pin's own interrupt, armed by `listen()`, disarmed by the first edge.

Never blocks: what is sent waits in the 32-byte FIFO. Receiving allocates in the constructor only.
"""

import rp2
from machine import UART, Pin, mem32
from micropython import const
from uctypes import addressof

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import Flag

_RING_BITS = const(9)
_RING = const(512)
_UART0_BASE = const(0x40034000)  # datasheet 4.2.8
_UART_STRIDE = const(0x4000)
_UARTIMSC = const(0x38)  # interrupt mask
_UARTDMACR = const(0x48)  # bit 0: receive DMA enable
_DREQ_UART0_RX = const(21)  # datasheet 2.5.3.1, table 120
_COUNT = const(0x1FFFFFFF)  # bytes until re-arming: 13 hours at 115200 baud; fits a small int


class UartDma:
    """Bytes from a serial reader. `lost` counts bytes that were overwritten unread."""

    def __init__(
        self, uart: int, tx: int, rx: int, baud: int, wake: "Flag", count: int = _COUNT
    ) -> None:
        self._wake = wake
        self._uart = UART(uart, baudrate=baud, tx=Pin(tx), rx=Pin(rx), rxbuf=32)
        self._base = _UART0_BASE + uart * _UART_STRIDE
        raw = bytearray(2 * _RING)
        start = -addressof(raw) & (_RING - 1)
        self._ring = memoryview(raw)[start : start + _RING]
        self._count = count
        self._taken = 0
        self.lost = 0
        self._dma = rp2.DMA()
        self._ctrl = self._dma.pack_ctrl(
            size=0,
            inc_read=False,
            inc_write=True,
            ring_size=_RING_BITS,
            ring_sel=True,
            treq_sel=_DREQ_UART0_RX + 2 * uart,
        )
        self._arm()
        self._pin = Pin(rx)
        self._on_edge_ref = self._on_edge  # bound once: an interrupt may not allocate

    def _arm(self) -> None:
        mem32[self._base + _UARTIMSC] = 0  # the port's handler must not take bytes from the DMA
        mem32[self._base + _UARTDMACR] = 1
        self._taken = 0
        self._dma.config(
            read=self._base, write=self._ring, count=self._count, ctrl=self._ctrl, trigger=True
        )

    def write(self, data: bytes) -> None:
        """Send at most 32 bytes; they leave by themselves."""
        self._uart.write(data)

    def set_baud(self, baud: int) -> None:
        """Another rate for both directions; bytes that wait or are under way are gone."""
        self._dma.active(0)  # the port resets the UART, and with it the DMA's requests
        self._uart.init(baudrate=baud)
        self._arm()

    def _on_edge(self, pin: Pin) -> None:
        pin.irq(handler=None)
        self._wake.set()

    def listen(self) -> None:
        """Wake the flag at the next start bit."""
        self._pin.irq(handler=self._on_edge_ref, trigger=Pin.IRQ_FALLING, hard=True)

    def any(self) -> int:
        """Bytes that wait; an overflow is counted in `lost` and the oldest bytes are gone."""
        left = self._dma.count  # pyright: ignore[reportAttributeAccessIssue] missing in the stubs
        waiting = self._count - left - self._taken
        if waiting > _RING:
            self.lost += waiting - _RING
            self._taken += waiting - _RING
            waiting = _RING
        if waiting == 0 and self._taken > self._count >> 1:
            self._arm()  # nothing waits and half of the count is used: start over
        return waiting

    def get(self) -> int:
        """The next byte; call only if `any()`."""
        byte = self._ring[self._taken & (_RING - 1)]
        self._taken += 1
        return byte
