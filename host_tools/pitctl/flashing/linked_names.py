"""What everything is called in a bundle of modules (link.py), and in a module that stays alone.

Two modules may have the same name for two things, a function may have for its own what another module calls a thing,
and what is built in must stay so: then a thing gets another name in the bundle. In a module that stays alone nothing
does.
"""

import ast
import builtins
from collections.abc import Iterator
from itertools import count, product
from string import ascii_letters

from pitctl.flashing.bundles import Source, Sources
from pitctl.flashing.scopes import Use
from pitctl.flashing.source_names import Meaning

_BUILTIN = {*dir(builtins), "__name__", "__file__"}


class Names:
    """The name of everything in each bundle, and in each module that stays alone."""

    def __init__(self, known: Sources) -> None:
        self._known = known
        self._given: dict[str, dict[Meaning, str]] = {}
        homes: dict[str, list[Source]] = {}
        for module in known.values():
            homes.setdefault(module.home, []).append(module)
        for home, modules in homes.items():
            self._given[home] = self._choose(modules)

    def of(self, home: str, thing: Meaning) -> str | None:
        """None: nothing there uses it."""
        return self._given[home].get(thing)

    def meaning(self, module: Source, name: str) -> Meaning | None:
        """What a name of a module stands for in the end; None: it is built in, or was never bound."""
        seen: set[Meaning] = set()
        while name in module.brought:
            owner, inner = module.brought[name]
            if not inner or owner not in self._known or (owner, inner) in seen:
                return (owner, inner)
            seen.add((owner, inner))
            module, name = self._known[owner], inner
        return (module.name, name) if name in _own_names(module) else None

    def is_bundled(self, thing: Meaning) -> bool:
        return thing[0] in self._known and self._known[thing[0]].home != thing[0]

    def things(self, module: Source) -> Iterator[tuple[Use, ast.AST, Meaning, str]]:
        """Each use of a name of the module: its place, what it stands for in the end, and what it is called so far.

        A module that goes into a bundle is no thing any more: what is read of it is.
        """
        for use in module.uses:
            thing = self.meaning(module, use.name)
            if thing is None:
                continue
            if thing[1] or not self.is_bundled(thing):
                yield use, use.node, thing, use.name
                continue
            node = module.attributes[id(use.node)]
            thing = self.meaning(self._known[thing[0]], node.attr)
            if thing is None:
                raise SyntaxError(f"{module.name}:{node.lineno}: {ast.unparse(node)} is nowhere")
            yield use, node, thing, node.attr

    def _choose(self, modules: list[Source]) -> dict[Meaning, str]:
        given: dict[Meaning, str] = {}
        taken = {*_BUILTIN}
        for module in modules:
            taken |= {use.name for use in module.uses if self.meaning(module, use.name) is None}
        first = modules[0]
        if first.home == first.name:  # alone: others may know it as a value, so everything is called what it was
            for name in sorted({*_own_names(first), *first.brought}):
                thing = self.meaning(first, name)
                if thing is not None and (thing[1] or not self.is_bundled(thing)):
                    given.setdefault(thing, name)
                taken.add(name)
        hidden: dict[Meaning, set[str]] = {}
        wanted: dict[Meaning, str] = {}
        for module in modules:
            for use, _, thing, name in self.things(module):
                hidden.setdefault(thing, set()).update(use.hidden)
                wanted.setdefault(thing, name)
        for thing, name in wanted.items():
            if thing not in given:
                fits = (other for other in _proposals(name) if other not in taken and other not in hidden[thing])
                given[thing] = next(fits)
                taken.add(given[thing])
        return given


def _proposals(name: str) -> Iterator[str]:
    yield name
    if name.startswith("_"):  # private ones are short and mean nothing anyway (shorten.py)
        yield from ("_" + letter for letter in ascii_letters)
        yield from ("_" + "".join(pair) for pair in product(ascii_letters, repeat=2))
    for number in count(2):
        yield f"{name}{number}"


def _own_names(module: Source) -> set[str]:
    """What the module binds itself."""
    bound = (use for use in module.uses if not isinstance(getattr(use.node, "ctx", None), ast.Load))
    return {use.name for use in bound} - {*module.brought}
