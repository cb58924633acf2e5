"""Modules become one, and a program that uses them says what it said: small cases, run before and after.

The whole firmware is played before and after in test_inline.py, and on every target that runs what a chip runs.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitctl.flashing.compile import FIRMWARE_DIR, linked_sources
from pitctl.flashing.link import Linked, Place, link
from pitctl.flashing.places import with_places

ONE = "from pitboard.app import one\n"
MAIN = "from pitboard import composition\ncomposition.build()\n"


def run(folder: Path, sources: dict[str, str]) -> str:
    for name, text in sources.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-B", "-c", "import main"],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def linked(tmp_path: Path, build: str, **modules: str) -> Linked:
    """A firmware whose builder is `build`, with modules of app/: it prints the same before and after."""
    sources = {"main.py": MAIN, "pitboard/__init__.py": "", "pitboard/app/__init__.py": ""}
    sources["pitboard/composition.py"] = build
    sources |= {f"pitboard/app/{name}.py": text for name, text in modules.items()}
    found = link(sources)
    said = run(tmp_path / "before", sources)
    assert said
    assert run(tmp_path / "after", found.sources) == said
    return found


def bundled(found: Linked) -> set[str]:
    return {place.module.rpartition(".")[2] for places in in_bundles(found).values() for place in places}


def in_bundles(found: Linked) -> dict[str, list[Place]]:
    return {name: places for name, places in found.places.items() if places and places[0].module != name}


def test_two_modules_become_one(tmp_path: Path) -> None:
    found = linked(
        tmp_path,
        "from pitboard.app import one\nfrom pitboard.app.two import twice\ndef build():\n    print(twice(one.START))\n",
        one="START = 4\n",
        two=ONE + "def twice(n):\n    return n * 2 + one.START\n",
    )
    assert found.sources["pitboard/shared_app.py"] == "START = 4\ndef twice(n): return n * 2 + START\n"
    assert "pitboard/app/one.py" not in found.sources
    assert bundled(found) == {"one", "two"}


@pytest.mark.parametrize(
    ("one", "two"),
    [
        # The same name for two things.
        ("def f():\n    return 1\n", ONE + "def f():\n    return one.f() + 10\n"),
        ("def _a():\n    return 1\ndef f():\n    return _a()\n",
         "def _a():\n    return 2\ndef f():\n    return _a()\n"),
        ("class C:\n    n = 1\ndef f():\n    return C().n\n", "class C:\n    n = 2\ndef f():\n    return C().n\n"),
        ("import json\ndef f():\n    return json.dumps(1)\n",
         "def json():\n    return 5\ndef f():\n    return json()\n"),
        ("from time import sleep as x\ndef f():\n    return 1\n", "x = 3\ndef f():\n    return x\n"),
        # A name that a function has for itself hides another module's.
        ("def f():\n    return 7\n", ONE + "def f(g=1):\n    f = 2\n    return one.f() + f\n"),
        ("g = 7\ndef f():\n    return 1\n", ONE + "def f(g=1):\n    return one.g + g\n"),
        ("g = 7\ndef f():\n    return 1\n", "from pitboard.app.one import g as h\ndef f(g=1):\n    return h + g\n"),
        ("n = 7\ndef f():\n    return n\n", ONE + "def f():\n    return [n + one.n for n in (1, 2)]\n"),
        ("n = 7\ndef f():\n    return n\n", ONE + "def f():\n    return (lambda n: n + one.n)(1)\n"),
        ("n = 7\ndef f():\n    return n\n", "n = [1]\ndef f():\n    return [n for n in n] + [m for m in n]\n"),
        # A class's own names are not the module's.
        ("n = 1\ndef f():\n    return n\n",
         "n = 2\nclass C:\n    n = 3\n    def g(self):\n        return n, self.n\ndef f():\n    return C().g()\n"),
        # What is built in stays so.
        ("def len(x):\n    return 99\ndef f():\n    return len('')\n", "def f():\n    return len('abc')\n"),
        # Defaults and decorators are read outside.
        ("n = 1\ndef f():\n    return n\n", "n = 2\ndef f(n=n):\n    return n\n"),
        # By way of another module.
        ("from pitboard.app.three import deep\ndef f():\n    return deep\n",
         "from pitboard.app.one import deep\ndef f():\n    return deep\n"),
        ("async def _x():\n    return 1\ndef f():\n    return _x.__name__[:1]\n",
         "async def _x():\n    return 1\ndef f():\n    return 2\n"),
        # A text over several lines.
        ('T = """a\n\n# b\n"""\ndef f():\n    return T\n',
         "# only a comment\n\ndef f():\n    '''Says 2.'''\n\n    return 2\n"),
        ("def f():\n    '''Nothing else.'''\n", "class C:\n    '''Nothing else.'''\ndef f():\n    return C.__name__\n"),
    ],
)  # fmt: skip
def test_nothing_else_changes(tmp_path: Path, one: str, two: str) -> None:
    build = "from pitboard.app import one, two\ndef build():\n    print(one.f(), two.f())\n"
    found = linked(tmp_path, build, one=one, two=two, three="deep = 'deep'\n")
    assert {"one", "two"} <= bundled(found)


