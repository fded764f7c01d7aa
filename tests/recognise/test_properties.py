"""What holds for every text: exact offsets, no exception, linear time; identifiers in any surroundings."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.growth import grows_linearly

from arxlint.recognise.archives import ARCHIVES
from arxlint.recognise.disguised import undisguise
from arxlint.recognise.identifier import new_style_flaw, old_style_flaw, parse_identifier
from arxlint.recognise.months import MONTHLY_MAXIMA
from arxlint.recognise.raw import may_have_identifiers
from arxlint.recognise.scan import scan

_MARKUP = st.sampled_from(
    [
        "arXiv",
        "arXiv:",
        "https://arxiv.org/abs/",
        "2401.00001",
        "hep-th/9901001",
        "[[",
        "]]",
        "](",
        "|",
        "`",
        "**",
        "v2",
        "\u200b",
        "０",
        "．",
        "\n",
        " ",
        "%2F",
        "10.48550/",
        "/",
        "<td>",
        "{",
        "}",
        "号",
        "，",
        "。",
        "1",
        ".",
        "-",
    ]
)
_TEXTS = st.one_of(st.text(max_size=80), st.lists(_MARKUP, max_size=25).map("".join))


@st.composite
def new_style(draw: st.DrawFn) -> str:
    yymm = draw(st.sampled_from(sorted(MONTHLY_MAXIMA)))
    number = draw(st.integers(1, MONTHLY_MAXIMA[yymm]))
    return f"{yymm}.{number:05d}" if yymm >= "1501" else f"{yymm}.{number:04d}"


@st.composite
def old_style(draw: st.DrawFn) -> str:
    archive = draw(st.sampled_from(sorted(ARCHIVES)))
    month = draw(st.integers(1, 12))
    year = draw(st.sampled_from([92, 95, 98, 99, 0, 3, 6]))
    return f"{archive}/{year:02d}{month:02d}{draw(st.integers(1, 999)):03d}"


@given(_TEXTS)
def test_any_text(text: str) -> None:
    result = scan(text)
    previous = -1
    for item in result.found:
        assert (
            0
            <= item.outer_start
            <= item.start
            < item.version_start
            <= item.end
            <= item.outer_end
            <= len(text)
        )
        assert item.start >= previous
        previous = item.start
        written = "".join(undisguise(text[item.start : item.version_start]).split())
        number = item.id.rpartition("/")[2].replace(".", "")
        assert written.replace("%2F", "/").replace("%2f", "/")[-len(number) - 1 :].replace(".", "").endswith(
            number[-7:]
        ) or any(char in written for char in ".-_%")
        assert parse_identifier(item.id).id == item.id
    for broken in result.malformed:
        assert text[broken.start : broken.end] == broken.text
        assert broken.text
    if result.found or result.malformed:
        assert may_have_identifiers(text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("arXiv:", ""),
        ("https://arxiv.org/abs/", ""),
        ("[x](https://arxiv.org/pdf/", ".pdf)"),
        ("10.48550/arXiv.", ""),
        ("eprint = {", "}"),
        ("[[", "|x]]"),
        ("arXiv 号 ", ""),
        ("https://huggingface.co/papers/", "#c"),
        ("![b](https://img.shields.io/badge/arXiv-", "-red)"),
    ],
)
@settings(max_examples=30)
@given(identifier=st.one_of(new_style(), old_style()), left=st.text(max_size=12), right=st.text(max_size=12))
def test_planted_identifiers(before: str, after: str, identifier: str, left: str, right: str) -> None:
    right = (
        f" {right}"
        if not right or (right[0].isalnum() or right[0] in "./%_-～" or not right[0].isprintable())
        else right
    )
    assume("arxiv" not in (left + right).lower())
    assume(not any(char in "[]{}0123456789/.:" or char.isdigit() for char in left + right))
    if "/" in identifier and before not in ("arXiv:", "https://arxiv.org/abs/", "10.48550/arXiv."):
        before, after = "arXiv:", ""
    text = f"{left} {before}{identifier}{after}{right}"
    start = len(left) + 1 + len(before)
    hits = {(item.id, item.start) for item in scan(text).found}
    assert (identifier, start) in hits


@given(
    identifier=new_style(),
    cjk=st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1, max_size=6),
)
def test_cjk_neighbours(identifier: str, cjk: str) -> None:
    text = f"{cjk}arXiv:{identifier}{cjk}"
    (item,) = scan(text).found
    assert (item.id, item.start) == (identifier, len(cjk) + 6)


@given(st.one_of(new_style(), old_style()), st.one_of(st.none(), st.integers(1, 99)))
def test_grammar_round_trip(identifier: str, version: int | None) -> None:
    written = identifier if version is None else f"{identifier}v{version}"
    parsed = parse_identifier(written)
    assert str(parsed) == written
    assert parse_identifier(f"arXiv:{written}") == parsed
    (item,) = scan(f"arXiv:{written}").found
    assert (item.id, item.version) == (identifier, version)


@given(st.from_regex(r"[0-9]{4}\.[0-9]{3,6}", fullmatch=True))
def test_only_the_grammar_is_found(written: str) -> None:
    yymm, _, sequence = written.partition(".")
    result = scan(f"see arXiv:{written} there")
    if new_style_flaw(yymm, sequence) is None:
        assert [item.id for item in result.found] == [written]
        assert result.malformed == []
    else:
        assert result.found == []
        assert len(result.malformed) == 1


@given(st.sampled_from(sorted(ARCHIVES)), st.from_regex(r"[0-9]{7}", fullmatch=True))
def test_only_the_old_grammar_is_found(archive: str, number: str) -> None:
    result = scan(f"see arXiv:{archive}/{number} there")
    good = old_style_flaw(archive, number[:4], number[4:]) is None
    assert bool(result.found) == good
    assert bool(result.malformed) != good


@pytest.mark.parametrize(
    "unit",
    [
        "arXiv:",
        "2401.0000",
        "2401.00001/",
        "[[",
        "arXiv ",
        "{arXiv}",
        "1234.5678\t",
        "<td>",
        "10.1016/j.",
        "a/",
        "\u200b1",
        "arXiv:2401. ",
        "http://",
        "hep-th/",
        "| 1203.4567 |",
        "=",
        "１２３４．",
        "v1",
        "<a ",
        "arXiv:2401.00001, ",
    ],
)
def test_linear_time(unit: str) -> None:
    assert grows_linearly(lambda size: scan(unit * (size // len(unit))), 10_000)
