"""Labels given as fields: ``title: …`` beside ``arxiv_id: …`` in front matter, code, JSON or plain lines."""

from __future__ import annotations

import re
from typing import Final

from arxlint.document.model import Block, BlockKind
from arxlint.extract.model import Claim, ClaimKind, Label, LabelKind, Strength
from arxlint.extract.shape import after_venue, is_authors, is_noise, label_kind, trim
from arxlint.recognise.scan import Found

_TITLE: Final = re.compile(
    r"(?:(?<=^)|(?<=[\n{,(]))[ \t>*_`\-+•\"']*(paper[_ ]?title|title|标题|论文标题|题目|论文名称?|タイトル|제목)[*_`\"']*\s*[:：=]\s*[*_`\"'{]*"
    r"(?P<value>[^\n]{2,300})",
    re.IGNORECASE,
)
_AUTHORS: Final = re.compile(
    r"(?:(?<=^)|(?<=[\n{,(]))[ \t>*_`\-+•\"']*(?:authors?|作者|著者|저자)[*_`\"']*\s*[:：=]\s*[*_`\"'{]*(?P<value>[^\n]{2,600})",
    re.IGNORECASE,
)
_QUOTE_END: Final = re.compile(r"[\"'`]\s*,?\s*(?:\}|$|\n|[\"'][\w]+[\"']\s*:)|\s+#\s|\*\*\s*$|[\"'],")


def field_labels(
    text: str,
    block: Block,
    members: list[tuple[int, Found]],
    labels: list[tuple[Label, ...]],
    claims: list[tuple[Claim, ...]],
) -> None:
    """Bind a ``title`` field to the identifier of the same record.

    A record is the front matter, or the stretch around the identifier up to a blank line, a brace, or the
    next record; only a record with one title and one paper binds.
    """
    for start, end, inside in _records(text, block, members):
        if len({item.id for _, item in inside}) != 1:
            continue
        titles = list(_TITLE.finditer(text, start, end))
        if len(titles) != 1:
            continue
        label = _value(text, titles[0], "field")
        if label is None:
            continue
        authors = list(_AUTHORS.finditer(text, start, end))
        said: tuple[Claim, ...] = ()
        if len(authors) == 1:
            first, last = _span(text, authors[0])
            if is_authors(text[first:last]):
                said = (Claim(ClaimKind.AUTHORS.value, text[first:last], first, last),)
        for index, item in inside:
            if not (label.start <= item.start < label.end):
                labels[index] = (label,)
                claims[index] = claims[index] + said


def _records(
    text: str, block: Block, members: list[tuple[int, Found]]
) -> list[tuple[int, int, list[tuple[int, Found]]]]:
    if block.kind == BlockKind.FRONT_MATTER:
        return [(block.start, block.end, members)]
    records: dict[tuple[int, int], list[tuple[int, Found]]] = {}
    for member in members:
        item = member[1]
        low, high = max(block.start, item.start - 1500), min(block.end, item.end + 1500)
        start = max(
            low,
            text.rfind("{", low, item.start),
            text.rfind("}", low, item.start),
            text.rfind("\n\n", low, item.start),
        )
        ends = [
            cut for cut in (text.find("}", item.end, high), text.find("\n\n", item.end, high)) if cut >= 0
        ]
        records.setdefault((start, min(ends, default=high)), []).append(member)
    return [(start, end, inside) for (start, end), inside in records.items()]


def _span(text: str, match: re.Match[str]) -> tuple[int, int]:
    start, end = match.span("value")
    stop = _QUOTE_END.search(text, start, end)
    return trim(text, start, stop.start() if stop else end)


def _value(text: str, match: re.Match[str], origin: str) -> Label | None:
    start, end = _span(text, match)
    start = after_venue(text, start, end)
    content = text[start:end]
    if is_noise(content):
        return None
    kind = label_kind(content)
    if kind is None or kind == LabelKind.NICKNAME:
        # A title field is a title, however short.
        kind = LabelKind.TITLE if kind else None
    if kind is None:
        return None
    return Label(content, str(kind), int(Strength.STRONG), start, end, origin)
