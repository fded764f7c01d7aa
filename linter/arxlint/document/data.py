"""Data files read as text: records of YAML, JSON, TOML and the like as paragraphs, CSV and TSV as tables."""

from __future__ import annotations

import re

from .model import Block, BlockKind

_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n|\Z)")
_NEW_RECORD = re.compile(r"\s*+(?:- |\[\[?[\w.\"-]++\]\]?\s*+\Z|\*++ )")
"""Lines that begin a record: a YAML list item, a TOML table, an Org heading."""
_END_OF_RECORD = re.compile(r"\s*+[}\]],?\s*+\Z")
_ORG_HEADING = re.compile(r"(\*++) ")


def parse_data(text: str, suffix: str) -> tuple[Block, ...]:
    """Return a table for ``csv`` and ``tsv``, otherwise one paragraph for each record or block of lines."""
    if suffix in ("csv", "tsv"):
        return _table(text, "," if suffix == "csv" else "\t")
    return tuple(_records(text, suffix))


def _records(text: str, suffix: str) -> list[Block]:
    blocks: list[Block] = []
    start = stop = -1
    each_line = suffix == "jsonl"
    at = 1 if text.startswith("\ufeff") else 0
    while at < len(text):
        end = _LINE.match(text, at).end()  # type: ignore[union-attr]
        line = text[at:end]
        content = line.strip()
        if start >= 0 and (not content or each_line or _NEW_RECORD.match(line)):
            blocks.append(Block(BlockKind.PARAGRAPH, start, stop))
            start = -1
        if content:
            low = at + len(line) - len(line.lstrip())
            if start < 0:
                start = low
            stop = low + len(content)
            heading = _ORG_HEADING.match(line) if suffix == "org" else None
            if heading is not None:
                blocks.append(Block(BlockKind.HEADING, start, stop, -1, len(heading[1])))
                start = -1
            elif suffix == "json" and _END_OF_RECORD.match(line):
                blocks.append(Block(BlockKind.PARAGRAPH, start, stop))
                start = -1
        at = end
    if start >= 0:
        blocks.append(Block(BlockKind.PARAGRAPH, start, stop))
    return blocks


def _table(text: str, separator: str) -> tuple[Block, ...]:
    field = re.compile(rf"\"(?P<quoted>(?:[^\"]|\"\")*+)\"[^{separator}\r\n]*+|[^{separator}\r\n]*+")
    blocks = [Block(BlockKind.TABLE, 0, len(text))]
    at = 1 if text.startswith("\ufeff") else 0
    count = 0
    while at < len(text):
        row, start = len(blocks), at
        cells: list[Block] = []
        while True:
            match = field.match(text, at)
            low, high = match.span("quoted") if match["quoted"] is not None else match.span()  # type: ignore[index,union-attr]
            inner = text[low:high].strip()
            if inner:
                low += len(text[low:high]) - len(text[low:high].lstrip())
            cells.append(Block(BlockKind.TABLE_CELL, low, low + len(inner), row, len(cells)))
            at = match.end()  # type: ignore[union-attr]
            if text[at : at + 1] != separator:
                break
            at += 1
        if at > start:
            blocks.append(Block(BlockKind.TABLE_ROW, start, at, 0, count, "" if count else "header"))
            blocks.extend(cells)
            count += 1
        at += 2 if text.startswith("\r\n", at) else 1
    if count == 0:
        return ()
    blocks[0] = Block(BlockKind.TABLE, blocks[1].start, blocks[-1].end)
    last_row = max(i for i, block in enumerate(blocks) if block.kind is BlockKind.TABLE_ROW)
    blocks[0] = blocks[0]._replace(end=blocks[last_row].end)
    return tuple(blocks)
