"""The formats besides Markdown, and what documents of any format offer."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import grows_linearly

from arxlint.document.model import BlockKind as K
from arxlint.document.model import Document
from arxlint.document.parse import parse, suffix_of

U = "https://arxiv.org/abs/2608.02703"
Check = Callable[[Document], None]


def raws(document: Document, kind: K) -> list[str]:
    return [document.text[b.start : b.end] for b in document.blocks if b.kind is kind]


def links(document: Document, index: int) -> list[tuple[str, str]]:
    text = document.text
    return [
        (text[i.text_start : i.text_end], text[i.target_start : i.target_end])
        for i in document.inlines(index)
        if i.target_start >= 0
    ]


@pytest.mark.parametrize(
    ("path", "suffix"),
    [("a/b.MD", "md"), ("a.b/c", ""), (".gitignore", ""), ("a\\b.tar.bib", "bib"), ("", "")],
)
def test_suffix(path: str, suffix: str) -> None:
    assert suffix_of(path) == suffix


@pytest.mark.parametrize(
    ("path", "format_"),
    [
        ("a.md", "markdown"), ("a.qmd", "markdown"), ("a.mdx", "markdown"), ("a.txt", "text"),
        ("README", "text"), ("a.bib", "bibtex"), ("a.bbl", "latex"), ("a.rst", "rst"), ("a.htm", "html"),
        ("a.yaml", "text"), ("a.csv", "text"), ("broken.ipynb", "text"),
    ],
)  # fmt: skip
def test_format_is_told_by_the_suffix(path: str, format_: str) -> None:
    assert parse("x", path).format == format_


def test_bibtex() -> None:
    text = (
        '% old\n@string{a = "b"}\n@misc{k1,\n  title = {A {C$^2$KV} "x"},\n  year=2026,\n'
        '  note = "y {"}z" # a,\n  eprint = {2607.17715}\n}\n@comment{@misc{no, eprint={1}}}\n'
        f'@article(k2, Url = "{U}")'
    )
    document = parse(text, "a.bib")
    fields = [(b.info, text[b.start : b.end]) for b in document.blocks if b.kind is K.BIB_FIELD]
    assert fields == [
        ("a", "b"), ("title", 'A {C$^2$KV} "x"'), ("year", "2026"), ("note", '"y {"}z" # a'),
        ("eprint", "2607.17715"), ("url", U),
    ]  # fmt: skip
    assert [b.info for b in document.blocks if b.kind is K.BIB_ENTRY] == ["@string", "k1", "k2"]
    assert raws(document, K.COMMENT) == ["% old", "@comment{@misc{no, eprint={1}}}"]


def test_a_comma_before_the_closing_brace_ends_the_entry() -> None:
    text = "@misc{a,\n  eprint = {2607.17715},\n}\nText goes on.\nnote = {not a field}\n"
    (entry,) = [block for block in parse(text, "a.bib").blocks if block.kind is K.BIB_ENTRY]
    assert text[entry.start : entry.end].endswith(",\n}")


@pytest.mark.parametrize("broken", ["title = {A", 'title = "A', "title {A}", "title = ", "= {A},", "}"])
def test_a_broken_bib_entry_costs_no_other(broken: str) -> None:
    text = f"@misc{{a,\n  {broken},\n  eprint = {{2607.17715}}\n}}\n\n@misc{{b, eprint = {{2608.02703}}}}\n"
    document = parse(text, "a.bib")
    assert [b.info for b in document.blocks if b.kind is K.BIB_ENTRY] == ["a", "b"]
    assert raws(document, K.BIB_FIELD)[-1] == "2608.02703"
    if broken != "}":
        assert "2607.17715" in raws(document, K.BIB_FIELD)


def test_latex() -> None:
    text = (
        "\\section{Related \\emph{work}}\nOne~\\cite{a}. % note\nTwo.\n\n% alone\n"
        "\\begin{itemize}\n\\item \\href{"
        + U
        + "}{ARCHead} x\n\\item b\n\\end{itemize}\n\\begin{verbatim}\n\\item\n\\end{verbatim}\n"
        "\\begin{tabular}{l|r}\n\\toprule\nid & name \\\\\n2608.02703 & A \\& B \\\\\n\\end{tabular}\n"
        "\\begin{thebibliography}{9}\n\\bibitem[A et~al.]{k1} A. B. T. \\url{"
        + U
        + "%20}.\n\n\\newblock more\n"
        "\\bibitem{k2} C.\n\\end{thebibliography}\nEnd."
    )
    document = parse(text, "a.tex")
    assert raws(document, K.HEADING) == ["Related \\emph{work}"]
    assert raws(document, K.PARAGRAPH)[0] == "One~\\cite{a}. % note\nTwo."
    assert raws(document, K.PARAGRAPH)[-1] == "End."
    assert raws(document, K.COMMENT) == ["% alone"]
    assert raws(document, K.CODE) == ["\\begin{verbatim}\n\\item\n\\end{verbatim}"]
    assert raws(document, K.LIST_ITEM) == ["\\item \\href{" + U + "}{ARCHead} x", "\\item b"]
    assert raws(document, K.TABLE_CELL) == ["id", "name", "2608.02703", "A \\& B"]
    references = [i for i, b in enumerate(document.blocks) if b.kind is K.REFERENCE]
    assert [document.blocks[i].info for i in references] == ["k1", "k2"]
    assert text[document.blocks[references[0]].start : document.blocks[references[0]].end].endswith("more")
    assert links(document, references[0]) == [(U + "%20", U + "%20")]
    item = next(
        i
        for i, b in enumerate(document.blocks)
        if "ARCHead" in text[b.start : b.end] and b.kind is K.PARAGRAPH
    )
    assert links(document, item) == [("ARCHead", U)]


def test_rst() -> None:
    text = (
        f"=====\nTitle\n=====\n\nSee `ARCHead <{U}>`_ and C2KV_::\n\n   code `a`_\n\nSub\n---\n"
        f"- one\n  more\n\n  - two\n- three\n\n.. _C2KV: {U}\n.. [K1] A. B., arXiv:2608.02703\n"
        ".. note::\n   noted ``x``\n.. code-block:: py\n\n"
        "   x = 1\n\n.. a comment\n\n==  ====\nid  name\n==  ====\n1   A B\n==  ====\n\nEnd."
    )
    document = parse(text, "a.rst")
    assert [(b.level, text[b.start : b.end]) for b in document.blocks if b.kind is K.HEADING] == [
        (1, "=====\nTitle\n====="), (2, "Sub\n---"),
    ]  # fmt: skip
    first = next(i for i, b in enumerate(document.blocks) if b.kind is K.PARAGRAPH)
    assert links(document, first) == [("ARCHead", U), ("C2KV", U)]
    assert raws(document, K.CODE) == ["code `a`_", ".. code-block:: py\n\n   x = 1"]
    assert raws(document, K.LIST_ITEM) == ["- one\n  more\n\n  - two", "- two", "- three"]
    assert [b.info for b in document.blocks if b.kind is K.REFERENCE] == ["C2KV", "K1"]
    assert raws(document, K.COMMENT) == [".. a comment"]
    assert raws(document, K.TABLE_CELL) == ["id", "name", "1", "A B"]
    assert raws(document, K.PARAGRAPH)[-2:] == ["noted ``x``", "End."]


def test_html() -> None:
    text = (
        "<title>T &amp; U</title><script>var a = '<p>';</script><!-- c -->\n<h2> A <em>b</em></h2>\n"
        f'<p>One <a href="{U}">ARCHead</a><p>Two\n'
        "<ul><li>x<li>y</ul><table><tr><th>id<th>n<tr><td>1</td><td>  2 </td></table> end"
    )
    document = parse(text, "a.html")
    assert [(b.level, text[b.start : b.end]) for b in document.blocks if b.kind is K.HEADING] == [
        (1, "T &amp; U"), (2, "A <em>b</em>"),
    ]  # fmt: skip
    assert raws(document, K.PARAGRAPH) == [f'One <a href="{U}">ARCHead</a>', "Two", "x", "y", "end"]
    assert raws(document, K.LIST_ITEM) == ["<li>x", "<li>y"]
    assert raws(document, K.TABLE_CELL) == ["id", "n", "1", "2"]
    assert [b.info for b in document.blocks if b.kind is K.TABLE_ROW] == ["header", ""]
    assert raws(document, K.CODE) == ["<script>var a = '<p>';</script>"]
    one = next(i for i, b in enumerate(document.blocks) if b.kind is K.PARAGRAPH)
    assert links(document, one) == [("ARCHead", U)]


def notebook(*cells: tuple[str, str | list[str]], ascii_: bool = True) -> str:
    data = [{"cell_type": kind, "metadata": {"source": "no"}, "source": source} for kind, source in cells]
    return json.dumps({"cells": data, "nbformat": 4}, ensure_ascii=ascii_, indent=1)


def test_notebook_offsets_point_into_the_json() -> None:
    raw = notebook(
        ("markdown", ["# C²KV \U0001f600\n", f'see "[ARCHead]({U})"\\n\n']),
        ("code", "import x\n"),
        ("markdown", "tail ```"),
    )
    document = parse(raw, "a.ipynb")
    assert document.format == "notebook"
    assert document.text == f'# C²KV \U0001f600\nsee "[ARCHead]({U})"\\n\n\n\nimport x\n\n\ntail ```'
    assert [b.kind for b in document.blocks] == [K.HEADING, K.PARAGRAPH, K.CODE, K.PARAGRAPH]
    start = document.text.index(U)
    low, high = document.raw_span(start, start + len(U))
    assert raw[low:high] == U
    for needle in ("C²KV \U0001f600", 'see "[', '"\\n', "import x", "KV \U0001f600\nsee", "tail"):
        at = document.text.index(needle)
        low, high = document.raw_span(at, at + len(needle))
        if "\nsee" not in needle:  # which spans two strings of the file
            assert json.loads(f'"{raw[low:high]}"') == needle
    assert links(document, 1) == [("ARCHead", U)]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["markdown", "code", "raw"]), st.text(max_size=30)), min_size=1, max_size=4
    ),
    st.booleans(),
)
def test_every_character_of_a_notebook_maps_to_its_own_escape(
    cells: list[tuple[str, str]], ascii_: bool
) -> None:
    raw = notebook(*cells, ascii_=ascii_)
    document = parse(raw, "a.ipynb")
    assert document.text == "\n\n".join(source for _, source in cells)
    offset = 0
    for _, source in cells:
        for char in source:
            low, high = document.raw_span(offset, offset + 1)
            assert json.loads(f'"{raw[low:high]}"') == char
            offset += 1
        if source:
            low, high = document.raw_span(offset - len(source), offset)
            assert json.loads(f'"{raw[low:high]}"') == source
        offset += 2


def test_data_files() -> None:
    document = parse("a: 1\n- id: x\n  t: y\n- id: z\n\nb: 2\n", "a.yaml")
    assert raws(document, K.PARAGRAPH) == ["a: 1", "- id: x\n  t: y", "- id: z", "b: 2"]
    document = parse('[\n {\n  "id": 1\n },\n {\n  "id": 2\n }\n]\n', "a.json")
    assert len(raws(document, K.PARAGRAPH)) == 3
    document = parse('id,title\r\n1,"A, ""B"""\r\n2, c \r\n', "a.csv")
    assert raws(document, K.TABLE_CELL) == ["id", "title", "1", 'A, ""B""', "2", "c"]
    assert raws(parse("a\tb\n1\t\n", "a.tsv"), K.TABLE_CELL) == ["a", "b", "1", ""]


