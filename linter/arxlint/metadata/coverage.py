"""Of which months a store can say that a paper does *not* exist.

A snapshot (the Kaggle dataset, an OAI-PMH harvest) lists every paper that arXiv had announced on its day.
But users cut snapshots down, and copies get truncated, so the claim is checked against the identifiers
themselves: arXiv hands out sequence numbers without gaps, bar about 150 deleted papers in all, and
publishes how many each month had, so a month of which nearly every number is present is whole.
The month of the snapshot itself is never whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from arxlint.metadata.days import day_of
from arxlint.metadata.keys import group_of, sequence_of
from arxlint.recognise.months import max_sequence

SETTLING_DAYS: Final = 3
"""Days after a month's end until all of its papers are surely announced and in a snapshot."""
_SHARE_NEW: Final = 0.995
_SHARE_OLD: Final = 0.98
_SMALLEST: Final = 17_000
"""No month since 2024 has had fewer papers: a run beyond the table of counts that is shorter is a slice."""
_NONE: Final = ("", 0, 0)
_OLD: Final = 1 << 40
_FULL_MONTHS: Final = 24
"""So many whole months of the new scheme make a snapshot that has the old scheme too."""


def month_start(month: str) -> int:
    """Return the day number of the first day of a month ``YYMM``."""
    year = int(month[:2])
    day = day_of(f"{year + (1900 if year >= 91 else 2000)}-{month[2:]}-01")
    assert day is not None
    return day


def month_end(month: str) -> int:
    """Return the day number of the first day after a month ``YYMM``."""
    year, number = int(month[:2]), int(month[2:])
    following = f"{(year + number // 12) % 100:02d}{number % 12 + 1:02d}"
    return month_start(following)


def settled(month: str, as_of: str) -> bool:
    """Tell whether a month was over, with all of its papers announced, on a date."""
    day = day_of(as_of)
    return day is not None and day >= month_end(month) + SETTLING_DAYS


class Census:
    """Counts identifiers per run of numbers, to find the months that are whole."""

    def __init__(self) -> None:
        self._runs: dict[int, tuple[str, int, int]] = {}

    def add(self, keys: Iterable[int]) -> None:
        """Count keys, each of which must come once."""
        runs = self._runs
        for key in keys:
            group, month = group_of(key)
            _, count, highest = runs.get(group, _NONE)
            runs[group] = (month, count + 1, max(highest, sequence_of(key)))

    def whole_months(self, snapshot: str, unabridged: bool = False) -> list[str]:
        """Return the months, in order, of which a snapshot of that date has every paper.

        ``unabridged`` is the user's word that nothing was cut: then every month up to the last but one
        counts.
        """
        months: dict[str, list[int]] = {}
        new_scheme: set[str] = set()
        for group, (month, count, highest) in self._runs.items():
            if group < _OLD:
                new_scheme.add(month)
            total = months.setdefault(month, [0, 0])
            total[0] += count
            total[1] += highest
        in_order = [month for month in sorted(months, key=month_start) if settled(month, snapshot)]
        last = max(months, key=month_start, default="")
        if unabridged:
            return [month for month in in_order if month != last]
        whole = [
            month
            for month in in_order
            if month != last
            and month in new_scheme
            and months[month][0] >= _SHARE_NEW * _size(month, months[month][1])
        ]
        if len(whole) < _FULL_MONTHS:
            return whole
        old = [
            month
            for month in in_order
            if month not in new_scheme and months[month][0] >= months[month][1] * _SHARE_OLD
        ]
        return old + whole


def _size(month: str, highest: int) -> int:
    """Return how many papers a month of the new scheme must have had, given the highest number seen."""
    counted, exact = max_sequence(month)
    return max(highest, counted if exact else _SMALLEST)
