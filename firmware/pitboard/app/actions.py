"""What a host may do: steps of the table, in the name of a person who has proved to be there.

Every step goes the same way as a key: judged, written down, then shown. The answer says what is due now.
"""

from pitboard.app.authoriser import GRANT_S, NotAuthorised
from pitboard.app.wording import sentence
from pitboard.games import asks, cards, events
from pitboard.games.refusals import NEEDS_SUPERVISOR
from pitboard.protocol.errors import invalid_params, not_authorised, refused
from pitboard.table.journal import JournalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from pitboard.app.authoriser import Authoriser
    from pitboard.app.dealing import Dealing
    from pitboard.app.kit import Kit

    Answer = dict[str, Any]

_STEPS_A_PAGE = 5
_NEEDS = (
    (asks.WAGER, "wager"),
    (asks.AREA, "area"),
    (asks.STAKE, "stake"),
    (asks.STAKE, "seat"),
    (asks.PLACE, "place"),
    (asks.TO, "to"),
    (asks.CARD, "card"),
    (asks.REASON, "reason"),
)


class Actions:
    """The handlers of the protocol's methods that offer and take steps (schema.toml)."""

    def __init__(
        self,
        dealing: "Dealing",
        authoriser: "Authoriser",
        fault: "Callable[[str, str], None]",
        kit: "Kit",
    ) -> None:
        self._dealing = dealing
        self._authoriser = authoriser
        self._fault = fault
        self._kit = kit

    def handlers(self) -> "dict[str, Callable[[Answer], Any]]":
        return {
            "steps": self.steps,
            "act": self.act,
            "authorise": self.authorise,
            "release": self.release,
        }

    def authorise(self, params: "Answer") -> "Iterator[Answer | None]":
        role = 0
        try:
            for role in self._authoriser.authorising(params["staff"], params["pin"]):
                yield None
        except NotAuthorised as error:
            raise not_authorised(error.text) from None
        yield {"role": events.ROLE_NAMES[role], "seconds": GRANT_S}

    def release(self, _params: "Answer") -> "Answer":
        self._authoriser.release()
        return {}

    def steps(self, params: "Answer") -> "Answer":
        """Lawful steps, also those for which the host lacks the role: the answer names it."""
        game = self._dealing.table.game
        steps = self._kit.steps
        words = self._kit.words
        found = []
        following = 0
        for step in range(params["since"], steps.STEPS):
            if not steps.is_offered(game, step, events.SUPERVISOR):
                continue
            if len(found) == _STEPS_A_PAGE:
                following = step
                break
            rule, label = words.step(step)
            needs = steps.needs(step)
            found.append(
                {
                    "step": words.step_name(step),
                    "rule": rule,
                    "role": events.ROLE_NAMES[steps.role_of(game, step)],
                    "words": label,
                    "needs": [name for bit, name in _NEEDS if needs & bit],
                }
            )
        role, _ = self._authoriser.at_host()
        return {"role": events.ROLE_NAMES[role] or None, "steps": found, "next": following}

    def act(self, params: "Answer") -> "Iterator[Answer | None]":
        role, who = self._authoriser.at_host()
        if not role:
            raise not_authorised("Say who you are: authorise first.")
        words = self._kit.words
        step = words.step_index(params["step"])
        if step < 0:
            raise invalid_params("step: no such step")
        try:
            refusal = self._take(step, params, role, who)
        except JournalError as error:
            self._fault("journal", str(error))  # as if a key had done it: nothing more may be announced
            raise
        if refusal == NEEDS_SUPERVISOR:
            raise not_authorised(sentence(*words.refusal(refusal)[1:]))
        if refusal:
            rule, first, second = words.refusal(refusal)
            raise refused(rule, sentence(first, second))
        self._authoriser.used()  # only a step that was taken makes the grant last
        if self._kit.steps.event_of(step) == events.TABLE_CLOSE:
            self._authoriser.release()
        table = self._dealing.table
        seq = table.journal.last_seq
        yield None
        guide = self._kit.guide
        rule, first, second = guide.message(table.game, 0) or guide.next_words(table.game)
        text = sentence(first, second)
        yield {"seq": seq, "rule": rule, "text": text}

    def _take(self, step: int, params: "Answer", role: int, who: int) -> int:
        try:
            reason = events.REASON_NAMES.index(params["reason"])
        except ValueError:
            raise invalid_params("reason: not known") from None
        needs = self._kit.steps.needs(step)
        if needs & asks.HOST_ONLY:
            what = self._kit.host.fill_step(step, params, reason)
            return self._dealing.offer(*(what + (role, who)))
        face = 0
        if needs & asks.CARD:
            face = cards.parse(params["card"].encode())
            if face < 0:
                raise invalid_params("card: rank 2..9TJQKA and suit SHDC, as TH")
        to = params["to"] or params["stake"]  # corrected: to which stake
        return self._dealing.take_step(step, params["place"], to, face, reason, role, who)
