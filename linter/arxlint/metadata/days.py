"""Dates as day numbers since 1970-01-01, without importing ``datetime`` (it costs a hook run milliseconds).

Two bytes reach from 1970 to 2149; arXiv began in August 1991, but has papers that were dated back.  All
dates are UTC.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ].*)?", re.ASCII | re.DOTALL)
_RFC822: Final = re.compile(r"(?:[A-Z][a-z]{2}, *)?([0-9]{1,2}) ([A-Z][a-z]{2}) ([0-9]{4})(?: .*)?", re.ASCII)
_NAMES: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTHS: Final = {name: number for number, name in enumerate(_NAMES, start=1)}
_MONTH_LENGTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_LAST: Final = 65_535


def _days_before_year(year: int) -> int:
    """Return days from 0001-01-01 to the first day of a year, proleptic Gregorian."""
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


_EPOCH: Final = _days_before_year(1970)


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_length(year: int, month: int) -> int:
    """Return the number of days of a month (1-12)."""
    return _MONTH_LENGTHS[month - 1] + (month == 2 and _leap(year))


@lru_cache(maxsize=32768)
def day_of(date: str) -> int | None:
    """Return the day number of an ISO date, ISO time, or RFC 822 date as the sources write it, or None.

    A time of day is dropped: arXiv's times are UTC.  None as well for a date outside 1970-2149.
    """
    match = _ISO.fullmatch(date)
    if match:
        year, month, day = int(match[1]), int(match[2]), int(match[3])
    else:
        match = _RFC822.fullmatch(date)
        if not match or match[2] not in _MONTHS:
            return None
        year, month, day = int(match[3]), _MONTHS[match[2]], int(match[1])
    if not (1 <= month <= 12 and 1 <= day <= month_length(year, month)):
        return None
    number = (
        _days_before_year(year)
        - _EPOCH
        + sum(_MONTH_LENGTHS[: month - 1])
        + (month > 2 and _leap(year))
        + day
        - 1
    )
    return number if 0 < number <= _LAST else None


@lru_cache(maxsize=32768)
def date_of(day: int) -> str:
    """Return the ISO date of a day number."""
    year = 1970 + day // 366
    while _days_before_year(year + 1) - _EPOCH <= day:
        year += 1
    rest = day - (_days_before_year(year) - _EPOCH)
    month = 1
    while rest >= month_length(year, month):
        rest -= month_length(year, month)
        month += 1
    return f"{year:04d}-{month:02d}-{rest + 1:02d}"


@lru_cache(maxsize=32768)
def iso(date: str | None) -> str | None:
    """Return ``YYYY-MM-DD`` for a date in one of the sources' spellings, or None."""
    if not date:
        return None
    day = day_of(date.strip())
    return None if day is None else date_of(day)


def today() -> str:
    """Return today's date, UTC."""
    import time

    return time.strftime("%Y-%m-%d", time.gmtime())
