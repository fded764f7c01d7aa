"""Strings that could be arXiv identifiers, listed without the recogniser.

Deliberately greedy and simple: everything of roughly the right shape, in context or not, so that what the
recogniser misses is listed too.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class CandidateString(NamedTuple):
    """One string of an identifier-like shape; offsets in code points."""

    start: int
    end: int
    shape: str
    anchored: bool


_SHAPES = {
    "dotted": r"[0-9]{4}\.[0-9]{4,5}(?![0-9])",
    "dotted-odd": r"[0-9]{4}\.(?:[0-9]{6}(?![0-9])|[0-9]{3}(?![0-9])(?<=[0-2][0-9][01][0-9]\.[0-9]{3}))",
    "joined": r"[0-9]{4}[-_][0-9]{4,6}(?![0-9])",
    "glued": r"(?i:(?<=arxiv)|(?<=arxiv[^a-z0-9\n])|(?<=arxiv[^a-z0-9\n]{2})|(?<=abs/)|(?<=pdf/))"
    r"[0-9]{7,9}(?![0-9.])",
    "full-width": "[0-9\uff10-\uff19]{4}[.\uff0e\u3002][0-9\uff10-\uff19]{4,5}",
    "split": r"[0-9]{4}(?:\s{1,3}\.\s{0,3}|\.\s{1,3})[0-9]{4,5}(?![0-9])"
    r"|[0-9]{4}\.[0-9]{1,4}\s[0-9]{1,4}(?![0-9])"
    r"|[0-9]{1,3}\n[0-9]{1,3}\.[0-9]{4,5}(?![0-9])",
    "encoded": r"[0-9]{4}%2[eE][0-9]{4,5}|[a-z-]+%2[fF][0-9]{7}",
    "invisible": "[0-9]{1,4}[\u200b-\u200f\u2060\ufeff\u00ad][0-9.]{1,6}"
    "[0-9\u200b-\u200f\u2060\ufeff\u00ad.]{2,6}",
}
_OLD_NUMBER = re.compile(r"/[0-9]{7}(?![0-9])")
_OLD_ARCHIVE = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)?(?:\.[A-Za-z]{2})?\Z")
_PATTERNS = {shape: re.compile(pattern) for shape, pattern in _SHAPES.items()}
_ANCHOR = re.compile(
    r"(?:arxiv|alphaxiv|ar5iv|papers/|eprint)[^\n]{0,24}\Z|\[\[[^\]\n]{0,12}\Z", re.IGNORECASE
)
_ALL_ASCII = frozenset({"full-width", "invisible"})


def list_candidates(text: str) -> list[CandidateString]:
    """List every identifier-like string of a text in order of offset; longer readings hide contained ones."""
    hits: dict[tuple[int, int], str] = {}
    for shape, pattern in _PATTERNS.items():
        for match in pattern.finditer(text):
            if shape in _ALL_ASCII and match.group().isascii():
                continue
            if shape == "dotted" and match.start() and text[match.start() - 1].isdigit():
                continue
            hits.setdefault(match.span(), shape)
    for match in _OLD_NUMBER.finditer(text):
        archive = _OLD_ARCHIVE.search(text, max(0, match.start() - 120), match.start())
        if archive:
            hits.setdefault((archive.start(), match.end()), "old")
    return [
        CandidateString(start, end, shape, _ANCHOR.search(text, max(0, start - 40), start) is not None)
        for (start, end), shape in sorted(hits.items())
    ]
