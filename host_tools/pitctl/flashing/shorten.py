"""Private names of the firmware as a chip gets them: a few short ones, the same in every module.

A chip keeps every name once, for ever. A name that begins with an underscore means nothing to any other module, so all
modules can use the same two dozen. Modules whose classes inherit from each other share their objects' attributes: such
a family has one set of names. Lines stay where they are; a traceback from a chip has the right module and line, and a
short name for a private function.

Nothing is touched that is not plain: a name that is also an argument, a keyword, a text, in an f-string or `global`;
nor an attribute that a module reads without having given it; nor constants, which are no names on a chip anyway.
"""

import ast
from collections.abc import Iterator, Mapping
from itertools import product
from string import ascii_letters

from pitctl.flashing.source_names import (
    Edit,
    Module,
    Modules,
    find_constants,
    name_of,
    parse,
    target_of,
)
from pitctl.flashing.text_edits import edited


def shorten(sources: Mapping[str, str]) -> dict[str, str]:
    """The sources of a whole firmware, by their paths. Raises SyntaxError."""
    modules = {name_of(path): parse(path, text) for path, text in sources.items()}
    taken = {name for module in modules.values() for name in _all_names(module.tree)}
    families = [[modules[name] for name in names] for names in _families(modules)]
    reached = {name for family in families for name in _reached_into(family)}
    for family in families:
        spoilt = reached.union(*map(_not_plain, family))
        wanted = sorted({name for module in family for name in _private_names(module)} - spoilt)
        fresh = (name for name in _short_names() if name not in taken)
        short = dict(zip(wanted, fresh, strict=False))
        for module in family:
            module.edits += _renamed(module.tree, short)
    return {path: edited(modules[name_of(path)]) for path in sources}


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and len(name) > 2


def _short_names() -> Iterator[str]:
    yield from ("_" + letter for letter in ascii_letters)
    yield from ("_" + "".join(pair) for pair in product(ascii_letters, repeat=2))


def _all_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=local):
                yield from (name, local or name)
            case _:
                pass


def _private_names(module: Module) -> Iterator[str]:
    """Private names that the module itself gives to something: functions, variables, attributes, classes not."""
    for node in ast.walk(module.tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                pass
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                pass
            case _:
                continue
        if _is_private(name):
            yield name


def _reached_into(family: list[Module]) -> set[str]:
    """Private attributes that these modules read and none of them gives."""
    read: set[str] = set()
    given: set[str] = set()
    for module in family:
        for node in ast.walk(module.tree):
            match node:
                case ast.Attribute(attr=name, ctx=ast.Load()):
                    read.add(name)
                case ast.Attribute(attr=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    given.add(name)
                case _:
                    pass
    return {name for name in read - given if _is_private(name)}


def _not_plain(module: Module) -> set[str]:
    find_constants(module)
    spoilt: set[str] = {*module.constants}
    for node in ast.walk(module.tree):
        match node:
            case ast.arg(arg=name) | ast.keyword(arg=str(name)) | ast.Constant(value=str(name)):
                spoilt.add(name)
            case ast.ClassDef(name=name) | ast.ExceptHandler(name=str(name)):
                spoilt.add(name)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                spoilt |= {*names}
            case ast.alias(name=name, asname=local):
                spoilt |= {name, local or name}
            case ast.JoinedStr():
                spoilt |= {*_all_names(node)}
            case _:
                pass
    return spoilt


def _families(modules: Modules) -> list[list[str]]:
    """Modules in groups: those that are related by inheritance are in one."""
    family = {name: {name} for name in modules}
    for module in modules.values():
        for other in _inherits_from(module, modules):
            joined = family[module.name] | family[other]
            for name in joined:
                family[name] = joined
    return [sorted(group) for group in {frozenset(group) for group in family.values()}]


def _inherits_from(module: Module, modules: Modules) -> Iterator[str]:
    bases = {
        base.id
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
        for base in node.bases
        if isinstance(base, ast.Name)
    }
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                target = target_of(module, node, alias.name, modules)[0]
                if (alias.asname or alias.name) in bases and target in modules:
                    yield target


def _renamed(tree: ast.AST, short: Mapping[str, str]) -> Iterator[Edit]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in short:
                assert node.end_lineno is not None and node.end_col_offset is not None
                end = (node.end_lineno, node.end_col_offset)
                yield Edit((end[0], end[1] - len(name)), end, short[name])
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name in short:
                keyword = "async def " if isinstance(node, ast.AsyncFunctionDef) else "def "
                start = node.col_offset + len(keyword)
                yield Edit((node.lineno, start), (node.lineno, start + len(name)), short[name])
            case _:
                pass
