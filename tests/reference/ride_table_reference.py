"""A Let It Ride table, the slow way: what every event of a round changes. What may happen is ride_order_reference.py.

No code and no rule data is shared with the firmware.
"""

from collections.abc import Callable

from tests.reference import hands_reference as hands
from tests.reference import ride_money_reference as money
from tests.reference.ride_cards_reference import RideCards
from tests.reference.ride_rules import MAIN, SPOTS, VOIDS
from tests.reference.ride_state_reference import Act, parts_of


class RideTable(RideCards):
    # -- folding ------------------------------------------------------------------------------------

    def happen(self, act: Act) -> None:
        fold: Callable[[Act], None] | None = getattr(self, "_on_" + act.name, None)
        if fold is not None:
            fold(act)

    def follows(self) -> Act | None:
        """What the table does by itself: the carried card, a flag for unequal wagers (000 5.2, 003 3.6)."""
        if self.phase != "dealing" or self.held or self.pending:
            return None
        if self.carried and self.is_ready():
            return Act("drawn", cards=(self.carried,))
        if ("unequal wagers", "in the deal") in self.document.faults:
            for number in sorted(self.to_flag):
                return Act("fault", seat=number, word="unequal wagers")
        return None

    def _advance(self) -> None:
        if self.phase.startswith("deciding") and not self.to_decide():
            self.phase = "turning " + self.phase[-1]
        if self.phase == "showing" and not (self.to_show() or self.to_declare()):
            self.phase = "settling"
        if self.phase == "settling":
            self._settle()

    def _settle(self) -> None:
        """Nobody is paid twice: only what is another amount now is gone through again (000 9.2)."""
        before = self.settlement
        self.settlement = money.settle(
            self.document, self.house, self.seats, self.round_jackpot, self.bank_wager, self.action
        )
        if before is None:
            return
        for number in self.seats:
            was = money.taken_and_paid(before, number)
            now = money.taken_and_paid(self.settlement, number)
            for part, old, new in zip(("collect", "pay"), was, now, strict=True):
                if old != new:
                    self.settled.discard((number, part))

    # -- the round ----------------------------------------------------------------------------------

    def _on_open(self, act: Act) -> None:
        self.round += 1
        self.new_round()
        self.deck_now = act.seat
        self.phase = "betting"

    def _on_cancel(self, _: Act) -> None:
        self.new_round()
        self.action = 0  # it is found anew for every hand (004 Glossary)
        self.phase = "idle"

    def _on_no_more_bets(self, _: Act) -> None:
        for seat in self.seats.values():
            seat.state = "in" if seat.has_main() else "out"
        playing = {number: seat for number, seat in self.seats.items() if seat.state == "in"}
        self.to_flag = {number for number, seat in playing.items() if not seat.is_equal()}
        self.plan = self.places()
        self.phase = "dealing"

    def _on_drawn(self, act: Act) -> None:
        (card,) = act.cards
        self.carried = ""
        if not self.lying:  # 000 5.4, 12.10: what was withdrawn until now is flagged too
            self.deck = self.deck_now  # of a cancelled round no card is dealt (004 Type of card deck 3.c)
            self.to_flag |= {
                number
                for number, seat in self.seats.items()
                if seat.state == "in" and not seat.is_equal() and number not in self.flagged
            }
        if card not in self.taken:
            self.numbers[card] = act.amount
        self.taken.add(card)
        self.lying.append((card, self.plan.pop(0)))
        self._dealt()

    _on_entered = _on_drawn

    def _dealt(self) -> None:
        if not self.plan:
            self.phase = "dealt"

    def _on_bet(self, act: Act) -> None:
        seat = self.seats[act.seat]
        if self.phase == "betting":
            seat.tokens.discard(act.spot)
            if act.flag and act.amount:
                seat.tokens.add(act.spot)
        seat.stakes[act.spot] = act.amount
        if self.phase == "dealing" and not self.lying:
            self._withdrawn_before_the_deal(act.seat)

    def _on_bet_refused(self, act: Act) -> None:
        self._take_away(act.seat)
        if self.phase == "dealing":
            self._withdrawn_before_the_deal(act.seat)

    def _take_away(self, number: int) -> None:
        seat = self.seats[number]
        seat.stakes = dict.fromkeys(SPOTS, 0)
        seat.tokens.clear()

    def _withdrawn_before_the_deal(self, number: int) -> None:
        """000 5.4, L18: until the first card."""
        seat = self.seats[number]
        if not seat.has_main():
            seat.state = "out"
            self.leaves_the_deal(number)

    def _on_look(self, _: Act) -> None:
        self.handled = True
        self.phase = "deciding 1"
        self._advance()

    def _on_decide(self, act: Act) -> None:
        self.seats[act.seat].decided[self.phase[-1]] = act.word
        self._advance()

    def _on_tuck(self, act: Act) -> None:
        self._let_all_ride(act.seat)
        self._advance()

    def _let_all_ride(self, seat: int) -> None:
        """What is not decided (000 8.11, 12.14, L26)."""
        for spot in ("1", "2"):
            self.seats[seat].decided.setdefault(spot, "ride")

    def _on_order(self, act: Act) -> None:
        self.first = act.seat

    def _on_turn(self, act: Act) -> None:
        self.turned = act.other
        self.phase = "deciding 2" if act.other == 1 else "showing"
        self._advance()

    def _on_show(self, act: Act) -> None:
        self.shown.append(act.seat)
        self.seats[act.seat].three = hands.of_three(self.cards_of(act.seat))

    def _on_declare(self, act: Act) -> None:
        """The cards are the authority (000 9.4), also for the own three of them (002 Side Bets)."""
        seat = self.seats[act.seat]
        seat.declared = act.word
        seat.three = act.spot or seat.three
        self._advance()

    def _on_settled(self, act: Act) -> None:
        self.settled.update(parts_of((act.seat, act.word)))

    def _on_close(self, _: Act) -> None:
        void = self.phase == "voided"
        self.shuffled = self.is_cut = False  # 000 4.1, 002 Shuffle para 1, 004 Dealing procedures 1
        if self.check_due or self.new_cards_due:
            self.checked = False
        wagered = {number for number, seat in self.seats.items() if seat.has_any()}
        if not self.kept:  # one round is one, also if it is reversed after it was paid (003 5.4)
            for number in self.idle:  # 000 14.9
                self.idle[number] = 0 if number in wagered else self.idle[number] + 1
        self.played_last = wagered
        self.carried = ""
        self.bank_wager = self.action = 0
        if not void:  # a void round is no hand of the two in a row
            if self.document.has_bank:
                self.bank_hands = self.bank_hands + 1 if self.bank_at == self.bank_before else 1
                self.bank_before = self.bank_at
            self.since_count += not self.counted_now
        if void or not self.document.reversible:
            self.new_round()
        else:
            self.kept = True
        self.phase = "idle"

    def _on_lock(self, act: Act) -> None:
        """Precluded from the next wager on (000 12.12.4, 14.3.2); a hand that was dealt is played to its end."""
        self.locked.add(act.seat)
        if self.phase == "betting":
            self._take_away(act.seat)
        self._answered()

    def _on_unlock(self, act: Act) -> None:
        self.locked.discard(act.seat)

    # -- irregularities -------------------------------------------------------------------------------

    def _on_fault(self, act: Act) -> None:
        what, then = self.found(act.word)
        seat = self.seats.get(act.seat)
        self.exposed += what.endswith("exposed")
        self.face_up += what in ("face-up card in the deck", "more face-up cards")
        if what == "unequal wagers":
            self.to_flag.discard(act.seat)
            self.flagged.add(act.seat)
        if then in VOIDS:
            self._void()
            self.invalid = then == "refund or forfeit"
            if then in ("void and check", "void, new cards"):
                self.check_due = then == "void and check"
                self.new_cards_due = then == "void, new cards"
                self.good_decks = set()
                self.new_since_due = False
        elif then in ("supervisor decides", "move or void", "correct or fold", "correct"):
            self.pending, self.pending_what, self.pending_seat = then, what, act.seat
        elif then == "burn it":
            self._burn(act.flag)
        elif then == "shuffle again":
            self.shuffled = self.is_cut = False
        elif then == "check the deck":
            if what == "foreign card" and self.held_why == "foreign":
                self.held = self.held_why = ""
            self._ask_for_check()
        elif seat is not None and then == "void the hand":
            seat.state = "void"
            self.leaves_the_deal(act.seat)
        elif seat is not None and then == "discard the hand":
            seat.state = "discarded"
            self._take_out(act.seat)
        elif then == "ride":
            self._let_all_ride(act.seat)
        self._advance()

    def _take_out(self, number: int) -> None:
        """The cards lie in the order in which they came: from the discarded hand on each belongs to the next place, and
        of the last places the cards are still to be seen (000 12.8)."""
        order = self.places(extra=number)
        cards = [card for card, _ in self.lying]
        self.lying = list(zip(cards, order, strict=False))
        self.plan = order[len(cards) :]
        self.phase = "dealing"

    def _burn(self, was_slid: bool) -> None:
        """Not used in the game; the next card takes its place (002 Irregularities para 1)."""
        if was_slid:
            _, place = self.lying.pop()
            self.plan.insert(0, place)
            self.phase = "dealing"
        else:
            self.unread += 1

    def _void(self) -> None:
        """No result, every wager on the layout goes back (L12)."""
        self._answered()
        self.held = self.held_why = ""
        self.turned, self.shown = 0, []
        self.phase = "voided"
        self.settlement = money.returned_all(self.seats)

    def _answered(self) -> None:
        self.pending, self.pending_what, self.pending_seat = "", "", 0

    def _on_void_now(self, _: Act) -> None:
        self._void()

    def _on_go_on(self, _: Act) -> None:
        if self.pending_what == "foreign card":
            self.held = self.held_why = ""  # it was taken out (L27)
        self._answered()
        self._advance()

    def _on_corrected(self, act: Act) -> None:
        """000 12.10.1; a wager that was withdrawn is back already (L26)."""
        seat = self.seats[act.seat]
        for spot in MAIN:
            if not seat.is_withdrawn(spot):
                seat.stakes[spot] = act.amount
        self.flagged.discard(act.seat)
        self._answered()
        self._advance()

    def _on_folded(self, act: Act) -> None:
        """000 12.10.2: the cards are collected, the wager goes back."""
        self.seats[act.seat].state = "folded"
        self.leaves_the_deal(act.seat)
        self._answered()
        self._advance()

    def _on_move_hand(self, act: Act) -> None:
        """Two complete hands change places (003 5.3)."""
        trade = {act.seat: act.other, act.other: act.seat}
        self.lying = [
            (card, trade.get(place, place) if isinstance(place, int) else place)
            for card, place in self.lying
        ]

    def _on_forfeit(self, act: Act) -> None:
        """000 14.5."""
        self.seats[act.seat].state = "forfeited"
        self.settlement = money.returned_all(self.seats)
