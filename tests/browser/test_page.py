"""The page does what a curator wants of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.audit.synthetic import Base, make_base

from arxlint.audit.model import AuditReport


def count(page: Any) -> int:
    return int(page.inner_text(".result-count b").replace(",", ""))


@pytest.fixture
def report(small: Base) -> AuditReport:
    return small.report()


def test_overview_has_the_counts(open_page: Any, small: Base, report: AuditReport) -> None:
    page = open_page(small)
    figures = dict(
        zip(
            page.locator(".figures dt").all_inner_texts(),
            page.locator(".figures dd").all_inner_texts(),
            strict=True,
        )
    )
    assert figures["errors"] == str(report.summary.errors)
    assert figures["warnings"] == str(report.summary.warnings)
    assert figures["mentions"] == str(report.summary.mentions)
    assert page.inner_text("h1") == "research-kb"
    assert "ARX601" in page.inner_text("#view-overview")
    assert "2026-09-01 08:30 UTC" in page.inner_text("#stamp")


def test_a_finding_shows_its_line(open_page: Any, small: Base, report: AuditReport) -> None:
    finding = report.findings[7]
    page = open_page(small, f"view=findings&finding={finding.diagnostic.fingerprint}")
    card = page.locator("#finding-7")
    assert card.is_visible()
    excerpt = finding.spot.excerpt
    assert card.locator(".source .line").first.inner_text() == excerpt.before + excerpt.marked + excerpt.after
    assert card.locator(".source mark").first.inner_text() == excerpt.marked
    assert card.locator(".line-number").first.inner_text() == str(finding.spot.start.line)
    # A finding that is linked to is unfolded: the grounds and the other places are there.
    assert finding.diagnostic.notes[0] in card.inner_text()
    for place in finding.related:
        assert f"{place.spot.path}:{place.spot.start.line}:{place.spot.start.column}" in card.inner_text()


@pytest.mark.parametrize(
    ("facet", "value"),
    [("sev", "error"), ("rule", "ARX504"), ("inst", "spark"), ("month", "2026-07")],
)
def test_filters(open_page: Any, small: Base, report: AuditReport, facet: str, value: str) -> None:
    page = open_page(small, "view=findings")
    keys = {
        "sev": lambda one: one.diagnostic.severity,
        "rule": lambda one: one.diagnostic.code,
        "inst": lambda one: one.spot.instance,
        "month": lambda one: one.month,
    }
    expected = [index for index, one in enumerate(report.findings) if keys[facet](one) == value]
    assert 0 < len(expected) < len(report.findings)
    page.check(f'[data-facet="{facet}"] [data-value="{value}"]')
    assert count(page) == len(expected)
    assert f"{facet}={value}" in page.url
    shown = {
        int(one) for one in page.locator(".finding").evaluate_all("all => all.map(e => e.dataset.index)")
    }
    assert shown
    assert shown <= set(expected)
    page.go_back()
    assert count(page) == len(report.findings)


def test_filters_by_paper_and_file(open_page: Any, small: Base, report: AuditReport) -> None:
    paper = report.findings[0].diagnostic.paper
    page = open_page(small, f"view=findings&paper={paper}")
    assert count(page) == sum(paper in one.papers for one in report.findings)
    path = report.findings[0].spot.path
    page = open_page(small, f"view=findings&file={path}")
    assert count(page) == sum(one.spot.path == path for one in report.findings)


def test_search(open_page: Any, small: Base, report: AuditReport) -> None:
    page = open_page(small)
    page.keyboard.press("/")
    page.keyboard.type("arx504 jay")
    assert page.locator("#view-findings").is_visible()
    expected = [one for one in report.findings if one.diagnostic.code == "ARX504" and "jay" in one.spot.path]
    assert count(page) == len(expected) > 0
    page.keyboard.press("Escape")
    assert count(page) == len(report.findings)


def test_facet_counts_are_of_what_choosing_leaves(open_page: Any, small: Base, report: AuditReport) -> None:
    page = open_page(small, "view=findings&inst=tom")
    for code, _ in report.count_by_rule():
        there = sum(one.spot.instance == "tom" and one.diagnostic.code == code for one in report.findings)
        shown = page.locator(f'[data-facet="rule"] li:has([data-value="{code}"]) .facet-count')
        assert (int(shown.inner_text()) if shown.count() else 0) == there
    # The other instances keep their own counts, so that one can change over.
    shown = page.locator('[data-facet="inst"] li:has([data-value="jay"]) .facet-count')
    assert int(shown.inner_text()) == sum(one.spot.instance == "jay" for one in report.findings)


def test_matrix_leads_to_its_findings(open_page: Any, small: Base, report: AuditReport) -> None:
    page = open_page(small)
    pair = max(report.disagreements, key=lambda one: one.findings)
    cell = page.locator(f'.matrix [data-pair="{pair.instance}~{pair.other}"]')
    assert cell.inner_text() == str(pair.findings)
    cell.click()
    assert page.locator("#view-findings").is_visible()
    assert count(page) == pair.findings
    assert page.locator(".filter-chip").first.is_visible()


def test_conflict_leads_to_its_findings(open_page: Any, small: Base, report: AuditReport) -> None:
    page = open_page(small)
    page.click(".conflict >> nth=0")
    assert count(page) == len(report.conflicts[0].findings)


def test_timeline_leads_to_its_findings(open_page: Any, small: Base, report: AuditReport) -> None:
    page = open_page(small, "unit=month")
    bins = page.locator(".timeline .bin.filled")
    assert bins.count() == len({one.month for one in report.findings})
    bins.nth(1).focus()
    page.keyboard.press("Enter")
    month = sorted({one.month for one in report.findings})[1]
    assert count(page) == sum(one.month == month for one in report.findings)


def test_paper_view(open_page: Any, small: Base, report: AuditReport) -> None:
    paper = next(one for one in report.papers if one.findings and len(one.citations) > 3)
    page = open_page(small, "view=papers&sort=id")
    page.click(f'[data-paper="{paper.id}"]')
    text = page.inner_text("#paper-detail")
    assert paper.answer is not None
    for version in getattr(paper.answer, "versions", ()):
        assert version.date in text
    for name in paper.names:
        assert name.text in text
    for one in paper.citations:
        assert f"{one.path}:{one.line}:{one.column}" in text
    assert page.locator("#paper-detail .finding").count() == min(20, len(paper.findings))
    assert f"show={paper.id}" in page.url


def test_paper_states(open_page: Any, small: Base, report: AuditReport) -> None:
    for state, choice in (("unverified", "unverified"), ("absent", "absent"), ("withdrawn", "withdrawn")):
        expected = [one.id for one in report.papers if one.state == state]
        assert expected
        page = open_page(small, f"view=papers&papers={choice}")
        assert page.locator(".paper-row .id").all_inner_texts() == expected


def test_groups(open_page: Any, small: Base, report: AuditReport) -> None:
    page = open_page(small, "view=findings")
    assert page.inner_text(".group-head h2 >> nth=0") == min(one.spot.path for one in report.findings)
    page.click('[data-group="conflict"]')
    assert report.conflicts[0].subject in page.inner_text(".group-head >> nth=0")
    page.click('[data-group="rule"]')
    assert page.inner_text(".group-head h2 >> nth=0").startswith("ARX202")


def test_keyboard(open_page: Any, small: Base) -> None:
    page = open_page(small)
    page.keyboard.press("2")
    assert page.locator("#tab-findings").get_attribute("aria-selected") == "true"
    page.keyboard.press("j")
    page.keyboard.press("j")
    focused = "document.activeElement.dataset.index"
    order = page.locator(".finding").evaluate_all("all => all.map(e => e.dataset.index)")
    assert page.evaluate(focused) == order[1]
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == order[2]
    page.keyboard.press("k")
    assert page.evaluate(focused) == order[1]
    button = page.locator(f"#finding-{order[1]} .unfold")
    assert button.get_attribute("aria-expanded") == "false"
    page.keyboard.press("Enter")
    assert button.get_attribute("aria-expanded") == "true"
    assert page.locator(f"#detail-{order[1]}").is_visible()
    page.keyboard.press("?")
    assert page.locator("#shortcuts").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#shortcuts").is_visible()
    page.keyboard.press("3")
    assert page.locator("#view-papers").is_visible()


def test_tabs_by_arrows(open_page: Any, small: Base) -> None:
    page = open_page(small)
    page.focus("#tab-overview")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-findings"
    assert page.locator("#view-findings").is_visible()


def test_theme(open_page: Any, small: Base) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    light = open_page(small, color_scheme="light")
    dark = open_page(small, color_scheme="dark")
    assert light.evaluate(ground) != dark.evaluate(ground)
    light.keyboard.press("t")
    light.keyboard.press("t")
    assert light.evaluate(ground) == dark.evaluate(ground)
    light.reload()
    assert light.evaluate(ground) == dark.evaluate(ground)


@pytest.mark.parametrize(
    "view", ["", "view=findings&group=conflict", "view=papers", "view=papers&show=2602.01007"]
)
def test_phone(open_page: Any, small: Base, view: str) -> None:
    page = open_page(small, view, viewport={"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    if "findings" in view:
        assert not page.locator("#facets").is_visible()
        page.click(".filter-toggle")
        assert page.locator("#facets").is_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_many_instances_do_not_widen_the_page(open_page: Any, width: int) -> None:
    names = [f"instance-with-a-long-name-{number}" for number in range(30)]
    base = make_base(files=60, papers=10, findings=120, instances=names)
    page = open_page(base, viewport={"width": width, "height": 740})
    assert page.locator(".matrix").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_print_has_everything(open_page: Any, small: Base, report: AuditReport, tmp_path: Path) -> None:
    page = open_page(small)
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".finding:visible").count() == len(report.findings)
    assert page.locator("#view-overview").is_visible()
    notes = sum(bool(one.diagnostic.notes) for one in report.findings)
    assert page.locator(".detail .notes:visible").count() == notes
    assert not page.locator("#tabs").is_visible()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert not page.locator("#view-findings").is_visible()
    page.pdf(path=tmp_path / "audit.pdf", format="A4")
    assert (tmp_path / "audit.pdf").stat().st_size > 50_000


def test_only_arxiv_is_linked_to(open_page: Any, small: Base) -> None:
    page = open_page(small, "view=findings")
    links = page.locator("a[href^=http]").evaluate_all("all => all.map(a => [a.href, a.rel])")
    assert links
    for href, rel in links:
        assert href.startswith("https://arxiv.org/abs/")
        assert "noreferrer" in rel.split()


def test_roles(open_page: Any, small: Base) -> None:
    page = open_page(small, "view=findings")
    assert page.locator('[role="tab"]').count() == 3
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('button, input, select, a')].filter((element) => {
          const labels = element.labels ? [...element.labels].map((l) => l.textContent).join('') : '';
          return !(element.getAttribute('aria-label') || element.textContent.trim() || labels.trim());
        }).map((element) => element.outerHTML)"""
    )
    assert nameless == []
    repeated = page.evaluate(
        """() => { const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
          return ids.filter((id, index) => ids.indexOf(id) !== index); }"""
    )
    assert repeated == []
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
