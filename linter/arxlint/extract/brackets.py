"""Names at brackets: in front of the bracket that holds the identifier, at its beginning, or in the one behind."""

from __future__ import annotations

import re
from typing import Final

from arxlint.extract.model import LabelKind, Strength
from arxlint.extract.pieces import Piece, compares, name_before, piece_at
from arxlint.extract.shape import is_authors, is_capitalised, is_distinctive, is_noise, trim, words

CLOSERS: Final = re.compile(r"[\s*_`~]{0,3}[\])）】}>*_`]{0,4}")
_OPENING: Final = re.compile(r"[ \t]*([(（])")
_FIRST_PART: Final = re.compile(r"[,，;；、/]|\s[—–-]\s|[:：]\s*(?=[^\x00-\x7f])")


def bracket_behind(text: str, end: int, high: int) -> tuple[Piece | None, int]:
    """``2608.00902(LinkedIn KV Cache Compaction,3.5× KV)``: the first part names the paper."""
    closers = CLOSERS.match(text, end, high)
    start = closers.end() if closers else end
    opening = _OPENING.match(text, start, high)
    if opening is None:
        return None, end
    inner = opening.end()
    depth, stop = 1, inner
    while stop < high and stop < inner + 300:
        char = text[stop]
        if char in "(（":
            depth += 1
        elif char in ")）":
            depth -= 1
            if depth == 0:
                break
        elif char == "\n":
            return None, end
        stop += 1
    if depth:
        return None, end
    first = _FIRST_PART.search(text, inner, stop)
    piece = piece_at(text, inner, first.start() if first else stop, "parenthesis", Strength.STRONG)
    if piece and compares(text, piece.start, piece.end):
        piece = None
    return piece, stop + 1


_IN_BRACKET: Final = re.compile(
    r"([^\s().,;:。，；：]+(?:\s[^\s().,;:。，；：]+){0,2})\s?[(（][^()（）]{0,100}\Z"
)


def named_before_bracket(text: str, start: int, end: int) -> Piece | None:
    """``… Math-Shepherd (Wang et al. 2023, arXiv 2312.08935)``: the name before the bracket around it."""
    bracket = _IN_BRACKET.search(text, max(start, end - 140), end)
    if bracket is None:
        return None
    return _from_capital(text, bracket)


def _from_capital(text: str, bracket: re.Match[str]) -> Piece | None:
    """Make a piece of the words before a bracket, from the first that begins with a capital."""
    for word in re.finditer(r"\S+", bracket[1]):
        if word[0][0].isupper():
            return piece_at(text, bracket.start(1) + word.start(), bracket.end(1), "before", Strength.MEDIUM)
    return None


_OPEN_BRACKET: Final = re.compile(r"[(（]((?:[^()（）\n]|[(（][^()（）\n]{0,40}[)）]){2,160})\Z")
_PART: Final = re.compile(r"[,，、;；]")
_YEAR: Final = re.compile(r"\b(?:19|20)[0-9]{2}\b")
_AUTHOR_YEAR: Final = re.compile(
    r"\s*[A-ZÀ-Þ][\w'’.-]+(?:\s+(?:&|and|[A-ZÀ-Þ][\w'’.-]*))*?\s+(?:[A-Z][a-z]{2}\.?\s+)?(?:19|20)[0-9]{2}(?:-[01][0-9])?"
    r"(?:\s[A-Z][\w&'’-]*){0,3}[\s,]*(?:arxiv[:\s]*)?",
    re.IGNORECASE,
)
_LONGEST_NAME: Final = 8
_WHO: Final = frozenset(
    "ai team seed lab labs research google openai anthropic deepmind meta nvidia microsoft bytedance alibaba tencent "
    "baidu huawei university institute stanford berkeley tsinghua princeton cmu mit".split()
)
"""Whoever writes papers without being a person."""


def open_bracket(text: str, low: int, end: int) -> int:
    """Return where the bracket around an identifier opens, -1 if there is none."""
    bracket = _OPEN_BRACKET.search(text, max(low, end - 162), end)
    return bracket.start() if bracket else -1


