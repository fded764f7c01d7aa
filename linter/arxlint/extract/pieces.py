"""Pieces of an entry that can name a paper: emphasised, quoted and linked text, and plain text by its layout."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arxlint.document.model import Inline, InlineKind
from arxlint.extract.model import LabelKind, Strength
from arxlint.extract.shape import (
    after_venue,
    has_cjk,
    is_author_year,
    is_authors,
    is_distinctive,
    is_noise,
    is_prose,
    is_venue,
    label_kind,
    trim,
    words,
)
from arxlint.system.records import NamedTuple


class Piece(NamedTuple):
    """A candidate label: its trimmed span, what it can be, how it is set, and how firmly it names something."""

    start: int
    end: int
    kind: str
    origin: str
    strength: int


_QUOTED: Final = re.compile(
    r"“([^”\n]{3,300})”|«([^»\n]{2,300})»|\"([^\"\n]{3,300})\"|《([^》\n]{2,300})》|「([^」\n]{3,200})」|``([^`']{3,300})''"
)
_SEPARATOR: Final = re.compile(
    r"\s+[—–-]{1,3}\s+|\s+[·・]\s+|\s*——\s*|(?<=[^\s\d])\s*[—–]\s*(?=\S)|\s*[:：]\s+|：|\s*=\s(?=\S)|\s*[|→]\s*"
)
_DASHES: Final = "—–-|→="
_PAREN: Final = re.compile(r"\s*[(（]")
_TAIL_NOISE: Final = re.compile(
    r"(?:[\s,，.。;；:：(（\[【<*_`|\-—–~]|\b(?:arxiv|preprint|eprint|e-print|available|at|url|https?|pdf|paper|link|see|in|on|the|via|cf|from|id"
    r"|abs|html|technical|report|corr|doi|also|e\.g|i\.e|and)\b|论文|链接|编号|号|预印本|见|的|在|涉及)+\Z",
    re.IGNORECASE,
)
_REPORT: Final = re.compile(r"(?<=[\w.])[ \u00a0]Technical Report\b")


def _cut(text: str, tail: re.Match[str]) -> int:
    """Return where a tail that says nothing begins: "Qwen3 Technical Report" is a title, "Report" is none."""
    report = _REPORT.match(text, tail.start())
    return report.end() if report else tail.start()


_COMPARES: Final = re.compile(
    r"(?:与|和|同|跟|及|对比|基于|沿用|旁证|参见|参考|见|即|优于|不同于|补充|替代|接续|延续|承接|配合|相比"
    r"|(?:[Vv]s\.?|[Vv]ersus|[Cc]ompared?|[Cc]ompares|with|and|or|[Uu]nlike|based|[Bb]uilds? on|[Ee]xtends?|[Cc]f"
    r"|[Ss]ee|like|following|by|as|which|that|who|is|are|was|were|has|have|shows?|proposes?|introduces?|presents?"
    r"|uses?|achieves?|finds?|[Ww]e|[Ii]t|[Tt]his|[Tt]hese|also|same)(?![\w-]))"
)
# (A capital at the start is a title's: "Which Heads Matter", "Show-o", "Is Attention Explanation".)


_YEAR_VENUE: Final = re.compile(r"(?:[A-Z][a-z]+\s)?(?:19|20)[0-9]{2}[a-z]?(?:\s[A-Z][\w&-]*){0,2}")
"""``Shen 2023 NeurIPS``, ``2024 ICLR``."""


_ARXIV_LEAD: Final = re.compile(r"(?i:arxiv)\s?[:：]\s?(?=[A-Z][a-z])")
"""``[Arxiv: Defending Against … (2024)](…)``: where it stands is no part of a title."""


def piece_at(text: str, start: int, end: int, origin: str, strength: int) -> Piece | None:
    """Make a piece of a span if, trimmed, it can name a paper."""
    start, end = trim(text, start, end)
    if is_author_year(text[start:end]) or _YEAR_VENUE.fullmatch(text, start, end):
        return None
    start = after_venue(text, start, end)
    lead = _ARXIV_LEAD.match(text, start, end)
    start = lead.end() if lead else start
    set_off = origin in ("link-text", "emphasis", "quoted", "alias", "parenthesis")
    if set_off:
        start, end = _without_asides(text, start, end)
    content = text[start:end]
    kind = label_kind(content)
    if kind is None or is_venue(content) or is_authors(content, sure=set_off):
        return None
    if kind == LabelKind.DESCRIPTION:
        strength = min(strength, Strength.WEAK)
    return Piece(start, end, kind, origin, strength)


def set_apart(text: str, start: int, end: int, inlines: Sequence[Inline]) -> list[Piece]:
    """Return the emphasised, quoted and linked pieces of a window, in order, outermost only."""
    pieces: list[Piece] = []
    covered = start
    spans: list[tuple[int, int, int, int, str]] = []
    for inline in inlines:
        if inline.start < start or inline.end > end:
            continue
        if inline.kind in (InlineKind.STRONG, InlineKind.EMPHASIS):
            spans.append((inline.start, inline.end, inline.text_start, inline.text_end, "emphasis"))
        elif inline.kind in (InlineKind.LINK, InlineKind.WIKILINK) and inline.text_end > inline.text_start:
            spans.append((inline.start, inline.end, inline.text_start, inline.text_end, "link-text"))
    tags = [
        (one.start, one.end)
        for one in inlines
        if one.kind in (InlineKind.HTML_TAG, InlineKind.CODE, InlineKind.LINK)
    ]
    for match in _QUOTED.finditer(text, start, end):
        if text[match.start()] == '"' and (
            text[match.start() - 1 : match.start()] == "="
            or any(low <= match.start() < high for low, high in tags)
        ):
            continue  # an attribute, a link's title
        group = match.lastindex or 0
        spans.append((match.start(), match.end(), match.start(group), match.end(group), "quoted"))
    spans.sort(key=lambda span: (span[0], -span[1]))
    for span_start, span_end, inner_start, inner_end, origin in spans:
        if span_start < covered:
            continue
        covered = span_end
        # A whole title in bold or quotes may hold a name with its explanation in brackets.
        piece = piece_at(text, inner_start, inner_end, origin, Strength.STRONG)
        if piece and not (origin == "emphasis" and _is_key(text, piece, span_end, end)):
            if origin == "emphasis" and _APA_YEAR.match(text, span_end, end):
                continue  # "**DeepSeek-AI** (2024). DeepSeek-V3 Technical Report.": who wrote it
            pieces.extend(_head_of(text, piece))
    return pieces


_APA_YEAR: Final = re.compile(r"[,.]?\s*\((?:19|20)[0-9]{2}[a-z]?\)[.:]\s+(?=[*_“\"]{0,3}[A-Z][\w-]+\s)")


def _is_key(text: str, piece: Piece, after: int, end: int) -> bool:
    """``**Precedent:** …``, ``**领域**: …``: one common word and a colon announce, they do not name."""
    content = text[piece.start : piece.end]
    found = words(content)
    if len(found) != 1 or is_distinctive(found[0]):
        return False
    return ":" in text[piece.end : min(end, after + 1)] or "：" in text[piece.end : min(end, after + 1)]


def _head_of(text: str, piece: Piece) -> list[Piece]:
    """Split ``NAME(explanation)``: the name is the label, the explanation is not part of it."""
    content = text[piece.start : piece.end]
    for index, char in enumerate(content):
        if char not in "(（" or not index:
            continue
        head = piece_at(text, piece.start, piece.start + index, piece.origin, piece.strength)
        glued = (
            head is not None and head.kind == LabelKind.NICKNAME and index >= 3 and content[index - 1] != " "
        )
        if char == "（" or glued or has_cjk(content[index:]) or is_aside(content[index + 1 :]):
            return [head] if head else [piece]
    return [piece]


def is_aside(content: str) -> bool:
    """Tell whether the inside of brackets is a venue, a year, authors or a link word, not part of a title."""
    inner = content.split(")")[0].split("）")[0]
    return (
        is_noise(inner)
        or is_venue(inner)
        or is_authors(inner)
        or bool(re.search(r"\b(?:19|20)[0-9]{2}\b|[’'][0-9]{2}\b", inner))
    )


def layout(text: str, start: int, end: int, *, opens_entry: bool) -> list[Piece]:
    """Read plain text by its layout: ``NAME — explanation``, ``Title (venue)``, ``Title, authors, year``.

    ``opens_entry``: the window starts where the list item, row or heading starts.
    """
    tail = _TAIL_NOISE.search(text, max(start, end - 80), end)
    if tail:
        end = _cut(text, tail)
    start, end = trim(text, start, end)
    if end <= start:
        return []
    newline = max(text.rfind("\n", start, end), text.rfind("\r", start, end))
    if newline >= 0 and end - start > 300:
        start, end = trim(text, newline, end)
    reference = reference_title(text, start, end)
    if reference:
        return [reference]
    if is_authors(text[start:end]):
        name = _name_of_authors(text, start, end) or _name_before_authors(text, start, end, opens_entry)
        return [name] if name else []
    end = _before_authors_line(text, start, end)
    pieces: list[Piece] = []
    separator = _SEPARATOR.search(text, start, end)
    bracket = _BRACKET.search(text, start, end)
    if (
        separator
        and bracket
        and bracket.start() < separator.start()
        and not _closed(text, bracket.start(), separator.start())
    ):
        # "ARCHead(LM-head BF16→25.6%)": what stands inside brackets separates nothing.
        separator = _SEPARATOR.search(text, _closing(text, bracket.start(), end), end)
    strength = Strength.STRONG if opens_entry else Strength.MEDIUM
    if separator and separator.start() > start:
        mark = separator.group().strip() or "-"
        head = piece_at(text, start, separator.start(), "before", strength)
        if mark[0] in _DASHES:
            if head:
                return _head_of(text, head)
            return layout(text, separator.end(), end, opens_entry=False)
        # A colon may join the name to the rest of its title.
        if head and head.kind == LabelKind.NICKNAME and not has_cjk(text[separator.end() : end]):
            whole = _without_asides(text, start, end)
            joined = piece_at(text, *whole, "before", Strength.MEDIUM)
            if (
                joined
                and joined.kind == LabelKind.TITLE
                and len(words(text[joined.start : joined.end])) <= 30
            ):
                return [joined]
        if head and head.kind != LabelKind.DESCRIPTION and has_cjk(text[separator.end() : end]):
            return _head_of(text, head)
        if is_noise(text[start : separator.start()]) or has_cjk(text[start : separator.start()]):
            return layout(text, separator.end(), end, opens_entry=opens_entry)
    whole_start, whole_end = _without_asides(text, start, end)
    piece = piece_at(
        text, whole_start, whole_end, "before", Strength.MEDIUM if opens_entry else Strength.WEAK
    )
    if piece and len(words(text[piece.start : piece.end])) <= 30:
        pieces.extend(_head_of(text, piece))
    return pieces


_OF_AUTHORS: Final = re.compile(r"\bet al\b\.?(?:,?\s+\(?(?:19|20)[0-9]{2}\)?)?[,:]\s+(?=[A-Z\"“])")


def _name_of_authors(text: str, start: int, end: int) -> Piece | None:
    """``Shi et al., CiteAudit``: what stands behind the authors."""
    match = _OF_AUTHORS.search(text, start, end)
    piece = piece_at(text, match.end(), end, "before", Strength.MEDIUM) if match else None
    return piece if piece and piece.kind != LabelKind.DESCRIPTION else None


def _name_before_authors(text: str, start: int, end: int, opens_entry: bool) -> Piece | None:
    """``InstantID — Wang, Bai et al. 2024``, ``MiniLLM (Gu et al. 2023, ICLR 2024)``: the name opens the entry."""
    at = _SIGNATURE.search(text, start, end)
    if not opens_entry or at is None or not is_authors(text[at.end() : end].strip(" )）")):
        return None
    if is_authors(text[start : at.start()], sure=True):
        return None
    piece = piece_at(text, start, at.start(), "before", Strength.MEDIUM)
    return piece if piece and piece.kind != LabelKind.DESCRIPTION else None


_SIGNATURE: Final = re.compile(r"\s+[—–-]{1,3}\s+|\s?[(（]")


def _before_authors_line(text: str, start: int, end: int) -> int:
    """A title on the first line, its authors on the second: return where the first ends."""
    newline = text.find("\n", start, end)
    if newline < 0:
        return end
    second = text.find("\n", newline + 1, end)
    line = text[slice(*trim(text, newline + 1, second if second >= 0 else end))]
    return newline if is_authors(line, sure=True) else end


_BRACKET: Final = re.compile(r"[(（]")


def _closing(text: str, start: int, end: int) -> int:
    depth = 0
    for offset in range(start, end):
        if text[offset] in "(（":
            depth += 1
        elif text[offset] in ")）":
            depth -= 1
            if depth == 0:
                return offset + 1
    return end


def _closed(text: str, start: int, end: int) -> bool:
    return _closing(text, start, end) < end


_ACTIVITY: Final = re.compile(r"\b[A-Z][a-z]{3,}ing\b|\b[A-Z]{2,}\b")
"""What persons' names lack: "by Enabling KV Cache and Parallel Decoding"."""


