"""Every written form, with its exact span and version; and numbers that are none."""

from __future__ import annotations

import pytest

from arxlint.recognise.scan import scan

A, B, C = "2608.02703", "2607.17715", "2607.00482"


def found(text: str) -> list[str]:
    return [f"{item.id}v{item.version}" if item.version else item.id for item in scan(text).found]


PREFIXED = f"""
arXiv:{A}
arxiv: {A}
ArXiv {A}
ARXIV:{A}
arXiv preprint {A}
arXiv e-print {A}
arXiv preprint, arXiv:{A}
(arXiv:{A})
[arXiv:{A}]
arXiv:{A} [cs.CL]
arXiv:{A} (cross-list from math.CO)
arXiv:{A}.
arXiv:{A}...
arXiv No. {A}
arXiv ID: {A}
arxiv identifier: {A}
arXiv [{A}]
arXiv paper {A}
arXiv / {A}
arXiv → {A}
arXiv | {A}
#arXiv{A}
arXiv{A}
arxiv_{A}
arXiv-2608-02703
arXiv_2608_02703
**arXiv:** {A}
**arXiv**: {A}
arXiv:**{A}**
arXiv:`{A}`
ar**Xiv**:{A}
arXiv：{A}
arXiv︰{A}
arXiv∶{A}
arXiv 号 {A}
arXiv编号：{A}
arXiv号{A}的论文
arXiv番号{A}
arXiv：2023（{A}）
arXiv:\u00a0{A}
arXiv:\u3000{A}
Ar{{X}}iv:{A}
{{ArXiv}} e-prints {A}
\\arxiv{{{A}}}
\\textsc{{arXiv}}:{A}
arXiv~{A}
arXiv:\\allowbreak {A}
arXiv:\\,{A}
oai:arXiv.org:{A}
info:arxiv/{A}
CoRR abs/{A} (2026)
<td>arXiv</td><td>{A}</td>
journal = {{math.AG/{A}}}
""".strip("\n").split("\n")


@pytest.mark.parametrize("text", PREFIXED)
def test_prefixes(text: str) -> None:
    assert found(text) == [A]
    (item,) = scan(text).found
    assert item.form in ("prefix", "field")
    if "-02703" not in text and "_02703" not in text:
        assert text[item.start : item.end] == A


def test_prefix_before_a_line_end() -> None:
    assert found(f"arXiv:\n{A}") == [A]


URLS = f"""
abs-url https://arxiv.org/abs/{A}
abs-url arxiv.org/abs/{A}#S3
abs-url arxiv.org/abs/{A}?context=cs
abs-url http://export.arxiv.org/abs/{A}
abs-url http://cn.arxiv.org/abs/{A}
abs-url //arxiv.org/abs/{A}
abs-url https://arxiv.org/abs/arXiv:{A}
abs-url \\href{{https://arxiv.org/abs/{A}}}{{ARCHead}}
pdf-url https://arxiv.org/pdf/{A}
pdf-url https://www.arxiv.org/pdf/{A}.pdf#page=3
html-url https://arxiv.org/html/{A}/x1.png
other-url https://arxiv.org/format/{A}
other-url https://arxiv.org/e-print/{A}
other-url https://arxiv.org/prevnext?id={A}&function=prev
other-url https://arxiv.org/ftp/arxiv/papers/2608/{A}.pdf
reader-url https://ar5iv.labs.arxiv.org/html/{A}
reader-url https://www.alphaxiv.org/overview/{A}
reader-url https://huggingface.co/papers/{A}#community
reader-url https://api.semanticscholar.org/arXiv:{A}
reader-url https://papers.cool/arxiv/{A}
reader-url https://xxx.itp.ac.cn/abs/{A}
reader-url https://ui.adsabs.harvard.edu/abs/arXiv:{A}
doi https://doi.org/10.48550/arXiv.{A}
doi 10.48550/ARXIV.{A}
doi 10.48550/arXiv.{A}.
badge https://img.shields.io/badge/arXiv-{A}-b31b1b.svg
badge https://img.shields.io/badge/cs.CV-arXiv%3A{A}-B31B1B.svg
badge https://img.shields.io/static/v1?label=arXiv&message={A}&color=red
key https://dblp.org/rec/journals/corr/abs-2608-02703.bib
key DBLP:journals/corr/abs-2608-02703
key @article{{{A},
""".strip("\n").split("\n")


