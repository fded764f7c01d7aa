"""Line, column and source line of many spans, each document read once and let go of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from arxlint.audit.model import Excerpt, Spot
from arxlint.extract.model import Facts
from arxlint.report.result import SourceLookup
from arxlint.text.source import Position, Source

_BEFORE: Final = 120
_MARKED: Final = 240
_AFTER: Final = 200


class Spots:
    """Spans that somebody wants to show.

    Ask for all with ``want``, read the documents with ``resolve``, then take each with ``spot`` or
    ``position``.  A base of ten thousand documents is held one document at a time.
    """

    def __init__(self, sources: SourceLookup, facts: Mapping[str, Facts]) -> None:
        self._sources = sources
        self._facts = facts
        self._spans: dict[str, set[tuple[int, int]]] = {}
        self._offsets: dict[str, set[int]] = {}
        self._resolved: dict[tuple[str, int, int], Spot] = {}
        self._positions: dict[tuple[str, int], tuple[int, int]] = {}

    def want(self, path: str, start: int, end: int) -> None:
        """Ask for a span."""
        self._spans.setdefault(path, set()).add((start, end))

    def want_position(self, path: str, offset: int) -> None:
        """Ask for the line and column of an offset only."""
        self._offsets.setdefault(path, set()).add(offset)

    def resolve(self) -> None:
        """Read every document that was asked about."""
        for path in sorted(self._spans.keys() | self._offsets.keys()):
            source = self._sources.peek(path)
            for start, end in self._spans.get(path, ()):
                self._resolved[path, start, end] = self._make(source, path, start, end)
            for offset in self._offsets.get(path, ()):
                at = source.position(offset)
                self._positions[path, offset] = (at.line, at.column)

    def spot(self, path: str, start: int, end: int) -> Spot:
        """Return a span that was asked for; raises KeyError for any other."""
        return self._resolved[path, start, end]

    def position(self, path: str, offset: int) -> tuple[int, int]:
        """Return line and column of an offset that was asked for; raises KeyError for any other."""
        return self._positions[path, offset]

    def paths(self) -> Iterable[str]:
        """Return the documents of the spans asked for."""
        return self._spans.keys()

    def _make(self, source: Source, path: str, start: int, end: int) -> Spot:
        facts = self._facts.get(path)
        instance, date = (facts.instance, facts.date) if facts else ("", "")
        first = source.position(start)
        return Spot(path, instance, date, first, source.position(end), excerpt(source, first, end))


def excerpt(source: Source, first: Position, end: int) -> Excerpt:
    """Return the line of a span's start, windowed; a span over several lines is marked to its line's end."""
    text = source.text
    line_start, line_end = source.lines.line_span(first.line)
    while line_end > line_start and text[line_end - 1] in "\r\n":
        line_end -= 1
    start = first.offset
    stop = max(start, min(end, line_end, start + _MARKED))
    left = max(line_start, start - _BEFORE)
    right = min(line_end, stop + _AFTER)
    if stop < min(end, line_end):
        right = stop  # the mark itself is cut; what follows it would stand beside the wrong text
    return Excerpt(text[left:start], text[start:stop], text[stop:right], left > line_start, right < line_end)
