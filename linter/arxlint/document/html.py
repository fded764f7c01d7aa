"""HTML files, and HTML inside Markdown: headings, paragraphs, lists, tables, code and comments.

Character references are left as they are written, so that offsets are those of the file.
"""

from __future__ import annotations

import re
from typing import Any

from .latex_syntax import trimmed
from .model import Block, BlockKind
from .tags import TAG

_RAW = frozenset({"script", "style", "textarea", "pre"})
_HEADINGS = {"title": 1, "h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_CONTAINERS = {
    "ul": BlockKind.LIST,
    "ol": BlockKind.LIST,
    "li": BlockKind.LIST_ITEM,
    "table": BlockKind.TABLE,
    "tr": BlockKind.TABLE_ROW,
    "blockquote": BlockKind.QUOTE,
}
_CELLS = frozenset({"td", "th"})
_INLINE = frozenset(
    {"a", "abbr", "annotation", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del"}
)
_INLINE |= {"dfn", "em", "font", "i", "img", "ins", "kbd", "label", "mark", "math", "mi", "mn", "mo"}
_INLINE |= {
    "mrow",
    "msub",
    "msup",
    "path",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "semantics",
    "small",
    "span",
}
_INLINE |= {"strike", "strong", "sub", "sup", "svg", "time", "tt", "u", "var", "wbr"}
_MAX_DEPTH = 48
"""Elements nested deeper than this are no blocks of their own."""

_LEAVES = (BlockKind.HEADING, BlockKind.TABLE_CELL)
# What the start of an element closes, up to the element in the second place.
_CLOSES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), frozenset({"ul", "ol"})),
    "tr": (frozenset({"tr"}), frozenset({"table"})),
    "td": (_CELLS, frozenset({"tr", "table"})),
    "th": (_CELLS, frozenset({"tr", "table"})),
}


def parse_html(
    text: str, start: int = 0, end: int = -1, parent: int = -1, first: int = 0
) -> tuple[Block, ...]:
    """Return the blocks of the HTML ``text[start:end]``; ``parent`` and ``first`` as in ``parse_bibtex``.

    A heading's, a paragraph's and a cell's span is that of its content; a list's, an item's, a row's and a
    table's includes the tags.
    """
    reader = _Reader(text, len(text) if end < 0 else end, parent, first)
    reader.run(start + 1 if text.startswith("\ufeff", start) else start)
    return tuple(map(Block._make, reader.blocks))


class _Element:
    """An element that is open: its name, its block, and how many rows, cells or items it has so far."""

    __slots__ = ("block", "count", "name", "tag")

    def __init__(self, name: str, block: int, tag: int) -> None:
        self.name = name
        self.tag = tag  # where its tag begins
        self.block = block
        self.count = 0


