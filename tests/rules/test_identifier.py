"""Edge cases of the rules on identifiers (ARX1xx)."""

from __future__ import annotations

import pytest

from arxlint.diagnostic import Applicability, Confidence, Severity
from arxlint.metadata.paper import Paper, Version
from arxlint.testing import lint
from arxlint_rules.identifier.disguised_identifier import DisguisedIdentifier
from arxlint_rules.identifier.impossible_identifier import ImpossibleIdentifier
from arxlint_rules.identifier.limits import impossible
from arxlint_rules.identifier.link_text_mismatch import LinkTextMismatch
from arxlint_rules.identifier.malformed_identifier import MalformedIdentifier
from arxlint_rules.identifier.noncanonical_link import NoncanonicalLink
from arxlint_rules.identifier.postdated_citation import PostdatedCitation

ARCHEAD = Paper("2608.02703", "ARCHead: Activation-Metric Residual Correction", submitted="2026-08-04")
ALIBI = Paper("2608.03994", "Numerical Failure of ALiBi Under Low Precision")

# --- ARX101


@pytest.mark.parametrize(
    ("text", "marked", "says", "suggestion"),
    [
        ("arXiv:2600.01234", "2600.01234", "month is not 01 to 12", None),
        ("arXiv:0612.1234", "0612.1234", "start with April 2007", None),
        ("arXiv:1501.1234", "1501.1234", "five digits since January 2015", None),
        ("arXiv:1412.12345", "1412.12345", "four before", None),
        ("arXiv:2608.002703", "2608.002703", "five digits", "2608.02703"),
        ("arXiv:hep-xx/9901001", "hep-xx/9901001", "no such archive", None),
        ("arXiv:2024.05.01068", "2024.05.01068", "year is written with four digits", "2405.01068"),
        ("arXiv:26O8.027O3", "26O8.027O3", "a letter stands in place of a digit", "2608.02703"),
        ("arXiv:2608.02xxx", "2608.02xxx", "a placeholder", None),
    ],
)
def test_what_is_broken_and_what_was_meant(text: str, marked: str, says: str, suggestion: str | None) -> None:
    (one,) = lint([MalformedIdentifier], f"See {text} there.")
    assert f"See {text} there."[one.start : one.end] == marked
    assert says in one.message
    assert one.suggestion == suggestion
    assert (one.fix is not None) == (suggestion is not None)


def test_a_lost_digit_is_found_only_if_one_identifier_fits() -> None:
    text = "arXiv:2305.0978\n\n- arXiv:2305.09781\n"
    (one,) = lint([MalformedIdentifier], text)
    assert one.suggestion == "2305.09781"
    assert "one digit more" in one.notes[0]
    (one,) = lint([MalformedIdentifier], text + "- arXiv:2305.09782\n")
    assert one.suggestion is None
    (one,) = lint([MalformedIdentifier], "arXiv:2305.0978\n\n- arXiv:2306.09781\n")
    assert one.suggestion is None


def test_a_guess_that_cannot_exist_is_not_made() -> None:
    (one,) = lint([MalformedIdentifier], "arXiv:240399999")
    assert one.suggestion is None
    assert "fewer papers" in one.notes[0]


def test_link_broken_by_a_blank_is_mended() -> None:
    text = "https://arxiv.org/abs/ 2309.16798"
    (one,) = lint([MalformedIdentifier], text)
    assert "broken by a blank" in one.message
    assert one.fix is not None
    (edit,) = one.fix.edits
    assert text[: edit.start] + edit.text + text[edit.end :] == "https://arxiv.org/abs/2309.16798"


# --- ARX102


@pytest.mark.parametrize(
    ("identifier", "today", "possible"),
    [
        ("2612.00001", "2026-12-01", True),
        ("2701.00001", "2026-12-30", False),
        ("2701.00001", "2026-12-31", True),  # somewhere the year has begun
        ("2703.00001", "2027-02-28", True),
        ("2803.00001", "2028-02-28", False),  # a leap year
        ("2803.00001", "2028-02-29", True),
        ("2403.20332", "2026-12-01", True),
        ("2403.20333", "2026-12-01", False),
        ("0704.4003", "2026-12-01", True),
        ("0704.4004", "2026-12-01", False),
        ("hep-th/9901999", "2026-12-01", True),
    ],
)
def test_limits_of_what_can_exist(identifier: str, today: str, possible: bool) -> None:
    assert (impossible(identifier, today) is None) is possible


def test_estimated_months_are_less_certain() -> None:
    (one,) = lint([ImpossibleIdentifier], "arXiv:2610.99999", today="2026-12-01")
    assert one.confidence is Confidence.MEDIUM
    assert not lint([ImpossibleIdentifier], "arXiv:2610.45000", today="2026-12-01")
    (one,) = lint([ImpossibleIdentifier], "arXiv:2403.45678")
    assert one.confidence is Confidence.HIGH
    assert "looks like a placeholder" in one.help


def test_placeholder_tails_are_no_proof() -> None:
    assert not lint([ImpossibleIdentifier], "arXiv:2403.12345 and arXiv:2608.11111")


# --- ARX103


@pytest.mark.parametrize(
    ("text", "fixed", "safe"),
    [
        ("arXiv:２６０８.０２７０３ｖ２", "arXiv:2608.02703v2", True),
        ("号2608\u2060.02703的", "号2608.02703的", True),
        ("arXiv:2608 .02703", "arXiv:2608.02703", True),
        ("arXiv:2608.0270 3", "arXiv:2608.02703", False),
    ],
)
def test_disguises_are_taken_off(text: str, fixed: str, safe: bool) -> None:
    (one,) = lint([DisguisedIdentifier], text)
    assert one.fix is not None
    (edit,) = one.fix.edits
    assert text[: edit.start] + edit.text + text[edit.end :] == fixed
    assert one.fix.applicability is (Applicability.SAFE if safe else Applicability.UNSAFE)


