"""BibTeX and BibLaTeX files: entries and their fields, with the exact spans of the values.

Tolerant: what is broken costs one entry, not the rest of the file, since an ``@type{`` at the start of a line
always begins a new entry.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from .model import Block, BlockKind

_ENTRY = re.compile(r"@[ \t]*+(?P<type>[A-Za-z]\w*+)\s*+(?P<open>[{(])")
_LINE_ENTRY = re.compile(r"^[ \t]*+@[ \t]*+[A-Za-z]\w*+[ \t]*+[{(]", re.MULTILINE)
_KEY = re.compile(r"\s*+(?P<key>[^\s,={}\"]*+)\s*+(?=,|[})]|\Z)")
_FIELD = re.compile(r"[\s,]*+(?P<name>[A-Za-z_][\w.:+/-]*+)\s*+=\s*+")
_FIELD_LINE = re.compile(r"\n[ \t]*+(?=[A-Za-z_][\w-]*+[ \t]*+=[ \t]*+[{\"\w])")
"""Where a line begins that looks like a field."""
_BRACE = re.compile(r"[{}]")
_BRACE_OR_QUOTE = re.compile(r"[{}\"]")
_BARE = re.compile(r"[^\s,#{}()\"=]++")
_JOIN = re.compile(r"\s*+#\s*+")
_BLANK_OR_COMMA = re.compile(r"[\s,]*+")


def parse_bibtex(text: str, start: int = 0, end: int = -1, parent: int = -1, first: int = 0) -> list[Block]:
    """Return the entries of ``text[start:end]``, each followed by its fields.

    ``@comment`` and text between entries become comments; ``@string`` and ``@preamble`` are entries whose
    ``info`` is ``@string`` or ``@preamble``.  ``parent`` and ``first`` are the index of the block that the
    text is in and the index that the first block will get.
    """
    if end < 0:
        end = len(text)
    limits = [match.start() for match in _LINE_ENTRY.finditer(text, start, end)]
    blocks: list[Block] = []
    at = start + 1 if text.startswith("\ufeff", start) else start
    while (entry := _ENTRY.search(text, at, end)) is not None:
        _comment(text, at, entry.start(), parent, blocks)
        index = bisect_right(limits, entry.start())
        limit = limits[index] if index < len(limits) else end
        at = _entry(text, entry, limit, parent, first, blocks)
    _comment(text, at, end, parent, blocks)
    return blocks


def _comment(text: str, start: int, end: int, parent: int, blocks: list[Block]) -> None:
    between = text[start:end]
    inner = between.strip()
    if inner and inner not in (")", "}", ","):
        low = start + len(between) - len(between.lstrip())
        blocks.append(Block(BlockKind.COMMENT, low, low + len(inner), parent))


def _entry(text: str, entry: re.Match[str], limit: int, parent: int, first: int, blocks: list[Block]) -> int:
    """Append one entry and its fields; return where it ends."""
    start, at = entry.span()
    kind = entry["type"].lower()
    if kind == "comment":
        stop = _closing_brace(text, at, limit) if entry["open"] == "{" else -1
        stop = stop + 1 if stop >= 0 else start + len(text[start:limit].rstrip())
        blocks.append(Block(BlockKind.COMMENT, start, stop, parent))
        return stop
    key = f"@{kind}"
    if kind not in ("string", "preamble"):
        match = _KEY.match(text, at, limit)
        key = match["key"] if match is not None else ""
        at = match.end() if match is not None else at
    place, index = len(blocks), first + len(blocks)
    blocks.append(Block(BlockKind.BIB_ENTRY, start, at, parent, 0, key))
    if kind == "preamble":
        stop = _closing_brace(text, at, limit)
        at = stop if stop >= 0 else limit
    while at < limit:
        field = _FIELD.match(text, at, limit)
        if field is None:
            skipped = _BLANK_OR_COMMA.match(text, at, limit).end()  # type: ignore[union-attr]  # it matches nothing, too
            if skipped >= limit or text[skipped] in "})":
                at = skipped
                break
            at = _next_field(text, skipped, limit)
            continue
        low, high, at = _value(text, field.end(), limit)
        blocks.append(Block(BlockKind.BIB_FIELD, low, high, index, 0, field["name"].lower()))
    closed = at < limit and text[at] in "})"
    stop = at + 1 if closed else start + len(text[start : min(at, limit)].rstrip())
    blocks[place] = blocks[place]._replace(end=max(stop, blocks[-1].end))
    return max(stop, blocks[-1].end)


def _value(text: str, at: int, limit: int) -> tuple[int, int, int]:
    """Return the span of a value and where it ends with its delimiters.

    The span of a value that is joined from several with ``#`` is all of the expression.
    """
    start = at
    low, high, at = _part(text, at, limit)
    joined = _JOIN.match(text, at, limit)
    if joined is None:
        return low, high, at
    while joined is not None:
        _, _, at = _part(text, joined.end(), limit)
        joined = _JOIN.match(text, at, limit)
    return start, at, at


def _part(text: str, at: int, limit: int) -> tuple[int, int, int]:
    if text.startswith("{", at, limit):
        close = _closing_brace(text, at + 1, limit)
        if close < 0 or _FIELD_LINE.search(text, at + 1, close):
            return _unclosed(text, at + 1, limit)
        return at + 1, close, close + 1
    if text.startswith('"', at, limit):
        depth = 0
        for match in _BRACE_OR_QUOTE.finditer(text, at + 1, limit):
            char = match.group()
            if char == '"' and depth <= 0 and not _FIELD_LINE.search(text, at + 1, match.start()):
                return at + 1, match.start(), match.end()
            depth += (char == "{") - (char == "}")
        return _unclosed(text, at + 1, limit)
    bare = _BARE.match(text, at, limit)
    stop = bare.end() if bare is not None else at
    return at, stop, stop


def _unclosed(text: str, at: int, limit: int) -> tuple[int, int, int]:
    """Read a value whose delimiter is missing: up to the end of its line, to save the later fields."""
    stop = text.find("\n", at, limit)
    line = text[at : stop if stop >= 0 else limit].rstrip().rstrip(',"}')
    return at, at + len(line), stop if stop >= 0 else limit


def _next_field(text: str, at: int, limit: int) -> int:
    """Return where to go on after something that is no field: the next line that is one, or the end."""
    following = _FIELD_LINE.search(text, at, limit)
    if following is not None:
        return following.end()
    close = _closing_brace(text, at, limit)
    return close if close >= 0 else limit


def _closing_brace(text: str, at: int, limit: int) -> int:
    """Return where the brace that was opened before ``at`` is closed, or -1."""
    depth = 1
    for match in _BRACE.finditer(text, at, limit):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return -1
