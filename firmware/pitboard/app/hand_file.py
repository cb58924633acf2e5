"""The evaluator's tables in their file (games/hand_tables.bin; what is in them: games/hands.py)."""

from binascii import crc32

from pitboard.games import hands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import TableFile


def open_tables() -> "TableFile":
    """To weigh a round's hands; nobody keeps it: an open file takes a kilobyte of RAM. Raises ValueError if a byte of
    it is not what it was: a table that pays by it shall rather stop.
    """
    file = open(hands.__file__.rsplit("hands", 1)[0] + "hand_tables.bin", "rb")
    piece = bytearray(512)
    crc = 0
    while True:
        count = file.readinto(piece)
        if not count:
            break
        crc = crc32(memoryview(piece)[:count], crc)
    if crc != hands.TABLES_CRC:
        file.close()
        raise ValueError("hand tables damaged: flash again")
    file.seek(0)
    return file


def load_tables() -> bytes:
    """All of them, for those who have room: proofs, benches, the host's tools."""
    with open_tables() as file:
        return file.read()
