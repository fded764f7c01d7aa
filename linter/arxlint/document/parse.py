"""From a text and its path to a document: the format is told by the file's suffix."""

from __future__ import annotations

import re

from .model import Document

_BLANK_LINE = re.compile(r"\n(?=[ \t\r]*+\n)")
_MARKDOWN = frozenset({"md", "markdown", "mdown", "mkd", "mdx", "qmd", "rmd"})
_LATEX = frozenset({"tex", "bbl", "sty", "ltx", "cls"})
_HTML = frozenset({"html", "htm", "xhtml"})
_DATA = frozenset({"yaml", "yml", "json", "jsonl", "toml", "cff", "org", "typ", "csv", "tsv"})


def suffix_of(path: str) -> str:
    """Return a path's suffix, lower case and without its dot; empty if it has none."""
    name = path.replace("\\", "/").rpartition("/")[2]
    stem, dot, suffix = name.rpartition(".")
    return suffix.lower() if dot and stem else ""


def is_flattened(text: str) -> bool:
    """Whether a text of some length has (nearly) no blank lines: an export that dropped them."""
    lines = text.count("\n")
    return lines >= 12 and len(_BLANK_LINE.findall(text)) * 20 < lines


def parse(text: str, path: str) -> Document:
    """Return the structure of a text; ``path`` only tells the format by its suffix.

    Never raises: a file that is not what its suffix says is read as text.
    """
    suffix = suffix_of(path)
    if suffix in _MARKDOWN:
        from .markdown import parse_markdown

        return Document(text, "markdown", parse_markdown(text, flat=is_flattened(text)))
    if suffix in ("bib", "bibtex"):
        from .bibtex import parse_bibtex

        return Document(text, "bibtex", tuple(parse_bibtex(text)))
    if suffix in _LATEX:
        from .latex import parse_latex

        return Document(text, "latex", parse_latex(text))
    if suffix in _HTML:
        from .html import parse_html

        return Document(text, "html", parse_html(text))
    if suffix == "rst":
        from .rst import parse_rst

        return Document(text, "rst", parse_rst(text))
    if suffix == "ipynb":
        from .notebook import parse_notebook

        notebook = parse_notebook(text)
        if notebook is not None:
            return notebook
    if suffix in _DATA or suffix == "ipynb":
        from .data import parse_data

        return Document(text, "text", parse_data(text, suffix))
    from .markdown import parse_markdown

    return Document(text, "text", parse_markdown(text, flat=True))
