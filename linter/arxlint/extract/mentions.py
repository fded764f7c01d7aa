"""Mentions of one text: every identifier with its block, its labels and its claims."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from arxlint.document.inline_dispatch import inlines_of
from arxlint.document.model import Block, BlockKind, Document, Inline, InlineKind
from arxlint.extract.bibliography import bib_entry_facts
from arxlint.extract.claims import bracket_claims, label_claims, reference_claims
from arxlint.extract.fields import field_labels
from arxlint.extract.figures import figure_claims
from arxlint.extract.labels import Entry, Group, bind, to_label
from arxlint.extract.model import Claim, Label, LabelKind, Malformed, Mention, Strength
from arxlint.extract.pieces import Piece, layout, piece_at, set_apart
from arxlint.extract.shape import is_noise
from arxlint.extract.tables import row_labels
from arxlint.recognise.scan import Found, scan

_HTML_OR_LINE: Final = re.compile(r"<[^<>]*>|https?://\S+|\[|\]|\(|\)|!")


class Extracted(NamedTuple):
    """What one text yields."""

    mentions: list[Mention]
    malformed: list[Malformed]


class _Reader:
    """Reads one text against its blocks.  Everything is computed only for entries that hold a mention."""

    def __init__(self, document: Document, found: Sequence[Found]) -> None:
        self.document = document
        self.text = document.text
        self.blocks = blocks = document.blocks
        self.found = found
        self.offsets = [item.start for item in found]
        self.leaf_of = _innermost(blocks, found)
        self._inlines: dict[int, list[Inline]] = {}
        self._uses: list[Inline] | None = None
        self.starts = [block.start for block in blocks]
        self.headings = [i for i, block in enumerate(blocks) if block.kind == BlockKind.HEADING]

    def inlines_of(self, index: int) -> list[Inline]:
        """The inline elements of a leaf block."""
        known = self._inlines.get(index)
        if known is None:
            known = self._inlines[index] = inlines_of(self.document, index)
        return known

    def reference_links(self) -> list[Inline]:
        """All links of the document whose target stands in a definition elsewhere."""
        if self._uses is None:
            self._uses = []
            for index, block in enumerate(self.blocks):
                if block.kind in (BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.TABLE_CELL) and (
                    self.text.find("]", block.start, block.end) >= 0 or self.document.format == "rst"
                ):
                    self._uses += [
                        line
                        for line in self.inlines_of(index)
                        if line.kind == InlineKind.LINK and not line.start <= line.target_start <= line.end
                    ]
        return self._uses

    def inlines_within(self, entry: Entry) -> list[Inline]:
        """The inline elements of all text blocks of an entry, in order."""
        found: list[Inline] = []
        index = bisect_left(self.starts, entry.start)
        while index < len(self.blocks) and self.blocks[index].start < entry.end:
            if self.blocks[index].kind in (
                BlockKind.PARAGRAPH,
                BlockKind.HEADING,
                BlockKind.HTML,
                BlockKind.TABLE_CELL,
            ):
                found.extend(self.inlines_of(index))
            index += 1
        if not found and index and self.blocks[index - 1].start <= entry.start < self.blocks[index - 1].end:
            found.extend(self.inlines_of(index - 1))
        return found

    def entry_of(self, leaf: int) -> int:
        """The block that is the mention's entry: its row, its list item, its bib entry, else itself."""
        index = leaf
        while index >= 0:
            block = self.blocks[index]
            if block.kind in (BlockKind.TABLE_ROW, BlockKind.LIST_ITEM, BlockKind.BIB_ENTRY):
                return index
            if block.kind in (BlockKind.QUOTE, BlockKind.LIST, BlockKind.TABLE):
                break
            index = block.parent
        return leaf

    def heading_above(self, index: int) -> int:
        """The nearest heading before a block, -1 if none."""
        at = bisect_left(self.headings, index)
        return self.headings[at - 1] if at else -1

    def own_end(self, item: int) -> int:
        """Where a list item's own text ends and its nested lists begin."""
        block = self.blocks[item]
        for index in range(item + 1, len(self.blocks)):
            inner = self.blocks[index]
            if inner.start >= block.end:
                break
            if inner.kind == BlockKind.LIST and inner.parent == item:
                return inner.start
        return block.end


