"""The words of Let It Ride with the rules of the pack that is played.

In messages.toml a message names the key of the pack whose rule is shown; here its number (`#19`) becomes the rule.
"""

from pitboard.app.let_it_ride import words
from pitboard.app.wording import Words
from pitboard.games.let_it_ride.ride_refusals import PENDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.games.let_it_ride.let_it_ride import LetItRide
    from pitboard.games.let_it_ride.pack import Pack

_SILENT = "not stated"  # the "rule" of a pack where its document is silent


class PackWords(Words):
    def __init__(self, pack: "Pack", game: "LetItRide | None" = None) -> None:
        """`game` knows which irregularity is pending, and so which rule keeps all else waiting."""
        super().__init__(words.__file__, words.FIRSTS)
        self._pack = pack
        self._game = game

    def rule(self, kept: str) -> str:
        """None where the document says nothing; an outcome has none here (guide.py)."""
        rule = self._pack.rule(int(kept[1:])) if kept[0] == "#" else ""
        return "" if rule == _SILENT else rule

    def refusal(self, code: int) -> "tuple[str, str, str]":
        rule, first, second = super().refusal(code)
        game = self._game
        if code == PENDING and game is not None and game.pending:
            rule = self._pack.outcome_rule(game.pending_what, game.pending_moment)
        return rule, first, second
