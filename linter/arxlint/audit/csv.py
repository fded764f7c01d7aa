"""csv: one line a finding, for spreadsheets.

A cell that a spreadsheet would take for a formula is set apart by an apostrophe: documents are not trusted.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Final

from arxlint.audit.model import AuditReport

COLUMNS: Final = (
    "severity", "code", "name", "path", "line", "column", "instance", "date", "paper", "label", "suggestion",
    "message", "help", "conflict", "text",
)  # fmt: skip


def render(report: AuditReport) -> Iterator[str]:
    """Yield the lines (ended by CRLF, as RFC 4180 has it); ``text`` is what is marked."""
    yield line(COLUMNS)
    for finding in report.findings:
        one = finding.diagnostic
        start = finding.spot.start
        conflict = report.conflicts[finding.conflict].subject if finding.conflict >= 0 else ""
        yield line(
            (
                one.severity, one.code, one.name, one.path, str(start.line), str(start.column),
                finding.spot.instance, finding.spot.date, one.paper or "", one.label or "",
                one.suggestion or "", one.message, one.help, conflict, finding.spot.excerpt.marked,
            )
        )  # fmt: skip


def line(cells: Sequence[str]) -> str:
    """Return one line of CSV."""
    out = io.StringIO()
    csv.writer(out).writerow([_inert(str(cell)) for cell in cells])
    return out.getvalue().encode(errors="backslashreplace").decode()


def _inert(cell: str) -> str:
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and cell[1:] else cell
