"""Which modules of the firmware are always loaded together, and so become one (link.py).

The modules that every table loads become two bundles, the rules and the app; those of each game two more. A module
stays alone if it is handed around as a value, has its `__file__` asked for, is changed from outside, says `global`, is
loaded only where a board has a part, is forgotten once the table stands, or is needed by a program that stands beside
main.py: such a program may run on a board that has nothing else.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from graphlib import TopologicalSorter

from pitctl.flashing.scopes import Use, module_uses
from pitctl.flashing.source_names import Meaning, Module, parse, target_of

PACKAGE = "pitboard"
ENTRY = "main"
BUILDER = f"{PACKAGE}.composition"
KIT = PACKAGE + r"\.app\.(\w+)\.kit"  # of a game
RULES = ("games", "protocol", "table")
Import = ast.ImportFrom | ast.Import


@dataclass
class Source(Module):
    """A module, what its names stand for, and in which bundle it goes (its own name if it stays alone)."""

    uses: list[Use] = field(default_factory=list[Use])
    attributes: dict[int, ast.Attribute] = field(default_factory=dict[int, ast.Attribute])
    """Where a name has something read of it, by the name's node."""
    imports: list[Import] = field(default_factory=list[Import])
    """Those of the module itself, not of its functions."""
    brought: dict[str, Meaning] = field(default_factory=dict[str, Meaning])
    """What they bring, by local name."""
    home: str = ""


Sources = Mapping[str, Source]


def read(path: str, text: str) -> Source:
    plain = parse(path, text)
    module = Source(plain.name, plain.is_package, plain.source, plain.tree, home=plain.name)
    module.uses = list(module_uses(module.tree))
    module.imports = [node for node in module.tree.body if isinstance(node, Import)]
    module.attributes = {
        id(node.value): node
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    return module


def bring(module: Source, known: Sources) -> None:
    for node in module.imports:
        for alias in node.names:
            module.brought[alias.asname or alias.name] = target(module, node, alias, known)


def target(module: Source, node: Import, alias: ast.alias, known: Sources) -> Meaning:
    if isinstance(node, ast.Import):
        return (alias.name, "")
    return target_of(module, node, alias.name, known)


def bundles(known: Sources) -> dict[str, list[str]]:
    """The modules of each bundle, by the bundle's name."""
    alone = {*_not_linkable(known)}
    builder = known.get(BUILDER)
    if builder is None:
        return {}
    kits = [name for name in known if re.fullmatch(KIT, name)]
    settings = {name for name in known if name.endswith(("settings", ".checks"))}
    alone |= {BUILDER, f"{PACKAGE}.version", *kits, *settings}
    for program in known:
        if "." not in program and program not in (ENTRY, PACKAGE):
            alone |= _closure(program, known, ())
    loaded = {kit: _closure(kit, known, settings) for kit in kits}
    times = Counter(name for names in loaded.values() for name in names)
    shared = _closure(BUILDER, known, settings) | {name for name, found in times.items() if found > 1}
    groups = {"shared": shared} | {kit.split(".")[2]: names - shared for kit, names in loaded.items()}
    found: dict[str, list[str]] = {}
    for group, names in groups.items():
        for name in sorted(names - alone):
            layer = "rules" if name.split(".")[1] in RULES else "app"
            found.setdefault(f"{PACKAGE}.{group}_{layer}", []).append(name)
    return {bundle: names for bundle, names in found.items() if len(names) > 1}


def _not_linkable(known: Sources) -> Iterator[str]:
    for module in known.values():
        if module.is_package or not module.name.startswith(PACKAGE + "."):
            yield module.name
        for node in ast.walk(module.tree):
            match node:
                case ast.Global() | ast.Name(id="__file__"):
                    yield module.name
                case ast.Attribute(value=ast.Name(id=name), attr=attr, ctx=context):
                    owner, inner = module.brought.get(name, ("", ""))
                    if not inner and (attr.startswith("__") or not isinstance(context, ast.Load)):
                        yield owner
                case ast.Import() | ast.ImportFrom() if node not in module.imports:
                    targets = (target(module, node, alias, known) for alias in node.names)
                    yield from (owner for owner, inner in targets if not inner)
                case _:
                    pass
        for use in module.uses:
            owner, inner = module.brought.get(use.name, ("", ""))
            if not inner and id(use.node) not in module.attributes:
                yield owner  # a value


def _closure(start: str, known: Sources, left_out: Iterable[str]) -> set[str]:
    """What is loaded with `start`, by imports that do not stand in a function."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name in known and name not in found and name not in left_out:
            found.add(name)
            waiting += _needs(known[name], known)
    return found - {start}


def _needs(module: Source, known: Sources) -> list[str]:
    """Modules that it loads as soon as it is loaded itself."""
    found: list[str] = []
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom):
            found += [target_of(module, node, alias.name, known)[0] for alias in node.names]
    return found


def in_order(names: list[str], known: Sources) -> Iterator[str]:
    """Each after those that it needs, also by way of a module that stays alone."""
    graph = {name: sorted({*_closure(name, known, ())} & {*names}) for name in names}
    yield from TopologicalSorter(graph).static_order()
