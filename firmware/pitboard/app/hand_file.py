"""The evaluator's tables in their file (games/hand_tables.bin; what is in them: games/hands.py)."""

from pitboard.games import hands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import TableFile


def open_tables() -> "TableFile":
    """To weigh a round's hands; nobody keeps it, for an open file takes a kilobyte of RAM."""
    return open(hands.__file__.rsplit("hands", 1)[0] + "hand_tables.bin", "rb")


def load_tables() -> bytes:
    """All of them, for those who have room: proofs, benches, the host's tools."""
    with open_tables() as file:
        return file.read()
