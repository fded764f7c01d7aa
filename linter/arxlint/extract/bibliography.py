"""Labels and claims of a bibliography entry: its title, authors and year fields."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from arxlint.document.model import Block, BlockKind
from arxlint.extract.model import Claim, ClaimKind, Label, LabelKind, Strength

_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}")


def bib_entry_facts(
    text: str, blocks: Sequence[Block], entry: int
) -> tuple[tuple[Label, ...], tuple[Claim, ...]]:
    """Return the labels and claims that every mention of a bib entry shares."""
    labels: list[Label] = []
    claims: list[Claim] = []
    for index in range(entry + 1, len(blocks)):
        field = blocks[index]
        if field.start >= blocks[entry].end:
            break
        if field.kind != BlockKind.BIB_FIELD or field.parent != entry:
            continue
        name = field.info.casefold()
        start, end = _inside(text, field.start, field.end)
        value = text[start:end]
        if not value.strip():
            continue
        if name == "title":
            labels.append(Label(value, LabelKind.TITLE.value, int(Strength.STRONG), start, end, "field"))
        elif name == "author":
            claims.append(Claim(ClaimKind.AUTHORS.value, value, start, end))
        elif name == "year" and (match := _YEAR.search(value)):
            claims.append(
                Claim(ClaimKind.YEAR.value, match.group(), start + match.start(), start + match.end())
            )
    return tuple(labels), tuple(claims)


_ENTRY: Final = re.compile(
    r"@(?:article|misc|inproceedings|techreport|unpublished|book|incollection|phdthesis|online|software)"
    r"\s*\{\s*[^\s,{}]+\s*,",
    re.IGNORECASE,
)
_LONGEST_ENTRY: Final = 8000
"""Code points: lists of hundreds of authors are longer than anything else."""


def entries_shown(
    text: str, offsets: Sequence[int]
) -> dict[int, tuple[tuple[Label, ...], tuple[Claim, ...]]]:
    """Read the bib entries shown in a text that is no bibliography: those of which the end is shown too.

    ``offsets`` are where the mentions start, ascending; the result is by their indices.
    """
    from arxlint.document.bibtex import parse_bibtex

    result: dict[int, tuple[tuple[Label, ...], tuple[Claim, ...]]] = {}
    after = 0
    starts = [match.start() for match in _ENTRY.finditer(text)]
    for start, following in zip(starts, [*starts[1:], len(text)], strict=False):
        at = bisect_left(offsets, start)
        if start < after or at == len(offsets) or offsets[at] > start + _LONGEST_ENTRY:
            continue
        parsed = parse_bibtex(text, start, min(following, start + _LONGEST_ENTRY))
        if not parsed or parsed[0].kind != BlockKind.BIB_ENTRY or text[parsed[0].end - 1] not in "})":
            continue
        after = parsed[0].end
        facts = bib_entry_facts(text, parsed, 0)
        while at < len(offsets) and offsets[at] < after:
            result[at] = facts
            at += 1
    return result


def _inside(text: str, start: int, end: int) -> tuple[int, int]:
    """Shrink ``name = {value},`` or ``{value}`` to the value."""
    equals = text.find("=", start, end)
    if 0 <= equals < start + 40 and re.fullmatch(r"\s*[\w-]+\s*", text[start:equals]):
        start = equals + 1
    while start < end and text[start] in " \t\r\n":
        start += 1
    while end > start and text[end - 1] in " \t\r\n,":
        end -= 1
    while (
        end - start >= 2
        and (text[start], text[end - 1]) in (("{", "}"), ('"', '"'))
        and _encloses(text, start, end)
    ):
        start, end = start + 1, end - 1
    return start, end


def _encloses(text: str, start: int, end: int) -> bool:
    if text[start] == '"':
        return True
    depth = 0
    for offset in range(start, end):
        if text[offset] == "{":
            depth += 1
        elif text[offset] == "}":
            depth -= 1
            if depth == 0:
                return offset == end - 1
    return False
