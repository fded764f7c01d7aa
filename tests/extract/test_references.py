"""Paths of cards, briefings and living documents, and what they are said of."""

from __future__ import annotations

import pytest

from arxlint.config.profile import DEFAULT_PROFILE
from arxlint.document.parse import parse
from arxlint.extract.mentions import extract_mentions
from arxlint.extract.references import read_references
from arxlint.paths import resolutions

A, B = "2608.02703", "2608.01247"
CARD = "paper_cards/764-2608-02703.md"


def read(text: str, path: str = "inbox/tom/2026-08-06-radar.md") -> list[tuple[object, ...]]:
    document = parse(text, path)
    mentions = extract_mentions(document).mentions
    found = read_references(document, mentions, DEFAULT_PROFILE, path)
    for one in found:
        assert text[one.start : one.end] == one.path
    return [
        (one.kind, one.path, one.version, one.pending, [mentions[index].id for index in one.beside])
        for one in found
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"起点{CARD}→ ARCHead", ("card", CARD, "", False, [])),
        (f"arXiv: {A},卡片 {CARD}", ("card", CARD, "", False, [A])),
        (f"{B}(RestoreKV,恢复式)→ {CARD}", ("card", CARD, "", False, [B])),
        (f"{B} 与 {CARD} 互补", ("card", CARD, "", False, [])),
        (f"来源: {CARD}\narXiv: {B}", ("card", CARD, "", False, [B])),
        (f"来源: {CARD}\n要点: {B}", ("card", CARD, "", False, [])),
        (f"{CARD}(待建)", ("card", CARD, "", True, [])),
        (f"{A} paper_cards/(待建)", ("card", "paper_cards/", "", True, [A])),
        (f"- {A} ARCHead, card: TBD", ("card", "card", "", True, [A])),
        ("基线: organized/knowledge/inference.md v46(2026-08-05)",
         ("living", "organized/knowledge/inference.md", "46", False, [])),
        ("基线: `inference.md` v46", ("living", "inference.md", "46", False, [])),
        ("#19002inbox/jay/2026-08-06-a.md→ x", ("briefing", "inbox/jay/2026-08-06-a.md", "", False, [])),
        ("见 [雷达](../jay/2026-08-06-a.md#top)", ("briefing", "../jay/2026-08-06-a.md", "", False, [])),
        ("[[2026-08-06-a|雷达]]", ("briefing", "2026-08-06-a", "", False, [])),
        ("work-queue.md→ Top 15", ("file", "work-queue.md", "", False, [])),
    ],
)  # fmt: skip
def test_one_reference(text: str, expected: tuple[object, ...]) -> None:
    assert read(text + "\n") == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "[[an idea]] and [[Some Topic|alias]]",
        "https://example.org/inference.md and [x](https://example.org/a.md)",
        "```\ninbox/jay/2026-08-06-a.md\n```",
        "<!-- inbox/jay/2026-08-06-a.md -->",
        "README.md is a file",
        "inbox/jay/ 与其他",
    ],
)
def test_none(text: str) -> None:
    assert read(text + "\n") == []


def test_words_run_together() -> None:
    text = f"#19002inbox/jay/2026-08-06-a.md→ X;Yinbox/spark/2026-08-06-b.md→ Z{CARD}→ 已建卡\n"
    assert [one[1] for one in read(text)] == [
        "inbox/jay/2026-08-06-a.md",
        "inbox/spark/2026-08-06-b.md",
        CARD,
    ]


def test_what_a_path_may_mean() -> None:
    def first(written: str, path: str) -> list[str]:
        return list(resolutions(written, path, DEFAULT_PROFILE))

    assert first("inbox/a/x.md", "kb/inbox/tom/2026-08-06-r.md")[0] == "kb/inbox/a/x.md"
    assert first("../jay/x.md", "inbox/tom/2026-08-06-r.md") == ["inbox/jay/x.md"]
    assert "organized/knowledge/inference.md" in first("inference.md", "inbox/tom/2026-08-06-r.md")
    assert "inbox/tom/2026-08-05-r.md" in first("2026-08-05-r", "inbox/tom/2026-08-06-r.md")
    assert first("../../../../x.md", "a/b.md") == ["x.md"]
