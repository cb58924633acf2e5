"""The module that builds the table can be forgotten: what it built holds on to nothing of it (docs/memory.md).

A function or an object of a class keeps its whole module in RAM, so there are no closures here, and `Parts`, the only
class, never leaves.
"""

import ast

from tests.rules.sources import FIRMWARE, firmware_files, imports_of, place, tree_of

COMPOSITION = FIRMWARE / "pitboard" / "composition.py"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def own_functions() -> dict[str, ast.FunctionDef]:
    body = tree_of(COMPOSITION).body
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


def test_no_function_within_a_function() -> None:
    wrong = [
        place(COMPOSITION, inner.lineno)
        for function in own_functions().values()
        for inner in ast.walk(function)
        if isinstance(inner, FUNCTIONS) and inner is not function
    ]
    assert not wrong, "\n".join(wrong)


def test_functions_and_parts_go_to_its_own_functions_only() -> None:
    own = own_functions()
    wrong: list[str] = []
    for call in (node for node in ast.walk(tree_of(COMPOSITION)) if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Name) and call.func.id in own:
            continue
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        names = {node.id for node in given if isinstance(node, ast.Name)}
        wrong += [
            f"{place(COMPOSITION, call.lineno)} hands out {name}"
            for name in names & (own.keys() | {"parts"})
        ]
    assert not wrong, "\n".join(wrong)


def test_what_main_forgets_nobody_else_imports() -> None:
    """Only what is forgotten too may: else it would stay."""
    forgotten = {
        str(node.args[0].value)
        for node in ast.walk(tree_of(FIRMWARE / "main.py"))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "_forget"
        and isinstance(node.args[0], ast.Constant)
    }
    assert "pitboard.composition" in forgotten
    files = {FIRMWARE / (name.replace(".", "/") + ".py") for name in forgotten}
    assert all(path.is_file() for path in files)
    wrong = [
        f"{place(path, item.line)} imports {item.module}"
        for path in firmware_files()
        if path not in files | {FIRMWARE / "main.py"}
        for item in imports_of(path)
        if not item.type_only and any(f"{item.module}.".startswith(f"{name}.") for name in forgotten)
    ]
    assert not wrong, "\n".join(wrong)
