r"""Links, URLs, font commands and comments in LaTeX text and in the fields of bibliographies."""

from __future__ import annotations

import re

from .latex_syntax import COMMENT, brace_pairs, trimmed
from .model import Inline, InlineKind

_INLINE = re.compile(
    rf"(?P<comment>{COMMENT})"
    r"|\\verb\*?+(?P<bar>[^A-Za-z\s*])"
    r"|\\(?P<command>href|url|path|nolinkurl|textbf|textit|textsl|emph|texttt)[ \t]*+(?=\{)"
    r"|\\[A-Za-z]++|\\[\s\S]"
    r"|(?P<switch>\{\\(?:bf|bfseries|em|it|itshape)(?![A-Za-z])\s*+)"
    r"|(?P<url>https?://)"
)
_URL = re.compile(r"[^\s<>\"{}\\|^`\u2e80-\u9fff\uac00-\ud7ff\uff00-\uffef]++")
_COMMANDS = {
    "textbf": InlineKind.STRONG,
    "textit": InlineKind.EMPHASIS,
    "textsl": InlineKind.EMPHASIS,
    "emph": InlineKind.EMPHASIS,
    "texttt": InlineKind.CODE,
}


def latex_inlines(text: str, start: int, end: int) -> list[Inline]:
    r"""Return links, URLs, font commands and comments of ``text[start:end]``, sorted by start."""
    found: list[Inline] = []
    pairs: dict[int, int] | None = None
    at = start
    while (token := _INLINE.search(text, at, end)) is not None:
        low, at = token.span()
        kind = token.lastgroup
        if kind is None:
            continue
        if kind == "comment":
            found.append(Inline(InlineKind.COMMENT, low, at, low + 1, at))
            continue
        if kind == "bar":
            close = text.find(token["bar"], at, end)
            if close >= 0:
                found.append(Inline(InlineKind.CODE, low, close + 1, at, close))
                at = close + 1
            continue
        if kind == "url":
            rest = _URL.match(text, at, end)
            at = low + len(text[low : rest.end() if rest is not None else at].rstrip(".,;:)]'\"~"))
            found.append(Inline(InlineKind.AUTOLINK, low, at, low, at, low, at))
            at = max(at, token.end())
            continue
        if pairs is None:
            pairs = brace_pairs(text, start, end)
        if kind == "switch":
            close = pairs.get(low, -1)
            if close >= 0:
                strong = text.startswith("{\\b", low)
                style = InlineKind.STRONG if strong else InlineKind.EMPHASIS
                found.append(Inline(style, low, close + 1, min(at, close), close))
            continue
        close = pairs.get(at, -1)
        if close < 0:
            continue
        command = token["command"]
        if command in _COMMANDS:
            found.append(Inline(_COMMANDS[command], low, close + 1, at + 1, close))
            at += 1
        elif command == "href":
            target = trimmed(text, at + 1, close)
            brace = close + 1
            while brace < end and text[brace].isspace():
                brace += 1
            shown = pairs.get(brace, -1)
            if shown >= 0:
                found.append(Inline(InlineKind.LINK, low, shown + 1, brace + 1, shown, *target))
                at = brace + 1
            else:
                at = close + 1
        else:
            target = trimmed(text, at + 1, close)
            found.append(Inline(InlineKind.AUTOLINK, low, close + 1, *target, *target))
            at = close + 1
    found.sort(key=lambda inline: (inline.start, -inline.end))
    return found
