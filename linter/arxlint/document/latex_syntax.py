"""Braces, commands and comments of LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator

COMMENT = r"(?<![A-Za-z0-9/._=&?-])%[^\r\n]*+"
"""From a percent sign on, but not where one stands in an URL."""

_BRACE = re.compile(rf"\\[\s\S]|{COMMENT}|[{{}}]")
_CELL_END = re.compile(rf"\\[\s\S]|{COMMENT}|&")


def brace_pairs(text: str, start: int, end: int) -> dict[int, int]:
    """Return for each ``{`` in ``text[start:end]`` where its ``}`` is, escapes and comments apart."""
    pairs: dict[int, int] = {}
    open_: list[int] = []
    for match in _BRACE.finditer(text, start, end):
        char = match.group()
        if char == "{":
            open_.append(match.start())
        elif char == "}" and open_:
            pairs[open_.pop()] = match.start()
    return pairs


def split_cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    r"""Yield the trimmed spans of the cells of a tabular row, which ``&`` parts unless escaped."""
    low = start
    for match in _CELL_END.finditer(text, start, end):
        if match.group() == "&":
            yield trimmed(text, low, match.start())
            low = match.end()
    yield trimmed(text, low, end)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without the blanks at its ends (empty, at its start, if there is nothing else)."""
    part = text[start:end]
    inner = part.strip()
    if not inner:
        return start, start
    low = start + len(part) - len(part.lstrip())
    return low, low + len(inner)
