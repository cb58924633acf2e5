"""A Let It Ride table under test, on whatever target: wagers over USB, cards by slides, decisions by keys."""

from pathlib import Path
from typing import Any

from pitctl.firmware import cards
from pitctl.messages import Seat
from tests.device.rig import DEALER, SETTLE_US, TableRig

PACKS = ("nsw", "charity", "mbs", "california")
SPOTS = ("one", "two", "dollar")
# Places of the deal besides the seats (games/let_it_ride/pack.py).
COMMUNITY = (8, 9)
DISCARD = 10
CHECK_PACE_MS = 300  # the scanner's own pace is not what an opening is about


class RideRig(TableRig):
    """The table of tables/<pack>-ride.toml, switched on, opened and idle."""

    def __init__(self, target_name: str, state_dir: Path, pack: str = "nsw", *, file: str = "", **how: Any) -> None:
        self.pack = pack
        super().__init__(target_name, state_dir, file=file or f"{pack}-ride", **how)

    # -- hands --------------------------------------------------------------------------------------

    def open_table(self) -> None:
        self.sign_on()
        for step in ("lamp_test", "lamps_good"):
            self.client.act(step)
        if self.pack == "charity":  # 002 knows no pre-checked cards
            self._check_deck()
        else:
            self.client.act("prechecked")
        self.client.act("table_open")
        if self.pack == "charity":
            self.client.act("seen")
            self.client.act("washed")
        self.client.release()
        self.wait_us(SETTLE_US)

    def _check_deck(self) -> None:
        """All cards are slid; dealer and supervisor each confirm."""
        self.client.act("check")
        for face in range(cards.CARDS):
            self.slide(cards.code(face), CHECK_PACE_MS)
        self.wait_us(SETTLE_US)
        self.client.act("checked")
        self.sign_on(DEALER)
        self.client.act("check_dealer")
        self.sign_on()
        self.client.act("check_super")

    def open_bets(self) -> None:
        """Shuffled, cut where that is asked for, betting open: the CONFIRM key stands for each."""
        self.open_betting()

    def bet(self, seat: int, stake: int = 500, side: int = 0) -> None:
        self.sign_on()
        for spot in SPOTS:
            self.client.act("bet", seat=seat, area=spot, stake=stake)
        if side:
            self.client.act("bet", seat=seat, area="side", stake=side)
        self.client.release()

    def bank(self, position: int = 8, wager: int = 100_000) -> None:
        self.sign_on()
        self.client.act("bank", seat=position, stake=wager)
        self.client.release()

    def jackpot(self, units: int = 1_000_000) -> None:
        """No progressive wager before the table knows what its meter shows (003 4.2)."""
        self.sign_on()
        self.client.act("jackpot", stake=units)
        self.client.release()

    def call(self, *seats: int, stake: int = 500, side: int = 0, bank: int = 8) -> None:
        """Up to the call, with equal wagers at these seats."""
        self.open_bets()
        if self.pack == "california":
            self.bank(bank)
        if side and self.pack == "mbs":
            self.jackpot()
        for seat in seats:
            self.bet(seat, stake, side)
        self.wait_us(SETTLE_US)
        self.press("no_more_bets")

    def deal_hands(self, hands: dict[int, str], community: str, discard: str = "8S") -> None:
        """Slides cards so that the seats get these hands; the table itself says whose card is next."""
        left = {seat: hand.split() for seat, hand in hands.items()}
        left |= {place: [card] for place, card in zip(COMMUNITY, community.split(), strict=True)}
        left[DISCARD] = [discard]
        while place := self.client.ride().place:
            self.slide(left[place].pop(0))

    def decide(self, *choices: str) -> None:
        """In turn: CONFIRM lets ride, the left key withdraws."""
        for choice in choices:
            self.press("confirm" if choice == "ride" else "no_more_bets")

    def show_all(self) -> None:
        while self.client.status().phase == "showing":
            self.press("confirm")

    def settle_all(self) -> None:
        while self.client.ride().settle:
            self.press("confirm")

    # -- eyes -----------------------------------------------------------------------------------------

    def phase(self) -> str:
        return self.client.status().phase

    def seat(self, number: int) -> Seat:
        return self.client.seats()[number - 1]
