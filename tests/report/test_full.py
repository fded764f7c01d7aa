"""full: frames, exactly as they look."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxlint.diagnostic import Confidence, Diagnostic, Related, Severity
from arxlint.report import Options, RunResult, SourceLookup, reporter, run_result
from arxlint.report.frame import Mark, frame
from arxlint.report.style import painter
from arxlint.report.visible import display_width, visible
from arxlint.text.source import Source

Places = Callable[..., tuple[int, int]]


def full(result: RunResult, options: Options = Options()) -> str:  # noqa: B008 - immutable
    return "".join(reporter("full")(result, options))


def test_a_block(result: RunResult) -> None:
    assert full(result) == (
        "note[ARX202]: a newer version exists\n"
        "  --> inbox/jay/b.md:1:16\n"
        "  |\n"
        "1 | 𝒳 C²KV = arXiv:2607.17715\n"
        "  |                ^^^^^^^^^^\n"
        "  |\n"
        "  = see:  arxlint explain ARX202\n"
        "\n"
        "error[ARX301]: `C²KV` is filed under 2608.14192, but it is 2607.17715\n"
        "  --> inbox/tom/a.md:3:20\n"
        "  |\n"
        "3 | - *标题* C²KV (arXiv:2608.14192) 起点\n"
        "  |          ----        ^^^^^^^^^^ another paper\n"
        "  |          |\n"
        "  |          this name\n"
        "  |\n"
        "  ::: inbox/jay/b.md:1:16\n"
        "  |\n"
        "1 | 𝒳 C²KV = arXiv:2607.17715\n"
        "  |                ---------- cited as 2607.17715 here\n"
        "  |\n"
        "  = help: cite 2607.17715\n"
        "  = note: arXiv calls 2607.17715 “C²KV: Compressed and Composable KV Cache Reuse”\n"
        "  = note: fix available with `--fix --unsafe-fixes`: Replace it by 2607.17715\n"
        "  = see:  arxlint explain ARX301\n"
        "\n"
        "1 error, 1 note in 3 files "
        "(1 suppressed, 1 in baseline, 2 rules skipped: no metadata [ARX303 ARX401])\n"
        "41 mentions of 20 papers: 18 verified, 2 unverified\n"
        "1 fixable with `--fix --unsafe-fixes`\n"
    )


def test_nothing_found() -> None:
    result = run_result([], sources=SourceLookup(), rules={}, files=1)
    assert full(result) == "no diagnostics in 1 file\n"
    assert full(result, Options(quiet=True)) == ""


def test_colour_and_links_only_on_request(result: RunResult) -> None:
    assert "\x1b" not in full(result)
    coloured = full(result, Options(color=True, links=True, root="/kb"))
    assert "\x1b[1;31m" in coloured
    assert "\x1b]8;;file:///kb/inbox/tom/a.md\x1b\\inbox/tom/a.md:3:20\x1b]8;;\x1b\\" in coloured
    assert "\x1b]8;;https://example.org/rules#arx301\x1b\\" in coloured
    bare = re.sub(r"\x1b\]8;;[^\x1b]*\x1b\\|\x1b\[[\d;]*m", "", coloured)
    assert bare == full(result)


def show(text: str, *marks: tuple[str, str, str], width: int = 60) -> str:
    """Return the frame of a text with (found text, label, char) marked."""
    spans = [
        Mark(text.index(found), text.index(found) + len(found), label, "error", char)
        for found, label, char in marks
    ]
    return "\n".join(frame(Source("a", text), spans, gutter=1, width=width, paint=painter(False)))


def test_tabs_and_combining_and_wide_characters() -> None:
    assert show("a\te\u0301一x\n", ("x", "here", "^")) == ("  |\n1 | a   e\u0301一x\n  |        ^ here\n  |")


def test_several_labels_on_a_line_hang_below_each_other() -> None:
    assert show("aa bb cc", ("aa", "one", "-"), ("bb", "two", "-"), ("cc", "three", "^")) == (
        "  |\n"
        "1 | aa bb cc\n"
        "  | -- -- ^^ three\n"
        "  | |  |\n"
        "  | |  two\n"
        "  | one\n"
        "  |"
    )  # fmt: skip


def test_overlapping_marks_show_the_main_one_on_top() -> None:
    assert show("abcdef", ("abcdef", "all", "-"), ("cd", "part", "^")) == (
        "  |\n"
        "1 | abcdef\n"
        "  | --^^--\n"
        "  | | |\n"
        "  | | part\n"
        "  | all\n"
        "  |"
    )  # fmt: skip


def test_lines_in_between() -> None:
    assert show("aa\nx\nbb\nx\nx\ncc", ("aa", "", "-"), ("bb", "", "-"), ("cc", "", "^")) == (
        "  |\n1 | aa\n  | --\n2 | x\n3 | bb\n  | --\n...\n6 | cc\n  | ^^\n  |"
    )


def test_span_over_lines() -> None:
    text = "(aa\n  bb\n\ncc)"
    assert show(text, (text, "all", "^")) == (
        "  |\n1 | (aa\n  | ^^^\n2 |   bb\n  |   ^^\n3 |\n4 | cc)\n  | ^^^ all\n  |"
    )
    text = "\n".join("abcdefg")
    assert show(text, (text, "all", "^")) == ("  |\n1 | a\n  | ^\n2 | b\n  | ^\n...\n7 | g\n  | ^ all\n  |")


def test_empty_span_and_end_of_text() -> None:
    assert show("ab\r\n", ("\r\n", "line end", "^")) == "  |\n1 | ab\n  |   ^ line end\n  |"
    assert show("", ("", "empty", "^")) == "  |\n1 |\n  | ^ empty\n  |"


def test_long_line_is_seen_through_windows() -> None:
    text = "起点" * 100 + "2608.14192" + "后面" * 300 + "2607.17715" + "后面" * 100
    shown = show(text, ("2608.14192", "one", "^"), ("2607.17715", "two", "-"))
    assert shown == (
        "  |\n"
        "1 | …起点起点起点起点起点起点2608.14192后面后面后面后面后面后面…\n"
        "  |                          ^^^^^^^^^^ one\n"
        "1 | …后面后面后面后面后面后面2607.17715后面后面后面后面后面后面…\n"
        "  |                          ---------- two\n"
        "  |"
    )


def test_span_longer_than_the_window() -> None:
    shown = show("x" * 500, ("x" * 500, "all of it", "^"), width=40).split("\n")
    assert shown[1] == "1 | " + "x" * 38 + "…"
    assert shown[2] == "  | " + "^" * 38 + " all of it"


def test_cost_does_not_depend_on_the_length_of_the_line() -> None:
    text = "x" * 2_000_000 + "2608.14192" + "y" * 2_000_000
    source = Source("a", text)
    source.lines  # noqa: B018 - the index is built once, whatever is shown
    mark = Mark(2_000_000, 2_000_010, "", "error", "^")
    touched: list[int] = []

    class Watched(str):
        __slots__ = ()

        def __getitem__(self, key: object) -> str:
            piece = str.__getitem__(self, key)  # type: ignore[index]
            touched.append(len(piece))
            return piece

    source.text = Watched(text)
    frame(source, [mark], gutter=1, width=80, paint=painter(False))
    assert sum(touched) < 2_000


def test_many_places_are_counted() -> None:
    related = tuple(Related(f"{number}.md", 0, 1, "here") for number in range(30))
    one = Diagnostic("ARX1", "x", Severity.ERROR, Confidence.LOW, "m", "a.md", 0, 1, related=related)
    sources = SourceLookup(memory=[Source("a.md", "abc")])
    shown = full(run_result([one], sources=sources, rules={}))
    assert shown.count(":::") == 8
    assert "  = note: and 22 more places\n" in shown


def test_a_file_that_is_gone_is_still_named(tmp_path: object) -> None:
    one = Diagnostic("ARX904", "unreadable-file", Severity.ERROR, Confidence.HIGH, "m", "no.md", 0, 0)
    shown = full(run_result([one], sources=SourceLookup(str(tmp_path)), rules={}))
    assert shown.startswith("error[ARX904]: m\n  --> no.md:1:1\n  = see:  arxlint explain ARX904\n")


def test_hostile_text_is_shown_not_obeyed(hostile: RunResult) -> None:
    for name in ("full", "concise"):
        out = "".join(reporter(name)(hostile, Options()))
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", out)
        assert not re.search("^(::|##)[^:]", out, re.MULTILINE)
        out.encode()
        assert "␛]0;owned␇" in out
        assert "<U+202E>" in out


@given(st.text())
def test_visible_is_harmless_and_keeps_plain_text(text: str) -> None:
    shown = visible(text)
    assert not re.search("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]", shown)
    assert visible(shown) == shown


CHARS = st.sampled_from("ab 一起é\u0301\t\x1b\u200b𝒳가")


@given(st.text(CHARS, max_size=150), st.text("XYZ", min_size=1, max_size=8), st.text(CHARS, max_size=150))
def test_underline_is_under_the_span(before: str, marked: str, after: str) -> None:
    mark = Mark(len(before), len(before) + len(marked), "", "error", "^")
    source = Source("a", before + marked + after)
    _, shown, underline, _ = frame(source, [mark], gutter=3, width=60, paint=painter(False))
    assert display_width(shown) <= 60 + 6
    column = underline.index("^")
    taken = 0
    while display_width(shown[:taken]) < column or shown[taken] == "\u0301":
        taken += 1
    assert shown[taken : taken + len(marked)] == marked
    assert underline.count("^") == len(marked)


@given(st.text(st.sampled_from("ab一\u0301\t\x1b\r\n"), max_size=200), st.data())
def test_any_span_can_be_framed(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    mark = Mark(start, end, "label", "error", "^")
    rows = frame(Source("a", text), [mark], gutter=3, width=40, paint=painter(False))
    assert sum("label" in row for row in rows) == 1
    assert all(display_width(row) <= 40 + 6 for row in rows if "label" not in row)


@pytest.mark.parametrize(
    ("text", "width"), [("ab", 2), ("一", 2), ("e\u0301", 1), ("가", 2), ("\u1100\u1161", 2), ("ｱ", 1)]
)
def test_display_width(text: str, width: int) -> None:
    assert display_width(text) == width