class _Reader:
    def __init__(self, text: str, end: int, parent: int, first: int) -> None:
        self.text = text
        self.end = end
        self.parent = parent
        self.first = first
        self.blocks: list[list[Any]] = []
        self.open: list[_Element] = []
        self.begin = 0  # of the text since the last tag that is not inline

    def run(self, start: int) -> None:
        text, end = self.text, self.end
        self.begin = start
        at = text.find("<", start, end)
        while at >= 0:
            if text.startswith("<!--", at):
                close = text.find("-->", at + 2, end)
                stop = close + 3 if close >= 0 else end
                if not self.open or self._kind() not in _LEAVES:
                    self._flush(at, stop)
                    self._add(BlockKind.COMMENT, at, stop)
            else:
                tag = TAG.match(text, at, end)
                stop = self._tag(tag) if tag is not None else at + 1
            at = text.find("<", stop, end)
        self._flush(end, end)
        while self.open:
            self._close(end)

    def _kind(self) -> BlockKind | None:
        kind = self.blocks[self.open[-1].block][0] if self.open else None
        return kind if isinstance(kind, BlockKind) else None

    def _add(self, kind: BlockKind, start: int, end: int, level: int = 0, info: str = "") -> int:
        parent = self.open[-1].block + self.first if self.open else self.parent
        self.blocks.append([kind, start, end, parent, level, info])
        if self.open:
            around = self.blocks[self.open[-1].block]
            around[2] = max(around[2], end)
        return len(self.blocks) - 1

    def _flush(self, end: int, following: int) -> None:
        """End the running text; it is a paragraph unless a heading or a cell holds it."""
        start, stop = trimmed(self.text, self.begin, end)
        self.begin = following
        if stop > start and self._kind() not in (
            *_LEAVES,
            BlockKind.TABLE,
            BlockKind.TABLE_ROW,
            BlockKind.LIST,
        ):
            self._add(BlockKind.PARAGRAPH, start, stop)

    def _close(self, end: int) -> None:
        """Close the innermost element at ``end``, which is past its closing tag if it has one."""
        element = self.open.pop()
        block = self.blocks[element.block]
        block[2] = max(block[2], trimmed(self.text, block[1], end)[1])
        if block[1] == block[2]:
            block[1] = block[2] = element.tag  # nothing in it: it stands before what follows
        if self.open:
            around = self.blocks[self.open[-1].block]
            around[2] = max(around[2], block[2])

    def _close_to(self, names: frozenset[str], barrier: frozenset[str], end: int, past: int) -> None:
        """Close the innermost element of these names and what is in it, unless a barrier is nearer."""
        for depth in range(len(self.open) - 1, -1, -1):
            name = self.open[depth].name
            if name in names:
                while len(self.open) > depth + 1:
                    self._close(end)
                self._close(end if name in _CELLS or name in _HEADINGS else past)
                return
            if name in barrier:
                return

    def _tag(self, tag: re.Match[str]) -> int:
        name = tag["name"].lower()
        low, stop = tag.span()
        if name in _INLINE:
            return stop
        if tag["close"]:
            self._flush(low, stop)
            barrier = _CLOSES[name][1] if name in _CLOSES else frozenset()
            self._close_to(frozenset({name}), barrier, low, stop)
            return stop
        if name in _RAW:
            closing = re.compile(rf"</{name}\s*+>", re.IGNORECASE).search(self.text, stop, self.end)
            past = closing.end() if closing is not None else self.end
            if self._kind() not in _LEAVES:
                self._flush(low, past)
                self._add(BlockKind.CODE, low, past, 0, name)
            return past
        self._flush(low, stop)
        if name in _CLOSES:
            self._close_to(*_CLOSES[name], low, low)
        if len(self.open) >= _MAX_DEPTH:
            return stop
        if name in _HEADINGS:
            if self._kind() not in _LEAVES:
                start = self._skip(stop)
                index = self._add(BlockKind.HEADING, start, start, _HEADINGS[name])
                self.open.append(_Element(name, index, low))
        elif name in _CELLS:
            self._cell(name, low, stop)
        elif name in _CONTAINERS:
            self._container(name, low, stop)
        return stop

    def _skip(self, at: int) -> int:
        """Return where content begins after a tag, so that spans are trimmed at their start."""
        text, end = self.text, self.end
        while at < end and text[at].isspace():
            at += 1
        return at

    def _cell(self, name: str, low: int, stop: int) -> None:
        if self._kind() is not BlockKind.TABLE_ROW:
            return
        row = self.open[-1]
        start = self._skip(stop)
        if name == "td" or row.count == 0:
            first_row = self.blocks[row.block][4] == 0
            self.blocks[row.block][5] = "header" if name == "th" and first_row else ""
        self.open.append(_Element(name, self._add(BlockKind.TABLE_CELL, start, start, row.count), low))
        row.count += 1

    def _container(self, name: str, low: int, stop: int) -> None:
        kind = _CONTAINERS[name]
        level, info = 0, ""
        if kind is BlockKind.LIST or kind is BlockKind.LIST_ITEM:
            level = sum(1 for element in self.open if element.name in ("ul", "ol")) + (kind is BlockKind.LIST)
            info = "ordered" if name == "ol" else ""
        elif kind is BlockKind.TABLE_ROW and self._kind() is BlockKind.TABLE:
            # (In Markdown, a blank line may have cut a row off its table.)
            level = self.open[-1].count
            self.open[-1].count += 1
        self.open.append(_Element(name, self._add(kind, low, stop, level, info), low))
