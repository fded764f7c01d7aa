"""Kinds of labels that real documents got wrong: what names the paper, and what does not."""

from __future__ import annotations

import pytest
from tests.growth import grows_linearly

from arxlint.config.reader import default_config
from arxlint.extract.facts import extract_facts
from arxlint.extract.model import Mention, Strength
from arxlint.text.source import Source

A, B = "2608.02703", "2607.17715"
LINK = f"[[Paper](https://arxiv.org/abs/{A})]"
PROSE = (
    "Agents call tools. They plan ahead. They learn from use. Memory matters as well. Skills are kept. "
    "Plans are revised. "
)


def mentions(text: str, path: str = "notes.md") -> list[Mention]:
    return list(extract_facts(Source(path, text), default_config().profile).mentions)


def names(text: str) -> list[str]:
    (mention,) = mentions(text)
    return [label.text for label in mention.labels]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"- (arXiv 2023.02) STB-VMM: Swin Transformer Based Motion Magnification, {LINK}\n",
         "STB-VMM: Swin Transformer Based Motion Magnification"),
        (f"(Arxiv 24.05.02) SOAR: Advancements in Aerial Imagery {LINK}\n", "SOAR: Advancements in Aerial Imagery"),
        (f"- (ICLR 2024 Oral) **Tree of Reviews for Reading** {LINK}\n", "Tree of Reviews for Reading"),
        (f"1. Which Heads Matter for Reasoning? arXiv:{A}\n", "Which Heads Matter for Reasoning?"),
        (f"[43] Jin Xie, Wei Yang, and Mike Shou. Show-o: One single transformer to unify both. arXiv:{A}\n",
         "Show-o: One single transformer to unify both"),
        (f"Shreya Shankar, Karan Patil, et al. Building guardrails for large models, 2024. arXiv:{A}\n",
         "Building guardrails for large models"),
        (f"Anonymous Authors. Contrastive rewards for reward models. arXiv preprint arXiv:{A}, 2024.\n",
         "Contrastive rewards for reward models"),
        (f"11. **DeepSeek-AI** (2024). DeepSeek-V3 Technical Report. arXiv:{A}.\n", "DeepSeek-V3 Technical Report"),
        (f"- **ReFACT: Updating Image Models by Editing the Encoder** {LINK}\n",
         "ReFACT: Updating Image Models by Editing the Encoder"),
        (
            f"| Name | Date |\n|---|---|\n| LLaVE: Large Embedding Models with\n  Contrastive Learning (Read on "
            f"[arXiv](https://arxiv.org/abs/{A})) |\n",
            "LLaVE: Large Embedding Models with\n  Contrastive Learning",
        ),
        (f"### 6.5\u3000DeepSeek-R1 (DeepSeek-AI 2025 arXiv {A})\n", "DeepSeek-R1"),
        (f"(a) **Prompt-time tool use** (ToolRL, Qian et al. 2025, arXiv:{A}) gives demos\n", "ToolRL"),
        (f"- [Volume Rendering of Neural Implicit Surfaces](https://arxiv.org/abs/{A}), Yariv et al.\n",
         "Volume Rendering of Neural Implicit Surfaces"),
        (f"- o3-mini vs DeepSeek-R1: Which One is Safer? {LINK}\n", "o3-mini vs DeepSeek-R1: Which One is Safer?"),
        (f"three paradigms of use (ReAct、ART, Paranjape 2023, arXiv:{A}) give demos\n", "ART"),
        (f"- evaluation: MLE-bench (Chan 2024, arXiv:{A}, 75 contests)\n", "MLE-bench"),
        (f"| Technique | arXiv | State |\n|---|---|---|\n| Graph of Thoughts | arXiv:{A} | done |\n", "Graph of Thoughts"),
        (f'---\ntitle: "[论文解读] SecRespond: Benchmarking Agents for Response"\narxiv_id: "{A}"\n---\n',
         "SecRespond: Benchmarking Agents for Response"),
        (f"- Xie et al. 2024 NeurIPS arXiv {A} *OSWorld: Open-Ended Tasks in Real Environments*\n",
         "OSWorld: Open-Ended Tasks in Real Environments"),
        (f"- **SmoothQuant+**, arXiv:{A}\n", "SmoothQuant+"),
        (f"- Rao hallucinations (arXiv:{B}), Rao-Wong URL verification (arXiv:{A})\n", "Rao-Wong URL verification"),
        (f"### 6.7\u3000KeepRL (Chen et al. 2025 arXiv {A})\n", "KeepRL"),
        (f"| Period | Work |\n|---|---|\n| 2023-05 | Trees of Plans (Chen et al., NeurIPS 2023, arXiv:{A}) |\n",
         "Trees of Plans"),
        (f"Plans matter. Keeper (Chen et al., ICLR 2024 (oral), arXiv {A}) keeps them.\n", "Keeper"),
        (f"**Symptom** (Demystifying KVC 2026, arXiv {A}): caches grow.\n", "Symptom"),
        (f"work on position bias: Liu et al. 2023 (Lost in the Cache, arXiv:{A})\n", "Lost in the Cache"),
        (f"- Chen et al. 2024 arXiv {A} *KeepRL: Keeping Policies with Reinforcement Learning*\n",
         "KeepRL: Keeping Policies with Reinforcement Learning"),
        (f"flips of judges (arXiv:{A}, *Beyond Recall: Caches as a Test of Judges*, Chen 2026) matter\n",
         "Beyond Recall: Caches as a Test of Judges"),
        (f'- "KeepRL: Keeping Policies Alive", arXiv:{A} (KeepRL name verified)\n',
         "KeepRL: Keeping Policies Alive"),
        (f"- keep2026 — Chen et al., CacheCite, arXiv:{A} (abstract)\n", "CacheCite"),
        (f"| Module | Idea | Source |\n|---|---|---|\n| `plan_tot` | Trees of Plans | arXiv:{A} |\n", "Trees of Plans"),
        (f"Caching Policies: A Study of Plans in Time\nJo Chen, Li Wang, Ada Byron\n3DV 2022. {LINK}\n",
         "Caching Policies: A Study of Plans in Time"),
        (f"@misc{{chen2026,\n  title={{Caching Plans}},\n  year={{2026}},\n  eprint={{{A}}},\n}}\n", "Caching Plans"),
        (f'<ul><li class="item d-flex list-group here"><div>Caching Policies in Time</div><div>Jo Chen</div>'
         f'<div>arXiv 2026. <a href="https://arxiv.org/abs/{A}" class="link">Paper</a></div></li></ul>\n',
         "Caching Policies in Time"),
        (f"- SWE-bench (2024, arXiv:{B}), 500 tasks; OSWorld (Xie 2024, arXiv:{A})\n", "OSWorld"),
    ],
)  # fmt: skip
def test_names(text: str, expected: str) -> None:
    (mention,) = [one for one in mentions(text) if one.id == A]
    assert mention.labels[0].text == expected