@pytest.mark.parametrize(
    ("what", "one", "two"),
    [
        ("a value", "n = 1\n", ONE + "def f():\n    return [one][0].n\n"),
        ("its file", "n = 1\n", ONE + "def f():\n    return one.__file__[-6:]\n"),
        ("its own file", "n = __file__[-6:]\n", ONE + "def f():\n    return one.n\n"),
        ("set from outside", "n = 1\n", ONE + "def f():\n    one.n = 3\n    return one.n\n"),
        ("global", "n = 1\ndef g():\n    global n\n    n += 1\n    return n\n", ONE + "def f():\n    return one.g()\n"),
        ("loaded later", "n = 1\n", "def f():\n    from pitboard.app import one\n    return one.n\n"),
    ],
)  # fmt: skip
def test_a_module_that_must_stay_alone(tmp_path: Path, what: str, one: str, two: str) -> None:
    build = "from pitboard.app import two, three\ndef build():\n    print(two.f(), three.g())\n"
    three = "from pitboard.app import two\ndef g():\n    return two.f()\n"
    found = linked(tmp_path, build, one=one, two=two, three=three)
    assert bundled(found) == {"two", "three"}, what
    assert "pitboard/app/one.py" in found.sources


def test_what_is_loaded_only_where_it_is_wanted_takes_from_a_bundle(tmp_path: Path) -> None:
    build = (
        "from pitboard.app import one, two\n"
        "def build():\n    from pitboard.app.part import Part\n    print(Part().n, one.n, two.n)\n"
    )
    part = "from pitboard.app import one\nfrom pitboard.app.two import n as m\nclass Part:\n    n = one.n + m\n"
    found = linked(tmp_path, build, one="n = 1\n", two="n = 2\n", part=part)
    assert "pitboard/app/part.py" in found.sources
    assert bundled(found) == {"one", "two"}


def test_one_that_stays_alone_may_stand_between_two_of_a_bundle(tmp_path: Path) -> None:
    """It takes from the bundle while that is still being loaded: what it needs is there already."""
    build = "from pitboard.app import last\ndef build():\n    print(last.told())\n"
    found = linked(
        tmp_path,
        build,
        alone="from pitboard.app.zero import n\ndef steps():\n    return n + 1\n",
        last="from pitboard.app import alone\ndef told():\n    return [alone][0].steps()\n",
        zero="n = 41\n",
    )
    assert bundled(found) == {"last", "zero"}


