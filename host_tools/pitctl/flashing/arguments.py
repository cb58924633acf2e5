"""Arguments of the firmware's functions as a chip gets them: a, b, c, the same in every function.

A chip keeps the names of arguments for calls that name them. Here almost none do, so all functions can share a handful.
Lines stay where they are.

Nothing is touched that is not plain: an argument that any call anywhere names, one in an f-string, one that a function
within the function has too, `self`, and the registers of an assembler's function.
"""

import ast
from collections.abc import Iterator, Mapping
from string import ascii_lowercase

from pitctl.flashing.source_names import Edit, name_of, parse
from pitctl.flashing.text_edits import edited

Function = ast.FunctionDef | ast.AsyncFunctionDef
_ASSEMBLER = "asm_thumb"


def share_arguments(sources: Mapping[str, str]) -> dict[str, str]:
    """The sources of a whole firmware, by their paths. Raises SyntaxError."""
    modules = {name_of(path): parse(path, text) for path, text in sources.items()}
    named = {
        node.arg
        for module in modules.values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.keyword) and node.arg
    }
    for module in modules.values():
        for function in _outermost(module.tree):
            module.edits += _shared(function, named)
    return {path: edited(modules[name_of(path)]) for path in sources}


def _outermost(tree: ast.AST) -> Iterator[Function]:
    """Functions of modules and classes; what is within a function belongs to it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        else:
            yield from _outermost(node)


def _shared(function: Function, named: set[str]) -> Iterator[Edit]:
    if any(_ASSEMBLER in ast.unparse(decorator) for decorator in function.decorator_list):
        return
    given = function.args
    arguments = [*given.posonlyargs, *given.args]
    own = [arg for arg in arguments if arg.arg not in ("self", "cls")]
    spoilt = named | {*_not_plain(function)} | {arg.arg for arg in given.kwonlyargs}
    wanted = [arg for arg in own if arg.arg not in spoilt]
    names = [arg.arg for arg in wanted]
    taken = {*_names(function)}.difference(names)
    short = dict(zip(names, (letter for letter in ascii_lowercase if letter not in taken), strict=False))
    for arg in wanted:
        if arg.arg in short:
            yield _edit(arg, arg.arg, short)
    for line in function.body:
        for node in ast.walk(line):
            if isinstance(node, ast.Name) and node.id in short:
                yield _edit(node, node.id, short)


def _edit(node: ast.arg | ast.Name, name: str, short: Mapping[str, str]) -> Edit:
    start = (node.lineno, node.col_offset)
    return Edit(start, (start[0], start[1] + len(name)), short[name])


def _names(function: Function) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.ExceptHandler(name=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=local):
                yield local or name
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                yield from names
            case _:
                pass


def _not_plain(function: Function) -> Iterator[str]:
    for line in function.body:
        for node in ast.walk(line):
            match node:
                case ast.arg(arg=name) | ast.ExceptHandler(name=str(name)):
                    yield name
                case ast.Global(names=names) | ast.Nonlocal(names=names):
                    yield from names
                case ast.JoinedStr():
                    yield from (part.id for part in ast.walk(node) if isinstance(part, ast.Name))
                case ast.comprehension(target=target):
                    yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))
                case _:
                    pass
