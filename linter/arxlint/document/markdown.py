"""Block structure of Markdown (CommonMark 0.31 with GFM tables and front matter), with exact offsets.

A conforming parser costs more to import than a whole run of this linter may take, and reads 1-2 MB/s.  This
one goes line by line through the containers that are open, as the CommonMark appendix describes, but skips
over whole paragraphs, tables, fenced code and HTML with one pattern each.  It builds no inline tree and
copies no text: see ``inline.py`` for what is inside a block.
"""

from __future__ import annotations

from typing import Any

from . import markdown_syntax as syntax
from .columns import columns_over, past_quote_mark
from .markdown_leaves import FENCE, HTML, INDENTED, PARAGRAPH, TABLE, Container, Leaves
from .model import Block, BlockKind

_MAX_DEPTH = 64
"""Containers nested deeper than this are text: no document does it, and blank lines cost depth."""

_OPENERS = frozenset(">#`~<*-_+0123456789[|:=")


def parse_markdown(text: str, *, flat: bool = False) -> tuple[Block, ...]:
    """Return the blocks of a Markdown text.

    With ``flat`` the text is read as exporters leave it when they drop blank lines and indentation, and as
    plain text is written: a line that is not indented never continues a list item, an ordered item with any
    number interrupts a paragraph, indentation alone makes no code, and each line of a paragraph is a
    paragraph of its own unless it looks hard-wrapped.
    """
    if "\r" in text:
        # Same length, so that offsets hold; the blank left of a CRLF is cut off again below.
        scanner = _Scanner(text.replace("\r\n", " \n").replace("\r", "\n"), flat)
        scanner.run()
        for block in scanner.blocks:
            end = block[2]
            if block[1] < end < len(text) and text[end] == "\n" and text[end - 1] == "\r":
                block[2] = end - 1
    else:
        scanner = _Scanner(text, flat)
        scanner.run()
    return tuple(map(Block._make, scanner.blocks))