def _without_asides(text: str, start: int, end: int) -> tuple[int, int]:
    """Cut trailing brackets, venues, years and authors from the end of a title."""
    for _ in range(6):
        start, end = trim(text, start, end)
        content = text[start:end]
        opening = max(content.rfind("("), content.rfind("（"))
        if (
            opening > 0
            and (content.endswith((")", "）")) or not _closed(text, start + opening, end))
            and is_aside(content[opening + 1 :])
        ):
            end = start + opening
            continue
        comma = max(
            content.rfind(", "),
            content.rfind("，"),
            content.rfind(" · "),
            content.rfind("; "),
            content.rfind(" by "),
        )
        if comma > 0:
            rest = content[comma:].strip(" ,，·;")
            if rest.startswith("by "):
                rest = rest[3:]
                if rest[:1].isupper() and is_authors(rest) and not _ACTIVITY.search(rest):
                    end = start + comma
                    continue
                break
            if (
                is_noise(rest)
                or is_venue(rest)
                or (is_authors(rest) and len(rest) < len(content) - len(rest))
            ):
                end = start + comma
                continue
        break
    return trim(text, start, end)


_YEAR_MARK: Final = re.compile(r"\(?\b((?:19|20)[0-9]{2})[a-z]?\)?[.,:]?\s")
_REF_LEAD: Final = re.compile(r"[\s>]*(?:\[[\w+.:-]{1,24}\]|[0-9]{1,3}[.)]|[-*•])?\s*")
_SENTENCE_END: Final = re.compile(r"[.?!]\s+(?=[A-Z0-9\"“‘'(])|[.?!](?=\s*\Z)|(?<=\))\.?\s+(?=[A-Z\"“])")


