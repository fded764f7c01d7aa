"""Markdown's block structure: what it is, that it is sound for any text, that a conforming parser agrees."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import grows_linearly

from arxlint.document.markdown import parse_markdown
from arxlint.document.model import BlockKind as K
from arxlint.document.model import Document
from arxlint.document.parse import parse


def outline(text: str, *, flat: bool = False) -> list[tuple[str, str]]:
    return [(block.kind.value, text[block.start : block.end]) for block in parse_markdown(text, flat=flat)]


def leaves(text: str, *, flat: bool = False) -> list[tuple[str, str]]:
    containers = {"list", "list_item", "quote", "table", "table_row"}
    return [(kind, raw) for kind, raw in outline(text, flat=flat) if kind not in containers]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\ntext", [("heading", "# A"), ("paragraph", "text")]),
        ("#A", [("paragraph", "#A")]),
        ("####### A", [("paragraph", "####### A")]),
        ("Title\n=====\nx", [("heading", "Title\n====="), ("paragraph", "x")]),
        ("a\nb\n---", [("heading", "a\nb\n---")]),
        ("a\n\n---\nb", [("paragraph", "a"), ("rule", "---"), ("paragraph", "b")]),
        ("a\n    b", [("paragraph", "a\n    b")]),
        ("a\n\n    b\n\n    c\nd", [("paragraph", "a"), ("code", "b\n\n    c"), ("paragraph", "d")]),
        ("\tcode", [("code", "code")]),
        ("```py\n# no\n```\nx", [("code", "```py\n# no\n```"), ("paragraph", "x")]),
        ("~~~~\n~~~\n~~~~~\nx", [("code", "~~~~\n~~~\n~~~~~"), ("paragraph", "x")]),
        ("```\nnever closed\n\n", [("code", "```\nnever closed")]),
        ("``` a`b\nx", [("paragraph", "``` a`b\nx")]),
        ("<div>\n*a*\n\n*b*", [("html", "<div>\n*a*"), ("paragraph", "*b*")]),
        ("<!-- a\n\n# b -->\nc", [("comment", "<!-- a\n\n# b -->"), ("paragraph", "c")]),
        ("<!-- a --> b\nc", [("html", "<!-- a --> b"), ("paragraph", "c")]),
        ("a\n<span>\n", [("paragraph", "a\n<span>")]),
        ("<script>\n\n# a\n</script>\n# b", [("html", "<script>\n\n# a\n</script>"), ("heading", "# b")]),
        ("[a]: http://x 'T'\n[b]:\n<y>\nz", [
            ("reference", "[a]: http://x 'T'"), ("reference", "[b]:\n<y>"), ("paragraph", "z"),
        ]),
        ("a\n[b]: c", [("paragraph", "a\n[b]: c")]),
        ("[^1]: one\n[^2]: two", [("paragraph", "[^1]: one"), ("paragraph", "[^2]: two")]),
        ("---\ntitle: x\n---\n# A", [("front_matter", "---\ntitle: x\n---"), ("heading", "# A")]),
        ("+++\nt = 1\n+++\nb", [("front_matter", "+++\nt = 1\n+++"), ("paragraph", "b")]),
        ("---\n\n# A\n\n---\n", [("rule", "---"), ("heading", "# A"), ("rule", "---")]),
        ("\ufeff# A", [("heading", "# A")]),
        ("", []),
        (" \n\t\n", []),
    ],
)  # fmt: skip
def test_leaves(text: str, expected: list[tuple[str, str]]) -> None:
    assert leaves(text) == expected


def test_lists_nest_and_number_their_depth() -> None:
    text = "- a\n  - b\n\n    more\n- c\n\n1. d\n2. e\n* f"
    blocks = parse_markdown(text)
    items = [(text[b.start : b.end], b.level) for b in blocks if b.kind is K.LIST_ITEM]
    assert items == [
        ("- a\n  - b\n\n    more", 1),
        ("- b\n\n    more", 2),
        ("- c", 1),
        ("1. d", 1),
        ("2. e", 1),
        ("* f", 1),
    ]
    lists = [(text[b.start : b.end], b.info) for b in blocks if b.kind is K.LIST]
    assert [info for _, info in lists] == ["", "", "ordered", ""]
    assert lists[2][0] == "1. d\n2. e"


def test_a_paragraph_goes_on_without_its_containers_markers() -> None:
    assert leaves("> - a\nb\n\nc") == [("paragraph", "a\nb"), ("paragraph", "c")]


def test_only_an_item_numbered_one_interrupts_a_paragraph() -> None:
    assert leaves("a\n2. b") == [("paragraph", "a\n2. b")]
    assert leaves("a\n1. b") == [("paragraph", "a"), ("paragraph", "b")]
    assert leaves("a\n2. b", flat=True) == [("paragraph", "a"), ("paragraph", "b")]


def test_table_cells_are_exact() -> None:
    text = "Papers:\n| id | name |\n|:--|---|\n| `a\\|b` | [[2608.02703\\|ARCHead]] |\n|  x|\n\nend"
    blocks = parse_markdown(text)
    cells = [(b.level, text[b.start : b.end]) for b in blocks if b.kind is K.TABLE_CELL]
    assert cells == [(0, "id"), (1, "name"), (0, "`a\\|b`"), (1, "[[2608.02703\\|ARCHead]]"), (0, "x")]
    rows = [(b.level, b.info) for b in blocks if b.kind is K.TABLE_ROW]
    assert rows == [(0, "header"), (1, ""), (2, "")]
    assert leaves(text)[0] == ("paragraph", "Papers:")


def test_forgotten_escapes_in_a_row_do_not_shift_its_cells() -> None:
    text = "| a | b |\n|---|---|\n| [[2608.02703|ARCHead]] | `x|y` |\n| 1 | 2 | 3 |"
    cells = [text[b.start : b.end] for b in parse_markdown(text) if b.kind is K.TABLE_CELL]
    assert cells[2:] == ["[[2608.02703|ARCHead]]", "`x|y`", "1", "2", "3"]


def test_a_delimiter_row_must_have_as_many_cells_as_the_header() -> None:
    assert leaves("| a | b |\n|---|\n") == [("paragraph", "| a | b |\n|---|")]


def test_flattened_export() -> None:
    text = (
        "- 涉及 arXiv 号: 7 件净增\n一、增量\n| arXiv 号 | 论文 |\n|---|---|\n| 2608.02703 | ARCHead |\n"
        "沿用:\n- 2608.00902(LinkedIn KV) — 互补\n五、来源\n    indented"
    )
    found = outline(text, flat=True)
    assert ("list", "- 涉及 arXiv 号: 7 件净增") in found
    assert ("table_row", "| 2608.02703 | ARCHead |") in found
    assert [raw for kind, raw in leaves(text, flat=True) if kind == "paragraph"][1:] == [
        "一、增量", "沿用:", "2608.00902(LinkedIn KV) — 互补", "五、来源", "indented",
    ]  # fmt: skip


def test_hard_wrapped_plain_text_stays_one_paragraph() -> None:
    text = (
        "The paper on key-value caches (arXiv:2607.17715) shows that\n"
        "compression and composition do not exclude each other, and\n"
        "that is it.\n"
        "Next item"
    )
    assert leaves(text, flat=True) == [
        ("paragraph", text[: text.index("\nNext")]),
        ("paragraph", "Next item"),
    ]


def test_a_markdown_file_without_blank_lines_is_read_as_flattened() -> None:
    text = "# A\n" + "- x\n二、heading\n" * 10
    kinds = [block.kind for block in parse(text, "a.md").blocks]
    assert kinds.count(K.LIST) == 10
    spaced = text.replace("\n", "\n\n")
    assert parse(spaced, "a.md").blocks[0].kind is K.HEADING


def test_html_and_bibtex_inside_markdown_have_blocks_of_their_own() -> None:
    text = (
        "<table>\n<tr><th>Paper</th></tr>\n<tr><td><b>C²KV</b></td></tr>\n</table>\n\n"
        "```bibtex\n@misc{k, eprint={2607.17715}}\n```\n"
    )
    found = outline(text)
    assert ("table_cell", "<b>C²KV</b>") in found
    assert ("bib_field", "2607.17715") in found
    assert ("bib_entry", "@misc{k, eprint={2607.17715}}") in found
    assert [kind for kind, _ in found].count("comment") == 0


_FRAGMENTS = [
        "- ", "* ", "1. ", "2) ", "> ", ">", "    ", "  ", "\t", " ", "# ", "```", "~~~", "---", "===",
        "***", "a", "b c", "| a | b |", "|---|---|", "a|b", "-|-", "<div>", "</div>", "<!--", "-->",
        "<td>", "<li>", "<a href='x'>", "</a>", "[a]: b", "[a]", "](", ")", "[[x|y]]", "![", '"t"',
        "`", "``", "\\|", "\\", "**", "_", "*", "中文", "http://x.y/z", "\r\n", "\r", "\n", "\n\n",
        "\ufeff", "\u3000", "[^1]: ", "@misc{", "}", "<pre>", "```bibtex",
    ]  # fmt: skip
_MARKDOWN = st.lists(st.sampled_from(_FRAGMENTS), max_size=40).map("".join)


@settings(max_examples=300, deadline=None)
@given(text=st.one_of(_MARKDOWN, st.text(max_size=200)), flat=st.booleans())
def test_any_text_has_a_sound_structure(text: str, flat: bool) -> None:
    blocks = parse_markdown(text, flat=flat)
    previous = (0, -len(text))
    for index, block in enumerate(blocks):
        assert 0 <= block.start <= block.end <= len(text)
        assert block.parent < index
        if block.parent >= 0:
            assert blocks[block.parent].start <= block.start
            assert block.end <= blocks[block.parent].end
        assert previous <= (block.start, -block.end)
        previous = (block.start, -block.end)
        assert block.start == block.end or text[block.end - 1] not in "\r\n"


@settings(max_examples=150, deadline=None)
@given(text=_MARKDOWN)
def test_every_visible_character_is_in_a_leaf(text: str) -> None:
    covered = bytearray(len(text))
    for block in parse_markdown(text):
        covered[block.start : block.end] = b"\1" * (block.end - block.start)
    for offset, char in enumerate(text):
        assert covered[offset] or char.isspace() or char == "\ufeff", (offset, char)


@settings(max_examples=150, deadline=None)
@given(text=_MARKDOWN.map(lambda t: t.replace("\r", "")))
def test_line_endings_do_not_change_the_structure(text: str) -> None:
    windows = text.replace("\n", "\r\n")
    ours = [(b.kind, text[b.start : b.end], b.parent, b.level, b.info) for b in parse_markdown(text)]
    theirs = [
        (b.kind, windows[b.start : b.end].replace("\r\n", "\n"), b.parent, b.level, b.info)
        for b in parse_markdown(windows)
    ]
    assert [entry[:1] + entry[2:] for entry in ours] == [entry[:1] + entry[2:] for entry in theirs]
    assert [raw.split() for _, raw, *_ in ours] == [raw.split() for _, raw, *_ in theirs]


@settings(max_examples=200, deadline=None)
@given(text=_MARKDOWN)
def test_inline_elements_of_any_text_are_sound(
    check_invariants: Callable[[Document], None], text: str
) -> None:
    check_invariants(Document(text, "markdown", parse_markdown(text)))


_HOSTILE = {
    "open brackets": "[" * 2000,
    "closed brackets": "[" * 1000 + "]" * 1000,
    "links": "[a](" * 500,
    "quotes": ">" * 2000 + "\n" + "> a\n" * 200,
    "items": "- " * 1000 + "\n" + "\n" * 1000,
    "backticks": " ".join("`" * n for n in range(1, 64)),
    "emphasis": "*a **b " * 300,
    "underscores": "_a " * 700,
    "comments": "<!-- " * 400,
    "tags": "<a b='" * 400,
    "delimiters": "|a|\n|-|-|\n" * 200,
    "definitions": "[a]: b '\n" * 250,
    "blank lines in code": "- ```\n" + "\n" * 2000,
    "tabs": "\t" * 2000 + "a\n",
    "pipes": "|a|b|\n|-|-|\n" + "|" * 2000,
    "unclosed wikilinks": "[[a|" * 500,
    "row of code": "|a|b|\n|-|-|\n|" + "`x|" * 700,
    "list of lists": "".join(" " * n + "- a\n" for n in range(60)),
}


@pytest.mark.parametrize("name", _HOSTILE)
def test_time_is_linear(name: str) -> None:
    def work(times: int) -> None:
        text = _HOSTILE[name] * times + "\n"
        document = Document(text, "markdown", parse_markdown(text))
        for index in range(len(document.blocks)):
            document.inlines(index)

    assert grows_linearly(work, 2)


def _agreement(paths: list[Path]) -> tuple[int, int]:
    from benchmarks.structure.oracle import lines_of, our_kinds, reference_kinds, without_front_matter

    lines = differences = 0
    for path in paths:
        text = without_front_matter(path.read_bytes().decode("utf-8", "replace"))
        for line, ours, theirs in zip(lines_of(text), our_kinds(text), reference_kinds(text), strict=True):
            if line.strip(" \t"):
                lines += 1
                differences += ours != theirs
    return lines, differences


def test_agrees_with_a_conforming_parser_on_real_files(shared_data: Path) -> None:
    paths = sorted((shared_data / "docs").rglob("*.md"))[::40]
    lines, differences = _agreement(paths)
    assert lines > 3000
    assert differences <= lines * 0.001