def test_navigation() -> None:
    text = "# A\n## B\n\np\n\n- one\n  - two\n\n## C\n\n| id | n |\n|---|---|\n| 1 | x |\n"
    document = parse(text, "a.md")
    two = document.leaf_at(text.index("two"))
    assert text[document.blocks[two].start : document.blocks[two].end] == "two"
    kinds = [document.blocks[i].kind for i in document.ancestors(two)]
    assert kinds == [K.LIST_ITEM, K.LIST, K.LIST_ITEM, K.LIST]
    assert [text[document.blocks[i].start : document.blocks[i].end] for i in document.section_path(two)] == [
        "## B",
        "# A",
    ]
    cell = document.leaf_at(text.index("x |"))
    assert text[document.blocks[document.section_heading(cell)].start :].startswith("## C")
    row = document.blocks[cell].parent
    assert [text[document.blocks[i].start : document.blocks[i].end] for i in document.cells_of_row(row)] == [
        "1",
        "x",
    ]
    header = document.header_of_table(cell)
    assert document.blocks[header].info == "header"
    assert document.enclosing(cell, K.TABLE) == document.blocks[row].parent
    assert document.leaf_at(len(text) + 5) == -1
    assert document.section_heading(0) == -1
    assert document.header_of_table(two) == -1
    assert document.children(document.enclosing(two, K.LIST))


