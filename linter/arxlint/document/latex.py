r"""LaTeX files: sections, paragraphs, lists, tabulars, ``\bibitem`` entries, verbatim text and comments."""

from __future__ import annotations

import re
from typing import Any

from .latex_syntax import COMMENT, brace_pairs, split_cells, trimmed
from .model import Block, BlockKind

_SECTIONS = {
    "title": 1,
    "part": 1,
    "chapter": 1,
    "section": 2,
    "subsection": 3,
    "subsubsection": 4,
    "paragraph": 5,
    "subparagraph": 6,
}
_LISTS = {"itemize": "", "enumerate": "ordered", "description": ""}
_TABLES = frozenset({"tabular", "tabularx", "tabulary", "longtable", "array"})
_VERBATIM = frozenset({"verbatim", "Verbatim", "lstlisting", "minted", "comment"})

_MAX_DEPTH = 64
"""Lists nested deeper than this are paragraphs."""

_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+\}"
_TOKEN = re.compile(
    r"(?P<blank>\n[ \t\r]*+\n\s*+)"
    rf"|(?P<comment>{COMMENT})"
    r"|\\(?:"
    r"(?P<edge>begin|end)[ \t]*+\{(?P<name>[A-Za-z]++)\*?\}"
    r"|(?P<section>title|part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)(?![A-Za-z])"
    r"\*?+[ \t]*+(?:\[[^\]\n]*+\])?+(?=\{)"
    r"|(?P<item>item)(?![A-Za-z])"
    rf"|bibitem(?![A-Za-z])\s*+(?:\[(?:[^\[\]{{}}]|{_GROUP})*+\])?+%?\s*+"
    r"\{(?P<key>[^{}]*+)\}"
    r"|(?P<row>\\|tabularnewline(?![A-Za-z]))\*?+(?:\[[^\]\n]*+\])?+"
    r"|[^A-Za-z]|[A-Za-z]++)"
)
_RULE = re.compile(
    r"\\(?:[ch]line|toprule|midrule|bottomrule|cmidrule|endhead|endfirsthead)(?![A-Za-z])"
    r"(?:\([^)]*+\))?+(?:\{[^}]*+\})?+\s*+"
)
_COLUMNS = re.compile(r"\s*+(?:\[[^\]]*+\]\s*+)?+")


