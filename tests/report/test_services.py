"""github, gitlab, rdjson, junit, markdown: what their services read, and nothing more."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt

from arxlint.diagnostic import Confidence, Diagnostic, Severity
from arxlint.report import Options, RuleInfo, RunResult, SourceLookup, reporter, run_result
from arxlint.report.markdown import LIMIT
from arxlint.text.source import Source


def render(name: str, result: RunResult, options: Options = Options()) -> str:  # noqa: B008 - immutable
    return "".join(reporter(name)(result, options))


def many(number: int, severity: Severity = Severity.ERROR, message: str = "m") -> RunResult:
    text = "x" * number
    return run_result(
        [
            Diagnostic(
                "ARX1",
                "x",
                severity,
                Confidence.LOW,
                message,
                "a.md",
                index,
                index + 1,
                fingerprint=f"{index:032x}",
            )
            for index in range(number)
        ],
        sources=SourceLookup(memory=[Source("a.md", text)]),
        rules={},
    )


EMPTY = run_result([], sources=SourceLookup(), rules={}, files=2)


def test_github(result: RunResult) -> None:
    assert render("github", result).splitlines()[:3] == [
        "::error file=inbox/tom/a.md,line=3,endLine=3,col=20,endColumn=30,title=ARX301 split-label"
        "::`C²KV` is filed under 2608.14192, but it is 2607.17715%0Acite 2607.17715"
        "%0AarXiv calls 2607.17715 “C²KV: Compressed and Composable KV Cache Reuse”",
        "::notice file=inbox/jay/b.md,line=1,endLine=1,col=16,endColumn=26,title=ARX202 outdated-version"
        "::a newer version exists",
        "1 error, 1 note in 3 files (1 suppressed, 1 in baseline, "
        "2 rules skipped: no metadata [ARX303 ARX401])",
    ]


def test_github_shows_ten_of_a_kind_and_counts_the_rest() -> None:
    out = render("github", many(13)).splitlines()
    assert [line.startswith("::error ") for line in out[:14]] == [True] * 10 + [False] * 4
    assert out[10] == "a.md:1:11: ARX1 m"
    assert out[13] == "3 more errors without an annotation (GitHub shows 10)"
    assert "more" not in render("github", many(10))


def test_github_names_no_columns_over_lines() -> None:
    one = Diagnostic("ARX1", "x", Severity.ERROR, Confidence.LOW, "m", "a.md", 0, 3)
    out = render("github", run_result([one], sources=SourceLookup(memory=[Source("a.md", "a\nb")]), rules={}))
    assert out.startswith("::error file=a.md,line=1,endLine=2,title=ARX1 x::m\n")


def test_github_escapes_properties() -> None:
    one = Diagnostic("ARX1", "x", Severity.ERROR, Confidence.LOW, "100%", "a,b:c%.md", 0, 0)
    out = render("github", run_result([one], sources=SourceLookup(), rules={}))
    assert out.startswith("::error file=a%2Cb%3Ac%25.md,")
    assert "::100%25\n" in out


def test_github_takes_no_commands_from_documents(hostile: RunResult) -> None:
    lines = render("github", hostile._replace(diagnostics=hostile.diagnostics * 12)).split("\n")
    commands = [line for line in lines if line.lstrip().startswith("::")]
    assert len(commands) == 10
    assert all(line.startswith("::error file=") for line in commands)
    assert all(re.match(r"::error [^:]*::[^\x00-\x1f]*\Z", line) for line in commands)
    # The older way to write a command works anywhere in a line.
    assert not any("##[" in line for line in lines if line not in commands)


def test_gitlab(result: RunResult) -> None:
    note, error = json.loads(render("gitlab", result))
    assert error == {
        "description": "`C²KV` is filed under 2608.14192, but it is 2607.17715 (cite 2607.17715)",
        "check_name": "ARX301",
        "fingerprint": "f" * 32,
        "severity": "major",
        "location": {"path": "inbox/tom/a.md", "lines": {"begin": 3, "end": 3}},
    }
    assert note["severity"] == "info"
    assert json.loads(render("gitlab", EMPTY)) == []


def test_gitlab_fingerprints_are_unique() -> None:
    twice = many(2).diagnostics[:1] * 3
    found = json.loads(render("gitlab", many(2)._replace(diagnostics=twice)))
    assert len({one["fingerprint"] for one in found}) == 3


POSITION = {
    "type": "object",
    "required": ["line", "column"],
    "additionalProperties": False,
    "properties": {
        "line": {"type": "integer", "minimum": 1},
        "column": {"type": "integer", "minimum": 1},
    },
}
RANGE = {
    "type": "object",
    "required": ["start", "end"],
    "additionalProperties": False,
    "properties": {"start": POSITION, "end": POSITION},
}
LOCATION = {
    "type": "object",
    "required": ["path", "range"],
    "additionalProperties": False,
    "properties": {"path": {"type": "string"}, "range": RANGE},
}
TEXT = {"type": "string"}
# The published schema of the format is not on a package registry; this is what it says, and stricter.
RDJSON = {
    "type": "object",
    "required": ["source", "diagnostics"],
    "additionalProperties": False,
    "properties": {
        "source": {"type": "object", "required": ["name"], "properties": {"name": TEXT, "url": TEXT}},
        "diagnostics": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["message", "location"],
                "additionalProperties": False,
                "properties": {
                    "message": TEXT,
                    "location": LOCATION,
                    "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
                    "code": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"value": TEXT, "url": TEXT},
                    },
                    "suggestions": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["range", "text"],
                            "additionalProperties": False,
                            "properties": {"range": RANGE, "text": TEXT},
                        },
                    },
                    "related_locations": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["location"],
                            "additionalProperties": False,
                            "properties": {"message": TEXT, "location": LOCATION},
                        },
                    },
                },
            },
        },
    },
}


def test_rdjson_counts_bytes(result: RunResult, hostile: RunResult) -> None:
    validator = Draft202012Validator(RDJSON)
    for one in (result, hostile, EMPTY):
        validator.validate(json.loads(render("rdjson", one)))
    note, error = json.loads(render("rdjson", result))["diagnostics"]
    line = "- *标题* C²KV (arXiv:2608.14192) 起点".encode()
    span = error["location"]["range"]
    assert line[span["start"]["column"] - 1 : span["end"]["column"] - 1] == b"2608.14192"
    assert error["suggestions"] == [{"range": span, "text": "2607.17715"}]
    assert note["location"]["range"]["start"]["column"] == len("𝒳 C²KV = arXiv:".encode()) + 1


def test_rdjson_on_a_long_line() -> None:
    text = "起" * 50_000
    diagnostics = [
        Diagnostic("ARX1", "x", Severity.ERROR, Confidence.LOW, "m", "a.md", at, at + 1)
        for at in range(0, 50_000, 10)
    ]
    result = run_result(diagnostics, sources=SourceLookup(memory=[Source("a.md", "\n" + text)]), rules={})
    found = json.loads(render("rdjson", result))["diagnostics"]
    assert found[-1]["location"]["range"]["start"] == {"line": 2, "column": 49_989 * 3 + 1}


def test_junit(result: RunResult) -> None:
    root = ElementTree.fromstring(render("junit", result))
    assert root.tag == "testsuites"
    assert root.attrib == {"name": "arxlint", "tests": "4", "failures": "1", "errors": "0"}
    assert [suite.get("name") for suite in root] == ["inbox/jay/b.md", "inbox/tom/a.md", "rules"]
    (failure,) = root.iter("failure")
    assert failure.get("message") == "`C²KV` is filed under 2608.14192, but it is 2607.17715"
    assert failure.text is not None
    assert failure.text.startswith("inbox/tom/a.md:3:20\ncite 2607.17715\n")
    assert [one.get("message") for one in root.iter("skipped")] == ["no metadata", "no metadata"]
    for suite in root:
        assert suite.get("tests") == str(len(suite.findall("testcase")))
        assert suite.get("failures") == str(len(suite.findall("testcase/failure")))


@pytest.mark.parametrize(("gate", "failures"), [(Severity.NOTE, 2), (Severity.ERROR, 1), (None, 0)])
def test_junit_fails_what_the_gate_fails(result: RunResult, gate: Severity | None, failures: int) -> None:
    root = ElementTree.fromstring(render("junit", result, Options(gate=gate)))
    assert root.get("failures") == str(failures) == str(len(list(root.iter("failure"))))


def test_junit_without_diagnostics_passes() -> None:
    root = ElementTree.fromstring(render("junit", EMPTY))
    assert (root.get("tests"), root.get("failures")) == ("1", "0")
    assert len(list(root.iter("testcase"))) == 1


def test_junit_is_xml_whatever_documents_say(hostile: RunResult) -> None:
    root = ElementTree.fromstring(render("junit", hostile))
    assert {one.tag for one in root.iter()} == {
        "testsuites",
        "testsuite",
        "testcase",
        "failure",
        "skipped",
    }
    assert len(list(root.iter("failure"))) == 2
    noncharacters = many(1, message="\ufffe\uffff\x00")
    assert ElementTree.fromstring(render("junit", noncharacters)).tag == "testsuites"


class Tags(HTMLParser):
    """Collect what a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.links: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.text += data


