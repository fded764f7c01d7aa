"""What is known of a version's date, and whether a stated date fits it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arxlint.metadata.days import date_of, day_of

if TYPE_CHECKING:
    from arxlint.metadata.paper import Paper

ANNOUNCEMENT_LAG: Final = 5
"""Days from a submission to its announcement at most (a long weekend); people state either date."""

TIME_ZONES: Final = 1
"""Days by which a local date may be before arXiv's."""


def fits(stated: str, date: str) -> bool:
    """Tell whether a stated date (ISO, or its year or month alone) can mean a submission on ``date``."""
    day = day_of(date)
    if day is None:
        return True
    earliest, latest = date_of(max(1, day - TIME_ZONES)), date_of(day + ANNOUNCEMENT_LAG)
    return earliest[: len(stated)] <= stated <= latest[: len(stated)]


def window(paper: Paper, number: int) -> tuple[str | None, str | None]:
    """Return the earliest and latest date that a version can have; equal if its date is known.

    Versions follow each other in time, so that the neighbours' dates bound one whose own is unknown.
    """
    known = paper.version(number)
    if known and known.date:
        return known.date, known.date
    earliest = max((v.date for v in paper.versions if v.date and v.number < number), default=paper.submitted)
    latest = min((v.date for v in paper.versions if v.date and v.number > number), default=None)
    return earliest, latest


def latest_by(paper: Paper, date: str) -> int:
    """Return the latest version that may have been out on a date: those known to be later are left out."""
    for number in range(paper.latest, 1, -1):
        earliest, _ = window(paper, number)
        if earliest is None or earliest <= date:
            return number
    return 1
