"""Mentions of one text: every identifier with its block, its labels and its claims."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arxlint.document.model import BlockKind, Document, Inline, InlineKind
from arxlint.extract.above import MARKUP, label_from_above
from arxlint.extract.bibliography import bib_entry_facts, entries_shown
from arxlint.extract.claims import (
    bracket_claims,
    emphasised_authors,
    label_claims,
    reference_claims,
    reference_date,
    signature_claims,
    venue_claims,
)
from arxlint.extract.fields import field_labels
from arxlint.extract.figures import figure_claims
from arxlint.extract.labels import Entry, Group, bind, to_label
from arxlint.extract.model import Claim, Label, LabelKind, Malformed, Mention, Strength
from arxlint.extract.pieces import Piece, layout, piece_at, reference_title, set_apart
from arxlint.extract.reader import Reader
from arxlint.extract.shape import is_noise
from arxlint.extract.tables import row_labels
from arxlint.recognise.scan import Found, scan
from arxlint.system.records import NamedTuple


class Extracted(NamedTuple):
    """What one text yields."""

    mentions: list[Mention]
    malformed: list[Malformed]


def extract_mentions(document: Document) -> Extracted:
    """Find the mentions of a document and bind their labels and claims."""
    text, blocks = document.text, document.blocks
    result = scan(text)
    if not result.found:
        return Extracted([], result.malformed)
    reader = Reader(document, result.found)
    by_entry: dict[int, list[int]] = {}
    shown_entries = (
        entries_shown(text, reader.offsets)
        if document.format not in ("bibtex", "latex") and "@" in text
        else {}
    )
    for index in range(len(result.found)):
        if index in shown_entries:
            continue
        leaf = reader.leaf_of[index]
        by_entry.setdefault(reader.entry_of(leaf) if leaf >= 0 else -1, []).append(index)
    labels: list[tuple[Label, ...]] = [()] * len(result.found)
    claims: list[tuple[Claim, ...]] = [()] * len(result.found)
    for index, (bound, said) in shown_entries.items():
        labels[index], claims[index] = bound, said
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


def _entry_number(reader: Reader, index: int) -> int:
    leaf = reader.leaf_of[index]
    return reader.entry_of(leaf) if leaf >= 0 else -1


def _read_entry(
    reader: Reader,
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
            start = _start_of_broken_cell(text, cell.start)
            _read_stretch(reader, Entry(start, cell.end, running=False), leaf, inside, labels, claims, shown)
        row_labels(text, reader.blocks, entry, reader.found, cells, labels, claims, reader.inlines_of)
        return
    if block.kind in (BlockKind.CODE, BlockKind.FRONT_MATTER, BlockKind.COMMENT):
        field_labels(text, block, [(index, reader.found[index]) for index in members], labels, claims)
        return
    if block.kind == BlockKind.REFERENCE and reader.document.format != "latex":
        _label_from_uses(reader, entry, members, labels)
        return
    if block.kind == BlockKind.LIST_ITEM and text.startswith("<", block.start):
        _read_html_item(reader, entry, members, labels, claims, shown)
        return
    end = reader.own_end(entry) if block.kind == BlockKind.LIST_ITEM else block.end
    start = _start_of_broken_cell(text, block.start) if block.kind == BlockKind.PARAGRAPH else block.start
    running = (
        start == block.start
        and block.kind in (BlockKind.PARAGRAPH, BlockKind.QUOTE)
        and _is_running(text, block.start, end)
    )
    # A list item may hold several paragraphs; read them as one stretch.
    leaf = reader.leaf_of[members[0]]
    own = [index for index in members if reader.found[index].start < end]
    for stretch, inside in _stretches(reader, Entry(start, end, running), own):
        _read_stretch(reader, stretch, leaf if len(own) == 1 else -1, inside, labels, claims, shown)
    bare = [index for index in own if not labels[index]]
    if bare:
        field_labels(text, block, [(index, reader.found[index]) for index in bare], labels, claims)
        bare = [index for index in bare if not labels[index]]
    elif block.kind == BlockKind.PARAGRAPH and all(map(_only_described, map(labels.__getitem__, own))):
        bare = own  # "### Title" over "arXiv … reports: …"
    if bare and len({reader.found[index].id for index in own}) == 1:
        label_from_above(reader, entry, bare, labels)


def _only_described(labels: Sequence[Label]) -> bool:
    return all(label.kind == LabelKind.DESCRIPTION and label.strength <= Strength.WEAK for label in labels)


def _read_html_item(
    reader: Reader,
    item: int,
    members: list[int],
    labels: list[tuple[Label, ...]],
    claims: list[tuple[Claim, ...]],
    shown: list[int],
) -> None:
    """Read the blocks of an HTML list item one by one: what bears no name takes that of the first."""
    text, blocks = reader.text, reader.blocks
    by_leaf: dict[int, list[int]] = {}
    for index in members:
        by_leaf.setdefault(reader.leaf_of[index], []).append(index)
    for leaf, inside in by_leaf.items():
        start = (
            max(blocks[leaf].start, text.find(">", blocks[leaf].start) + 1)
            if leaf == item
            else blocks[leaf].start
        )
        end = reader.own_end(item) if leaf == item else blocks[leaf].end
        _read_stretch(reader, Entry(start, end, running=False), leaf, inside, labels, claims, shown)
    first = next(
        (
            at
            for at in range(item + 1, len(blocks))
            if blocks[at].kind in (BlockKind.PARAGRAPH, BlockKind.HEADING)
        ),
        -1,
    )
    if (
        first < 0
        or blocks[first].start >= blocks[item].end
        or len({reader.found[at].id for at in members}) != 1
    ):
        return
    bare = [index for index in members if not labels[index] and reader.leaf_of[index] != first]
    if bare:
        pieces = set_apart(text, blocks[first].start, blocks[first].end, reader.inlines_of(first)) or layout(
            text, blocks[first].start, blocks[first].end, opens_entry=True
        )
        bound = tuple(to_label(text, piece._replace(origin="line-above")) for piece in pieces[:1])
        for index in bare:
            labels[index] = bound


def _start_of_broken_cell(text: str, start: int) -> int:
    """A row broken over two lines: its last cell begins on the line above, which has no closing pipe."""
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].strip() or line == 0:
        return start
    above = text.rfind("\n", 0, line - 1) + 1
    written = text[above : line - 1].rstrip()
    if not written.lstrip().startswith("|") or written.endswith("|"):
        return start
    pipe = written.rfind("|")
    return above + pipe + 1 if written[pipe + 1 :].strip() else start


def _label_from_uses(reader: Reader, entry: int, members: list[int], labels: list[tuple[Label, ...]]) -> None:
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


def _stretches(reader: Reader, entry: Entry, members: list[int]) -> list[tuple[Entry, list[int]]]:
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
        first = _start_of_broken_cell(text, start)
        running = first == start and entry.running and _is_running(text, start, stop)
        result.append((Entry(first, stop, running), inside))
    return result


def _is_running(text: str, start: int, end: int) -> bool:
    """Tell whether a paragraph is prose, not a reference, a title line or a line of links."""
    content = text[start:end]
    if content.lstrip().startswith("|"):
        return False  # a row of a table that is none
    if len(_SENTENCE_END.findall(content)) >= 6 and not _REFERENCE_START.match(content):
        return True
    if _REFERENCE_START.match(content) or content.lstrip().startswith(
        ("**", "<", "![", "“", "《", "#", "【")
    ):
        return False
    plain = MARKUP.sub(" ", content)
    return len(plain) > 260 or len(_SENTENCE_END.findall(content)) >= 2


_NEAR: Final = 300
"""Code points within which a venue belongs to a paper."""


def _read_stretch(
    reader: Reader,
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
        said = _claims(text, entry, group, pieces, reader, lines)
        if len(groups) == 1:
            said += tuple(figure_claims(text, group.start, group.end, entry.start, entry.end))
            if not entry.running:
                near = max(entry.start, group.start - _NEAR), min(entry.end, group.end + _NEAR)
                said += tuple(venue_claims(text, *near))
        for index in group.mentions:
            labels[index] = bound
            claims[index] = said


def _claims(
    text: str,
    entry: Entry,
    group: Group,
    pieces: Sequence[Piece],
    reader: Reader,
    lines: Sequence[Inline],
) -> tuple[Claim, ...]:
    last = reader.found[group.mentions[-1]]
    said = bracket_claims(text, last.end, entry.end, last.version)
    if not said and group.end != last.end:
        said = bracket_claims(text, group.end, entry.end, last.version)
    if not entry.running:
        said += reference_claims(text, entry.start, group.start, group.start)
        said += reference_date(text, entry.start, group.start)
    else:
        # Several sentences may be one reference all the same: authors, title, venue.
        line = max(entry.start, text.rfind("\n", entry.start, group.start) + 1)
        title = reference_title(text, line, group.start)
        if title and any(piece.start == title.start for piece in pieces):
            said += reference_claims(text, line, group.start, group.start)
    if not any(claim.kind == "authors" for claim in said):
        said += emphasised_authors(text, lines, max(entry.start, group.start - 400), group.start)
    for piece in pieces[:1]:
        if not any(claim.kind == "authors" for claim in said):
            said += label_claims(text, piece.end, min(entry.end, piece.end + 240))
    named = all(piece.kind == LabelKind.NICKNAME for piece in pieces)
    if named and not any(claim.kind == "authors" for claim in said):
        # Of a phrase that was taken for a title they would make a title with its authors.
        said += signature_claims(text, entry.start, group.start)
    return tuple(said)


def _groups(reader: Reader, members: list[int], lines: Sequence[Inline], shown: list[int]) -> list[Group]:
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


def _joins(reader: Reader, last: Group, item: Found, start: int) -> bool:
    if start < last.end and reader.found[last.mentions[-1]].id != item.id:
        # A link whose text and target differ: one reference, two identifiers.
        return True
    if reader.found[last.mentions[-1]].id != item.id:
        return False
    gap = reader.text[last.end : start]
    return len(gap) <= 60 and "\n\n" not in gap and is_noise(gap.strip(" \t\r\n|,;/[]()<>*·-+—"))
