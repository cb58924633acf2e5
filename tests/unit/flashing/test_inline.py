"""Constants become numbers, nothing else changes: small cases one by one, then the real rules over many events."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitctl.boards import REPOSITORY
from pitctl.flashing.compile import FIRMWARE_DIR, chip_sources
from pitctl.flashing.inline import inline

STUBS = REPOSITORY / "host_tools" / "simulator" / "stubs" / "unit"
CODES = "from micropython import const\nRED = const(1)\nBLUE = const(-2)\nBOTH = const(RED | 2)\n"


def run(folder: Path, program: str = "import main") -> str:
    """What a program prints that finds these sources first."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(STUBS)])}
    result = subprocess.run(
        [sys.executable, "-B", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def write(folder: Path, sources: dict[str, str]) -> Path:
    for name, text in sources.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def inlined(tmp_path: Path, main: str, codes: str = CODES, **more: str) -> dict[str, str]:
    """A firmware of main.py and pack/codes.py as the chip gets it; it prints what the sources print."""
    sources = {"main.py": main, "pack/__init__.py": "", "pack/codes.py": codes}
    sources.update({f"pack/{name}.py": text for name, text in more.items()})
    found = inline(sources)
    assert run(write(tmp_path / "after", found)) == run(write(tmp_path / "before", sources))
    for name, text in sources.items():
        assert found[name].count("\n") == text.count("\n"), "a traceback names another line"
    return found


@pytest.mark.parametrize(
    "main",
    [
        "from pack import codes\nprint(codes.RED, codes.BLUE - codes.BOTH)\n",
        "from pack.codes import RED, BLUE, BOTH as all_of_them\nprint(RED, BLUE - all_of_them)\n",
        "from pack.codes import (\n    BLUE,\n    RED,\n)  # both\nprint([RED, BLUE] * RED)\n",
        "def tell(a=1):\n    from pack.codes import RED\n    print(RED + a)\ntell()\n",
        "from pack import codes\ndef tell(a=codes.BLUE):\n    return a\nprint(tell(), codes.RED.real)\n",
        "from pack import codes\nclass A:\n    def codes(self):\n        return codes.RED\nprint(A().codes())\n",
        "from pack import codes\nprint('ä', codes.RED, 'ö', codes.BLUE)\n",
    ],
)
def test_a_use_becomes_a_number_and_the_constant_goes(tmp_path: Path, main: str) -> None:
    found = inlined(tmp_path, main)
    assert "import" not in found["main.py"] or "pass" in found["main.py"]
    assert found["pack/codes.py"].strip() == ""


def test_a_module_uses_its_own_constants_too(tmp_path: Path) -> None:
    codes = CODES + "NAMES = ('', 'red')\ndef name():\n    return NAMES[RED]\n"
    found = inlined(tmp_path, "from pack import codes\nprint(codes.name())\n", codes)
    assert found["pack/codes.py"].endswith("return NAMES[(1)]\n")
    assert "const" not in found["pack/codes.py"]


def test_a_constant_that_came_by_another_module_is_a_number_too(tmp_path: Path) -> None:
    found = inlined(
        tmp_path, "from pack.other import RED\nprint(RED)\n", other="from .codes import RED\n"
    )
    assert found["main.py"] == "\nprint((1))\n"
    assert found["pack/other.py"].strip() == ""


@pytest.mark.parametrize(
    "main",
    [
        "from pack import codes\ndef tell(codes):\n    print(codes)\ntell(codes.RED)\n",
        "from pack import codes\ndef tell():\n    for codes in 'ab':\n        print(codes)\ntell()\nprint(codes.RED)\n",
        "from pack.codes import RED\ndef tell():\n    global RED\n    RED = 7\ntell()\nprint(RED)\n",
        "from pack.codes import RED\nif RED:\n    RED = 8\nprint(RED)\n",
        "from pack.codes import RED\ndef tell():\n    RED = 9\n    return RED\nprint(RED, tell())\n",
        "from pack.codes import RED\nprint([RED for RED in (3, 4)], RED)\n",
        "from pack.codes import RED\ntry:\n    raise OSError\nexcept OSError as RED:\n    print(RED.args)\n",
        "from pack import codes\ncodes.RED = 5\nprint(codes.RED)\n",
        "from pack import codes\nprint(getattr(codes, 'RED'))\n",
        "from pack import codes\nprint(f'{codes.RED:3}')\n",
        "from pack.codes import RED\nprint(f'{RED} of {RED + 1}')\n",
        "from pack.codes import *\nprint(RED)\n",
        "import pack.codes\nprint(pack.codes.RED)\n",
        "from pack import codes\nclass A:\n    RED = codes.RED\n    def codes(self):\n        pass\nprint(A.RED)\n",
    ],
)
def test_what_is_not_plain_stays_as_it_is(tmp_path: Path, main: str) -> None:
    found = inlined(tmp_path, main)
    assert "RED = const(1)" in found["pack/codes.py"] or "RED" not in found["main.py"]


@pytest.mark.parametrize(
    "main",
    [
        "from pack.other import codes\nprint(codes.RED)\n",
        "from pack import other\nprint(other.codes.RED)\n",
    ],
)
def test_a_module_reached_by_way_of_another_keeps_its_constants(tmp_path: Path, main: str) -> None:
    found = inlined(tmp_path, main, other="from . import codes\n")
    assert "RED = const(1)" in found["pack/codes.py"]


@pytest.mark.parametrize(
    "codes",
    [
        "from micropython import const\nRED = const('red')\n",
        "from micropython import const\nRED = const(1)\nRED = const(2)\n",
        "from micropython import const\nif True:\n    RED = const(1)\n",
        "def const(value):\n    return value + 1\nRED = const(1)\n",
        "RED = 1\n",
    ],
)
def test_only_numbers_by_const_are_constants(tmp_path: Path, codes: str) -> None:
    main = "from pack import codes\nprint(codes.RED)\n"
    assert inlined(tmp_path, main, codes) == {
        "main.py": main,
        "pack/__init__.py": "",
        "pack/codes.py": codes,
    }


def test_what_only_a_checker_reads_goes(tmp_path: Path) -> None:
    main = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from typing import Any\n\nx: 'Any' = 1\nprint(x)\n"
    assert inlined(tmp_path, main)["main.py"] == "\n\n\n\nx: 'Any' = 1\nprint(x)\n"


REPLAY = """
import random
from pitboard.games import events
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby import steps
from pitboard.games.derby.derby import Derby

for seed in range(40):
    dice = random.Random(seed)
    game = Derby(dice.randint(1, 8), dice.randrange(3), dice.randrange(4), dice.choice((0, 204101)))
    for _ in range(600):
        due = game.due()
        if due is not None:
            game.apply(*due)
        event, arg, arg2 = dice.randrange(1, 49), dice.randrange(64), dice.randrange(4)
        offered = [i for i in range(37) if steps.is_offered(game, i, 2)]
        if offered and dice.random() < 0.7:
            step = dice.choice(offered)
            event = steps.event_of(step)
            arg, arg2 = steps.arguments(game, step, arg, arg2, dice.randrange(52))
        if game.phase == derby.RACING and dice.random() < 0.9:
            event, arg, arg2 = events.CARD, dice.randrange(52), game.place()
        refusal = game.judge(event, arg, arg2, 0, 1)
        if not refusal and event != events.NEW_CARDS:
            game.apply(event, arg, arg2, 0, 1)
        print(event, refusal, game.snapshot())
"""


def test_the_rules_answer_the_same(tmp_path: Path) -> None:
    """Forty tables with any reveal point and source, driven by lawful and other events at random."""
    told = run(FIRMWARE_DIR, REPLAY)
    phases = {line.split("(", 1)[1].split(",")[0] for line in told.splitlines()}
    assert len(phases) == 9, "the dice must reach every phase"
    shutil.copytree(FIRMWARE_DIR, tmp_path / "sources")
    (tmp_path / "sources" / "pitboard" / "replay.py").write_text(REPLAY)
    inlined_too = write(tmp_path / "chip", chip_sources(tmp_path / "sources"))
    assert run(inlined_too, "from pitboard import replay") == told
