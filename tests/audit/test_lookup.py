"""A paper is found by what people type."""

from __future__ import annotations

import pytest

from arxlint.audit.lookup import find, identifier_in
from arxlint.audit.showing import show_candidates
from arxlint.config.profile import DEFAULT_PROFILE
from arxlint.extract.model import Facts, Label, LabelKind, Mention, Strength
from arxlint.index.memory import MemoryLedger
from arxlint.report.style import painter


def cite(identifier: str, name: str, start: int = 0) -> Mention:
    label = Label(name, LabelKind.NICKNAME, Strength.STRONG, start, start + len(name), "before")
    return Mention(
        identifier, None, start, start + 10, start + 10, identifier, "bare", "", identifier, start,
        "paragraph", 0, -1, (label,),
    )  # fmt: skip


FACTS = [
    Facts("a.md", (cite("2608.14192", "C²KV"), cite("2608.00001", "LaCache", 40)), instance="tom"),
    Facts("b.md", (cite("2607.17715", "C$^2$KV"), cite("2607.17715", "C2KV", 40)), instance="jay"),
]
LEDGER = MemoryLedger(FACTS, ("a.md", "b.md"), DEFAULT_PROFILE)


@pytest.mark.parametrize(
    ("query", "identifier"),
    [
        ("2607.17715", "2607.17715"),
        ("arXiv:2607.17715v2", "2607.17715"),
        ("https://arxiv.org/pdf/2607.17715v1.pdf", "2607.17715"),
        ("hep-th/9901001", "hep-th/9901001"),
        ("LaCache", None),
        ("C²KV beats 2607.17715", None),
    ],
)
def test_identifiers(query: str, identifier: str | None) -> None:
    assert identifier_in(query) == identifier


def test_one_name_of_two_papers_is_ambiguous() -> None:
    found = find("c2kv", LEDGER, None)
    assert [(one.id, one.places, one.instances) for one in found.papers] == [
        ("2607.17715", 2, ("jay",)),
        ("2608.14192", 1, ("tom",)),
    ]
    text = "".join(show_candidates("c2kv", found, painter(False), 100))
    assert "“c2kv” is 2 papers" in text
    assert "in 2 places by jay" in text


def test_one_name_of_one_paper() -> None:
    assert [one.id for one in find("lacache", LEDGER, None).papers] == ["2608.00001"]


def test_near_names() -> None:
    found = find("LaCashe", LEDGER, None)
    assert found.papers == ()
    assert [one.id for one in found.near] == ["2608.00001"]
    assert find("entirely different", LEDGER, None) == ((), ())
    assert find("***", LEDGER, None) == ((), ())
