"""Titles taken apart once, and the tests of two word sequences that need no verdict."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from arxlint.match.claims import is_cut
from arxlint.match.normalise import fold, split_head, words
from arxlint.match.vocabulary import FUNCTION_WORDS, is_common, stem, weight
from arxlint.system.records import NamedTuple


class Title(NamedTuple):
    """A title (or a label read as one) taken apart.

    ``content`` are the telling words, with their ``stems`` and ``weights`` (of sum ``total``) in step.
    ``bag`` holds these stems and those of neighbours written together.  ``rest`` is the title behind its
    name, itself taken apart.
    """

    text: str
    key: str
    words: tuple[str, ...]
    content: tuple[str, ...]
    head: str | None
    head_key: str
    rest: Title | None
    stems: tuple[str, ...]
    weights: tuple[float, ...]
    bag: frozenset[str]
    total: float


@lru_cache(maxsize=4096)
def take_apart(text: str) -> Title:
    """Return a title taken apart.  Results are kept: the same papers are asked about again and again."""
    return _take_apart(text, 4)


def _take_apart(text: str, depth: int) -> Title:
    found = tuple(words(text))
    content = tuple(word for word in found if word not in FUNCTION_WORDS)
    parts = split_head(text) if depth else None
    stems = tuple(map(stem, content))
    weights = tuple(map(weight, content))
    bag = set(stems)
    bag.update(stem(one + other) for one, other in pairwise(found))
    return Title(
        text,
        fold(text),
        found,
        content,
        None if parts is None else parts[0],
        "" if parts is None else fold(parts[0]),
        None if parts is None else _take_apart(parts[1], depth - 1),
        stems,
        weights,
        frozenset(bag),
        sum(weights),
    )


_EDITION: Final = frozenset(
    "version abstract report paper extended full preliminary technical student long short note draft".split()
)


def editions(title: str) -> list[Title]:
    """Return a title taken apart, and without an edition in brackets at its end ("(Extended Version)")."""
    found = [take_apart(title)]
    if title.endswith(")"):
        start = title.rfind("(")
        if start > 0 and _EDITION.intersection(words(title[start:])):
            found.append(take_apart(title[:start].rstrip()))
    return found


def shared_weight(label: Title, title: Title) -> float:
    """Return the weight of the label's telling words that the title has, inflected or joined differently."""
    bag, shared, before = title.bag, 0.0, ""
    for word, stemmed, share in zip(label.content, label.stems, label.weights, strict=True):
        if stemmed in bag or (before and stem(before + word) in bag):
            shared += share
            before = ""
        else:
            before = word
    return shared


_BRITISH: Final = re.compile(r"is(?=ation|e|ing)|our|ll|ae|oe")
_AMERICAN: Final = {"is": "iz", "our": "or", "ll": "l", "ae": "e", "oe": "e"}


def _spelling(word: str) -> str:
    return _BRITISH.sub(lambda found: _AMERICAN[found[0]], word)


def _is_one_edit(one: str, other: str) -> bool:
    """Whether one letter was lost, added or changed, or two neighbours exchanged."""
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1:
        return False
    at = 0
    while at < len(one) and one[at] == other[at]:
        at += 1
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    rest_one, rest_other = one[at:], other[at:]
    if rest_one[1:] == rest_other[1:]:
        return True
    return rest_one[:2] == rest_other[1::-1] and rest_one[2:] == rest_other[2:]


def is_slip(one: str, other: str) -> bool:
    """Whether two folded words differ by a slip of the pen only.

    The first letter must be right ("symmetric" and "asymmetric" are two words) and so must every digit;
    two common words ("convex", "convey") are never taken for one.
    """
    if min(len(one), len(other)) < 5 or one[0] != other[0] or not (one.isalpha() and other.isalpha()):
        return False
    return _is_one_edit(one, other) and not (is_common(one) and is_common(other))


