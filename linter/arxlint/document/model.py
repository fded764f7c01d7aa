"""Blocks and inline elements: the structure that mentions, labels and claims are read against.

All offsets are 0-based code points into the source text.  A block's span covers its raw lines, markers
included, without the final line ending; ``text[block.start:block.end]`` is the raw block.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class BlockKind(StrEnum):
    """What a region of a document is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    LIST_ITEM = "list_item"
    TABLE = "table"
    TABLE_ROW = "table_row"
    TABLE_CELL = "table_cell"
    QUOTE = "quote"
    CODE = "code"
    HTML = "html"
    FRONT_MATTER = "front_matter"
    REFERENCE = "reference"
    """A Markdown link reference definition, or a ``\\bibitem``."""
    BIB_ENTRY = "bib_entry"
    BIB_FIELD = "bib_field"
    RULE = "rule"
    COMMENT = "comment"


class Block(NamedTuple):
    """One region.  Containers come before their content; blocks are sorted by start, widest first.

    ``parent`` is the index of the containing block in ``Document.blocks`` (-1 at top level).  ``level``:
    the heading's level, a list item's nesting depth (1-based), a table row's or cell's 0-based index in its
    table or row.  ``info``: a code block's language, a bib entry's key, a bib field's name, ``header`` on a
    table's header row, ``ordered`` on an ordered list.
    """

    kind: BlockKind
    start: int
    end: int
    parent: int = -1
    level: int = 0
    info: str = ""


class InlineKind(StrEnum):
    """What an inline element is."""

    CODE = "code"
    LINK = "link"
    IMAGE = "image"
    AUTOLINK = "autolink"
    WIKILINK = "wikilink"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    COMMENT = "comment"
    HTML_TAG = "html_tag"


class Inline(NamedTuple):
    """One inline element: its whole span, the span of its text, and of its target (-1, -1 if none).

    For a link the text is what is shown, the target is the destination; for a wikilink the target is the
    page and the text its alias (or the page again); for an HTML link likewise with ``href``.
    """

    kind: InlineKind
    start: int
    end: int
    text_start: int
    text_end: int
    target_start: int = -1
    target_end: int = -1


class Document(NamedTuple):
    """A parsed text: ``format`` is ``markdown``, ``text``, ``bibtex``, ``latex``, ``notebook``, ``rst``, ``html``."""

    text: str
    format: str
    blocks: tuple[Block, ...]
