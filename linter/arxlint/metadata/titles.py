"""Which paper is called this?  Ranking the papers whose titles share words with a label."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final
from zlib import crc32

from arxlint.match.normalise import fold, head, name_key, words
from arxlint.metadata.paper import Candidate, Paper

_APART: Final = re.compile(r"[\W_]+")
_LEAST_SCORE: Final = 0.25
_SHORTEST_TO_MISSPELL: Final = 5
_SPELLING_SHARE: Final = 0.8

RAREST: Final = 4
"""The words of a label, of those that occur in any title, by which papers are looked for."""

Frequencies = Callable[[Iterable[str]], Mapping[str, int]]
"""Tells in how many papers each of some words occurs (an estimate will do)."""


def title_hash(title: str) -> int | None:
    """Return the CRC-32 of the folded title, or None if nothing of it is left when folded."""
    folded = fold(title)
    return crc32(folded.encode()) if folded else None


def name_hash(title: str) -> int | None:
    """Return the CRC-32 of the folded name that a title begins with, or None if it has none."""
    name = head(title)
    key = name_key(name) if name else ""
    return crc32(key.encode()) if key else None


def name_of(title: str) -> str:
    """Return the folded name that a title begins with, or an empty string."""
    name = head(title)
    return name_key(name) if name else ""


def index_terms(text: str) -> list[str]:
    """Return the distinct words of a text as the full-text index has them: letters and digits only."""
    found = words(text)
    if "".join(found).isalnum():
        return list(dict.fromkeys(found))
    terms: dict[str, None] = {}
    for word in found:
        terms.update(dict.fromkeys(part for part in _APART.split(word) if part))
    return list(terms)


def least_shared(number: int) -> int:
    """Return how many of so many of its rarest words a label must share with a title to be near it.

    Nothing comes near a label that has none of two of its four rarest words.
    """
    return 1 if number < 3 else 2


def rank(
    label: str, papers: Iterable[Paper], frequencies: Frequencies, total: int, limit: int
) -> list[Candidate]:
    """Return the papers whose titles come nearest to a label, best first.

    The score is 1 where the folded title, or the name before its colon, equals the folded label.  Else it
    is the share of information that label and title have in common: each word weighs by its rarity among
    ``total`` papers, a word that is one slip away counts in part, and a label that is a piece of the
    title (its main part, say) scores high as well.
    """
    folded, named = fold(label), name_key(label)
    terms = index_terms(label)
    titles = [(paper, [(title, index_terms(title)) for title in paper.titles]) for paper in papers]
    occurring = {word for _, known in titles for _, words in known for word in words}
    weights = {
        word: math.log((total + 1) / (min(frequency, total) + 0.5))
        for word, frequency in frequencies(occurring.union(terms)).items()
    }
    initial = folded[:1]
    found = []
    for paper, known in titles:
        best, exact = 0.0, False
        for title, title_terms in known:
            # Comparing letter by letter is costly; what begins otherwise need not be.
            alike = bool(title_terms) and title_terms[0][0] == initial
            if alike and (fold(title) == folded or (named and name_of(title) == named)):
                best, exact = 1.0, True
                break
            best = max(best, _likeness(terms, title_terms, weights))
        if exact or best >= _LEAST_SCORE:
            found.append(Candidate(paper, round(min(best, 1.0 if exact else 0.99), 4), exact))
    found.sort(key=lambda candidate: (-candidate.score, candidate.paper.id))
    return found[:limit]


def _likeness(label: Sequence[str], title: Sequence[str], weights: Mapping[str, float]) -> float:
    in_title = set(title)
    common = sum([weights[word] for word in label if word in in_title])
    unmatched = [word for word in title if word not in label]
    for word in label:
        if word not in in_title and len(word) >= _SHORTEST_TO_MISSPELL:
            # What cannot be one slip away is told at a glance; most words are.
            size, first, last = len(word), word[0], word[-1]
            for other in unmatched:
                if (
                    -2 < len(other) - size < 2
                    and (other[0] == first or other[-1] == last)
                    and _one_slip(word, other)
                ):
                    unmatched.remove(other)
                    common += _SPELLING_SHARE * min(weights[word], weights[other])
                    break
    whole_label = sum([weights[word] for word in label])
    whole_title = sum([weights[word] for word in title])
    if not whole_label or not whole_title:
        return 0.0
    inside = common / whole_label
    return 0.6 * (2 * common / (whole_label + whole_title)) + 0.4 * inside


def _one_slip(first: str, second: str) -> bool:
    """Tell whether one letter was changed, dropped, added or swapped with its neighbour.

    Asked only about words whose lengths differ by one at most and that begin or end alike.
    """
    at = 0
    shorter = min(len(first), len(second))
    while at < shorter and first[at] == second[at]:
        at += 1
    rest_first, rest_second = first[at:], second[at:]
    return (
        rest_first[1:] == rest_second[1:]
        or rest_first[1:] == rest_second
        or rest_first == rest_second[1:]
        or (rest_first[:2] == rest_second[1::-1] and rest_first[2:] == rest_second[2:])
    )
