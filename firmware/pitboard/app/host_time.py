"""`time` of the protocol: what time it is, and a supervisor who sets it. Loaded only where there is a clock."""

from pitboard.games.events import SUPERVISOR
from pitboard.protocol.errors import invalid_params, not_authorised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pitboard.app.authoriser import Authoriser
    from pitboard.app.wall_clock import WallClock


class HostTime:
    def __init__(self, clock: "WallClock", authoriser: "Authoriser") -> None:
        self._clock = clock
        self._authoriser = authoriser

    def time(self, params: "dict[str, Any]") -> "dict[str, Any]":
        """What agrees with the table's own time anybody may say."""
        clock = self._clock
        seconds = params["set"]
        if seconds and not clock.agrees(seconds):
            role, who = self._authoriser.at_host()
            if role != SUPERVISOR:
                raise not_authorised("Only a supervisor sets the time.")
            if not clock.set_from_host(seconds, who):
                raise invalid_params("set: not between 2024 and 2099")
            self._authoriser.used()
        return {
            "time": clock.seconds() or None,
            "source": clock.source_name(),
            "trusted": clock.is_trusted(),
            "waits": clock.waits(),
        }
