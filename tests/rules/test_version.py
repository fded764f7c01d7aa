"""Edge cases of the rules on versions (ARX2xx)."""

from __future__ import annotations

import pytest

from arxlint.diagnostic import Confidence
from arxlint.metadata.paper import Paper, Version
from arxlint.testing import lint
from arxlint_rules.version.conflicting_versions import ConflictingVersions
from arxlint_rules.version.dates import fits, latest_by, window
from arxlint_rules.version.mismatched_version_date import MismatchedVersionDate
from arxlint_rules.version.outdated_version import OutdatedVersion
from arxlint_rules.version.unreleased_version import UnreleasedVersion

PAPER = Paper(
    "2506.09713",
    "A First Look at Bugs in LLM Inference Engines",
    versions=(Version(1, "2025-06-11"), Version(2, "2026-01-09")),
    latest=2,
    versions_complete=True,
    submitted="2025-06-11",
    as_of="2026-08-22",
)
# Only the first and the last of four versions are known.
GAPS = PAPER._replace(
    versions=(Version(1, "2025-06-11"), Version(4, "2026-03-01")), latest=4, versions_complete=False
)


@pytest.mark.parametrize(
    ("stated", "date", "fit"),
    [
        ("2026-01", "2026-01-09", True),
        ("2026", "2026-01-09", True),
        ("2026-01-09", "2026-01-09", True),
        ("2026-01-08", "2026-01-09", True),  # a time zone behind
        ("2026-01-07", "2026-01-09", False),
        ("2026-01-14", "2026-01-09", True),  # announced after a long weekend
        ("2026-01-15", "2026-01-09", False),
        ("2026-02", "2026-01-29", True),  # announced in February
        ("2026-02", "2026-01-09", False),
        ("2025-12", "2026-01-01", True),
        ("2025", "2026-01-09", False),
        ("2025-06", "someday", True),
    ],
)
def test_dates_that_fit(stated: str, date: str, fit: bool) -> None:
    assert fits(stated, date) is fit


def test_neighbours_bound_a_version_of_unknown_date() -> None:
    assert window(PAPER, 2) == ("2026-01-09", "2026-01-09")
    assert window(GAPS, 3) == ("2025-06-11", "2026-03-01")
    assert window(PAPER._replace(versions=()), 2) == ("2025-06-11", None)


def test_what_was_out_on_a_day() -> None:
    assert latest_by(PAPER, "2026-01-08") == 1
    assert latest_by(PAPER, "2026-01-09") == 2
    assert latest_by(GAPS, "2026-02-01") == 3  # may have been
    assert latest_by(GAPS, "2025-01-01") == 1


# --- ARX201


@pytest.mark.parametrize(
    ("path", "text", "paper", "count"),
    [
        ("inbox/tom/2026-08-06-a.md", "arXiv:2506.09713v3", PAPER, 1),
        ("inbox/tom/2026-08-06-a.md", "arXiv:2506.09713v2", PAPER, 0),
        ("inbox/tom/2026-08-22-a.md", "arXiv:2506.09713v3", PAPER, 1),
        ("inbox/tom/2026-08-23-a.md", "arXiv:2506.09713v3", PAPER, 0),  # the record is older
        ("README.md", "arXiv:2506.09713v3", PAPER, 0),
        ("README.md", "arXiv:2506.09713v3", PAPER._replace(as_of="2026-12-01"), 1),
        # The date beside the version is covered by the record, whatever the age of the page.
        ("README.md", "arXiv:2506.09713v3 (2026-02)", PAPER, 1),
        ("inbox/tom/2026-08-06-a.md", "arXiv:2506.09713v5", GAPS, 0),
        ("inbox/tom/2026-08-06-a.md", "arXiv:2506.09713v3", PAPER._replace(as_of=None), 0),
    ],
)
def test_only_a_record_that_would_know_can_deny_a_version(
    path: str, text: str, paper: Paper, count: int
) -> None:
    assert len(lint([UnreleasedVersion], text, path, papers=[paper])) == count


