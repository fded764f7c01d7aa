"""jsonl: the objects of ``json``'s ``diagnostics``, one a line."""

from __future__ import annotations

from collections.abc import Iterator

from arxlint.report import Options
from arxlint.report.record import diagnostic_record, dump
from arxlint.report.result import RunResult


def render(result: RunResult, options: Options) -> Iterator[str]:
    """Yield one line a diagnostic; the counts are not part of it."""
    del options
    for diagnostic in result.diagnostics:
        yield dump(diagnostic_record(diagnostic, result)) + "\n"