class _Scanner(Leaves):
    """One pass over one text."""

    def run(self) -> None:
        text, size, stack, flat = self.text, len(self.text), self.stack, self.flat
        continuation, find = syntax.CONTINUATION.match, text.find
        pos = self._front_matter()
        while pos < size:
            if self.leaf == PARAGRAPH and not (flat and stack):
                more = continuation(text, pos)
                if more is not None:
                    pos = more.end()
                    self.leaf_end = pos - 1 if text[pos - 1] == "\n" else pos
                    continue
            end = find("\n", pos)
            if end < 0:
                end = size
            if self.leaf == TABLE and not stack and text[pos] == "|":
                self._row(pos, end)
                pos = end + 1
            else:
                pos = self._line(pos, end) + 1
        self._unwind(0)

    def _front_matter(self) -> int:
        text = self.text
        start = 1 if text.startswith("\ufeff") else 0
        opening = syntax.FRONT_MATTER.match(text, start)
        if opening is None:
            return start
        closing = syntax.FRONT_MATTER_ENDS[opening["fence"]].search(text, opening.end() - 1)
        if closing is None:
            return start
        info = "yaml" if opening["fence"] == "---" else "toml"
        self.blocks.append([BlockKind.FRONT_MATTER, start, closing.end(), -1, 0, info])
        return closing.end() + 1

    # One line.  Every method that reads lines returns the end of the last line it has read.

    def _line(self, pos: int, end: int) -> int:
        text, stack = self.text, self.stack
        at = syntax.INDENT.match(text, pos, end).end()  # type: ignore[union-attr]  # it matches nothing, too
        column = at - pos if at == pos else columns_over(text, pos, at, 0)
        base = matched = 0
        if stack:
            matched, at, column, base = self._match(pos, at, end, column)
        if at == end:
            return self._blank(matched, end)
        leaf = self.leaf
        if leaf > PARAGRAPH:
            if matched < len(stack):
                self._unwind(matched)
            elif leaf != TABLE and self._continues(at, end, column - base):
                return end
        while True:
            if column - base >= 4 and not self.flat:
                if self.leaf == PARAGRAPH:
                    break
                self._unwind(matched)
                self.leaf, self.leaf_start, self.leaf_end = INDENTED, at, end
                return end
            if text[at] not in _OPENERS:
                break
            direct = self.leaf == PARAGRAPH and matched == len(self.stack)
            if direct and (self._table_starts(pos, at, end) or self._underline(at, end)):
                return end
            opening = syntax.STARTS.match(text, at, end)
            kind = opening.lastgroup if opening is not None else None
            if opening is None or (kind in ("quote", "bullet", "ordered") and len(stack) >= _MAX_DEPTH):
                break
            if kind == "quote":
                self._unwind(matched)
                at, column, base = self._quote(at, column, end)
            elif kind in ("bullet", "ordered"):
                item = self._item(opening.group(), at, column, base, end, matched, direct)
                if item is None:
                    break
                at, column, base = item
            elif kind == "note":
                self._unwind(matched)
                self._paragraph_starts(at, end, opening.group()[1:-2])
                return end
            elif kind == "html":
                closed = self._html(at, end, matched)
                if closed < 0:
                    break
                return closed
            else:
                self._unwind(matched)
                return self._simple(kind, opening, at, end)
            matched = len(stack)
            if at == end:
                self.last = end
                return end
        if self.leaf == TABLE and not (self.flat and text.find("|", at, end) < 0):
            self._row(at, end)
        elif self.leaf == PARAGRAPH and (matched == len(stack) or not self.flat):
            self.leaf_end = end  # a paragraph goes on, even where its container's markers are missing
        else:
            self._unwind(matched)
            self._paragraph_starts(at, end)
        return end

    def _blank(self, matched: int, end: int) -> int:
        stack = self.stack
        for depth in range(matched - 1, -1, -1):
            if stack[depth].marker == ">":
                for container in stack[: depth + 1]:
                    self.blocks[container.index][2] = end
                    if container.list_index >= 0:
                        self.blocks[container.list_index][2] = end
                break
        if matched < len(stack):
            self._unwind(matched)
        elif self.leaf in (PARAGRAPH, TABLE) or (self.leaf == HTML and self.fence not in syntax.HTML_ENDS):
            self._close_leaf()
        more = syntax.BLANK_LINES.match(self.text, end + 1)
        return more.end() - 1 if more is not None else end

    def _continues(self, at: int, end: int, indent: int) -> bool:
        """Feed a line to the code or HTML that is open; say whether it belongs to it."""
        text = self.text
        if self.leaf == INDENTED:
            if indent < 4:
                self._close_leaf()
                return False
            self.leaf_end = end
            return True
        self.leaf_end = end
        if self.leaf == FENCE:
            closing = syntax.FENCE_END.match(text, at, end)
            if closing is not None and indent < 4 and closing["fence"].startswith(self.fence):
                self._close_leaf()
        elif self.fence in syntax.HTML_ENDS and syntax.HTML_ENDS[self.fence].search(text, at, end):
            self._close_leaf()
        return True

    # What a line can open.

    def _quote(self, at: int, column: int, end: int) -> tuple[int, int, int]:
        self.blocks.append([BlockKind.QUOTE, at, end, self._parent(), 0, ""])
        self.stack.append(Container(">", len(self.blocks) - 1))
        return past_quote_mark(self.text, at, column, end)

    def _item(
        self, marker: str, at: int, column: int, base: int, end: int, matched: int, direct: bool
    ) -> tuple[int, int, int] | None:
        text, stack, blocks = self.text, self.stack, self.blocks
        content = syntax.INDENT.match(text, at + len(marker), end).end()  # type: ignore[union-attr]
        kind, ordered = marker[-1], len(marker) > 1
        if direct and (content == end or (ordered and marker[:-1] != "1" and not self.flat)):
            return None
        after = column + len(marker)
        content_column = columns_over(text, at + len(marker), content, after)
        # Five blanks or more after the marker are one blank and then indented code.
        gap = content_column - after if content < end and content_column - after <= 4 else 1
        width = after - base + gap
        list_index = -1
        if matched < len(stack) and stack[matched].marker == kind:
            list_index = stack[matched].list_index
        self._unwind(matched)
        depth = sum(1 for container in stack if container.marker != ">") + 1
        if list_index < 0:
            list_index = len(blocks)
            blocks.append([BlockKind.LIST, at, end, self._parent(), depth, "ordered" if ordered else ""])
        blocks.append([BlockKind.LIST_ITEM, at, end, list_index, depth, ""])
        stack.append(Container(kind, len(blocks) - 1, width, list_index))
        return content, content_column, base + width

    def _simple(self, kind: str | None, opening: Any, at: int, end: int) -> int:
        """Open a heading, a rule or fenced code at the innermost open container."""
        text = self.text
        if kind == "atx":
            level = opening.end() - opening.start()
            self.blocks.append([BlockKind.HEADING, at, end, self._parent(), level, ""])
        elif kind == "rule":
            self.blocks.append([BlockKind.RULE, at, end, self._parent(), 0, ""])
        else:
            self.fence = opening.group()
            words = text[opening.end() : end].split(None, 1)
            self.leaf, self.leaf_start, self.leaf_end = FENCE, at, end
            self.leaf_info = words[0] if words else ""
            if self.stack:
                return end
            for closing in syntax.NEXT_FENCE_END.finditer(text, end):
                if closing["fence"].startswith(self.fence):
                    end = closing.end()
                    self.leaf_end = end
                    break
            else:
                end = len(text)
                self.leaf_end = max(self.leaf_end, len(text.rstrip(" \t\n")))
            self._close_leaf()
        self.last = end
        return end

    def _html(self, at: int, end: int, matched: int) -> int:
        """Open HTML; return -1 if this is none, or none that may interrupt a paragraph."""
        text = self.text
        opening = syntax.HTML_STARTS.match(text, at, end)
        kind = opening.lastgroup if opening is not None else None
        if kind is None or (kind == "other" and self.leaf == PARAGRAPH):
            return -1
        self._unwind(matched)
        self.leaf, self.leaf_start, self.leaf_end, self.fence = HTML, at, end, kind
        if self.stack:
            if kind in syntax.HTML_ENDS and syntax.HTML_ENDS[kind].search(text, at, end):
                self._close_leaf()
            return end
        if kind in syntax.HTML_ENDS:
            closing = syntax.HTML_ENDS[kind].search(text, at)
            end = text.find("\n", closing.end()) if closing is not None else -1
        else:
            blank = syntax.NEXT_BLANK_LINE.search(text, end)
            end = blank.start() if blank is not None else -1
        if end < 0:
            end = len(text)
        self.leaf_end = max(self.leaf_end, at + len(text[at:end].rstrip(" \t\n")))
        self._close_leaf()
        return end

    def _unwind(self, depth: int) -> None:
        """Close the open leaf and all containers beyond the first ``depth``."""
        if self.leaf:
            self._close_leaf()
        stack, blocks = self.stack, self.blocks
        while len(stack) > depth:
            container = stack.pop()
            end = max(blocks[container.index][2], self.last)
            blocks[container.index][2] = end
            if container.list_index >= 0:
                blocks[container.list_index][2] = max(blocks[container.list_index][2], end)
