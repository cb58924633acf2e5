"""The cards of a Derby table as things that lie somewhere, and what they say: from 001 and the readings alone.

A card lies in exactly one place: in the shoe, in the racing areas, face down on its way to them, in the dealer's hand,
before the shoe as the first of the next round, or in the discard rack. Whatever the table shows is worked out afresh
from where the cards lie. No code is shared with the firmware.

`shoe` are the cards that could still be in it for all that anybody has seen: a card face down is only a code until it
shows, and only then leaves this list.
"""

from dataclasses import dataclass

from tests.reference import derby_reference

FACES = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


@dataclass(eq=False)
class Card:
    """One physical card. `number` is printed on it only where the codes are serial."""

    face: str
    number: int

    @property
    def suit(self) -> str:
        return derby_reference.SUIT_OF_LETTER[self.face[1]]


class CardsOfATable:
    phase: str
    lights_out: bool

    def __init__(self, decks: int, source: str, numbered: bool) -> None:
        self.use_cards(decks, source, numbered)
        self.clear_away()

    def use_cards(self, decks: int, source: str, numbered: bool) -> None:
        """These cards come to the table; nobody has looked at them yet."""
        self.decks, self.source, self.numbered = decks, source, numbered
        self.cards = [Card(face, n) for n, face in enumerate(FACES * decks, 1)]
        self.checked = self.shuffled = self.is_cut = False
        self.fill()

    def fill(self) -> None:
        """All cards are in the shoe."""
        self.shoe = list(self.cards)
        self.rack: list[Card] = []
        self.first_of_next = []
        self.out_unread = 0  # left the shoe without passing the scanner; nobody knows which
        self.out_by_face: list[str] = []  # entered by hand where cards are numbered: one of its face
        self.not_coming: set[int] = set()  # numbers that were burned, and laid again by their face
        self.to_be_shuffled: list[Card] = []  # one deck: drawn late, not seen, lies aside (D9)

    def clear_away(self) -> None:
        """Nothing lies on the table any more."""
        self.racing: list[Card] = []  # the sequence that lies on the table, all of it
        self.face_down: list[Card] = []
        self.in_hand: Card | None = None
        self.why_in_hand = ""
        self.known_burned: list[Card] = []  # of this round: a rebuild may take one back (10.7)
        self.removed = 0  # cards that have left the shoe for this round
        self.burned = 0

    def is_ready(self) -> bool:
        """6, 7: checked, shuffled, cut."""
        return self.checked and self.shuffled and (self.is_cut or self.source != "shoe")

    # -- what the cards say ---------------------------------------------------------------------

    def areas(self) -> tuple[list[Card], list[Card], list[Card]]:
        """The racing areas as 8.1 fills them; cards after the end of the race are in none."""
        cards = self.racing
        won = next((n for n in range(len(cards) + 1) if most_of_a_suit(cards[:n]) == 4), None)
        if won is None:
            return cards, [], []
        first, rest = cards[:won], cards[won:]
        winner = first[-1].suit
        second, rest = through(rest, (winner,))
        third, _ = through(rest, (winner, second[-1].suit if second else ""))
        return first, second, third

    def counting(self) -> int:
        return sum(len(area) for area in self.areas())

    def places(self) -> tuple[str, str, str]:
        """Winner, second and third; '' while a place is open, and for all of them when there is no race."""
        first, second, third = self.areas()
        winner = first[-1].suit if most_of_a_suit(first) == 4 else ""
        runner_up = second[-1].suit if second and second[-1].suit != winner else ""
        last = third[-1].suit if third and third[-1].suit not in (winner, runner_up) else ""
        return winner, runner_up, last

    def protested(self) -> bool:
        """1.2, 4.2: a two of spades among the cards that determine the winner."""
        return any(card.face == "2S" for card in self.areas()[0])

    def race(self) -> derby_reference.Race | None:
        """The race by the other reference, once it is decided."""
        try:
            return derby_reference.run_race(card.face for card in self.racing)
        except derby_reference.NotFinished:
            return None

    def winning(self) -> dict[str, tuple[str, str]]:
        race = self.race() if self.phase in ("result", "paying") else None
        return {} if race is None else race.winning

    def lit(self) -> dict[str, str]:
        """3.5, D2: the winning areas, from the card that fixes third place until the round is closed."""
        if self.lights_out:
            return {}
        return {area: right for area, (right, _) in self.winning().items()}

    def unseen(self) -> list[Card]:
        """Cards that have left the shoe and whose face nobody has seen."""
        aside = [*self.face_down, *self.first_of_next, *self.to_be_shuffled]
        if self.in_hand is not None and self.why_in_hand != "foreign":
            aside.append(self.in_hand)
        return aside

    def left(self) -> int:
        """An unseen card counts as one of the shoe, whatever it is."""
        out = self.out_unread + len(self.out_by_face) + len(self.unseen())
        return max(0, len(self.shoe) - out)

    # -- finding a card by what its code says -----------------------------------------------------

    def find(self, face: str, number: int) -> Card | None:
        """The card of the shoe that a code can be: that very one, or any of its face."""
        of_face = [card for card in self.shoe if card.face == face]
        if number in self.not_coming:
            return None
        if len(of_face) <= self.out_by_face.count(face):
            return None
        if self.numbered and not number:
            return Card(face, 0)
        return next((card for card in of_face if number in (0, card.number)), None)

    def holds(self, card: Card | None) -> bool:
        return card is not None and self.find(card.face, card.number) is not None

    def take(self, card: Card) -> Card | None:
        """The card leaves the shoe, where its code is known to be of it."""
        found = self.find(card.face, card.number if self.numbered else 0)
        if found is not None and found.number:
            self.shoe.remove(found)
        elif found is not None:
            return self._take_one_of(found.face)
        return found

    def may_be_laid(self, card: Card | None) -> bool:
        """A card that somebody names: still in the shoe, or burned in this round by mistake."""
        if card is None:
            return False
        return self.holds(card) or any(c.face == card.face for c in self.known_burned)

    def lay(self, card: Card) -> Card:
        """The one that was burned in this round, if it can be that one; a burned card may not be found out, so what is
        left in the shoe falls as for any other."""
        found = next((c for c in self.known_burned if c.face == card.face), None)
        if found is None:
            found = self.take(card)
            assert found is not None
            return found
        self.known_burned.remove(found)
        self.burned -= 1
        self.out_unread += 1
        if self.numbered and found.number:  # named by its face: of that number nobody has heard again
            self.not_coming.add(found.number)
            self.shoe.append(found)
            return self._take_one_of(found.face)
        return found

    def _take_one_of(self, face: str) -> Card:
        self.out_by_face.append(face)
        return Card(face, 0)

    def give_back(self, card: Card) -> None:
        if card.number:
            self.shoe.append(card)
        else:
            self.out_by_face.remove(card.face)

    def burn(self, card: Card) -> None:
        """To the discard rack, face down: it counts as a card of the shoe, whatever it is."""
        found = self.take(card)
        if found is None:
            self.out_unread += 1
        else:
            self.known_burned.append(found)
        self.rack.append(card)
        self.burned += 1

    def may_lie_there_by_hand(self, face: str, number: int) -> bool:
        """Whether a numbered card can be one that was entered by its face alone."""
        return number > 0 and any(c.face == face and not c.number for c in self.racing)

    def lies_on_the_table(self, number: int) -> bool:
        """Whether the card with this number was slid before, and is part of this round or of the next."""
        lying = [*self.racing, *self.face_down, *self.first_of_next, *self.to_be_shuffled]
        return any(card.number == number for card in lying)


def most_of_a_suit(cards: list[Card]) -> int:
    suits = [card.suit for card in cards]
    return max((suits.count(suit) for suit in suits), default=0)


def through(cards: list[Card], suits: tuple[str, ...]) -> tuple[list[Card], list[Card]]:
    """The cards up to the first one of another suit, and the rest; all of them if there is none."""
    for n, card in enumerate(cards, 1):
        if card.suit not in suits:
            return cards[:n], cards[n:]
    return cards, []


