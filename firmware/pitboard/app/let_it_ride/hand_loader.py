"""The evaluator comes from flash when hands are weighed and goes again: 20 KB of RAM for a moment a round."""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import Evaluator

_PACKAGE = "pitboard.games"


def load_evaluator() -> "Evaluator":
    """Some 40 ms on the chip, whatever the hands are. Nobody keeps what is returned."""
    from pitboard.games import hand_lookup, hand_tables

    evaluator: "Evaluator" = hand_lookup, hand_tables.TABLES
    for name in ("hand_lookup", "hand_tables"):
        del sys.modules[_PACKAGE + "." + name]
        delattr(sys.modules[_PACKAGE], name)
    return evaluator