def test_bib_entries_shown_in_other_texts_give_title_and_authors() -> None:
    entry = f"@article{{chen,\n  author={{Chen, Jo and Wang, Li}},\n  title={{Caching Plans}},\n  journal={{arXiv:{A}}}\n}}"
    for path, text in (
        ("cite.txt", entry),
        ("README.md", f"Cite us:\n\n{entry}\n"),
        ("a.md", f"```\n{entry}\n```\n"),
    ):
        (mention,) = mentions(text, path)
        assert [label.text for label in mention.labels] == ["Caching Plans"]
        assert [claim.value for claim in mention.claims] == ["Chen, Jo and Wang, Li"]


def test_a_name_of_authors_or_of_who_wrote_it_is_kept_apart() -> None:
    assert names(f"**KeepRL** (ByteDance Seed, 2025 arXiv {A}) makes plans\n")[0] == "KeepRL"
    assert names(f"**GRPO** (KeepMath 2024, arXiv {A}) replaces the critic\n") == ["GRPO", "KeepMath"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (f"- KeepRL — Wang, Bai et al. 2024 (arXiv {A})\n", "KeepRL"),
        (f"- KeepRL (Gu et al. 2023, ICLR 2024) — arXiv {A}\n", "KeepRL"),
        (f"### KeepRL — `keep2026` (Xu et al., arXiv:{A})\n", "KeepRL"),
        (f"- **Reasoning with plans**: **KeepRL** (Qian et al. 2025 arXiv {A}) keeps them.\n", "KeepRL"),
        (f"- [arXiv: Caching Plans in Time (2024)](https://arxiv.org/abs/{A}) — a defence\n", "Caching Plans in Time"),
        (f'- "Caching Plans in Time" (CPT), [paper](https://arxiv.org/abs/{A}) (CPT verified)\n', "Caching Plans in Time"),
        (f'| yes | `arxiv.org/abs/{A}` → 200, title *"Caching Plans in Time"*. Seen |\n|---|---|\n', "Caching Plans in Time"),
        (f"- [Caching Plans in Time](https://x.org)\n  - Paper available [here](https://arxiv.org/abs/{A})\n", "Caching Plans in Time"),
        (f"### 7.4 Keep Plans but Drop Notes\n\n**arXiv {A}** reports: in late training, the teacher has almost nothing left to teach.\n", "Keep Plans but Drop Notes"),
        (f"It is a broader testbed, arXiv:{A} KeepSTS, which was considered and set aside.\n", "KeepSTS"),
        (f"| Citekey | Title |\n|---|---|\n| {A} | Caching Plans in Time (memory) |\n", "Caching Plans in Time (memory)"),
        (f"Ann Lee, Bo Chen, Cy Dow. Caching Plans for Deeper Understanding. CoRR abs/{A}.\n", "Caching Plans for Deeper Understanding"),
    ],
)  # fmt: skip
def test_names_with_their_authors_and_titles_that_are_announced(text: str, first: str) -> None:
    assert names(text)[0] == first


