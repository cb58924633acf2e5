"""What the names of the firmware's sources mean: which are constants, which are modules, which are neither.

A name has a meaning only if it has the same one wherever it is bound in its file, in whatever scope: then nobody needs
to know scopes to read it.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

Meaning = tuple[str, str]
"""Module and name in it; the name is empty for the module itself."""
UNKNOWN: Meaning = ("", "")
CONST: Meaning = ("micropython", "const")


@dataclass(frozen=True)
class Edit:
    """What takes the place of a piece of the text; positions as in `ast`: lines from 1, bytes from 0."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


@dataclass
class Module:
    """A source file, what its names mean, and what is to be changed in it."""

    name: str
    is_package: bool
    source: str
    tree: ast.Module
    definitions: dict[str, ast.Assign] = field(default_factory=dict[str, ast.Assign])
    constants: dict[str, int] = field(default_factory=dict[str, int])
    bindings: dict[str, set[Meaning]] = field(default_factory=dict[str, set[Meaning]])
    left: set[str] = field(default_factory=set[str])
    """Names that are still looked up in this file after its constants have become numbers."""
    edits: list[Edit] = field(default_factory=list[Edit])

    def meaning(self, name: str) -> Meaning:
        """What `name` means wherever it stands in this file, or UNKNOWN."""
        found = self.bindings.get(name, set())
        return next(iter(found)) if len(found) == 1 else UNKNOWN


Modules = Mapping[str, Module]


def name_of(path: str) -> str:
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def parse(path: str, source: str) -> Module:
    is_package = path.endswith("__init__.py")
    return Module(name_of(path), is_package, source, ast.parse(source, filename=path))


def find_constants(module: Module) -> None:
    for statement in module.tree.body:
        match statement:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Name(id="const"), args=[given], keywords=[]),
            ):
                value = _value(given, module.constants)
                if value is not None and name not in module.definitions:
                    module.constants[name] = value
                    module.definitions[name] = statement
            case _:
                pass


def _value(node: ast.expr, known: Mapping[str, int]) -> int | None:
    """The number that a constant expression of numbers gives; None for anything else."""
    for part in ast.walk(node):
        match part:
            case ast.Constant(value=value) if type(value) is int:
                pass
            case ast.Name(id=name) if name in known:
                pass
            case ast.BinOp() | ast.UnaryOp() | ast.operator() | ast.unaryop() | ast.expr_context():
                pass
            case _:
                return None
    value = eval(compile(ast.Expression(node), "const", "eval"), {"__builtins__": {}}, dict(known))
    return value if type(value) is int else None


def bind(module: Module, modules: Modules) -> None:
    """Note every binding of every name, in whatever scope it is."""
    bindings: dict[str, set[Meaning]] = defaultdict(set)
    defined = {id(item.targets[0]) for item in module.definitions.values()}
    methods = {id(node) for node in _methods(module.tree)}
    for node in ast.walk(module.tree):
        match node:
            case ast.ImportFrom():
                for alias in node.names:
                    target = target_of(module, node, alias.name, modules)
                    bindings[alias.asname or alias.name].add(target)
            case ast.Import():
                for alias in node.names:
                    bindings[alias.asname or alias.name.split(".")[0]].add(UNKNOWN)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                bindings[name].add((module.name, name) if id(node) in defined else UNKNOWN)
            case ast.arg(arg=name) | ast.ExceptHandler(name=str(name)):
                bindings[name].add(UNKNOWN)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if id(node) not in methods:
                    bindings[name].add(UNKNOWN)
            case ast.ClassDef(name=name):
                bindings[name].add(UNKNOWN)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                for name in names:
                    bindings[name].add(UNKNOWN)
            case _:
                pass
    module.bindings = bindings
    if module.meaning("const") != CONST:
        module.constants.clear()


def _methods(tree: ast.Module) -> Iterator[ast.AST]:
    """Functions of classes whose names only an instance knows: nothing reads them in the class body itself."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    for owner in ast.walk(tree):
        if isinstance(owner, ast.ClassDef):
            found = [item for item in owner.body if isinstance(item, functions)]
            inside = {id(node) for item in found for line in item.body for node in ast.walk(line)}
            read = {
                node.id
                for node in ast.walk(owner)
                if isinstance(node, ast.Name) and id(node) not in inside
            }
            yield from (item for item in found if item.name not in read)


def target_of(module: Module, node: ast.ImportFrom, name: str, modules: Modules) -> Meaning:
    """What `from ... import name` brings."""
    base = node.module or ""
    if node.level:
        above = node.level - 1 if module.is_package else node.level
        parts = module.name.split(".")
        base = ".".join(parts[: len(parts) - above] + ([base] if base else []))
    whole = f"{base}.{name}"
    return (whole, "") if whole in modules else (base, name)


def constant(meaning: Meaning, modules: Modules) -> int | None:
    """The number of a constant, also where it came by way of another module."""
    seen: set[Meaning] = set()
    while meaning[0] in modules and meaning not in seen:
        seen.add(meaning)
        module, name = modules[meaning[0]], meaning[1]
        meaning = module.meaning(name)
        if meaning == (module.name, name):
            return module.constants.get(name)
    return None


def leave_what_is_not_plain(module: Module, modules: Modules) -> None:
    """A constant that is set from outside is none; of a module used as a value nobody knows what is read."""

    def leave(name: str) -> None:
        if name in modules:
            modules[name].constants.clear()

    owners: set[int] = set()
    for node in ast.walk(module.tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name) as owner, attr=attr, ctx=context):
                owners.add(id(owner))
                target, inner = module.meaning(name)
                if target in modules and not inner:
                    leave(_module_in(target, attr, modules))
                    if not isinstance(context, ast.Load):
                        modules[target].constants.pop(attr, None)
            case ast.Name(id=name, ctx=ast.Load()) if id(node) not in owners:
                target, inner = module.meaning(name)
                if not inner:
                    leave(target)
            case ast.Import():
                for alias in node.names:
                    leave(alias.name)
            case ast.ImportFrom():
                for alias in node.names:
                    target, inner = target_of(module, node, alias.name, modules)
                    leave(target if inner == "*" else _module_in(target, inner, modules))
            case _:
                pass


def _module_in(owner: str, name: str, modules: Modules) -> str:
    """The module that another one knows by this name; empty if it is none."""
    target, inner = modules[owner].meaning(name) if owner in modules else UNKNOWN
    return "" if inner else target
