"""Jupyter notebooks: their cells read as Markdown or code, with a map back into the JSON file."""

from __future__ import annotations

import re

from arxlint.system.records import NamedTuple

from .markdown import parse_markdown
from .model import Block, BlockKind, Document, Offsets

_JSON_TOKEN = re.compile(r"\"(?P<string>(?:[^\"\\]|\\.)*+)(?:\"|\\?\Z)|[{}\[\]:,]", re.DOTALL)
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL
)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class _Cell(NamedTuple):
    kind: str
    strings: list[tuple[int, int]]  # the spans of the source's strings, without their quotation marks


def parse_notebook(raw: str) -> Document | None:
    """Return the notebook whose JSON text is ``raw``, or None if there are no cells in it.

    The document's text is the decoded source of all cells, joined by blank lines.  Outputs are left out:
    nobody wrote them.
    """
    cells = list(_cells(raw))
    if not cells:
        return None
    pieces: list[str] = []
    offsets = Offsets([], [], [])
    blocks: list[Block] = []
    length = 0
    for number, cell in enumerate(cells):
        if number:
            length = _separator(pieces, offsets, length)
        start = length
        for low, high in cell.strings:
            length = _decode(raw, low, high, pieces, offsets, length)
        text = "".join(_tail(pieces, length - start))
        if cell.kind == "markdown":
            first = len(blocks)
            blocks.extend(
                block._replace(
                    start=block.start + start,
                    end=block.end + start,
                    parent=block.parent + first if block.parent >= 0 else -1,
                )
                for block in parse_markdown(text)
            )
        elif text.strip():
            end = start + len(text.rstrip())
            blocks.append(Block(BlockKind.CODE, start, end, -1, 0, cell.kind))
    _piece(offsets, length, offsets.raw_ends[-1] if offsets.raw_ends else 0)  # where the last one ends
    return Document("".join(pieces), "notebook", tuple(blocks), offsets)


def _tail(pieces: list[str], length: int) -> list[str]:
    """Return the last pieces, ``length`` characters in all."""
    at = len(pieces)
    while length > 0:
        at -= 1
        length -= len(pieces[at])
    return pieces[at:]


def _separator(pieces: list[str], offsets: Offsets, length: int) -> int:
    pieces.append("\n\n")
    _piece(offsets, length, offsets.raw_ends[-1] if offsets.raw_ends else 0)
    return length + 2


def _piece(offsets: Offsets, start: int, raw: int) -> None:
    """Append a piece with nothing raw to it."""
    offsets.starts.append(start)
    offsets.raw_starts.append(raw)
    offsets.raw_ends.append(raw)


def _decode(raw: str, start: int, end: int, pieces: list[str], offsets: Offsets, length: int) -> int:
    """Append the text of the JSON string ``raw[start:end]``; return the length of all text then."""

    def add(text: str, low: int, high: int) -> int:
        pieces.append(text)
        offsets.starts.append(length)
        offsets.raw_starts.append(low)
        offsets.raw_ends.append(high)
        return length + len(text)

    at = start
    for escape in _ESCAPE.finditer(raw, start, end):
        if escape.start() > at:
            length = add(raw[at : escape.start()], at, escape.start())
        length = add(_unescape(escape.group()), *escape.span())
        at = escape.end()
    return add(raw[at:end], at, end) if end > at else length


def _unescape(escape: str) -> str:
    if len(escape) == 12:
        high, low = int(escape[2:6], 16), int(escape[8:12], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    if len(escape) == 6:
        code = int(escape[2:6], 16)
        return "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)  # half a pair is no character
    return _SIMPLE.get(escape[1], escape[1])


class _Level:
    """An object or array of the JSON file that is open, and what is known of it as a cell."""

    __slots__ = ("is_object", "key", "kind", "name", "strings")

    def __init__(self, is_object: bool, name: str) -> None:
        self.is_object = is_object
        self.name = name  # of the object's member that this is the value of
        self.key = ""  # of the member being read
        self.kind = ""
        self.strings: list[tuple[int, int]] = []


def _cells(raw: str) -> list[_Cell]:
    """Return every object with a ``cell_type``; its text is ``source``, or ``input`` before nbformat 4."""
    cells: list[_Cell] = []
    stack: list[_Level] = []
    for token in _JSON_TOKEN.finditer(raw):
        char = token.group()
        if char in "{[":
            stack.append(_Level(char == "{", stack[-1].key if stack else ""))
        elif char in "}]":
            if stack:
                level = stack.pop()
                if level.is_object and level.kind and (level.kind != "heading" or level.strings):
                    kind = "markdown" if level.kind in ("markdown", "heading") else level.kind
                    cells.append(_Cell(kind, level.strings))
        elif not stack or char in ":,":
            if char == "," and stack and stack[-1].is_object:
                stack[-1].key = ""
        else:
            _string(stack, token)
    return cells


def _string(stack: list[_Level], token: re.Match[str]) -> None:
    level = stack[-1]
    if level.is_object:
        if not level.key:
            level.key = token["string"]
        elif level.key == "cell_type":
            level.kind = token["string"]
        elif level.key in ("source", "input"):
            level.strings.append(token.span("string"))
    elif level.name in ("source", "input") and len(stack) > 1 and stack[-2].is_object:
        stack[-2].strings.append(token.span("string"))
