"""Binding labels: which words at a mention are what its author calls the paper.

A label is bound by structure, in this order: the text of the link, the wikilink's alias, the bracket right
behind the identifier, emphasised or quoted text of the same entry, the entry's plain text by its layout, the
title column of the table, then the line or heading above a line that holds nothing but the identifier.
What stands between two identifiers belongs to the second, unless the entry puts names behind identifiers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arxlint.document.model import Inline, InlineKind
from arxlint.extract.brackets import (
    CLOSERS,
    bracket_behind,
    is_authorship,
    is_dated_organisation,
    name_at_bracket,
    named_before_bracket,
    open_bracket,
)
from arxlint.extract.model import Label, LabelKind, Strength
from arxlint.extract.pieces import Piece, compares, layout, name_before, piece_at, reference_title, set_apart
from arxlint.extract.shape import (
    is_abbreviated,
    is_authors,
    is_capitalised,
    is_distinctive,
    is_noise,
    trim,
    words,
)
from arxlint.system.records import NamedTuple


class Group(NamedTuple):
    """Neighbouring mentions of one paper in an entry: ``start:end`` covers their whole references and links.

    ``is_file``: the identifier stands in the name of a file, whose title, if any, stands behind.
    """

    start: int
    end: int
    mentions: tuple[int, ...]
    links: tuple[Inline, ...]
    is_file: bool = False


class Entry(NamedTuple):
    """The stretch of text that labels are looked for in.  ``running``: prose, where only neighbours bind."""

    start: int
    end: int
    running: bool


_BEHIND: Final = re.compile(r"[ \t]*(?:[:：]|—+|–|-{1,3}(?=\s)|[|·•,，](?=\s))?[ \t]*")
_STOP: Final = re.compile(
    r"\s[—–-]{1,3}\s|——|[(（]|\n|[。；;|]|\s\[|,\s(?:arxiv|20[0-9]{2})|\.\s", re.IGNORECASE
)
_GAP: Final = re.compile(
    r"(?:[\s,，.:：;；(（\[【<|/*_`~\-—–+&]|[(（][\w²³+-]{1,20}[)）]|\b(?:paper|pdf|arxiv|abs|html|link|by|from|in|at|see|preprint|url|available|et al\.?|code|project|page"
    r"|doi|id|20[0-9]{2})\b|论文|链接|作者|地址|的|，)*",
    re.IGNORECASE,
)


def bind(text: str, entry: Entry, groups: Sequence[Group], inlines: Sequence[Inline]) -> list[list[Piece]]:
    """Return the candidate labels of each group of an entry, best first."""
    result: list[list[Piece]] = []
    names_behind = _names_stand_behind(text, entry, groups)
    low = entry.start
    for number, group in enumerate(groups):
        high = groups[number + 1].start if number + 1 < len(groups) else entry.end
        own = _own(text, group)
        bracket, bracket_end = bracket_behind(text, group.end, high)
        if bracket and entry.running and bracket.kind == LabelKind.DESCRIPTION:
            bracket = None
        pieces = [*own, bracket] if bracket else own
        if group.is_file:
            pieces += _behind_file(text, group.end, high)
        elif not names_behind and not _settled(own):
            left = [
                piece
                for piece in _left(text, entry, low, group, inlines, opens=number == 0)
                if not is_dated_organisation(text, piece.start, piece.end)
            ]
            if bracket and _settled([bracket]):
                # "“Title”, arXiv:… (a remark)": what is set apart in front comes before what is behind.
                left = [
                    piece
                    for piece in left
                    if piece.origin in ("quoted", "emphasis")
                    and _GAP.fullmatch(text, _after_marks(text, piece.end), group.start)
                ]
                pieces = [*left, bracket._replace(strength=Strength.MEDIUM)] if left else pieces
            else:
                pieces = [*pieces, *left]
        last = not entry.running and number == len(groups) - 1
        may_follow = names_behind or (last and _empty(text, low, group.start))
        if may_follow and not group.is_file and not _settled(pieces):
            pieces += _right(text, group, bracket_end, high, inlines)
        elif not group.is_file and not _settled(own):
            signed = is_authorship(text, low, group.start)
            behind = _right_behind(text, group, high, inlines, more=number + 1 < len(groups), signed=signed)
            if behind:
                first = signed or not _settled(pieces) or open_bracket(text, low, group.start) >= 0
                pieces = [behind, *([] if signed else pieces)] if first else [*pieces, behind]
        result.append(_best(pieces))
        low = bracket_end if bracket_end > group.end else group.end
    return result


def _settled(pieces: Sequence[Piece]) -> bool:
    return any(piece.kind != LabelKind.DESCRIPTION and piece.strength >= Strength.MEDIUM for piece in pieces)


def _empty(text: str, start: int, end: int) -> bool:
    """Whether a window names nothing: blanks, link words, or authors with a year."""
    start, end = trim(text, start, end)
    return (
        start >= end
        or is_noise(text[start:end])
        or (end - start < 200 and is_authors(text[start:end], sure=True))
    )


def _own(text: str, group: Group) -> list[Piece]:
    """Labels inside the reference: a link's text, a wikilink's alias."""
    pieces: list[Piece] = []
    for link in group.links:
        if link.kind == InlineKind.IMAGE or link.text_start < 0:
            continue
        if link.kind == InlineKind.WIKILINK and link.text_start == link.target_start:
            continue
        origin = "alias" if link.kind == InlineKind.WIKILINK else "link-text"
        piece = piece_at(text, link.text_start, link.text_end, origin, Strength.STRONG)
        if piece and not _ID_LIKE.search(text, piece.start, piece.end):
            pieces.append(piece)
    return pieces


_ID_LIKE: Final = re.compile(r"[0-9]{4}\.[0-9]{4,5}|[a-z-]+/[0-9]{7}|!\[")


def _left(
    text: str, entry: Entry, low: int, group: Group, inlines: Sequence[Inline], *, opens: bool
) -> list[Piece]:
    if not opens:
        low = _behind_semicolon(text, low, group.start)
    inside, sure = name_at_bracket(text, low, group.start, opens=opens and not entry.running)
    if inside and sure:
        return [inside]
    apart = set_apart(text, low, group.start, inlines)
    if (
        sure
        and len(apart) > 1
        and _TOUCHING.fullmatch(text, apart[-1].end, open_bracket(text, low, group.start))
    ):
        # "**Reasoning RL**: **ToolRL** (Qian et al. 2025, ID)": the last one is what they wrote.
        return apart[-1:]
    if opens and len(apart) > 1 and _stands_alone(text, apart[0], apart[-1], group.start):
        return apart[-1:]
    if inside:
        # "**GRPO** (DeepSeekMath 2024, arXiv …)": either may be the paper's name.
        opening = open_bracket(text, low, group.start)
        beside = [piece for piece in apart if _after_marks(text, piece.end) in (opening, opening - 1)]
        if not beside:
            # "Cache-to-Cache (C2C, arXiv …)": a name and what it is short for.
            whole = name_before(text, low, opening + 1)
            if whole and is_abbreviated(
                text[inside.start : inside.end], text[whole.start : whole.end].strip('*_`"“”')
            ):
                beside = [whole]
        return [*(piece._replace(strength=Strength.MEDIUM) for piece in beside[-1:]), inside]
    if not opens:
        apart = [piece for piece in apart if not _belongs_before(text, piece, low, group.start)]
    elif apart and not entry.running and _SENTENCE.search(text, apart[-1].end - 1, group.start):
        # Another sentence has begun; if it names something right before the identifier, that is meant.
        last = max(match.end() for match in _SENTENCE.finditer(text, apart[-1].end - 1, group.start))
        name = name_before(text, last, group.start) if text[: group.start].rstrip()[-1:] not in "[(" else None
        name = name or named_before_bracket(text, last, group.start)
        if name:
            return [name]
    if entry.running:
        near = [piece for piece in apart if _GAP.fullmatch(text, _after_marks(text, piece.end), group.start)]
        if near:
            return [near[-1]._replace(strength=Strength.MEDIUM)] if near[-1].origin != "link-text" else []
        line = max(low, text.rfind("\n", low, group.start) + 1)
        name = reference_title(text, line, group.start) or name_before(text, low, group.start)
        return [name] if name else []
    titles = [piece for piece in apart if piece.kind == LabelKind.TITLE and piece.origin != "link-text"]
    names = [piece for piece in apart if piece.kind == LabelKind.NICKNAME and piece.origin != "link-text"]
    linked = [piece for piece in apart if piece.origin == "link-text" and piece.kind == LabelKind.TITLE]
    if titles or names:
        # The first name or title opens the entry; a later title explains it.
        first = names[:1] if names and (not titles or names[0].start < titles[0].start) else []
        behind = titles[:1] or _title_behind(text, names[0], group.start)
        return behind if first and behind and behind[0].start == first[0].start else first + behind
    if linked:
        return [linked[-1]._replace(strength=Strength.MEDIUM)]
    pieces = layout(text, low, group.start, opens_entry=opens)
    return [piece for piece in pieces if not compares(text, piece.start, piece.end)] + [
        piece for piece in apart if piece.kind == LabelKind.DESCRIPTION and piece.origin != "link-text"
    ][:1]


_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_TOUCHING: Final = re.compile(r"(?:</?[A-Za-z][^<>]*>|[\s*_`\"“”’'《》「」])*")


_ENDS_LEAD: Final = re.compile(r"[.:。：](?:</?[A-Za-z][^<>]*>|[*_`\"”’'》」])*\s|[。：]")
_ADJOINS: Final = re.compile(r"(?:</?[A-Za-z][^<>]*>|[*_`\"”’'》」])*\s?[(（\[]?")


def _stands_alone(text: str, lead: Piece, last: Piece, end: int) -> bool:
    """``**What it takes.** *Caching Plans in Time* (ID) …``: the lead is a remark, what touches the ID its title.

    Only a title counts, and only behind a lead that a full stop or colon ends, with nothing between.
    """
    stop = _ENDS_LEAD.match(text, lead.end)
    return (
        stop is not None
        and last.kind == LabelKind.TITLE
        and last.origin != "link-text"
        and not text[stop.end() : last.start].strip(' *_`"“”《「')
        and _ADJOINS.fullmatch(text, last.end, end) is not None
    )


def _behind_semicolon(text: str, low: int, end: int) -> int:
    """Skip what a semicolon sets apart: ``A (ID), B (note); C (ID)``."""
    cut = max(text.rfind("; ", low, end), text.rfind("；", low, end)) + 1
    return cut if cut > low and not _empty(text, cut, end) else low


_SENTENCE: Final = re.compile(
    r"[a-z0-9)\]”\"*_][.!?](?<!\bet al\.)[)”\"*_]{0,3}\s+(?=[\[(*_“\"]{0,3}[A-Z])|。|[.!?]\s*\n\s*\n"
)


_PROPOSES: Final = re.compile(
    r"\s+(?:[a-z]+\s)?(?:propos|introduc|present|develop|describ|releas|offer|design)[a-z]*\s+(?:the\s|an?\s)?"
)
"""``[Lin et al.](…) propose **SwiftSage**, … [Kim et al.](…)``: the name is the first one's."""
_CLAUSE: Final = re.compile(r"[,，]?\s+(?:and|while|whereas|but|or)\s")