def parse_latex(text: str) -> tuple[Block, ...]:
    r"""Return the blocks of a LaTeX text; a ``\bibitem`` is a reference whose ``info`` is its key."""
    reader = _Reader(text)
    reader.run()
    return tuple(map(Block._make, reader.blocks))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[list[Any]] = []
        self.open: list[int] = []  # lists, list items and tables around
        self.begin = 1 if text.startswith("\ufeff") else 0  # of the paragraph, cell or reference being read
        self.bibitem: tuple[int, str] | None = None
        self.braces: dict[int, int] | None = None
        self.rows = 0  # of the table being read: tables do not nest

    def run(self) -> None:
        text, at = self.text, self.begin
        while (token := _TOKEN.search(text, at)) is not None:
            low, at = token.span()
            kind = token.lastgroup
            if kind is None:
                continue
            if kind == "blank":
                if self.bibitem is None and not self._in_table():
                    self._flush(low, at)
            elif kind == "comment":
                alone = not text[text.rfind("\n", 0, low) + 1 : low].strip()
                if alone and self.bibitem is None and not self._in_table():
                    self._flush(low, at)
                    self._add(BlockKind.COMMENT, low, at)
            elif kind == "name":
                at = self._environment(token)
            elif kind == "section":
                at = self._section(token)
            elif kind == "item":
                self._item(low, at)
            elif kind == "key" and not self._in_table():
                self._flush(low, low)
                self.bibitem = (low, token["key"].strip())
            elif kind == "row" and self._in_table():
                self._row(low, at)
        self._flush(len(text), len(text))
        while self.open:
            self._close(len(text))

    def _add(self, kind: BlockKind, start: int, end: int, level: int = 0, info: str = "") -> int:
        self.blocks.append([kind, start, end, self.open[-1] if self.open else -1, level, info])
        return len(self.blocks) - 1

    def _close(self, end: int) -> None:
        block = self.blocks[self.open.pop()]
        block[2] = max(block[2], trimmed(self.text, block[1], end)[1])

    def _flush(self, end: int, following: int) -> None:
        """End the paragraph or reference being read; the next begins at ``following``."""
        if self.bibitem is not None:
            start, key = self.bibitem
            self.bibitem = None
            self._add(BlockKind.REFERENCE, *trimmed(self.text, start, end), 0, key)
        elif not self._in_table():
            start, stop = trimmed(self.text, self.begin, end)
            if stop > start:
                self._add(BlockKind.PARAGRAPH, start, stop)
        self.begin = following

    def _in_table(self) -> bool:
        return bool(self.open) and self.blocks[self.open[-1]][0] is BlockKind.TABLE

    def _environment(self, token: re.Match[str]) -> int:
        text, name = self.text, token["name"]
        low, at = token.span()
        if token["edge"] == "begin":
            if name in _VERBATIM:
                close = text.find(f"\\end{{{name}}}", at)
                stop = len(text) if close < 0 else close + len(name) + 6
                self._flush(low, stop)
                self._add(BlockKind.COMMENT if name == "comment" else BlockKind.CODE, low, stop)
                return stop
            if name in _LISTS and len(self.open) < _MAX_DEPTH:
                self._flush(low, at)
                self.open.append(self._add(BlockKind.LIST, low, at, self._depth() + 1, _LISTS[name]))
            elif name in _TABLES and not self._in_table() and len(self.open) < _MAX_DEPTH:
                self._flush(low, at)
                self.open.append(self._add(BlockKind.TABLE, low, at))
                at = self._past_columns(at, 2 if name == "tabularx" or name == "tabulary" else 1)
                self.begin, self.rows = at, 0
            elif not self._in_table():
                self._flush(low, at)
            return at
        kinds = (BlockKind.LIST,) if name in _LISTS else (BlockKind.TABLE,) if name in _TABLES else ()
        if not kinds:
            if not self._in_table():
                self._flush(low, at)
            return at
        if not any(self.blocks[index][0] in kinds for index in self.open):
            return at
        while self.open:
            kind = self.blocks[self.open[-1]][0]
            if kind is BlockKind.TABLE:
                self._row(low, at)
            else:
                self._flush(low, at)
            self._close(at if kind in kinds else low)
            self.begin = at
            if kind in kinds:
                break
        return at

    def _past_columns(self, at: int, arguments: int) -> int:
        for _ in range(arguments):
            brace = _COLUMNS.match(self.text, at).end()  # type: ignore[union-attr]
            close = self._pair(brace)
            if close < 0:
                break
            at = close + 1
        return at

    def _pair(self, brace: int) -> int:
        if self.braces is None:
            self.braces = brace_pairs(self.text, 0, len(self.text))
        return self.braces.get(brace, -1)

    def _section(self, token: re.Match[str]) -> int:
        close = self._pair(token.end())
        if close < 0 or self._in_table():
            return token.end()
        self._flush(token.start(), close + 1)
        start, stop = trimmed(self.text, token.end() + 1, close)
        if stop > start:
            self._add(BlockKind.HEADING, start, stop, _SECTIONS[token["section"]])
        return close + 1

    def _depth(self) -> int:
        return sum(1 for index in self.open if self.blocks[index][0] is BlockKind.LIST)

    def _item(self, low: int, at: int) -> None:
        if not self.open or self.blocks[self.open[-1]][0] is BlockKind.TABLE:
            return
        self._flush(low, at)
        if self.blocks[self.open[-1]][0] is BlockKind.LIST_ITEM:
            self._close(low)
        self.open.append(self._add(BlockKind.LIST_ITEM, low, at, self._depth()))

    def _row(self, low: int, at: int) -> None:
        start, stop = trimmed(self.text, self.begin, low)
        while self.text.startswith("\\", start) and (rule := _RULE.match(self.text, start, stop)):
            start, stop = trimmed(self.text, rule.end(), stop)
        if stop > start:
            count, self.rows = self.rows, self.rows + 1
            row = self._add(BlockKind.TABLE_ROW, start, stop, count, "" if count else "header")
            for column, (left, right) in enumerate(split_cells(self.text, start, stop)):
                self.blocks.append([BlockKind.TABLE_CELL, left, right, row, column, ""])
        self.begin = at
