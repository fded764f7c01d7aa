"""What the knowledge base said of a paper before a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arxlint.extract.model import Facts
    from arxlint.ledger import Place
    from arxlint.rule import Context

BRIEFING = "briefing"


def earlier_places(paper: str, document: Facts, ctx: Context) -> list[Place]:
    """Return the mentions of a paper in briefings of earlier days, the earliest first.

    A card's path that a briefing names is a mention like any other: the paper was known.
    """
    if not document.date:
        return []
    places = [
        place
        for place in ctx.ledger.mentions_of(paper)
        if place.kind == BRIEFING and place.date and place.date < document.date
    ]
    places.sort(key=lambda place: (place.date, place.path, place.mention.start))
    return places
