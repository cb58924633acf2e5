"""How this program was called, so that every advice can be typed as it stands."""

import os
import shutil
import sys
from pathlib import Path

NAME = "pitctl"
IN_A_CHECKOUT = f".venv/bin/{NAME}"  # where `make setup` puts it
MARK = "{pitctl}"  # stands for the program in the texts of errors


def program() -> str:
    """`pitctl` if the shell finds this one by name, else the path to it from here."""
    called = Path(sys.argv[0])
    if called.stem != NAME:
        return IN_A_CHECKOUT  # used as a library, by a test or by another program
    found = shutil.which(NAME)
    if found is not None and Path(found).samefile(called):
        return NAME
    relative = os.path.relpath(called)
    return relative if not relative.startswith("..") else str(called)


def runnable(text: str) -> str:
    """The text with the program's name as it must be typed."""
    return text.replace(MARK, program())