def _belongs_before(text: str, piece: Piece, low: int, end: int) -> bool:
    """Tell whether set-apart text between two identifiers belongs to the first, or to another sentence.

    ``2605.18747 "Code as Agent Harness", 2604.14228``: it stands right behind the first.  A title may be
    followed by its authors, though, before its identifier comes.
    """
    lead = text[low : piece.start].strip("*_`\"“”'《「[(")
    tail = text[_after_marks(text, piece.end) : end]
    if lead.isspace() and tail[:1] in ",;；，。.)":
        return True
    if _PROPOSES.fullmatch(lead):
        return True
    if _CLAUSE.match(tail):
        return True
    if not _SENTENCE.search(text, max(low, piece.end - 1), end):
        return False
    return not (piece.kind == LabelKind.TITLE and is_authors(tail.strip(" .,\n*_[(")))


def _title_behind(text: str, name: Piece, end: int) -> list[Piece]:
    """``**[IPT]** Pre-Trained Image Processing Transformer [paper]``: a title behind a name in bold."""
    colon = name.end + (text[name.end : name.end + 1] in (":", "："))
    start = _after_marks(text, colon)
    tail = text[colon:start]
    if "\n" in text[start:end].rstrip() or not any(mark in tail for mark in "*_]"):
        return []
    for piece in layout(text, start, end, opens_entry=True)[:1]:
        if piece.kind == LabelKind.TITLE and is_capitalised(text[piece.start : piece.end]):
            # A colon makes one title of both: "***LAVIE:*** High-quality Video Generation".
            first = name.start if colon > name.end else piece.start
            return [piece._replace(start=first, strength=Strength.MEDIUM)]
    return []


