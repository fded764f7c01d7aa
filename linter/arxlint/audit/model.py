"""AuditReport: everything that the audit's reporters show, computed once.

Texts are exact, as they stand in the documents; each reporter makes them safe for where it writes.  Columns
and lines are 1-based code points, offsets 0-based, dates ISO (UTC).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arxlint.diagnostic import Diagnostic, Severity
from arxlint.metadata.paper import Absent, Answer, Paper
from arxlint.recognise.identifier import parse_identifier
from arxlint.report.result import RuleInfo, Summary
from arxlint.system.records import NamedTuple
from arxlint.text.source import Position


def is_identifier(text: str) -> bool:
    """Tell whether a text is an arXiv identifier in canonical form, without version."""
    try:
        return parse_identifier(text).id == text
    except ValueError:
        return False


UNDATED = ""
"""The month of documents without a date."""


class Excerpt(NamedTuple):
    """A line through a window around a span.  ``cut_before`` and ``cut_after``: the line goes on there."""

    before: str
    marked: str
    after: str
    cut_before: bool
    cut_after: bool


class Spot(NamedTuple):
    """A span of a document, with its line and with whose and from when the document is."""

    path: str
    instance: str
    date: str
    start: Position
    end: Position
    excerpt: Excerpt


class RelatedSpot(NamedTuple):
    """A secondary place of a finding and what it shows."""

    spot: Spot
    message: str


class Finding(NamedTuple):
    """A diagnostic at its place.  ``conflict`` is the index of the conflict it belongs to, -1 if none."""

    diagnostic: Diagnostic
    spot: Spot
    related: tuple[RelatedSpot, ...]
    conflict: int = -1

    @property
    def month(self) -> str:
        """``YYYY-MM`` of the document, empty if it has no date."""
        return self.spot.date[:7]

    @property
    def papers(self) -> tuple[str, ...]:
        """The paper cited and the one suggested, if any; some rules suggest a date or a version instead."""
        one = self.diagnostic
        suggested = one.suggestion if one.suggestion and is_identifier(one.suggestion) else None
        return tuple(dict.fromkeys(paper for paper in (one.paper, suggested) if paper))


class Conflict(NamedTuple):
    """Findings of one rule that point at the same places in at least two documents.

    ``subject`` is the name or identifier at issue; ``documents`` counts the documents, ``places`` the spans
    involved; ``since`` is the first day on which both sides were there, ``last`` the latest date of any
    place; both are empty where documents have no dates.  ``findings`` are indexes into the report's.
    """

    code: str
    name: str
    severity: Severity
    subject: str
    message: str
    papers: tuple[str, ...]
    instances: tuple[str, ...]
    findings: tuple[int, ...]
    documents: int
    places: int
    since: str
    last: str


class Disagreement(NamedTuple):
    """How many findings at ``instance`` (the side found wrong) point at another document of ``other``."""

    instance: str
    other: str
    findings: int


class Name(NamedTuple):
    """One name under which a paper is cited: its commonest spelling, and who writes it how often."""

    text: str
    kind: str
    times: int
    instances: tuple[str, ...]


class Citation(NamedTuple):
    """One mention of a paper.  ``name`` is an index into the paper's names, -1 where it is not named."""

    path: str
    instance: str
    date: str
    line: int
    column: int
    version: int | None
    name: int


class PaperEntry(NamedTuple):
    """A paper of the base: what arXiv says (None: unverified) and what the base does."""

    id: str
    answer: Answer | None
    names: tuple[Name, ...]
    citations: tuple[Citation, ...]
    findings: tuple[int, ...]

    @property
    def state(self) -> str:
        """``verified``, ``withdrawn``, ``absent`` or ``unverified``."""
        if isinstance(self.answer, Paper):
            return "withdrawn" if self.answer.withdrawn is not None else "verified"
        return "absent" if isinstance(self.answer, Absent) else "unverified"


class DocumentEntry(NamedTuple):
    """A document that was judged, or that a finding points at."""

    path: str
    instance: str
    date: str
    kind: str
    mentions: int
    judged: bool


class AuditReport(NamedTuple):
    """The whole report.  ``generated`` is a UTC time; ``base`` the name of the audited folder."""

    base: str
    generated: str
    version: str
    summary: Summary
    rules: Mapping[str, RuleInfo]
    documents: tuple[DocumentEntry, ...]
    findings: tuple[Finding, ...]
    conflicts: tuple[Conflict, ...]
    disagreements: tuple[Disagreement, ...]
    papers: tuple[PaperEntry, ...]

    @property
    def absent(self) -> tuple[PaperEntry, ...]:
        """Papers that arXiv does not have, on the word of a source that would know."""
        return tuple(paper for paper in self.papers if paper.state == "absent")

    @property
    def unverified(self) -> tuple[PaperEntry, ...]:
        """Papers of which no source of metadata knew anything."""
        return tuple(paper for paper in self.papers if paper.answer is None)

    def count_by_rule(self) -> list[tuple[str, int]]:
        """Return codes with their number of findings, the most frequent first."""
        return _counted(one.diagnostic.code for one in self.findings)

    def count_by_instance(self) -> list[tuple[str, int]]:
        """Return instances with their number of findings, the most frequent first; empty: no instance."""
        return _counted(one.spot.instance for one in self.findings)

    def count_by_month(self) -> list[tuple[str, int, int]]:
        """Return for each month its citations and findings, in order; undated documents come last."""
        months: dict[str, list[int]] = {}
        for document in self.documents:
            if document.judged and document.mentions:
                months.setdefault(document.date[:7], [0, 0])[0] += document.mentions
        for finding in self.findings:
            months.setdefault(finding.month, [0, 0])[1] += 1
        ordered = sorted(months, key=lambda month: (month == UNDATED, month))
        return [(month, months[month][0], months[month][1]) for month in ordered]


def _counted(keys: Iterable[str]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
