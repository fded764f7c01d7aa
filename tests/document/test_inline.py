"""Inline elements: what they are, their exact spans, and agreement with a conforming parser."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxlint.document.inline import inlines
from arxlint.document.model import Document
from arxlint.document.model import InlineKind as K
from arxlint.document.parse import parse

Found = tuple[str, str, str, str]


def found(text: str) -> list[Found]:
    return [
        (i.kind.value, text[i.start : i.end], text[i.text_start : i.text_end],
         text[i.target_start : i.target_end] if i.target_start >= 0 else "")
        for i in inlines(text, 0, len(text))
    ]  # fmt: skip


U = "https://arxiv.org/abs/2608.02703"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"a [T]({U} 'x') b", [("link", f"[T]({U} 'x')", "T", U)]),
        (f"[a [b] c]({U})", [("link", f"[a [b] c]({U})", "a [b] c", U)]),
        (f"[T](<{U}>)", [("link", f"[T](<{U}>)", "T", U)]),
        ("[w](x_(y).pdf)", [("link", "[w](x_(y).pdf)", "w", "x_(y).pdf")]),
        (f"[[Paper]]({U})", [("link", f"[[Paper]]({U})", "[Paper]", U)]),
        (f"[![b](i.svg)]({U})", [
            ("link", f"[![b](i.svg)]({U})", "![b](i.svg)", U), ("image", "![b](i.svg)", "b", "i.svg"),
        ]),
        ("[a](b [c](d)", [("link", "[c](d)", "c", "d")]),
        ("[a [b](c)](d)", [("link", "[b](c)", "b", "c")]),
        ("[x](https://arxiv.org/abs/ 2608.02703)", [
            ("link", "[x](https://arxiv.org/abs/ 2608.02703)", "x", "https://arxiv.org/abs/ 2608.02703"),
        ]),
        (r"\[a](b)", []),
        ("`[a](b)`", [("code", "`[a](b)`", "[a](b)", "")]),
        ("`` a`b ``", [("code", "`` a`b ``", "a`b", "")]),
        (r"\`a`b`", [("code", "`b`", "b", "")]),
        ("[[2608.02703|ARCHead]]", [("wikilink", "[[2608.02703|ARCHead]]", "ARCHead", "2608.02703")]),
        (r"[[p/a#b\|C]]", [("wikilink", r"[[p/a#b\|C]]", "C", "p/a#b")]),
        ("[[2608.02703]]", [("wikilink", "[[2608.02703]]", "2608.02703", "2608.02703")]),
        ("![[a.png]]", [("image", "![[a.png]]", "a.png", "a.png")]),
        (f"<{U}>", [("autolink", f"<{U}>", U, U)]),
        (f"({U}).", [("autolink", U, U, U)]),
        (f"见{U}。后", [("autolink", U, U, U)]),
        (f"（{U}）", [("autolink", U, U, U)]),
        (f"**{U}**", [("strong", f"**{U}**", U, ""), ("autolink", U, U, U)]),
        ("http://x.y/a_(b)", [("autolink", "http://x.y/a_(b)", "http://x.y/a_(b)", "http://x.y/a_(b)")]),
        ("www.arxiv.org/abs/1", [("autolink",) + ("www.arxiv.org/abs/1",) * 3]),
        (f"[{U}]({U}v2)", [("link", f"[{U}]({U}v2)", U, U + "v2")]),
        ("**a *b* c**", [("strong", "**a *b* c**", "a *b* c", ""), ("emphasis", "*b*", "b", "")]),
        ("***a***", [("emphasis", "***a***", "**a**", ""), ("strong", "**a**", "a", "")]),
        ("a_b_c * d", []),
        ("__a__ _b_", [("strong", "__a__", "a", ""), ("emphasis", "_b_", "b", "")]),
        ("这是**「粗」**体", [("strong", "**「粗」**", "「粗」", "")]),
        (f'<a class="x" href="{U}">T</a>', [("link", f'<a class="x" href="{U}">T</a>', "T", U)]),
        (f"<a href='{U}'><b>T</b></a>", [
            ("link", f"<a href='{U}'><b>T</b></a>", "<b>T</b>", U), ("strong", "<b>T</b>", "T", ""),
        ]),
        ('<img src="s.svg" alt="A">', [("image", '<img src="s.svg" alt="A">', "A", "s.svg")]),
        ("a <!-- [b](c) --> d", [("comment", "<!-- [b](c) -->", " [b](c) ", "")]),
        ("1 < 2 <br/> x", [("html_tag", "<br/>", "<br/>", "")]),
    ],
)  # fmt: skip
def test_elements(text: str, expected: list[Found]) -> None:
    assert found(text) == expected


def test_reference_links_point_into_their_definition() -> None:
    text = f"see [T][p], [P][] and [p]; not [q]\n\n[p]: {U} 'x'\n"
    document = parse(text, "a.md")
    links = document.inlines(0)
    assert [text[i.text_start : i.text_end] for i in links] == ["T", "P", "p"]
    assert {text[i.target_start : i.target_end] for i in links} == {U}
    (definition,) = document.inlines(1)
    assert definition.kind is K.LINK
    assert text[definition.text_start : definition.text_end] == "p"


def test_spans_hold_inside_a_longer_text() -> None:
    text = "x\n\n`a` [T](u)\n\ny `"
    start = text.index("`a`")
    end = text.index("\n\ny")
    code, link = inlines(text, start, end)
    assert text[code.start : code.end] == "`a`"
    assert text[link.start : link.end] == "[T](u)"


def test_agrees_with_a_conforming_parser_on_real_files(shared_data: Path) -> None:
    from benchmarks.structure.inline_oracle import our_elements, reference_elements

    stretches = differences = 0
    for path in sorted((shared_data / "docs").rglob("*.md"))[::50]:
        text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
        document = Document(text, "markdown", parse(text, "a.md").blocks)
        for block in document.blocks:
            raw = text[block.start : block.end]
            if block.kind.value == "paragraph" and block.parent < 0 and any(char in raw for char in "`[<*_"):
                stretches += 1
                differences += our_elements(raw) != reference_elements(raw)
    assert stretches > 300
    assert differences <= stretches * 0.005
