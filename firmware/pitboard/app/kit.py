"""What a game brings to the shared parts of the app: steps, words, coach, screens, and what a host is told.

Built by the game's own kit.py (app/<game>/kit.py), which composition.py picks by the table's settings; nothing else in
app/ knows which game is played.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pitboard.interfaces import GameHost, Guide, Screens, Steps, Words
    from pitboard.table.records import Record

NO_STEP = const(-1)  # of Guide.next_step: the key opens the menu
FOREIGN_CHECKED = const(-64)  # a Dealing.refusal: a foreign card in the check of the cards; below every -kind


class Kit:
    def __init__(
        self,
        steps: "Steps",
        words: "Words",
        guide: "Guide",
        screens: "Screens",
        host: "GameHost",
        view: "Callable[[Record], dict[str, Any]]",
        fault_rule: str,
        document: str,
    ) -> None:
        self.steps = steps
        self.words = words
        self.guide = guide
        self.screens = screens
        self.host = host
        self.view = view  # a journal record as a host may see it
        self.document = document  # whose rules are played
        self.fault_rule = fault_rule  # by which the cards decide when the electronics fail
        self.aside: "Callable[[], dict[str, Any] | None] | None" = None  # a notice of something beside the next step