def as_html(markdown: str) -> Tags:
    tags = Tags()
    tags.feed(MarkdownIt("gfm-like", {"linkify": False}).render(markdown))
    return tags


def test_markdown(result: RunResult) -> None:
    out = render("markdown", result)
    lines = out.splitlines()
    assert lines[0].startswith("### arxlint: 1 error, 1 note in 3 files (1 suppressed, ")
    html = as_html(out)
    assert html.links == ["https://example.org/rules#arx301"]
    assert html.tags.count("tr") == 3
    assert html.tags.count("details") == 1
    assert "inbox/tom/a.md:3:20" in html.text
    assert "C²KV is filed under 2608.14192, but it is 2607.17715" in html.text
    # Errors first.
    assert html.text.index("inbox/tom/a.md") < html.text.index("inbox/jay/b.md")


def test_markdown_without_diagnostics() -> None:
    assert render("markdown", EMPTY) == "### arxlint: no diagnostics in 2 files\n\n"


def test_markdown_fits_into_a_comment() -> None:
    out = render("markdown", many(5_000, message="长" * 40 + "`" + "x" * 40 + "`"))
    assert LIMIT * 0.9 < len(out.encode()) <= LIMIT + 200
    shown = out.count("❌")
    assert f"… and {5_000 - shown} more." in out