def _after_marks(text: str, offset: int) -> int:
    while offset < len(text) and text[offset] in "*_`\"”’'》」])）】":
        offset += 1
    return offset


def _right(text: str, group: Group, bracket_end: int, high: int, inlines: Sequence[Inline]) -> list[Piece]:
    """``[2604.09860] RoboLab: …``, ``2608.01247 — RestoreKV``: the name stands behind."""
    start = group.end
    closers = CLOSERS.match(text, start, high)
    start = max(closers.end() if closers else start, bracket_end)
    behind = _BEHIND.match(text, start, high)
    start = behind.end() if behind else start
    if "\n" in text[group.end : start]:
        return []
    if start >= high or compares(text, start, high):
        return []
    titled = _TITLED.search(text, start, high)
    if titled and titled.start() < start + _NEAR_TITLE:
        piece = piece_at(text, *titled.span(1), "quoted", Strength.STRONG)
        if piece and piece.kind == LabelKind.TITLE:
            return [piece]
    apart = [
        piece
        for piece in set_apart(text, start, high, inlines)
        if not text[start : piece.start].strip(' *_`"“《「[:：')
    ]
    if apart:
        return apart[:1]
    stop = _STOP.search(text, start, high)
    piece = piece_at(text, start, stop.start() if stop else high, "after", Strength.MEDIUM)
    if piece is None or len(words(text[piece.start : piece.end])) > 25:
        return []
    return [piece]


