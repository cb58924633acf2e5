"""One case of the campaign: a round in which a part fails at one moment, played to its end by what is left.

What is looked at is what counts at a table: the result, the lights, whether the part is named, whether the table still
answers, and whether the part is taken up again.
"""

from dataclasses import dataclass
from pathlib import Path

from pitctl.exceptions import PitctlError
from tests.campaign.faults import SECOND, Fault, Part
from tests.campaign.tables import slide, switch_on
from tests.device.ride_rig import RideRig

RACE = ["TH", "3S", "4H", "9C", "KH", "3H", "5S", "7C"]  # hearts, spades, clubs
LIT = {"RED", "H", "HS"}  # and six trifectas
CLOCK_LOOK_S = 11.0  # of all parts it is looked for least often
HANDS = {2: "TH TD 5S", 5: "2C 3C 9D"}


class Failed(AssertionError):
    """What was not as it must be."""


@dataclass(frozen=True, eq=False)
class Case:
    part: Part
    fault: str
    moment: str
    game: str

    @property
    def expected(self) -> Fault:
        return self.part.faults[self.fault]


def check(good: object, what: str) -> None:
    if not good:
        raise Failed(what)


class Play:
    """A table, a case, and the hands of dealer and supervisor."""

    def __init__(self, case: Case, target: str, folder: Path) -> None:
        self.case = case
        self._lacks: frozenset[str] = frozenset()
        self.rig = switch_on(case.part.setting, case.game, target, folder)
        self.model = case.part.get(self.rig.bench)
        self._name = self.rig.screen()[0].split("  ")[0]
        case.part.prepare(self.rig)
        self.told = ""
        self._mended = False
        self._left = {seat: hand.split() for seat, hand in HANDS.items()} | {8: ["KD"], 9: ["KC"], 10: ["8S"]}

    def run(self) -> str:
        """Raises Failed. Returns what was seen of the fault."""
        try:
            if self.case.game == "derby":
                self._derby()
            else:
                self._ride()
        except PitctlError as error:
            raise Failed(f"no answer: {error}") from error
        except AssertionError as error:
            raise Failed(str(error) or "the table did not go on") from error
        finally:
            self.rig.target.close()
        return self.told

    # -- rounds -------------------------------------------------------------------------------------

    def _derby(self) -> None:
        rig = self.rig
        self._at("idle")
        self._step("confirm", "open")
        self._step("no_more_bets", "no_more_bets")
        self._cards(RACE[:3])
        self._at("in a round")
        self._cards(RACE[3:])
        self._look_at_result()
        self._at("at the result")
        self._look_at_result()
        self._step("confirm", "confirm")
        self._step("confirm", "close")
        check(rig.client.status().phase == "idle", "the round did not end")
        check("lights" in self._lacks or not rig.lit(), "an area is lit between rounds")
        self._look_back()
        check(not rig.lit(), "an area is lit after the fault")

    def _look_at_result(self) -> None:
        status = self.rig.client.status()
        check(status.phase == "result" and status.result is not None, f"no result: {status.phase}")
        result = status.result
        assert result is not None
        places = (result.first, result.second, result.third, result.protested)
        check(places == ("hearts", "spades", "clubs", False), f"wrong result: {places}")
        check(self.rig.cards(status.round) == RACE, f"wrong cards: {self.rig.cards(status.round)}")
        lit = set(self.rig.lit())
        right = set(status.lit)
        check(right >= LIT and len(right) == 9, f"wrong areas: {right}")
        check(lit <= right if "lights" in self._lacks else lit == right, f"wrong lights: {lit}")

    def _ride(self) -> None:
        rig = self.rig
        assert isinstance(rig, RideRig)
        self._at("idle")
        rig.open_bets()
        for seat in HANDS:
            self._chips(seat)
            rig.bet(seat)
        rig.wait_us(SECOND)
        self._step("no_more_bets", "no_more_bets")
        self._ride_cards(4)
        self._at("in a round")
        self._ride_cards(99)
        self._step("confirm", "look")
        for _ in (1, 2):
            self._step("confirm", "ride")
            self._step("confirm", "ride")
            self._step("confirm", "turn")
        while rig.phase() == "showing":
            self._next_hand()
        self._look_at_hands()
        self._at("at the result")
        self._look_at_hands()
        while rig.client.ride().settle:
            self._next_hand()
        self._step("confirm", "close")
        check(rig.phase() == "idle", "the round did not end")
        self._look_back()

    def _look_at_hands(self) -> None:
        rig = self.rig
        assert isinstance(rig, RideRig)
        check(rig.phase() == "settling", f"no result: {rig.phase()}")
        winner, other = rig.seat(2), rig.seat(5)
        check(winner.hand == "two_pair" and winner.profit == (1000, 1000, 1000, 0), f"wrong: {winner}")
        check(other.hand == "tens_or_better" and other.profit == (500, 500, 500, 0), f"wrong: {other}")
        check(set(rig.client.status().lit) == {"S2", "S5"}, "wrong areas")

    # -- hands --------------------------------------------------------------------------------------

    def _step(self, key: str, step: str) -> None:
        """By the key; over USB where keys fail."""
        rig = self.rig
        if "keys" in self._lacks:
            rig.act(step)
        elif key == "confirm" and step == "open":
            rig.open_betting()
        else:
            self._press(key)

    def _next_hand(self) -> None:
        """Turned, declared, settled: the key is for each of them what is due."""
        lawful = {step.step for step in self.rig.client.steps()[1]} if "keys" in self._lacks else set[str]()
        self._step("confirm", next((step for step in ("declare", "show") if step in lawful), "settled"))

    def _press(self, key: str) -> None:
        """At a dealer's pace: two presses within a quarter of a second are one (app/key_task.py)."""
        self.rig.press(key)
        self.rig.wait_us(SECOND // 4)

    def _cards(self, codes: list[str]) -> None:
        """Slid; a supervisor enters them where slides do not count."""
        for code in codes:
            before = self.rig.client.status().cards
            self._slide(code)
            if self.rig.client.status().cards == before:
                check("slides" in self._lacks, f"{code} was not counted")
                self._by_hand(code)

    def _slide(self, code: str) -> None:
        slide(self.rig, self.case.part.setting, code)

    def _by_hand(self, code: str) -> None:
        self.rig.act("entered", card=code, reason="equipment")

    def _ride_cards(self, most: int) -> None:
        """As many cards as that, or what is left of the deal; the table itself says whose card is next."""
        rig = self.rig
        for _ in range(most):
            place = rig.client.ride().place
            if not place:
                return
            code = self._left[place].pop(0)
            before = self._dealt()
            self._slide(code)
            if self._dealt() == before:
                check("slides" in self._lacks, f"{code} was not counted")
                self._by_hand(code)

    def _dealt(self) -> int:
        return sum(event.type in ("drawn", "entered") for event in self.rig.events())

    def _chips(self, seat: int) -> None:
        """On the sensors: seats 1 to 3 and half of the fourth are wired to the first expander."""
        for spot in range(3):
            chip, number = divmod((seat - 1) * 4 + spot, 14)
            self.rig.bench.bets[chip].set_input(number if number < 7 else number + 1, False)

    # -- the fault ----------------------------------------------------------------------------------

    def _at(self, moment: str) -> None:
        """Its moment: the part fails, is missed, and after the idle table is mended before the round begins."""
        if moment != self.case.moment:
            return
        part, rig = self.case.part, self.rig
        part.set_fault(self.model, self.case.fault)
        self._lacks = frozenset() if self.case.expected.works else part.means
        if self.case.expected.stops:
            self._stop()
            return
        for _ in range(self.case.expected.slides):
            self._slide("AD")
        if part.next_phase:  # something new to be shown, and back again
            for _ in range(2):
                self._press("cancel")
        rig.wait_us(int(part.notice_s * SECOND))
        if self.case.expected.named:
            self._look_at_name(True)
        check(self._is_alive(), "the table stopped")
        if moment == "idle":
            self._mend()

    def _stop(self) -> None:
        """The table cannot go on: it says so at the next thing that would count, and goes on after a restart."""
        rig = self.rig
        last = rig.client.status().journal.last_seq
        self._slide("AD")
        self._press("confirm")
        check("FAULT" in rig.words(), f"no fault is shown: {rig.screen()}")
        check(not rig.lit(), "an area is lit at a table that has stopped")
        check(rig.client.status().journal.last_seq == last, "something was announced that is not durable")
        self.told = "FAULT"
        self._mended = True
        self.case.part.set_fault(self.model, None)
        self._lacks = frozenset()
        rig.power_cycle()
        check(self._is_alive(), "the table did not start again")

    def _mend(self) -> None:
        """The fault ends: the part is taken up again, and nothing is missing any more."""
        if self._mended:
            return
        self._mended = True
        part, rig = self.case.part, self.rig
        if self.case.moment != "idle":
            rig.wait_us(int(part.notice_s * SECOND))
        check(self.case.expected.proof(rig), f"not so: {self.case.expected.why}")
        part.set_fault(self.model, None)
        self._lacks = frozenset()
        slowest = CLOCK_LOOK_S if self.case.expected.also else part.notice_s
        rig.wait_us(int((slowest + 2) * SECOND))
        self.case.expected.remedy(rig)
        if not (part.next_card or self._waits_for_phase()):
            self._look_at_name(False)

    def _waits_for_phase(self) -> bool:
        return self.case.part.next_phase and not self.case.expected.named

    def _look_back(self) -> None:
        """After the round; a part that is missed only when a card passes is back with the next card."""
        self._mend()
        if self.case.part.next_card and self.case.moment != "idle":
            if isinstance(self.rig, RideRig):
                self.rig.call(2)
            else:
                self.rig.open_race()
            self._slide("AD")
            self.rig.wait_us(SECOND)
        elif self._waits_for_phase():
            self.rig.open_betting()
        self._look_at_name(False)

    def _look_at_name(self, gone: bool) -> None:
        case, rig = self.case, self.rig
        missing = set(rig.client.describe().missing)
        if not gone:
            check(not missing, f"still missing: {missing}")
            check(rig.screen()[0].startswith(self._name), f"the display says {rig.screen()[0]}")
            return
        expected = case.expected
        check(case.part.name in missing, f"not named: {missing}")
        check(missing <= {case.part.name, *expected.also}, f"others are missing too: {missing}")
        if "display" in missing:
            self.told = " ".join(sorted(missing))
        else:
            check(rig.screen()[0].startswith("!"), f"not on the display: {rig.screen()[0]}")
            self.told = rig.screen()[0].split()[0]

    def _is_alive(self) -> bool:
        status = self.rig.client.status()
        return status.notice is None or status.notice.kind != "fault"
