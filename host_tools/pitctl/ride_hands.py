"""The dealer and the players of a Let It Ride table in a scenario: wagers over the host, cards, decisions by keys.

What CONFIRM stands for is known from the table itself; where it is not what the scenario says, nothing is pressed.
"""

from collections.abc import Callable

from pitctl.client import Client
from pitctl.exceptions import DeviceRefused
from pitctl.hands import Hands, NotDone
from pitctl.messages import REFUSED
from pitctl.scenario_ride_steps import COMMUNITY, DISCARD, Deal, Decide, GoOn, HostActs, Stack

# Of the sample tables; a table of your own has its own people.
PEOPLE = {"supervisor": (1, "2468"), "dealer": (2, "1357")}
MOST_BEFORE_BETTING = 6  # what may be due before a round: seen, washed, shuffled, cut, open
MOST_PRESSES = 40  # of seven hands that are shown and declared, or collected and paid
_PHASES = {
    "look": ("dealt",),
    "turn": ("turning_1", "turning_2"),
    "show": ("showing",),
    "declare": ("showing",),
    "settle": ("settling",),
    "close": ("settling", "voided"),
}


class RideHands:
    """`press` presses a key and rests, `slide` slides a card and rests.

    `rest` is what hands wait after a step over the host: a menu that came or went by it takes no key at once.
    """

    def __init__(
        self,
        client: Client,
        hands: Hands,
        press: Callable[[str], None],
        slide: Callable[[str], None],
        rest: Callable[[], None],
    ) -> None:
        self._client = client
        self._hands = hands
        self._press = press
        self._slide = slide
        self._rest = rest
        self._stacked: dict[int, list[str]] = {}

    def act(self, step: HostActs) -> None:
        """Steps over the host. Raises NotDone if the table answers otherwise than the scenario says."""
        staff, pin = PEOPLE[step.who]
        with self._client.acting_as(staff, pin):
            for name, given in step.acts:
                said = self._refusal(name, given)
                if said is not None and step.refused is None:
                    raise NotDone(f"{name} was refused: {said[0]} {said[1]}".rstrip())
                if said is not None:
                    self._rest()
                    if step.refused not in ("", said[0]):
                        raise NotDone(f"{name} was refused by {said[0] or 'no rule'}: {said[1]}")
                    return
        self._rest()
        if step.refused is not None:
            raise NotDone("it was not refused")

    def _refusal(self, name: str, given: dict[str, object]) -> tuple[str, str] | None:
        """(rule, words) of a refusal; the rule is empty where the person lacks the role."""
        try:
            self._client.act(name, **given)  # pyright: ignore[reportArgumentType]
        except DeviceRefused as error:
            data = error.data if isinstance(error.data, dict) else {}
            rule = str(data.get("rule", "")) if error.code == REFUSED else ""
            return rule, str(data.get("text", error.message))
        return None

    # -- before the deal ----------------------------------------------------------------------

    def open_betting(self) -> None:
        phase = self._client.status().phase
        if phase != "idle":
            raise NotDone(f"betting opens between rounds; phase {phase}")
        self._stacked.clear()
        for _ in range(MOST_BEFORE_BETTING):
            self._press("confirm")
            if self._client.status().phase == "betting":
                return
        raise NotDone(f"betting did not open; the display shows: {self._hands.shown()}")

    # -- cards --------------------------------------------------------------------------------

    def stack(self, step: Stack | Deal) -> None:
        for place, cards in step.hands:
            self._stacked[place] = list(cards)

    def deal(self, step: Deal) -> None:
        """Slides what is stacked to the places that the table names."""
        self.stack(step)
        dealt = 0
        while dealt != step.count:
            place = self._client.ride().place
            if not place:
                break
            if not self._stacked.get(place):
                raise NotDone(f"the table wants a card for {place_text(place)}, and none is stacked")
            before = self._client.status().cards
            self._slide(self._stacked[place].pop(0))
            dealt += 1
            if self._client.status().cards != before + 1:
                raise NotDone(f"card {before + 1} was not taken; the display shows: {self._hands.shown()}")
        if step.count is not None and dealt < step.count:
            raise NotDone(f"the deal ended after {dealt} cards; phase {self._client.status().phase}")
        left = {place: cards for place, cards in self._stacked.items() if cards}
        if step.count is None and left:
            texts = ", ".join(f"{' '.join(cards)} of {place_text(at)}" for at, cards in left.items())
            raise NotDone(f"the deal is complete, and these cards are left: {texts}")

    # -- play ---------------------------------------------------------------------------------

    def decide(self, step: Decide) -> None:
        if step.choice == "tucks":  # in any order
            tuck = HostActs("dealer", (("tuck", {"place": step.seat}),), None, line=step.line, text=step.text)
            self.act(tuck)
            return
        phase, turn = self._client.status().phase, self._client.ride().turn
        if not phase.startswith("deciding") or turn != step.seat:
            whose = f"it is the turn of seat {turn}" if turn else "nobody decides now"
            raise NotDone(f"{whose}; phase {phase}")
        self._press("confirm" if step.choice == "rides" else "no_more_bets")

    def go_on(self, step: GoOn) -> None:
        if step.what in ("show", "settle") and not step.seat:
            self._all(step.what)
            return
        phase, ride = self._client.status().phase, self._client.ride()
        if phase not in _PHASES[step.what]:
            raise NotDone(f"not now: phase {phase}")
        seat = ride.settle if step.what in ("settle", "close") else ride.turn
        if seat != step.seat and step.what not in ("look", "turn"):
            raise NotDone(f"seat {seat} is next" if seat else "no seat is next")
        if step.what in ("show", "declare"):
            turned = bool(self._client.seats()[step.seat - 1].cards)
            if turned != (step.what == "declare"):
                raise NotDone(f"the hand of seat {step.seat} is {'' if turned else 'not '}turned")
        self._press("confirm")

    def _all(self, what: str) -> None:
        for _ in range(MOST_PRESSES):
            left = (
                self._client.status().phase == "showing"
                if what == "show"
                else self._client.ride().settle > 0
            )
            if not left:
                return
            self._press("confirm")
        raise NotDone(f"it does not end; the display shows: {self._hands.shown()}")


def place_text(place: int) -> str:
    if place == DISCARD:
        return "the discard"
    return f"community card {place - COMMUNITY[0] + 1}" if place in COMMUNITY else f"seat {place}"
