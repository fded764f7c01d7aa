"""Edge cases of the rules on records (ARX4xx, ARX6xx) and on history (ARX510)."""

from __future__ import annotations

import pytest

from arxlint.diagnostic import Severity
from arxlint.metadata.paper import Paper, Version
from arxlint.testing import lint
from arxlint_rules.history.changed_identifier import ChangedIdentifier
from arxlint_rules.record.published_elsewhere import PublishedElsewhere
from arxlint_rules.record.ungrounded_figure import UngroundedFigure
from arxlint_rules.record.unknown_paper import UnknownPaper
from arxlint_rules.record.withdrawn_paper import WithdrawnPaper

C2KV = Paper("2607.17715", "C²KV: Compressed and Composable KV Cache Reuse for Efficient LLM Inference")
BUGS = Paper("2506.09713", "A First Look at Bugs in LLM Inference Engines")


# --- ARX401


def test_the_name_tells_what_was_meant() -> None:
    (one,) = lint([UnknownPaper], "- C²KV, arXiv:2608.14192\n", papers=[C2KV], absent=["2608.14192"])
    assert one.suggestion == "2607.17715"
    assert "the name beside it is that of 2607.17715" in one.help


def test_a_month_that_lasts_is_no_proof_against_a_later_page() -> None:
    # The word is of 2026-12-01; the paper of this very month may be submitted the day after.
    text = "arXiv:2612.00777\n"
    assert lint([UnknownPaper], text, absent=["2612.00777"], today="2026-12-01")
    assert not lint([UnknownPaper], text, absent=["2612.00777"], today="2026-12-09")
    assert not lint(
        [UnknownPaper], text, "inbox/tom/2026-12-05-a.md", absent=["2612.00777"], today="2026-12-09"
    )


def test_plain_numbers_that_are_no_paper_are_no_identifiers() -> None:
    assert not lint([UnknownPaper], "The count rose to 2608.14192 in the end.\n", absent=["2608.14192"])


def test_unverified_is_not_absent() -> None:
    assert not lint([UnknownPaper], "arXiv:2608.14192\n", papers=[C2KV])


# --- ARX402


def test_an_older_document_is_not_to_blame() -> None:
    paper = BUGS._replace(
        withdrawn="withdrawn: wrong data",
        versions=(Version(1, "2025-06-11"), Version(2, "2026-01-09", withdrawn=True)),
    )
    (one,) = lint([WithdrawnPaper], "arXiv:2506.09713\n", "inbox/tom/2025-12-01-a.md", papers=[paper])
    assert one.severity is Severity.NOTE
    (one,) = lint([WithdrawnPaper], "arXiv:2506.09713\n", "inbox/tom/2026-02-01-a.md", papers=[paper])
    assert one.severity is Severity.WARNING
    assert "since 2026-01-09" in one.message
    assert any("wrong data" in note for note in one.notes)


# --- ARX403


@pytest.mark.parametrize(
    ("path", "reference", "count"),
    [
        ("refs.md", "ACM TOSEM (2026)", 1),
        ("inbox/tom/2026-08-01-a.md", "ACM TOSEM (2026)", 0),
        ("inbox/tom/2027-08-01-a.md", "ACM TOSEM (2026)", 1),
        ("inbox/tom/2027-08-01-a.md", "ACM TOSEM", 0),
        ("organized/knowledge/inference.md", "ACM TOSEM", 1),
    ],
)
def test_a_briefing_is_of_its_day(path: str, reference: str, count: int) -> None:
    paper = BUGS._replace(journal_ref=reference)
    assert len(lint([PublishedElsewhere], "arXiv:2506.09713\n", path, papers=[paper])) == count


# --- ARX601


@pytest.mark.parametrize(
    ("figure", "words", "grounded"),
    [
        ("13.5%", "13.5", True),
        ("13.50%", "13.5", True),
        ("3.5×", "3.5x", True),
        ("3.5 倍", "3.5x", True),
        ("2x", "twice", True),
        ("50%", "half", True),
        ("13.5%", "13", False),
        ("3×", "3.5x", False),
    ],
)
def test_figures_in_the_abstract(figure: str, words: str, grounded: bool) -> None:
    paper = BUGS._replace(abstract_words=frozenset(words.split()))
    found = lint([UngroundedFigure], f"Bugs (arXiv:2506.09713) fall by {figure} here.\n", papers=[paper])
    assert (not found) is grounded


# --- ARX510


def test_a_repair_is_a_note_and_tells_where_else_to_look() -> None:
    (one,) = lint(
        [ChangedIdentifier],
        "- C²KV, arXiv:2607.17715\n",
        before="- C²KV, arXiv:2608.14192\n",
        papers=[C2KV],
        files=[("other.md", "- C²KV, arXiv:2608.14192\n")],
    )
    assert one.severity is Severity.NOTE
    assert "2608.14192 still stands in other.md" in one.notes


def test_a_break_is_a_warning() -> None:
    (one,) = lint(
        [ChangedIdentifier],
        "- C²KV, arXiv:2506.09713\n",
        before="- C²KV, arXiv:2607.17715\n",
        papers=[C2KV, BUGS],
    )
    assert one.severity is Severity.WARNING
    assert "from 2607.17715 to 2506.09713" in one.message


def test_moved_and_added_entries_are_no_change() -> None:
    before = "- C²KV, arXiv:2607.17715\n- RestoreKV, arXiv:2608.01247\n"
    after = "- RestoreKV, arXiv:2608.01247\n- ARCHead, arXiv:2608.02703\n\n- C²KV, arXiv:2607.17715\n"
    assert not lint([ChangedIdentifier], after, before=before)
