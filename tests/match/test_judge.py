from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import grows_linearly

from arxlint.diagnostic import Confidence
from arxlint.extract.model import LabelKind, Strength
from arxlint.match.compare import judge
from arxlint.match.judgement import LINK_TEXT, Verdict
from arxlint.match.normalise import words
from arxlint.metadata.paper import Paper

C2KV = Paper("2607.17715", "C$^2$KV: Compressed and Composable KV Cache Reuse for Efficient LLM Inference")
VIT = Paper("2010.11929", "An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale")
BUGS = Paper("2506.09713", "A First Look at Bugs in LLM Inference Engines")
CLIP = Paper("2103.00020", "Learning Transferable Visual Models From Natural Language Supervision")


def verdict(label: str, title: str, kind: str = LabelKind.TITLE, **more: object) -> str:
    return judge(label, kind, Paper("2601.00001", title)._replace(**more)).verdict.value  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("label", "title"),
    [
        ("C²KV: Compressed and composable KV-cache reuse for efficient LLM inference", C2KV.title),
        ("Compressed and Composable KV Cache Reuse for Efficient LLM Inference", C2KV.title),
        ("C2KV: Compressed and Composable KV Cache…", C2KV.title),
        (
            "3. C²KV: Compressed and Composable KV Cache Reuse for Efficient LLM Inference (ICML 2026)",
            C2KV.title,
        ),
        ("ViT: An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale", VIT.title),
        ("An Image is Worth 16x16 Words", VIT.title),
        ("An Image Is Worth 16x16 Words: Transfomers for Image Recognition at Scale", VIT.title),
        ("A First Look at the Bugs of LLM Inference Engines", BUGS.title),
        ("A First Look at Bugs in Large Language Model Inference Engines", BUGS.title),
        (
            "Optimisation of Neural Nets with Behaviour Models",
            "Optimization of Neural Nets with Behavior Models",
        ),
        ("[2506.09713] A First Look at Bugs in LLM Inference Engines", BUGS.title),
        ("Pre-Trained Image Processing Transformer", "Pretrained Image-Processing Transformer"),
        ("Syntax and Semantics", "LambdaDL: Syntax and Semantics (Preliminary Report)"),
    ],
)
def test_titles_that_agree(label: str, title: str) -> None:
    assert verdict(label, title) == "agrees"


@pytest.mark.parametrize(
    ("label", "title"),
    [
        ("SAM-Med2D: Segmenting Medical Images", "SAM-Med3D: Segmenting Medical Volumes"),
        ("SAM-Med2D: Segmenting Medical Images", "SAM-Med3D: Segmenting Medical Images"),
        ("CaloFlow II: Even Faster and Still Accurate", "CaloFlow: Fast and Accurate Generation of Showers"),
        ("LP: A Surprisingly Strong Linear Probe", "LP++: A Surprisingly Strong Linear Probe"),
        ("Qwen2 Technical Report", "Qwen2.5 Technical Report"),
        ("Off-diagonal Ramsey numbers", "Off-diagonal book Ramsey numbers"),
        (
            "Rule-Aware Learning for Knowledge Graph Reasoning",
            "Policy-Aware Learning for Knowledge Graph Reasoning",
        ),
        ("MaPLe: Multi-modal Prompt Training", "MaPLe: Multi-modal Prompt Learning"),
        ("On Symmetric Spaces of Rank One and Curvature", "On Asymmetric Spaces of Rank One and Curvature"),
        ("Learning Transferable Visual Models", "Distributed Optimization over Random Graphs: A Survey"),
        (
            "A comprehensive survey of instruction-following language models: Architectures and trends",
            "A Comprehensive Survey of Reward Models: Taxonomy, Applications, Challenges, and Future",
        ),
    ],
)
def test_titles_that_disagree(label: str, title: str) -> None:
    assert verdict(label, title) == "disagrees"
    assert verdict(title, label) == "disagrees"


@pytest.mark.parametrize(
    "label",
    [
        "code", "Paper", "PDF", "[12]", "here", "project page", "arXiv", "NeurIPS 2021", "2023.12", "论文",
        "代码", "论文链接", "Section 3.2", "Bahdanau et al. 2015", "Kojima et al.",
        "Vaswani and Shazeer, 2017", "(Smith 2020b)", "3", "", "🔥", "https://arxiv.org/abs/2010.11929",
        "대규모 언어 모델 추론", "大模型推理综述",
        "Ödül modelleme yoluyla ölçeklenebilir temsilci hizalaması: bir araştırma yönü",
        "Sur les automorphismes et la rigidite des groupes de Coxeter",
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", [*LabelKind, LINK_TEXT])
def test_what_is_no_claim_is_never_held_against_anyone(label: str, kind: str) -> None:
    assert judge(label, kind, CLIP).verdict is Verdict.UNKNOWN


def test_a_sentence_as_link_text_is_no_claim() -> None:
    text = "Demographic parity asks whether approval rates are similar across groups."
    found = judge(text, LINK_TEXT, Paper("1104.3913", "Fairness Through Awareness"))
    assert (found.verdict, found.reason) == (Verdict.UNKNOWN, "prose")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("C²KV", C2KV.title),
        ("C2KV", C2KV.title),
        ("the C2KV paper", C2KV.title),
        (
            "PagedAttention",
            "Efficient Memory Management for Large Language Model Serving with PagedAttention",
        ),
        ("CoT", "Chain-of-Thought Prompting Elicits Reasoning in Large Language Models"),
        ("DPO", "Direct Preference Optimization: Your Language Model is Secretly a Reward Model"),
        ("MoCo", "Momentum Contrast for Unsupervised Visual Representation Learning"),
        ("Hunyuan3D-2", "Hunyuan3D 2.0: Scaling Diffusion Models for Textured 3D Assets Generation"),
        ("CaloFlow 2", "CaloFlow II: Even Faster and Still Accurate Generation of Showers"),
        ("Guanaco/QLoRA", "QLoRA: Efficient Finetuning of Quantized LLMs"),
        ("6.5 DeepSeek-R1", "DeepSeek-R1: Incentivizing Reasoning Capability in LLMs"),
    ],
)
def test_names_that_agree(name: str, title: str) -> None:
    assert verdict(name, title, LabelKind.NICKNAME) == "agrees"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("SAM-Med2D", "SAM-Med3D: Towards General-purpose Segmentation Models for Volumetric Images"),
        ("Qwen2", "Qwen2.5 Technical Report"),
        ("LP", "LP++: A Surprisingly Strong Linear Probe"),
        ("Llama 3.1", "Llama 2: Open Foundation and Fine-Tuned Chat Models"),
    ],
)
def test_names_that_differ_in_a_mark_disagree(name: str, title: str) -> None:
    found = judge(name, LabelKind.NICKNAME, Paper("2601.00001", title))
    assert (found.verdict, found.reason) == (Verdict.DISAGREES, "name-differs")


