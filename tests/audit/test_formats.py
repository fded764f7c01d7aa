"""Every format holds the report, and nothing a document says gets out of its place."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter

import pytest
from tests.audit.synthetic import Base

from arxlint.audit import csv as csv_format
from arxlint.audit import html, markdown, terminal
from arxlint.audit import json as json_format
from arxlint.audit.model import AuditReport
from arxlint.audit.page_data import embed
from arxlint.report.visible import display_width


def test_json(base: Base, report: AuditReport) -> None:
    data = json.loads("".join(json_format.render(report, base.result)))
    assert data["version"] == 1
    assert data["summary"]["errors"] == report.summary.errors
    assert [one["fingerprint"] for one in data["diagnostics"]] == [
        one.diagnostic.fingerprint for one in report.findings
    ]
    first = data["diagnostics"][0]
    assert set(first) >= {"code", "path", "start", "related", "instance", "date", "conflict"}
    assert data["counts"]["rule"] == dict(Counter(one["code"] for one in data["diagnostics"]))
    for number, conflict in enumerate(data["conflicts"]):
        for index in conflict["findings"]:
            assert data["diagnostics"][index]["conflict"] == number
    absent = next(one for one in data["papers"] if one["state"] == "absent")
    assert absent["arxiv"] == {"as_of": "2026-08-30", "source": "arXiv API"}
    assert "abstract_words" not in next(one for one in data["papers"] if one["state"] == "verified")["arxiv"]


def test_csv(report: AuditReport) -> None:
    text = "".join(csv_format.render(report))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == len(report.findings)
    for row, finding in zip(rows, report.findings, strict=True):
        assert row["path"] == finding.spot.path
        assert (int(row["line"]), int(row["column"])) == finding.spot.start[:2]
        assert row["paper"] == finding.diagnostic.paper
        assert row["text"] == finding.spot.excerpt.marked


@pytest.mark.parametrize("cell", ['=HYPERLINK("http://x")', "+1+1", "-2+3", "@SUM(A1)", "\t=1"])
def test_no_formula_gets_into_a_spreadsheet(cell: str) -> None:
    (row,) = csv.reader(io.StringIO(csv_format.line([cell, "plain", 'a "b", c'])))
    assert row == [f"'{cell}", "plain", 'a "b", c']


def test_markdown_has_every_finding(report: AuditReport) -> None:
    text = "".join(markdown.render(report))
    assert text.startswith("# Audit of research-kb\n")
    assert len(re.findall(r"^- \*\*(?:error|warning|note) ARX", text, re.MULTILINE)) == len(report.findings)
    assert text.count("<mark>") == len(report.findings)
    assert "## Who contradicts whom" in text


def test_terminal(report: AuditReport) -> None:
    text = "".join(terminal.render(report, color=False, width=80))
    assert text.startswith("research-kb: 14 errors, 39 warnings and 27 notes in 38 of 40 files.")
    for code, count in report.count_by_rule():
        assert re.search(rf"{code} +\S+ +{count}\b", text)
    for instance, count in report.count_by_instance():
        assert re.search(rf"^  {instance} +{count}\b", text, re.MULTILINE)
    for month, citations, findings in report.count_by_month():
        assert re.search(rf"{month} +{citations} citations +{findings} findings", text)
    assert report.conflicts[0].subject in text
    assert report.unverified[0].id in text
    assert all(display_width(line) <= 80 for line in text.splitlines()[1:])
    colored = "".join(terminal.render(report, color=True, width=80))
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == text


def test_page_data_cannot_leave_its_element() -> None:
    values = ["</script>", "<!--", "]]>", "\u2028\u2029", "&lt;", "é中𝒳", '"\\']
    text = embed(values)
    assert not set(text) & set("<>&\u2028\u2029")
    assert json.loads(text) == values


def test_the_page_holds_the_report(report: AuditReport) -> None:
    page = "".join(html.render(report))
    data = json.loads(page.split('id="data">', 1)[1].split("</script>", 1)[0])
    assert len(data["findings"]) == len(report.findings)
    assert data["summary"]["errors"] == report.summary.errors
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", page)
    assert page.count("<script") == page.count("</script") == 2


def test_the_same_report_gives_the_same_page(base: Base) -> None:
    assert "".join(html.render(base.report())) == "".join(html.render(base.report()))
