"""Which lists and tables enumerate papers, what they are called, and which counts speak of them."""

from __future__ import annotations

import pytest
from tests.growth import grows_linearly

from arxlint.config.profile import DEFAULT_PROFILE
from arxlint.document.parse import parse
from arxlint.extract.listings import read_listings
from arxlint.extract.mentions import extract_mentions
from arxlint.extract.model import CountClaim, Listing

A, B, C = "2608.02703", "2608.01247", "2607.27042"
LIST = f"- {A} ARCHead\n- {B} RestoreKV\n"


def read(text: str) -> tuple[tuple[Listing, ...], tuple[CountClaim, ...]]:
    document = parse(text, "inbox/tom/2026-08-06-radar.md")
    return read_listings(document, extract_mentions(document).mentions, DEFAULT_PROFILE)


def papers(text: str, listing: Listing) -> list[str]:
    mentions = extract_mentions(parse(text, "a.md")).mentions
    return [mentions[entry.mentions[0]].id if entry.mentions else "" for entry in listing.entries]


@pytest.mark.parametrize(
    ("intro", "role"),
    [
        ("🆕 净增 7 件:", "new"),
        ("## 新增论文", "new"),
        ("### New papers this week", "new"),
        ("**New** (7):", "new"),
        ("New, 2026-08-06:", "new"),
        ("本日新增以下论文:", "new"),
        ("🔄 沿用(活文档 Aug 5 基线已立,本棒交叉印证):", "carried-over"),
        ("## Carried over from Monday", "carried-over"),
        ("净增 7 件(另沿用 3 件见下):", "new"),
        ("净增与沿用:", ""),
        ("非新增:", ""),
        ("not newly added:", ""),
        ("## New approaches to KV caching", ""),
        ("## Known issues", ""),
        ("## Related work", ""),
    ],
)
def test_roles(intro: str, role: str) -> None:
    (listing,), _ = read(f"{intro}\n\n{LIST}")
    assert listing.role == role


@pytest.mark.parametrize(
    "text",
    [
        f"- {A} ARCHead\n- [RestoreKV](https://arxiv.org/abs/{B})\n",
        f"1. **ARCHead** (arXiv:{A}): smaller heads\n2. RestoreKV — arXiv:{B}\n",
        f"- [ ] arXiv:{A}\n- [x] [[{B}|RestoreKV]]\n",
        f"> - {A}\n> - {B}\n",
        f"| # | arXiv | note |\n|---|---|---|\n| 1 | {A} | unlike {C} |\n| 2 | {B} | |\n",
        f"| 论文 | arXiv 号 |\n|---|---|\n| ARCHead | {A} |\n| RestoreKV | {B} |\n",
        f"{A} | x\n-|-\n{A} | ARCHead\n{B} | RestoreKV\n",
    ],
)
def test_what_enumerates_papers(text: str) -> None:
    (listing,), _ = read(text)
    assert papers(text, listing) == [A, B]
    assert text[listing.start : listing.end].strip()


@pytest.mark.parametrize(
    "text",
    [
        f"- The head is smaller ({A}).\n- It is no slower, says {A}.\n",
        f"| model | paper |\n|---|---|\n| L-7B | {A} |\n| L-13B | {A} |\n",
        f"| 矛盾 | 来源 |\n|---|---|\n| ALiBi 来自 arXiv:{A} 的实验 | x |\n| 其他 | y |\n",
        f"- `https://arxiv.org/abs/{A}`\n- `https://arxiv.org/pdf/{A}`\n",
        f"Text about {A}.\n",
        "- one\n- two\n",
    ],
)
def test_what_does_not(text: str) -> None:
    assert read(text) == ((), ())


def test_a_column_of_states_splits_a_table() -> None:
    text = f"| arXiv | 状态 |\n|---|---|\n| {A} | 🆕 净增 |\n| {B} | 沿用 |\n| {C} | 净增 |\n"
    listings, _ = read(text)
    assert [(one.role, papers(text, one)) for one in listings] == [("new", [A, C]), ("carried-over", [B])]


