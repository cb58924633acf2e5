"""Which names of a source file are those of the module itself, and which a function or class has for its own.

Python's rules, as far as the firmware's sources use them: what a function binds is its own unless it says `global`; a
class's own names are seen in its body only; a comprehension has a scope to itself.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Use:
    """A place where a name of the module is read or bound, and what the functions around it have for their own."""

    node: ast.Name | Function | ast.ClassDef
    hidden: frozenset[str]
    in_text: bool = False
    """In an f-string, where positions cannot be relied on."""

    @property
    def name(self) -> str:
        return self.node.id if isinstance(self.node, ast.Name) else self.node.name


def module_uses(tree: ast.Module) -> Iterator[Use]:
    """Every place where a name of the module, or one that is built in, stands."""
    yield from _in_body(tree.body, frozenset(), frozenset())


def _in_body(body: Iterable[ast.AST], hidden: frozenset[str], of_class: frozenset[str]) -> Iterator[Use]:
    for node in body:
        yield from _in_node(node, hidden, of_class, in_text=False)


def _in_node(node: ast.AST, hidden: frozenset[str], of_class: frozenset[str], in_text: bool) -> Iterator[Use]:
    match node:
        case ast.Name(id=name):
            if name not in hidden and name not in of_class:
                yield Use(node, hidden | of_class, in_text)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            if node.name not in hidden and node.name not in of_class:
                yield Use(node, hidden | of_class)
            around = [*node.decorator_list, *node.args.defaults, *(d for d in node.args.kw_defaults if d)]
            yield from _in_body(around, hidden, of_class)
            yield from _in_body(node.body, hidden | {*_bound_in(node)}, frozenset())
        case ast.Lambda():
            yield from _in_body([*node.args.defaults], hidden, of_class)
            names = {arg.arg for arg in _arguments(node.args)}
            yield from _in_node(node.body, hidden | names, frozenset(), in_text)
        case ast.ClassDef():
            if node.name not in hidden and node.name not in of_class:
                yield Use(node, hidden | of_class)
            yield from _in_body([*node.bases, *node.decorator_list], hidden, of_class)
            yield from _in_body(node.body, hidden, frozenset(_bound(node.body)))
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            first = node.generators[0].iter
            yield from _in_node(first, hidden, of_class, in_text)
            inside = hidden | {*_bound(item.target for item in node.generators)}
            results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            for item in node.generators:
                results += [item.target, *item.ifs, *([] if item.iter is first else [item.iter])]
            for part in results:
                yield from _in_node(part, inside, frozenset(), in_text)
        case _:
            in_text = in_text or isinstance(node, ast.JoinedStr)
            for child in ast.iter_child_nodes(node):
                yield from _in_node(child, hidden, of_class, in_text)


def _arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (arg for arg in (arguments.vararg, arguments.kwarg) if arg)


def _bound_in(function: Function) -> Iterator[str]:
    """What is the function's own."""
    given = {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}
    yield from (arg.arg for arg in _arguments(function.args))
    yield from (name for name in _bound(function.body) if name not in given)


def _bound(body: Iterable[ast.AST]) -> Iterator[str]:
    """Names that statements bind, those within functions and classes left out."""
    for node in body:
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
                continue
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp() | ast.Lambda():
                continue
            case ast.alias(name=name, asname=local):
                yield local or name.split(".")[0]
            case ast.ExceptHandler(name=str(name)):
                yield name
            case _:
                pass
        yield from _bound(ast.iter_child_nodes(node))
