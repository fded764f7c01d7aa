"""Listings: the lists and tables of a document that enumerate papers, and what introduces them.

A list or table enumerates papers if most of its items or rows *begin* with one, or have one in the column
that names the row.  A list of remarks that each end in a citation is none: nothing that counts or compares
entries may look at it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arxlint.config.profile import Profile
from arxlint.document.model import BlockKind, Document
from arxlint.extract.counts import count_claims
from arxlint.extract.listed_tables import table_parts
from arxlint.extract.model import CountClaim, Entry, Listing, Mention, Strength
from arxlint.extract.outline import Outline
from arxlint.extract.vocabulary import role_of
from arxlint.system.records import NamedTuple

LIST: Final = "list"
TABLE: Final = "table"
GROUPS: Final = "groups"
"""The entries of several lists under one introduction, taken together: for counting only."""

_MOSTLY: Final = 0.6
_MARKER: Final = re.compile(r"[ \t>]*(?:[-*+•]|[0-9]{1,9}[.)、])[ \t]+(?:\[[ xX✓]\][ \t]+)?")
_DECORATION: Final = re.compile(
    r"(?:[\W_]|(?i:arxiv)(?:[ \t]*(?:号|编号|(?i:ids?|no\.?)))?[ \t]*[:：]?|#?[0-9]{1,3}[.)、:：][ \t]?)*"
)
_LEADING_ORIGINS: Final = frozenset({"before", "link-text", "alias", "quoted", "emphasis"})
_LONG_LINE: Final = 120
_SENTENCE_END: Final = re.compile(r"[。！？!?]|\.(?=\s)")


class Shape(NamedTuple):
    """A listing before its introduction is known."""

    start: int
    end: int
    kind: str
    entries: tuple[Entry, ...]
    role: str = ""
    intro: tuple[int, int] = (-1, -1)
    """The introduction, where the shape itself says which it is (a column of states)."""
    firm: bool = True
    """False for a table that may be about something else (models, results), unless its introduction says."""


def read_listings(
    document: Document, mentions: Sequence[Mention], profile: Profile
) -> tuple[tuple[Listing, ...], tuple[CountClaim, ...]]:
    """Return the listings of a document in order, and the counts stated of them."""
    if not mentions:
        return (), ()
    outline = Outline(document, tuple(mentions))
    listings = []
    for shape in _shapes(outline, profile):
        listing = _introduced(outline, shape, profile)
        if shape.firm or listing.role:
            listings.append(listing)
    listings.sort(key=lambda listing: (listing.start, -listing.end, listing.intro_start))
    counts, aggregates = count_claims(outline, listings, profile)
    return (*listings, *aggregates), counts


def _shapes(outline: Outline, profile: Profile) -> list[Shape]:
    shapes: list[Shape] = []
    for index, block in enumerate(outline.blocks):
        if block.kind == BlockKind.TABLE and outline.mentions_in(block.start, block.end):
            shapes += (Shape(*part) for part in table_parts(outline, index, profile))
        elif block.kind == BlockKind.LIST and outline.mentions_in(block.start, block.end):
            entries = _items(outline, index)
            if entries is not None:
                shapes.append(Shape(block.start, block.end, LIST, entries))
    return shapes


def _items(outline: Outline, index: int) -> tuple[Entry, ...] | None:
    """Return the items of a list as entries, None if it does not enumerate papers."""
    entries = []
    led = 0
    for child in outline.children.get(index, ()):
        block = outline.blocks[child]
        nested = next(
            (i for i in outline.children.get(child, ()) if outline.blocks[i].kind == BlockKind.LIST), -1
        )
        end = outline.blocks[nested].start if nested >= 0 else block.end
        subject = _subject(outline, block.start, end)
        if subject < 0:
            entries.append(Entry(block.start, end, ()))
            continue
        led += 1
        others = tuple(i for i in outline.mentions_in(block.start, end) if i != subject)
        entries.append(Entry(block.start, end, (subject, *others)))
    return tuple(entries) if led and led >= _MOSTLY * len(entries) else None


def _subject(outline: Outline, start: int, end: int) -> int:
    """Return the index of the mention that an item begins with, by itself or by its name; -1 if none."""
    marker = _MARKER.match(outline.text, start, end)
    begin = marker.end() if marker else start
    decoration = _DECORATION.match(outline.text, begin, end)
    first = decoration.end() if decoration else begin
    for index in outline.mentions_in(start, end):
        mention = outline.mentions[index]
        if mention.outer_start <= first or mention.start <= first:
            # An address in code shows how addresses are written.
            shown = mention.outer.startswith("http") and outline.text[mention.outer_start - 1] == "`"
            return -1 if shown else index
        if any(
            label.start <= first and label.origin in _LEADING_ORIGINS and label.strength > Strength.WEAK
            for label in mention.labels
        ):
            return index
    return -1


def _introduced(outline: Outline, shape: Shape, profile: Profile) -> Listing:
    """Find what introduces a listing, and the role that it gives."""
    if shape.intro[0] >= 0:
        return _listing(shape, shape.role, shape.intro)
    intro = introduction(outline, shape.start)
    role = role_of(outline.text[slice(*intro)], profile) if intro[0] >= 0 else ""
    if not role:
        for place in _outer_introductions(outline, shape.start):
            role = role_of(outline.text[slice(*place)], profile)
            if role:
                # The line above stays the introduction where it says something of its own.
                intro = intro if intro[0] >= 0 else place
                break
    return _listing(shape, role, intro)


def _listing(shape: Shape, role: str, intro: tuple[int, int]) -> Listing:
    return Listing(shape.start, shape.end, shape.kind, role, intro[0], intro[1], shape.entries)


def introduction(outline: Outline, start: int) -> tuple[int, int]:
    """Return the span of the line that introduces what starts at an offset, (-1, -1) if none does.

    That is the nearest line above, if it is a heading, a short line or the end of a paragraph; for a nested
    list it is the item that the list is in.
    """
    leaf = outline.document.leaf_at(start)
    around = -1
    floor = 0
    if leaf >= 0:
        item = outline.document.enclosing(outline.blocks[leaf].parent, BlockKind.LIST_ITEM)
        # The item itself when ``start`` is a list's: the list's parent is the item that holds it.
        while item >= 0 and outline.blocks[item].start >= start:
            item = outline.document.enclosing(outline.blocks[item].parent, BlockKind.LIST_ITEM)
        around = item
    if around >= 0:
        floor = outline.blocks[around].start
    begin, end = outline.line_before(start, floor)
    if begin < 0:
        return -1, -1
    if around < 0 and outline.is_item_line(begin):
        return -1, -1
    stripped = outline.text[begin:end].lstrip(" \t>")
    if stripped.startswith(("|", "```", "~~~")):
        return -1, -1
    at = outline.document.leaf_at(end - 1)
    if at >= 0 and outline.blocks[at].kind in (BlockKind.CODE, BlockKind.FRONT_MATTER):
        return -1, -1
    if end - begin > _LONG_LINE:
        cut = begin
        for stop in _SENTENCE_END.finditer(outline.text, begin, end - 1):
            cut = stop.end()
        if end - cut > _LONG_LINE or not outline.text[cut:end].rstrip(" \t\r*_").endswith((":", "：")):
            return -1, -1
        begin = cut
    return begin, end


def _outer_introductions(outline: Outline, start: int) -> list[tuple[int, int]]:
    """Return the items around a nested list and the headings above, the innermost first."""
    places = []
    leaf = outline.document.leaf_at(start)
    for index in outline.document.ancestors(leaf) if leaf >= 0 else ():
        block = outline.blocks[index]
        if block.kind == BlockKind.LIST_ITEM and block.start < start:
            end = outline.text.find("\n", block.start, block.end)
            places.append((block.start, end if end >= 0 else block.end))
        elif block.kind == BlockKind.LIST and block.start < start and block.level == 1:
            places.append(introduction(outline, block.start))
    places += [(section.heading.start, section.heading.end) for section in outline.sections_at(start)]
    return [place for place in places if place[0] >= 0]
