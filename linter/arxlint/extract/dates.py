"""Dates that a document gives for itself, and the version that a living document has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arxlint.config.profile import LIVING, Profile, make_date
from arxlint.document.model import Block, BlockKind, Document
from arxlint.extract.model import DocumentDate
from arxlint.extract.vocabulary import COMMENT

_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH: Final = (
    r"(?P<month_{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY: Final = r"(?P<day_{0}>[0-9]{{1,2}})"
_YEAR: Final = r"(?P<year_{0}>(?:19|20)[0-9]{{2}})"
_TOKENS: Final = re.compile(r"YYYY|MM|DD|Month|M|D")
_RANGE: Final = re.compile(r"[ \t]*(?:→|->|~|～|–|—|至|到|to\b|through\b|until\b|\.\.)", re.IGNORECASE)
_RANGE_BEFORE: Final = re.compile(
    r"(?:→|->|~|～|–|—|至|到|\bto|\bthrough|\buntil|\.\.)[ \t]*\Z", re.IGNORECASE
)
_UPDATED: Final = re.compile(
    r"更新|修订|修改|截至|截止|窗口|基线|下次|"
    r"updated|modified|revised|changed|as of|window|next|since|baseline",
    re.IGNORECASE,
)
_FRONT_DATE: Final = re.compile(
    r"^[ \t]*[\"']?date[\"']?[ \t]*[:=][ \t]*[\"']?", re.MULTILINE | re.IGNORECASE
)
_FRONT_VERSION: Final = re.compile(
    r"^[ \t]*[\"']?version[\"']?[ \t]*[:=][ \t]*[\"']?[vV]?([0-9]{1,5})[\"']?[ \t]*\r?$",
    re.MULTILINE | re.IGNORECASE,
)
_SAID_VERSION: Final = re.compile(
    r"(?:当前版本|本文版本|版本号?|current version|document version|version)[ \t*_]{0,3}[:：]?[ \t*_`]{0,4}"
    r"[vV]?([0-9]{1,5})(?![0-9.])",
    re.IGNORECASE,
)
_HEADING_VERSION: Final = re.compile(r"(?<![A-Za-z0-9.])[vV]([0-9]{1,5})(?![0-9A-Za-z.])")
_SMALL_HOURS: Final = re.compile(r"[ \tT]{1,2}0[0-5]:[0-5][0-9]")
_SHORT: Final = 200
_TOP_LINES: Final = 12


def read_dates(document: Document, profile: Profile, path: str) -> tuple[DocumentDate, ...]:
    """Return the dates that a document gives for itself: its name's first, then by offset.

    Only a place that gives exactly one day counts: a heading with a span of days dates nothing, and a footer
    that says when the file was last changed, or that it was done in the small hours of the next day, does
    not say of which day it is.  A living document is of the day of its version (``version``).
    """
    text = document.text
    dates = []
    kind, _, named = profile.classify(path)
    if named:
        end = text.find("\n")
        dates.append(DocumentDate("name", named, 0, len(text) if end < 0 else end))
    for where, start, end in _places(document):
        found = list(dates_in(text, start, end, profile))
        if where != "front-matter" and _UPDATED.search(text, start, end) is not None:
            continue
        if len(found) == 1:
            date, begin, stop = found[0]
            if _RANGE.match(text, stop, end) or _RANGE_BEFORE.search(text, start, begin):
                continue
            if where == "footer" and _SMALL_HOURS.match(text, stop, end):
                continue
            dates.append(DocumentDate(where, date, begin, stop))
    if kind == LIVING:
        _, start = _own_version(document)
        end = text.find("\n", start)
        found = list(dates_in(text, start, end if end >= 0 else len(text), profile)) if start >= 0 else []
        dates = [DocumentDate("version", *found[0])] if found else []
    return tuple(dates)


def dates_in(text: str, start: int, end: int, profile: Profile) -> Iterator[tuple[str, int, int]]:
    """Yield the full dates within a span, as ISO date and span."""
    pattern = profile.compiled("dates", _date_source, re.IGNORECASE)
    for match in pattern.finditer(text, start, end):
        index = (match.lastgroup or "").rpartition("_")[2]
        month = match.group(f"month_{index}")
        number = int(month) if month.isdigit() else _MONTHS.index(month[:3].lower()) + 1
        date = make_date(int(match.group(f"year_{index}")), number, int(match.group(f"day_{index}")))
        if date:
            yield date, match.start(), match.end()


def _date_source(profile: Profile) -> str:
    return (
        "|".join(
            f"(?<![0-9A-Za-z./-]){_format_source(form, index)}(?![0-9A-Za-z/]|-[0-9])(?P<end_{index}>)"
            for index, form in enumerate(profile["date-formats"])
        )
        or r"(?!)"
    )


def _format_source(form: str, index: int) -> str:
    sources = {
        "YYYY": _YEAR.format(index),
        "MM": rf"(?P<month_{index}>[0-9]{{2}})",
        "DD": rf"(?P<day_{index}>[0-9]{{2}})",
        "M": rf"(?P<month_{index}>[0-9]{{1,2}})",
        "D": _DAY.format(index),
        "Month": _MONTH.format(index),
    }
    out = []
    end = 0
    for token in _TOKENS.finditer(form):
        out.append(
            re.escape(form[end : token.start()]).replace(r"\ ", r"[ \t]?" if "年" in form else r"[ \t]+")
        )
        out.append(sources[token.group()])
        end = token.end()
    out.append(re.escape(form[end:]))
    return "".join(out)


def _places(document: Document) -> Iterator[tuple[str, int, int]]:
    """Yield where a document dates itself: the front matter's field, the title, the last line."""
    text, blocks = document.text, document.blocks
    top = [block for block in blocks if block.parent == -1 and block.kind != BlockKind.COMMENT]
    if top and top[0].kind == BlockKind.FRONT_MATTER:
        field = _FRONT_DATE.search(text, top[0].start, top[0].end)
        if field is not None:
            end = text.find("\n", field.end(), top[0].end)
            yield "front-matter", field.end(), end if end >= 0 else top[0].end
        top = top[1:]
    if not top:
        return
    title = _title(document, top)
    if title is not None:
        yield "heading", *title
    last = top[-1]
    if last.kind in (BlockKind.PARAGRAPH, BlockKind.QUOTE) and last is not top[0]:
        start, end = _last_line(text, last)
        if 0 < end - start <= _SHORT:
            yield "footer", start, end


