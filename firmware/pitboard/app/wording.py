"""How a table's words are kept and told; the words themselves are a game's own (its words.txt, made by `make gen`).

They stay in flash: only the message that is asked for comes into memory. The file begins with where each message
begins, five digits each, and then has a line for each message in the order of their numbers, section after section.
The fields of a message stand between "|".
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DIGITS = const(5)  # of a message's place in the file

# The sections of a game's words.
_REFUSALS = const(0)
_NOTICES = const(1)
_HOLDS = const(2)
_OUTCOMES = const(3)
_PROMPTS = const(4)
_STEPS = const(5)
_REASONS = const(6)
_STEP_NAMES = const(7)  # one message with a line for each

_ZERO = const(48)  # "0": the first phase
_PLACES = ("1st", "2nd", "3rd")


class Words:
    """What one game says, and the rule beside it."""

    def __init__(self, beside: str, firsts: "tuple[int, ...]") -> None:
        """Beside which module the text is; the number of each section's first message, and of the end."""
        self._path = beside.rsplit(".", 1)[0] + ".txt"
        self._firsts = firsts
        self._file: Any = None

    def rule(self, kept: str) -> str:
        """What is shown of a rule, from what is kept of it."""
        return kept

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
        self, index: int, n: int = 0, m: "int | str" = 0, area: int = 0
    ) -> "tuple[str, str, str]":
        """Of the ordinary next step `P_...`, with what its words ask for."""
        return self._said(_PROMPTS, index, n, m, area)

    def step(self, index: int) -> "tuple[str, str]":
        """(rule, label) of a step."""
        rule, label, _ = self._entry(_STEPS, index).split("|")
        return self.rule(rule), label

    def step_name(self, index: int) -> str:
        """What a step is called over USB."""
        return self._entry(_STEPS, index).split("|")[2]

    def step_index(self, name: str) -> int:
        """The step of that name, -1 if there is none."""
        names = "\n" + self._entry(_STEP_NAMES, 0)
        at = names.find("\n" + name + "\n")
        return -1 if at < 0 or "\n" in name else names.count("\n", 0, at)

    def reason(self, code: int) -> str:
        """The label of a reason."""
        return self._entry(_REASONS, code - 1)

    def _said(
        self, section: int, index: int, n: int, m: "int | str", area: int, phase: int = 0
    ) -> "tuple[str, str, str]":
        """Fields by four: phases, one character each (none: any other phase), rule, first line, second line."""
        fields = self._entry(section, index).split("|")
        at = 0
        while fields[at] and chr(_ZERO + phase) not in fields[at]:
            at += 4
        first, second = _fill(fields[at + 2], n, m, area), _fill(fields[at + 3], n, m, area)
        return self.rule(fields[at + 1]), first, second

    def _entry(self, section: int, index: int) -> str:
        number = self._firsts[section] + index
        if index < 0 or number >= self._firsts[section + 1]:
            raise ValueError("no such message")
        if self._file is None:
            self._file = open(self._path, "rb")
        file = self._file
        file.seek(_DIGITS * number)
        places = file.read(2 * _DIGITS)  # its own and the next one's
        start = int(places[:_DIGITS])
        file.seek(start)
        return file.read(int(places[_DIGITS:]) - start - 1).decode()


def sentence(first: str, second: str) -> str:
    """Both lines of a message as a host prints them."""
    return first + (" " if "a" <= second[0] <= "z" else ". ") + second


def _fill(line: str, n: int, m: "int | str", area: int) -> str:
    if "{" not in line:
        return line
    if area:
        line = line.replace("{p}", _PLACES[area - 1])
    return line.replace(" {p}", "").replace("{n}", str(n)).replace("{m}", str(m))