# --- ARX202


@pytest.mark.parametrize(
    ("path", "text", "paper", "newest"),
    [
        ("README.md", "arXiv:2506.09713v1", PAPER, "v2 of 2026-01-09"),
        ("inbox/tom/2026-01-09-a.md", "arXiv:2506.09713v1", PAPER, "v2 of 2026-01-09"),
        ("inbox/tom/2026-01-08-a.md", "arXiv:2506.09713v1", PAPER, None),
        ("organized/knowledge/inference.md", "arXiv:2506.09713v1", PAPER, "v2 of 2026-01-09"),
        ("inbox/tom/2026-02-01-a.md", "arXiv:2506.09713v2", GAPS, "v3"),
        ("README.md", "arXiv:2506.09713", PAPER, None),
    ],
)
def test_newer_versions_count_if_they_were_out(
    path: str, text: str, paper: Paper, newest: str | None
) -> None:
    found = lint([OutdatedVersion], text, path, papers=[paper])
    assert [one.message.rpartition("there is ")[2] for one in found] == ([newest] if newest else [])


def test_a_withdrawal_is_no_version_to_cite() -> None:
    paper = PAPER._replace(versions=(Version(1, "2025-06-11"), Version(2, "2026-01-09", withdrawn=True)))
    (one,) = lint([OutdatedVersion], "arXiv:2506.09713v1", papers=[paper])
    assert "withdraws the paper" in one.help
    assert one.fix is None


def test_a_new_title_is_told() -> None:
    paper = PAPER._replace(
        versions=(Version(1, "2025-06-11", "Bugs, a First Look"), Version(2, "2026-01-09"))
    )
    (one,) = lint([OutdatedVersion], "arXiv:2506.09713v1", papers=[paper])
    assert "the title changed from “Bugs, a First Look”" in one.notes[1]


# --- ARX203


@pytest.mark.parametrize(
    ("text", "marked", "paper"),
    [
        ("arXiv: 2506.09713 (v2, 2025-06)", "2025-06", PAPER),
        ("arXiv: 2506.09713 (v2, 2026-01)", None, PAPER),
        ("arXiv: 2506.09713v1 (2026-01)", "2026-01", PAPER),
        ("arXiv: 2506.09713 (v3, 2025-05)", "2025-05", GAPS),
        ("arXiv: 2506.09713 (v3, 2025-12)", None, GAPS),
        ("arXiv: 2506.09713 (v3, 2026-04)", "2026-04", GAPS),
        ("arXiv: 2506.09713 (v9, 2020-01)", None, PAPER),  # ARX201's business
    ],
)
def test_dates_of_versions(text: str, marked: str | None, paper: Paper) -> None:
    found = lint([MismatchedVersionDate], text, papers=[paper])
    assert [text[one.start : one.end] for one in found] == ([marked] if marked else [])


def test_the_version_that_has_the_date_is_named() -> None:
    (one,) = lint([MismatchedVersionDate], "arXiv: 2506.09713 (v2, 2025-06)", papers=[PAPER])
    assert "2025-06-11 is the date of v1" in one.message
    assert one.help == "write `2026-01`, or, if v1 was read, write `v1`"
    assert one.confidence is Confidence.HIGH


# --- ARX204


def test_three_versions_are_one_conflict() -> None:
    text = "- arXiv:2506.09713v2\n- arXiv:2506.09713v1\n- arXiv:2506.09713v3\n- arXiv:2506.09713v1\n"
    (one,) = lint([ConflictingVersions], text)
    assert "as v1, elsewhere as v2 and v3" in one.message
    assert len(one.related) == 2


def test_shown_and_linked_version() -> None:
    assert not lint([ConflictingVersions], "[arXiv:2506.09713v1](https://arxiv.org/abs/2506.09713v2)")
