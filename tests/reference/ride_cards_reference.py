"""Before and between the rounds of Let It Ride, the slow way: opening, check, shuffle, held cards, counts, notices."""

from tests.reference.ride_state_reference import Act, RideState


class RideCards(RideState):
    # -- opening and cards ----------------------------------------------------------------------------

    def _on_lamp_test(self, _: Act) -> None:
        self.lamps = "lit"

    def _on_lamps_seen(self, _: Act) -> None:
        self.lamps = "seen"

    def _on_check(self, _: Act) -> None:
        self.check_from = self.phase
        left_over = [deck for deck in range(1, self.house.decks + 1) if deck not in self.good_decks]
        self.check_deck = left_over[0] if left_over else 1
        self.check_state, self.confirmed = "", {}
        self._gather()
        self._unchecked()
        self.phase = "checking"

    def _on_checked(self, act: Act) -> None:
        self.check_state = "complete" if act.flag else "differs"

    def _on_check_yes(self, act: Act) -> None:
        self.confirmed[act.word] = act.who
        if len(self.confirmed) >= self.document.checks_by:
            self._good({self.check_deck})
            self.phase = self.check_from

    def _on_check_end(self, _: Act) -> None:
        self.phase = self.check_from

    def _on_prechecked(self, _: Act) -> None:
        """Checked, pre-shuffled and secured (000 3.5): shuffled all the same (3.7)."""
        self._good({1, 2})
        self.shuffled = self.is_cut = False

    def _good(self, decks: set[int]) -> None:
        """With two decks each is checked before the first round."""
        self.good_decks |= decks
        self.checked = self.good_decks >= set(range(1, self.house.decks + 1))
        if self.checked:
            self.check_due = False  # 000 12.9.3

    def _on_shuffled(self, _: Act) -> None:
        self.carried = ""
        self.taken = set()
        self.unread = 0
        self.shuffled, self.is_cut = True, False

    def _on_cut(self, _: Act) -> None:
        self.is_cut = True

    def _on_exposed(self, _: Act) -> None:
        self.shuffled = self.is_cut = False

    def _on_new_cards(self, act: Act) -> None:
        self._gather()
        self.good_decks, self.opened = set(), []
        self.new_cards_due = False
        self.new_since_due = True
        self._unchecked()
        if act.seat:
            self.taken, self.unread = set(), 0

    def _on_table_open(self, _: Act) -> None:
        self.new_round()
        self.phase = "idle"

    def _on_table_close(self, _: Act) -> None:
        self._gather()
        self.good_decks, self.opened, self.lamps = set(), [], ""
        self._unchecked()
        self.raise_to, self.closing = 0, False
        self.minutes = {"raise": 0, "close": 0}
        self.bank_at = self.bank_wager = self.bank_hands = self.action = self.bank_before = 0
        self.played_last = set()
        self.kept = False
        self.phase = "closed"

    def _gather(self) -> None:
        """Whatever lay about is among the cards again; a paid round stays reversible (003 5.4)."""
        self.carried = ""

    def _unchecked(self) -> None:
        self.checked = self.shuffled = self.is_cut = False

    def _on_seen(self, _: Act) -> None:
        """002 Opening para 2: spread face up, by suit and in sequence."""
        self.opened = ["seen"]
        self.shuffled = self.is_cut = False

    def _on_washed(self, _: Act) -> None:
        self.opened.append("washed")
        self.shuffled = self.is_cut = False

    # -- a card out of turn -----------------------------------------------------------------------------

    def _on_hold(self, act: Act) -> None:
        (self.held,) = act.cards
        self.held_number = act.amount
        self.held_why = act.word

    def _on_next(self, _: Act) -> None:
        """002 Irregularities para 2."""
        self.carried = self.held
        self.taken.add(self.held)
        self.numbers[self.held] = self.held_number
        self.held = self.held_why = ""

    def _on_dismiss(self, act: Act) -> None:
        """It goes back; a round starts with a fully shuffled deck."""
        if not act.flag and self.phase in ("idle", "betting"):
            self.shuffled = self.is_cut = False
            asked = self.document.faults.get(("foreign card", "before"))
            if self.held_why == "foreign" and asked == "check the deck":
                self._ask_for_check()
        self.held = self.held_why = ""

    def _ask_for_check(self) -> None:
        """000 12.9.3, found before the deal: the deck is checked before a round begins with it."""
        self.check_due = not self.new_cards_due  # new cards are checked all the same
        self.new_since_due = False
        self.good_decks = set()
        self._unchecked()

    # -- the table --------------------------------------------------------------------------------------

    def _on_counted(self, act: Act) -> None:
        """Counted is counted, whether the number is right or not: a wrong one is flagged (002, 000 3.8)."""
        self.count_off = act.other - self.left()
        if self.phase not in ("idle", "betting") and not self.plan:  # the stub is what is left after the deal
            self.since_count = 0
            self.counted_now = True

    def _on_notice(self, act: Act) -> None:
        if act.word == "raise":
            self.raise_to = act.amount
        else:
            self.closing = True
        self.minutes[act.word] = 0
        document = self.document
        rule = document.raise_notice if act.word == "raise" else document.close_notice
        self.announced[act.word] = max(rule, act.other)  # no sooner than the rules allow

    def _on_notice_minute(self, act: Act) -> None:
        self.minutes[act.word] += 1

    def _on_minimum(self, act: Act) -> None:
        self.least, self.raise_to = act.amount, 0

    def _on_bank(self, act: Act) -> None:
        self.bank_at, self.bank_wager = act.seat, act.amount

    def _on_offered(self, _: Act) -> None:
        self.bank_hands = 0

    def _on_action(self, act: Act) -> None:
        self.action = act.seat

    def _on_jackpot(self, act: Act) -> None:
        self.jackpot = act.amount
        if self.phase == "betting" and not self.round_jackpot:
            self.round_jackpot = act.amount  # the first that anybody could wager on (L8)
