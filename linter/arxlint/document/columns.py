"""Columns of indented text, with tabs."""

from __future__ import annotations

from .markdown_syntax import INDENT


def past_quote_mark(text: str, at: int, column: int, end: int) -> tuple[int, int, int]:
    """Step over ``>`` and the blank that may follow; return next non-blank, its column, content's column."""
    inner = at + 1
    base = column + 1
    at = INDENT.match(text, inner, end).end()  # type: ignore[union-attr]
    column = columns_over(text, inner, at, base)
    return at, column, base + 1 if at > inner else base


def columns_over(text: str, start: int, end: int, column: int) -> int:
    """Return the column reached from ``column`` over the blanks ``text[start:end]``."""
    if text.find("\t", start, end) < 0:
        return column + end - start
    for char in text[start:end]:
        column += 4 - column % 4 if char == "\t" else 1
    return column
