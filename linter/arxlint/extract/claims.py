"""Claims at a mention other than its labels: versions with dates, dates, years, authors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arxlint.document.model import Inline, InlineKind
from arxlint.extract.model import Claim, ClaimKind
from arxlint.extract.shape import is_authors, trim

_MONTHS: Final = {
    name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)
}
_BRACKET: Final = re.compile(r"[\s\])）*_`]{0,6}[(（\[]([^()（）\[\]\n]{1,120})[)）\]]")
_VERSION: Final = re.compile(r"(?<![A-Za-z0-9])v([1-9][0-9]?)(?![0-9A-Za-z.])", re.IGNORECASE)
_ISO: Final = re.compile(
    r"(?<![0-9./-])((?:19|20)[0-9]{2})[-./年]\s?(0?[1-9]|1[0-2])(?:[-./月]\s?(0?[1-9]|[12][0-9]|3[01])(?![0-9])日?|月)?(?![0-9./-])"
)
_NAMED: Final = re.compile(
    r"(?<![A-Za-z])(?:([0-3]?[0-9])\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?,?\s+(?:([0-3]?[0-9])(?:st|nd|rd|th)?,?\s+)?((?:19|20)[0-9]{2})(?![0-9])",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"(?<![0-9./-])((?:19|20)[0-9]{2})[a-z]?(?![0-9./-])")
_AUTHORS_LEAD: Final = re.compile(r"\s*(?:\[[\w+.:-]{1,24}\]|[0-9]{1,3}[.)]|[-*•])?\s*")
_AUTHORS_END: Final = re.compile(
    r"\.\s+(?=[A-Z\"“*])|\s*\((?:19|20)[0-9]{2}[a-z]?\)|[,.]?\s*[\"“*《]|\s+[—–-]\s+|,\s+(?=\*)"
)


def dates_in(text: str, start: int, end: int) -> list[Claim]:
    """Return the dates written in a span, in order, as ``YYYY-MM`` or ``YYYY-MM-DD``."""
    found: list[Claim] = []
    for match in _ISO.finditer(text, start, end):
        value = f"{match[1]}-{int(match[2]):02d}" + (f"-{int(match[3]):02d}" if match[3] else "")
        found.append(Claim(ClaimKind.DATE.value, value, match.start(), match.end()))
    for match in _NAMED.finditer(text, start, end):
        day = match[1] or match[3]
        value = f"{match[4]}-{_MONTHS[match[2][:3].lower()]:02d}" + (f"-{int(day):02d}" if day else "")
        found.append(Claim(ClaimKind.DATE.value, value, match.start(), match.end()))
    return sorted(found, key=lambda claim: claim.start)


def bracket_claims(text: str, end: int, high: int, version: int | None) -> list[Claim]:
    """Read the bracket behind an identifier: ``(v2, 2025-06)``, ``(2025-06)``, ``(ICLR 2024)``."""
    match = _BRACKET.match(text, end, high)
    if match is None:
        return []
    start, stop = match.span(1)
    claims: list[Claim] = []
    stated = _VERSION.search(text, start, stop)
    if stated:
        claims.append(Claim(ClaimKind.VERSION.value, stated[1], *stated.span()))
    dates = dates_in(text, start, stop)
    if len(dates) == 1:
        date = dates[0]
        if stated or version is not None:
            date = date._replace(kind=ClaimKind.VERSION_DATE.value)
        claims.append(date)
    return claims


_BRACKETED: Final = re.compile(r"[(（](?!\s?(?:19|20)[0-9]{2})")
"""A name with its authors in brackets is none of them; a year in brackets may follow."""


def reference_claims(text: str, start: int, end: int, mention_end: int) -> list[Claim]:
    """Read authors and year of a reference string or list item that opens with its authors."""
    claims: list[Claim] = []
    lead = _AUTHORS_LEAD.match(text, start, end)
    begin = lead.end() if lead else start
    stop = begin
    for match in _AUTHORS_END.finditer(text, begin, min(end, begin + 1500)):
        if text[match.start()] == "." and text[match.start() - 1 : match.start()].isupper():
            continue
        stop = match.start()
        break
    if stop > begin:
        first, last = trim(text, begin, stop)
        names = text[first:last]
        if is_authors(names) and not _BRACKETED.search(names):
            claims.append(Claim(ClaimKind.AUTHORS.value, names, first, last))
            years = list(_YEAR.finditer(text, last, min(end, mention_end + 40)))
            years = [year for year in years if not (mention_end - 12 < year.start() < mention_end)]
            if years:
                claims.append(Claim(ClaimKind.YEAR.value, years[-1][1], *years[-1].span(1)))
    return claims


_SIGNED: Final = re.compile(
    r"(?:\A[-*•]?|[(（\[;；:：>*]|\s[—–-])\s?([A-ZÀ-Þ][\w'’-]{1,30},?\set\sal)\b\.?"
    r"(?:[,\s]+(?:[A-Z][\w&'’-]{1,14}|(?:19|20)[0-9]{2}[a-z]?|['’][0-9]{2})){0,4}[,\s(（]*\Z"
)
_LONGEST_SIGNATURE: Final = 120
"""Code points of authors, venue and year in front of an identifier."""


def signature_claims(text: str, start: int, end: int) -> list[Claim]:
    """Read the authors right before an identifier: ``Dai et al. 2024, arXiv …``, ``(Lee et al., ICLR 2023, …``.

    Only one name with "et al." is sure: "Keep and Drop 2024" may be a name, "Wang, Bai et al." is one person or
    two. The year is left out, it may be that of a venue.
    """
    low = max(start, end - _LONGEST_SIGNATURE)
    if "et al" not in text[low:end]:
        return []
    low = max(low, text.rfind("\n", low, end) + 1)
    match = _SIGNED.search(text[low:end])
    if match is None:
        return []
    return [Claim(ClaimKind.AUTHORS.value, match[1], low + match.start(1), low + match.end(1))]


_DATED: Final = re.compile(
    r"[\s>*_-]*(?:\[[\w+.:-]{1,24}\]|[0-9]{1,3}[.)])?[^()\n]{0,300}?\(([^()\n]{6,20})\)[.,:]?\s"
)


def reference_date(text: str, start: int, end: int) -> list[Claim]:
    """Read the month in the first bracket of a reference: ``4. (Oct 2025). "Title"``, ``Lee, A. (2025, May).``.

    What stands before the bracket must be authors or a number, else it dates something else.
    """
    match = _DATED.match(text, start, end)
    if match is None:
        return []
    lead = _AUTHORS_LEAD.match(text, start, end)
    begin, stop = trim(text, lead.end() if lead else start, match.start(1) - 1)
    if begin < stop and not is_authors(text[begin:stop]):
        return []
    inside = _YEAR_FIRST.sub(r"\2 \1", match[1])
    dates = dates_in(inside, 0, len(inside))
    return [dates[0]._replace(start=match.start(1), end=match.end(1))] if len(dates) == 1 else []


_YEAR_FIRST: Final = re.compile(r"\A((?:19|20)[0-9]{2}),?\s+([A-Z][a-z]+\.?(?:\s[0-9]{1,2})?)\Z")

_VENUES: Final = frozenset(
    "neurips nips iclr icml acl naacl eacl emnlp coling cvpr iccv eccv wacv aaai ijcai kdd sigir interspeech icassp miccai "
    "aistats uai icra iros corl siggraph sigmod vldb osdi sosp nsdi usenix icse lrec conll recsys cikm wsdm colm tmlr mlsys".split()
)
# Any word before a year: looking it up afterwards takes a third of the time of naming the venues here.
_AT_VENUE: Final = re.compile(
    r"\b(?<![/.-])([A-Za-z]{3,11})(?:\s?['’]\s?([0-9]{2})|[\s-]{1,2}((?:19|20)[0-9]{2}))(?![\w.-])"
    r"(?!\s(?i:submission|paper|review|data|track|challenge|competition|attendee|reviewer))"
)

_VENUE_YEAR: Final = re.compile(r"(?:(?:19|20)|['’]\s?)[0-9]{2}(?![\w.-])")
"""Without such a year there is no venue; this is looked for much faster."""


def venue_claims(text: str, start: int, end: int) -> list[Claim]:
    """Read the venue named beside a paper, ``EMNLP 2021``; [] unless just one is."""
    if _VENUE_YEAR.search(text, start, end) is None:
        return []
    found = [match for match in _AT_VENUE.finditer(text, start, end) if match[1].lower() in _VENUES]
    if len(found) != 1:
        return []
    year = found[0][3] or f"20{found[0][2]}"
    return [Claim(ClaimKind.VENUE.value, f"{found[0][1].upper()} {year}", *found[0].span())]


def emphasised_authors(text: str, lines: Sequence[Inline], start: int, end: int) -> list[Claim]:
    """Read authors that an entry sets in italics or bold: ``*Denny Zhou, Le Hou, …* [[Paper]](…)``."""
    found: list[Claim] = []
    for line in lines:
        if line.kind not in (InlineKind.EMPHASIS, InlineKind.STRONG) or line.text_start < 0:
            continue
        if start <= line.start and line.end <= end:
            first, last = trim(text, line.text_start, line.text_end)
            names = text[first:last].rstrip("… .")
            if is_authors(names, sure=True):
                found = [Claim(ClaimKind.AUTHORS.value, names, first, first + len(names))]
    return found


_TWO_SURNAMES: Final = re.compile(r"[A-ZÀ-ÖØ-Þ][\w'’-]+\s+(?:and|&|und|y|et)\s+[A-ZÀ-ÖØ-Þ][\w'’-]+")
_AFTER_TITLE: Final = re.compile(r"[\s*_`\"”’'》.,，]{0,6}(?:\bby\s+|[(（\[])([^()（）\[\]\n]{2,200})")


def label_claims(text: str, label_end: int, high: int) -> list[Claim]:
    """Read what follows a title: ``"Title" (Tay et al., 2021)``."""
    match = _AFTER_TITLE.match(text, label_end, high)
    if match is None:
        return []
    start, stop = match.span(1)
    claims: list[Claim] = []
    years = list(_YEAR.finditer(text, start, stop))
    year = years[-1] if years else None
    names_end = year.start() if year else stop
    cut = re.compile(r"[,;]\s*(?=[A-Z]{3,}|(?:19|20)[0-9]{2}|[A-Z][a-z]*[A-Z])").search(
        text, start, names_end
    )
    first, last = trim(text, start, cut.start() if cut else names_end)
    authors = last > first and (
        is_authors(text[first:last]) or (year is not None and _TWO_SURNAMES.fullmatch(text, first, last))
    )
    if authors:
        claims.append(Claim(ClaimKind.AUTHORS.value, text[first:last], first, last))
    if year and (authors or last <= first):
        claims.append(Claim(ClaimKind.YEAR.value, year[1], *year.span(1)))
    return claims