def test_invisible_characters_are_named() -> None:
    (one,) = lint([DisguisedIdentifier], "arXiv:2608.\u200b02703")
    assert one.notes == ("invisible: U+200B zero width space",)


def test_encoding_is_kept_where_it_is_needed() -> None:
    assert not lint([DisguisedIdentifier], "https://export.arxiv.org/api/query?id_list=hep-th%2F9901001")


# --- ARX104


@pytest.mark.parametrize(
    "url",
    [
        "https://arxiv.org/abs/2608.02703",
        "https://arxiv.org/pdf/2608.02703v2",
        "https://arxiv.org/pdf/2608.02703v2.pdf",
        "https://arxiv.org/abs/math.GT/0309136",
        "https://export.arxiv.org/api/query?id_list=2608.02703",
        "https://info.arxiv.org/help/2608.02703",
        "https://arxiv.org.example.com/abs/2608.02703",
        "https://ar5iv.labs.arxiv.org/html/2608.02703",
        "https://www.alphaxiv.org/abs/2608.02703",
        "https://arxiv.org/abs/2608.02703?utm=1",
    ],
)
def test_links_that_are_left_alone(url: str) -> None:
    assert not lint([NoncanonicalLink], f"See <{url}> for it.")


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("http://www.arxiv.org/abs/hep-th/9901001v2", "https://arxiv.org/abs/hep-th/9901001v2"),
        ("https://xxx.lanl.gov/abs/hep-th/9901001", "https://arxiv.org/abs/hep-th/9901001"),
        ("http://cn.arxiv.org/pdf/2608.02703.pdf", "https://arxiv.org/pdf/2608.02703.pdf"),
        ("https://arxiv.org/abs/2608.02703?context=cs.CL&x=1#S2", "https://arxiv.org/abs/2608.02703?x=1#S2"),
        ("https://arxiv.org/abs/2608.02703v1.pdf?ref=blog", "https://arxiv.org/abs/2608.02703v1"),
    ],
)
def test_plain_form_of_a_link(url: str, plain: str) -> None:
    (one,) = lint([NoncanonicalLink], f"See <{url}> for it.")
    assert one.fix is not None
    assert [edit.text for edit in one.fix.edits] == [plain]
    assert one.fix.applicability is Applicability.SAFE


def test_preferred_kind_of_page_is_a_matter_of_taste() -> None:
    text = "[x](https://arxiv.org/pdf/2608.02703v2.pdf) and <https://arxiv.org/abs/2608.02703>"
    (one,) = lint([NoncanonicalLink], text, options={"link-style": "abs"})
    assert one.fix is not None
    assert one.fix.applicability is Applicability.UNSAFE
    assert one.fix.edits[0].text == "https://arxiv.org/abs/2608.02703v2"


# --- ARX105


def test_record_tells_which_side_of_a_link_is_wrong() -> None:
    text = "**ARCHead** [arXiv:2608.03994](https://arxiv.org/abs/2608.02703)"
    (one,) = lint([LinkTextMismatch], text, papers=[ARCHEAD, ALIBI])
    assert text[one.start : one.end] == "2608.03994"
    assert one.suggestion == "2608.02703"
    text = "**ARCHead** [arXiv:2608.02703](https://arxiv.org/abs/2608.03994)"
    (one,) = lint([LinkTextMismatch], text, papers=[ARCHEAD, ALIBI])
    assert text[one.start : one.end] == "2608.03994"


def test_entries_that_speak_of_several_papers_are_left_alone() -> None:
    entry = (
        "@misc{a,\n  eprint = {2608.02703},\n  url = {https://arxiv.org/abs/2608.03994},\n"
        "  note = {see https://arxiv.org/abs/2608.01247},\n}\n"
    )
    assert not lint([LinkTextMismatch], entry, "refs.bib")


# --- ARX106


def test_living_documents_queues_and_undated_pages_are_left_alone() -> None:
    for path in ("README.md", "organized/knowledge/inference.md", "work-queue.md"):
        assert not lint([PostdatedCitation], "# Notes of 2026-07-01\n\narXiv:2608.02703\n", path)


def test_only_of_a_briefing_it_is_an_error() -> None:
    (one,) = lint([PostdatedCitation], "arXiv:2608.02703\n", "inbox/tom/2026-07-01-radar.md")
    assert one.severity is Severity.ERROR
    (one,) = lint([PostdatedCitation], "arXiv:2608.02703\n", "posts/2026-07-01-news.md")
    assert one.severity is Severity.WARNING


def test_a_paper_is_reported_once_with_its_other_places() -> None:
    text = "arXiv:2608.02703 and arXiv:2608.02703v2 and https://arxiv.org/abs/2608.02703\n"
    (one,) = lint([PostdatedCitation], text, "inbox/tom/2026-07-01-radar.md")
    assert [related.message for related in one.related] == ["cited here too", "cited here too"]


def test_day_of_submission_needs_the_record() -> None:
    path, text = "inbox/tom/2026-08-02-radar.md", "ARCHead, arXiv:2608.02703\n"
    assert not lint([PostdatedCitation], text, path)
    (one,) = lint([PostdatedCitation], text, path, papers=[ARCHEAD])
    assert "it was submitted on 2026-08-04" in one.message
    assert not lint([PostdatedCitation], text, "inbox/tom/2026-08-03-radar.md", papers=[ARCHEAD])
    versions = (Version(1, "2026-08-04"),)
    assert not lint(
        [PostdatedCitation], text, path, papers=[ARCHEAD._replace(submitted=None, versions=versions)]
    )
