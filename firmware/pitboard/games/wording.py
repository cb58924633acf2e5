"""How a table's words are kept and told; the words themselves are a game's own (its words.py, made by `make gen`).

A section is one text, a line for each message in the order of its number. A message is unpacked only when it is shown;
then its fields stand between "|".
"""

from micropython import const

_FIRST = const(128)
_NEWLINE = const(10)
_ZERO = const(48)  # "0": the first phase

# The sections of a game's words.
_PAIRS = const(0)
_REFUSALS = const(1)
_NOTICES = const(2)
_HOLDS = const(3)
_OUTCOMES = const(4)
_PROMPTS = const(5)
_STEPS = const(6)
_REASONS = const(7)
_STEP_NAMES = const(8)

_PLACES = ("1st", "2nd", "3rd")


class Words:
    """What one game says, and the rule beside it."""

    def __init__(self, sections: "tuple[bytes, ...]") -> None:
        """By the numbers above: pairs of codes, refusals, notices and so on (codegen/emit_words.py)."""
        self._sections = sections

    def refusal(self, code: int) -> "tuple[str, str, str]":
        """(rule, first line, second line) of a refusal."""
        return self._said(_REFUSALS, code - 1, 0, 0, 0)

    def notice(self, kind: int, place: int, area: int, phase: int) -> "tuple[str, str, str]":
        """Of an irregularity; `area` is 1 to 3, or 0 where the card's area is not known (yet)."""
        return self._said(_NOTICES, kind - 1, place, 0, area, phase)

    def hold(self, kind: int, place: int, phase: int) -> "tuple[str, str, str]":
        """Of a held card."""
        return self._said(_HOLDS, kind - 1, place, 0, 0, phase)

    def outcome(self, kind: int, place: int, area: int, phase: int) -> "tuple[str, str, str]":
        """Of what a step has done; `place` and `area` are the next card's."""
        return self._said(_OUTCOMES, kind - 1, place, 0, area, phase)

    def prompt(
        self, index: int, n: int = 0, m: int = 0, area: int = 0
    ) -> "tuple[str, str, str]":
        """Of the ordinary next step `P_...`, with what its words ask for."""
        return self._said(_PROMPTS, index, n, m, area)

    def step(self, index: int) -> "tuple[str, str]":
        """(rule, label) of a step."""
        rule, label = self._entry(_STEPS, index).split("|")
        return rule, label

    def step_name(self, index: int) -> str:
        """What a step is called over USB."""
        return self._entry(_STEP_NAMES, index)

    def step_index(self, name: str) -> int:
        """The step of that name, -1 if there is none."""
        names = self._sections[_STEP_NAMES]
        at = (b"\n" + names).find(("\n" + name + "\n").encode())
        return -1 if at < 0 or "\n" in name else names.count(b"\n", 0, at)

    def reason(self, code: int) -> str:
        """The label of a reason."""
        return self._entry(_REASONS, code - 1)

    def _said(
        self, section: int, index: int, n: int, m: int, area: int, phase: int = 0
    ) -> "tuple[str, str, str]":
        """Fields by four: phases, one character each (none: any other phase), rule, first line, second line."""
        fields = self._entry(section, index).split("|")
        at = 0
        while fields[at] and chr(_ZERO + phase) not in fields[at]:
            at += 4
        return fields[at + 1], _fill(fields[at + 2], n, m, area), _fill(fields[at + 3], n, m, area)

    def _entry(self, number: int, index: int) -> str:
        section = self._sections[number]
        start = 0
        while index > 0:
            start = section.find(b"\n", start) + 1 or len(section)
            index -= 1
        if index or start == len(section):
            raise ValueError("no such message")
        text = bytearray()
        while section[start] != _NEWLINE:
            _unpack(self._sections[_PAIRS], section[start], text)
            start += 1
        return text.decode()


def sentence(first: str, second: str) -> str:
    """Both lines of a message as a host prints them."""
    return first + (" " if "a" <= second[0] <= "z" else ". ") + second


def _fill(line: str, n: int, m: int, area: int) -> str:
    if "{" not in line:
        return line
    if area:
        line = line.replace("{p}", _PLACES[area - 1])
    return line.replace(" {p}", "").replace("{n}", str(n)).replace("{m}", str(m))


def _unpack(pairs: bytes, code: int, text: bytearray) -> None:
    """A code above ASCII stands for the two codes of its pair."""
    while code >= _FIRST:
        at = 2 * (code - _FIRST)
        _unpack(pairs, pairs[at], text)
        code = pairs[at + 1]
    text.append(code)