def _title(document: Document, top: list[Block]) -> tuple[int, int] | None:
    """Return the first heading, or the first line of a text without any."""
    first = top[0]
    heading = next((block for block in document.blocks if block.kind == BlockKind.HEADING), None)
    if heading is None and first.kind == BlockKind.PARAGRAPH:
        end = document.text.find("\n", first.start, first.end)
        heading = first._replace(end=end if end >= 0 else first.end)
    if heading is None or heading.end - heading.start > _SHORT:
        return None
    comment = COMMENT.search(document.text, heading.start, heading.end)
    return heading.start, comment.start() if comment else heading.end


def _last_line(text: str, block: Block) -> tuple[int, int]:
    end = block.end
    while True:
        start = max(block.start, text.rfind("\n", block.start, end) + 1)
        comment = COMMENT.search(text, start, end)
        stop = comment.start() if comment else end
        if text[start:stop].strip(" \t\r>*_-") or start <= block.start:
            return start, stop
        end = start - 1


def read_living_version(document: Document, profile: Profile) -> str:
    """Return the version that a living document states of itself near its top, without the ``v``."""
    return _own_version(document)[0]


def _own_version(document: Document) -> tuple[str, int]:
    """Return that version and the offset behind it; the empty string and -1 if there is none."""
    text, blocks = document.text, document.blocks
    if blocks and blocks[0].kind == BlockKind.FRONT_MATTER:
        field = _FRONT_VERSION.search(text, 0, blocks[0].end)
        if field is not None:
            return field.group(1), field.end()
    heading = next((block for block in blocks if block.kind == BlockKind.HEADING), None)
    if heading is not None:
        versions = list(_HEADING_VERSION.finditer(text, heading.start, heading.end))
        if len(versions) == 1:
            return versions[0].group(1), versions[0].end()
    end = 0
    for _ in range(_TOP_LINES):
        following = text.find("\n", end)
        if following < 0:
            end = len(text)
            break
        end = following + 1
    said = _SAID_VERSION.search(text, 0, min(end, 4000))
    return (said.group(1), said.end()) if said else ("", -1)
