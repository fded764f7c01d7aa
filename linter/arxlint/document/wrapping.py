"""Which line ends of plain text are only where a line was wrapped."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST_WRAPPED = 120
"""Wider lines were never wrapped by hand or by an editor."""

_FIRST_WORD = re.compile(r"\S++")


def unwrapped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the logical lines of ``text[start:end]``, without surrounding blanks.

    Two lines are one if the first word of the second would not have fitted on the first, with the widest
    line of the paragraph as the measure.  Texts whose lines are wider than anybody wraps are one line each.
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
    widest = max((high - low for low, high in lines), default=0)
    previous: tuple[int, int] | None = None
    for low, high in lines:
        if previous is None:
            previous = (low, high)
            continue
        word = _FIRST_WORD.match(text, low, high)
        needed = word.end() - low if word is not None else 0
        line_start = max(previous[0], text.rfind("\n", previous[0], previous[1]) + 1)
        if widest <= _LONGEST_WRAPPED and previous[1] - line_start + 1 + needed > widest:
            previous = (previous[0], high)
        else:
            yield previous
            previous = (low, high)
    if previous is not None:
        yield previous
