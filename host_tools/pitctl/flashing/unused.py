"""The firmware's sources without the functions that nothing on a chip calls: those for the host's tools and for tests.

A function stays if its name is read in code that runs: on importing a module, or in a function that stays. A method is
reached by an attribute, a function of a module also by its bare name there, or by an import. Whose attribute it is
nobody asks, so what stays may never run; what goes could not have been reached. If anything reads `getattr`, names in
texts count too. Names with two underscores at both ends are MicroPython's own; programs beside the package and modules
that no other one imports keep everything. Lines stay where they are, so that a traceback from a chip fits the sources.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pitctl.flashing.source_names import parse, target_of

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class _Candidate:
    """A function that may go."""

    path: str
    node: Function
    is_method: bool
    is_alone: bool
    """Nothing else is in its class."""


@dataclass
class _Read:
    """Names that are read: as attributes and imports anywhere, as texts, and bare ones in each file."""

    texts: set[str] = field(default_factory=set[str])
    anywhere: set[str] = field(default_factory=set[str])
    bare: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    by_text: bool = False

    def add(self, path: str, tree: ast.AST, leave_out: set[int]) -> None:
        for node in ast.iter_child_nodes(tree):
            if id(node) in leave_out:
                continue
            match node:
                case ast.Attribute(attr=name) | ast.alias(name=name):
                    self.anywhere.add(name)
                case ast.Constant(value=str(name)):
                    self.texts.add(name)
                case ast.Name(id=name, ctx=ast.Load()):
                    self.bare.add((path, name))
                    if name == "getattr":
                        self.by_text = True
                case _:
                    pass
            self.add(path, node, leave_out)

    def reaches(self, item: _Candidate) -> bool:
        name = item.node.name
        if name in self.anywhere or (self.by_text and name in self.texts):
            return True
        return not item.is_method and (item.path, name) in self.bare


def without_unused(sources: Mapping[str, str]) -> dict[str, str]:
    """The sources of a whole firmware, by their paths. Raises SyntaxError."""
    modules = {path: parse(path, text) for path, text in sources.items()}
    known = {module.name: module for module in modules.values()}
    imported = {
        target_of(module, node, alias.name, known)[0]
        for module in modules.values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    read = _Read()
    waiting: list[_Candidate] = []
    for path, module in modules.items():
        may_go = list(_candidates(path, module.tree)) if module.name in imported else []
        waiting += may_go
        read.add(path, module.tree, {id(item.node) for item in may_go})
    while reached := [item for item in waiting if read.reaches(item)]:
        waiting = [item for item in waiting if item not in reached]
        for item in reached:
            read.add(item.path, item.node, set())
    texts = dict(sources)
    for item in waiting:
        texts[item.path] = _without(texts[item.path], item)
    return texts


def _candidates(path: str, tree: ast.Module) -> Iterator[_Candidate]:
    for owner in (tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))):
        is_class = isinstance(owner, ast.ClassDef)
        # What a class reads of itself while it is made (`key = property(_key)`) stays.
        made = _Read()
        made.add(path, owner, {id(node) for node in owner.body if isinstance(node, Function)})
        for node in owner.body:
            if not isinstance(node, Function) or (is_class and (path, node.name) in made.bare):
                continue
            if not (node.name.startswith("__") and node.name.endswith("__")):
                yield _Candidate(path, node, is_class, is_class and len(owner.body) == 1)


def _without(text: str, item: _Candidate) -> str:
    """Empty lines in its stead."""
    lines = text.split("\n")
    node = item.node
    first = min(mark.lineno for mark in (node, *node.decorator_list))
    last = node.end_lineno or node.lineno
    lines[first - 1 : last] = [""] * (last - first + 1)
    if item.is_alone:
        lines[first - 1] = " " * node.col_offset + "pass"
    return "\n".join(lines)
