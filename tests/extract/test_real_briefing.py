"""What a real briefing, flattened by its exporter, says about lists, counts, cards, sources and dates."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxlint.config.profile import DEFAULT_PROFILE
from arxlint.extract.facts import extract_facts
from arxlint.extract.model import Facts
from arxlint.text.source import Source

PATH = "inbox/tom/2026-08-06-2220-inference-e1prep.md"


@pytest.fixture(scope="module")
def text(shared_data: Path) -> str:
    (briefing,) = (shared_data.parent / "seeds").glob("004_*.txt")
    return briefing.read_bytes().decode("utf-8")


@pytest.fixture(scope="module")
def facts(text: str) -> Facts:
    return extract_facts(Source(PATH, text), DEFAULT_PROFILE)


def test_two_lists_with_their_roles(facts: Facts) -> None:
    listed = [
        (one.role, one.kind, [facts.mentions[entry.mentions[0]].id for entry in one.entries])
        for one in facts.listings
    ]
    assert listed == [
        ("new", "table", ["2506.09713", "2608.02703", "2608.01247", "2608.03994", "2607.00482", "2607.27042",
                          "2506.09713"]),
        ("carried-over", "list", ["2608.00902", "2607.26475", "2608.01718", "2608.01326", "2607.27042",
                                  "2608.01975", "2603.20397"]),
    ]  # fmt: skip


def test_the_count_is_bound_twice_and_adjacent_increments_are_not(facts: Facts, text: str) -> None:
    assert [(one.value, one.listing, text[one.start : one.end]) for one in facts.counts] == [
        (7, 0, "7 件"),
        (7, 0, "7 件"),
    ]


def test_cards_and_what_they_stand_beside(facts: Facts) -> None:
    cards = [one for one in facts.references if one.kind == "card"]
    beside = [(one.path, [facts.mentions[index].id for index in one.beside]) for one in cards if one.beside]
    assert beside == [
        ("paper_cards/764-2608-02703.md", ["2608.02703"]),
        ("paper_cards/", ["2608.03994"]),
        ("paper_cards/759-2607-00482.md", ["2607.00482"]),
        ("paper_cards/765-2608-01247.md", ["2608.01247"]),
    ]
    assert [one.path for one in cards if one.pending] == ["paper_cards/"]
    assert len({one.number for one in cards if one.number}) == 7


def test_sources_and_baseline(facts: Facts, text: str) -> None:
    for one in facts.references:
        assert text[one.start : one.end] == one.path
    sources = {one.path for one in facts.references if one.kind == "briefing"}
    assert sources == {
        "inbox/jay/2026-08-06-1050-engineering-filter-inference-engine-production.md",
        "inbox/jay/2026-08-06-ai-inference-memory-trending.md",
        "inbox/jay/2026-08-06-jay-engineering-filter.md",
        "inbox/spark/2026-08-06-llm-infra-e1prep.md",
        "inbox/tom/2026-08-05-inference-e1prep.md",
        "inbox/tom/2026-08-06-0840-radar.md",
        "inbox/tom/2026-08-06-0850-rag-e1prep.md",
    }
    living = [(one.path, one.version) for one in facts.references if one.kind == "living"]
    assert living == [("organized/knowledge/inference.md", "46")]


def test_all_dates_agree(facts: Facts) -> None:
    assert [(one.where, one.date) for one in facts.dates] == [
        ("name", "2026-08-06"),
        ("heading", "2026-08-06"),
        ("footer", "2026-08-06"),
    ]