@pytest.mark.parametrize("case", URLS)
def test_urls_and_keys(case: str) -> None:
    form, _, text = case.partition(" ")
    assert found(text) == [A]
    assert scan(text).found[0].form == form


@pytest.mark.parametrize(
    "text",
    [
        f'eprint = "{A}",',
        f"eprint={{{A}}}",
        f"eprint = {{arXiv:{A}}}",
        f"volume = {{abs/{A}}}",
        f"note = {{arXiv:{A} [cs.CL]}}",
        f'"arxiv_id": "{A}"',
        f"arxiv_id: {A}",
        f"arxivId: {A}",
        f'"externalIds": {{"ArXiv": "{A}"}}',
        f"extra: arXiv: {A}",
        f"source_type=arxiv\nsource={A}",
    ],
)
def test_fields(text: str) -> None:
    assert found(text) == [A]


@pytest.mark.parametrize(
    ("text", "outer"),
    [
        (f"[[{A}|ARCHead]]", f"[[{A}|ARCHead]]"),
        (f"[[{A}\\|ARCHead]]", f"[[{A}\\|ARCHead]]"),
        (f"见 [[papers/{A}]]。", f"[[papers/{A}]]"),
        ("起点paper_cards/759-2608-02703.md→", "paper_cards/759-2608-02703.md"),
        ("见./paper_cards/764-2608-02703.md#L3。", "./paper_cards/764-2608-02703.md#L3"),
        ("papers/2608_02703.pdf", "papers/2608_02703.pdf"),
        ("笔记/2608.02703.md", "笔记/2608.02703.md"),
        (f"<{'https://arxiv.org/abs/' + A}>", f"https://arxiv.org/abs/{A}"),
    ],
)
def test_outer_spans(text: str, outer: str) -> None:
    (item,) = scan(text).found
    assert item.id == A
    assert text[item.outer_start : item.outer_end] == outer


@pytest.mark.parametrize(
    "text",
    [
        f"号{A}的",
        f"论文{A}提出",
        f"「{A}」",
        f"《ARCHead》（{A}）",
        f"{A}】",
        f"| {A} |",
        f"`{A}`",
        f"<td>{A}</td>",
        f"<ruby>{A}<rt>x</rt></ruby>",
        f'<a data-arxiv="{A}">',
        f"[{A}] ARCHead: A Title",
        f"see {A} for details",
        f"{A}(LinkedIn KV Cache,3.5× KV)",
        f"Loss-Free Balance ({A})",
        f"\n> {A} says",
    ],
)
def test_plain(text: str) -> None:
    assert found(text) == [A]


