"""The firmware's Let It Ride against the reference, step by step: both judge every step, and what both then hold must
be the same: phase, turns, places of the cards, wagers, what may be seen, and at the settlement all money to the unit.

Judging and refusing change nothing; all that happened, replayed to a fresh table, gives the same state; so does what a
checkpoint keeps of a table at rest.
"""

from collections import Counter
from functools import cache
from typing import Any

from pitboard.games import refusals
from pitctl.packs import compile_pack, load_pack
from tests.properties import ride_words as words
from tests.properties.ride_choices import Step
from tests.properties.ride_houses import PACK_OF
from tests.properties.ride_player import Player
from tests.reference import ride_order_reference as order
from tests.reference.ride_rules import SPOTS, House
from tests.reference.ride_state_reference import Act
from tests.reference.ride_table_reference import RideTable


class Disagreement(AssertionError):
    """The firmware and the reference are not of one mind, or a replay is not what it replays."""


@cache
def pack_data(document: str) -> dict[str, Any]:
    return compile_pack(load_pack(PACK_OF[document]))


class Duel:
    def __init__(self, house: House) -> None:
        self.house = house
        self.player = Player(pack_data(house.document), words.house_numbers(house), house.numbered)
        self.table = RideTable(house)
        self.played: list[Step] = []
        self.seen: Counter[str] = Counter()  # accepted events, phases, what was paid

    @property
    def game(self) -> Any:
        return self.player.game

    def play(self, step: Step) -> None:
        self.played.append(step)
        game = self.game
        before = game.snapshot()
        event, arg, arg2, value, reason, role, who = self.player.as_offer(step)
        act = words.act_of(event, arg, arg2, value, reason, who)
        if step[0] == "slide":
            self._judge_slide(step, act, arg)
        verdict = self._verdict(act, role, reason)
        game.judge(event, arg, arg2, value, reason, who)
        self._expect(game.snapshot() == before, "judging changed the state")
        _, refusal = self.player.do(step)
        if refusal:
            self._expect(game.snapshot() == before, "a refused event changed the state")
        if verdict is not None and verdict == bool(refusal) and refusal != refusals.TOO_MANY:
            said = f"refused ({refusal}), though it is lawful" if refusal else "accepted"
            self._expect(False, f"{act.name} in {self.table.phase} was {said}: {act}")
        if not refusal:
            self._happen(act)
        self.compare()

    def _verdict(self, act: Act, role: int, reason: int) -> bool | None:
        verdict = order.may(self.table, act)
        if verdict is not False:
            needed = words.ROLES.index(order.role_of(self.table, act) or "dealer")
            if role < needed or (order.needs_reason(self.table, act) and not 0 < reason < 14):
                return False
        return verdict

    def _judge_slide(self, step: Step, act: Act, arg: int) -> None:
        card = words.card_text(step[1])
        name, why = order.slid(self.table, card, step[2], step[3])
        kinds = {"not_now": 5, "repeat": 8}
        same = act.name == name and (name != "hold" or act.word == why)
        same = same and (name != "irregularity" or kinds[why] == arg)
        self._expect(same, f"a slide became {act.name} {act.word}, not {name} {why}")

    def _happen(self, act: Act) -> None:
        self.seen[act.name] += 1
        self._count_fault(act)
        self.table.happen(act)
        for what in self.player.followed:
            follows = self.table.follows()
            told = words.act_of(*what)
            if told.name == "new_cards":  # back to the source and the set of the table
                continue
            expected = (follows.name, follows.seat, follows.cards) if follows else None
            self._same("what follows", (told.name, told.seat, told.cards), expected)
            self.seen["followed by " + told.name] += 1
            self._count_fault(told)
            self.table.happen(told)
        self._same("what follows", None, self.table.follows())

    def _count_fault(self, act: Act) -> None:
        if act.name == "fault":
            self.seen[f"{self.house.document} {act.word} {self.table.moment()}"] += 1

    # -- what both must agree on ----------------------------------------------------------------------

    def compare(self) -> None:
        game, table = self.game, self.table
        self._same("phase", words.PHASES[game.phase], table.phase)
        self._same("round", game.round_no, table.round)
        self._same("to decide", game.next_to_decide(), table.to_decide())
        self._same("to show", game.next_to_show(), table.to_show())
        if table.phase == "showing":
            self._same("to declare", game.next_to_declare(), table.to_declare())
        seat, part = game.next_to_settle()
        self._same("to settle", (seat, words.PARTS[part]), table.to_settle())
        self._same("pending", words.PENDING[game.pending], table.pending)
        self._same("held", words.HOLDS[game.held], table.held_why)
        shoe = game.shoe
        ready = (shoe.checked, shoe.shuffled, shoe.ready())
        self._same(
            "checked, shuffled, ready", ready, (table.checked, table.shuffled, table.is_ready())
        )
        self._same("cards left", game.left(), table.left())
        self._compare_cards()
        self._compare_seats()
        if table.settlement is not None and table.phase in ("settling", "voided"):
            self._compare_money()
        self.seen["phase " + table.phase] += 1

    def _compare_cards(self) -> None:
        game, table = self.game, self.table
        if table.phase == "dealing":
            place = game.deal.next_place()
            self._same("next place", words.PLACES.get(place, place), table.plan[0])
        for which in (1, 2):
            face = game.community(which)
            told = words.card_text(face) if face >= 0 else ""
            self._same(f"community card {which}", told, table.community_shown(which))
        for seat in range(1, 8):
            told_cards = [words.card_text(face) for face in game.hand_shown(seat)]
            self._same(
                "hand shown", told_cards, table.cards_of(seat) if seat in table.shown else []
            )

    def _compare_seats(self) -> None:
        game, table = self.game, self.table
        for number, seat in table.seats.items():
            stakes = [game.seats.stake(number, spot) for spot in range(4)]
            self._same(f"stakes of seat {number}", stakes, list(seat.stakes.values()))
            self._same(f"seat {number}", words.STATES[game.seats.states[number]], seat.state)
            if self.house.document in ("000", "003"):
                self._same("idle rounds", game.seats.idle[number], table.idle[number])
        locked = {seat for seat in range(1, 8) if game.seats.locked & 1 << seat}
        self._same("locked", locked, table.locked)
        if table.document.has_bank:
            bank = (game.bank.position, game.bank.wager, game.bank.action)
            self._same("bank", bank, (table.bank_at, table.bank_wager, table.action))

    def _compare_money(self) -> None:
        settling, told = self.game.settling, self.table.settlement
        assert told is not None
        for (number, spot), fate in told.fates.items():
            at = (number - 1) * 4 + SPOTS.index(spot)
            got = (settling.profit[at], settling.collected[at], settling.returned[at])
            where = f"profit, collected, returned of seat {number} on {spot}"
            self._same(where, got, (fate.profit, fate.collected, fate.returned))
            stake = self.table.seats[number].stakes[spot]
            kept = self.house.tokens_back and self.house.share_stake_back
            self._expect(not kept or got[1] + got[2] == stake, "a stake is not whole")
            self.seen["paid"] += fate.profit > 0
        if self.table.phase == "settling":
            for number, envy in told.envy.items():
                self._same(f"envy of seat {number}", settling.envy[number], envy)
                self.seen["envy"] += envy > 0
            self._same("shares of the jackpot", settling.shares, told.shares)
            self.seen[f"{told.shares} shares"] += 1

    # -- replays --------------------------------------------------------------------------------------

    def replay(self) -> None:
        """To a fresh table, event by event; and what a checkpoint keeps."""
        self._same("replay", self.player.replayed().snapshot(), self.game.snapshot())

    def thaw(self) -> None:
        game = self.game
        if not game.is_at_rest():
            return
        twin = self.player.fresh()
        twin.thaw(game.round_no, game.freeze())
        self._same("checkpoint", kept(twin), kept(game))
        self.seen["checkpoint"] += 1

    def _same(self, what: str, got: object, expected: object) -> None:
        if got != expected:
            raise Disagreement(f"{what}: the table says {got}, the reference {expected}")

    def _expect(self, true: bool, complaint: str) -> None:
        if not true:
            raise Disagreement(complaint)


def kept(game: Any) -> dict[str, object]:
    """What a table at rest must not forget; the cards themselves are shuffled before they are dealt."""
    shoe = game.shoe
    return {
        "phase": (game.phase, game.round_no),
        "cards": (shoe.source, shoe.set_serial, shoe.checked, shoe.shuffled, shoe.cut),
        "decks": (game.deck, game.decks_checked, game.check_due, game.opened, game.opening.lamps),
        "counts": (game.since_count, game.count_off, min(game.played, 255)),
        "seats": (game.seats.locked, bytes(game.seats.idle)),
        "bank": game.bank.state(),
        "notices": game.notices.state(),
        "jackpot": game.jackpot,
    }
