"""Line kinds of a Markdown text according to markdown-it-py, and according to arxlint, for comparison."""

from __future__ import annotations

import re
from typing import Any

from markdown_it import MarkdownIt

from arxlint.document.markdown import parse_markdown
from arxlint.document.model import BlockKind

_OF_TOKEN = {
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "table_open": "table",
    "hr": "rule",
}
_OF_BLOCK = {
    BlockKind.CODE: "code",
    BlockKind.HTML: "html",
    BlockKind.COMMENT: "html",
    BlockKind.HEADING: "heading",
    BlockKind.PARAGRAPH: "paragraph",
    BlockKind.TABLE: "table",
    BlockKind.RULE: "rule",
    BlockKind.REFERENCE: "reference",
}
_LINE_END = re.compile(r"\r\n|\r|\n")


def reference_parser() -> MarkdownIt:
    """Return a parser for CommonMark with tables that stops at the block structure."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def lines_of(text: str) -> list[str]:
    """Return the lines without their endings; front matter and byte-order mark must be gone already."""
    return _LINE_END.split(text)


def without_front_matter(text: str) -> str:
    """Blank out what CommonMark does not know: the front matter and the byte-order mark."""
    if text.startswith("\ufeff"):
        text = text[1:]
    blocks = parse_markdown(text)
    if blocks and blocks[0].kind is BlockKind.FRONT_MATTER:
        end = blocks[0].end
        return "\n" * len(_LINE_END.findall(text[:end])) + text[end:]
    return text


def reference_kinds(text: str) -> list[str]:
    """Return for each line the kind of the innermost leaf block, as markdown-it-py sees it."""
    kinds = [""] * len(lines_of(text))
    env: dict[str, Any] = {}
    tokens = reference_parser().parse(text, env)
    for entry in [*env.get("references", {}).values(), *env.get("duplicate_refs", [])]:
        low, high = entry["map"]
        kinds[low:high] = ["reference"] * (high - low)
    for token in tokens:
        kind = _OF_TOKEN.get(token.type)
        if kind is not None and token.map is not None:
            low, high = token.map[0], min(token.map[1], len(kinds))
            kinds[low:high] = [kind] * (high - low)
    return kinds


def our_kinds(text: str) -> list[str]:
    """Return for each line the kind of the innermost leaf block, as arxlint sees it."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    kinds = [""] * len(starts)
    line = 0
    blocks = parse_markdown(text)
    regions = (BlockKind.HTML, BlockKind.CODE)  # what CommonMark does not look into
    for block in blocks:
        kind = _OF_BLOCK.get(block.kind)
        around = block.parent
        while around >= 0 and blocks[around].kind not in regions:
            around = blocks[around].parent
        if kind is None or around >= 0:
            continue
        while line + 1 < len(starts) and starts[line + 1] <= block.start:
            line += 1
        at = line
        while at < len(starts) and (starts[at] < block.end or starts[at] == block.start):
            kinds[at] = kind
            at += 1
    return kinds
