"""Withdrawn as arXiv marks it, not any comment with the word."""

from __future__ import annotations

import pytest
from tests.growth import grows_linearly

from arxlint.metadata.withdrawal import withdrawal_notice

MARKED = [
    "This paper has been withdrawn by the author due to an error in Lemma 2",
    "Withdrawn",
    "Paper withdrawn",
    "This preprint is withdrawn. Superseded by math.AG/0310032",
    "withdrawn; please refer to the combined paper chao-dyn/9904020",
    "AMSLaTeX v.1.2; This paper has been withdrawn by the author",
    "12 pages, 3 figures This paper has been withdrawn by the author(s)",
    "This submission has been withdrawn by arXiv administrators because of disputed authorship",
    "The paper in its present form has been withdrawn",
    "This article has been temporarily withdrawn",
    "arXiv admin note: This submission has been withdrawn by arXiv administrators",
    "Administratively withdrawn: duplicate of 1105.0983",
    "*withdrawn*",
]
NOT_MARKED = [
    "Withdrawn from ICML 2020",
    "12 pages, replaces the withdrawn draft hep-th/9403072",
    "This paper supersedes hep-th/9403072 which has been withdrawn",
    "An earlier version was withdrawn; this one is correct",
    "v2: Theorem 3 withdrawn",
    "v2: This paper has been withdrawn due to mistakes, v3: corrected the proofs",
    "20 pages",
    "We study withdrawn bank deposits",
    "This paper was withdrawn from the IJCAI 2025 proceedings",
    "",
]


@pytest.mark.parametrize("comment", MARKED)
def test_marked(comment: str) -> None:
    assert withdrawal_notice(comment) == comment


@pytest.mark.parametrize("comment", NOT_MARKED)
def test_not_marked(comment: str) -> None:
    assert withdrawal_notice(comment) is None


def test_an_abstract_marks_only_where_it_begins() -> None:
    assert (
        withdrawal_notice(None, "This paper has been withdrawn.\nSorry.")
        == "This paper has been withdrawn. Sorry."
    )
    assert withdrawal_notice("3 pages", "We show. This paper has been withdrawn.") is None


def test_time_is_linear() -> None:
    assert grows_linearly(
        lambda times: withdrawal_notice("withdrawn from " + "this paper , " * times + "withdraw"), 20_000
    )
