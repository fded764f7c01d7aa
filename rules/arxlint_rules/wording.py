"""The words and small computations that several rules share, so that they all say things in one way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Applicability, Edit, Fix, Related

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Mention
    from arxlint.ledger import Place
    from arxlint.metadata.paper import Paper

MOST_RELATED: Final = 5
"""More places than this are counted, not shown."""

_MONTHS: Final = (
    "January February March April May June July August September October November December".split()
)


_EMPHASIS: Final = re.compile(r"\*{2,}|(?<=:)\*")
"""Marks that a label may enclose where its name is set in bold: ``**Name:** subtitle``."""


def excerpt(text: str, limit: int = 90) -> str:
    """Return a text on one line, cut to at most ``limit`` characters."""
    line = " ".join(_EMPHASIS.sub("", text).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def month_name(date: str) -> str:
    """Return ``August 2026`` for ``2026-08`` or ``2026-08-20``."""
    return f"{_MONTHS[int(date[5:7]) - 1]} {date[:4]}"


def plain(mention: Mention) -> str:
    """Return the canonical identifier with the version that was written."""
    return mention.id if mention.version is None else f"{mention.id}v{mention.version}"


def titled(paper: Paper) -> str:
    """Return ``“Title”``, cut if it is long."""
    return f"“{excerpt(paper.title)}”"


def source_of(paper: Paper) -> str:
    """Return who says so and when: ``arXiv's record as of 2026-08-22``."""
    return f"arXiv's record as of {paper.as_of}" if paper.as_of else "arXiv's record"


def record_note(paper: Paper) -> str:
    """Return the ground on which a paper is known: its title, from where, as of when."""
    return f"{source_of(paper)}: {paper.id} is {titled(paper)}"


def who_and_when(place: Place) -> str:
    """Return ``by tom, 2026-08-20``, or as much of that as is known; empty if nothing is."""
    return ", ".join(part for part in (place.instance and f"by {place.instance}", place.date) if part)


def cited_here(place: Place, text: str) -> Related:
    """Return a related place at a mention: ``text`` and who wrote it when."""
    who = who_and_when(place)
    return Related(place.path, place.mention.start, place.mention.end, f"{text} ({who})" if who else text)


def shown(related: Sequence[Related]) -> tuple[Related, ...]:
    """Cut a list of related places to what a person will read."""
    return tuple(related[:MOST_RELATED])


def counted(number: int, noun: str) -> str:
    """Return ``1 place`` or ``3 places``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(parts: Iterable[str], limit: int = 3) -> str:
    """Return ``a``, ``a and b``, or ``a, b, c and 4 more``."""
    items = list(parts)
    if len(items) > limit:
        items = [*items[:limit], f"{len(items) - limit} more"]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def replace(
    document: Facts | str, span: tuple[int, int], text: str, message: str, *, safe: bool = False
) -> Fix:
    """Return a fix that replaces one span; unsafe unless said otherwise."""
    path = document if isinstance(document, str) else document.path
    applicability = Applicability.SAFE if safe else Applicability.UNSAFE
    return Fix(applicability, message, (Edit(path, span[0], span[1], text),))


def by_paper(document: Facts) -> Iterator[tuple[str, list[Mention]]]:
    """Yield the mentions of each paper of a document, papers in order of first mention."""
    groups: dict[str, list[Mention]] = {}
    for mention in document.mentions:
        groups.setdefault(mention.id, []).append(mention)
    yield from groups.items()