def test_a_game_has_a_bundle_of_its_own(tmp_path: Path) -> None:
    modules = {
        "both": "n = 1\n",
        "other": "n = 2\n",
        "chess/__init__": "",
        "chess/kit": "from pitboard.app.chess import pawn, rook\n"
        "from pitboard.app import both\nk = pawn.p + rook.r + both.n\n",
        "chess/pawn": "p = 1\n",
        "chess/rook": "from pitboard.app.chess import pawn\nr = pawn.p + 1\n",
        "go/__init__": "",
        "go/kit": "from pitboard.app.go import stone\nfrom pitboard.app import both\nk = stone.s + both.n\n",
        "go/stone": "s = 5\n",
    }
    build = (
        "from pitboard.app import other\n"
        "def build():\n    from pitboard.app.chess import kit\n    print(kit.k, other.n)\n"
    )
    found = linked(tmp_path, build, **modules)
    lines = {name: len(places) for name, places in in_bundles(found).items()}
    assert lines == {"pitboard.chess_app": 2, "pitboard.shared_app": 2}
    assert "pitboard/app/go/stone.py" in found.sources  # a bundle of one would be none
    assert bundled(found) == {"both", "other", "pawn", "rook"}


def test_a_linked_name_in_an_f_string_is_refused(tmp_path: Path) -> None:
    build = "from pitboard.app import two\nfrom pitboard.app.one import n\ndef build():\n    print(two.f(), n)\n"
    with pytest.raises(SyntaxError, match=r"pitboard\.app\.two:3: one\.n is linked and stands in an f-string"):
        linked(tmp_path, build, one="n = 1\n", two=ONE + "def f():\n    return f'{one.n}'\n")


def test_a_traceback_is_told_by_the_sources() -> None:
    places = {"pitboard.shared_app": [Place("pitboard.app.menu", 7, 7), Place("pitboard.app.menu", 9, 9)]}
    others = 'File "pitboard.shared_app", line 3\nFile "pitboard.app.x", line 1\n'
    said = with_places('File "pitboard.shared_app", line 2, in f\n' + others, places)
    assert said == 'File "pitboard/app/menu.py", line 9, in f\n' + others
    assert str(Place("pitboard.app.menu", 7, 9)) == 'File "pitboard/app/menu.py", lines 7 to 9'


@pytest.mark.parametrize("bundle", ["shared_rules", "derby_rules", "let_it_ride_rules", "derby_app", "games.hands"])
def test_what_has_no_lines_on_a_chip_is_not_told_by_a_wrong_one(bundle: str) -> None:
    places = {f"pitboard.{bundle}": [Place("pitboard.games.cards", 7, 7)]}
    said = with_places(f'File "pitboard.{bundle}", line 1, in f', places)
    assert said == f'File "pitboard.{bundle}", which has no lines on a chip, in f'


def test_every_line_of_the_real_bundles_is_where_it_says() -> None:
    """The first word of a definition stands at that line of that file."""
    found = linked_sources(FIRMWARE_DIR)
    checked = 0
    for bundle, places in in_bundles(found).items():
        lines = found.sources[bundle.replace(".", "/") + ".py"].splitlines()
        assert len(lines) == len(places)
        for line, place in zip(lines, places, strict=True):
            if line.startswith(("class ", "    def __init__")):
                text = (FIRMWARE_DIR / (place.module.replace(".", "/") + ".py")).read_text().splitlines()
                assert text[place.line - 1].split("(")[0].split(":")[0] == line.split("(")[0].split(":")[0]
                checked += 1
    assert checked > 50


def test_what_a_program_beside_the_entry_needs_stays_alone(tmp_path: Path) -> None:
    sources = {
        "main.py": MAIN,
        "proof.py": "from pitboard.app.one import n\nprint(n)\n",
        "pitboard/__init__.py": "",
        "pitboard/app/__init__.py": "",
        "pitboard/composition.py": "from pitboard.app import one, two, three\nn = one.n + two.n + three.n\n",
        "pitboard/app/one.py": "n = 1\n",
        "pitboard/app/two.py": "n = 2\n",
        "pitboard/app/three.py": "n = 3\n",
    }
    assert bundled(link(sources)) == {"two", "three"}
