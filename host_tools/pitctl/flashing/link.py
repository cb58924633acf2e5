"""Modules that are always loaded together become one: what a chip pays for each module, it then pays once.

A module costs its table of names, a list of the names that its code uses, its path, and an entry for everything that it
imports. Here the texts of a bundle's modules (bundles.py) follow one another in the order of their imports; what one
takes from another is a name of the same module now (linked_names.py).

Docstrings go, and lines are joined (joined_lines.py), for MicroPython pays for each line, and more for a high number
than for a low one; `Linked.places` tells where a line came from, and places.py tells a traceback by it.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pitctl.flashing.bundles import Import, Source, Sources, bring, bundles, in_order, read, target
from pitctl.flashing.joined_lines import joined_lines
from pitctl.flashing.linked_names import Names
from pitctl.flashing.scopes import Use
from pitctl.flashing.source_names import Edit, Meaning, name_of
from pitctl.flashing.text_edits import edited

_KEYWORDS = {ast.FunctionDef: "def ", ast.AsyncFunctionDef: "async def ", ast.ClassDef: "class "}


@dataclass(frozen=True)
class Place:
    """A line of a source file, as people know it, or some that follow one another."""

    module: str
    line: int
    last: int

    def __str__(self) -> str:
        lines = f"line {self.line}" if self.line == self.last else f"lines {self.line} to {self.last}"
        return f'File "{self.module.replace(".", "/")}.py", {lines}'


@dataclass(frozen=True)
class Linked:
    """What is compiled, by paths, and where each line of it came from, by the names of modules and bundles."""

    sources: dict[str, str]
    places: dict[str, list[Place]]


def link(sources: Mapping[str, str]) -> Linked:
    """The sources of a whole firmware, by their paths. Raises SyntaxError."""
    paths = {name_of(path): path for path in sources}
    known = {name: read(path, sources[path]) for name, path in paths.items()}
    for module in known.values():
        bring(module, known)
    found = bundles(known)
    for bundle, names in found.items():
        for name in names:
            known[name].home = bundle
    names_in = Names(known)
    for module in known.values():
        _rewrite(module, known, names_in)
    linked: dict[str, str] = {}
    places: dict[str, list[Place]] = {}
    alone = {name: [name] for name, module in known.items() if module.home == name}
    for home, names in {**alone, **found}.items():
        lines = list(_bundle_lines([known[name] for name in in_order(names, known)]))
        linked[paths.get(home) or home.replace(".", "/") + ".py"] = "".join(f"{text}\n" for text, _ in lines)
        places[home] = [place for _, place in lines]
    return Linked(linked, places)


def _rewrite(module: Source, known: Sources, names: Names) -> None:
    used: dict[str, dict[Meaning, None]] = {}  # what is read of modules that went into bundles, by their local names
    for use, node, thing, _ in names.things(module):
        name = names.of(module.home, thing)
        assert name is not None
        _rename(module, use, node, name)
        if isinstance(node, ast.Attribute):
            used.setdefault(use.name, {})[thing] = None
    for statement in ast.walk(module.tree):
        if isinstance(statement, Import):
            text = "; ".join(_imports(module, statement, used, known, names))
            module.edits.append(_whole(statement, text or ("pass" if statement.col_offset else "")))
    module.edits += _without_docstrings(module.tree)


def _rename(module: Source, use: Use, node: ast.AST, name: str) -> None:
    if isinstance(node, ast.Name | ast.Attribute):
        if use.in_text and ast.unparse(node) != name:
            raise SyntaxError(f"{module.name}:{node.lineno}: {ast.unparse(node)} is linked and stands in an f-string")
        module.edits.append(_whole(node, name))
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        start = node.col_offset + len(_KEYWORDS[type(node)])
        module.edits.append(Edit((node.lineno, start), (node.lineno, start + len(node.name)), name))


def _imports(
    module: Source, node: Import, used: Mapping[str, Iterable[Meaning]], known: Sources, names: Names
) -> Iterator[str]:
    """What an import becomes: one each of what it brings from elsewhere."""
    is_inner = node not in module.imports
    for alias in node.names:
        local = alias.asname or alias.name
        thing = target(module, node, alias, known)
        if not thing[1] and names.is_bundled(thing):
            for part in used.get(local, ()):
                yield from _import(module, part, names.of(module.home, part), known, names)
            continue
        if thing[1] and thing[0] in known:
            thing = names.meaning(known[thing[0]], thing[1]) or thing
        yield from _import(module, thing, local if is_inner else names.of(module.home, thing), known, names)


def _import(
    module: Source, thing: Meaning, local: str | None, known: Sources, names: Names
) -> Iterator[str]:
    owner, name = thing
    home = known[owner].home if owner in known else owner
    if local is None or (home == module.home and local == names.of(home, thing)):
        return  # nobody reads it, or it is here already
    if not name:
        package, _, last = owner.rpartition(".")
        text = f"from {package} import {last}" if package else f"import {last}"
    else:
        last = names.of(home, thing) or name if home in {item.home for item in known.values()} else name
        text = f"from {home} import {last}"
    yield text if last == local else f"{text} as {local}"


def _without_docstrings(tree: ast.Module) -> Iterator[Edit]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            match node.body:
                case [ast.Expr(value=ast.Constant(value=str())) as text, *others]:
                    yield _whole(text, "" if others else "pass")
                case _:
                    pass


def _whole(node: ast.stmt | ast.expr, text: str) -> Edit:
    end_line = node.end_lineno or node.lineno
    lines = "\n" * (end_line - node.lineno)
    return Edit((node.lineno, node.col_offset), (end_line, node.end_col_offset or 0), text + lines)


def _bundle_lines(modules: Iterable[Source]) -> Iterator[tuple[str, Place]]:
    """The texts one after the other; what one has imported, the next need not."""
    imported: set[str] = set()
    for module in modules:
        for text, place in _lines(module):
            parts = [text]
            if text.startswith(("from ", "import ")):
                parts = [part for part in text.split("; ") if part not in imported]
                imported.update(parts)
            if parts:
                yield "; ".join(parts), place


def _lines(module: Source) -> Iterator[tuple[str, Place]]:
    """Lines as a chip counts them: one with a text that spreads over several is told by each of these."""
    for line in joined_lines(edited(module)):
        for text in line.text.split("\n"):
            yield text, Place(module.name, line.first, line.last)
