"""markdown: the report as a text that can be kept beside the base or put into an issue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arxlint.audit.model import AuditReport, Conflict, Finding, RelatedSpot
from arxlint.audit.wording import counted, headline
from arxlint.report.markdown import inert
from arxlint.report.visible import visible

_CONFLICTS: Final = 50
_UNVERIFIED: Final = 200


def render(report: AuditReport) -> Iterator[str]:
    """Yield the text; every finding is in it."""
    yield f"# Audit of {inert(report.base)}\n\n{headline(report)}\n\n"
    summary = report.summary
    yield (
        f"{report.generated}, arxlint {report.version}: {counted(summary.mentions, 'mention')} of "
        f"{counted(summary.papers, 'paper')}, {summary.verified:,} verified, {summary.unverified:,} "
        f"unverified, {summary.suppressed:,} suppressed, {summary.baselined:,} in baseline.\n\n"
    )
    yield from _counts(report)
    yield from _conflicts(report.conflicts)
    yield from _matrix(report)
    yield from _not_judged(report)
    yield from _findings(report)


def _counts(report: AuditReport) -> Iterator[str]:
    if report.findings:
        rows = []
        for code, count in report.count_by_rule():
            rule = report.rules.get(code)
            rows.append((code, rule.name if rule else "", f"{count:,}"))
        yield "## By rule\n\n"
        yield from _table(("rule", "name", "findings"), rows, {2})
        yield "## By instance\n\n"
        yield from _table(
            ("instance", "findings"),
            [(name or "(none)", f"{count:,}") for name, count in report.count_by_instance()],
            {1},
        )
    months = report.count_by_month()
    if months:
        yield "## By month\n\n"
        yield from _table(
            ("month", "citations", "findings"),
            [(month or "(undated)", f"{cited:,}", f"{found:,}") for month, cited, found in months],
            {1, 2},
        )


def _conflicts(conflicts: Sequence[Conflict]) -> Iterator[str]:
    if not conflicts:
        return
    yield "## Conflicts\n\n"
    yield from _table(
        ("", "subject", "rule", "instances", "places", "since", "what"),
        [
            (
                one.severity,
                one.subject,
                f"{one.code} {one.name}",
                ", ".join(one.instances),
                f"{one.places:,}",
                one.since,
                one.message,
            )
            for one in conflicts[:_CONFLICTS]
        ],
        {4},
    )
    if len(conflicts) > _CONFLICTS:
        yield f"… and {counted(len(conflicts) - _CONFLICTS, 'more conflict')}.\n\n"


def _matrix(report: AuditReport) -> Iterator[str]:
    if not report.disagreements:
        return
    names = sorted({name for one in report.disagreements for name in (one.instance, one.other)})
    counts = {(one.instance, one.other): one.findings for one in report.disagreements}
    yield "## Who contradicts whom\n\n"
    yield "Rows: where the finding stands. Columns: whose document it contradicts.\n\n"
    yield from _table(
        ("", *(name or "(none)" for name in names)),
        [
            (
                one or "(none)",
                *(f"{counts[one, other]:,}" if (one, other) in counts else "" for other in names),
            )
            for one in names
        ],
        set(range(1, len(names) + 1)),
    )


def _not_judged(report: AuditReport) -> Iterator[str]:
    skipped, unverified = report.summary.skipped_rules, report.unverified
    if not skipped and not unverified:
        return
    yield "## Not judged\n\n"
    for rule in skipped:
        yield f"- {inert(rule.code)} {inert(rule.name)}: {inert(rule.reason)}\n"
    if unverified:
        listed = ", ".join(inert(paper.id) for paper in unverified[:_UNVERIFIED])
        left = len(unverified) - _UNVERIFIED
        yield f"- unverified: {listed}{f' and {left:,} more' if left > 0 else ''}\n"
    yield "\n"


def _findings(report: AuditReport) -> Iterator[str]:
    if not report.findings:
        return
    yield "## Findings\n\n"
    path = None
    for finding in report.findings:
        if finding.spot.path != path:
            path = finding.spot.path
            about = ", ".join(part for part in (finding.spot.instance, finding.spot.date) if part)
            yield f"### {_code(path)}{f' ({inert(about)})' if about else ''}\n\n"
        yield from _finding(finding)


def _finding(finding: Finding) -> Iterator[str]:
    one, start, excerpt = finding.diagnostic, finding.spot.start, finding.spot.excerpt
    yield f"- **{one.severity} {inert(one.code)}** {start.line}:{start.column} {inert(one.message)}\n"
    line = (
        ("…" if excerpt.cut_before else "")
        + f"{_plain(excerpt.before).lstrip()}<mark>{_plain(excerpt.marked)}</mark>{_plain(excerpt.after)}"
        + ("…" if excerpt.cut_after else "")
    )
    yield f"  <br>{line}\n"
    if one.help:
        yield f"  - help: {inert(one.help)}\n"
    for note in one.notes:
        yield f"  - note: {inert(note)}\n"
    for place in finding.related:
        yield f"  - {_related(place)}\n"
    yield "\n"


def _related(place: RelatedSpot) -> str:
    spot = place.spot
    about = ", ".join(part for part in (spot.instance, spot.date) if part)
    where = _code(f"{spot.path}:{spot.start.line}:{spot.start.column}")
    return f"{where}{f' ({inert(about)})' if about else ''} {inert(place.message)}".rstrip()


def _plain(text: str) -> str:
    """Return source text in which nothing is active, not even what backticks enclose."""
    return inert(text.replace("\t", " "), code=False)


def _code(text: str) -> str:
    return f"<code>{inert(text, code=False)}</code>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], right: set[int]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |\n"
    yield "|" + "|".join(" ---: " if index in right else " --- " for index in range(len(head))) + "|\n"
    for row in rows:
        yield "| " + " | ".join(inert(visible(str(cell))) for cell in row) + " |\n"
    yield "\n"