def test_tables_and_captions_run_together_are_told_apart() -> None:
    text = (
        f"| # | 项 |\n|---|---|\n| 1 | ALiBi |\n四、列表\n🆕 净增 2 件:\n| arXiv 号 | 论文 |\n|---|---|\n"
        f"| {A} | ARCHead |\n| {B} | RestoreKV |\n🔄 沿用:\n- {C}(GPTQ-2D) — 与 {A} 同向\n"
    )
    listings, counts = read(text)
    assert [(one.role, one.kind, papers(text, one)) for one in listings] == [
        ("new", "table", [A, B]),
        ("carried-over", "list", [C]),
    ]
    assert [(count.value, count.listing) for count in counts] == [(2, 0)]


def test_role_of_a_nested_list_is_its_items_or_its_sections() -> None:
    text = f"## 净增\n\n- KV:\n  - {A}\n- 沿用:\n  - {B}\n\n## 其他\n\n- {C}\n"
    listings, _ = read(text)
    assert [(one.role, papers(text, one)) for one in listings] == [
        ("new", [A]),
        ("carried-over", [B]),
        ("", [C]),
    ]


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        (f"🆕 净增 7 件:\n\n{LIST}", 7, "7 件"),
        (f"**7 件净增**\n\n{LIST}", 7, "7 件"),
        (f"- 7 件净增:\n  - {A}\n  - {B}\n", 7, "7 件"),
        (f"## 净增两篇论文\n\n{LIST}", 2, "两篇论文"),
        (f"## 净增十二篇\n\n{LIST}", 12, "十二篇"),
        (f"## Five new papers\n\nText.\n\n{LIST}", 5, "Five new papers"),
        (f"## Top 5\n\n{LIST}", 5, "Top 5"),
        (f"## New papers (7)\n\n{LIST}", 7, "7"),
        (f"净增 6 件(邻接 4 件):\n\n{LIST}", 6, "6 件"),
        (f"- 涉及 arXiv 号: 7 件净增\n\nText.\n\n## 净增\n\n{LIST}", 7, "7 件"),
        (f"## 净增\n\n### KV\n\n- {A}\n\n### RL\n\n- {B}\n\n共净增 3 件。\n", 3, "3 件"),
    ],
)
def test_counts_that_bind(text: str, value: int, shown: str) -> None:
    listings, counts = read(text)
    assert [(count.value, text[count.start : count.end]) for count in counts] == [(value, shown)]
    assert {papers(text, listings[counts[0].listing])[0]} == {A}


@pytest.mark.parametrize(
    "line",
    [
        "5 条主线(邻接 4 条)",
        "第 7 件集群",
        "约 10 篇:",
        "10 余篇:",
        "10+ papers:",
        "3-5 篇:",
        "one of 12 papers:",
        "Papers from 2026:",
        "每日 5 篇:",
        "KV 7 件套:",
        "top 5 accuracy:",
        "本周累计 20 篇:",
        "a paper:",
        "其中 3 篇:",
        "邻接 4 件:",
    ],
)
def test_counts_that_do_not(line: str) -> None:
    assert read(f"{line}\n\n{LIST}")[1] == ()


def test_a_count_over_lists_of_other_roles_is_not_bound() -> None:
    text = f"净增 2 件,沿用 1 件\n\n净增:\n\n{LIST}\n沿用:\n\n- {C}\n"
    listings, counts = read(text)
    assert [(count.value, listings[count.listing].role) for count in counts] == [
        (2, "new"),
        (1, "carried-over"),
    ]


def test_a_heading_may_count_only_the_list_right_below_it() -> None:
    text = f"## New papers (2)\n\n{LIST}\nText.\n\n- {C}\n"
    listings, (count,) = read(text)
    assert papers(text, listings[count.listing]) == [A, B]


def test_a_hostile_document_takes_linear_time() -> None:
    def work(size: int) -> None:
        text = "".join(f"净增 7 件:\n\n- {A}\n- {B}\n\n" for _ in range(size))
        document = parse(text, "a.md")
        read_listings(document, extract_mentions(document).mentions, DEFAULT_PROFILE)

    assert grows_linearly(work, 150)
