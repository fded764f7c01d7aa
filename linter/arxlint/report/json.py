"""json: one versioned object, a diagnostic a line."""

from __future__ import annotations

from collections.abc import Iterator

from arxlint.report import Options
from arxlint.report.record import diagnostic_record, dump, summary_record
from arxlint.report.result import RunResult


def render(result: RunResult, options: Options) -> Iterator[str]:
    """Yield the object in pieces; keys keep their order."""
    del options
    yield f'{{"version": 1,\n "summary": {dump(summary_record(result.summary))},\n "diagnostics": ['
    separator = "\n  "
    for diagnostic in result.diagnostics:
        yield separator + dump(diagnostic_record(diagnostic, result))
        separator = ",\n  "
    yield "]}\n"
