"""The firmware's sources as a chip gets them: constants as numbers, and nothing that only a type checker needs.

A chip keeps every name in RAM. mpy-cross puts the value of a `const` only where its own module uses it; a shared one
costs a global, its name, and two look-ups wherever it is used. Here every use in every module becomes the number; then
the constant goes, with the imports of it and all that stands under `if TYPE_CHECKING:`. Lines stay where they are, so
that a traceback from a chip fits the sources.

Nothing is touched that is not plain: a name with another meaning anywhere in the file (a local, an argument, a
`global`), a constant that is assigned from outside, one in an f-string, or a module that is used as a value.
"""

import ast
from collections.abc import Iterator, Mapping

from pitctl.flashing.source_names import (
    CONST,
    UNKNOWN,
    Edit,
    Meaning,
    Module,
    Modules,
    bind,
    constant,
    find_constants,
    leave_what_is_not_plain,
    name_of,
    parse,
    target_of,
)
from pitctl.flashing.text_edits import edited


def inline(sources: Mapping[str, str]) -> dict[str, str]:
    """The sources of a whole firmware, by their paths, ready for mpy-cross. Raises SyntaxError."""
    modules = {name_of(path): parse(path, text) for path, text in sources.items()}
    for module in modules.values():
        _drop_type_checking(module)
        find_constants(module)
        bind(module, modules)
    for module in modules.values():
        leave_what_is_not_plain(module, modules)
    needed: set[Meaning] = set()
    for module in modules.values():
        _replace_uses(module, modules, needed)
    known = -1
    while known < len(needed):  # a name may be imported from where it was imported to
        known = len(needed)
        for module in modules.values():
            _need_imports(module, modules, needed)
    for module in modules.values():
        _drop_definitions(module, needed)
        _trim_imports(module, modules, needed)
    return {path: edited(modules[name_of(path)]) for path in sources}


def _drop_type_checking(module: Module) -> None:
    def is_for_checkers(statement: ast.stmt) -> bool:
        match statement:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=[]):
                return True
            case ast.Assign(targets=[ast.Name(id="TYPE_CHECKING")]):
                return True
            case _:
                return False

    body = module.tree.body
    module.edits += [_edit(statement, "") for statement in body if is_for_checkers(statement)]
    module.tree.body = [statement for statement in body if not is_for_checkers(statement)]


def _replace_uses(module: Module, modules: Modules, needed: set[Meaning]) -> None:
    """Numbers for constants; what is still looked up afterwards is noted as needed."""
    defining = {id(item.value) for item in module.definitions.values()}
    for node, in_text in _loads(module.tree, defining):
        attribute = ""
        name = node
        if isinstance(node, ast.Attribute):
            attribute, name = node.attr, node.value
        assert isinstance(name, ast.Name)
        possible = {
            (owner, inner or attribute) for owner, inner in module.bindings.get(name.id, ())
        }
        owner, inner = module.meaning(name.id)
        plain = node.lineno == node.end_lineno and not in_text and not (inner and attribute)
        value = constant((owner, inner or attribute), modules) if plain else None
        if value is None:
            module.left.add(name.id)
            needed |= possible
        else:
            module.edits.append(_edit(node, f"({value})"))


def _loads(
    tree: ast.AST, defining: set[int], in_text: bool = False
) -> Iterator[tuple[ast.Attribute | ast.Name, bool]]:
    """Each `name.attribute` and each other name that is read, and whether it is in an f-string.

    Before Python 3.12 positions within an f-string are not those in the file. `defining` are calls of `const`, whose
    own name does not count.
    """
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Attribute(value=ast.Name(), ctx=ast.Load()) | ast.Name(ctx=ast.Load()):
                yield node, in_text
            case ast.Call() if id(node) in defining:
                for argument in node.args:
                    yield from _loads(ast.Expression(argument), defining)
            case _:
                yield from _loads(node, defining, in_text or isinstance(node, ast.JoinedStr))


def _imports(module: Module) -> Iterator[ast.ImportFrom]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            yield node


def _stays(
    module: Module, node: ast.ImportFrom, alias: ast.alias, modules: Modules, needed: set[Meaning]
) -> bool:
    """Whether a name must still be imported: only constants, modules and `const` itself can be superfluous."""
    local = alias.asname or alias.name
    target = target_of(module, node, alias.name, modules)
    if local in module.left or module.meaning(local) == UNKNOWN or (module.name, local) in needed:
        return True
    is_module = target[0] in modules and not target[1]
    return not (is_module or target == CONST or constant(target, modules) is not None)


def _need_imports(module: Module, modules: Modules, needed: set[Meaning]) -> None:
    """A name that stays imported is needed where it comes from."""
    for node in _imports(module):
        for alias in node.names:
            if _stays(module, node, alias, modules, needed):
                needed.add(target_of(module, node, alias.name, modules))


def _drop_definitions(module: Module, needed: set[Meaning]) -> None:
    for name, statement in module.definitions.items():
        plain = name in module.constants and module.meaning(name) == (module.name, name)
        if plain and (module.name, name) not in needed:
            module.edits.append(_edit(statement, ""))
        else:
            module.left.add("const")


def _trim_imports(module: Module, modules: Modules, needed: set[Meaning]) -> None:
    for node in _imports(module):
        kept = [item for item in node.names if _stays(module, node, item, modules, needed)]
        if len(kept) == len(node.names):
            continue
        words = [item.name + (f" as {item.asname}" if item.asname else "") for item in kept]
        text = f"from {'.' * node.level}{node.module or ''} import {', '.join(words)}"
        if not kept:
            text = "pass" if node.col_offset else ""
        module.edits.append(_edit(node, text))


def _edit(node: ast.stmt | ast.expr, text: str) -> Edit:
    end_line = node.end_lineno or node.lineno
    return Edit(
        (node.lineno, node.col_offset),
        (end_line, node.end_col_offset or 0),
        text + "\n" * (end_line - node.lineno),
    )
