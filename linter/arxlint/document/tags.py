"""HTML tags in running text: links, images, comments and other tags, with exact spans."""

from __future__ import annotations

import re

from .model import Inline, InlineKind

_NAME = r"[a-zA-Z][a-zA-Z0-9-]*+"
_ATTRIBUTE = r"[^\s\"'<>/=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?+"
TAG = re.compile(rf"<(?P<close>/?)(?P<name>{_NAME})(?P<attributes>(?:[\s/]++(?:{_ATTRIBUTE})?+)*+)>")
"""An opening or closing tag, with what is between its name and ``>``."""

_STYLES = {
    "b": InlineKind.STRONG,
    "strong": InlineKind.STRONG,
    "i": InlineKind.EMPHASIS,
    "em": InlineKind.EMPHASIS,
    "code": InlineKind.CODE,
    "tt": InlineKind.CODE,
}

_ATTRIBUTES = re.compile(
    r"(?P<name>[^\s\"'<>/=]++)(?:\s*+=\s*+(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'|(?P<bare>[^\s\"'=<>`]++)))?+"
)


def attribute(text: str, tag: re.Match[str], name: str) -> tuple[int, int]:
    """Return the span of the value of an attribute of a tag, or (-1, -1)."""
    for match in _ATTRIBUTES.finditer(text, *tag.span("attributes")):
        if match["name"].lower() == name:
            for group in ("double", "single", "bare"):
                if match[group] is not None:
                    return match.span(group)
    return -1, -1


class TagReader:
    """Turns the tags of one stretch of text into inline elements.

    Links, and tags for bold, italic and code, are paired with their closing tags; one that is not closed is
    left out.
    """

    __slots__ = ("_no_comment_after", "_open", "_styles", "end", "found", "text")

    def __init__(self, text: str, end: int, found: list[Inline]) -> None:
        self.text = text
        self.end = end
        self.found = found
        self._open: list[tuple[int, int, tuple[int, int]]] = []
        self._styles: dict[str, list[tuple[int, int]]] = {}
        self._no_comment_after = end + 1

    def read(self, at: int) -> int:
        """Read the tag or comment that begins at ``at``; return its end, or -1 if none begins there."""
        text = self.text
        if text.startswith("<!--", at):
            if at >= self._no_comment_after:
                return -1
            close = text.find("-->", at + 2, self.end)
            if close < 0:
                self._no_comment_after = at
                return -1
            inner = min(at + 4, close)
            self.found.append(Inline(InlineKind.COMMENT, at, close + 3, inner, close))
            return close + 3
        tag = TAG.match(text, at, self.end)
        if tag is None:
            return -1
        stop = tag.end()
        name = tag["name"].lower()
        if name == "a":
            if tag["close"]:
                if self._open:
                    start, inner, target = self._open.pop()
                    self.found.append(Inline(InlineKind.LINK, start, stop, inner, at, *target))
                    return stop
            else:
                href = attribute(text, tag, "href")
                if href[0] >= 0:
                    self._open = [(at, stop, href)]  # links do not nest: one that was not closed is none
                    return stop
        elif name in _STYLES:
            if not tag["close"]:
                self._styles.setdefault(name, []).append((at, stop))
                return stop
            if self._styles.get(name):
                start, inner = self._styles[name].pop()
                self.found.append(Inline(_STYLES[name], start, stop, inner, at))
                return stop
        elif name == "img" and not tag["close"]:
            shown = attribute(text, tag, "alt")
            if shown[0] < 0:
                shown = (at, at)
            source = attribute(text, tag, "src")
            self.found.append(Inline(InlineKind.IMAGE, at, stop, *shown, *source))
            return stop
        self.found.append(Inline(InlineKind.HTML_TAG, at, stop, at, stop))
        return stop


def html_inlines(text: str, start: int, end: int) -> list[Inline]:
    """Return links, images, comments and other tags of the HTML ``text[start:end]``, sorted by start."""
    found: list[Inline] = []
    reader = TagReader(text, end, found)
    at = text.find("<", start, end)
    while at >= 0:
        stop = reader.read(at)
        at = text.find("<", stop if stop > 0 else at + 1, end)
    found.sort(key=lambda inline: (inline.start, -inline.end))
    return found
