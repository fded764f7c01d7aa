"""Inline elements of a stretch of Markdown according to markdown-it-py, and according to arxlint."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.token import Token

from arxlint.document.inline import inlines
from arxlint.document.model import InlineKind

_PARSER = MarkdownIt("commonmark")

Element = tuple[str, str]


def reference_elements(text: str) -> list[Element]:
    """Return code spans with their text, links and images with their destination, strong, emphasis."""
    tokens = _PARSER.parseInline(text)
    found: list[Element] = []
    _collect(tokens[0].children or [], found)
    return found


def _collect(tokens: list[Token], found: list[Element]) -> None:
    for token in tokens:
        if token.type == "code_inline":
            found.append(("code", token.content.replace(" ", "")))
        elif token.type == "link_open":
            found.append(("link", str(token.attrs.get("href", ""))))
        elif token.type == "image":
            found.append(("image", str(token.attrs.get("src", ""))))
            _collect(token.children or [], found)
        elif token.type == "strong_open":
            found.append(("strong", ""))
        elif token.type == "em_open":
            found.append(("emphasis", ""))


_OURS = {
    InlineKind.CODE: "code",
    InlineKind.LINK: "link",
    InlineKind.IMAGE: "image",
    InlineKind.AUTOLINK: "link",
    InlineKind.STRONG: "strong",
    InlineKind.EMPHASIS: "emphasis",
}
_BARE = re.compile(r"https?://|www\.", re.IGNORECASE)


def our_elements(text: str) -> list[Element]:
    """Return the same of arxlint, without what CommonMark does not know: bare URLs, wikilinks, HTML links."""
    found: list[Element] = []
    for inline in inlines(text, 0, len(text)):
        kind = _OURS.get(inline.kind)
        if kind is None or (inline.kind is InlineKind.AUTOLINK and text[inline.start] != "<"):
            continue
        if inline.kind is not InlineKind.AUTOLINK and text[inline.start] == "<":
            continue
        if kind == "code":
            found.append((kind, re.sub(r"\s", "", text[inline.text_start : inline.text_end])))
        elif kind in ("link", "image"):
            target = text[inline.target_start : inline.target_end]
            found.append((kind, _PARSER.normalizeLink(unescapeAll(target))))
        else:
            found.append((kind, ""))
    return found
