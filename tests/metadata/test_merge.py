"""Two records of one paper."""

from __future__ import annotations

from arxlint.metadata.merge import merge
from arxlint.metadata.paper import Paper, Version

OLD = Paper(
    "2401.00001", "Old Title", ("Ada",), (Version(1, "2024-01-02"),), 1, True, "2024-01-02",
    comment="8 pages", as_of="2024-02-01", source="old",
)  # fmt: skip
NEW = Paper(
    "2401.00001", "New Title", (), (Version(2, "2024-03-01"),), 2, False, doi="10.1/x",
    as_of="2024-04-01", source="new",
)  # fmt: skip


def test_the_newer_wins_and_gaps_are_filled_whatever_the_order() -> None:
    merged = merge(OLD, NEW)
    assert merged == merge(NEW, OLD)
    assert (merged.title, merged.authors, merged.comment, merged.doi) == (
        "New Title",
        ("Ada",),
        "8 pages",
        "10.1/x",
    )
    assert merged.other_titles == ("Old Title",)
    assert merged.versions == (Version(1, "2024-01-02"), Version(2, "2024-03-01"))
    assert (merged.latest, merged.versions_complete, merged.as_of, merged.source) == (
        2,
        False,
        "2024-04-01",
        "new",
    )


def test_a_complete_history_stays_complete_as_of_when_it_was() -> None:
    partial = NEW._replace(latest=1, versions=(Version(1),))
    merged = merge(OLD, partial)
    assert (merged.versions_complete, merged.as_of) == (True, "2024-02-01")
    assert merged.versions == (Version(1, "2024-01-02"),)


def test_latest_never_sinks() -> None:
    stale = OLD._replace(latest=3, as_of="2023-01-01")
    assert merge(stale, NEW).latest == 3
    assert not merge(stale, NEW._replace(versions_complete=True)).versions_complete


def test_a_fragment_only_fills() -> None:
    fragment = Paper(
        "2401.00001", "", abstract_words=frozenset({"cache"}), as_of="2030-01-01", source="abstracts"
    )
    merged = merge(OLD, fragment)
    assert merged == OLD._replace(abstract_words=frozenset({"cache"}))
    assert merge(fragment, OLD) == merged


def test_a_later_version_lifts_a_withdrawal() -> None:
    withdrawn = OLD._replace(withdrawn="This paper has been withdrawn")
    assert merge(withdrawn, NEW).withdrawn is None
    assert merge(withdrawn, NEW._replace(latest=1)).withdrawn == "This paper has been withdrawn"
