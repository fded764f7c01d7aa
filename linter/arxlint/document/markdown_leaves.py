"""The leaves of Markdown's block structure: what is open, how it is closed, tables and definitions."""

from __future__ import annotations

from typing import Any

from . import markdown_syntax as syntax
from .columns import columns_over, past_quote_mark
from .model import BlockKind
from .tables import count_cells, split_row
from .wrapping import unwrapped

NONE, PARAGRAPH, FENCE, INDENTED, HTML, TABLE = range(6)

NEVER = 1 << 30
"""The content column of a list item that a blank line has closed."""


class Container:
    """An open block quote (``marker`` is ``>``) or list item; its content is indented by ``width``."""

    __slots__ = ("index", "list_index", "marker", "width")

    def __init__(self, marker: str, index: int, width: int = 0, list_index: int = -1) -> None:
        self.marker = marker
        self.index = index
        self.width = width
        self.list_index = list_index


class Leaves:
    """The state of a scan over one text: the blocks so far, the open containers and the open leaf.

    ``column`` and ``base`` are 0-based columns with tabs expanded to stops of four: of the first non-blank
    character of the line, and of where the content of the innermost matched container begins.
    """

    def __init__(self, text: str, flat: bool) -> None:
        self.text = text
        self.flat = flat
        self.blocks: list[list[Any]] = []
        self.stack: list[Container] = []
        self.leaf = NONE
        self.leaf_start = 0
        self.leaf_end = 0
        self.leaf_info = ""
        self.last = 0  # end of the last line with content
        self.fence = ""
        self.table = -1
        self.row = 0
        self.columns = 0

    def _match(self, pos: int, at: int, end: int, column: int) -> tuple[int, int, int, int]:
        """Return how many open containers the line continues, and where its content is then."""
        text = self.text
        base = matched = 0
        for container in self.stack:
            if container.marker == ">":
                if at == end or text[at] != ">" or column - base > 3:
                    break
                at, column, base = past_quote_mark(text, at, column, end)
            elif at == end:
                if len(self.blocks) == container.index + 1 and self.leaf == NONE:
                    container.width = NEVER  # an item may begin with one blank line at most
            elif column - base >= container.width:
                base += container.width
            else:
                break
            matched += 1
        return matched, at, column, base

    def _underline(self, at: int, end: int) -> bool:
        """Turn the open paragraph into a heading if this line underlines it."""
        text = self.text
        if text[at] not in "=-" or syntax.SETEXT.match(text, at, end) is None:
            return False
        start = self._definitions(self.leaf_start, self.leaf_end)
        if start >= self.leaf_end:
            self.leaf = NONE
            return False
        if self.flat and text.find("\n", start, self.leaf_end) >= 0:
            return False
        level = 1 if text[at] == "=" else 2
        self.blocks.append([BlockKind.HEADING, start, end, self._parent(), level, ""])
        self.leaf, self.last = NONE, end
        return True

    # Tables.

    def _table_starts(self, pos: int, at: int, end: int) -> bool:
        """Start a table if this line is its delimiter row, under a header row with as many cells."""
        text = self.text
        if syntax.DELIMITERS.match(text, at, end) is None or text[at : at + 2] in ("-", ":", "- ", "-\t"):
            return False
        header = text.rfind("\n", self.leaf_start, pos - 1) + 1
        before = header - 1
        if header == 0:
            header = self.leaf_start
        else:
            line = header
            header = syntax.INDENT.match(text, line, pos).end()  # type: ignore[union-attr]
            column = columns_over(text, line, header, 0)
            matched, header, column, base = self._match(line, header, pos - 1, column)
            if matched < len(self.stack) or column - base >= 4:
                return False
        columns = count_cells(text[header : pos - 1])
        if not columns or columns != text[at:end].strip(" \t").strip("|").count("|") + 1:
            return False
        if header > self.leaf_start:
            self.leaf_end = before
            self._close_leaf()
        self.table, self.row, self.columns = len(self.blocks), 0, columns
        self.blocks.append([BlockKind.TABLE, header, end, self._parent(), 0, ""])
        self.leaf = TABLE
        self._row(header, pos - 1)
        self.leaf_end = end
        return True

    def _row(self, start: int, end: int) -> None:
        blocks = self.blocks
        row = len(blocks)
        cells = split_row(self.text, start, end, self.columns)
        self.leaf_end = end
        stop = max(start + len(self.text[start:end].rstrip()), cells[-1][1])
        blocks.append([BlockKind.TABLE_ROW, start, stop, self.table, self.row, "" if self.row else "header"])
        self.row += 1
        blocks.extend([BlockKind.TABLE_CELL, low, high, row, i, ""] for i, (low, high) in enumerate(cells))

    # Closing.

    def _paragraph_starts(self, at: int, end: int, info: str = "") -> None:
        self.leaf, self.leaf_start, self.leaf_end, self.leaf_info = PARAGRAPH, at, end, info

    def _parent(self) -> int:
        return self.stack[-1].index if self.stack else -1

    def _close_leaf(self) -> None:
        leaf, start, end = self.leaf, self.leaf_start, self.leaf_end
        self.leaf = NONE
        self.last = max(self.last, end)
        if leaf == PARAGRAPH:
            info, self.leaf_info = self.leaf_info, ""
            start = start if info else self._definitions(start, end)
            if start < end:
                for low, high in unwrapped(self.text, start, end) if self.flat else ((start, end),):
                    self.blocks.append([BlockKind.PARAGRAPH, low, high, self._parent(), 0, info])
        elif leaf == TABLE:
            self.blocks[self.table][2] = end
        elif leaf == HTML:
            comment = self.fence == "comment" and self.text.endswith("-->", start, end)
            kind = BlockKind.COMMENT if comment else BlockKind.HTML
            self.blocks.append([kind, start, end, self._parent(), 0, ""])
            if kind is BlockKind.HTML and syntax.HTML_STRUCTURE.search(self.text, start, end):
                from .html import parse_html

                self.blocks.extend(map(list, parse_html(self.text, start, end, *self._inside())))
        else:
            info, self.leaf_info = self.leaf_info, ""
            self.blocks.append([BlockKind.CODE, start, end, self._parent(), 0, info])
            if info.lower() in ("bibtex", "bib", "biblatex"):
                from .bibtex import parse_bibtex

                low = self.text.find("\n", start, end) + 1
                high = max(low, self.text.rfind("\n", start, end))
                self.blocks.extend(map(list, parse_bibtex(self.text, low, high, *self._inside())))

    def _inside(self) -> tuple[int, int]:
        """Return the index of the last block, as a parent, and the index that its first child will get."""
        return len(self.blocks) - 1, len(self.blocks)

    def _definitions(self, start: int, end: int) -> int:
        """Take link reference definitions off the start of a paragraph; return where the rest begins."""
        text = self.text
        while start < end and text[start] == "[":
            definition = syntax.DEFINITION.match(text, start, end)
            if definition is None or not definition["label"].strip():
                break
            stop = definition.end()
            title = syntax.TITLE.match(text, stop, end)
            if title is not None:
                stop = title.end()
            elif syntax.LINE_REST.match(text, stop, end) is None:
                break
            label = definition["label"]
            self.blocks.append([BlockKind.REFERENCE, start, stop, self._parent(), 0, label])
            rest = syntax.LINE_REST.match(text, stop, end)
            start = rest.end() if rest is not None else end
            start = _past_markers(text, start, end)
        return start


def _past_markers(text: str, at: int, end: int) -> int:
    while at < end and text[at] in " \t>":
        at += 1
    return at
