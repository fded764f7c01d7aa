"""Code spans: the inline element that hides all others."""

from __future__ import annotations

import re
from collections.abc import Iterator

_RUN = re.compile(r"`++")


def code_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the code spans in ``text[start:end]``, backticks included, in order.

    A run of backticks is closed by the next run of the same length (CommonMark 6.1); a backslash before the
    opening run escapes its first backtick.  Linear: runs that were seen to have no closer are remembered.
    """
    runs = [match.span() for match in _RUN.finditer(text, start, end)]
    if len(runs) < 2 and not (runs and text[runs[0][0] - 1 : runs[0][0]] == "\\"):
        return
    later: dict[int, list[int]] = {}
    for index in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[index][1] - runs[index][0], []).append(index)
    index = 0
    while index < len(runs):
        low, high = runs[index]
        if _escaped(text, low, start):
            low += 1
        width = high - low
        waiting = later.get(width, [])
        while waiting and waiting[-1] <= index:
            waiting.pop()
        if width and waiting:
            index = waiting[-1]
            yield low, runs[index][1]
        index += 1


def _escaped(text: str, at: int, start: int) -> bool:
    low = at
    while low > start and text[low - 1] == "\\":
        low -= 1
    return (at - low) % 2 == 1
