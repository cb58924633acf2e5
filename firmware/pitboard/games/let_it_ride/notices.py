"""Notices that must really have been on display before they count (000 6.5, 14.8), and the table minimum."""

from .ride_events import NOTICE_CLOSE, NOTICE_RAISE


class Notices:
    def __init__(self, least: int) -> None:
        self.least = least
        self.filed = least  # the table file's, when it was taken over last
        self.put_ups = 0  # since boot: which notice is on display, for the one who counts its minutes
        self.forget()

    def forget(self) -> None:
        self.raise_to = 0
        self.close_soon = False
        self._minutes = bytearray(3)  # by kind: minutes that it was displayed
        self._until = bytearray(3)  # minutes that were announced

    def put_up(self, kind: int, amount: int, minutes: int) -> None:
        """`minutes` is the announced time until then, 0 if none is said."""
        self.put_ups += 1
        if kind == NOTICE_RAISE:
            self.raise_to = amount
        else:
            self.close_soon = True
        self._minutes[kind] = 0
        self._until[kind] = minutes

    def on_display(self) -> int:
        """The one that the display shows: a table that closes needs no new minimum; 0 if none is up."""
        return NOTICE_CLOSE if self.close_soon else NOTICE_RAISE if self.raise_to else 0

    def left(self, kind: int) -> int:
        """Announced minutes that are left, by the time on display."""
        return max(0, self._until[kind] - self._minutes[kind])

    def shown(self, kind: int) -> None:
        """It was on display for one more whole minute; a dark display or a power cut adds nothing."""
        self._minutes[kind] = min(self._minutes[kind] + 1, 255)

    def minutes(self, kind: int) -> int:
        return self._minutes[kind]

    def is_up(self, kind: int) -> bool:
        return self.close_soon if kind == NOTICE_CLOSE else self.raise_to > 0

    def is_over(self, kind: int) -> bool:
        """It was on display until the time that it announces (000 6.5, 14.8)."""
        return self.is_up(kind) and not self.left(kind)

    def may_set(self, least: int, minutes: int) -> bool:
        """A lower minimum at once, a higher one after its notice (000 6.5)."""
        if least <= self.least or not minutes:
            return True
        return least == self.raise_to and self.is_over(NOTICE_RAISE)

    def set_least(self, least: int, filed: bool) -> None:
        self.least = least
        self.raise_to = 0
        if filed:
            self.filed = least

    def state(self) -> tuple[int, int, int, bool, bytes, bytes]:
        return self.least, self.filed, self.raise_to, self.close_soon, bytes(self._minutes), bytes(self._until)

    def thaw(self, close_soon: bool, minutes: bytes) -> None:
        """`minutes`: displayed and announced, of each kind."""
        self.close_soon = close_soon
        for kind in (NOTICE_RAISE, NOTICE_CLOSE):
            self._minutes[kind] = minutes[2 * kind - 2]
            self._until[kind] = minutes[2 * kind - 1]

    def times(self) -> tuple[int, int, int, int]:
        return self._minutes[1], self._until[1], self._minutes[2], self._until[2]
