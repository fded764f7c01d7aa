"""Source: a file's text with exact positions.

Offsets are 0-based code points into ``Source.text``; lines and columns are 1-based code points and are
computed only at the edge.  The text keeps its line endings and its byte-order mark, so that
``text[start:end]`` is always exactly the thing that a span names.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from arxlint.system.records import NamedTuple


class Span(NamedTuple):
    """A half-open range of code points: ``text[start:end]``."""

    start: int
    end: int


class Position(NamedTuple):
    """A place in a text: 1-based line and column (code points), 0-based offset."""

    line: int
    column: int
    offset: int


_LINE_END = re.compile(r"\r\n|\r|\n")


class LineIndex:
    r"""Offset ↔ line and column for one text.  A line ends at ``\n``, ``\r\n`` or ``\r``."""

    __slots__ = ("_length", "_starts")

    def __init__(self, text: str) -> None:
        if "\r" in text:
            self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        else:
            lengths = map(len, text.split("\n"))
            self._starts = [0, *(end + number for number, end in enumerate(accumulate(lengths), 1))]
            self._starts.pop()
        self._length = len(text)

    def __len__(self) -> int:
        return len(self._starts)

    def position(self, offset: int) -> Position:
        """Return the place of a 0-based offset (clamped to the text)."""
        offset = max(0, min(offset, self._length))
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1, offset)

    def line_start(self, line: int) -> int:
        """Return the 0-based offset at which a 1-based line starts; raises IndexError past the end."""
        if line < 1:
            raise IndexError(line)
        return self._starts[line - 1]

    def line_span(self, line: int) -> Span:
        """Return the span of a 1-based line with its line ending."""
        end = self._starts[line] if line < len(self._starts) else self._length
        return Span(self.line_start(line), end)


class Source:
    """One file's text.

    ``path`` is the path as reported (posix separators, relative to the root where it lies below it).
    ``encoding`` is what the bytes were decoded with; writing back must use it.
    """

    __slots__ = ("_lines", "encoding", "path", "text")

    def __init__(self, path: str, text: str, encoding: str = "utf-8") -> None:
        self.path = path
        self.text = text
        self.encoding = encoding
        self._lines: LineIndex | None = None

    @property
    def lines(self) -> LineIndex:
        """The line index, built when first asked for."""
        if self._lines is None:
            self._lines = LineIndex(self.text)
        return self._lines

    def position(self, offset: int) -> Position:
        """Return line, column and offset of a 0-based offset."""
        return self.lines.position(offset)

    def line_text(self, line: int) -> str:
        """Return a 1-based line without its line ending."""
        start, end = self.lines.line_span(line)
        return self.text[start:end].rstrip("\r\n")
