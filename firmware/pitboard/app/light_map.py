"""From the tiers of the areas to the colours of the pixels (001 3.5, D2).

A tier is told by pattern as well as by colour, so that nobody needs to tell red from green: the area is a bar that is
full (the whole wager is right), two thirds long (two of three right) or one third long (the winner only). The current
limit holds for the sum of all pixels: brightness falls until it is kept.
"""

from array import array

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import Chain

FULL = const(3)  # the highest tier: every pixel of the area
_STEP_UA = const(79)  # WS2812B: 20 mA a channel at 255, rounded up
_QUIESCENT_UA = const(1000)  # and about 1 mA a pixel for the chip in it

# White for the whole wager, blue for two of three, amber for the winner only.
_COLOURS = ((0, 0, 0), (255, 120, 0), (0, 90, 255), (255, 255, 255))


def lit(tier: int, length: int) -> int:
    """How many pixels of an area with `length` pixels are on, from its first: the tier's share, rounded up."""
    return (tier * length + FULL - 1) // FULL


class LightMap:
    """Draws tiers into a chain of lights."""

    def __init__(
        self, chain: "Chain", areas: "list[list[int]]", brightness_pct: int, limit_ma: int
    ) -> None:
        self._chain = chain
        self.count = len(areas)
        # The pixels of all areas in a row, and where each area's begin: 400 bytes instead of 3 KB of lists.
        self._pixels = array("H", [pixel for area in areas for pixel in area])
        self._starts = array("H", [0])
        for area in areas:
            self._starts.append(self._starts[-1] + len(area))
        self._brightness = brightness_pct
        self._limit_ua = limit_ma * 1000

    def scale(self, tiers: bytearray) -> int:
        """Brightness in 1/256 for these tiers: the setting, lowered until the current limit holds."""
        full = 0  # microamperes at full brightness
        for area in range(self.count):
            tier = tiers[area]
            if tier:
                length = self._starts[area + 1] - self._starts[area]
                full += lit(tier, length) * sum(_COLOURS[tier]) * _STEP_UA
        wanted = self._brightness * 256 // 100
        left = self._limit_ua - self._chain.count * _QUIESCENT_UA
        if left <= 0:
            return 0
        # 1/256 steps of whole milliamperes keep every product within a small int.
        most = (left // 1000) * 256 // (full // 1000 + 1)
        return min(wanted, most)

    def draw(self, tiers: bytearray) -> None:
        """Set every pixel of the chain; dark unless its area has a tier."""
        chain = self._chain
        chain.dark()
        scale = self.scale(tiers)
        for area in range(self.count):
            tier = tiers[area]
            if not tier:
                continue
            red, green, blue = _COLOURS[tier]
            red = red * scale >> 8
            green = green * scale >> 8
            blue = blue * scale >> 8
            start = self._starts[area]
            for at in range(start, start + lit(tier, self._starts[area + 1] - start)):
                chain.set(self._pixels[at], red, green, blue)
