"""Labels that stand above: the line, list item or heading over a line that holds only the identifier."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import Final

from arxlint.document.model import BlockKind
from arxlint.extract.labels import Entry, to_label
from arxlint.extract.model import Label, LabelKind, Strength
from arxlint.extract.pieces import Piece, layout, set_apart
from arxlint.extract.reader import Reader
from arxlint.extract.shape import is_noise

MARKUP: Final = re.compile(r"<[^<>]*>|https?://\S+|\[|\]|\(|\)|!")
"""What is left out when a line is asked whether it says anything."""


def label_from_above(reader: Reader, entry: int, bare: list[int], labels: list[tuple[Label, ...]]) -> None:
    """A line that holds only the identifier takes its label from the line, item or heading above."""
    text, block = reader.text, reader.blocks[entry]
    first, last = reader.found[bare[0]], reader.found[bare[-1]]
    line_start = max(text.rfind("\n", block.start, first.outer_start) + 1, block.start)
    said = _SAYS_NOTHING.sub(" ", MARKUP.sub(" ", text[line_start : first.outer_start]))
    if not is_noise(said.strip(" \t*_`:：-—|>•+~#")):
        return
    pieces: list[Piece] = []
    origin = "line-above"
    if line_start > block.start and block.kind != BlockKind.HEADING:
        # The first line of the same block: flattened texts have title, source and identifier line by line.
        stop = text.find("\n", block.start)
        pieces = set_apart(text, block.start, stop, reader.inlines_of(reader.leaf_of[bare[0]])) or layout(
            text, block.start, stop, opens_entry=True
        )
    parent = block.parent
    while not pieces and parent >= 0:
        above = reader.blocks[parent]
        if above.kind == BlockKind.LIST_ITEM:
            stop = reader.own_end(parent)
            lines = reader.inlines_within(Entry(above.start, stop, running=False))
            pieces = set_apart(text, above.start, stop, lines) or layout(
                text, above.start, stop, opens_entry=True
            )
            break
        parent = above.parent
    if not pieces and block.kind == BlockKind.PARAGRAPH:
        pieces = _line_above(reader, entry, first.id)
    if not pieces:
        heading = reader.heading_above(entry)
        if heading >= 0 and _alone_in_section(reader, heading, first.id):
            above = reader.blocks[heading]
            origin = "heading"
            stop = above.end
            newline = text.find("\n", above.start, above.end)
            stop = newline if newline > 0 else stop
            lines = reader.inlines_of(heading)
            pieces = set_apart(text, above.start, stop, lines) or layout(
                text, above.start, stop, opens_entry=True
            )
    found = [piece for piece in pieces if piece.kind != LabelKind.DESCRIPTION] or list(pieces)
    if not found or last.id != first.id:
        return
    bound = tuple(
        to_label(text, piece._replace(origin=origin, strength=min(piece.strength, Strength.MEDIUM)))
        for piece in found[:2]
    )
    for index in bare:
        labels[index] = bound


_SAYS_NOTHING: Final = re.compile(r"\bavailable\b", re.IGNORECASE)
_KEY_LINE: Final = re.compile(
    r"\s*(?:[-*+>]\s+)?[*_`]{0,2}[^\s:：*_`]{1,12}(?: [^\s:：*_`]{1,12})?[*_`]{0,2}\s?[:：]"
)
_LINES_ABOVE: Final = 3


def _line_above(reader: Reader, entry: int, identifier: str) -> list[Piece]:
    """The title line over ``arXiv: …`` in a text without blank lines: past lines such as ``来源: …``.

    Only lines right above count, and only if no other paper stands between.
    """
    text, blocks = reader.text, reader.blocks
    below = blocks[entry].start
    for _ in range(_LINES_ABOVE):
        gap_end = below
        while gap_end and text[gap_end - 1] in " \t\r":
            gap_end -= 1
        if gap_end == 0 or text[gap_end - 1] != "\n":
            return []
        start = text.rfind("\n", 0, gap_end - 1) + 1
        end = gap_end - 1
        if not text[start:end].strip():
            return []
        low, high = bisect_left(reader.offsets, start), bisect_left(reader.offsets, end)
        others = {reader.found[index].id for index in range(low, high)}
        if others - {identifier}:
            return []
        if _KEY_LINE.match(text, start, end) is None:
            at = bisect_right(reader.starts, start) - 1
            if at < 0 or blocks[at].kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.LIST_ITEM):
                return []
            stop = reader.found[low].outer_start if low < high else end
            return set_apart(text, start, stop, reader.inlines_of(at)) or layout(
                text, start, stop, opens_entry=True
            )
        below = start
    return []


def _alone_in_section(reader: Reader, heading: int, identifier: str) -> bool:
    """Whether a heading's section, down to the next heading, cites this paper and no other."""
    at = bisect_right(reader.headings, heading)
    start = reader.blocks[heading].end
    stop = reader.blocks[reader.headings[at]].start if at < len(reader.headings) else len(reader.text)
    index = bisect_left(reader.offsets, start)
    while index < len(reader.found) and reader.offsets[index] < stop:
        if reader.found[index].id != identifier:
            return False
        index += 1
    return True
