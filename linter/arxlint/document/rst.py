"""reStructuredText: sections, paragraphs, lists, literal blocks, directives, targets and tables."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from arxlint.system.records import NamedTuple

from .model import Block, BlockKind

_LINE = re.compile(r"(?P<indent>[ \t]*+)(?P<body>[^\r\n]*+)(?:\r\n|\r|\n|\Z)")
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*+\Z")
_BULLET = re.compile(
    r"(?:[-*+•‣⁃]|(?P<number>\(?(?:\d{1,9}|[a-zA-Z]|\#|[ivxlcdmIVXLCDM]{1,9})[.)]))(?:[ \t]++|\Z)"
)
_EXPLICIT = re.compile(
    r"\.\.(?:[ \t]++(?:"
    r"_(?P<target>`[^`]++`|[^:\\`]++(?:\\.[^:\\]*+)*+):(?:[ \t]++|\Z)"
    r"|\[(?P<citation>[^\]\s]++)\](?:[ \t]++|\Z)"
    r"|(?:\|[^|]++\|[ \t]++)?+(?P<directive>[\w.:+-]*?\w)::(?:[ \t]++|\Z)"
    r")|(?=[ \t]|\Z))"
)
_CODE = frozenset(
    {
        "code",
        "code-block",
        "sourcecode",
        "literalinclude",
        "math",
        "raw",
        "parsed-literal",
        "ipython",
        "testcode",
    }
    | {"doctest", "prompt", "plot", "graphviz", "mermaid", "highlight", "testsetup"}
)
_GRID = re.compile(r"\+(?:[-=]++\+)++\Z")
_RULER = re.compile(r"=++(?:[ \t]++=++)++\Z")
_RULER_PART = re.compile(r"=++")
_MAX_DEPTH = 32


class _Line(NamedTuple):
    start: int  # of the first character that is not blank
    end: int  # without blanks at the end
    indent: int


class _Item:
    """A list item that is open: where its marker and its text are indented to, and its blocks."""

    __slots__ = ("content", "index", "kind", "list_index", "marker")

    def __init__(self, kind: str, marker: int, content: int, index: int, list_index: int) -> None:
        self.kind = kind
        self.marker = marker
        self.content = content
        self.index = index
        self.list_index = list_index


def parse_rst(text: str) -> tuple[Block, ...]:
    """Return the blocks of a reStructuredText document; heading levels follow the order of adornments.

    A citation or footnote (``.. [key] …``) and a link target (``.. _name: …``) are references.
    """
    reader = _Reader(text)
    reader.run()
    return tuple(map(Block._make, reader.blocks))


def _lines(text: str) -> list[_Line]:
    lines = []
    at = 1 if text.startswith("\ufeff") else 0
    while at < len(text):
        match = _LINE.match(text, at)
        assert match is not None  # it matches nothing, too
        body = match["body"].rstrip()
        start = match.start("body")
        lines.append(_Line(start, start + len(body), len(match["indent"].expandtabs(8))))
        at = match.end()
    return lines


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = _lines(text)
        self.blocks: list[list[Any]] = []
        self.items: list[_Item] = []
        self.styles: list[str] = []

    def run(self) -> None:
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            if line.start == line.end:
                at += 1
                continue
            while self.items and line.indent < self.items[-1].content and not self._is_sibling(line):
                self._close_item()
            at = self._block(at, line)
        while self.items:
            self._close_item()

    def _is_sibling(self, line: _Line) -> bool:
        item = self.items[-1]
        bullet = _BULLET.match(self.text, line.start, line.end)
        return bullet is not None and line.indent == item.marker and self._marker_kind(bullet) == item.kind

    def _marker_kind(self, bullet: re.Match[str]) -> str:
        return "number" if bullet["number"] else self.text[bullet.start()]

    def _close_item(self) -> None:
        item = self.items.pop()
        self.blocks[item.index][2] = max(block[2] for block in self.blocks[item.index :])
        self.blocks[item.list_index][2] = max(self.blocks[item.list_index][2], self.blocks[item.index][2])

    def _add(self, kind: BlockKind, start: int, end: int, level: int = 0, info: str = "") -> int:
        self.blocks.append([kind, start, end, self.items[-1].index if self.items else -1, level, info])
        return len(self.blocks) - 1

    def _body_end(self, at: int, indent: int) -> int:
        """Return the number of the line after the last one that is indented by more than ``indent``."""
        last = at
        while at < len(self.lines):
            line = self.lines[at]
            if line.start < line.end:
                if line.indent <= indent:
                    break
                last = at + 1
            at += 1
        return last

    def _block(self, at: int, line: _Line) -> int:
        """Read the block that begins at line number ``at``; return the number of the line after it."""
        text = self.text
        if text.startswith("..", line.start, line.end):
            explicit = _EXPLICIT.match(text, line.start, line.end)
            if explicit is not None:
                return self._explicit(at, line, explicit)
        heading = self._heading(at, line)
        if heading:
            return heading
        if _GRID.match(text, line.start, line.end) or _RULER.match(text, line.start, line.end):
            return self._table(at, line)
        bullet = _BULLET.match(text, line.start, line.end)
        if bullet is not None and self._is_item(at, line, bullet):
            return self._item(at, line, bullet)
        return self._paragraph(at, line.start, line.indent)

    def _heading(self, at: int, line: _Line) -> int:
        text, lines = self.text, self.lines
        adorned = _ADORNMENT.match(text, line.start, line.end) is not None
        if adorned and line.end - line.start >= 3:
            if at + 2 < len(lines):
                title, under = lines[at + 1], lines[at + 2]
                if title.start < title.end and text[under.start : under.end] == text[line.start : line.end]:
                    return (
                        self._add_heading(title, line.start, under.end, "over" + text[line.start]) or at + 3
                    )
            following = lines[at + 1] if at + 1 < len(lines) else None
            if following is None or following.start == following.end:
                self._add(BlockKind.RULE, line.start, line.end)
                return at + 1
        if at + 1 < len(lines) and line.indent == 0:
            under = lines[at + 1]
            width = under.end - under.start
            if (
                under.indent == 0
                and width >= 3
                and _ADORNMENT.match(text, under.start, under.end)
                and width >= min(line.end - line.start, 4)
                and not adorned
            ):
                return self._add_heading(line, line.start, under.end, text[under.start]) or at + 2
        return 0

    def _add_heading(self, title: _Line, start: int, end: int, style: str) -> int:
        while self.items:
            self._close_item()
        if style not in self.styles:
            self.styles.append(style)
        self._add(BlockKind.HEADING, start, end, self.styles.index(style) + 1)
        return 0

    def _explicit(self, at: int, line: _Line, explicit: re.Match[str]) -> int:
        past = self._body_end(at + 1, line.indent)
        end = self.lines[past - 1].end if past > at + 1 else line.end
        kind = explicit["directive"]
        if explicit["target"] is not None:
            name = explicit["target"].strip("`").replace("\\", "")
            self._add(BlockKind.REFERENCE, line.start, end, 0, name)
        elif explicit["citation"] is not None:
            self._add(BlockKind.REFERENCE, line.start, end, 0, explicit["citation"])
        elif kind is None:
            self._add(BlockKind.COMMENT, line.start, end)
        elif kind.lower() in _CODE:
            language = self.text[explicit.end() : line.end].split(None, 1)
            self._add(BlockKind.CODE, line.start, end, 0, language[0] if language else kind)
        else:
            # What a directive holds is read as if it stood there by itself.
            if explicit.end() < line.end:
                return self._paragraph(at, explicit.end(), line.indent, hanging=True)
            return at + 1
        return past

    def _is_item(self, at: int, line: _Line, bullet: re.Match[str]) -> bool:
        """Whether this begins an item: "A. Einstein" may also begin a sentence, so look at the next line."""
        if len(self.items) >= _MAX_DEPTH:
            return False
        if not bullet["number"] or at + 1 >= len(self.lines):
            return True
        following = self.lines[at + 1]
        return (
            following.start == following.end
            or following.indent > line.indent
            or _BULLET.match(self.text, following.start, following.end) is not None
        )

    def _item(self, at: int, line: _Line, bullet: re.Match[str]) -> int:
        kind = self._marker_kind(bullet)
        list_index = -1
        if self.items and line.indent == self.items[-1].marker and self.items[-1].kind == kind:
            list_index = self.items[-1].list_index
            self._close_item()
        depth = len(self.items) + 1
        if list_index < 0:
            info = "ordered" if kind == "number" else ""
            list_index = self._add(BlockKind.LIST, line.start, line.end, depth, info)
        self.blocks.append([BlockKind.LIST_ITEM, line.start, line.end, list_index, depth, ""])
        content = line.indent + max(2, bullet.end() - bullet.start())
        self.items.append(_Item(kind, line.indent, content, len(self.blocks) - 1, list_index))
        if bullet.end() >= line.end:
            return at + 1
        rest = _Line(bullet.end(), line.end, content)
        inner = _BULLET.match(self.text, rest.start, rest.end)
        if inner is not None and not inner["number"]:
            self.lines[at] = rest
            return self._item(at, rest, inner) if len(self.items) < _MAX_DEPTH else at + 1
        return self._paragraph(at, rest.start, content)

    def _paragraph(self, at: int, start: int, indent: int, hanging: bool = False) -> int:
        """Read a paragraph from ``start``, in line ``at``; and the literal block that it may announce."""
        text, lines = self.text, self.lines
        first = at
        end = lines[at].end
        at += 1
        while at < len(lines):
            line = lines[at]
            if line.start == line.end or line.indent < indent or (hanging and line.indent <= indent):
                break
            if line.indent > indent and not hanging and at > first + 1 and text.endswith("::", start, end):
                break
            if text.startswith(".. ", line.start, line.end):
                break
            end = line.end
            at += 1
        self._add(BlockKind.PARAGRAPH, start, end)
        if text.endswith("::", start, end):
            past = self._body_end(at, indent)
            body = [line for line in lines[at:past] if line.start < line.end]
            if body:
                self._add(BlockKind.CODE, body[0].start, body[-1].end)
                return past
        return at

    def _table(self, at: int, line: _Line) -> int:
        text, lines = self.text, self.lines
        grid = text[line.start] == "+"
        past = at + 1
        rulers = 1
        while past < len(lines) and lines[past].start < lines[past].end and (grid or rulers < 3):
            if grid and text[lines[past].start] not in "+|":
                break
            rulers += not grid and _RULER.match(text, lines[past].start, lines[past].end) is not None
            past += 1
        table = self._add(BlockKind.TABLE, line.start, lines[past - 1].end)
        columns = [part.start() - line.start for part in _RULER_PART.finditer(text, line.start, line.end)]
        count = 0
        has_header = rulers == 3 or any(
            text.startswith("+=", row.start, row.end) for row in lines[at + 1 : past]
        )
        for number in range(at + 1, past):
            row = lines[number]
            if text[row.start] == "+" if grid else _RULER.match(text, row.start, row.end):
                continue
            info = "header" if count == 0 and has_header else ""
            self.blocks.append([BlockKind.TABLE_ROW, row.start, row.end, table, count, info])
            count += 1
            index = len(self.blocks) - 1
            cells = self._grid_cells(row) if grid else self._column_cells(row, line, columns)
            for column, (low, high) in enumerate(cells):
                self.blocks.append([BlockKind.TABLE_CELL, low, high, index, column, ""])
        return past

    def _grid_cells(self, row: _Line) -> list[tuple[int, int]]:
        from .tables import split_row

        return split_row(self.text, row.start, row.end)

    def _column_cells(self, row: _Line, ruler: _Line, columns: list[int]) -> list[tuple[int, int]]:
        from .latex_syntax import trimmed

        origin = row.start - (row.indent - ruler.indent)
        edges = [min(max(origin + column, row.start), row.end) for column in columns] + [row.end]
        return [trimmed(self.text, low, high) for low, high in pairwise(edges)]