def test_a_name_that_somebody_proposes_is_theirs() -> None:
    text = (
        f"**Agents.** [Lin et al. (2023)](https://arxiv.org/abs/{B}) propose **KeepSage**, which plans."
        f" [Kim et al. (2023)](https://arxiv.org/abs/{A})'s approach criticises.\n"
    )
    assert all(label.text != "KeepSage" for label in mentions(text)[1].labels)


def test_a_name_in_front_of_a_bracket_is_no_author() -> None:
    text = (
        f"KeepMath (Shao et al. 2024 arXiv {A}) proposes it, and KeepR1 (Keep-AI 2025 arXiv {B}) uses it.\n"
    )
    first, second = mentions(text)
    assert [one.labels[0].text for one in (first, second)] == ["KeepMath", "KeepR1"]
    assert [claim.value for claim in first.claims if claim.kind == "authors"] == ["Shao et al"]


def test_a_title_behind_belongs_to_the_identifier_that_follows_it() -> None:
    text = f"Plans arXiv:{B} and “Caching Policies: A Study of Plans in Time” (arXiv:{A}) are kept.\n"
    first, second = mentions(text)
    assert all(label.text != "Caching Policies: A Study of Plans in Time" for label in first.labels)
    assert second.labels[0].text == "Caching Policies: A Study of Plans in Time"


def test_venues_and_months_are_claims() -> None:
    def claims(text: str) -> list[tuple[str, str]]:
        (mention,) = mentions(text)
        return [(claim.kind, claim.value) for claim in mention.claims if claim.kind in ("venue", "date")]

    assert claims(f'- "Caching Plans", Findings of EMNLP 2021, arXiv:{A}\n') == [("venue", "EMNLP 2021")]
    assert claims(f'- "Caching Plans" (CVPR\'23), arXiv:{A}\n') == [("venue", "CVPR 2023")]
    assert claims(f"- **Caching Plans**, on ICLR 2025 submissions, arXiv:{A}\n") == []
    assert claims(f'4. (Oct 2025). "Caching Plans in Time." arXiv:{A}\n') == [("date", "2025-10")]
    assert claims(f"Chen, J. (2025, May). Caching Plans in Time. arXiv:{A}\n") == [("date", "2025-05")]
    assert claims(f"Plans of agents (May 2025) are kept in arXiv:{A}\n") == []


