"""Offsets, lines and columns."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxlint.text.source import LineIndex, Source

TEXTS = st.text(st.sampled_from("a一é\u0301𝒳\t\r\n\ufeff\u2028\x0b\x85"))


def test_line_ends_are_only_newline_and_return() -> None:
    # What ``str.splitlines`` would split at, too, is text: editors and git do not count it.
    source = Source("a", "a\u2028b\x0bc\x85d\r\ne\rf\n")
    assert [source.line_text(line) for line in range(1, len(source.lines) + 1)] == [
        "a\u2028b\x0bc\x85d",
        "e",
        "f",
        "",
    ]


def test_columns_are_code_points() -> None:
    source = Source("a", "\ufeff一𝒳e\u0301x")
    assert source.position(5) == (1, 6, 5)


def test_offsets_outside_are_clamped() -> None:
    index = LineIndex("ab\n")
    assert index.position(-1) == (1, 1, 0)
    assert index.position(99) == (2, 1, 3)


@pytest.mark.parametrize("line", [0, 3])
def test_no_such_line(line: int) -> None:
    with pytest.raises(IndexError):
        LineIndex("a\nb").line_start(line)


@given(TEXTS)
def test_lines_add_up_to_the_text(text: str) -> None:
    index = LineIndex(text)
    spans = [index.line_span(line) for line in range(1, len(index) + 1)]
    assert "".join(text[start:end] for start, end in spans) == text
    assert len(spans) == len(re.split("\r\n|\r|\n", text))


@given(TEXTS)
def test_position_and_line_start_are_inverse(text: str) -> None:
    index = LineIndex(text)
    for offset in range(len(text) + 1):
        position = index.position(offset)
        assert index.line_start(position.line) + position.column - 1 == offset