@pytest.mark.parametrize(
    "text",
    [
        f"arXiv:{A}v2",
        f"arXiv:{A}V2.",
        f"https://arxiv.org/pdf/{A}v2.pdf",
        f"arxiv.org/abs/{A}v2.pdf",
        f"https://arxiv.org/html/{A}v2/x1.png",
        f"10.48550/arXiv.{A}v2",
        f"eprint={{{A}v2}}",
        f"[[{A}v2#Intro|x]]",
        f"arXiv:{A}v2[cs.CL]",
        f"arXiv:{A}v2的",
        f"https://img.shields.io/badge/arXiv-{A}v2-b31b1b",
        "ＡＲＸＩＶ：２６０８．０２７０３ｖ２",
        "２６０８．０２７０３v2",
        f"arXiv:{A}ｖ２",
        f"arXiv:{A}\u200bv2",
        f"https%3A%2F%2Farxiv.org%2Fabs%2F{A}v2",
        "https%3A%2F%2Farxiv.org%2Fpdf%2F2608%2E02703v2.pdf",
        "cards/2608-02703v2.md",
        f"<span>{A}v2</span>",
    ],
)
def test_versions(text: str) -> None:
    assert found(text) == [f"{A}v2"]
    (item,) = scan(text).found
    assert text[item.version_start : item.end].lstrip("\u200b")[1:] in ("2", "２")


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("arXiv:1706．03762", "full-width"),
        ("ａｒＸｉｖ:１７０６.０３７６２", "full-width"),
        ("arXiv:1706.\u200b03762", "invisible"),
        ("arXiv:17\u200b06.03762", "invisible"),
        ("arXiv:1706.03762\u200bv2", "invisible"),
        ("https://arxiv.org/abs/1706%2E03762", "percent"),
        ("https://arxiv.org/abs/1706.\n03762", "line-break"),
        ("https://arxiv.org/abs/1706.03\n762", "line-break"),
        ("arXiv: 1706. 03762", "blank"),
    ],
)
def test_disguises(text: str, flaw: str) -> None:
    (item,) = scan(text).found
    assert item.id == "1706.03762"
    assert item.flaw == flaw


@pytest.mark.parametrize(
    "text",
    [
        f"arXiv:{A}, {B} and {C}",
        f"arXiv:{A}, {B}, and {C}",
        f"arXiv:{A}、{B} 和 {C}",
        f"arXiv: {A}; {B}; {C}",
        f"arXiv:{A}/{B}/{C}",
        f"arXiv:{A} (X), {B} (Y) & {C}",
        f"{A}-{B}-{C}",
        f"{A} / {B} / {C}",
    ],
)
def test_lists(text: str) -> None:
    assert found(text) == [A, B, C]


def test_prefix_governs_a_list_of_four_digit_identifiers() -> None:
    assert found("arXiv:0704.0001, 0705.1234 and 0806.0001") == ["0704.0001", "0705.1234", "0806.0001"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hep-th/9901001v3", "hep-th/9901001v3"),
        ("arXiv:hep-th/9901001", "hep-th/9901001"),
        ("HEP-TH/9901001", "hep-th/9901001"),
        ("见hep-th/9901001。", "hep-th/9901001"),
        ("arXiv:math.GT/0309136", "math/0309136"),
        ("https://arxiv.org/pdf/hep-th/9901001v3.pdf", "hep-th/9901001v3"),
        ("http://xxx.lanl.gov/abs/hep-th/9901001", "hep-th/9901001"),
        ("DOI 10.48550/arXiv.hep-th/9901001", "hep-th/9901001"),
        ("hep-th%2F9901001", "hep-th/9901001"),
        ("ｈｅｐ－ｔｈ／９９０１００１", "hep-th/9901001"),
        ("hep-th/\u200b9901001", "hep-th/9901001"),
        ("eprint = {hep-th/9901001}", "hep-th/9901001"),
    ],
)
def test_old_style(text: str, expected: str) -> None:
    assert found(text) == [expected]


def test_four_digit_numbers_need_something_that_speaks_for_them() -> None:
    assert found("the ratio is 1203.4567 here") == []
    assert found("(1203.4567)") == ["1203.4567"]
    assert found("DQN paper 1312.5602") == ["1312.5602"]
    assert found("journal={Ar{X}iv:1409.0473}") == ["1409.0473"]


def test_a_column_of_identifiers_carries_the_four_digit_ones() -> None:
    table = "| Koca M. | 2012 | 1204.4567 | E8 |\n| Tegmark M. | 2007 | 0704.0646 | MUH |\n"
    assert found(table) == []
    assert found(table + "| Lam T. | 2025 | 2509.25372 | CG |\n") == ["1204.4567", "0704.0646", "2509.25372"]
    assert found("0704.0251\t3\tS\n1801.06998\t3\tS\n") == ["0704.0251", "1801.06998"]
    assert found("| author | arXiv |\n|---|---|\n" + table) == ["1204.4567", "0704.0646"]


