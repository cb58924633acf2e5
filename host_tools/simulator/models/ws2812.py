"""A chain of WS2812B pixels on one wire.

Follows the Worldsemi WS2812B data sheet, "Data transfer time" (T0H 0.4 us, T1H 0.8 us, each
+-150 ns; TH + TL 1.25 us +-600 ns; a low of RES or more ends a frame), "Composition of 24bit data"
(G7..G0 R7..R0 B7..B0, high bit first) and "Data transmission method" (each pixel keeps the first
24 bits and passes on the rest). V5 parts allow T0H from 220 ns and T1H from 580 ns to 1 us and ask
for 280 us of RES instead of 50 us, hence the widths below, which take in both.

What a pixel does with a pulse outside these times is undefined. The model counts it and drops
the whole frame, so that a picture is never right by luck.
"""

from simulator.clock import Clock

T0H_MIN_NS = 200
T0H_MAX_NS = 550
T1H_MAX_NS = 1000
PERIOD_MIN_NS = 650
PERIOD_MAX_NS = 1850
RESET_V5_NS = 280_000
RESET_V1_NS = 50_000

_LONG_AGO_NS = -(1 << 62)

Pixel = tuple[int, int, int]


class Ws2812Chain:
    """``count`` pixels; their colours are (red, green, blue) as latched by the last reset."""

    __slots__ = (
        "_bad",
        "_bits",
        "_broken_at",
        "_byte",
        "_changed_ns",
        "_clock",
        "_data",
        "_fell_ns",
        "_filled",
        "_frames",
        "_high",
        "_pixels",
        "_rose_ns",
        "bad_frames",
        "count",
        "reset_ns",
        "timing_errors",
    )

    def __init__(self, clock: Clock, count: int, reset_ns: int = RESET_V5_NS) -> None:
        self._clock = clock
        self._data = bytearray(count * 3)  # the frame on the wire, as far as it has come
        self._pixels: list[Pixel] = [(0, 0, 0)] * count
        self._frames = 0
        self._changed_ns = 0
        self._high = False
        self._rose_ns = _LONG_AGO_NS
        self._fell_ns = _LONG_AGO_NS
        self._filled = 0  # whole bytes of the frame so far, those past the end included
        self._bits = 0  # bits of the next byte so far
        self._byte = 0
        self._bad = False
        self._broken_at: int | None = None
        self.count = count
        self.reset_ns = reset_ns
        self.timing_errors = 0
        """Pulses, periods and gaps that the data sheet does not allow."""
        self.bad_frames = 0
        """Frames dropped because of them."""

    @property
    def pixels(self) -> list[Pixel]:
        """The colours that shine now."""
        self._settle(self._clock.now_ns())
        return list(self._pixels)

    @property
    def frames(self) -> int:
        """How many frames have been latched."""
        self._settle(self._clock.now_ns())
        return self._frames

    @property
    def changed_ns(self) -> int:
        """When the latched colours last became different."""
        self._settle(self._clock.now_ns())
        return self._changed_ns

    @property
    def broken_at(self) -> int | None:
        """The first pixel that the data no longer reaches, or None for a whole chain."""
        return self._broken_at

    @broken_at.setter
    def broken_at(self, pixel: int | None) -> None:
        self._settle(self._clock.now_ns())  # what was sent before the break has arrived
        self._broken_at = pixel

    def edge(self, level: bool, t_ns: int) -> None:
        """The data wire has taken a level at ``t_ns``; called thousands of times a frame."""
        if level:
            if self._high:
                return
            if not PERIOD_MIN_NS <= t_ns - self._rose_ns <= PERIOD_MAX_NS:
                self._odd_gap(t_ns)
            self._high = True
            self._rose_ns = t_ns
            return
        if not self._high:
            return
        self._high = False
        self._fell_ns = t_ns
        width_ns = t_ns - self._rose_ns
        if width_ns > T0H_MAX_NS:
            if width_ns > T1H_MAX_NS:
                self._error(1)
            self._byte = self._byte << 1 | 1
        else:
            if width_ns < T0H_MIN_NS:
                self._error(1)
            self._byte <<= 1
        if self._bits == 7:
            self._take(self._byte)
            self._bits = self._byte = 0
        else:
            self._bits += 1

    def receive_bits(self, data: bytes, bit_ns: int) -> None:
        """``data`` begins to arrive now, at ``bit_ns`` a bit with proper pulses.

        The same frame, latch and errors as with edges, for targets that do not step a PIO. Data
        that is given while earlier data is still on the wire follows it without a gap.
        """
        if not data:
            return
        begin_ns = max(self._clock.now_ns(), self._fell_ns)
        self._settle(begin_ns)
        in_frame = self._bits or self._filled
        if in_frame and begin_ns - self._rose_ns > PERIOD_MAX_NS:
            self._error(1)
        if not PERIOD_MIN_NS <= bit_ns <= PERIOD_MAX_NS:
            self._error(len(data) * 8)
        if self._bits == 0:
            room = len(self._data) - self._filled
            if room > 0:
                part = data[:room]
                self._data[self._filled : self._filled + len(part)] = part
            self._filled += len(data)
        else:
            for byte in data:
                joined = self._byte << 8 | byte
                self._take(joined >> self._bits & 0xFF)
                self._byte = joined & ((1 << self._bits) - 1)
        self._fell_ns = begin_ns + len(data) * 8 * bit_ns
        self._rose_ns = self._fell_ns - bit_ns

    def power_off(self) -> None:
        """The supply has gone: every pixel is dark and the frame on the wire is lost."""
        self._settle(self._clock.now_ns())
        self._show([(0, 0, 0)] * self.count, self._clock.now_ns())
        self._begin_frame()
        self._high = False
        self._rose_ns = self._fell_ns = _LONG_AGO_NS

    def _take(self, byte: int) -> None:
        if self._filled < len(self._data):
            self._data[self._filled] = byte & 0xFF
        self._filled += 1

    def _odd_gap(self, t_ns: int) -> None:
        """A bit begins at a time that is no ordinary period after the one before."""
        self._settle(t_ns)
        if self._bits or self._filled:
            self._error(1)

    def _error(self, count: int) -> None:
        self.timing_errors += count
        self._bad = True

    def _settle(self, now_ns: int) -> None:
        """Latch the frame if the wire has been low for the reset time."""
        if self._high or not (self._bits or self._filled):
            return
        latch_ns = self._fell_ns + self.reset_ns
        if now_ns < latch_ns:
            return
        if self._bad:
            self.bad_frames += 1
        else:
            self._latch(latch_ns)
        self._begin_frame()

    def _latch(self, latch_ns: int) -> None:
        # A pixel that did not get all of its 24 bits has nothing to latch.
        reached = min(self._filled // 3, self.count)
        if self._broken_at is not None:
            reached = min(reached, self._broken_at)
        data = self._data
        fresh: list[Pixel] = [
            (data[at + 1], data[at], data[at + 2]) for at in range(0, reached * 3, 3)
        ]
        self._frames += 1
        self._show(fresh + self._pixels[reached:], latch_ns)

    def _show(self, pixels: list[Pixel], when_ns: int) -> None:
        if pixels != self._pixels:
            self._pixels = pixels
            self._changed_ns = when_ns

    def _begin_frame(self) -> None:
        self._filled = self._bits = self._byte = 0
        self._bad = False
