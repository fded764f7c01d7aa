"""The grammar of arXiv identifiers: canonical form, version, and why something is not one.

Sources: arXiv's help pages "Understanding the arXiv identifier" and "for services": old style
``archive(.SC)/YYMMNNN`` from 9107 to 0703; ``YYMM.NNNN`` from 0704 to 1412; ``YYMM.NNNNN`` from 1501;
versions ``v1`` and up; sequence numbers start at 1.
"""

from __future__ import annotations

import re
from typing import Final

from arxlint.recognise.archives import ARCHIVES, UNHYPHENATED
from arxlint.system.records import NamedTuple


class Identifier(NamedTuple):
    """A canonical identifier without version, and the version if one was given."""

    id: str
    version: int | None = None

    def __str__(self) -> str:
        return self.id if self.version is None else f"{self.id}v{self.version}"


_NEW: Final = re.compile(r"([0-9]{4})\.([0-9]{4,5})(?:v([0-9]+))?", re.IGNORECASE)
_OLD: Final = re.compile(r"([a-z][a-z-]*)(?:\.([a-z]{2}))?/([0-9]{4})([0-9]{3})(?:v([0-9]+))?", re.IGNORECASE)


def new_style_flaw(yymm: str, sequence: str) -> str | None:
    """Say why ``yymm.sequence`` is no identifier of the new scheme; None if it is well-formed.

    Reasons: ``month``, ``before-scheme``, ``width``, ``sequence-zero``.
    """
    if not "01" <= yymm[2:] <= "12":
        return "month"
    if yymm < "0704":
        return "before-scheme"
    if len(sequence) != (5 if yymm >= "1501" else 4):
        return "width"
    if not sequence.strip("0"):
        return "sequence-zero"
    return None


def old_style_flaw(archive: str, yymm: str, sequence: str) -> str | None:
    """Say why ``archive/yymmsequence`` is no identifier of the old scheme; None if it is well-formed.

    Reasons: ``archive``, ``month``, ``after-scheme``, ``sequence-zero``.
    """
    if archive not in ARCHIVES:
        return "archive"
    if not "01" <= yymm[2:] <= "12":
        return "month"
    if "0703" < yymm < "9107":
        return "after-scheme"
    if not sequence.strip("0"):
        return "sequence-zero"
    return None


def version_number(digits: str | None) -> int | None:
    """Return the number in a version suffix; raises ValueError for v0 and leading zeros."""
    if digits is None:
        return None
    if digits.startswith("0"):
        raise ValueError("versions start at v1 and have no leading zero")
    return int(digits)


def parse_identifier(text: str) -> Identifier:
    """Parse one identifier, alone, with or without ``arXiv:`` and version.

    Raises ValueError, whose message says what is wrong, when it is not a legal identifier.
    """
    token = text.strip()
    if token[:6].casefold() == "arxiv:":
        token = token[6:].lstrip()
    if match := _NEW.fullmatch(token):
        flaw = new_style_flaw(match[1], match[2])
        identifier = f"{match[1]}.{match[2]}"
        version = match[3]
    elif match := _OLD.fullmatch(token):
        archive = match[1].lower()
        archive = UNHYPHENATED.get(archive, archive)
        flaw = old_style_flaw(archive, match[3], match[4])
        identifier = f"{archive}/{match[3]}{match[4]}"
        version = match[5]
    else:
        raise ValueError(f"{text!r} is not an arXiv identifier")
    if flaw:
        raise ValueError(f"{text!r} is not an arXiv identifier: {FLAWS[flaw]}")
    return Identifier(identifier, version_number(version))


FLAWS: Final[dict[str, str]] = {
    "month": "its month is not 01 to 12",
    "before-scheme": "identifiers of this form start with April 2007 (0704)",
    "after-scheme": "old-style identifiers run from July 1991 (9107) to March 2007 (0703)",
    "width": "the number after the dot has five digits since January 2015, four before",
    "sequence-zero": "sequence numbers start at 1",
    "version-zero": "versions start at v1",
    "archive": "there is no such archive",
    "lost-dot": "the dot is missing",
    "lost-archive": "the archive is missing",
    "year-month": "the year is written with four digits and the month apart",
    "placeholder": "it is a placeholder that was never filled in",
    "broken-url": "the URL is broken by a blank",
    "look-alike": "a letter stands in place of a digit",
}
"""Reason codes of malformed identifiers, each as the end of a sentence."""


def month_of(identifier: str) -> str:
    """Return the month a canonical identifier carries, as ``YYYY-MM``."""
    digits = identifier.rpartition("/")[2]
    century = "19" if "/" in identifier and digits[:2] >= "91" else "20"
    return f"{century}{digits[:2]}-{digits[2:4]}"
