"""Statements that follow one another on one line: a chip pays a byte or two for every line that has code.

Simple statements of a block share a line, and a block of nothing else shares that of its head. A traceback then names
some lines instead of one. Blank lines, comments and ends of lines within brackets go. Only the layout changes: what
Python reads is the same.
"""

import io
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

_HEADS = ("if", "elif", "else", "for", "while", "try", "except", "finally", "with", "def", "class", "async", "@")
_BESIDE = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
_ASSEMBLER = "asm_thumb"  # takes one instruction a line


@dataclass(frozen=True)
class Line:
    """Code on one line, or on some that a text in it spreads over, and the lines that it came from."""

    text: str
    first: int
    last: int
    is_simple: bool  # others may follow on its line
    opens: bool  # a block follows on lines of its own

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip(" "))


def joined_lines(source: str) -> list[Line]:
    """The same code on fewer lines. Imports of the module stay alone: those who join modules sort them out."""
    lines = list(_statements(source))
    return lines if _ASSEMBLER in source else _with_heads(_together(lines))


def _statements(source: str) -> Iterator[Line]:
    rows = source.split("\n")
    tokens: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE:
            yield _statement(tokens, rows)
            tokens = []
        elif token.type not in _BESIDE:
            tokens.append(token)


def _statement(tokens: list[tokenize.TokenInfo], rows: list[str]) -> Line:
    first, last = tokens[0].start[0], tokens[-1].end[0]
    indent = " " * tokens[0].start[1]
    opens = tokens[-1].string == ":"
    if any(token.start[0] != token.end[0] for token in tokens):
        return Line("\n".join(rows[first - 1 : last]), first, last, False, opens)
    spans: dict[int, tuple[int, int]] = {}  # where code begins and ends in each row
    for token in tokens:
        begin, _ = spans.get(token.start[0], (token.start[1], 0))
        spans[token.start[0]] = (begin, token.end[1])
    text = indent + " ".join(rows[row - 1][begin:end] for row, (begin, end) in spans.items())
    is_import = not indent and text.startswith(("import ", "from "))
    return Line(text, first, last, tokens[0].string not in _HEADS and not is_import, opens)


def _together(lines: Iterable[Line]) -> list[Line]:
    """Simple statements of a block on one line. What divides two blocks of the same depth is never simple."""
    found: list[Line] = []
    for line in lines:
        if found and line.is_simple and found[-1].is_simple and line.indent == found[-1].indent:
            found[-1] = replace(found[-1], text=f"{found[-1].text}; {line.text.lstrip()}", last=line.last)
        else:
            found.append(line)
    return found


def _with_heads(lines: list[Line]) -> list[Line]:
    """A block of one simple line beside its head."""
    found: list[Line] = []
    for at, line in enumerate(lines):
        head = found[-1] if found else None
        is_whole = at + 1 == len(lines) or lines[at + 1].indent < line.indent
        if head and head.opens and line.is_simple and is_whole and line.indent > head.indent:
            found[-1] = replace(head, text=f"{head.text} {line.text.lstrip()}", last=line.last, opens=False)
        else:
            found.append(line)
    return found
