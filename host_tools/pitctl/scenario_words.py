"""The words of one scenario line, taken one after the other, with errors that say what was expected."""

import re
from collections.abc import Sequence

from pitctl.exceptions import ScenarioError

# `slide #7`, `and #7`, `read #7`: the number of a card, and no comment.
_NUMBERED = re.compile(r"\b(slide|and|read)\s+#[0-9]$", re.IGNORECASE)
_WORD = re.compile(r'"[^"]*"|[^\s"]+')


def split_words(line: str, file: str, number: int) -> "Words | None":
    """The words of a line without its comment; None for a line that says nothing."""
    text = _without_comment(line).strip()
    if not text:
        return None
    if text.count('"') % 2:
        raise ScenarioError(f"{file}:{number}: a quotation mark is missing: {text}")
    return Words(_WORD.findall(text), file, number, " ".join(text.split()))


def _without_comment(line: str) -> str:
    quoted = False
    for index, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted and not _NUMBERED.search(line[: index + 2]):
            return line[:index]
    return line


class Words:
    """A cursor over the words."""

    def __init__(self, words: Sequence[str], file: str, line: int, text: str) -> None:
        self._words = list(words)
        self._at = 0
        self._file = file
        self.line = line
        self.text = text

    def error(self, problem: str, allowed: str | None) -> ScenarioError:
        """A ScenarioError for this line."""
        hint = f"; allowed: {allowed}" if allowed else ""
        return ScenarioError(f"{self._file}:{self.line}: {problem}{hint}")

    def next_is(self, word: str) -> bool:
        return self._at < len(self._words) and self._words[self._at].lower() == word

    def at_end(self) -> bool:
        return self._at >= len(self._words)

    def peek(self) -> str:
        """The next word, which stays; empty at the end."""
        return "" if self.at_end() else self._words[self._at]

    def any(self, what: str) -> str:
        """The next word, whatever it is."""
        if self._at >= len(self._words):
            raise self.error(f"{what} is missing after: {self.text}", None)
        self._at += 1
        return self._words[self._at - 1]

    def take(self, word: str) -> None:
        """The next word must be this one."""
        found = self.any(word)
        if found.lower() != word:
            raise self.error(f"not understood: {found}", word)

    def took(self, word: str) -> bool:
        """Take the next word if it is this one."""
        if self.next_is(word):
            self._at += 1
            return True
        return False

    def one_of(self, allowed: Sequence[str], what: str) -> str:
        found = self.any(what)
        if found.lower() not in allowed:
            raise self.error(f"not {what}: {found}", ", ".join(allowed))
        return found.lower()

    def quoted(self) -> str:
        found = self.any("a text in quotation marks")
        if not found.startswith('"'):
            raise self.error(f"not understood: {found}", 'a text in quotation marks: "..."')
        return found[1:-1]

    def number(self, least: int, most: int) -> int:
        found = self.any("a number")
        if not found.isdecimal() or not least <= int(found) <= most:
            raise self.error(f"not a number that fits: {found}", f"{least} to {most}")
        return int(found)

    def duration_ms(self, most_ms: int) -> int:
        """A number with ms or s behind it."""
        number = self.number(0, most_ms)
        if self.took("s"):
            number *= 1000
        elif not self.took("ms"):
            raise self.error(f"the unit is missing after {number}", f"{number} ms or {number} s")
        if number > most_ms:
            raise self.error(f"too long: {number} ms", f"up to {most_ms} ms")
        return number

    def clause_ms(self, word: str, default_ms: int) -> int:
        """`<word> N ms` if it is there."""
        return self.duration_ms(600_000) if self.took(word) else default_ms

    def trailing_limit_ms(self, default_ms: int) -> int:
        """Cut `within N ms` off the end of the line."""
        lowered = [word.lower() for word in self._words]
        if "within" not in lowered[self._at :]:
            return default_ms
        at = len(lowered) - 1 - lowered[::-1].index("within")
        tail = Words(self._words[at + 1 :], self._file, self.line, self.text)
        limit_ms = tail.duration_ms(600_000)
        tail.end()
        del self._words[at:]
        return limit_ms

    def rest(self) -> list[str]:
        """All words that are left."""
        left = self._words[self._at :]
        self._at = len(self._words)
        return left

    def end(self) -> None:
        """Nothing may be left."""
        if self._at < len(self._words):
            raise self.error(f"not understood: {' '.join(self._words[self._at :])}", "nothing more")
