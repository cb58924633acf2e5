"""What happens at a Derby table, event by event, with all that can go wrong: from 001 and the readings alone.

No code is shared with the firmware, only the names of the events. `happen(event, ...)` lets one happen; whether it may
is said by derby_order_reference, where the cards lie and what they say by derby_cards_reference.
"""

from dataclasses import dataclass

from tests.reference.derby_cards_reference import Card, CardsOfATable
from tests.reference.derby_wagers_reference import Layout


@dataclass
class What:
    """What an event is about; most events need little of it."""

    card: Card | None = None
    place: int = 0
    to: int = 0
    why: str = ""  # of a hold, a removal, a correction or a wager
    area: str | None = None
    wager: int = 0
    stake: int = 0
    seat: int = 0
    good: bool = False
    role: str = "dealer"
    decks: int = 0
    source: str = ""


class DerbyTable(CardsOfATable):
    def __init__(
        self,
        decks: int,
        source: str,
        reveal: str,
        numbered: bool,
        least: int,
        most: dict[str, int],
    ) -> None:
        self.layout = Layout(least, most)
        super().__init__(decks, source, numbered)
        self.reveal = reveal
        self.phase = "closed"
        self.round = 0
        self.before = "closed"  # the phase that a check of the cards returns to
        self.lamps = ""  # "", "testing", "good", "dark"
        self.check_complete: bool | None = None
        self.confirmed_by: set[str] = set()
        self.gather()

    def gather(self) -> None:
        """Between two rounds: no cards, no wagers, no trouble."""
        self.clear_away()
        self.layout.clear()
        self.shoe_is_empty = False
        self.lights_out = False

    # -- what happens -----------------------------------------------------------------------------

    def happen(self, event: str, what: What) -> None:
        getattr(self, "_on_" + event, self._nothing)(what)

    def follow(self) -> None:
        """What the table does by itself: cards show at their reveal point, and late ones do not count."""
        while self.face_down and self.in_hand is None and self.phase in ("racing", "result"):
            if self.phase == "result":
                self.take_in_hand(self.face_down.pop(0), "late")
            elif self.reveal == "at-once" or (self.reveal == "next-card" and len(self.face_down) > 1):
                self._on_reveal(What())
            else:
                return

    def take_in_hand(self, card: Card, why: str) -> None:
        self.in_hand, self.why_in_hand = card, why

    def _let_go(self) -> Card:
        card = self.in_hand
        assert card is not None
        self.in_hand, self.why_in_hand = None, ""
        return card

    def _nothing(self, _: What) -> None:
        """Irregularities, restarts, lights sent again: no card lies elsewhere because of them."""

    def _on_lamp_test(self, _: What) -> None:
        self.lamps = "testing"

    def _on_lamps_seen(self, what: What) -> None:
        self.lamps = "good" if what.good else "dark"

    def _on_check(self, _: What) -> None:
        self.before, self.phase = self.phase, "checking"
        self.check_complete, self.confirmed_by = None, set()
        self.first_of_next = []
        self.checked = self.shuffled = self.is_cut = False

    def _on_checked(self, what: What) -> None:
        self.check_complete = what.good

    def _on_check_yes(self, what: What) -> None:
        self.confirmed_by.add(what.why)
        if self.confirmed_by == {"dealer", "supervisor"}:
            self.checked = True
            self.phase = self.before

    def _on_check_end(self, _: What) -> None:
        self.phase = self.before

    def _on_prechecked(self, _: What) -> None:
        self.checked = True
        self.shuffled = self.is_cut = False

    def _on_shuffled(self, _: What) -> None:
        self.fill()
        self.shuffled, self.is_cut = True, False

    def _on_cut(self, _: What) -> None:
        self.is_cut = True

    def _on_exposed(self, _: What) -> None:
        self.shuffled = self.is_cut = False

    def _on_new_cards(self, what: What) -> None:
        self.use_cards(what.decks or self.decks, what.source or self.source, self.numbered)

    def _on_table_open(self, _: What) -> None:
        self.gather()
        self.phase = "idle"

    def _on_table_close(self, _: What) -> None:
        self.gather()
        self.phase, self.lamps = "closed", ""
        self.first_of_next = []
        self.checked = self.shuffled = self.is_cut = False

    def _on_open(self, _: What) -> None:
        self.gather()
        self.phase = "betting"
        self.round += 1

    def _on_cancel(self, _: What) -> None:
        self._end_round()

    def _end_round(self) -> None:
        self.gather()
        self.phase = "idle"
        if self.source == "continuous":  # 1.2: the cards of the round are back
            waiting = self.first_of_next
            self.fill()
            self.first_of_next = waiting

    def _on_no_more_bets(self, _: What) -> None:
        """10.5, D9: cards drawn too early and not seen come first."""
        self.phase = "racing"
        self.face_down = self.first_of_next + self.to_be_shuffled  # if no shuffle has come
        self.removed = self.burned + len(self.face_down)
        self.first_of_next, self.to_be_shuffled = [], []

    def _on_card(self, what: What) -> None:
        assert what.card is not None
        self.removed += 1
        self.shoe_is_empty = False
        self._show(what.card)

    def _on_entered(self, what: What) -> None:
        assert what.card is not None
        self.removed += 1
        self.shoe_is_empty = False
        self._lay(self.lay(what.card))

    def _on_drawn(self, what: What) -> None:
        assert what.card is not None
        self.removed += 1
        self.shoe_is_empty = False
        self.face_down.append(what.card)

    def _on_reveal(self, _: What) -> None:
        self._show(self.face_down.pop(0))

    def _show(self, card: Card) -> None:
        """Now it is seen whether it can be of this shoe (L27); if so, it counts."""
        doubtful = self.numbered and self.may_lie_there_by_hand(card.face, card.number)
        known = None if doubtful else self.take(card)
        if known is None:
            self.removed -= 1  # of no card that was dealt, until somebody decides what it was
            self.take_in_hand(card, "foreign")
            return
        self._lay(known)

    def _lay(self, card: Card) -> None:
        self.racing.append(card)
        if self.places()[2]:
            self.phase = "result"

    def _on_confirm(self, _: What) -> None:
        self.phase = "paying"

    def _on_close(self, _: What) -> None:
        self._end_round()
        if self.decks == 1 and self.source != "continuous":
            self.shuffled = self.is_cut = False  # 7.1(b), D5

    def _on_void(self, _: What) -> None:
        """10.8: what was on its way is out of play; about a card in the hand the dealer still decides."""
        for card in self.face_down:
            self.burn(card)
        self.face_down = []
        self.layout.unsettle()
        self.racing = []
        self.phase = "voided"

    def _on_hold(self, what: What) -> None:
        assert what.card is not None
        self.take_in_hand(what.card, what.why)

    def _on_aside(self, what: What) -> None:
        self.removed -= 1
        self.take_in_hand(self.face_down.pop(0), what.why)

    def _on_use_next(self, _: What) -> None:
        """10.5, D9: the next card; between rounds of one deck the shuffle takes it in."""
        card = self._let_go()
        if self.phase == "racing":
            self.removed += 1
            self.face_down.append(card)
        elif self._shuffle_comes_first():
            self.to_be_shuffled.append(card)
        else:
            self.first_of_next.append(card)

    def _shuffle_comes_first(self) -> bool:
        """Whether the cards are shuffled before another one is dealt."""
        if self.phase == "idle":
            return not self.is_ready()
        return self.phase != "betting" and self.decks == 1 and self.source != "continuous"

    def _on_burn(self, _: What) -> None:
        self.burn(self._let_go())
        self.removed += self.phase == "racing"

    def _on_dismiss(self, _: What) -> None:
        self._let_go()  # it was never of this shoe

    def _on_face_up(self, what: What) -> None:
        """10.3, 10.4, D4: the first card removed in the round is burned, any other is used."""
        if what.why != "first":
            return
        if not self.removed:  # it was taken out without a slide
            self.out_unread += 1
            self.removed = 1
            self.burned += 1
        elif self.removed == 1 and self.face_down:
            self.burn(self.face_down.pop(0))
        elif self.removed == 1 and self.racing:
            self.rack.append(self.racing[0])
            self.known_burned.append(self.racing.pop(0))
            self.burned += 1

    def _on_shoe_empty(self, _: What) -> None:
        self.shoe_is_empty = True

    def _on_lights_off(self, _: What) -> None:
        self.lights_out = True

    def _on_rebuild(self, _: What) -> None:
        self.phase = "rebuilding"
        self.result_before = (self.places(), self.protested())

    def _on_move(self, what: What) -> None:
        self.racing.insert(what.to - 1, self.racing.pop(what.place - 1))

    def _on_insert(self, what: What) -> None:
        """A card that was dealt and missed."""
        assert what.card is not None
        known = self.lay(what.card)
        self.removed += 1
        self.racing.insert(what.to - 1, known)

    def _on_take_out(self, what: What) -> None:
        card = self.racing.pop(what.place - 1)
        if what.why == "burned":
            self.rack.append(card)
            self.known_burned.append(card)
            self.burned += 1
        else:  # it was no card of its own
            self.give_back(card)
            self.removed -= 1

    def _on_replace(self, what: What) -> None:
        """A card that was read wrongly."""
        assert what.card is not None
        self.give_back(self.racing[what.place - 1])
        self.racing[what.place - 1] = self.lay(what.card)

    def _on_rebuilt(self, _: What) -> None:
        """10.7: if the race is open again, cards that came too late for it are its next ones (10.5)."""
        if self.places()[2]:
            self.phase = "result"
        else:
            self.phase = "racing"
            late = self.first_of_next + self.to_be_shuffled
            self.face_down += late
            self.removed += len(late)
            self.first_of_next, self.to_be_shuffled = [], []
        if (self.places(), self.protested()) != self.result_before:
            self.layout.unsettle()  # 10.2
        if self.why_in_hand == "foreign" and self.holds(self.in_hand):
            self.why_in_hand = "late" if self.places()[2] else "early"  # it was of this shoe after all

    def _on_wager(self, what: What) -> None:
        assert what.area is not None
        self.layout.place(what.seat, what.area, what.stake, what.why == "spoken")

    def _on_wager_back(self, what: What) -> None:
        self.layout.take_up(self.phase, what.wager)

    def _on_wager_moved(self, what: What) -> None:
        assert what.area is not None
        self.layout.move(self.phase, what.wager, what.area)

    def _on_wager_home(self, what: What) -> None:
        self.layout.go_home(what.wager)

    def _on_collected(self, _: What) -> None:
        self.layout.collect(self.winning())

    def _on_paid(self, what: What) -> None:
        assert what.area is not None
        self.layout.pay(what.area)
