"""The audit in the terminal: counts by rule, instance and month, what to settle first, what is unverified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arxlint.audit.model import UNDATED, AuditReport, Conflict
from arxlint.audit.wording import clipped, counted, headline
from arxlint.report.style import Paint, painter
from arxlint.report.visible import display_width, visible

_CONFLICTS: Final = 10
_RULES: Final = 20
_INSTANCES: Final = 12
_MONTHS: Final = 24
_UNVERIFIED: Final = 12
_BAR: Final = 20

_Cells = Sequence[str]


def render(report: AuditReport, *, color: bool, width: int) -> Iterator[str]:
    """Yield the summary.  ``width`` is the number of terminal columns."""
    paint = painter(color)
    summary = report.summary
    yield f"{paint('strong', visible(report.base))}: {headline(report)}\n"
    seen = f"{counted(summary.mentions, 'mention')} of {counted(summary.papers, 'paper')}"
    absent = f", {len(report.absent):,} not on arXiv" if report.absent else ""
    yield f"{seen}: {summary.verified:,} verified{absent}, {summary.unverified:,} unverified\n"
    if summary.suppressed or summary.baselined:
        yield f"{summary.suppressed:,} suppressed, {summary.baselined:,} in baseline\n"
    yield from _rules(report, paint)
    yield from _instances(report, paint)
    yield from _months(report, paint)
    yield from _disagreements(report, paint)
    yield from _conflicts(report, paint, width)
    yield from _not_judged(report, paint)


def _rules(report: AuditReport, paint: Paint) -> Iterator[str]:
    counts = report.count_by_rule()
    if not counts:
        return
    yield f"\n{paint('strong', 'By rule')}\n"
    most = counts[0][1]
    rows = []
    for code, count in counts[:_RULES]:
        rule = report.rules.get(code)
        severity = next(one.diagnostic.severity for one in report.findings if one.diagnostic.code == code)
        rows.append((paint(severity, code), rule.name if rule else "", f"{count:,}", _bar(count, most)))
    yield from _table(rows, right={2})
    yield from _left_out(len(counts) - _RULES, "rule")


def _instances(report: AuditReport, paint: Paint) -> Iterator[str]:
    counts = report.count_by_instance()
    if not any(instance for instance, _ in counts):
        return
    yield f"\n{paint('strong', 'By instance')}\n"
    most = max(count for _, count in counts)
    yield from _table(
        [
            (visible(instance) or "(none)", f"{count:,}", _bar(count, most))
            for instance, count in counts[:_INSTANCES]
        ],
        right={1},
    )
    yield from _left_out(len(counts) - _INSTANCES, "instance")


def _months(report: AuditReport, paint: Paint) -> Iterator[str]:
    months = report.count_by_month()
    if not any(month != UNDATED for month, _, _ in months):
        return
    yield f"\n{paint('strong', 'By month')}\n"
    if len(months) > _MONTHS:
        yield f"  ({counted(len(months) - _MONTHS, 'earlier month')} left out)\n"
        months = months[-_MONTHS:]
    most = max(findings for _, _, findings in months)
    yield from _table(
        [
            (
                month or "undated",
                counted(citations, "citation"),
                counted(findings, "finding"),
                _bar(findings, most),
            )
            for month, citations, findings in months
        ],
        right={1, 2},
    )


def _disagreements(report: AuditReport, paint: Paint) -> Iterator[str]:
    pairs = [one for one in report.disagreements if one.instance and one.other]
    pairs.sort(key=lambda one: (-one.findings, one.instance, one.other))
    if not pairs:
        return
    yield f"\n{paint('strong', 'Who contradicts whom')}\n"
    rows = []
    for one in pairs[:_INSTANCES]:
        other = "itself" if one.other == one.instance else visible(one.other)
        rows.append((visible(one.instance), f"→ {other}", f"{one.findings:,}"))
    yield from _table(rows, right={2})
    yield from _left_out(len(pairs) - _INSTANCES, "pair")


def _conflicts(report: AuditReport, paint: Paint, width: int) -> Iterator[str]:
    if not report.conflicts:
        return
    yield f"\n{paint('strong', 'Conflicts to settle first')}\n"
    for number, conflict in enumerate(report.conflicts[:_CONFLICTS], 1):
        subject = paint("strong", clipped(visible(conflict.subject), 60))
        yield f"  {number:>2}. {subject}  {paint(conflict.severity, conflict.code)} {conflict.name}\n"
        yield f"      {clipped(visible(conflict.message), width - 6)}\n"
        yield f"      {_who(conflict)}\n"
    yield from _left_out(len(report.conflicts) - _CONFLICTS, "conflict")


def _who(conflict: Conflict) -> str:
    parts = [counted(conflict.places, "place"), counted(conflict.documents, "document")]
    if conflict.instances:
        parts.insert(0, ", ".join(visible(one) for one in conflict.instances))
    if conflict.since:
        parts.append(f"since {conflict.since}")
    return " · ".join(parts)


def _not_judged(report: AuditReport, paint: Paint) -> Iterator[str]:
    skipped = report.summary.skipped_rules
    unverified = report.unverified
    if not skipped and not unverified:
        return
    yield f"\n{paint('strong', 'Not judged')}\n"
    for rule in skipped:
        yield f"  {visible(rule.code)} {visible(rule.name)}: {visible(rule.reason)}\n"
    if unverified:
        listed = " ".join(paper.id for paper in unverified[:_UNVERIFIED])
        left = len(unverified) - _UNVERIFIED
        more = f" and {left:,} more" if left > 0 else ""
        yield f"  unverified: {listed}{more}\n"


def _left_out(count: int, noun: str) -> Iterator[str]:
    if count > 0:
        yield f"  … and {counted(count, 'more ' + noun)}\n"


def _bar(value: int, most: int) -> str:
    return "█" * max(1 if value else 0, round(_BAR * value / most)) if most else ""


def _table(rows: Sequence[_Cells], right: set[int]) -> Iterator[str]:
    """Yield rows in columns; colours take no room."""
    widths = [max(_shown_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = []
        for column, cell in enumerate(row):
            room = " " * (widths[column] - _shown_width(cell))
            cells.append(room + cell if column in right else cell + room)
        yield "  " + "  ".join(cells).rstrip() + "\n"


def _shown_width(cell: str) -> int:
    import re

    return display_width(re.sub(r"\x1b\[[0-9;]*m", "", cell))
