"""Directives: where they count, what they hide, and what is said about the useless ones."""

from __future__ import annotations

import json

import pytest
from tests.growth import grows_linearly

from arxlint.diagnostic import Applicability, Confidence, Diagnostic, Severity
from arxlint.policy.suppression import RULES as OWN
from arxlint.policy.suppression import Applied, apply, matching_codes
from arxlint.report.result import RuleInfo
from arxlint.text.directive import Directive, Selector, find_directives
from arxlint.text.nearest import nearest

RULES = {
    rule.code: rule
    for rule in (
        RuleInfo("ARX203", "mismatched-version-date", Severity.WARNING, ""),
        RuleInfo("ARX301", "split-label", Severity.ERROR, ""),
        RuleInfo("ARX303", "mismatched-label", Severity.ERROR, ""),
        *OWN,
    )
}


def at(text: str, found: str, code: str = "ARX203", nth: int = 0) -> Diagnostic:
    """Return a diagnostic at the nth occurrence of a text."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(found, start + 1)
    end = start + len(found)
    return Diagnostic(code, RULES[code].name, Severity.WARNING, Confidence.HIGH, "", "a.md", start, end)


def run(text: str, *diagnostics: Diagnostic, path: str = "a.md") -> Applied:
    return apply(diagnostics, find_directives(text, path), path, RULES)


def hidden(text: str, path: str = "a.md") -> list[int]:
    """Return the 1-based lines whose ``x`` an ARX203 would be hidden on."""
    offsets = [offset for offset, char in enumerate(text) if char == "x" and text[offset - 1] != "r"]
    applied = run(text, *(at(text, "x")._replace(start=one, end=one + 1) for one in offsets), path=path)
    return sorted(text.count("\n", 0, one.diagnostic.start) + 1 for one in applied.suppressed)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x <!-- arxlint: ignore[ARX203] -->\nx\n", [1]),
        ("x\n<!-- arxlint: ignore[ARX203] why -->\nx\nx\n", [3]),
        ("<!-- arxlint: ignore[ARX203] -->\n\n  \nx\nx\n", [4]),
        ("> <!-- arxlint: ignore[ARX203] -->\n> x\n> x\n", [2]),
        ("<!-- arxlint: ignore[ARX301] -->\n<!-- arxlint: ignore[ARX203] -->\nx\nx\n", [3]),
        ("<!--arxlint:ignore[ARX203]-->\nx\n", [2]),
        ("<!--\narxlint: ignore[ARX203]\nlong reason\n-->\nx\nx\n", [5]),
        ("| x | <!-- arxlint: ignore[ARX203] --> |\n| x |\n", [1]),
        ("x\n<!-- arxlint: disable[ARX203] -->\nx\nx\n<!-- arxlint: enable[ARX203] -->\nx\n", [3, 4]),
        ("x\n<!-- arxlint: disable[ARX203] -->\nx\nx\n", [3, 4]),
        ("<!-- arxlint: disable[ARX203, ARX301] -->\nx\n<!-- arxlint: enable[ARX301] -->\nx\n", [2, 4]),
        ("x\nx\n<!-- arxlint: file-ignore[ARX203] -->\n", [1, 2]),
        ("x <!-- arxlint: ignore[ARX2] -->\n", [1]),
        ("x <!-- arxlint: ignore[arx203] -->\n", [1]),
        ("x <!-- arxlint: ignore[mismatched-version-date] -->\n", [1]),
        ("x <!-- arxlint: IGNORE[ARX301,ARX203] -->\n", [1]),
        ("x <!-- arxlint: ignore[ARX301] -->\n", []),
        ("x <!-- see arxlint: ignore[ARX203] -->\n", []),
        ("x arxlint: ignore[ARX203]\n", []),
        ("# arxlint: ignore[ARX203]\nx\n", []),
        ("---\nid: x # arxlint: ignore[ARX203]\n---\nx\n", [2]),
        ("\ufeff<!-- arxlint: ignore[ARX203] -->\nx\nx\n", [2]),
        ("x <!-- arxlint: ignore[ARX203] -->\rx\n".replace("\r", "\r\n"), [1]),
    ],
)
def test_lines_covered_in_markdown(text: str, lines: list[int]) -> None:
    assert hidden(text) == lines


@pytest.mark.parametrize(
    ("path", "text", "lines"),
    [
        ("a.tex", "x % arxlint: ignore[ARX203] why\nx\n", [1]),
        ("a.bib", "% arxlint: ignore[ARX203]\nx\nx\n", [2]),
        ("a.tex", "x \\% arxlint: ignore[ARX203]\n", []),
        ("a.tex", "# arxlint: ignore[ARX203]\nx\n", []),
        ("a.yaml", "id: x # arxlint: ignore[ARX203]\n", [1]),
        ("a.yaml", "id: x#arxlint: ignore[ARX203]\n", []),
        ("a.txt", "# arxlint: ignore[ARX203]\nx\n", [2]),
        ("a.typ", "x // arxlint: ignore[ARX203]\n", [1]),
        ("a.typ", "x https://arxlint: ignore[ARX203]\n", []),
        ("a.rst", ".. arxlint: ignore[ARX203]\nx\n", [2]),
        ("a.rst", "x .. arxlint: ignore[ARX203]\n", []),
        ("notes", "x % arxlint: ignore[ARX203]\nx # arxlint: ignore[ARX203]\nx", [1, 2]),
        ("notes", "// arxlint: ignore[ARX203]\nx\nx", [2]),
    ],
)
def test_comments_of_each_format(path: str, text: str, lines: list[int]) -> None:
    assert hidden(text, path) == lines


def test_quoted_directives_do_not_count() -> None:
    text = "`<!-- arxlint: ignore[ARX203] -->` x\n"
    assert find_directives(text, "a.md", code=[(0, text.index(" x"))]) == ()
    assert len(find_directives(text, "a.md")) == 1


def test_reason_and_spans() -> None:
    text = "x <!-- arxlint: ignore[ARX203, split-label]: renamed\nin v2 --> y\n"
    (directive,) = find_directives(text, "a.md")
    assert directive.reason == "renamed in v2"
    assert text[directive.start : directive.end].startswith("<!--")
    assert text[directive.start : directive.end].endswith("-->")
    assert [text[one.start : one.end] for one in directive.selectors] == ["ARX203", "split-label"]
    assert text[directive.codes_start : directive.codes_end] == "ARX203, split-label"


def test_directives_survive_the_cache() -> None:
    directives = find_directives("x <!-- arxlint: ignore[ARX203,ARX301] y -->\n", "a.md")
    read = json.loads(json.dumps(directives))
    assert tuple(
        Directive(one[0], tuple(Selector(*selector) for selector in one[1]), *one[2:]) for one in read
    ) == (directives)


def test_suppressed_keep_their_reason() -> None:
    text = "x <!-- arxlint: ignore[ARX203] checked by hand -->\n"
    applied = run(text, at(text, "x"))
    assert applied.kept == []
    assert applied.problems == []
    assert [one.reason for one in applied.suppressed] == ["checked by hand"]


def test_a_long_span_counts_at_its_ends_only() -> None:
    text = "aa\nbb <!-- arxlint: ignore[ARX203] -->\ncc\n"
    over = at(text, "aa")._replace(end=text.index("cc") + 2)
    into = at(text, "aa")._replace(end=text.index("bb") + 1)
    applied = run(text, over, into)
    assert applied.kept == [over]
    assert [one.diagnostic for one in applied.suppressed] == [into]


def fixed(text: str, problem: Diagnostic) -> str:
    assert problem.fix is not None
    assert problem.fix.applicability is Applicability.SAFE
    (edit,) = problem.fix.edits
    return text[: edit.start] + edit.text + text[edit.end :]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("x <!-- arxlint: ignore[ARX301] -->\n", "x\n"),
        ("x\n  <!-- arxlint: ignore[ARX301] -->\r\ny\n", "x\ny\n"),
        ("> <!-- arxlint: ignore[ARX301] -->\n", "> \n"),
        ("<!-- arxlint: file-ignore[ARX301] -->\nx\n", "x\n"),
        (
            "x <!-- arxlint: ignore[ARX203, ARX301, ARX303] why -->\n",
            "x <!-- arxlint: ignore[ARX203] why -->\n",
        ),
    ],
)
def test_unused_is_reported_and_removed(text: str, after: str) -> None:
    diagnostics = [at(text, "x")] if "x" in text.replace("arxlint", "") else []
    (problem,) = run(text, *diagnostics).problems
    assert (problem.code, problem.name) == ("ARX901", "unused-suppression")
    assert fixed(text, problem) == after


def test_unused_range_is_not_cut_open() -> None:
    text = "<!-- arxlint: disable[ARX301] -->\nx\n<!-- arxlint: enable[ARX301] -->\n"
    (problem,) = run(text).problems
    assert problem.code == "ARX901"
    assert problem.fix is None


def test_what_did_not_run_cannot_be_called_unused() -> None:
    text = "<!-- arxlint: ignore[ARX3] -->\nx\n"
    directives = find_directives(text, "a.md")
    assert apply([], directives, "a.md", RULES, ran=lambda code: code != "ARX303").problems == []
    assert [one.code for one in apply([], directives, "a.md", RULES).problems] == ["ARX901"]


@pytest.mark.parametrize(
    ("written", "near"),
    [("ARX2O3", "ARX203"), ("split-lable", "split-label"), ("ARX777", None), ("qqq zzz", None)],
)
def test_unknown_code(written: str, near: str | None) -> None:
    text = f"x <!-- arxlint: ignore[{written}] -->\n"
    (problem,) = run(text).problems
    assert problem.code == "ARX902"
    assert text[problem.start : problem.end] == written
    if near:
        assert problem.suggestion == near
        assert near in problem.help


@pytest.mark.parametrize(
    ("comment", "says"),
    [
        ("<!-- arxlint: ignore -->", "names no rule"),
        ("<!-- arxlint: ignore[] -->", "names no rule"),
        ("<!-- arxlint: ignore[ , ] -->", "names no rule"),
        ("<!-- arxlint: ignore[ARX203 -->", "bracket is not closed"),
        ("<!-- arxlint: ignroe[ARX203] -->", "did you mean `ignore`"),
        ("<!-- arxlint: noqa -->", "there is no `noqa`"),
        ("<!-- arxlint: -->", "what to do"),
        ("<!-- arxlint: [ARX203] -->", "what to do"),
        ("<!-- arxlint: ignore[ARX203]", "not closed by `-->`"),
        ("<!-- arxlint: enable[ARX203] -->", "without a `disable[ARX203]`"),
    ],
)
def test_malformed(comment: str, says: str) -> None:
    text = f"x {comment}\n"
    applied = run(text, at(text, "x"))
    assert len(applied.kept) == 1
    (problem,) = applied.problems
    assert problem.code == "ARX903"
    assert says in problem.message
    assert text[problem.start : problem.end] == comment


def test_problems_can_be_suppressed_too() -> None:
    text = "<!-- arxlint: file-ignore[ARX901, ARX902] examples -->\n<!-- arxlint: ignore[ARX301,NO-1] -->\n"
    applied = run(text)
    assert applied.problems == []
    assert sorted(one.diagnostic.code for one in applied.suppressed) == ["ARX901", "ARX902"]


@pytest.mark.parametrize("text", ["ARX", "ARX30", "ARX3"])
def test_prefixes(text: str) -> None:
    assert matching_codes(text, RULES) == {code for code in RULES if code.startswith(text)}


@pytest.mark.parametrize("text", ["A", "AR", "ARX-", "", "label"])
def test_no_prefixes(text: str) -> None:
    assert matching_codes(text, RULES) == frozenset()


@pytest.mark.parametrize(
    "unit",
    [
        "<!-- arxlint: ignore[ARX301] -->\n",
        "<!-- arxlint: ignore[ARX301] --> ",
        "<!-- arxlint: ",
        "arxlint:",
        "<!-- arxlint: disable[ARX301] -->\n\n\n",
        "<!--\n" * 30 + "arxlint: ignore[",
    ],
)
def test_time_grows_with_the_text_only(unit: str) -> None:
    def work(size: int) -> None:
        apply([], find_directives(unit * (size // len(unit)), "a.md"), "a.md", RULES)

    assert grows_linearly(work, 10_000)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("ARX3O3", "ARX303"), ("ARX199", None), ("arx303", "ARX303"), ("mismatched-lable", "mismatched-label")],
)
def test_a_slip_is_suggested_and_a_foreign_code_is_not(written: str, meant: str | None) -> None:
    assert nearest(written, ["ARX303", "ARX906", "mismatched-label"]) == meant