def name_at_bracket(text: str, low: int, end: int, *, opens: bool) -> tuple[Piece | None, bool]:
    """Find the name in or before the bracket that holds the identifier, and whether authors confirm it.

    ``paradigms (ToolRL, Qian et al. 2025, arXiv 2504.13958)``: it opens the bracket.
    ``ToolRL (Qian et al. 2025 arXiv 2504.13958)``: authors open the bracket, the name stands before it.
    ``opens``: the window starts where the entry starts.
    """
    start = open_bracket(text, low, end)
    if start < 0:
        return None, False
    inner = start + 1
    stops = [match.start() for match in _PART.finditer(text, inner, end)] or [end]
    if is_authorship(text, inner, stops[0]):
        return _before_authors(text, low, start, opens=opens), True
    best, sure = None, False
    position = inner
    for number, stop in enumerate(stops):
        following = stops[number + 1] if number + 1 < len(stops) else end
        year = _YEAR.search(text, position, stop)
        if is_authorship(text, position, stop) or (year and year.start() <= position + 1):
            break
        piece = piece_at(text, position, year.start() if year else stop, "before", Strength.MEDIUM)
        signed = stop < following and is_authorship(text, stop + 1, following)
        alone = number == 0 and following == end and is_noise(text[stop + 1 : end].strip(" :\n"))
        if piece and piece.kind != LabelKind.DESCRIPTION:
            name = text[piece.start : piece.end]
            if (
                _has_coined(text, piece)
                or (signed and name[:1].isupper())
                or (alone and is_capitalised(name))
            ):
                best, sure = piece, signed  # of several names the last belongs to the authors that follow
        if year:
            break
        position = stop + 1
    return best, sure


def is_authorship(text: str, start: int, stop: int) -> bool:
    """Tell whether a stretch is authors with a year or venue: ``Qian et al. 2025 arXiv``, ``Schick 2023 NeurIPS``."""
    content = text[slice(*trim(text, start, stop))]
    if not content or content[0].isdigit() or len(content) > 200:
        return False
    if len(words(content)) <= 5 and _WHO.intersection(re.split(r"[\s-]+", content.casefold())):
        return True
    matched = _AUTHOR_YEAR.fullmatch(content)
    if matched and not any(map(is_distinctive, words(_YEAR.split(content)[0]))):
        return True
    return is_authors(content) and (bool(_YEAR.search(content)) or "et al" in content or "等" in content)


def is_dated_organisation(text: str, start: int, stop: int) -> bool:
    """Tell whether a stretch is nothing but who wrote it and when: ``DeepSeek-AI 2025``, ``Google DeepMind 2024``."""
    *who, year = text[start:stop].split() or [""]
    return (
        0 < len(who) <= 3
        and _YEAR.fullmatch(year) is not None
        and all(one.endswith("-AI") or one.casefold() in _WHO for one in who)
    )


def _before_authors(text: str, low: int, bracket: int, *, opens: bool) -> Piece | None:
    """``### ToolRL (``, ``| Tree of Thoughts (``: the name is all there is, or what stands right before."""
    head = text[low:bracket].rstrip()
    if not head or head[-1] in ">”\"'*_`》」）)":
        return None  # set apart: that is told elsewhere
    start, stop = trim(text, low, bracket)
    if opens and 0 < len(words(text[start:stop])) <= _LONGEST_NAME and not _BREAK.search(text, start, stop):
        piece = piece_at(text, start, stop, "before", Strength.MEDIUM)
        named = piece and piece.kind != LabelKind.DESCRIPTION
        if piece and named and (text[piece.start].isupper() or _has_coined(text, piece)):
            return piece
    name = _IN_BRACKET.search(text[: bracket + 1], max(low, bracket - 100))
    piece = _from_capital(text, name) if name else None
    if piece and _has_coined(text, piece):
        return piece
    return name_before(text, low, bracket + 1)


_BREAK: Final = re.compile(r"[.。;；,，:：]\s|[。；，：]|\n")


def _has_coined(text: str, piece: Piece) -> bool:
    return any(map(is_distinctive, words(text[piece.start : piece.end])))