_ABBREVIATIONS: Final = (" vs", " e.g", " i.e", " st", " jr", " dr")
"""Words whose full stop ends no sentence; that of "et al." ends the authors."""
_YEAR_ENDS: Final = re.compile(r"\((?:19|20)[0-9]{2}[a-z]?\)\W*\Z")


def reference_title(text: str, start: int, end: int) -> Piece | None:
    """Find the title in a reference string: ``[12] A. Author and B. Author. Title. Venue, year``.

    Only strings that open with authors count.
    """
    lead = _REF_LEAD.match(text, start, end)
    begin = lead.end() if lead else start
    segments: list[tuple[int, int]] = []
    position = begin
    for match in _SENTENCE_END.finditer(text, begin, end):
        # "A. Author": the full stop of an initial ends nothing.
        if text[match.start()] == "." and (
            text[match.start() - 1 : match.start()].isupper()
            and not text[match.start() - 2 : match.start() - 1].isalnum()
        ):
            continue
        if text[max(begin, match.start() - 5) : match.start()].lower().endswith(_ABBREVIATIONS):
            continue
        segments.append((position, match.start() + (text[match.start()] in "?!")))
        position = match.end()
    if position < end:
        segments.append((position, end))
    if not segments:
        return None
    first = text[segments[0][0] : segments[0][1]].strip()
    if not is_authors(first) and not (
        _YEAR_ENDS.search(first) and len(words(first)) <= 12 and len(segments) > 1
    ):
        return None
    for seg_start, seg_end in segments[1:]:
        content = text[seg_start:seg_end].strip()
        if is_noise(content) or is_venue(content) or (is_authors(content) and not len(words(content)) > 8):
            continue
        return piece_at(text, *_without_asides(text, seg_start, seg_end), "before", Strength.MEDIUM)
    return None


