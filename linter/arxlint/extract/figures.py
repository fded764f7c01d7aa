"""Figures that a sentence states of the paper it cites: percentages and multiples."""

from __future__ import annotations

import re
from typing import Final

from arxlint.extract.model import Claim, ClaimKind

_FIGURE: Final = re.compile(
    r"(?<![0-9.,A-Za-z])([0-9]{1,4}(?:\.[0-9]{1,3})?)\s?(?:(%|％)|(×|倍|x(?![A-Za-z0-9]))|\\times)"
)
_SENTENCE_END: Final = re.compile(r"[。！？!?\n|]|\.(?=\s)")
_FARTHEST: Final = 400
_MOST: Final = 8


def figure_claims(text: str, start: int, end: int, low: int, high: int) -> list[Claim]:
    """Return the figures in the sentence around the reference at ``start:end``, within ``low:high``.

    The value is ``13.5%`` or ``3.5x``; of a range the second number counts.
    """
    begin, stop = max(low, start - _FARTHEST), min(high, end + _FARTHEST)
    for before in _SENTENCE_END.finditer(text, begin, start):
        begin = before.end()
    after = _SENTENCE_END.search(text, end, stop)
    if after:
        stop = after.start()
    found = []
    for match in _FIGURE.finditer(text, begin, stop):
        if match.end() <= start or match.start() >= end:
            value = f"{match[1]}{'%' if match[2] else 'x'}"
            found.append(Claim(ClaimKind.FIGURE.value, value, match.start(), match.end()))
    return found[:_MOST]
