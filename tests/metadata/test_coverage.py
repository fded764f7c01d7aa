"""When a snapshot can say that a paper does not exist."""

from __future__ import annotations

from collections.abc import Iterable

from arxlint.metadata.coverage import Census, month_end, month_start, settled
from arxlint.metadata.days import date_of
from arxlint.metadata.keys import key_of
from arxlint.recognise.months import MONTHLY_MAXIMA


def census(months: Iterable[str], without: int = 0) -> Census:
    counted = Census()
    for month in months:
        numbers = range(1, MONTHLY_MAXIMA[month] + 1 - without)
        width = 5 if month >= "1501" else 4
        counted.add(key for number in numbers if (key := key_of(f"{month}.{number:0{width}d}")))
    return counted


def test_months_of_which_every_number_is_there_are_whole_but_the_last() -> None:
    assert census(["0704", "0705", "0706"]).whole_months("2026-08-15") == ["0704", "0705"]


def test_a_month_must_have_been_over_when_the_snapshot_was_taken() -> None:
    assert census(["0704", "0705", "0706"]).whole_months("2007-06-01") == ["0704"]
    assert census(["0704", "0705", "0706"]).whole_months("2007-06-04") == ["0704", "0705"]


def test_a_slice_is_not_whole_even_if_its_numbers_run_without_a_gap() -> None:
    assert census(["0704", "0705"], without=100).whole_months("2026-08-15") == []


def test_a_few_deleted_papers_do_no_harm() -> None:
    assert census(["0704", "0705"], without=10).whole_months("2026-08-15") == ["0704"]


def test_the_users_word_counts_but_not_for_the_last_month() -> None:
    assert census(["0704", "0705"], without=4000).whole_months("2026-08-15", unabridged=True) == ["0704"]


def test_old_scheme_needs_a_snapshot_that_is_whole_otherwise() -> None:
    old = [key for number in range(1, 100) if (key := key_of(f"hep-th/9901{number:03d}"))]
    slice_ = Census()
    slice_.add(old)
    slice_.add([key_of("0704.0001") or 0])
    assert slice_.whole_months("2026-08-15") == []
    full = census(sorted(MONTHLY_MAXIMA)[:26])
    full.add(old)
    assert "9901" in full.whole_months("2026-08-15")


def test_months() -> None:
    assert date_of(month_start("9912")) == "1999-12-01"
    assert date_of(month_end("9912")) == "2000-01-01"
    assert date_of(month_end("2602")) == "2026-03-01"
    assert not settled("2602", "2026-03-02")
    assert settled("2602", "2026-03-04")
