"""The least of `micropython` that lets CPython import pure firmware modules in unit tests.

Viper's pointers are built-in names there; here they are made so. A pointer is an address, as on a chip: an integer that
can be calculated with, in a small address space in which each buffer has a page of its own.
"""

import builtins
from typing import Any, TypeVar

T = TypeVar("T")

_PAGE_BITS = 32
_PAGES = 256  # buffers that are remembered before all are forgotten
_buffers: "dict[int, memoryview]" = {}
_pages: "dict[int, int]" = {}  # id of a buffer -> its page
_owners: "dict[int, Any]" = {}  # keeps it alive, so that its id stays its own


def _address(of: Any) -> int:
    if isinstance(of, int):
        return of
    page = _pages.get(id(of))
    if page is None:
        page = len(_pages) + 1
        _pages[id(of)] = page
        _owners[page] = of
        _buffers[page] = memoryview(of).cast("B")
    return page << _PAGE_BITS


def _make_room() -> None:
    """Between two calls only: within one, every buffer keeps its page."""
    if len(_pages) >= _PAGES:
        _pages.clear()
        _buffers.clear()
        _owners.clear()


class _Pointer(int):
    size = 1

    def __new__(cls, of: Any) -> "_Pointer":
        return super().__new__(cls, _address(of))

    def _at(self, index: int) -> "tuple[memoryview, int]":
        address = int(self) + index * self.size
        return _buffers[address >> _PAGE_BITS], address & (1 << _PAGE_BITS) - 1

    def __getitem__(self, index: int) -> int:
        buffer, at = self._at(index)
        return int.from_bytes(buffer[at : at + self.size], "little")

    def __setitem__(self, index: int, value: int) -> None:
        buffer, at = self._at(index)
        buffer[at : at + self.size] = value.to_bytes(self.size, "little")


for _bits in (8, 16, 32):
    _name = f"ptr{_bits}"
    setattr(builtins, _name, type(_name, (_Pointer,), {"size": _bits // 8}))


def const(value: T) -> T:
    return value


def native(function: T) -> T:
    return function


def viper(function: Any) -> Any:
    """Arguments become what their annotations say, as viper does it."""
    kinds = list(function.__annotations__.items())
    pointers = [(at, kind) for at, (name, kind) in enumerate(kinds) if name != "return" and kind is not int]
    if not pointers:
        return function

    def call(*arguments: Any) -> Any:
        given = list(arguments)
        if not any(isinstance(argument, _Pointer) for argument in given):
            _make_room()
        for at, kind in pointers:
            given[at] = kind(given[at])
        return function(*given)

    return call


def asm_thumb(function: Any) -> Any:
    """As every MicroPython that runs on another machine says it."""
    raise SyntaxError("invalid micropython decorator")


def schedule(function: Any, arg: Any) -> None:
    function(arg)


def kbd_intr(char: int) -> None:
    """Nothing to interrupt in a unit test."""