def test_markdown_takes_nothing_from_documents(hostile: RunResult) -> None:
    # A message from outside, bare, too: not every rule quotes.
    bare = hostile.diagnostics[0]._replace(
        message="<img src=x onerror=y> ![p](http://e.org/p.png) **b** www.e.org https://e.org a@b.org "
        "@team #12 org/repo#12 GH-12 :tada: $x$ ~~s~~ | cell | <!-- c --> --> `one ` two ` \\` &lt;"
    )
    rule = RuleInfo("ARX301", "x`|<b>", Severity.ERROR, "s", url="javascript:alert(1)")
    run = hostile._replace(diagnostics=(*hostile.diagnostics, bare), rules={"ARX301": rule})
    out = render("markdown", run)
    html = as_html(out)
    assert html.links == []
    assert set(html.tags) <= {
        "h3", "p", "code", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "ul",
        "li", "strong",
    }  # fmt: skip
    assert html.tags.count("tr") == 4
    assert "<img src=x onerror=y> ![p](http://e.org/p.png) **b** www.e.org https://e.org" in html.text
    assert "@team #12 org/repo#12 GH-12 :tada: $x$ ~~s~~ | cell | <!-- c -->" in html.text
    body = out.split("| What |")[1]
    # Bare links are looked for in the raw text, people and issues in the finished one.
    assert not re.search(r"://|www\.e", body)
    assert not re.search(r"@\w|#\d|GH-\d", unescape(body))
