"""Keys of identifiers, and dates as day numbers."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxlint.metadata import days, keys
from arxlint.recognise.archives import ARCHIVES

new_scheme = st.builds(
    lambda year, month, sequence: (
        f"{year:02d}{month:02d}.{sequence:05d}"
        if year >= 15
        else f"{year:02d}{month:02d}.{sequence % 9999 + 1:04d}"
    ),
    st.integers(8, 90),
    st.integers(1, 12),
    st.integers(1, 99_999),
)
old_scheme = st.builds(
    lambda archive, year, month, sequence: f"{archive}/{year % 100:02d}{month:02d}{sequence:03d}",
    st.sampled_from(sorted(ARCHIVES)),
    st.integers(1992, 2006),
    st.integers(1, 12),
    st.integers(1, 999),
)


@given(st.one_of(new_scheme, old_scheme))
def test_a_key_gives_the_identifier_back(identifier: str) -> None:
    key = keys.key_of(identifier)
    assert key is not None
    assert keys.identifier_of(key) == identifier
    assert keys.group_of(key)[1] == keys.month_of(identifier)


@given(st.lists(new_scheme, min_size=2, max_size=2, unique=True))
def test_keys_keep_the_order_of_months_and_numbers(pair: list[str]) -> None:
    first, second = (keys.key_of(identifier) or 0 for identifier in pair)
    by_text = [(identifier[:4], int(identifier[5:])) for identifier in pair]
    assert (first < second) == (by_text[0] < by_text[1])


def test_every_archive_has_a_number() -> None:
    assert set(keys.ARCHIVES) == set(ARCHIVES)


def test_archive_numbers_are_part_of_the_file_format() -> None:
    assert keys.key_of("acc-phys/9411001") == (1 << 40) + 9411001
    assert keys.key_of("supr-con/9411001") == (1 << 40) + 33 * 10**7 + 9411001
    assert keys.key_of("2401.00001") == 240_100_001


@pytest.mark.parametrize(
    "text",
    ["2401.1234", "1401.12345", "2413.00001", "2401.00000", "0703.0001", "hep-th/0704001", "hep-th/9901000",
     "cs.CL/9901001", "math/9913001", "foo/9901001", "", "２４０１.00001", "2401.00001v1"],
)  # fmt: skip
def test_what_is_not_canonical_has_no_key(text: str) -> None:
    assert keys.key_of(text) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://arxiv.org/abs/hep-th/9901001v3", ("hep-th/9901001", 3)),
        ("https://export.arxiv.org/abs/2401.00001v12", ("2401.00001", 12)),
        ("math.GT/0309136", ("math/0309136", None)),
        ("arXiv:2101.00001", ("2101.00001", None)),
        ("2101.00001v0", None),
        ("2101.1234", None),
        ("https://evil.example/abs/2101.00001", None),
    ],
)
def test_canonical_reads_what_sources_write(text: str, found: tuple[str, int | None] | None) -> None:
    assert keys.canonical(text) == found


@given(st.dates(datetime.date(1970, 1, 2), datetime.date(2149, 6, 6)))
def test_days_agree_with_the_calendar(date: datetime.date) -> None:
    day = days.day_of(date.isoformat())
    assert day == (date - datetime.date(1970, 1, 1)).days
    assert days.date_of(day) == date.isoformat()


@given(st.dates(datetime.date(1991, 8, 1), datetime.date(2099, 12, 31)))
def test_the_sources_spellings_of_dates(date: datetime.date) -> None:
    assert days.iso(date.strftime("%a, %-d %b %Y 18:00:00 GMT")) == date.isoformat()
    assert days.iso(f"{date.isoformat()}T23:59:59Z") == date.isoformat()


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2024-02-30", "2023-02-29", "2024-13-01", "1969-01-01", "30 Foo 2024"]
)
def test_no_date(text: str) -> None:
    assert days.iso(text) is None
