"""The player-dealer (004): who covers, how much, and that the position goes round the table."""

from . import pack as topics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .pack import Pack


class Bank:
    def __init__(self, pack: "Pack") -> None:
        self._rotates = pack.values[topics.BANK_ROTATES]
        self.forget()

    def forget(self) -> None:
        self.position = 0  # 1 to 8; 0 if nobody
        self.wager = 0
        self.in_row = 0  # hands since the position was last offered (Round of Play 13) or went to another place
        self.last = 0  # who had it in the last hand
        self.action = 0  # seat where settling begins, 0 if not used

    def take(self, position: int, wager: int) -> None:
        self.position = position
        self.wager = wager

    def must_offer(self) -> bool:
        return self.position == self.last and self.in_row >= self._rotates

    def end_round(self, void: bool) -> None:
        """A void round is no hand of the two in a row."""
        if self.position and not void:
            self.in_row = self.in_row + 1 if self.position == self.last else 1
            self.last = self.position
        self.wager = 0
        self.action = 0

    def state(self) -> tuple[int, int, int, int, int]:
        return self.position, self.wager, self.in_row, self.action, self.last