DECOYS = """
10.1109/TPAMI.2024.3385920
10.1111/j.1365-2966.2007.11762.x
doi:10.1111/j.1365-2966. 2007.11762.x
doi: 10.1016/j.engappai. 2012.10421
10.5281/zenodo.1512.03385
https://doi.org/10.1103/PhysRevD.1203.4567
version 2012.10345
v2012.10345
Ubuntu release 2004.10345
192.168.1203.4567
1024.04812.1
3.1512.03385
1203.45678 ms
took 1512.03385 seconds
loss=1512.03385
eval_loss = 1512.03385
'train_runtime': 2012.3103
$1512.03385
USD 1512.03385
1512.03385 USD
-1512.03385
[1512.03385, 1402.12345]
lat 1512.03385, lon 1203.45678
0x1512.03385
hash 1512.03385ab
1512.03385 ± 0.2
2304.12345 tokens
2304.12345 TFLOPS
价格1512.03385元
耗时1512.03385秒
约1512.03385
版本 2012.10345
https://github.com/x/y/releases/tag/1512.03385
checkpoint_1512.03385
pressure (1012.4567)
tensor(1402.4835, device='cuda:0')
ratio 3/1203.4567
accuracy of 1512.03385
~1512.03385
x < 1512.03385
x >1512.03385
sha 1706.037621234
1706.03762abc
a1706.03762
2604-26120
2024-10154
1203-45678
document/9901001
record/1456844
arXiv: submit/7657304
hep-th/99010012
hep-th/9913001
math/0801001
2401.00000
2413.12345
9999.99999
1801155165194%5Flink
c258fabb-0452-11234-9073-3d3cf7791bb7
arXiv 2024
""".strip("\n").split("\n")


@pytest.mark.parametrize("text", DECOYS)
def test_decoys(text: str) -> None:
    result = scan(text)
    assert result.found == []
    assert result.malformed == []


@pytest.mark.parametrize(
    ("text", "reason", "suggestion"),
    [
        ("arXiv:1713.03762", "month", None),
        ("arXiv:1706.3762", "width", None),
        ("https://arxiv.org/abs/2307.000400", "width", None),
        ("https://arxiv.org/abs/2307.000401", "width", "2307.00401"),
        ("https://arxiv.org/abs/2503. 1728", "width", None),
        ("https://www.arxiv.org/abs/2023.10.11453", "year-month", "2310.11453"),
        ("arXiv:2401.00000", "sequence-zero", None),
        ("arXiv:170603762", "lost-dot", "1706.03762"),
        ("[arXiv:0208112](x)", "lost-archive", None),
        ("arXiv:hepth/9901001", "archive", "hep-th/9901001"),
        ("arXiv:2304.1XXXX", "placeholder", None),
        ("arXiv:24O1.00001", "look-alike", "2401.00001"),
    ],
)
def test_malformed(text: str, reason: str, suggestion: str | None) -> None:
    (item,) = scan(text).malformed
    assert (item.reason, item.suggestion) == (reason, suggestion)
    assert text[item.start : item.end] == item.text


@pytest.mark.parametrize(
    "text",
    [
        f"https://arxiv.org/ abs/{A}",
        f"https://arxiv. org/abs/{A}",
        f"https://arxiv.org/abs /{A}",
        f"https://arxiv.org/abs/ {A}",
    ],
)
def test_a_blank_in_the_url(text: str) -> None:
    result = scan(text)
    assert [item.id for item in result.found] == [A]
    assert [item.reason for item in result.malformed] == ["broken-url"]


def test_version_zero() -> None:
    (item,) = scan("arXiv:2401.00001v0").found
    assert (item.id, item.version, item.flaw) == ("2401.00001", None, "version-zero")
