"""A document as the binding of labels sees it: its blocks, identifiers and inline elements, by need."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from arxlint.document.inline_dispatch import inlines_of
from arxlint.document.model import Block, BlockKind, Document, Inline, InlineKind
from arxlint.extract.labels import Entry
from arxlint.recognise.scan import Found


class Reader:
    """Reads one text against its blocks.  Everything is computed only for entries that hold a mention."""

    def __init__(self, document: Document, found: Sequence[Found]) -> None:
        self.document = document
        self.text = document.text
        self.blocks = blocks = document.blocks
        self.found = found
        self.offsets = [item.start for item in found]
        self.leaf_of = _innermost(blocks, found)
        self._inlines: dict[int, list[Inline]] = {}
        self._uses: list[Inline] | None = None
        self.starts = [block.start for block in blocks]
        self.headings = [i for i, block in enumerate(blocks) if block.kind == BlockKind.HEADING]

    def inlines_of(self, index: int) -> list[Inline]:
        """The inline elements of a leaf block."""
        known = self._inlines.get(index)
        if known is None:
            known = self._inlines[index] = inlines_of(self.document, index)
        return known

    def reference_links(self) -> list[Inline]:
        """All links of the document whose target stands in a definition elsewhere."""
        if self._uses is None:
            self._uses = []
            for index, block in enumerate(self.blocks):
                if block.kind in (BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.TABLE_CELL) and (
                    self.text.find("]", block.start, block.end) >= 0 or self.document.format == "rst"
                ):
                    self._uses += [
                        line
                        for line in self.inlines_of(index)
                        if line.kind == InlineKind.LINK and not line.start <= line.target_start <= line.end
                    ]
        return self._uses

    def inlines_within(self, entry: Entry) -> list[Inline]:
        """The inline elements of all text blocks of an entry, in order."""
        found: list[Inline] = []
        index = bisect_left(self.starts, entry.start)
        while index < len(self.blocks) and self.blocks[index].start < entry.end:
            if self.blocks[index].kind in (
                BlockKind.PARAGRAPH,
                BlockKind.HEADING,
                BlockKind.HTML,
                BlockKind.TABLE_CELL,
            ):
                found.extend(self.inlines_of(index))
            index += 1
        if not found and index and self.blocks[index - 1].start <= entry.start < self.blocks[index - 1].end:
            found.extend(self.inlines_of(index - 1))
        return found

    def entry_of(self, leaf: int) -> int:
        """The block that is the mention's entry: its row, its list item, its bib entry, else itself."""
        index = leaf
        while index >= 0:
            block = self.blocks[index]
            if block.kind in (BlockKind.TABLE_ROW, BlockKind.LIST_ITEM, BlockKind.BIB_ENTRY):
                return index
            if block.kind in (BlockKind.QUOTE, BlockKind.LIST, BlockKind.TABLE):
                break
            index = block.parent
        return leaf

    def heading_above(self, index: int) -> int:
        """The nearest heading before a block, -1 if none."""
        at = bisect_left(self.headings, index)
        return self.headings[at - 1] if at else -1

    def own_end(self, item: int) -> int:
        """Where a list item's own text ends and its nested lists begin."""
        block = self.blocks[item]
        for index in range(item + 1, len(self.blocks)):
            inner = self.blocks[index]
            if inner.start >= block.end:
                break
            if inner.kind == BlockKind.LIST and inner.parent == item:
                return inner.start
        return block.end


def _innermost(blocks: Sequence[Block], found: Sequence[Found]) -> list[int]:
    """The index of the innermost block around each mention; both sequences are sorted by start."""
    result: list[int] = []
    stack: list[int] = []
    position = 0
    for item in found:
        while position < len(blocks) and blocks[position].start <= item.start:
            while stack and blocks[stack[-1]].end <= blocks[position].start:
                stack.pop()
            stack.append(position)
            position += 1
        while stack and blocks[stack[-1]].end <= item.start:
            stack.pop()
        result.append(stack[-1] if stack else -1)
    return result
