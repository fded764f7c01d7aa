"""Which reader of inline elements a block of a document takes."""

from __future__ import annotations

from .model import BlockKind, Document, Inline

_TEXT = frozenset({BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.TABLE_CELL, BlockKind.BIB_FIELD})


def inlines_of(document: Document, index: int) -> list[Inline]:
    """Return the inline elements of a leaf block of a document, by its format."""
    block = document.blocks[index]
    kind, text = block.kind, document.text
    if document.format == "latex" or kind is BlockKind.BIB_FIELD:
        if kind in _TEXT or kind is BlockKind.REFERENCE:
            from .latex_inline import latex_inlines

            return latex_inlines(text, block.start, block.end)
        return []
    if kind is BlockKind.HTML or document.format == "html":
        if kind is BlockKind.HTML or kind in _TEXT:
            from .tags import html_inlines

            return html_inlines(text, block.start, block.end)
        return []
    if document.format == "rst":
        from .rst_inline import rst_inlines, rst_target

        if kind is BlockKind.REFERENCE:
            return rst_target(text, block)
        return rst_inlines(text, block.start, block.end, document.references()) if kind in _TEXT else []
    from .inline import definition_link, inlines

    if kind is BlockKind.REFERENCE:
        link = definition_link(text, block)
        return [link] if link is not None else []
    if kind not in _TEXT:
        return []
    references = document.references() if text.find("]", block.start, block.end) >= 0 else None
    return inlines(text, block.start, block.end, references)
