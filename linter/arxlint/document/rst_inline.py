"""Inline markup of reStructuredText: links, literals, strong and emphasised text, bare URLs."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .latex_syntax import trimmed
from .model import Block, Inline, InlineKind

_TOKEN = re.compile(
    r"\\[\s\S]"
    r"|``(?P<literal>[^`]++(?:`(?!`)[^`]*+)*+)``"
    r"|(?P<role>:[\w.:+-]++:)?+`(?P<phrase>(?:[^`\\]|\\[\s\S])++)`(?P<reference>__?)?+"
    r"|\*\*(?=\S)(?P<strong>[^*]++)(?<=\S)\*\*"
    r"|\*(?=[^\s*])(?P<emphasis>[^*]++)(?<=\S)\*(?!\*)"
    r"|(?P<url>https?://[^\s<>\"`|\\\u2e80-\u9fff\uac00-\ud7ff\uff00-\uffef]++)"
    r"|(?<![\w.])(?P<name>[A-Za-z0-9](?:[\w]|[-.+](?=[A-Za-z0-9]))*+(?<=_))(?![\w])",
)
_TARGET = re.compile(r"\.\.[ \t]++_[^:]++(?:\\:[^:]*+)*+:\s++")


def rst_definitions(text: str, blocks: tuple[Block, ...]) -> dict[str, tuple[int, int]]:
    """Return the span of the URL of each target (``.. _name: URL``) by its name in lower case."""
    found: dict[str, tuple[int, int]] = {}
    for block in blocks:
        target = _TARGET.match(text, block.start, block.end) if block.info else None
        if target is not None and target.end() < block.end:
            stop = block.end
            found.setdefault(" ".join(block.info.lower().split()), (target.end(), stop))
    return found


def rst_target(text: str, block: Block) -> list[Inline]:
    """Return a target as a link from its name to its URL; the inline elements of a citation."""
    target = _TARGET.match(text, block.start, block.end)
    if target is None:
        return rst_inlines(text, block.start, block.end, {})
    name = text.find("_", block.start, target.end()) + 1
    stop = text.rfind(":", name, target.end())
    return [Inline(InlineKind.LINK, block.start, block.end, name, stop, target.end(), block.end)]


def rst_inlines(text: str, start: int, end: int, references: Mapping[str, tuple[int, int]]) -> list[Inline]:
    """Return the inline elements of ``text[start:end]``, sorted by start."""
    found: list[Inline] = []
    for token in _TOKEN.finditer(text, start, end):
        low, high = token.span()
        kind = token.lastgroup
        if kind == "literal":
            found.append(Inline(InlineKind.CODE, low, high, *token.span("literal")))
        elif kind == "strong":
            found.append(Inline(InlineKind.STRONG, low, high, *token.span("strong")))
        elif kind == "emphasis":
            found.append(Inline(InlineKind.EMPHASIS, low, high, *token.span("emphasis")))
        elif kind == "url":
            high = low + len(token.group().rstrip(".,;:!?)]}'*_"))
            found.append(Inline(InlineKind.AUTOLINK, low, high, low, high, low, high))
        elif kind == "name":
            target = references.get(token["name"][:-1].lower())
            if target is not None:
                found.append(Inline(InlineKind.LINK, low, high, low, high - 1, *target))
        elif token["phrase"] is not None:
            found.extend(_phrase(text, token, references))
    return found


def _phrase(text: str, token: re.Match[str], references: Mapping[str, tuple[int, int]]) -> list[Inline]:
    low, high = token.span()
    start, end = token.span("phrase")
    angle = text.rfind("<", start, end)
    if angle >= 0 and text[end - 1] == ">" and end - angle > 2:
        shown = trimmed(text, start, angle) if text[start:angle].strip() else (angle + 1, end - 1)
        return [Inline(InlineKind.LINK, low, high, *shown, angle + 1, end - 1)]
    if token["reference"]:
        target = references.get(" ".join(token["phrase"].lower().split()))
        return [Inline(InlineKind.LINK, low, high, start, end, *target)] if target is not None else []
    if token["role"]:
        return [Inline(InlineKind.CODE, low, high, start, end)]
    return [Inline(InlineKind.EMPHASIS, low, high, start, end)]