@pytest.mark.parametrize("name", ["CLIP", "SAM", "ResNet", "GPT-3", "Chinchilla", "C²KV", "RETAIN"])
def test_a_name_found_nowhere_is_not_accused(name: str) -> None:
    found = judge(name, LabelKind.NICKNAME, BUGS)
    assert (found.verdict, found.reason) == (Verdict.UNKNOWN, "unverified-name")
    known = BUGS._replace(abstract_words=frozenset(words("We study 929 bugs of five LLM inference engines.")))
    assert judge(name, LabelKind.NICKNAME, known).reason == "unsupported-name"


def test_a_name_of_the_abstract_supports() -> None:
    paper = Paper(
        "2310.10631", "Llemma: An Open Language Model", abstract_words=frozenset(words("the Proof-Pile-2"))
    )
    assert judge("Proof-Pile-2", LINK_TEXT, paper).verdict is Verdict.AGREES


def test_titles_of_all_versions_count() -> None:
    paper = Paper(
        "2403.00108", "LoRATK: LoRA Once, Backdoor Everywhere", other_titles=("LoRA-as-an-Attack!",)
    )
    assert judge("Lora-as-an-attack", LabelKind.TITLE, paper).verdict is Verdict.AGREES


def test_chinese_descriptions_are_judged_by_their_latin_words() -> None:
    assert judge("C²KV：压缩可组合的 KV 缓存", LabelKind.DESCRIPTION, C2KV).verdict is Verdict.AGREES
    assert judge("KV Cache 压缩与复用", LabelKind.DESCRIPTION, C2KV).verdict is Verdict.AGREES
    assert judge("缓存压缩与复用的一种方法", LabelKind.DESCRIPTION, C2KV).verdict is Verdict.UNKNOWN
    assert judge("LinkedIn 的方法", LabelKind.DESCRIPTION, C2KV).verdict is Verdict.UNKNOWN


def test_right_authors_and_weak_places_lower_the_confidence() -> None:
    paper = VIT._replace(authors=("Alexey Dosovitskiy", "Lucas Beyer", "Neil Houlsby"))
    label = "Convolutional Networks for Object Detection in Aerial Photographs"
    assert judge(label, LabelKind.TITLE, paper).confidence is Confidence.HIGH
    assert judge(label, LabelKind.TITLE, paper, strength=Strength.WEAK).confidence is Confidence.LOW
    softened = judge(label, LabelKind.TITLE, paper, authors="Dosovitskiy, A., Beyer, L., and Houlsby, N.")
    assert (softened.verdict, softened.confidence) == (Verdict.DISAGREES, Confidence.LOW)
    assert judge(label, LabelKind.TITLE, paper, authors=["X. Glorot"]).confidence is Confidence.HIGH


def test_a_list_of_the_authors_is_no_title() -> None:
    paper = VIT._replace(authors=("Alexey Dosovitskiy", "Lucas Beyer", "Neil Houlsby"))
    found = judge("Alexey Dosovitskiy, Lucas Beyer, Neil Houlsby", LabelKind.TITLE, paper)
    assert found.verdict is Verdict.UNKNOWN


@given(st.text(max_size=80), st.text(max_size=80), st.sampled_from([*LabelKind, LINK_TEXT]))
def test_any_text_gets_a_verdict(label: str, title: str, kind: str) -> None:
    found = judge(label, kind, Paper("2601.00001", title))
    assert 0 <= found.overlap <= 1
    assert found.reason
    assert found.detail


@given(
    st.text(alphabet=st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), min_size=1, max_size=60)
)
def test_every_title_agrees_with_itself(title: str) -> None:
    found = judge(title, LabelKind.TITLE, Paper("2601.00001", title))
    assert found.verdict is not Verdict.DISAGREES


@pytest.mark.parametrize(
    "piece", ["(", "a, ", " and", ".", "Ab ", "[a] ", "1. ", "… ", "$", "x-", ": ", "，。", "2020 "]
)
def test_no_label_takes_long(piece: str) -> None:
    paper = Paper("2601.00001", piece * 200)

    def work(times: int) -> None:
        for kind in (*LabelKind, LINK_TEXT):
            judge(piece * times + "b", kind, paper)

    assert grows_linearly(work, 500)
