"""Identifiers in disguise: full-width, look-alike and invisible characters.

The reader sees an identifier; a search or a link checker does not.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from arxlint.recognise.identifier import new_style_flaw, old_style_flaw
from arxlint.system.records import NamedTuple

INVISIBLE: Final = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u180e"
_DOTS: Final = ".\uff0e\u2024\ufe52\u3002\uff61"
_DIGIT: Final = "0-9\uff10-\uff19"
_ODD: Final = (*"０１２３４５６７８９\uff0e\u2024\ufe52", *INVISIBLE)
_ODD_STOP: Final = re.compile(f"[\u3002\uff61](?=[{_DIGIT}])(?<=[{_DIGIT}].)")
_RUN: Final = re.compile(
    f"(?<![{_DIGIT}])[{_DIGIT}](?:[{_DIGIT}{INVISIBLE}]){{3,12}}[{_DOTS}][{INVISIBLE}]*"
    f"[{_DIGIT}](?:[{INVISIBLE}]*[{_DIGIT}]){{3,5}}(?:[{INVISIBLE}]*[vV\uff56\uff36][{_DIGIT}]+)?(?![{_DIGIT}])"
)
_OLD_RUN: Final = re.compile(
    f"[A-Za-z\uff41-\uff5a\uff21-\uff3a{INVISIBLE}]+(?:[-\uff0d\u2010-\u2013][A-Za-z\uff41-\uff5a{INVISIBLE}]+)?"
    f"[/\uff0f][{INVISIBLE}]*[{_DIGIT}](?:[{INVISIBLE}]*[{_DIGIT}]){{6}}(?:[vV\uff56][{_DIGIT}]+)?(?![{_DIGIT}])"
)
_PLAIN_NEW: Final = re.compile(r"([0-9]{4})\.([0-9]{4,5})(?:v([1-9][0-9]*))?", re.IGNORECASE)
_PLAIN_OLD: Final = re.compile(r"([a-z]+(?:-[a-z]+)?)/([0-9]{4})([0-9]{3})(?:v([1-9][0-9]*))?", re.IGNORECASE)
_STRIP: Final = {ord(char): None for char in INVISIBLE}


class Disguised(NamedTuple):
    """An identifier found behind a disguise (``full-width``, ``look-alike`` or ``invisible``)."""

    id: str
    version: int | None
    start: int
    end: int
    version_start: int
    flaw: str


def undisguise(text: str) -> str:
    """Return the plain ASCII reading of a run of digits, dots, letters and invisible characters."""
    plain = unicodedata.normalize("NFKC", text.translate(_STRIP))
    return plain.replace("\u3002", ".").replace("\uff61", ".").replace("\u2010", "-").replace("\u2013", "-")


def find_disguised(text: str, known: Sequence[tuple[int, int]]) -> list[Disguised]:
    """Find the identifiers that hold a full-width, look-alike or invisible character.

    ``known`` are spans, ascending, of identifiers already found; those are not reported again.
    """
    starts = [start for start, _ in known]
    result: list[Disguised] = []
    lines = _odd_lines(text)
    for pattern in (_RUN, _OLD_RUN):
        for match in (match for line in lines for match in pattern.finditer(text, *line)):
            start, end = match.span()
            index = bisect_left(starts, end)
            if index and known[index - 1][1] > start:
                continue
            found = _read(match.group(), start, end)
            if found:
                result.append(found)
    return result


def _odd_lines(text: str) -> list[tuple[int, int]]:
    """Return the spans of the lines that hold something odd: the patterns of runs are slow, few lines do.

    Looking for one character after the other is faster than looking for any of them.
    """
    lines: set[tuple[int, int]] = set()
    for char in _ODD:
        at = text.find(char)
        while at >= 0:
            lines.add(line := _line_at(text, at))
            at = text.find(char, line[1])
    if "\u3002" in text or "\uff61" in text:
        lines.update(_line_at(text, match.start()) for match in _ODD_STOP.finditer(text))
    return sorted(lines)


def _line_at(text: str, offset: int) -> tuple[int, int]:
    end = text.find("\n", offset)
    return text.rfind("\n", 0, offset) + 1, len(text) if end < 0 else end


def _read(run: str, start: int, end: int) -> Disguised | None:
    if run.isascii():
        return None
    lead = len(run) - len(run.lstrip(INVISIBLE))
    run, start = run[lead:], start + lead
    plain = undisguise(run)
    if match := _PLAIN_NEW.fullmatch(plain):
        flawed = new_style_flaw(match[1], match[2])
        identifier, version = f"{match[1]}.{match[2]}", match[3]
    elif match := _PLAIN_OLD.fullmatch(plain):
        flawed = old_style_flaw(match[1].lower(), match[2], match[3])
        identifier, version = f"{match[1].lower()}/{match[2]}{match[3]}", match[4]
    else:
        return None
    if flawed:
        return None
    version_start = end
    if version is not None:
        version_start = start + max(run.rfind(char) for char in "vV\uff56\uff36")
    if any(char in run for char in INVISIBLE):
        flaw = "invisible"
    else:
        flaw = "full-width" if any("\uff01" <= char <= "\uff5e" for char in run) else "look-alike"
    return Disguised(identifier, int(version) if version else None, start, end, version_start, flaw)
