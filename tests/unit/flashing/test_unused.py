"""What nothing on a chip calls goes, and only that: small cases, then the real firmware."""

import ast

import pytest

from pitctl.flashing.compile import FIRMWARE_DIR
from pitctl.flashing.unused import without_unused

MAIN = "from pack import codes\ncodes.used()\n"


def codes(text: str, main: str = MAIN, **more: str) -> str:
    """What becomes of pack/codes.py in a firmware of main.py and that."""
    sources = {"main.py": main, "pack/__init__.py": "", "pack/codes.py": text}
    sources.update({f"pack/{name}.py": other for name, other in more.items()})
    found = without_unused(sources)
    for name, before in sources.items():
        ast.parse(found[name])
        assert found[name].count("\n") == before.count("\n"), "a traceback names another line"
        assert name == "pack/codes.py" or found[name] == before
    return found["pack/codes.py"]


@pytest.mark.parametrize(
    "text",
    [
        "def used():\n    helper()\ndef helper():\n    pass\n",
        "def used():\n    return Thing().name\nclass Thing:\n    @property\n    def name(self):\n        return 1\n",
        "def used():\n    return len(Thing())\nclass Thing:\n    def __len__(self):\n        return 1\n",
        "class Thing:\n    def _get(self):\n        return 1\n    got = property(_get)\ndef used():\n    Thing().got\n",
        "def used():\n    getattr(Thing(), 'by_text')()\nclass Thing:\n    def by_text(self):\n        return 1\n",
        "def made():\n    return 1\nONE = made()\ndef used():\n    return ONE\n",
    ],
    ids=["called", "property", "of MicroPython", "in the class itself", "by text", "on import"],
)
def test_what_can_be_reached_stays(text: str) -> None:
    assert codes(text) == text


def test_what_nobody_calls_goes_with_what_only_it_calls() -> None:
    text = "def used():\n    pass\n\ndef spare():\n    return helper()\n\ndef helper():\n    return spare\n"
    assert codes(text) == "def used():\n    pass\n\n\n\n\n\n\n"


def test_a_method_goes_with_its_marks_and_a_local_of_its_name_does_not_keep_it() -> None:
    used = "def used():\n    spare = Thing()\n    return spare\n"
    text = "class Thing:\n    @property\n    def spare(self):\n        return 1\n" + used
    assert codes(text) == "class Thing:\n    pass\n\n\n" + used


def test_what_is_imported_by_name_or_from_within_the_package_stays() -> None:
    text = "def used():\n    pass\ndef other():\n    pass\n"
    assert codes(text, main="from pack.codes import used, other\n") == text
    more = "from .codes import other\nfrom . import codes\ncodes.used()\n"
    assert codes(text, main="from pack import more\n", more=more) == text


def test_a_module_that_nobody_imports_keeps_everything() -> None:
    text = "def used():\n    pass\n"
    assert codes(text, main="print(1)\n") == text


def test_the_firmware_loses_only_what_is_for_hosts_and_tests() -> None:
    sources = {
        path.relative_to(FIRMWARE_DIR).as_posix(): path.read_text(encoding="utf-8")
        for path in [*FIRMWARE_DIR.glob("*.py"), *FIRMWARE_DIR.glob("pitboard/**/*.py")]
    }
    found = without_unused(sources)
    gone = {
        node.name
        for name, text in sources.items()
        if name.startswith("pitboard/games/derby/") and found[name] != text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and f"def {node.name}(" not in found[name]
    }
    assert gone == {"snapshot", "state", "settle_all", "area_of", "winning"}
    assert found["main.py"] == sources["main.py"]
