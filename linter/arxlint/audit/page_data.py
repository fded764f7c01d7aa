"""The report as the data that the page shows: JSON, every text made visible, documents by number."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from arxlint.audit.model import AuditReport, Excerpt, Finding, PaperEntry, Spot
from arxlint.audit.wording import readable
from arxlint.metadata.paper import Absent, Paper
from arxlint.report.visible import visible

VERSION: Final = 1
_UNSAFE: Final = re.compile(r"[<>&\u2028\u2029\ud800-\udfff]")


def embed(data: object) -> str:
    r"""Return JSON that is safe inside a ``script`` element: no ``<``, ``>``, ``&`` is left as it is.

    What a document contains can then neither close the element nor open a comment in it.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def page_data(report: AuditReport) -> dict[str, Any]:
    """Return what the page's script reads; the meaning of each key is in ``page/data.js``."""
    numbers = {document.path: number for number, document in enumerate(report.documents)}
    documents = [
        [visible(one.path), visible(one.instance), one.date, one.kind, one.mentions if one.judged else 0]
        for one in report.documents
    ]
    for paper in report.papers:
        for citation in paper.citations:
            if citation.path not in numbers:
                numbers[citation.path] = len(documents)
                documents.append([visible(citation.path), visible(citation.instance), citation.date, "", 0])
    summary = report.summary._asdict()
    summary["skipped_rules"] = [
        {key: visible(value) for key, value in rule._asdict().items()}
        for rule in report.summary.skipped_rules
    ]
    used = {one.diagnostic.code for one in report.findings}
    used.update(rule.code for rule in report.summary.skipped_rules)
    return {
        "version": VERSION,
        "tool": f"arxlint {report.version}".strip(),
        "base": visible(report.base),
        "generated": report.generated,
        "summary": summary,
        "rules": {
            code: {
                "name": visible(rule.name),
                "severity": str(rule.severity),
                "summary": visible(rule.summary),
                "docs": "\n".join(visible(line) for line in rule.docs.splitlines()),
            }
            for code, rule in report.rules.items()
            if code in used
        },
        "documents": documents,
        "findings": [_finding(one, numbers) for one in report.findings],
        "conflicts": [
            {
                "code": one.code,
                "severity": str(one.severity),
                "subject": visible(one.subject),
                "message": visible(one.message),
                "papers": one.papers,
                "instances": [visible(instance) for instance in one.instances],
                "findings": one.findings,
                "documents": one.documents,
                "places": one.places,
                "since": one.since,
                "last": one.last,
            }
            for one in report.conflicts
        ],
        "papers": [_paper(one, numbers) for one in report.papers],
    }


def _finding(finding: Finding, numbers: Mapping[str, int]) -> dict[str, Any]:
    one = finding.diagnostic
    record: dict[str, Any] = {
        "code": one.code,
        "severity": str(one.severity),
        "confidence": str(one.confidence),
        "message": visible(one.message),
        "span": visible(one.span_label),
        "help": visible(one.help),
        "notes": [visible(note) for note in one.notes],
        "paper": one.paper,
        "label": one.label and visible(one.label),
        "suggestion": one.suggestion and visible(one.suggestion),
        "papers": finding.papers,
        "fingerprint": one.fingerprint,
        "place": _place(finding.spot, numbers),
        "related": [[*_place(place.spot, numbers), visible(place.message)] for place in finding.related],
        "conflict": finding.conflict,
    }
    if one.fix is not None:
        record["fix"] = [str(one.fix.applicability), visible(one.fix.message)]
    return record


def _place(spot: Spot, numbers: Mapping[str, int]) -> list[Any]:
    """Document, line, column, and the line: before, marked, after, cut before, cut after."""
    return [numbers[spot.path], spot.start.line, spot.start.column, *_excerpt(spot.excerpt)]


def _excerpt(excerpt: Excerpt) -> list[Any]:
    before = excerpt.before if excerpt.cut_before else excerpt.before.lstrip()
    parts = [visible(part.replace("\t", " ")) for part in (before, excerpt.marked, excerpt.after)]
    return [*parts, int(excerpt.cut_before), int(excerpt.cut_after)]


def _paper(paper: PaperEntry, numbers: Mapping[str, int]) -> dict[str, Any]:
    record: dict[str, Any] = {
        "id": paper.id,
        "state": paper.state,
        "names": [
            [visible(name.text), name.kind, name.times, [visible(one) for one in name.instances]]
            for name in paper.names
        ],
        "places": [
            [numbers[one.path], one.line, one.column, one.version or 0, one.name] for one in paper.citations
        ],
        "findings": paper.findings,
    }
    answer = paper.answer
    if isinstance(answer, Paper):
        record["arxiv"] = {
            "title": visible(readable(answer.title)),
            "authors": [visible(author) for author in answer.authors],
            "versions": [
                [one.number, one.date or "", visible(readable(one.title or "")), int(one.withdrawn)]
                for one in answer.versions
            ],
            "complete": answer.versions_complete,
            "latest": answer.latest,
            "submitted": answer.submitted or "",
            "categories": answer.categories or ((answer.primary,) if answer.primary else ()),
            "comment": visible(answer.comment or ""),
            "journal": visible(answer.journal_ref or ""),
            "doi": visible(answer.doi or ""),
            "withdrawn": None if answer.withdrawn is None else visible(answer.withdrawn),
            "titles": [visible(readable(title)) for title in answer.other_titles],
            "asof": answer.as_of or "",
            "source": visible(answer.source),
        }
    elif isinstance(answer, Absent):
        record["absent"] = [answer.as_of, visible(answer.source)]
    return record