def extract_mentions(document: Document) -> Extracted:
    """Find the mentions of a document and bind their labels and claims."""
    text, blocks = document.text, document.blocks
    result = scan(text)
    if not result.found:
        return Extracted([], result.malformed)
    reader = _Reader(document, result.found)
    by_entry: dict[int, list[int]] = {}
    for index in range(len(result.found)):
        leaf = reader.leaf_of[index]
        by_entry.setdefault(reader.entry_of(leaf) if leaf >= 0 else -1, []).append(index)
    labels: list[tuple[Label, ...]] = [()] * len(result.found)
    claims: list[tuple[Claim, ...]] = [()] * len(result.found)
    shown: list[int] = [-1] * len(result.found)
    for entry, members in by_entry.items():
        if entry >= 0:
            _read_entry(reader, entry, members, labels, claims, shown)
    mentions = [
        Mention(
            item.id,
            item.version,
            item.start,
            item.end,
            item.version_start,
            text[item.start : item.end],
            item.form,
            item.flaw,
            text[item.outer_start : item.outer_end],
            item.outer_start,
            str(blocks[reader.leaf_of[index]].kind) if reader.leaf_of[index] >= 0 else "",
            _entry_number(reader, index),
            shown[index],
            labels[index],
            claims[index],
        )
        for index, item in enumerate(result.found)
    ]
    return Extracted(mentions, result.malformed)


def _entry_number(reader: _Reader, index: int) -> int:
    leaf = reader.leaf_of[index]
    return reader.entry_of(leaf) if leaf >= 0 else -1


def _innermost(blocks: Sequence[Block], found: Sequence[Found]) -> list[int]:
    """The index of the innermost block around each mention; both sequences are sorted by start."""
    result: list[int] = []
    stack: list[int] = []
    position = 0
    for item in found:
        while position < len(blocks) and blocks[position].start <= item.start:
            while stack and blocks[stack[-1]].end <= blocks[position].start:
                stack.pop()
            stack.append(position)
            position += 1
        while stack and blocks[stack[-1]].end <= item.start:
            stack.pop()
        result.append(stack[-1] if stack else -1)
    return result


def _read_entry(
    reader: _Reader,
    entry: int,
    members: list[int],
    labels: list[tuple[Label, ...]],
    claims: list[tuple[Claim, ...]],
    shown: list[int],
) -> None:
    text, block = reader.text, reader.blocks[entry]
    if block.kind == BlockKind.BIB_ENTRY:
        bound, said = bib_entry_facts(text, reader.blocks, entry)
        for index in members:
            labels[index], claims[index] = bound, said
        return
    if block.kind == BlockKind.TABLE_ROW:
        cells: dict[int, list[int]] = {}
        for index in members:
            cells.setdefault(reader.leaf_of[index], []).append(index)
        for leaf, inside in cells.items():
            cell = reader.blocks[leaf]
            _read_stretch(
                reader, Entry(cell.start, cell.end, running=False), leaf, inside, labels, claims, shown
            )
        row_labels(text, reader.blocks, entry, reader.found, cells, labels, claims, reader.inlines_of)
        return
    if block.kind == BlockKind.CODE and _BIB_ENTRY.search(text, block.start, block.end):
        members = _read_bibtex(reader, block, members, labels, claims)
    if block.kind in (BlockKind.CODE, BlockKind.FRONT_MATTER, BlockKind.COMMENT):
        field_labels(text, block, [(index, reader.found[index]) for index in members], labels, claims)
        return
    if block.kind == BlockKind.REFERENCE and reader.document.format != "latex":
        _label_from_uses(reader, entry, members, labels)
        return
    end = reader.own_end(entry) if block.kind == BlockKind.LIST_ITEM else block.end
    running = block.kind in (BlockKind.PARAGRAPH, BlockKind.QUOTE) and _is_running(text, block.start, end)
    # A list item may hold several paragraphs; read them as one stretch.
    leaf = reader.leaf_of[members[0]]
    own = [index for index in members if reader.found[index].start < end]
    for stretch, inside in _stretches(reader, Entry(block.start, end, running), own):
        _read_stretch(reader, stretch, leaf if len(own) == 1 else -1, inside, labels, claims, shown)
    bare = [index for index in own if not labels[index]]
    if bare:
        field_labels(text, block, [(index, reader.found[index]) for index in bare], labels, claims)
        bare = [index for index in bare if not labels[index]]
    if bare and len({reader.found[index].id for index in own}) == 1:
        _label_from_above(reader, entry, bare, labels)


