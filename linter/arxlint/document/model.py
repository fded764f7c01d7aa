"""Blocks and inline elements: the structure that mentions, labels and claims are read against.

All offsets are 0-based code points into the source text.  A block's span covers its raw lines, markers
included, without the final line ending; ``text[block.start:block.end]`` is the raw block.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from enum import StrEnum

from arxlint.system.records import NamedTuple


class BlockKind(StrEnum):
    """What a region of a document is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    LIST_ITEM = "list_item"
    TABLE = "table"
    TABLE_ROW = "table_row"
    TABLE_CELL = "table_cell"
    QUOTE = "quote"
    CODE = "code"
    HTML = "html"
    FRONT_MATTER = "front_matter"
    REFERENCE = "reference"
    """A Markdown link reference definition, or a ``\\bibitem``."""
    BIB_ENTRY = "bib_entry"
    BIB_FIELD = "bib_field"
    RULE = "rule"
    COMMENT = "comment"


class Block(NamedTuple):
    """One region.  Containers come before their content; blocks are sorted by start, widest first.

    ``parent`` is the index of the containing block in ``Document.blocks`` (-1 at top level).  ``level``:
    the heading's level, a list item's nesting depth (1-based), a table row's or cell's 0-based index in its
    table or row.  ``info``: a code block's language, a bib entry's key, a bib field's name, ``header`` on a
    table's header row, ``ordered`` on an ordered list, a link reference's label, ``^label`` on a footnote's
    paragraph, ``yaml`` or ``toml`` on front matter.  A bib field's span is that of its value, without the
    delimiters.
    """

    kind: BlockKind
    start: int
    end: int
    parent: int = -1
    level: int = 0
    info: str = ""


class InlineKind(StrEnum):
    """What an inline element is."""

    CODE = "code"
    LINK = "link"
    IMAGE = "image"
    AUTOLINK = "autolink"
    WIKILINK = "wikilink"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    COMMENT = "comment"
    HTML_TAG = "html_tag"


class Inline(NamedTuple):
    """One inline element: its whole span, the span of its text, and of its target (-1, -1 if none).

    For code the text is what is between the backticks.  For a link the text is what is shown, the target is
    the destination; for a wikilink the target is the page and the text its alias (or the page again); for an
    HTML link likewise with ``href``; for an URL by itself both are the URL.
    """

    kind: InlineKind
    start: int
    end: int
    text_start: int
    text_end: int
    target_start: int = -1
    target_end: int = -1


class Offsets(NamedTuple):
    """Where the characters of a decoded text stand in the raw file.

    The decoded text is cut into pieces; piece ``i`` begins at ``starts[i]`` and comes from
    ``raw_starts[i]:raw_ends[i]`` of the file.  A piece is either copied as it is, or one character that the
    file writes as an escape, or (with nothing raw) a separator that the file does not have.
    """

    starts: list[int]
    raw_starts: list[int]
    raw_ends: list[int]

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the raw span that ``text[start:end]`` comes from."""
        first = bisect_right(self.starts, start) - 1
        low = min(self.raw_starts[first] + start - self.starts[first], self.raw_ends[first])
        if end <= start:
            return low, low
        last = bisect_left(self.starts, end) - 1
        past = end - self.starts[last]
        whole = last + 1 < len(self.starts) and self.starts[last + 1] == end
        high = self.raw_ends[last] if whole else min(self.raw_starts[last] + past, self.raw_ends[last])
        return low, max(low, high)


class Document:
    """A parsed text.

    ``format`` is one of ``markdown``, ``text``, ``bibtex``, ``latex``, ``notebook``, ``rst``, ``html``.
    ``blocks`` are sorted by start, containers before their content.  All offsets point into ``text``.  For
    most files that is the file's text and ``offsets`` is None.  A notebook's ``text`` is the decoded text of
    its cells, joined by blank lines; ``raw_span`` turns spans in it into spans of the file, and is the
    identity otherwise.
    """

    __slots__ = ("_headings", "_references", "_starts", "blocks", "format", "offsets", "text")

    def __init__(
        self, text: str, format: str, blocks: tuple[Block, ...], offsets: Offsets | None = None
    ) -> None:
        self.text = text
        self.format = format
        self.blocks = blocks
        self.offsets = offsets
        self._starts: list[int] | None = None
        self._headings: list[int] | None = None
        self._references: dict[str, tuple[int, int]] | None = None

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the file of ``text[start:end]``."""
        return (start, end) if self.offsets is None else self.offsets.raw_span(start, end)

    def leaf_at(self, offset: int) -> int:
        """Return the index of the innermost block that contains an offset, or -1."""
        if self._starts is None:
            self._starts = [block.start for block in self.blocks]
        index = bisect_right(self._starts, offset) - 1
        while index >= 0 and self.blocks[index].end <= offset:
            index = self.blocks[index].parent
        return index

    def ancestors(self, index: int) -> list[int]:
        """Return the indexes of the blocks around a block, the nearest first."""
        found = []
        index = self.blocks[index].parent
        while index >= 0:
            found.append(index)
            index = self.blocks[index].parent
        return found

    def enclosing(self, index: int, kind: BlockKind) -> int:
        """Return the index of the nearest block of a kind: the block itself or one around it, or -1."""
        while index >= 0 and self.blocks[index].kind is not kind:
            index = self.blocks[index].parent
        return index

    def children(self, index: int) -> list[int]:
        """Return the indexes of the blocks directly inside a block, in order."""
        found = []
        at, end = index + 1, self.blocks[index].end
        while at < len(self.blocks) and self.blocks[at].start <= end:
            if self.blocks[at].parent == index:
                found.append(at)
            elif self.blocks[at].parent < index:
                break
            at += 1
        return found

    def section_heading(self, index: int) -> int:
        """Return the index of the nearest heading before a block, or -1."""
        headings = self._heading_indexes()
        at = bisect_left(headings, index) - 1
        return headings[at] if at >= 0 else -1

    def section_path(self, index: int) -> list[int]:
        """Return the headings whose sections a block is in, the innermost first, each of a lower level."""
        headings = self._heading_indexes()
        found: list[int] = []
        for at in range(bisect_left(headings, index) - 1, -1, -1):
            level = self.blocks[headings[at]].level
            if not found or level < self.blocks[found[-1]].level:
                found.append(headings[at])
                if level <= 1:
                    break
        return found

    def cells_of_row(self, index: int) -> list[int]:
        """Return the indexes of the cells of a table row."""
        return self.children(index)

    def header_of_table(self, index: int) -> int:
        """Return the header row of the table that a block is, or is in; -1 if there is none."""
        table = self.enclosing(index, BlockKind.TABLE)
        if table < 0 or table + 1 >= len(self.blocks):
            return -1
        first = self.blocks[table + 1]
        return table + 1 if first.parent == table and first.info == "header" else -1

    def references(self) -> dict[str, tuple[int, int]]:
        """Return the targets of the link reference definitions by normalised label."""
        if self._references is None:
            if self.format == "rst":
                from .rst_inline import rst_definitions

                self._references = rst_definitions(self.text, self.blocks)
            else:
                from .inline import definitions

                self._references = definitions(self.text, self.blocks)
        return self._references

    def inlines(self, index: int) -> list[Inline]:
        """Return the inline elements of a leaf block, sorted by start; none for code and containers."""
        from .inline_dispatch import inlines_of

        return inlines_of(self, index)

    def _heading_indexes(self) -> list[int]:
        if self._headings is None:
            self._headings = [i for i, block in enumerate(self.blocks) if block.kind is BlockKind.HEADING]
        return self._headings
