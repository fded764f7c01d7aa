"""What the number and the date rule out."""

from __future__ import annotations

from arxlint.metadata.days import date_of, day_of
from arxlint.recognise.identifier import month_of
from arxlint.recognise.months import max_sequence
from arxlint.system.records import NamedTuple
from arxlint_rules.wording import month_name


class Limit(NamedTuple):
    """Why an identifier cannot be, on what ground, and whether the ground is an exact figure."""

    message: str
    ground: str
    exact: bool


def impossible(identifier: str, today: str) -> Limit | None:
    """Return why no paper can have a canonical identifier by ``today`` (ISO), or None."""
    if "/" in identifier:
        return None
    month = month_of(identifier)
    # Clocks differ by less than a day: on the last day of a month the next one has begun somewhere.
    day = day_of(today)
    if month > (date_of(day + 1) if day is not None else today)[:7]:
        return Limit(
            f"`{identifier}` cannot exist yet: its month, {month_name(month)}, is to come",
            f"the first four digits are year and month; today is {today}",
            True,
        )
    yymm, _, sequence = identifier.partition(".")
    most, exact = max_sequence(yymm)
    if int(sequence) <= most:
        return None
    if exact:
        ground = f"arXiv received {most} papers in {month_name(month)}; they are numbered from 1"
    else:
        ground = f"no month has come near that number; at most about {most} papers are to be expected"
    return Limit(
        f"`{identifier}` cannot exist: {month_name(month)} had no paper number {int(sequence)}", ground, exact
    )
