"""Counts: "7 件净增", "five papers", "New papers (7)", and which listing each of them counts.

Only a count that clearly speaks of the papers of one listing is bound to it: one in the line that introduces
it, in the heading of its section, or beside the word for its role ("net new", "carried over").  What is
counted apart ("5 件(邻接 4 件)"), rounded, ranked or counted over several days is left alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from arxlint.config.profile import Profile
from arxlint.extract.model import CountClaim, Listing
from arxlint.extract.outline import Outline
from arxlint.extract.vocabulary import (
    CARRIED_OVER,
    COMMENT,
    NEW,
    alternatives,
    is_plain_latin,
    role_of,
    role_words,
    unit_source,
)
from arxlint.system.records import NamedTuple

_ENGLISH: Final = {
    word: number
    for number, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split(),
        2,
    )
}
_CHINESE: Final = {character: number for number, character in enumerate("一二三四五六七八九", 1)} | {"两": 2}
_LINE: Final = 200
_NUMBER: Final = (
    r"(?P<number>[0-9]{1,4}|(?<![A-Za-z])(?:"
    + "|".join(_ENGLISH)
    + r")(?![A-Za-z])|[一二两三四五六七八九十]{1,3})"
)
_REFUSED_BEFORE: Final = re.compile(
    r"(?:[0-9A-Za-z./×^_@#+–—~～-]|[0-9][ \t]{0,2}[/~～–—至到-][ \t]{0,2}|"
    r"[第约近超过逾达≈><≥≤每这那某前后][ \t]{0,2}|"
    r"(?:of|than|about|around|over|nearly|almost|least|up to"
    r"|most|per|first|next|other|another|至少|至多|大约)[ \t]{1,2})\Z",
    re.IGNORECASE,
)
_REFUSED_AFTER: Final = re.compile(
    r"[ \t]{0,2}(?:[+/%~～–—-]|of\b|per\b|each\b|以上|以下|左右|多|余|或)", re.IGNORECASE
)
_MAY_FOLLOW_CJK: Final = re.compile(r"(?:论文|文章|预印本|arxiv|[\W_]|[0-9A-Za-z]|$)", re.IGNORECASE)
_OTHER_SPAN: Final = re.compile(
    r"累计|累积|每[日天周月]|日均|历史|本周|本月|上周|上月|昨日|昨天|前日|近[一二三两0-9]|总库|卡片|[Cc]ards?\b|文件|[Ii]ssues?\b|"
    r"(?<![A-Za-z])(?:daily|so far|cumulative|to date|last|past|previous|yesterday|month|year|"
    r"total of all|files|pages)\b"
)
_CLAUSE_END: Final = "。；;!?！？|\n"


class _Said(NamedTuple):
    """A count as it stands: where, what, and whether it is in parentheses."""

    value: int
    unit: str
    start: int
    end: int
    role: str
    aside: bool


def count_claims(
    outline: Outline, listings: Sequence[Listing], profile: Profile
) -> tuple[tuple[CountClaim, ...], list[Listing]]:
    """Return the counts that are bound, by offset, and the listings taken together that some of them need."""
    claims: dict[int, CountClaim] = {}
    aggregates: list[Listing] = []
    by_intro: dict[int, list[str]] = {}
    for listing in listings:
        by_intro.setdefault(listing.intro_start, []).append(listing.role)
    for index, listing in enumerate(listings):
        if listing.intro_start >= 0:
            said = _counts_in(outline, listing.intro_start, listing.intro_end, profile)
            _bind_introduction(said, index, listing, by_intro[listing.intro_start], claims)
    starts = [listing.start for listing in listings]
    for section in outline.sections:
        heading = section.heading
        inside = list(range(bisect_left(starts, heading.end), bisect_left(starts, section.end)))
        if not inside:
            continue
        said = _counts_in(outline, heading.start, heading.end, profile)
        if len(said) != 1 or said[0].start in claims:
            continue
        role = role_of(outline.text[heading.start : heading.end], profile)
        _bind_together(outline, said[0], role, inside, listings, claims, aggregates)
    roles = {
        role: [i for i, item in enumerate(listings) if item.role == role] for role in (NEW, CARRIED_OVER)
    }
    if roles[NEW] or roles[CARRIED_OVER]:
        for item in _summaries(outline, profile):
            if item.start not in claims and roles[item.role]:
                _bind_together(outline, item, item.role, roles[item.role], listings, claims, aggregates)
    return tuple(claims[start] for start in sorted(claims)), aggregates


def _bind_introduction(
    said: list[_Said], index: int, listing: Listing, roles: list[str], claims: dict[int, CountClaim]
) -> None:
    """Bind the count in an introduction; ``roles`` are those of all listings that it introduces."""
    mine = [item for item in said if item.role in ("", listing.role)] if len(said) > 1 else said
    if len(mine) != 1 or (mine[0].role and listing.role and mine[0].role != listing.role):
        return
    if len(roles) == 1 or (mine[0].role and roles.count(listing.role) == 1):
        claims.setdefault(mine[0].start, _claim(mine[0], index, listing.role))


def _bind_together(
    outline: Outline,
    said: _Said,
    role: str,
    inside: list[int],
    listings: Sequence[Listing],
    claims: dict[int, CountClaim],
    aggregates: list[Listing],
) -> None:
    """Bind a count to the only listing that it can mean, or to several of one role taken together."""
    if role:
        inside = [index for index in inside if listings[index].role == role]
    if len(inside) == 1:
        claims[said.start] = _claim(said, inside[0], role)
    elif role and inside:
        first = listings[inside[0]]
        if first.intro_start <= said.start < first.intro_end and _distinct(outline, first) == said.value:
            # The list right below a heading may be all that it counts.
            claims[said.start] = _claim(said, inside[0], role)
            return
        parts = [listings[index] for index in inside]
        entries = tuple(sorted({entry for part in parts for entry in part.entries}))
        together = Listing(
            parts[0].start, max(part.end for part in parts), "groups", role, parts[0].intro_start,
            parts[0].intro_end, entries,
        )  # fmt: skip
        if together not in aggregates:
            aggregates.append(together)
        claims[said.start] = _claim(said, len(listings) + aggregates.index(together), role)


def _distinct(outline: Outline, listing: Listing) -> int:
    return len({outline.mentions[entry.mentions[0]].id for entry in listing.entries if entry.mentions})


def _claim(said: _Said, listing: int, role: str) -> CountClaim:
    return CountClaim(said.value, said.unit, said.start, said.end, listing, said.role or role)


def _counts_in(outline: Outline, start: int, end: int, profile: Profile) -> list[_Said]:
    """Return the counts of papers in an introduction; those in parentheses only if there are no others."""
    if end - start > 2 * _LINE:
        return []
    text = outline.text[start:end]
    comment = COMMENT.search(text)
    found = list(_find(text[: comment.start()] if comment else text, start, profile))
    return [item for item in found if not item.aside] or found


def _summaries(outline: Outline, profile: Profile) -> Iterator[_Said]:
    """Find the counts elsewhere that stand beside a word for a role, outside tables."""
    text = outline.text
    seen = -1
    for match in role_words(profile).finditer(text):
        if match.start() < seen:
            continue
        start = text.rfind("\n", 0, match.start()) + 1
        end = text.find("\n", match.start())
        end = len(text) if end < 0 else end
        seen = end
        if end - start > _LINE or text[start:end].lstrip(" \t>").startswith("|"):
            continue
        found = [item for item in _find(text[start:end], start, profile) if item.role and not item.aside]
        if len({item.role for item in found}) == len(found):
            yield from found


def _find(line: str, offset: int, profile: Profile) -> Iterator[_Said]:
    counted = profile.compiled("counted", _counted_source)
    adjacent = profile.compiled("adjacent", _adjacent_source, re.IGNORECASE)
    for match in counted.finditer(line):
        number = match.group("number") or match.group("after") or match.group("top")
        group = "number" if match.group("number") else "after" if match.group("after") else "top"
        start, end = match.span(group)
        value = _value(number)
        if not value or (group == "number" and _is_refused(line, match, profile)):
            continue
        clause = _clause(line, start, end)
        before = line[max(clause[0], start - 12) : start]
        if adjacent.search(before) is not None or _OTHER_SPAN.search(line, *clause) is not None:
            continue
        unit = match.group("unit") or ""
        shown = (start, match.end("unit")) if unit else match.span() if group == "top" else (start, end)
        yield _Said(
            value, unit, offset + shown[0], offset + shown[1],
            _role_beside(line, match.start(), match.end(), profile), _is_aside(line, start),
        )  # fmt: skip


def _counted_source(profile: Profile) -> str:
    units = unit_source(profile)
    named = alternatives((*profile["paper-units"], *profile["new-words"], *profile["carried-over-words"]))
    return (
        rf"(?i:{_NUMBER}[ \t]?(?:(?:[A-Za-z]+(?:-[A-Za-z]+)?[ \t]){{1,2}}(?=[A-Za-z]))?(?P<unit>{units})"
        rf"|(?:{named})[*_ \t]{{0,3}}[(（:：][*_ \t]{{0,3}}"
        r"(?P<after>[0-9]{1,4})(?=[ \t*_]{0,3}(?:[)）]|$))"
        rf"|(?<![A-Za-z])top[ -]?(?P<top>[0-9]{{1,3}})(?=[ \t*_#]{{0,3}}(?:[:：]|$|{units})))"
    )


def _adjacent_source(profile: Profile) -> str:
    return alternatives(profile["adjacent-words"])


def _is_refused(line: str, match: re.Match[str], profile: Profile) -> bool:
    start, end = match.start(), match.end()
    if _REFUSED_BEFORE.search(line, max(0, start - 9), start) is not None:
        return True
    if (
        _REFUSED_AFTER.match(line, match.end("number")) is not None
        or _REFUSED_AFTER.match(line, end) is not None
    ):
        return True
    if match.group("number") == "一":
        return True
    return not (
        # What follows a CJK unit must leave it one: ``7 件集群`` counts clusters.
        match.group("unit")[-1].isascii()
        or _MAY_FOLLOW_CJK.match(line, end) is not None
        or role_words(profile).match(line, end) is not None
    )


def _value(number: str) -> int:
    if number.isdigit():
        return int(number)
    if number[0].isascii():
        return _ENGLISH[number.lower()]
    tens, ten, ones = number.partition("十")
    if not ten:
        return _CHINESE.get(number, 0)
    if (tens and tens not in _CHINESE) or (ones and ones not in _CHINESE):
        return 0
    return 10 * (_CHINESE[tens] if tens else 1) + (_CHINESE[ones] if ones else 0)


def _clause(line: str, start: int, end: int) -> tuple[int, int]:
    first = max(line.rfind(mark, 0, start) for mark in _CLAUSE_END) + 1
    ends = [at for mark in _CLAUSE_END if (at := line.find(mark, end)) >= 0]
    return first, min(ends, default=len(line))


def _is_aside(line: str, start: int) -> bool:
    opened = max(line.rfind(mark, 0, start) for mark in "(（[【")
    return opened > max(line.rfind(mark, 0, start) for mark in ")）]】")


def _role_beside(line: str, start: int, end: int, profile: Profile) -> str:
    """Return the role whose word stands right beside a count, or within it ("5 new papers")."""
    words = role_words(profile)
    roles = set()
    for match in words.finditer(line, max(0, start - 16), min(len(line), end + 20)):
        gap = line[match.end() : start] if match.end() <= start else line[end : match.start()]
        inside = match.start() >= start and match.end() <= end
        latin = is_plain_latin(match.group())
        if inside or (not gap.strip(" \t:：*_-—·") and (not latin or len(gap) <= 2)):
            roles.add(NEW if match.group("new") else CARRIED_OVER)
    return roles.pop() if len(roles) == 1 else ""
