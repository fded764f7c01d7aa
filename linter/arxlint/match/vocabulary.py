"""How much a word of a title tells.

"learning", "models" and "survey" are in so many titles that sharing them means little; a coined name is in
one.  The table ``title_words.txt`` holds the commonest words of a million arXiv titles with a weight from
their inverse document frequency (made by ``benchmarks/accuracy/title_words.py``); it is read when the first
word is weighed.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Final

FUNCTION_WORDS: Final = frozenset(
    {
        *("a", "an", "the", "of", "for", "and", "in", "on", "with", "to", "via", "by", "from", "using", "at"),
        *("as", "its", "into", "is", "are", "be", "or", "through", "towards", "toward", "under", "over"),
        *("s", "their", "between", "it", "we", "do", "does", "can", "how", "what", "that", "this"),
    }
)
"""Words that may be wrong, missing or too many without making another title of it."""

RARE: Final = 0.7
"""From this weight on a word tells papers apart: it is in fewer than about one title in two thousand."""

_weights: dict[str, float] = {}


def _load() -> None:
    path = os.path.join(os.path.dirname(__file__), "title_words.txt")
    with open(path, encoding="ascii") as lines:
        for line in lines:
            share, *listed = line.split()
            # Squared: two common words in common are far more usual than one rare word in common.
            _weights.update(dict.fromkeys(listed, (int(share) / 100) ** 2))
    _weights.update(dict.fromkeys(FUNCTION_WORDS, 0.0))


def weight(word: str) -> float:
    """Return how much a folded word tells, from 0 (function words) to 1 (not among the common words)."""
    if not _weights:
        _load()
    known = _weights.get(word)
    if known is not None:
        return known
    return 0.25 if len(word) == 1 or word.isdigit() else 1.0


def is_common(word: str) -> bool:
    """Whether a folded word is among the common words of titles."""
    if not _weights:
        _load()
    return word in _weights


# Endings that inflect or derive; the longest that fits is cut, if enough of the word is left.
_ENDINGS: Final = (
    "izations",
    "isations",
    "ization",
    "isation",
    "ational",
    "ations",
    "ation",
    "ements",
    "ement",
    "ically",
    "izing",
    "ising",
    "ized",
    "ised",
    "ions",
    "ates",
    "ated",
    "ating",
    "ates",
    "ings",
    "ical",
    "ally",
    "ize",
    "ise",
    "ing",
    "ies",
    "ive",
    "ion",
    "ors",
    "ers",
    "ate",
    "ed",
    "er",
    "or",
    "es",
    "ly",
    "al",
    "ic",
    "y",
    "s",
    "e",
)
_by_last: dict[str, list[str]] = {}
for _ending in _ENDINGS:
    _by_last.setdefault(_ending[-1], []).append(_ending)


@lru_cache(maxsize=32768)
def stem(word: str) -> str:
    """Return the stem under which "distilling" and "distillation" are one word."""
    if len(word) < 5:
        return word[:-1] if len(word) == 4 and word[-1] == "s" and word[-2] not in "s" else word
    for ending in _by_last.get(word[-1], ()):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
