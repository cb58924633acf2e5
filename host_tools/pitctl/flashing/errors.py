"""What can go wrong between the source and a running board, one class per remedy."""

from pitctl.exceptions import FlashFailed


class CompileFailed(FlashFailed):
    """mpy-cross refuses a file; nothing was copied."""

    default_try = "mend the file; nothing has been copied to the board"


class ReplUnreachable(FlashFailed):
    """The board runs, but its REPL does not answer: mpremote has no way in."""

    default_try = (
        "close the round and wait until the table is idle, or hold BOOTSEL, write the stock image"
        " again and repeat the command"
    )


class WrongImage(FlashFailed):
    """The board runs another MicroPython than the firmware was compiled for; nothing was copied."""

    default_try = "write the stock image that the board file names, or choose another board file"


class RoundOpen(FlashFailed):
    """A round is open: nobody takes a table away from under the players."""

    default_try = "let the dealer close or void the round, then repeat the command"


class VerifyMismatch(FlashFailed):
    """A file on the board is not what was sent; `file` names it."""

    default_try = "repeat the command; if the same file fails again, the board's flash is worn out"

    def __init__(self, file: str, expected: str, found: str) -> None:
        super().__init__(f"{file}: on the board {found or 'missing'}, sent {expected}")
        self.file = file
