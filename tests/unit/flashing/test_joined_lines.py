"""Fewer lines, the same program."""

import ast
from pathlib import Path

import pytest

from pitctl.flashing.compile import FIRMWARE_DIR
from pitctl.flashing.joined_lines import joined_lines

SOURCES = sorted(FIRMWARE_DIR.rglob("*.py"))


def joined(source: str) -> str:
    return "".join(f"{line.text}\n" for line in joined_lines(source))


@pytest.mark.parametrize("path", SOURCES, ids=[path.stem for path in SOURCES])
def test_python_reads_the_same(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert ast.dump(ast.parse(joined(source))) == ast.dump(ast.parse(source))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a = 1\n\n# why\nb = 2\n", "a = 1; b = 2\n"),
        ("if a:\n    b()\n    c()\nelse:\n    d()\ne()\n", "if a: b(); c()\nelse: d()\ne()\n"),
        ("if a:\n    b()\n    if c:\n        d()\n    e()\n", "if a:\n    b()\n    if c: d()\n    e()\n"),
        ("if a:\n    if b:\n        c()\nd()\n", "if a:\n    if b: c()\nd()\n"),
        ("if a: b()\nc()\n", "if a: b()\nc()\n"),
        ("f(\n    1,  # one\n    '#',\n)\n", "f( 1, '#', )\n"),
        ("a = 1 + \\\n    2\n", "a = 1 + 2\n"),
        ("@d\ndef f():\n    return 1\n", "@d\ndef f(): return 1\n"),
        ("import a\nimport b\nfrom c import d\n", "import a\nimport b\nfrom c import d\n"),
        ("def f():\n    import a\n    a()\n", "def f(): import a; a()\n"),
        ("a = 1\nb = '''x\n  y'''\nc = 2\n", "a = 1\nb = '''x\n  y'''\nc = 2\n"),
        ("@asm_thumb\ndef f():\n    nop()\n    nop()\n", "@asm_thumb\ndef f():\n    nop()\n    nop()\n"),
    ],
)  # fmt: skip
def test_what_goes_on_one_line(source: str, expected: str) -> None:
    assert joined(source) == expected


def test_a_line_knows_where_it_came_from() -> None:
    source = "a = 1\n\nb = 2\nif a:\n    c = (\n        3,\n    )\nd = 4\n"
    assert [(line.text, line.first, line.last) for line in joined_lines(source)] == [
        ("a = 1; b = 2", 1, 3), ("if a: c = ( 3, )", 4, 7), ("d = 4", 8, 8)
    ]  # fmt: skip