_WILD = st.lists(
    st.sampled_from(
        [
        "\\", "{", "}", "[", "]", "%", "&", "$", "\\\\", "\\item", "\\begin{itemize}",
        "\\end{itemize}", "\\bibitem{a}", "\\begin{tabular}{l}", "\\end{tabular}", "\\section{",
        "\\url{", "\\href{a}{", "@misc{", "a = ", '"', "#", ",", "\n", "\n\n", " ", "  ", "\t", "::",
        "..", ".. a::", ".. _b: c", "- ", "1. ", "===", "---", "+--+", "|a|b|", "== ==", "`", "``",
        "`a <b>`_", "*", "**", "_", "<", ">", "<p>", "</p>", "<li>", "<ul>", "</ul>", "<td>", "<tr>",
        "<table>", "</table>", "<h1>", "<pre>", "</pre>", "<!--", "-->", "<a href=x>", "</a>",
        '{"cells": [', "{", '"cell_type": "markdown", "source": "a', "text", "中文", "\r\n", "\ufeff",
    ]
    ),
    max_size=40,
).map("".join)  # fmt: skip


@pytest.mark.parametrize(
    "suffix", ["tex", "bib", "rst", "html", "ipynb", "csv", "yaml", "json", "org", "txt"]
)
@settings(max_examples=150, deadline=None)
@given(text=_WILD)
def test_any_text_has_a_sound_structure(check_invariants: Check, suffix: str, text: str) -> None:
    check_invariants(parse(text, f"a.{suffix}"))


