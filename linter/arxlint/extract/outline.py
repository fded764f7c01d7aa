"""Outline: the blocks of a document by container, its headings, and what line stands before a place."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import Final

from arxlint.document.model import Block, BlockKind, Document
from arxlint.extract.model import Mention
from arxlint.extract.vocabulary import COMMENT
from arxlint.system.records import NamedTuple

_ITEM: Final = re.compile(r"[ \t>]*(?:[-*+•]|[0-9]{1,9}[.)、])[ \t]")


class Section(NamedTuple):
    """A heading, and where what it heads ends (at the next heading of its level or above).

    ``parent`` is the index of the section around it, -1 if none.
    """

    heading: Block
    end: int
    parent: int


class Outline:
    """What listings, counts and dates ask of the structure of one document."""

    __slots__ = ("_starts", "blocks", "children", "document", "mentions", "sections", "text")

    def __init__(self, document: Document, mentions: tuple[Mention, ...]) -> None:
        self.document = document
        self.text = document.text
        self.blocks = document.blocks
        self.mentions = mentions
        self._starts = [mention.start for mention in mentions]
        self.children: dict[int, list[int]] = {}
        headings: list[Block] = []
        for index, block in enumerate(document.blocks):
            self.children.setdefault(block.parent, []).append(index)
            if block.kind == BlockKind.HEADING:
                headings.append(block)
        self.sections = _sections(headings, len(self.text))

    def mentions_in(self, start: int, end: int) -> range:
        """Return the indexes of the mentions that start within a span."""
        return range(bisect_left(self._starts, start), bisect_left(self._starts, end))

    def sections_at(self, offset: int) -> list[Section]:
        """Return the sections that an offset is in, the innermost first."""
        index = bisect_right(self.sections, offset, key=_heading_start) - 1
        found: list[Section] = []
        while index >= 0:
            section = self.sections[index]
            if section.end > offset:
                found.append(section)
            index = section.parent
        return found

    def line_before(self, start: int, floor: int) -> tuple[int, int]:
        """Return the span of the nearest line above an offset that says something, at or after ``floor``.

        Blank lines and comments say nothing.  Returns (-1, -1) if there is none.
        """
        text = self.text
        end = text.rfind("\n", floor, start)
        while end > floor - 1 and end >= 0:
            begin = text.rfind("\n", floor, end) + 1
            begin = max(begin, floor)
            line = COMMENT.sub("", text[begin:end]).strip(" \t\r>")
            if line:
                return begin, end
            if begin <= floor:
                break
            end = begin - 1
        return -1, -1

    def is_item_line(self, start: int) -> bool:
        """Tell whether the line that starts at an offset begins a list item."""
        return _ITEM.match(self.text, start) is not None


def _sections(headings: list[Block], length: int) -> list[Section]:
    ends = [length] * len(headings)
    parents = [-1] * len(headings)
    open_headings: list[int] = []
    for index, heading in enumerate(headings):
        while open_headings and headings[open_headings[-1]].level >= heading.level:
            ends[open_headings.pop()] = heading.start
        if open_headings:
            parents[index] = open_headings[-1]
        open_headings.append(index)
    return list(map(Section, headings, ends, parents))


def _heading_start(section: Section) -> int:
    return section.heading.start