_BREAKS_OFF: Final = re.compile(r"[,;，；]|\band\b")


def name_before(text: str, start: int, end: int) -> Piece | None:
    """Find the name directly before a bracketed identifier in running text: ``… DPO (2305.18290)``."""
    tail = _TAIL_NOISE.search(text, max(start, end - 60), end)
    stop = _cut(text, tail) if tail else end
    if stop == end or (tail and _BREAKS_OFF.search(tail.group())):
        return None
    run = re.compile(r"[^\s(),.;:，。；：（）、]+").finditer(text, max(start, stop - 120), stop)
    tokens = [(match.start(), match.end()) for match in run]
    chosen: tuple[int, int] | None = None
    for token_start, token_end in reversed(tokens):
        word = text[token_start:token_end].strip("*_`\"'“”")
        if chosen is not None and text[token_end : chosen[0]].strip(" "):
            break
        if has_cjk(word):
            # "…的RestoreKV(2608.01247)": the Latin tail of a CJK run.
            latin = re.search(r"[A-Za-z][\w.+²³-]*\Z", text[token_start:token_end])
            if latin and chosen is None:
                chosen = (token_start + latin.start(), token_end)
            break
        if word[:1].isupper() or word[:1].isdigit() or (chosen is None and any(map(str.isupper, word))):
            chosen = (token_start, chosen[1] if chosen else token_end)
        else:
            break
    if chosen is None:
        return None
    piece = piece_at(text, *chosen, "before", Strength.MEDIUM)
    if piece is None or is_prose(text[piece.start : piece.end]):
        return None
    return piece


def compares(text: str, start: int, end: int) -> bool:
    """Tell whether a phrase only sets the paper beside another: ``与 RestoreKV 互补``, ``unlike X``."""
    start, _ = trim(text, start, end)
    return _COMPARES.match(text, start, end) is not None