_HOSTILE = [
        "{" * 400, "\\begin{itemize}\\item " * 60, "\\begin{tabular}{l}a&b\\\\" * 40,
        "\\bibitem[{{{" * 60, "%\n" * 300, "@misc{a,b={" * 60, '@misc{a,b="' * 60, "@a{" * 200,
        "a=" * 300, "- " * 300, "`a" * 300, "`a <" * 200, "``" * 300, ".. a::\n " * 100,
        "::\n\n" * 150, "*a " * 200, "|a" * 300 + "\n", "<ul><li>" * 100, "</p>" * 100, "<p" * 300,
        "<table><tr><td>" * 50, "<!--" * 200, "<pre>" * 150, '<a b="' * 150,
        '{"cell_type":"markdown","source":["a' * 20, '"\\' * 300, " " * 600, "`" + " " * 600,
    ]  # fmt: skip


@pytest.mark.parametrize("suffix", ["tex", "bib", "rst", "html", "ipynb", "csv", "txt"])
def test_time_is_linear(suffix: str) -> None:
    for unit in _HOSTILE:

        def work(times: int, unit: str = unit) -> None:
            document = parse(unit * times, f"a.{suffix}")
            for index in range(len(document.blocks)):
                document.inlines(index)

        assert grows_linearly(work, 2), unit[:20]


@pytest.mark.parametrize("suffix", ["tex", "bib", "rst", "html", "ipynb"])
def test_real_files_have_a_sound_structure(check_invariants: Check, shared_data: Path, suffix: str) -> None:
    paths = sorted((shared_data / "docs").rglob(f"*.{suffix}"))[::4]
    assert paths
    for path in paths:
        text = path.read_bytes().decode("utf-8", "replace")
        document = parse(text, path.name)
        check_invariants(document)
        assert len(document.blocks) > 3