_BIB_ENTRY: Final = re.compile(r"@[A-Za-z]+\s*\{\s*[^\s,{}]+\s*,")


def _read_bibtex(
    reader: _Reader,
    block: Block,
    members: list[int],
    labels: list[tuple[Label, ...]],
    claims: list[tuple[Claim, ...]],
) -> list[int]:
    """Bind the bib entries shown in a code block; return the mentions outside of them."""
    from arxlint.document.bibtex import parse_bibtex

    code = reader.text[block.start : block.end]
    parsed = parse_bibtex(code)
    left: list[int] = []
    entries = [index for index, one in enumerate(parsed) if one.kind == BlockKind.BIB_ENTRY]
    for index in members:
        offset = reader.found[index].start - block.start
        entry = next((one for one in entries if parsed[one].start <= offset < parsed[one].end), None)
        if entry is None:
            left.append(index)
            continue
        bound, said = bib_entry_facts(code, parsed, entry)
        labels[index] = tuple(
            one._replace(start=one.start + block.start, end=one.end + block.start) for one in bound
        )
        claims[index] = tuple(
            one._replace(start=one.start + block.start, end=one.end + block.start) for one in said
        )
    return left


def _label_from_uses(
    reader: _Reader, entry: int, members: list[int], labels: list[tuple[Label, ...]]
) -> None:
    """The target of ``[Title][ref]`` stands in a definition elsewhere; its label is where it is used."""
    for index in members:
        item = reader.found[index]
        for link in reader.reference_links():
            if link.target_start <= item.start < link.target_end and link.text_start >= 0:
                piece = piece_at(reader.text, link.text_start, link.text_end, "link-text", Strength.STRONG)
                if piece:
                    labels[index] = (to_label(reader.text, piece),)
                    break


_REFERENCE_START: Final = re.compile(r"[\s>]*(?:\[[\w+.:-]{1,24}\]|[0-9]{1,3}[.)])\s")


_SENTENCE_END: Final = re.compile(r"(?<=[a-z0-9)])[.!?]\s+(?=[A-Z])|。")


_UNWRAPPED: Final = 130
"""Code points: a line longer than this was not wrapped by hand, so lines are units of meaning."""


def _stretches(reader: _Reader, entry: Entry, members: list[int]) -> list[tuple[Entry, list[int]]]:
    """Split a paragraph into its lines where each line is a statement of its own."""
    text = reader.text
    if len(members) < 2 or text.find("\n", entry.start, entry.end) < 0:
        return [(entry, members)]
    lines: dict[int, list[int]] = {}
    for index in members:
        start = max(entry.start, text.rfind("\n", entry.start, reader.found[index].start) + 1)
        lines.setdefault(start, []).append(index)
    if len(lines) < 2 or max(map(len, text[entry.start : entry.end].split("\n"))) < _UNWRAPPED:
        return [(entry, members)]
    result = []
    for start, inside in lines.items():
        stop = text.find("\n", start, entry.end)
        stop = entry.end if stop < 0 else stop
        result.append((Entry(start, stop, entry.running and _is_running(text, start, stop)), inside))
    return result