def is_same_word(one: str, other: str) -> bool:
    """Whether two folded words are one, apart from number and British or American spelling."""
    if one == other:
        return True
    if one[:2] != other[:2] or not (one.isalpha() and other.isalpha()):
        return False
    if len(one) > 3 and len(other) > 3 and one.rstrip("s") == other.rstrip("s"):
        return True
    if one.endswith("ies") != other.endswith("ies") and one.removesuffix("ies") == other.removesuffix("y"):
        return True
    if one.removesuffix("y") == other.removesuffix("ies"):
        return True
    return _spelling(one) == _spelling(other)


_ACRONYM: Final = re.compile(r"[A-Z]{2,6}s?\b")


def spell_out(label: Title, title: Title) -> Title:
    """Return the label with its acronyms replaced by the words of the title that they stand for."""
    if not _ACRONYM.search(label.text):
        return label
    initials = "".join(word[0] for word in title.words)
    spelt: list[str] = []
    for word in label.words:
        count = at = 0
        if word.isalpha() and len(word) <= 7 and word not in title.words:
            for letters in (word, word.removesuffix("s")):
                count, at = len(letters), initials.find(letters)
                if count >= 2 and at >= 0:
                    break
        spelt += title.words[at : at + count] if count >= 2 and at >= 0 else (word,)
    return take_apart(" ".join(spelt)) if len(spelt) > len(label.words) else label


def is_near(label: Title, title: Title) -> bool:
    """Whether two titles are one but for slips, function words, number and spelling.

    Every telling word must be there, in order; at most one in three may hold a slip, and two at least must
    be equal letter by letter.
    """
    mine, theirs = label.content, title.content
    if mine == theirs or "".join(mine) == "".join(theirs):
        return len(mine) > 1
    if len(mine) != len(theirs):
        return _is_near_joined(label, title)
    slips = equal = 0
    for one, other in zip(mine, theirs, strict=True):
        if one == other:
            equal += 1
        elif not is_same_word(one, other):
            if not is_slip(one, other):
                return False
            slips += 1
    return equal >= 2 and 3 * slips <= len(mine)


_NO_LETTER: Final = re.compile(r"[^a-z]+")


def _is_near_joined(label: Title, title: Title) -> bool:
    """Whether a long title has one slip where a blank or hyphen moved too."""
    one, other = label.key, title.key
    if abs(len(one) - len(other)) > 1:
        return False
    if min(len(one), len(other)) < 30 or _NO_LETTER.findall(one) != _NO_LETTER.findall(other):
        return False
    apart = len(set(label.content) ^ set(title.content))
    return apart <= 3 and _is_one_edit(one, other) and label.words[0][0] == title.words[0][0]


_CUTS: Final = re.compile(r"…|\.{2,}|⋯")


def is_cut_of(label: str, title: Title) -> bool:
    """Whether a label with dots is the title cut short there (at the end, the beginning or inside)."""
    if not is_cut(label):
        return False
    at, length, pieces = 0, 0, _CUTS.split(label)
    for index, piece in enumerate(pieces):
        if piece.count("$") % 2 and index < len(pieces) - 1:
            piece = piece[: piece.rfind("$")]  # cut inside a formula
        key = fold(piece)
        found = title.key.find(key, at)
        if found < 0 or (index == 0 and key and found > 0):
            return False
        at = found + len(key)
        length += len(key)
    return length >= min(10, max(4, len(title.key) - 4))


def covered(label: Title, title: Title) -> float:
    """Return the share of the title's weight that the label covers if it is the title's beginning, else 0.

    The last word of the label may be cut ("… Average and Discounted R").
    """
    count = len(label.words)
    if not label.key or not title.key.startswith(label.key) or title.total == 0:
        return 0.0
    if label.words == title.words[:count]:
        return sum(map(weight, label.content)) / title.total
    return len(label.key) / len(title.key) if count >= 3 else 0.0
