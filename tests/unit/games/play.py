"""Shorthand of the rule tests: a table without a journal, played in the lawful order, rounds as text.

What a card that is slid becomes is asked of the game, as the app does it; what follows by itself is applied at once and
must be lawful. Every event is kept, so that a test can replay it.
"""

from pitboard.games import cards, refusals
from pitboard.games import events as ev
from pitboard.games.derby import areas, derby_refusals
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.derby import Derby
from pitboard.games.sequence import token

# Hearts win with the fourth card, spades are second, clubs third; no two of spades.
PLAIN_RACE = "3H 4H 5H 6H 7S 8C"

Happened = tuple[int, int, int, int, int, int]  # event, arg, arg2, value, reason, who

OPENING: tuple[tuple[int, ...], ...] = (
    (ev.LAMP_TEST,),
    (ev.LAMPS_SEEN, 1),
    (ev.PRECHECKED,),
    (ev.SHUFFLED,),
    (ev.CUT,),
    (ev.TABLE_OPEN,),
)
REASON = ev.REASON_NAMES.index("dispute")


class Play:
    """A closed table; its settings are those of Derby."""

    def __init__(self, decks: int = 1, source: int = ev.SHOE, reveal: int = derby.AT_ONCE) -> None:
        self.decks, self.source, self.reveal = decks, source, reveal
        self.game = Derby(decks, source, reveal)
        self.log: list[Happened] = []
        self.effects = 0  # of the last event and what followed

    # -- events -------------------------------------------------------------------------------

    def offer(
        self, event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0, who: int = 0
    ) -> int:
        """The refusal, or 0 and it has happened. A refusal must change nothing."""
        game = self.game
        before = game.snapshot()
        refusal = game.judge(event, arg, arg2, value, reason, who)
        assert game.snapshot() == before, "judging changes nothing"
        if refusal:
            return refusal
        self.effects = 0
        self._happen((event, arg, arg2, value, reason, who))
        while (follow := game.due()) is not None:
            assert game.judge(*follow) == 0, f"{derby.NAMES[follow[0]]} follows and is not lawful"
            self._happen((*follow, 0))
        return 0

    def _happen(self, what: Happened) -> None:
        self.effects |= self.game.apply(*what)
        self.log.append(what)

    def do(self, event: int, arg: int = 0, arg2: int = 0, **more: int) -> "Play":
        refusal = self.offer(event, arg, arg2, **more)
        assert not refusal, f"{derby.NAMES[event]}: {refusal_name(refusal)}"
        return self

    def slide(self, codes: str, before_call: bool = False, number: int = 0) -> "Play":
        """Cards over the scanner, one after the other; `number` is that of the first in its set."""
        for code in codes.split():
            self.slide_card(token(card(code), number), before_call)
            number += number > 0
        return self

    def slide_card(self, card_token: int, before_call: bool = False) -> None:
        game = self.game
        event, why = game.route(card_token, before_call)
        if event == ev.IRREGULARITY:
            self.do(event, why, game.place())
        else:
            self.do(event, card_token & 63, game.place(), value=card_token >> 6, reason=why)

    def show(self) -> "Play":
        """The dealer's key, or the timer: the oldest waiting card shows."""
        follow = self.game.next_shown()
        assert follow is not None
        event, arg, arg2, value, reason = follow
        return self.do(event, arg, arg2, value=value, reason=reason)

    # -- whole pieces -------------------------------------------------------------------------

    def open_table(self) -> "Play":
        for event, *arg in OPENING:
            if event != ev.CUT or self.source == ev.SHOE:
                self.do(event, *arg)
        return self

    def open(self) -> "Play":
        """Betting, after a shuffle and a cut where they are due."""
        shoe = self.game.shoe
        if not shoe.shuffled:
            self.do(ev.SHUFFLED)
        if shoe.needs_cut():
            self.do(ev.CUT)
        return self.do(ev.OPEN, shoe.decks, self.game.wanted_reveal)

    def start(self) -> "Play":
        return self.open().do(ev.NO_MORE_BETS)

    def end(self) -> "Play":
        return self.do(ev.CONFIRM).do(ev.CLOSE)

    def replayed(self) -> Derby:
        """The same events applied to a new game."""
        game = Derby(self.decks, self.source, self.reveal)
        for what in self.log:
            game.apply(*what)
        return game

    # -- looks --------------------------------------------------------------------------------

    def cards(self) -> str:
        """The sequence as it lies, counted or not."""
        sequence = self.game.cards
        return " ".join(cards.code(sequence.face(place + 1)) for place in range(sequence.total))

    def rule_of(self, event: int, arg: int = 0, arg2: int = 0, **more: int) -> str:
        """The name of the refusal; '' when it is lawful."""
        return refusal_name(self.game.judge(event, arg, arg2, **more))


def card(code: str) -> int:
    number = cards.parse(code.encode())
    assert number >= 0, code
    return number


def refusal_name(refusal: int) -> str:
    return REFUSALS[refusal]


REFUSALS = {
    value: "" if name == "LAWFUL" else name
    for vocabulary in (refusals, derby_refusals)
    for name, value in vars(vocabulary).items()
    if name.isupper() and isinstance(value, int)
}


def opened(decks: int = 1, source: int = ev.SHOE, reveal: int = derby.AT_ONCE) -> Play:
    """A table that is open for its first round."""
    return Play(decks, source, reveal).open_table()


def racing(codes: str = "", decks: int = 1, reveal: int = derby.AT_ONCE) -> Play:
    """A round from its opening through these cards."""
    return opened(decks, reveal=reveal).start().slide(codes)


def race(codes: str, decks: int = 1) -> Derby:
    return racing(codes, decks).game


def play_to(phase: int) -> Play:
    """A table that came to the phase by lawful events."""
    play = Play()
    if phase == ev.CLOSED:
        return play
    if phase == ev.CHECKING:
        return play.do(ev.CHECK)
    play.open_table()
    if phase == ev.IDLE:
        return play
    play.open()
    if phase == ev.BETTING:
        return play
    play.do(ev.NO_MORE_BETS)
    if phase == derby.RACING:
        return play
    if phase == ev.VOIDED:
        return play.do(ev.VOID, reason=REASON)
    play.slide(PLAIN_RACE)
    if phase == derby.PAYING:
        play.do(ev.CONFIRM)
    elif phase == derby.REBUILDING:
        play.do(derby.REBUILD, reason=REASON)
    assert play.game.phase == phase
    return play


def in_phase(phase: int) -> Derby:
    return play_to(phase).game


def places(game: Derby) -> str:
    """First, second and third as letters; '-' where not fixed."""
    return "".join(cards.SUIT_CODES[suit] if suit >= 0 else "-" for suit in game.race.result()[:3])


def counts(game: Derby) -> tuple[int, int, int]:
    return game.race.first_count, game.race.second_count, game.race.third_count


def lit(game: Derby) -> dict[str, int]:
    """Lit areas by code, with their tier: what the lights are told."""
    tiers = bytearray(b"\xff" * areas.AREAS)
    winner, second, third, _ = game.race.result() if game.is_lit() else (-1, -1, -1, False)
    areas.tiers_into(tiers, winner, second, third)
    return {areas.code(area): tier for area, tier in enumerate(tiers) if tier}
