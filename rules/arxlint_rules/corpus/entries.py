"""What the rules about lists ask of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Listing

GROUPS = "groups"
"""The kind of a listing that only takes others together for counting."""


def subjects(listing: Listing) -> Iterator[int]:
    """Yield the index of the mention that each entry is about; entries without an identifier have none."""
    for entry in listing.entries:
        if entry.mentions:
            yield entry.mentions[0]


def with_role(document: Facts, role: str) -> dict[str, int]:
    """Return the papers that a document lists in a role, each with the index of its first mention there."""
    found: dict[str, int] = {}
    for listing in document.listings:
        if listing.role == role and listing.kind != GROUPS:
            for index in subjects(listing):
                found.setdefault(document.mentions[index].id, index)
    return found