def test_a_title_behind_a_bold_name_is_a_label_too() -> None:
    assert names(f"- **[IPT]** Pre-Trained Image Processing Transformer {LINK}\n") == [
        "IPT",
        "Pre-Trained Image Processing Transformer",
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"*Denny Zhou, Nathanael Schärli, Le Hou, …* {LINK}, 2022.3\n",
        f"3. Singh, T.P. (2022). arXiv:{A}\n",
        f"As [Hanin and Rolnick, 2018](https://arxiv.org/abs/{A}) found\n",
        f"Image: [Cruz, 2024](https://arxiv.org/abs/{A})\n",
        f"Bildquelle: [Zhang et al. (2022)](https://arxiv.org/abs/{A})\n",
        f"- ghostcite2026 — arXiv:{A}\n",
        f"**arXiv**: [{A}](https://arxiv.org/abs/{A})  \n**领域**: 多模态/VLM / 模型压缩  \n",
    ],
)
def test_what_names_nothing(text: str) -> None:
    assert [
        label for mention in mentions(text) for label in mention.labels if label.strength > Strength.WEAK
    ] == []


def test_a_name_with_colon_in_bold_and_the_rest_are_one_title() -> None:
    found = names(f"- ***LAVIE:*** Video Generation with Cascaded Latent Diffusion Models {LINK}\n")
    assert found == ["LAVIE:*** Video Generation with Cascaded Latent Diffusion Models"]


def test_prose_that_opens_in_bold_binds_only_neighbours() -> None:
    text = (
        f"**Tools.** {PROSE}As explored by [Majumder et al. (2023)](https://arxiv.org/abs/{B}) with **CLIN**, and "
        f"[Wang et al. (2024)](https://arxiv.org/abs/{A}) who propose **AWM** for workflows.\n"
    )
    assert [label.text for mention in mentions(text) for label in mention.labels] == []


def test_the_name_in_the_sentence_of_the_identifier_is_meant() -> None:
    text = f'- **PRM**: process reward (Lightman, "Let\'s Verify Step by Step"). Math-Shepherd (Wang 2023, arXiv {A}) samples.\n'
    (mention,) = mentions(text)
    assert mention.labels[0].text == "Math-Shepherd"


def test_a_clause_in_between_separates() -> None:
    text = f"**Web agents:** [Drouin](https://arxiv.org/abs/{B}) has **WorkArena**, while [Koh](https://arxiv.org/abs/{A}) waits.\n"
    assert all(label.text != "WorkArena" for label in mentions(text)[1].labels)


def test_a_quoted_title_right_behind_an_identifier_is_not_the_next_ones() -> None:
    text = f'Positioning against others (arXiv {B} "Code as Agent Harness", arXiv {A} 98.4% finding).\n'
    _, second = mentions(text)
    assert [label.text for label in second.labels if label.strength > Strength.WEAK] == []


@pytest.mark.parametrize(
    "text",
    [
        f"*Denny Zhou, Nathanael Schärli, Le Hou, …* {LINK}, 2022.3\n",
        f"R. Yao et al. Drfuse: Shared fusion for sleep staging. arXiv / conference (2024), 2024. arXiv:{A}.\n",
    ],
)
def test_authors_are_claims(text: str) -> None:
    (mention,) = mentions(text)
    assert [claim.value for claim in mention.claims if claim.kind == "authors"]


