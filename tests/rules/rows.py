"""The rows of the five documents, the tests that name them, and the mutations that break them on purpose.

Nothing here runs a test: rows/*.toml, mutations/*.toml and the sources of the tests are read. What a mutation does to
the tests is mutation_run.py's matter. A row is known by its name, "001 8.1(a)": document and id.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.rules.sources import REPO, place, tree_of

HERE = Path(__file__).parent
ROW_FILES = HERE / "rows"
MUTATION_FILES = HERE / "mutations"
DERBY = "001"  # the document of a mutation file that names none
READING = re.compile(r"[DL][1-9]\d?")
NAME = re.compile(r"\d{3} ")  # how a row's name begins
OUTSIDE = ("packs", "host_tools", "boards", "tables")  # mutations' files that are not under firmware/
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
    document: str
    id: str
    says: str
    kind: str
    readings: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # rules of which the row is made, by which a mark may name it
    reason: str = ""  # why no test is possible now

    @property
    def name(self) -> str:
        return f"{self.document} {self.id}"

    @property
    def needs_test(self) -> bool:
        return self.kind != PEOPLE and not self.reason


@dataclass(frozen=True)
class Mutation:
    """A small bug: in `file`, the text `find`, which stands there once, becomes `put`."""

    name: str
    bug: str  # what goes wrong, in a few words
    breaks: tuple[str, ...]  # names of rows of which each must have a test that notices
    file: str  # under firmware/, or "packs/...", "host_tools/..."
    find: str
    put: str
    sample: bool = False  # killed in `make test` too, not only in `make rules`

    def path(self, root: Path = REPO) -> Path:
        return root / self.file if self.file.startswith(OUTSIDE) else root / "firmware" / self.file

    def mutated(self, root: Path = REPO) -> str:
        """The file's text with the bug in it; ValueError says why it cannot be put there."""
        path = self.path(root)
        if not path.is_file():
            raise ValueError(f"{self.file} is not there: name the file that does this now")
        source = path.read_text(encoding="utf-8")
        found = source.count(self.find)
        if found != 1:
            where = "is gone" if not found else f"stands there {found} times"
            raise ValueError(f"its text {where} in {self.file}: choose the text that does this now")
        changed = source.replace(self.find, self.put)
        if _meaning(path, changed) == _meaning(path, source):
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
    """The rows by name, and what marks mean."""

    def __init__(self, folder: Path = ROW_FILES) -> None:
        self.documents: list[str] = []
        self.rows: dict[str, Row] = {}
        self._by_mark: dict[str, str] = {}
        for path in sorted(folder.glob("*.toml")):
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            self.documents.append(data["document"])
            for item in data["row"]:
                self._add(_made(Row, {"document": data["document"], **item}))
        for row in self.rows.values():
            lost = [r for r in row.readings if not READING.fullmatch(r) and f"{row.document} {r}" not in self.rows]
            if lost:
                raise ValueError(f"row {row.name}: no reading {', '.join(lost)}")

    def _add(self, row: Row) -> None:
        if row.name in self.rows or row.kind not in KINDS:
            raise ValueError(f"row {row.name}: stands there twice, or its kind is not known")
        self.rows[row.name] = row
        for rule in (row.id, *row.also):
            mark = f"{row.document} {rule}"
            if mark in self._by_mark:
                raise ValueError(f"{mark} would name two rows: {row.name}, {self._by_mark[mark]}")
            self._by_mark[mark] = row.name

    def row_of(self, mark: str) -> str | None:
        """The name of the row that a mark names; None if there is none of this name."""
        return self._by_mark.get(mark)

    def named(self, text: str, document: str = "") -> Row:
        """A row by its id or by a rule of it; the document's number may be left out where no other has such a rule."""
        documents = [document] if document else self.documents
        found = {self.row_of(f"{number} {text}") for number in documents} | {self.row_of(text)}
        names = sorted(name for name in found if name)
        if len(names) == 1:
            return self.rows[names[0]]
        near = names or [mark for mark in self._by_mark if mark[4:].startswith(text) or mark.startswith(text)]
        near = [mark for mark in near if mark.startswith(document)]
        raise ValueError(f"no row {text!r}" + (f"; is it {' or '.join(near)}?" if near else ""))


def load_mutations(folder: Path = MUTATION_FILES) -> list[Mutation]:
    """All of them; a row that stands in `breaks` without a document's number is of the file's document."""
    found: list[Mutation] = []
    for path in sorted(folder.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        document = data.get("document", DERBY)
        for item in data["mutation"]:
            rows = [row if NAME.match(row) else f"{document} {row}" for row in item["breaks"]]
            found.append(_made(Mutation, {**item, "breaks": rows}))
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
            near = [f'"{row}"' for row in rules.rows if re.match(rf"{re.escape(mark.text)}\W", row)]
            advice = f": use {' or '.join(near)}" if near else f": see {ROW_FILES.name}/*.toml"
            yield f"{place(mark.path, mark.line)}: no row is named {mark.text!r}{advice}"


def _row_problems(
    rules: Rules, mutations: list[Mutation], marks: list[Mark], only: set[str]
) -> Iterator[str]:
    marked = {rules.row_of(mark.text) for mark in marks if mark.counts}
    broken = {row for mutation in mutations for row in mutation.breaks}
    for row in [rules.rows[name] for name in rules.rows if name in only]:
        if row.needs_test and row.name not in marked:
            yield f'row {row.name}: no test; write one with @pytest.mark.rule("{row.name}")'
        if row.needs_test and row.name not in broken:
            yield f"row {row.name}: no mutation; seed a bug of this behaviour in tests/rules/mutations/"
        if row.reason and row.name in broken:
            yield f"row {row.name}: it has a mutation; take its `reason` away"


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


def _meaning(path: Path, source: str) -> object:
    return tomllib.loads(source) if path.suffix == ".toml" else ast.dump(ast.parse(source))


def _made(kind: type[Any], item: dict[str, Any]) -> Any:
    """A Row or Mutation of a TOML table; a wrong key is told with the entry's name."""
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in item.items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise ValueError(f"{item.get('id') or item.get('name')}: {error}") from error
