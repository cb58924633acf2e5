"""WS2812 chain by PIO, fed by DMA (RP2040): `show()` returns at once and no interrupt is held off.

Ten state-machine cycles a bit at 8 MHz: high for 3 (a zero, 375 ns) or 7 (a one, 875 ns), then low; WS2812B datasheet,
"data transfer time". Safe value: a dark frame.
"""

from time import sleep_ms, ticks_add, ticks_diff, ticks_ms

import rp2
from machine import Pin
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import jmp, label, nop, not_x, out, wrap, wrap_target, x

_FREQ = const(8_000_000)
_FRAME_LIMIT_MS = const(25)  # 600 pixels take 18 ms
_PIXEL_US = const(30)
_LATCH_MS = const(2)  # 300 us of silence at least; a millisecond that has begun is none
_DREQ_PIO0_TX0 = const(0)  # datasheet 2.5.3.1, table 120
_DARK = bytes(96)  # 24 pixels at a time: one by one they take 5 ms


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
    fifo_join=rp2.PIO.JOIN_TX,
)
def _ws2812():
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[2]
    jmp("bit").side(1)[3]
    label("zero")
    nop().side(0)[3]
    wrap()


class Ws2812:
    """`set()` pixels, then `show()`. The words keep their place: a frame may be under way from them."""

    def __init__(self, pin: int, count: int) -> None:
        self.count = count
        # One little-endian word a pixel, as the state machine shifts it out from bit 31: green, red, blue, nothing.
        self._words = bytearray(4 * count)
        self._sm = rp2.StateMachine(0, _ws2812, freq=_FREQ, sideset_base=Pin(pin, Pin.OUT, value=0))
        self._sm.active(1)
        self._dma = rp2.DMA()
        self._free_ms = ticks_ms()  # when the last frame has latched
        self._ctrl = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=_DREQ_PIO0_TX0)

    def busy(self) -> bool:
        """True while the last frame is on its way to the chain or not latched yet; do not `set()` then."""
        return bool(self._dma.active()) or 0 < ticks_diff(self._free_ms, ticks_ms()) <= _FRAME_LIMIT_MS

    def set(self, pixel: int, red: int, green: int, blue: int) -> None:
        """Colour of one pixel, each channel 0 to 255."""
        at = 4 * pixel
        self._words[at + 1] = blue
        self._words[at + 2] = red
        self._words[at + 3] = green

    def dark(self) -> None:
        """The safe value: every pixel off (not sent before `show()`)."""
        words = self._words
        for at in range(0, len(words), len(_DARK)):
            count = min(len(_DARK), len(words) - at)
            words[at : at + count] = _DARK[:count]

    def blank(self) -> None:
        """The safe value, sent now. Blocks until a frame that is under way has ended and latched."""
        for _ in range(_FRAME_LIMIT_MS):
            if not self.busy():
                break
            sleep_ms(1)
        self.dark()
        self.show()

    def show(self) -> None:
        """Send the frame. Call only if not `busy()`."""
        self._free_ms = ticks_add(ticks_ms(), self.count * _PIXEL_US // 1000 + _LATCH_MS)
        self._dma.config(
            read=self._words, write=self._sm, count=self.count, ctrl=self._ctrl, trigger=True
        )
