"""Private names and arguments become short, nothing else changes: small cases one by one. The whole firmware's answers
are compared in test_inline.py."""

import pytest

from pitctl.flashing.arguments import share_arguments
from pitctl.flashing.shorten import shorten


def shared(text: str, **others: str) -> str:
    sources = {"pitboard/one.py": text, **{f"pitboard/{name}.py": other for name, other in others.items()}}
    return share_arguments(sources)["pitboard/one.py"]


def shortened(text: str, **others: str) -> str:
    sources = {"pitboard/one.py": text, **{f"pitboard/{name}.py": other for name, other in others.items()}}
    return shorten(sources)["pitboard/one.py"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("def f(place, face):\n    return place + face\n", "def f(a, b):\n    return a + b\n"),
        ("def f(self, place):\n    return self.place(place)\n", "def f(self, a):\n    return self.place(a)\n"),
        # What the function itself calls `a` is left alone.
        ("def f(place):\n    a = 1\n    return a + place\n", "def f(b):\n    a = 1\n    return a + b\n"),
        ("def f(place):\n    return a(place)\n", "def f(b):\n    return a(b)\n"),
        # A default is read outside, a text says what it said.
        ("def f(place=place):\n    return 'place'\n", "def f(a=place):\n    return 'place'\n"),
        ("def f(place: 'int' = 1):\n    return place\n", "def f(a: 'int' = 1):\n    return a\n"),
        ("async def f(place):\n    place += 1\n", "async def f(a):\n    a += 1\n"),
        ("class C:\n    def f(self, place):\n        place\n", "class C:\n    def f(self, a):\n        a\n"),
        ("def f(place):\n    return [x + place for x in y]\n", "def f(a):\n    return [x + a for x in y]\n"),
        ("def f(place):\n    return lambda x: x + place\n", "def f(a):\n    return lambda x: x + a\n"),
    ],
)
def test_arguments_are_shared(text: str, wanted: str) -> None:
    assert shared(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "def f(place):\n    return place\nf(place=1)\n",
        "def f(*, place):\n    return place\n",
        "def f(place):\n    return f'{place}'\n",
        "def f(place):\n    return [place for place in y]\n",
        "def f(place):\n    return lambda place: place\n",
        "def f(place):\n    def g():\n        nonlocal place\n        place = 1\n    return g\n",
        "@micropython.asm_thumb\ndef f(r0):\n    add(r0, r0, r0)\n",
    ],
)
def test_arguments_that_are_not_plain_stay(text: str) -> None:
    assert shared(text) == text


def test_a_call_in_another_module_may_name_an_argument() -> None:
    text = "def f(place):\n    return place\n"
    assert shared(text, two="from pitboard.one import f\nf(place=1)\n") == text


def test_private_names_are_short_and_the_same_everywhere() -> None:
    text = "class C:\n    def f(self):\n        self._{0} = 1\n\n    def _show(self):\n        return self._{0}\n"
    one = shortened(text.format("held"), two=text.format("shown"))
    assert one == text.format("a").replace("_show", "_b")
    assert shortened(text.format("shown"), two=text.format("held")) == text.format("b").replace("_show", "_a")


def test_a_family_has_one_set_of_names() -> None:
    base = "class B:\n    def __init__(self):\n        self._held = 1\n"
    child = "from pitboard.two import B\n\nclass C(B):\n    def show(self):\n        self._extra = self._held\n"
    assert shortened(child, two=base) == child.replace("_extra", "_a").replace("_held", "_b")
    assert shortened(base, two=child.replace("two", "one")) == base.replace("_held", "_b")


@pytest.mark.parametrize(
    "text",
    [
        "def f(_held):\n    return _held\n",
        "f(_held=1)\n",
        "x = y._held\n",  # given by somebody else
        "def f():\n    global _held\n    _held = 1\n",
        "def _held():\n    return f'{_held}'\n",
        "_held = 1\nx = '_held'\n",
    ],
)
def test_private_names_that_are_not_plain_stay(text: str) -> None:
    assert shortened(text) == text


def test_an_attribute_that_another_module_reads_stays() -> None:
    text = "class C:\n    def __init__(self):\n        self._held = 1\n"
    assert shortened(text, two="def f(c):\n    return c._held\n") == text
