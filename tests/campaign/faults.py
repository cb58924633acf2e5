"""What a row of the campaign is made of: a part, its faults, and what is to be seen of them.

A fault is set on the part's model and taken away again. `named` is what `describe.missing` then has to say; where it
need not, because a board cannot know or because the part does its duty all the same, the reason stands in the table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from simulator.bench import Bench
from tests.campaign.tables import Setting
from tests.device.rig import TableRig

SECOND = 1_000_000
USUAL = Setting()


@dataclass(frozen=True)
class Fault:
    """`why`: of a fault that is not named. `also`: the other parts of the bus, where a fault takes that too.

    `slides`: cards that must pass before it can be noticed. `works`: the part does its duty all the same.
    `stops`: the table says that it cannot go on, and does so once the part is mended and the board restarted.
    `proof`: what must be so at the end of the round, while the fault lasts. `remedy`: what people do after it.
    """

    named: bool
    why: str = ""
    also: tuple[str, ...] = ()
    slides: int = 0
    works: bool = False
    stops: bool = False
    proof: Callable[[TableRig], bool] = lambda _: True
    remedy: Callable[[TableRig], None] = lambda _: None


@dataclass(frozen=True, eq=False)
class Part:
    """`get`: its model on a bench. `notice_s`: how long it may take until it is missed, or taken up again."""

    name: str
    get: Callable[[Bench], Any]
    faults: Mapping[str, Fault]
    games: tuple[str, ...] = ("derby",)
    chip: str = ""
    """Which one, where a board may have another in that place."""
    setting: Setting = USUAL
    notice_s: float = 3.0
    means: frozenset[str] = frozenset()
    """What it takes away from the dealer: "slides", "keys", "display", "lights"; the host does the rest."""
    next_card: bool = False
    """Only a card that passes shows that it is back."""
    next_phase: bool = False
    """What it has forgotten it gets at the next phase, where its fault is not noticed."""
    no_version: str = "it has no version register"
    """Why "wrong-version" is not on its menu."""
    prepare: Callable[[TableRig], None] = lambda _: None
    set_fault: Callable[[Any, str | None], None] = field(default=lambda model, fault: setattr(model, "fault", fault))

    @property
    def title(self) -> str:
        return f"{self.name} ({self.chip})" if self.chip else self.name


def all_there(rig: TableRig) -> bool:
    return rig.client.describe().missing == ()


def tells(kind: str) -> Callable[[TableRig], bool]:
    return lambda rig: kind in [name for name, _ in rig.irregularities()]


NAMED = Fault(True)
NOT_KNOWN = Fault(False, "a board cannot know")
BEARABLE = Fault(False, "slower, and still there", works=True, proof=all_there)