def test_a_title_with_by_is_no_author() -> None:
    (mention,) = mentions(
        f"- **Fast-dLLM: Acceleration by Enabling KV Cache and Parallel Decoding** {LINK}\n"
    )
    assert [claim for claim in mention.claims if claim.kind == "authors"] == []


def test_the_reading_of_names_does_not_backtrack() -> None:
    from arxlint_rules.label.mismatched_author import _are_names

    assert _are_names("van der Aalst, W.M.P. and N. Shazeer et al.")
    assert grows_linearly(lambda times: _are_names("ABCDEFGHIJKLMNOPQRSTUVWXYZ" * times + "!"), 40)


@pytest.mark.parametrize(
    "text",
    [
        f"- Dai et al. 2024, arXiv {A}\n",
        f"| Name | Paper |\n|---|---|\n| **KeepRL** | Dai et al., AAAI 2019, arXiv {A} |\n",
        f"### KeepRL — `keep` (Dai et al., arXiv:{A})\n",
        f"<ul><li>richer</li><li>Dai et al. 2024, arXiv {A}</li></ul>\n",
    ],
)
def test_authors_right_before_an_identifier_are_claims(text: str) -> None:
    (mention,) = mentions(text, "notes.html" if text.startswith("<") else "notes.md")
    assert [claim.value for claim in mention.claims if claim.kind == "authors"] == ["Dai et al"]


@pytest.mark.parametrize(
    "text",
    [
        f"- **KeepRL** — Wang, Bai et al. 2024 (arXiv {A})\n",  # one person or two
        f"- Keep and Drop 2024, arXiv {A}\n",
        f"- Dai et al. 2024 keep plans in a cache that grows, arXiv {A}\n",
    ],
)
def test_what_may_be_no_author_is_no_signature(text: str) -> None:
    (mention,) = mentions(text)
    assert "Bai et al" not in [claim.value for claim in mention.claims if claim.kind == "authors"]
    assert not [claim for claim in mention.claims if claim.value.startswith(("Keep", "Dai"))]


def test_signatures_cost_no_more_than_the_text_is_long() -> None:
    assert grows_linearly(lambda size: mentions("- " + "Ab et al, " * size + f"arXiv {A}\n"), 2000)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (f"- Keep-AI 2025 arXiv {A} *KeepSeek-R1* (rules and rewards)\n", "KeepSeek-R1"),
        (f"- **Keep Team** (2025). Keep3 Technical Report. arXiv:{A}.\n", "Keep3 Technical Report"),
        (f"- **Anchors — select what to feed back.** *Less Context, Better Agents* (arXiv:{A}) says so\n",
         "Less Context, Better Agents"),
        (f"- It is known. KeepBench (Chan 2024-10, arXiv:{A}, 75 tasks) is harder.\n", "KeepBench"),
    ],
)  # fmt: skip
def test_names_beside_organisations_and_remarks(text: str, first: str) -> None:
    assert names(text)[0] == first


def test_an_abbreviation_of_authors_ends_no_sentence() -> None:
    text = (
        f"- **Tests**: **KeepBench** (Yao et al. 2024 arXiv {B}, calls), **KeepWorld** (Xie et al. NeurIPS 2024"
        f" arXiv {A}, clicks) and more\n"
    )
    assert [one.labels[0].text for one in mentions(text)] == ["KeepBench", "KeepWorld"]


def test_a_name_stands_before_what_it_is_short_for() -> None:
    assert names(f"- Missing: Keep-to-Keep (K2K, arXiv:{A}, Oct 2025) does the same\n") == [
        "Keep-to-Keep",
        "K2K",
    ]
    assert names(f"- Missing: Hold-to-Hold (K2K, arXiv:{A}, Oct 2025) does the same\n") == ["K2K"]


def test_a_remark_in_emphasis_is_no_title_of_its_own() -> None:
    # The bold name is the entry's; what is stressed before the bracket is none.
    assert names(f"- **KeepRL**: plans with *fewer calls* (arXiv {A})\n")[0] == "KeepRL"