def _is_running(text: str, start: int, end: int) -> bool:
    """Tell whether a paragraph is prose, not a reference, a title line or a line of links."""
    content = text[start:end]
    if _REFERENCE_START.match(content) or content.lstrip().startswith(
        ("**", "<", "![", "“", "《", "#", "【")
    ):
        return False
    plain = _HTML_OR_LINE.sub(" ", content)
    return len(plain) > 260 or len(_SENTENCE_END.findall(content)) >= 2


def _read_stretch(
    reader: _Reader,
    entry: Entry,
    leaf: int,
    members: list[int],
    labels: list[tuple[Label, ...]],
    claims: list[tuple[Claim, ...]],
    shown: list[int],
) -> None:
    text = reader.text
    lines: Sequence[Inline]
    if leaf >= 0 and reader.blocks[leaf].start <= entry.start:
        lines = reader.inlines_of(leaf)
    else:
        lines = reader.inlines_within(entry)
    groups = _groups(reader, members, lines, shown)
    for group, pieces in zip(groups, bind(text, entry, groups, lines), strict=True):
        bound = tuple(to_label(text, piece) for piece in pieces)
        said = _claims(text, entry, group, pieces, reader)
        if len(groups) == 1:
            said += tuple(figure_claims(text, group.start, group.end, entry.start, entry.end))
        for index in group.mentions:
            labels[index] = bound
            claims[index] = said


def _claims(
    text: str, entry: Entry, group: Group, pieces: Sequence[Piece], reader: _Reader
) -> tuple[Claim, ...]:
    last = reader.found[group.mentions[-1]]
    said = bracket_claims(text, last.end, entry.end, last.version)
    if not said and group.end != last.end:
        said = bracket_claims(text, group.end, entry.end, last.version)
    if not entry.running:
        said += reference_claims(text, entry.start, group.start, group.start)
    for piece in pieces[:1]:
        if not any(claim.kind == "authors" for claim in said):
            said += label_claims(text, piece.end, min(entry.end, piece.end + 240))
    return tuple(said)


def _groups(reader: _Reader, members: list[int], lines: Sequence[Inline], shown: list[int]) -> list[Group]:
    """Join neighbouring mentions of one paper; pair the identifier shown by a link with the one linked."""
    groups: list[Group] = []
    for index in members:
        item = reader.found[index]
        start, end = item.outer_start, item.outer_end
        own: list[Inline] = []
        for line in lines:
            if line.start > item.start:
                break
            if line.end >= item.end and line.kind in (InlineKind.LINK, InlineKind.WIKILINK, InlineKind.IMAGE):
                own.append(line)
                start, end = min(start, line.start), max(end, line.end)
                if line.kind == InlineKind.LINK and line.target_start <= item.start < line.target_end:
                    for other in members:
                        if other != index and line.text_start <= reader.found[other].start < line.text_end:
                            shown[index] = other
        if groups and _joins(reader, groups[-1], item, start):
            last = groups[-1]
            links = last.links + tuple(line for line in own if line not in last.links)
            groups[-1] = last._replace(end=max(last.end, end), mentions=(*last.mentions, index), links=links)
        else:
            groups.append(Group(start, end, (index,), tuple(own), item.form == "file" and not own))
    return groups


def _joins(reader: _Reader, last: Group, item: Found, start: int) -> bool:
    if start < last.end and reader.found[last.mentions[-1]].id != item.id:
        # A link whose text and target differ: one reference, two identifiers.
        return True
    if reader.found[last.mentions[-1]].id != item.id:
        return False
    gap = reader.text[last.end : start]
    return len(gap) <= 60 and "\n\n" not in gap and is_noise(gap.strip(" \t\r\n|,;/[]()<>*·-+—"))


