"""The rows of document 001, the tests that name them, and the mutations that break them on purpose.

Nothing here runs a test: derby_rows.toml, mutations/*.toml and the sources of the tests are read. What a mutation
does to the tests is mutation_run.py's matter.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.rules.sources import FIRMWARE, REPO, place, tree_of

HERE = Path(__file__).parent
ROWS_FILE = HERE / "derby_rows.toml"
MUTATION_FILES = HERE / "mutations"
PEOPLE = "people"  # a row that binds people only: no test is asked for
KINDS = {
    "display", "resolve", "equipment", "limits", "light", "settle", "deal-order", "irregularity", PEOPLE
}  # fmt: skip
# A row is proved by tests that anybody runs every day and that look for something; not by benches, by what only
# `make test-long` or an emulated chip runs, nor by playing many rounds (which would notice most things, slowly).
NOT_COUNTED = (
    "bench", "long", "properties", "rp2040", "test_against_reference.py", "test_worn_deck.py"
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    id: str
    says: str
    kind: str
    readings: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # rules of which the row is made, by which a mark may name it

    @property
    def needs_test(self) -> bool:
        return self.kind != PEOPLE


@dataclass(frozen=True)
class Mutation:
    """A small bug: in `file`, the text `find`, which stands there once, becomes `put`."""

    name: str
    bug: str  # what goes wrong, in a few words
    breaks: tuple[str, ...]  # rows of which each must have a test that notices
    file: str  # under firmware/
    find: str
    put: str
    sample: bool = False  # killed in `make test` too, not only in `make rules`

    def mutated(self, firmware: Path = FIRMWARE) -> str:
        """The file's text with the bug in it; ValueError says why it cannot be put there."""
        path = firmware / self.file
        if not path.is_file():
            raise ValueError(f"{self.file} is not there: name the file that does this now")
        source = path.read_text(encoding="utf-8")
        found = source.count(self.find)
        if found != 1:
            where = "is gone" if not found else f"stands there {found} times"
            raise ValueError(f"its text {where} in {self.file}: choose the text that does this now")
        changed = source.replace(self.find, self.put)
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(source)):
            raise ValueError(f"it changes nothing that {self.file} does")
        return changed


@dataclass(frozen=True)
class Mark:
    """`@pytest.mark.rule(text)` as it stands in a test file."""

    text: str
    path: Path
    line: int

    @property
    def counts(self) -> bool:
        return not any(part in NOT_COUNTED for part in self.path.relative_to(REPO).parts)


class Rules:
    """The rows by id, and what marks mean."""

    def __init__(self, path: Path = ROWS_FILE) -> None:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        self.document: str = data["document"]
        self.rows: dict[str, Row] = {}
        self._by_mark: dict[str, str] = {}
        for item in data["row"]:
            row = _made(Row, item)
            if row.id in self.rows or row.kind not in KINDS:
                raise ValueError(f"row {row.id}: stands there twice, or its kind is not known")
            self.rows[row.id] = row
            for name in (row.id, *row.also):
                if name in self._by_mark:
                    raise ValueError(f"{name} would name two rows: {row.id}, {self._by_mark[name]}")
                self._by_mark[name] = row.id
        for row in self.rows.values():
            if lost := set(row.readings) - set(self.rows):
                raise ValueError(f"row {row.id}: no reading {', '.join(lost)}")

    def row_of(self, mark: str) -> str | None:
        """The id of the row that a mark names; None if there is none of this name."""
        document, _, name = mark.partition(" ")
        return self._by_mark.get(name) if document == self.document else None

    def named(self, text: str) -> Row:
        """A row by its id or by a rule of it, with or without the document's number."""
        row_id = self.row_of(text) or self._by_mark.get(text)
        if row_id is None:
            near = [name for name in self._by_mark if name.startswith(text)]
            raise ValueError(f"no row {text!r}" + (f"; is it {' or '.join(near)}?" if near else ""))
        return self.rows[row_id]


def load_mutations(folder: Path = MUTATION_FILES) -> list[Mutation]:
    found: list[Mutation] = []
    for path in sorted(folder.glob("*.toml")):
        for item in tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]:
            found.append(_made(Mutation, item))
    names = [mutation.name for mutation in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"mutations of the same name: {', '.join(sorted(twice))}")
    return found


def marks_in_tests(tests: Path = REPO / "tests") -> Iterator[Mark]:
    """Every `pytest.mark.rule("...")` in the sources, wherever it stands (decorator, list, pytest.param)."""
    for path in sorted(tests.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                value = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
                yield Mark(str(value), path, node.lineno)


def problems(
    rules: Rules, mutations: list[Mutation], marks: list[Mark], only: set[str] | None = None
) -> list[str]:
    """What is wrong before any test has run, each with what to do; of all rows and marks, or `only` of some rows."""
    return [
        *([] if only else _mark_problems(rules, marks)),
        *_row_problems(rules, mutations, marks, only or set(rules.rows)),
        *_mutation_problems(rules, mutations),
    ]


def _mark_problems(rules: Rules, marks: list[Mark]) -> Iterator[str]:
    for mark in marks:
        if rules.row_of(mark.text) is None:
            number = mark.text.removeprefix(f"{rules.document} ")
            near = [f'"{rules.document} {row}"' for row in rules.rows if re.match(rf"{re.escape(number)}\W", row)]
            advice = f": use {' or '.join(near)}" if near else f": see {ROWS_FILE.name}"
            yield f"{place(mark.path, mark.line)}: no row is named {mark.text!r}{advice}"


def _row_problems(
    rules: Rules, mutations: list[Mutation], marks: list[Mark], only: set[str]
) -> Iterator[str]:
    marked = {rules.row_of(mark.text) for mark in marks if mark.counts}
    broken = {row for mutation in mutations for row in mutation.breaks}
    for row in [rules.rows[name] for name in rules.rows if name in only]:
        mark = f'@pytest.mark.rule("{rules.document} {row.id}")'
        if row.needs_test and row.id not in marked:
            yield f"row {row.id}: no test; write one with {mark}"
        if row.needs_test and row.id not in broken:
            yield f"row {row.id}: no mutation; seed a bug of this behaviour in tests/rules/mutations/"


def _mutation_problems(rules: Rules, mutations: list[Mutation]) -> Iterator[str]:
    for mutation in mutations:
        for row in mutation.breaks:
            if row not in rules.rows or not rules.rows[row].needs_test:
                yield f"mutation {mutation.name}: no row {row!r} that a test could prove"
        if not mutation.breaks:
            yield f"mutation {mutation.name}: breaks no row"
        try:
            mutation.mutated()
        except (ValueError, SyntaxError) as error:
            yield f"mutation {mutation.name}: {error}"


def _made(kind: type[Any], item: dict[str, Any]) -> Any:
    """A Row or Mutation of a TOML table; a wrong key is told with the entry's name."""
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in item.items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise ValueError(f"{item.get('id') or item.get('name')}: {error}") from error
