"""What paths mean."""

from __future__ import annotations

import pytest

from arxlint.config.profile import DEFAULT_PROFILE, PathMeaning, Profile, iso_date, pattern_source


@pytest.mark.parametrize(
    ("path", "meaning"),
    [
        ("inbox/jay/2026-08-06-1050-filter.md", PathMeaning("briefing", "jay", "2026-08-06")),
        ("inbox/tom/20260806-radar.md", PathMeaning("briefing", "tom", "2026-08-06")),
        ("inbox/tom/2026-08-06.md", PathMeaning("briefing", "tom", "2026-08-06")),
        ("inbox/2026-08-06-radar.md", PathMeaning("briefing", "", "2026-08-06")),
        ("kb/inbox/tom/2026-08-06-radar.md", PathMeaning("briefing", "tom", "2026-08-06", base="kb/")),
        ("paper_cards/764-2608-02703.md", PathMeaning("card", "", "", "764", "2608.02703")),
        ("organized/knowledge/inference.md", PathMeaning("living")),
        ("work-queue.md", PathMeaning("queue")),
        ("docs/2026-08-17/a.md", PathMeaning(date="2026-08-17")),
        ("notes/2026_08_17 a.md", PathMeaning(date="2026-08-17")),
        ("inbox/tom/2026-02-30-radar.md", PathMeaning()),
        ("inbox/tom/deep/2026-08-06-radar.md", PathMeaning(date="2026-08-06")),
        ("not_paper_cards/764-2608-02703.md", PathMeaning()),
        ("paper_cards/764-2613-02703.md", PathMeaning("card", "", "", "764", "2613.02703")),
        ("README.md", PathMeaning()),
        ("hash-4202608061.md", PathMeaning()),
    ],
)
def test_default_patterns(path: str, meaning: PathMeaning) -> None:
    assert DEFAULT_PROFILE.meaning(path) == meaning
    assert DEFAULT_PROFILE.classify(path) == (meaning.kind, meaning.instance, meaning.date)


def test_own_patterns() -> None:
    profile = Profile.of(
        {
            "briefings": ("notes/{instance}/{date}/{instance}-{rest}.md",),
            "cards": ("c+/{yymm}.{sequence}.md",),
        }
    )
    assert profile.classify("notes/ann/2026-08-06/ann-radar.md") == ("briefing", "ann", "2026-08-06")
    assert profile.classify("notes/ann/2026-08-06/bob-radar.md")[0] == ""
    assert profile.meaning("c+/2608.02703.md").paper == "2608.02703"


def test_unknown_placeholder() -> None:
    with pytest.raises(ValueError, match="nummer"):
        pattern_source("{nummer}.md")


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2026-08-06", "2026-08-06"),
        ("20240229", "2024-02-29"),
        ("20250229", ""),
        ("2026-13-01", ""),
        ("2026-00-10", ""),
        ("2026-8-6", ""),
    ],
)
def test_iso_date(written: str, date: str) -> None:
    assert iso_date(written) == date


def test_one_line_says_what_was_recognised() -> None:
    paths = ["inbox/tom/2026-08-06-a.md", "inbox/jay/2026-08-09-b.md", "paper_cards/1-2608-02703.md",
             "organized/knowledge/kv.md", "work-queue.md", "README.md"]  # fmt: skip
    assert DEFAULT_PROFILE.describe(paths) == (
        "knowledge base: 2 briefings by 2 instances (jay, tom), 2026-08-06 to 2026-08-09; "
        "1 paper card; 1 living document; 1 work queue"
    )
    assert DEFAULT_PROFILE.describe(["README.md"]) == ""