_TITLED: Final = re.compile(r"\btitled?\b[\s:：*_]{0,4}[\"“]([^\"”\n]{8,300})[\"”]", re.IGNORECASE)
"""``… → HTTP 200, title *"Context Engineering: …"*``"""
_NEAR_TITLE: Final = 60
"""Code points behind an identifier within which its title may be announced."""
_JOINT: Final = re.compile(r"\s{0,2}[,，:：—–-]?\s{0,2}")


def _right_behind(
    text: str, group: Group, high: int, inlines: Sequence[Inline], *, more: bool, signed: bool
) -> Piece | None:
    """``Li et al. 2025 arXiv 2608.02703 *ARCHead: …*``: a title that is set apart right behind, if there is one.

    ``more``: another identifier follows, to which the title may belong.  ``signed``: authors and nothing else
    stand before the identifier, so that a coined name behind is the paper's too.
    """
    coined = _COINED_BEHIND.match(text, group.end, high)
    if coined and is_distinctive(coined[1]) and not coined[1].isupper():
        return piece_at(text, *coined.span(1), "after", Strength.MEDIUM)
    joint = _JOINT.match(text, group.end, high)
    start = joint.end() if joint else group.end
    if (
        text[start : start + 1] not in ("*", "_", '"', "“", "《", "「", "<")
        or text.count("\n", group.end, start) > 1
    ):
        return None
    apart = set_apart(text, start, min(high, start + 400), inlines)
    if not apart or _TAG.sub("", text[start : apart[0].start]).strip('*_`"“《「'):
        return None
    behind = apart[0]
    coined_name = signed and any(map(is_distinctive, words(text[behind.start : behind.end])))
    if behind.kind != LabelKind.TITLE and not (coined_name and behind.kind == LabelKind.NICKNAME):
        return None
    tail = text[_after_marks(text, behind.end) : high]
    if more and ")" not in tail and "）" not in tail and _GAP.fullmatch(tail):
        return None
    return behind


_COINED_BEHIND: Final = re.compile(r"\s([A-Z][A-Za-z0-9]{5,40})(?=[,.;:)，。；：）])")
"""``arXiv:2607.02255 AgenticSTS, was considered``"""
_FILE_ARROW: Final = re.compile(r"[\s*_`)\]]{0,4}(?:→|->|=>|⇒|—|–)\s*")
_NAME_RUN: Final = re.compile(
    r"[A-Za-z0-9][^\n;；,，。(（]{1,120}?(?=\s*[\u3000-\u9fff\uac00-\ud7af(（;；,，。\n]|\s[—–-]\s|$)"
)


def _behind_file(text: str, end: int, high: int) -> list[Piece]:
    """``paper_cards/764-2608-02703.md → ARCHead 已建卡``: what the card is about."""
    arrow = _FILE_ARROW.match(text, end, high)
    if arrow is None or compares(text, arrow.end(), high):
        return []
    name = _NAME_RUN.match(text, arrow.end(), high)
    piece = piece_at(text, *name.span(), "after", Strength.MEDIUM) if name else None
    return [piece] if piece and piece.kind != LabelKind.DESCRIPTION else []


def _names_stand_behind(text: str, entry: Entry, groups: Sequence[Group]) -> bool:
    """Whether an entry of several papers writes ``ID name, ID name`` rather than ``name ID, name ID``."""
    if entry.running or len(groups) < 2:
        return False
    if not _empty(text, entry.start, groups[0].start) or any(_own(text, group) for group in groups):
        return False
    if open_bracket(text, entry.start, groups[0].start) > entry.start:
        return False  # "DeepSeekMath (Shao et al. 2024, ID)": a name stands before the bracket
    return not _empty(text, groups[0].end, groups[1].start)


def _best(pieces: Sequence[Piece]) -> list[Piece]:
    """At most three labels, strongest first, none inside another."""
    ranked = sorted(pieces, key=lambda piece: (-piece.strength, piece.kind == LabelKind.DESCRIPTION))
    kept: list[Piece] = []
    for piece in ranked:
        if all(piece.end <= other.start or piece.start >= other.end for other in kept):
            kept.append(piece)
    return kept[:3]


def to_label(text: str, piece: Piece) -> Label:
    """Turn a piece into the label that facts keep."""
    return Label(
        text[piece.start : piece.end],
        str(piece.kind),
        int(piece.strength),
        piece.start,
        piece.end,
        piece.origin,
    )
