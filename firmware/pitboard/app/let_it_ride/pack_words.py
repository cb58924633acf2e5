"""The words of Let It Ride with the rules of the pack that is played.

In messages.toml a message names the key of the pack whose rule is shown; here its number (`#19`) becomes the rule.
"""

from pitboard.games.let_it_ride.ride_refusals import PENDING
from pitboard.games.let_it_ride.words import WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.games.let_it_ride.let_it_ride import LetItRide
    from pitboard.games.let_it_ride.pack import Pack

    Said = tuple[str, str, str]

_SILENT = "not stated"  # the "rule" of a pack where its document is silent


class PackWords:
    """As games/wording.py Words."""

    def __init__(self, pack: "Pack", game: "LetItRide | None" = None) -> None:
        """`game` knows which irregularity is pending, and so which rule keeps all else waiting."""
        self._pack = pack
        self._game = game

    def _by_pack(self, said: "Said") -> "Said":
        return self._rule(said[0]), said[1], said[2]

    def _rule(self, key: str) -> str:
        """None where the document says nothing."""
        rule = self._pack.rule(int(key[1:])) if key[0] == "#" else ""
        return "" if rule == _SILENT else rule

    def refusal(self, code: int) -> "Said":
        rule, first, second = self._by_pack(WORDS.refusal(code))
        game = self._game
        if code == PENDING and game is not None and game.pending:
            rule = self._pack.outcome_rule(game.pending_what, game.pending_moment)
        return rule, first, second

    def notice(self, kind: int, place: int, area: int, phase: int) -> "Said":
        return self._by_pack(WORDS.notice(kind, place, area, phase))

    def hold(self, kind: int, place: int, phase: int) -> "Said":
        return self._by_pack(WORDS.hold(kind, place, phase))

    def outcome(self, kind: int, place: int, area: int, phase: int) -> "Said":
        """Without a rule: that of an irregularity depends on what was found, and when (guide.py)."""
        return self._by_pack(WORDS.outcome(kind, place, area, phase))

    def prompt(self, index: int, n: int = 0, m: int = 0, area: int = 0) -> "Said":
        return self._by_pack(WORDS.prompt(index, n, m, area))

    def step(self, index: int) -> "tuple[str, str]":
        key, label = WORDS.step(index)
        return self._rule(key), label

    def step_name(self, index: int) -> str:
        return WORDS.step_name(index)

    def step_index(self, name: str) -> int:
        return WORDS.step_index(name)

    def reason(self, code: int) -> str:
        return WORDS.reason(code)
