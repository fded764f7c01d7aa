"""The report says what the diagnostics, the facts and the papers say."""

from __future__ import annotations

from tests.audit.synthetic import Base

from arxlint.audit.build import build_report
from arxlint.audit.model import AuditReport, is_identifier
from arxlint.diagnostic import Confidence, Diagnostic, Related, Severity
from arxlint.extract.model import Facts
from arxlint.report.result import SourceLookup, run_result
from arxlint.text.source import Source


def test_every_finding_has_its_place(base: Base, report: AuditReport) -> None:
    assert [one.diagnostic for one in report.findings] == list(base.result.diagnostics)
    for finding in report.findings:
        one = finding.diagnostic
        source = base.result.sources(one.path)
        assert finding.spot.excerpt.marked == source.text[one.start : one.end]
        assert finding.spot.start == source.position(one.start)
        shown = finding.spot.excerpt
        line = source.line_text(finding.spot.start.line)
        whole = shown.before + shown.marked + shown.after
        assert whole in line
        assert shown.cut_before == (not line.startswith(whole))
        assert [place.message for place in finding.related] == [place.message for place in one.related]


def test_counts_add_up(report: AuditReport) -> None:
    found = len(report.findings)
    assert sum(count for _, count in report.count_by_rule()) == found
    assert sum(count for _, count in report.count_by_instance()) == found
    assert sum(count for _, _, count in report.count_by_month()) == found
    assert sum(count for _, count, _ in report.count_by_month()) == report.summary.mentions
    months = [month for month, _, _ in report.count_by_month()]
    assert months == sorted(months)


def test_papers(base: Base, report: AuditReport) -> None:
    mentioned = {mention.id for facts in base.facts for mention in facts.mentions}
    assert [paper.id for paper in report.papers] == sorted(mentioned)
    for paper in report.papers:
        places = [
            (facts.path, mention.start)
            for facts in sorted(base.facts, key=lambda one: one.path)
            for mention in facts.mentions
            if mention.id == paper.id
        ]
        shown = [
            (one.path, base.result.sources(one.path).lines.line_start(one.line) + one.column - 1)
            for one in paper.citations
        ]
        assert shown == places
        assert sum(name.times for name in paper.names) == len(places)
        assert paper.findings == tuple(
            index for index, one in enumerate(report.findings) if paper.id in one.papers
        )
    assert {paper.state for paper in report.papers} == {"verified", "withdrawn", "absent", "unverified"}


def _run(texts: dict[str, tuple[str, str, str]], diagnostics: list[Diagnostic]) -> AuditReport:
    """Report on documents given as path → (instance, date, text)."""
    sources = SourceLookup(memory=[Source(path, text) for path, (_, _, text) in texts.items()])
    facts = [
        Facts(path, instance=instance, date=date, kind="briefing")
        for path, (instance, date, _) in texts.items()
    ]
    result = run_result(diagnostics, sources=sources, rules={}, files=len(texts))
    return build_report(
        result, facts, list(texts), lambda _: None, root="/kb", generated="2026-09-01", version="0"
    )


def _found(
    code: str,
    path: str,
    start: int,
    related: list[tuple[str, int]],
    label: str | None = None,
    paper: str | None = None,
    suggestion: str | None = None,
) -> Diagnostic:
    places = tuple(Related(other, at, at + 4, "here") for other, at in related)
    one = Diagnostic(
        code, "split-label", Severity.ERROR, Confidence.HIGH, "wrong", path, start, start + 4, related=places
    )
    return one._replace(label=label, paper=paper, suggestion=suggestion)


TEXTS = {
    "a.md": ("tom", "2026-08-03", "aaaa\nbbbb\ncccc\n"),
    "b.md": ("jay", "2026-08-01", "aaaa\nbbbb\ncccc\n"),
    "c.md": ("jay", "2026-08-09", "aaaa\nbbbb\ncccc\n"),
    "d.md": ("", "", "aaaa\nbbbb\ncccc\n"),
}


def test_findings_that_share_a_place_are_one_conflict() -> None:
    report = _run(
        TEXTS,
        [
            _found("ARX301", "a.md", 0, [("b.md", 0)], label="C²KV", paper="2608.14192"),
            _found("ARX301", "c.md", 0, [("b.md", 0)], label="C²KV", paper="2608.14192"),
            _found("ARX301", "c.md", 5, [("b.md", 5)], label="LaCache", paper="2608.00001"),
            _found("ARX302", "c.md", 0, [("b.md", 0)], paper="2608.14192"),
            _found("ARX302", "c.md", 10, [("c.md", 5)], paper="2608.00009"),
        ],
    )
    first = report.conflicts[0]
    assert (first.code, first.subject, first.findings) == ("ARX301", "C²KV", (0, 1))
    assert first.instances == ("jay", "tom")
    assert (first.documents, first.places) == (3, 3)
    # Jay was first, alone; there was something to disagree about when Tom came.
    assert (first.since, first.last) == ("2026-08-03", "2026-08-09")
    assert sorted((one.code, one.subject) for one in report.conflicts[1:]) == [
        ("ARX301", "LaCache"),
        ("ARX302", "2608.14192"),
    ]
    assert [one.conflict for one in report.findings if one.diagnostic.paper == "2608.00009"] == [-1]


def test_disagreements_count_findings_not_places() -> None:
    report = _run(
        TEXTS,
        [
            _found("ARX301", "a.md", 0, [("b.md", 0), ("c.md", 0)]),
            _found("ARX301", "c.md", 0, [("b.md", 0)]),
            _found("ARX301", "c.md", 5, [("c.md", 0)]),
            _found("ARX301", "d.md", 0, [("b.md", 0)]),
        ],
    )
    assert [tuple(one) for one in report.disagreements] == [
        ("", "jay", 1),
        ("jay", "jay", 1),
        ("tom", "jay", 1),
    ]


def test_a_long_line_is_shown_around_its_span() -> None:
    text = "x" * 50_000 + "2608.02703" + "y" * 50_000 + "\n"
    report = _run({"a.md": ("", "", text)}, [_found("ARX101", "a.md", 50_000, [])])
    shown = report.findings[0].spot.excerpt
    assert shown.marked == "2608"
    assert len(shown.before) + len(shown.after) < 400
    assert shown.cut_before
    assert shown.cut_after


def test_a_span_over_lines_is_marked_to_the_end_of_its_first() -> None:
    one = _found("ARX501", "a.md", 2, [])._replace(end=12)
    shown = _run(TEXTS, [one]).findings[0].spot.excerpt
    assert (shown.before, shown.marked, shown.after) == ("aa", "aa", "")


def test_a_file_that_could_not_be_read_is_in_the_report() -> None:
    report = _run({**TEXTS, "gone.md": ("", "", "")}, [_found("ARX904", "gone.md", 0, [])])
    assert report.findings[0].spot.start.line == 1
    assert "gone.md" in {one.path for one in report.documents}


def test_suggestions_that_are_no_identifiers_are_no_papers() -> None:
    assert is_identifier("2608.02703")
    assert is_identifier("hep-th/9901001")
    assert not is_identifier("2026-01")
    assert not is_identifier("2608.02703v2")
    report = _run(
        TEXTS, [_found("ARX203", "a.md", 0, [("b.md", 0)], paper="2608.00001", suggestion="2026-01")]
    )
    assert report.findings[0].papers == ("2608.00001",)
    assert report.conflicts[0].papers == ("2608.00001",)