def _label_from_above(reader: _Reader, entry: int, bare: list[int], labels: list[tuple[Label, ...]]) -> None:
    """A line that holds only the identifier takes its label from the line, item or heading above."""
    text, block = reader.text, reader.blocks[entry]
    first, last = reader.found[bare[0]], reader.found[bare[-1]]
    line_start = max(text.rfind("\n", block.start, first.outer_start) + 1, block.start)
    if not is_noise(_HTML_OR_LINE.sub(" ", text[line_start : first.outer_start]).strip(" \t*_`:：-—|>•+~#")):
        return
    pieces: list[Piece] = []
    origin = "line-above"
    if line_start > block.start and block.kind != BlockKind.HEADING:
        # The first line of the same block: flattened texts have title, source and identifier line by line.
        stop = text.find("\n", block.start)
        pieces = set_apart(text, block.start, stop, reader.inlines_of(reader.leaf_of[bare[0]])) or layout(
            text, block.start, stop, opens_entry=True
        )
    parent = block.parent
    while not pieces and parent >= 0:
        above = reader.blocks[parent]
        if above.kind == BlockKind.LIST_ITEM:
            stop = reader.own_end(parent)
            lines = reader.inlines_within(Entry(above.start, stop, running=False))
            pieces = set_apart(text, above.start, stop, lines) or layout(
                text, above.start, stop, opens_entry=True
            )
            break
        parent = above.parent
    if not pieces and block.kind == BlockKind.PARAGRAPH:
        pieces = _line_above(reader, entry, first.id)
    if not pieces:
        heading = reader.heading_above(entry)
        if heading >= 0 and _alone_in_section(reader, heading, first.id):
            above = reader.blocks[heading]
            origin = "heading"
            stop = above.end
            newline = text.find("\n", above.start, above.end)
            stop = newline if newline > 0 else stop
            lines = reader.inlines_of(heading)
            pieces = set_apart(text, above.start, stop, lines) or layout(
                text, above.start, stop, opens_entry=True
            )
    found = [piece for piece in pieces if piece.kind != LabelKind.DESCRIPTION] or list(pieces)
    if not found or last.id != first.id:
        return
    bound = tuple(
        to_label(text, piece._replace(origin=origin, strength=min(piece.strength, Strength.MEDIUM)))
        for piece in found[:2]
    )
    for index in bare:
        labels[index] = bound


_KEY_LINE: Final = re.compile(
    r"\s*(?:[-*+>]\s+)?[*_`]{0,2}[^\s:：*_`]{1,12}(?: [^\s:：*_`]{1,12})?[*_`]{0,2}\s?[:：]"
)
_LINES_ABOVE: Final = 3


def _line_above(reader: _Reader, entry: int, identifier: str) -> list[Piece]:
    """The title line over ``arXiv: …`` in a text without blank lines: past lines such as ``来源: …``.

    Only lines right above count, and only if no other paper stands between.
    """
    text, blocks = reader.text, reader.blocks
    below = blocks[entry].start
    for _ in range(_LINES_ABOVE):
        gap_end = below
        while gap_end and text[gap_end - 1] in " \t\r":
            gap_end -= 1
        if gap_end == 0 or text[gap_end - 1] != "\n":
            return []
        start = text.rfind("\n", 0, gap_end - 1) + 1
        end = gap_end - 1
        if not text[start:end].strip():
            return []
        low, high = bisect_left(reader.offsets, start), bisect_left(reader.offsets, end)
        others = {reader.found[index].id for index in range(low, high)}
        if others - {identifier}:
            return []
        if _KEY_LINE.match(text, start, end) is None:
            at = bisect_right(reader.starts, start) - 1
            if at < 0 or blocks[at].kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.LIST_ITEM):
                return []
            stop = reader.found[low].outer_start if low < high else end
            return set_apart(text, start, stop, reader.inlines_of(at)) or layout(
                text, start, stop, opens_entry=True
            )
        below = start
    return []


def _alone_in_section(reader: _Reader, heading: int, identifier: str) -> bool:
    """Whether a heading's section, down to the next heading, cites this paper and no other."""
    at = bisect_right(reader.headings, heading)
    start = reader.blocks[heading].end
    stop = reader.blocks[reader.headings[at]].start if at < len(reader.headings) else len(reader.text)
    index = bisect_left(reader.offsets, start)
    while index < len(reader.found) and reader.offsets[index] < stop:
        if reader.found[index].id != identifier:
            return False
        index += 1
    return True
