from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import grows_linearly

from arxlint.match.normalise import fold, head, name_key, words


@pytest.mark.parametrize(
    "group",
    [
        ("C$^2$KV", "C²KV", "C<sup>2</sup>KV", "C^2KV", "C$^{2}$KV", "**C²KV**", "C2KV", "Ｃ²ＫＶ"),
        ("SD$^2$", "SD2", "SD²"),
        ("M$^3$IT", "M³IT", "M3IT"),
        ("PixArt-$α$", "PixArt-α", "PixArt-alpha", r"PixArt-$\alpha$", "PIXART-Α", "PixArt–α"),
        (r"Erd\H{o}s", "Erdős", "Erdos", "ERDŐS", "Erdo\u030bs"),
        (r"G\"odel", r"G\"{o}del", "Gödel", "Godel", r"G{\"o}del", "G&ouml;del"),
        (r"S\o ren", "Søren", r"S{\o}ren", "Soren"),
        (r"\emph{Attention} is {A}ll you need", "Attention Is All You Need", "“Attention is all you need”"),
        ("KV-Cache", "KV cache", "KVCache", "KV‑Cache", "KV—cache"),
        ("R&D", r"R\&D", "R&amp;D", "R and D"),
        (r"$\mathcal{N}=4$ SYM", "𝒩=4 SYM", "N=4 SYM", "N = 4 SYM"),
        (r"CO$_2$", "CO₂", "CO<sub>2</sub>", "CO2"),
        ("don't", "don’t", "dont"),
        ("Foo\u200bBar", "FooBar", "Foo\u00adBar"),
        ("wav2vec 2.0", "Wav2Vec2.0"),
        (r"$p\bar{p}$", "pp̄", "pp"),
        ("DALL·E", "DALL-E", "DALLE"),
        (r"$\sigma_8$", "σ8", "σ₈", "sigma 8"),
    ],
)
def test_one_name_in_many_forms(group: tuple[str, ...]) -> None:
    assert {fold(form) for form in group} == {fold(group[0])}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Qwen2", "Qwen2.5"),
        ("Qwen2", "Qwen25"),
        ("SAM-Med2D", "SAM-Med3D"),
        ("LP", "LP++"),
        ("LP+", "LP++"),
        ("C", "C#"),
        ("CaloFlow", "CaloFlow II"),
        ("CaloFlow II", "CaloFlow 2"),
        ("Llama-2 7B", "Llama 27B"),
        ("GPT-4", "GPT-40"),
        ("GPT-4", "GPT-4o"),
        ("R1", "R1-Zero"),
    ],
)
def test_names_that_differ_stay_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)
    assert name_key(one) != name_key(other)


def test_words() -> None:
    assert words("C$^2$KV: Compressed and Composable") == ["c2kv", "compressed", "and", "composable"]
    assert words("号2608.02703的KV缓存") == ["号", "2608.02703", "的", "kv", "缓存"]
    assert words("LP++ + C#, #tag.") == ["lp++", "c#", "tag"]
    assert words("東京ガス株式会社") == ["東京ガス株式会社"]
    assert words("") == words(" — ") == []


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("C$^2$KV: Compressed and Composable", "C$^2$KV"),
        ("RETAIN — LLM 推理引擎 Bug 分类学", "RETAIN"),
        ("GPT-4 - a report", "GPT-4"),
        ("SAM 2: Segment Anything", "SAM 2"),
        ("论文：内容", "论文"),
        ("Foo -- bar", "Foo"),
        ("State-of-the-art methods", None),
        ("GPT-4 Technical--Report", "GPT-4 Technical"),
        ("T5X—a tool", "T5X"),
        ("Mixing at 1:1 ratio", None),
        ("see https://example.org", None),
        ("Ends in a colon:", None),
        (": starts with one", None),
    ],
)
def test_head(title: str, name: str | None) -> None:
    assert head(title) == name


def test_article_is_no_part_of_a_name() -> None:
    assert name_key("The Pile") == name_key("Pile")
    assert name_key("A-MEM") != name_key("MEM")
    assert name_key("A*") == "a"


@given(st.text())
def test_folding_is_stable_and_total(text: str) -> None:
    once = fold(text)
    assert "".join(words(text)).replace(" ", "") == once.replace(" ", "") or "+" in text or "+" in once
    assert head(text) is None or head(text) in text  # type: ignore[operator]
    assert name_key(text) is not None


@given(st.text(alphabet=st.sampled_from("aB2 -+#.Üéαぱ")))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    "piece", ["\\", "<i", "{", "&", "\\c{", "a.", "1 2 ", "<sup a", "#", "$", "—-", " -"]
)
def test_time_grows_with_the_length_only(piece: str) -> None:
    def work(times: int) -> None:
        text = piece * times
        fold(text)
        head(text)
        words(text)

    assert grows_linearly(work, 4_000, 16)
