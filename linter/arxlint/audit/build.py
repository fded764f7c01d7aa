"""From a run's result, facts and papers to the report."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence

from arxlint.audit.conflicts import find_conflicts, find_disagreements
from arxlint.audit.model import AuditReport, DocumentEntry, Finding, PaperEntry, RelatedSpot
from arxlint.audit.naming import entries_of
from arxlint.audit.spots import Spots
from arxlint.extract.model import Facts
from arxlint.metadata.paper import Answer
from arxlint.report.result import RunResult


def build_report(
    result: RunResult,
    facts: Iterable[Facts],
    judged: Iterable[str],
    answer: Callable[[str], Answer | None],
    *,
    root: str,
    generated: str,
    version: str,
) -> AuditReport:
    """Make the report of a run.

    ``facts`` are those of the whole base, ``judged`` the paths that were targets: findings and papers are
    theirs, the places where a paper is cited are everywhere.  ``answer`` says what is known of a paper.
    """
    known = {one.path: one for one in facts}
    targets = frozenset(judged)
    papers = sorted({mention.id for path in targets if path in known for mention in known[path].mentions})
    spots = Spots(result.sources, known)
    for one in result.diagnostics:
        spots.want(one.path, one.start, one.end)
        for place in one.related:
            spots.want(place.path, place.start, place.end)
    cited = frozenset(papers)
    for path, document in known.items():
        for mention in document.mentions:
            if mention.id in cited:
                spots.want_position(path, mention.start)
    spots.resolve()
    findings = _findings(result, spots)
    conflicts = find_conflicts(findings)
    for index, conflict in enumerate(conflicts):
        for number in conflict.findings:
            findings[number] = findings[number]._replace(conflict=index)
    return AuditReport(
        base=os.path.basename(os.path.abspath(root)) or "/",
        generated=generated,
        version=version,
        summary=result.summary,
        rules=result.rules,
        documents=tuple(_documents(known, targets, spots.paths())),
        findings=tuple(findings),
        conflicts=tuple(conflicts),
        disagreements=tuple(find_disagreements(findings)),
        papers=tuple(_papers(papers, known, findings, answer, spots)),
    )


def _findings(result: RunResult, spots: Spots) -> list[Finding]:
    return [
        Finding(
            one,
            spots.spot(one.path, one.start, one.end),
            tuple(
                RelatedSpot(spots.spot(place.path, place.start, place.end), place.message)
                for place in one.related
            ),
        )
        for one in result.diagnostics
    ]


def _documents(
    known: Mapping[str, Facts], targets: frozenset[str], shown: Iterable[str]
) -> list[DocumentEntry]:
    """List what was judged and what findings point at; a document that could not be read has no facts."""
    entries = []
    for path in sorted(targets | set(shown)):
        facts = known.get(path) or Facts(path)
        entries.append(
            DocumentEntry(
                path, facts.instance, facts.date, facts.kind, len(facts.mentions), judged=path in targets
            )
        )
    return entries


def _papers(
    papers: Sequence[str],
    known: Mapping[str, Facts],
    findings: Sequence[Finding],
    answer: Callable[[str], Answer | None],
    spots: Spots,
) -> Iterable[PaperEntry]:
    by_paper: dict[str, list[int]] = {}
    for index, finding in enumerate(findings):
        for paper in finding.papers:
            by_paper.setdefault(paper, []).append(index)
    named = entries_of(papers, known.values(), spots)
    for paper in papers:
        names, citations = named[paper]
        yield PaperEntry(paper, answer(paper), names, citations, tuple(by_paper.get(paper, ())))
