"""Which line ends of plain text are only where a line was wrapped."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WRAPPED = range(50, 125)
"""The widths in columns that people and editors wrap at; other lines are as they were written."""

_WIDE = re.compile(r"[\u2e80-\uffdc\U0001f000-\U0003ffff]")

_FIRST_WORD = re.compile(r"\S++")


def unwrapped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the logical lines of ``text[start:end]``, without surrounding blanks.

    Two lines are one if the first word of the second would not have fitted on the first, with the widest
    line of the paragraph as the measure.
    """
    lines = []
    at = start
    while at <= end:
        stop = text.find("\n", at, end)
        if stop < 0:
            stop = end
        line = text[at:stop]
        low = at + len(line) - len(line.lstrip())
        high = low + len(line.strip())
        if high > low:
            lines.append((low, high))
        at = stop + 1
    widest = max((_width(text[low:high]) for low, high in lines), default=0)
    group: tuple[int, int] | None = None
    used = 0
    for low, high in lines:
        word = _FIRST_WORD.match(text, low, high)
        if group is None or word is None:
            group = (low, high)
        elif widest in _WRAPPED and used + 1 + _width(word.group()) > widest:
            group = (group[0], high)
        else:
            yield group
            group = (low, high)
        used = _width(text[low:high])
    if group is not None:
        yield group


def _width(text: str) -> int:
    return len(text) + len(_WIDE.findall(text))
