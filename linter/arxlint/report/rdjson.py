"""rdjson: Reviewdog Diagnostic Format.  Columns are bytes of UTF-8, 1-based; ends are exclusive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arxlint.diagnostic import Applicability, Diagnostic, Severity
from arxlint.report import Options
from arxlint.report.record import dump
from arxlint.report.result import RunResult, SourceLookup
from arxlint.report.visible import visible
from arxlint.text.source import Source

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.NOTE: "INFO"}


def render(result: RunResult, options: Options) -> Iterator[str]:
    """Yield one object, a diagnostic a line."""
    del options
    yield '{"source": {"name": "arxlint"},\n "diagnostics": ['
    places = _Places(result.sources)
    separator = "\n  "
    for one in result.diagnostics:
        yield separator + dump(_record(one, result, places))
        separator = ",\n  "
    yield "]}\n"


def _record(diagnostic: Diagnostic, result: RunResult, places: _Places) -> dict[str, Any]:
    rule = result.rules.get(diagnostic.code)
    parts = [diagnostic.message, diagnostic.help, *diagnostic.notes]
    record: dict[str, Any] = {
        "message": "\n".join(visible(part) for part in parts if part),
        "location": places.location(diagnostic.path, diagnostic.start, diagnostic.end),
        "severity": _SEVERITIES[diagnostic.severity],
        "code": {"value": diagnostic.code} | ({"url": rule.url} if rule and rule.url else {}),
    }
    if diagnostic.related:
        record["related_locations"] = [
            {
                "message": visible(one.message),
                "location": places.location(one.path, one.start, one.end),
            }
            for one in diagnostic.related
        ]
    fix = diagnostic.fix
    # A suggestion has no path of its own, and each is offered by itself.
    if (
        fix is not None
        and fix.applicability is not Applicability.DISPLAY_ONLY
        and len(fix.edits) == 1
        and fix.edits[0].path == diagnostic.path
    ):
        (edit,) = fix.edits
        span = places.range(edit.path, edit.start, edit.end)
        record["suggestions"] = [{"range": span, "text": edit.text}]
    return record


class _ByteColumns:
    """UTF-8 columns of one text, from byte counts at every so many characters: a line may be a megabyte."""

    __slots__ = ("_marks", "_source")

    _STEP = 4096

    def __init__(self, source: Source) -> None:
        self._source = source
        self._marks = [0]

    def position(self, offset: int) -> dict[str, int]:
        position = self._source.position(offset)
        start = position.offset - position.column + 1
        return {"line": position.line, "column": self._bytes(position.offset) - self._bytes(start) + 1}

    def _bytes(self, offset: int) -> int:
        marks, step = self._marks, self._STEP
        while len(marks) <= offset // step:
            at = (len(marks) - 1) * step
            marks.append(marks[-1] + self._length(at, at + step))
        return marks[offset // step] + self._length(offset // step * step, offset)

    def _length(self, start: int, end: int) -> int:
        return len(self._source.text[start:end].encode(errors="surrogatepass"))


class _Places:
    """Locations and ranges in any file."""

    __slots__ = ("_columns", "_sources")

    def __init__(self, sources: SourceLookup) -> None:
        self._sources = sources
        self._columns: dict[str, _ByteColumns] = {}

    def location(self, path: str, start: int, end: int) -> dict[str, Any]:
        return {"path": path, "range": self.range(path, start, end)}

    def range(self, path: str, start: int, end: int) -> dict[str, Any]:
        columns = self._columns.get(path)
        if columns is None:
            columns = self._columns[path] = _ByteColumns(self._sources(path))
        return {"start": columns.position(start), "end": columns.position(end)}
