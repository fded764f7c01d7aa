"""Dummies in instructions are no broken identifiers; the same digits in a citation are."""

from __future__ import annotations

import pytest

from arxlint.recognise.scan import scan


@pytest.mark.parametrize(
    "text", ["Accept an id (`arxiv:1234.5678`) or a URL.", 'sources: ["arxiv:0001.0001"]']
)
def test_a_dummy_in_an_instruction_is_left_alone(text: str) -> None:
    assert scan(text).malformed == []


@pytest.mark.parametrize(
    "text", ["see arXiv:1234.5678", "badge/arXiv-1234.56789-b31b1b.svg", "`arXiv:2613.01247`"]
)
def test_in_a_citation_it_is_reported(text: str) -> None:
    assert [one.reason for one in scan(text).malformed] == ["month"]
