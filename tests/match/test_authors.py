from __future__ import annotations

import pytest

from arxlint.match.authors import compare, parse, place_of_first, strangers

ATTENTION = ("Ashish Vaswani", "Noam Shazeer", "Niki Parmar", "Jakob Uszkoreit", "Łukasz Kaiser")


@pytest.mark.parametrize(
    ("named", "authors"),
    [
        ("Vaswani et al.", ATTENTION),
        ("Vaswani, A., Shazeer, N., & Parmar, N.", ATTENTION),
        ("A. Vaswani and N. Shazeer", ATTENTION),
        ("Vaswani, Ashish and Shazeer, Noam and others", ATTENTION),
        (["Lukasz Kaiser", "Niki Parmar"], ATTENTION),
        ("Yu Sun 0020 and Xiaolong Wang 0004", ("Yu Sun", "Xiaolong Wang")),
        ("d&apos;Amore, Luisa", ("Luisa D'Amore", "Ada Byron")),
        ("Laurens van der Maaten and Geoffrey Hinton", ("L. Maaten", "G. E. Hinton")),
        ("Mueller and Schoen", ("Jens Müller", "Anna Schön")),
        ("Zhang Wei, Li Na", ("Wei Zhang", "Na Li")),
        ("Chris Manning", ("Christopher D. Manning", "Dan Klein")),
        ("Zhang等", ("Wei Zhang",)),
        ("Zhang · Wang · Ge", ("Wei Zhang", "Li Wang", "Tong Ge")),
    ],
)
def test_right_authors(named: str | list[str], authors: tuple[str, ...]) -> None:
    assert compare(named, authors).verdict.value == "agrees"


@pytest.mark.parametrize(
    ("named", "authors"),
    [
        ("Gama et al.", ATTENTION),
        ("Schuman, C., & Sakhavi, S.", ("Richard Meyes", "Melanie Lu", "Tobias Meisen")),
        ("Ning, X. (2026)", ("Sailesh Sengupta", "Mark Roe")),
        (
            "Kai Greshake, Mohannad Abdalla, and Peter Grosser",
            ("Kai Greshake", "Sahar Abdelnabi", "Mario Fritz"),
        ),
        ("Jian Li", ("Hao Li", "Wei Zhang")),
    ],
)
def test_wrong_authors(named: str, authors: tuple[str, ...]) -> None:
    assert compare(named, authors).verdict.value == "disagrees"


@pytest.mark.parametrize(
    ("named", "authors"),
    [
        ("OpenAI", ATTENTION),
        ("ATLAS Collaboration", ("G. Aad", "B. Abbott")),
        ("Smith et al.", ("ATLAS Collaboration",)),
        ("Qwen Team", ("An Yang",)),
        ("张三", ("San Zhang",)),
        ("Anonymous Authors", ATTENTION),
        ("Vaswani et al.", ()),
        ("", ATTENTION),
        ("Vaswani and Polosukhin", ATTENTION[:4]),
    ],
)
def test_silence_where_it_is_due(named: str, authors: tuple[str, ...]) -> None:
    assert compare(named, authors).verdict.value == "unknown"


def test_names_are_taken_apart() -> None:
    assert [person.surname for person in parse("Ning, X., Sun, Y. and Jean de La Fontaine et al. 2020")] == [
        "ning",
        "sun",
        "fontaine",
    ]


def test_who_is_named_before_et_al_should_be_first() -> None:
    assert place_of_first("Vaswani et al.", ATTENTION) == 0
    assert place_of_first("Parmar et al. (2017)", ATTENTION) == 2
    assert place_of_first("Parmar", ATTENTION) == -1
    assert place_of_first("Vaswani, Parmar et al.", ATTENTION) == -1
    assert place_of_first("Smith et al.", ATTENTION) == -1
    assert place_of_first("Aad et al.", ("ATLAS Collaboration", "G. Aad")) == -1


def test_strangers_among_authors() -> None:
    assert strangers("Ashish Vaswani, Noam Jones, Niki Parmar", ATTENTION) == ["noam jones"]
    # The record may be cut short; initials and surnames alone say too little.
    assert strangers("Ashish Vaswani, Noam Shazeer, Llion Jones", ATTENTION[:2]) == []
    assert strangers("A. Vaswani, L. Jones, N. Parmar", ATTENTION) == []
    assert strangers("Ashish Vaswani, Niki Parmar", ATTENTION) == []
    assert (
        strangers("Ada Khamy, Omar ElSayed, Niki Parmar", ("Ada Khamy", "Omar El-Sayed", "Niki Parmar")) == []
    )
