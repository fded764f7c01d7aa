"""json: the report for machines, one versioned object.

``diagnostics`` are the objects of ``arxlint check --format json``, each with ``instance``, ``date`` and
``conflict`` (an index into ``conflicts``, or null); ``findings`` everywhere are indexes into them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from arxlint.audit.model import AuditReport, Finding, PaperEntry
from arxlint.metadata.paper import Absent, Paper
from arxlint.report.record import diagnostic_record, dump, summary_record
from arxlint.report.result import RunResult


def render(report: AuditReport, result: RunResult) -> Iterator[str]:
    """Yield the object in pieces."""
    yield '{"version": 1,\n'
    yield f' "tool": {dump("arxlint " + report.version)},\n "base": {dump(report.base)},\n'
    yield f' "generated": {dump(report.generated)},\n "summary": {dump(summary_record(report.summary))},\n'
    counts = {
        "rule": dict(report.count_by_rule()),
        "instance": dict(report.count_by_instance()),
        "month": {
            month: {"citations": citations, "findings": findings}
            for month, citations, findings in report.count_by_month()
        },
    }
    yield f' "counts": {dump(counts)},\n'
    yield from _array("disagreements", (one._asdict() for one in report.disagreements))
    yield ",\n"
    yield from _array(
        "conflicts", ({**one._asdict(), "severity": str(one.severity)} for one in report.conflicts)
    )
    yield ",\n"
    yield from _array("papers", (entry_record(one) for one in report.papers))
    yield ",\n"
    yield from _array("diagnostics", (_diagnostic(one, result) for one in report.findings))
    yield "}\n"


def _array(name: str, values: Iterable[object]) -> Iterator[str]:
    yield f' "{name}": ['
    separator = "\n  "
    for value in values:
        yield separator + dump(value)
        separator = ",\n  "
    yield "]"


def _diagnostic(finding: Finding, result: RunResult) -> dict[str, Any]:
    return {
        **diagnostic_record(finding.diagnostic, result),
        "instance": finding.spot.instance or None,
        "date": finding.spot.date or None,
        "conflict": finding.conflict if finding.conflict >= 0 else None,
    }


def entry_record(paper: PaperEntry) -> dict[str, Any]:
    """Return what arXiv says of a paper, and what the base does with it."""
    return {
        "id": paper.id,
        "state": paper.state,
        "arxiv": _answer(paper),
        "names": [name._asdict() for name in paper.names],
        "citations": [
            {**one._asdict(), "name": paper.names[one.name].text if one.name >= 0 else None}
            for one in paper.citations
        ],
        "findings": paper.findings,
    }


def _answer(paper: PaperEntry) -> dict[str, Any] | None:
    answer = paper.answer
    if isinstance(answer, Absent):
        return {"as_of": answer.as_of, "source": answer.source}
    if not isinstance(answer, Paper):
        return None
    return paper_record(answer)


def paper_record(paper: Paper) -> dict[str, Any]:
    """Return what arXiv says of a paper; the abstract's words are no part of it."""
    record = paper._asdict()
    del record["abstract_words"], record["id"]
    record["versions"] = [version._asdict() for version in paper.versions]
    return record
