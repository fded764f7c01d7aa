"""Judge whether the authors named beside a citation are the paper's.

People are named in many ways: "Ning, X.", "X. Ning", "Ning et al.", "Yu Sun 0020" (DBLP's homonyms),
"van der Maaten", "Müller"/"Mueller", Chinese names in either order.  So only surnames are held against an
author, and only if nothing in the record's list can stand for them.  An organisation or a collaboration
is no person: UNKNOWN.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from arxlint.diagnostic import Confidence
from arxlint.match.judgement import Verdict
from arxlint.match.normalise import fold, words
from arxlint.system.records import NamedTuple


class Comparison(NamedTuple):
    """What the named authors say.  ``named`` people were compared, ``matched`` are among the paper's."""

    verdict: Verdict
    confidence: Confidence
    detail: str
    named: int = 0
    matched: int = 0


_ORGANISATION: Final = frozenset(
    "collaboration team group consortium lab labs laboratory inc university institute research project "
    "organization organisation company anonymous openai anthropic google deepmind meta nvidia microsoft "
    "apple amazon alibaba qwen deepseek tencent bytedance baidu huawei mistral xai ai authors author "
    "various unknown contributors community foundation committee network".split()
)
_PARTICLES: Final = frozenset(
    "van der den de del della di da dos du von zu la le el al bin ibn ter ten und jr sr st phd dr".split()
)
_ET_AL: Final = re.compile(
    r"[,;]?\s*(?:\band\s+)?\b(?:et\.?\s*al\b\.?|and\s+others|等人?|他)|等", re.IGNORECASE
)
_SPLIT: Final = re.compile(r"\s*(?:;|\band\b|&|、|·|\||/|\n)\s*", re.IGNORECASE)
_YEAR: Final = re.compile(r"[(\[]?\b(?:19|20)[0-9]{2}[a-z]?\b[)\]]?|[*†‡§0-9]+")
_INITIALS: Final = re.compile(r"(?:[^\W\d_]{1,2}\.?[\s-]*){1,4}")


class _Person(NamedTuple):
    surname: str
    given: tuple[str, ...]
    tokens: frozenset[str]


def compare(named: Sequence[str] | str, authors: Sequence[str]) -> Comparison:
    """Return whether the people named are among a paper's authors.

    DISAGREES only if the one named first is not among them and at most a third of the others is (high
    confidence: nobody is), or, with low confidence, if the first is and two or more others, all there are,
    are not.  AGREES if everyone named is among them: with high confidence if two or more are, or the only
    one is named first there too.  Everything between is UNKNOWN.
    """
    if not authors:
        return _unknown("the record names no authors")
    people = parse(named)
    if not people:
        return _unknown("no person is named")
    if any(_ORGANISATION & set(words(author)) for author in authors[:3]):
        return _unknown("the paper is by an organisation or a collaboration")
    record = _record(tuple(authors))
    matched = [any(_may_be(person, other) for other in record) for person in people]
    count, total = sum(matched), len(people)
    if count == total:
        first = _may_be(people[0], record[0])
        sure = total >= 2 or first
        confidence = Confidence.HIGH if sure else Confidence.LOW
        return Comparison(Verdict.AGREES, confidence, "the authors named are the paper's", total, count)
    if not matched[0] and 3 * count <= total:
        confidence = Confidence.HIGH if count == 0 else Confidence.MEDIUM
        who = "the author named is not" if total == 1 else "the authors named are not"
        return Comparison(Verdict.DISAGREES, confidence, f"{who} among the paper's", total, count)
    if matched[0] and total >= 3 and count == 1:
        detail = "only the first of the authors named is among the paper's"
        return Comparison(Verdict.DISAGREES, Confidence.LOW, detail, total, count)
    return Comparison(
        Verdict.UNKNOWN, Confidence.LOW, "some of the authors named are the paper's", total, count
    )


def place_of_first(named: str, authors: Sequence[str]) -> int:
    """Return where in a paper's list the person of "Wang et al." stands, from 0 on; -1 if that is unclear.

    Unclear: several persons are named, or nobody of that name, or the paper is by an organisation.
    """
    people = parse(named)
    if len(people) != 1 or not _ET_AL.search(named) or compare(named, authors).matched != 1:
        return -1
    return [_may_be(people[0], author) for author in _record(tuple(authors))].index(True)


def strangers(named: str, authors: Sequence[str]) -> list[str]:
    """Return those of at least three persons named in full who are not among a paper's authors, folded.

    A record may have lost the end of a long list, so only who stands before an author of the paper counts.
    """
    people = parse(named)
    if len(people) < 3 or compare(named, authors).verdict is not Verdict.UNKNOWN:
        return []
    record = _record(tuple(authors))
    known = [any(_may_be(person, author) for author in record) for person in people]
    joined = {fold(author).replace(" ", "") for author in authors}  # "El-Khamy" without its hyphen
    last = max((place for place, one in enumerate(known) if one), default=0)
    return [
        " ".join(person.given)
        for person, one in zip(people[:last], known, strict=False)
        if not one and len(person.given) >= 2 and "".join(person.given) not in joined
        if all(len(token) >= 2 for token in person.given)
    ]


def _unknown(detail: str) -> Comparison:
    return Comparison(Verdict.UNKNOWN, Confidence.LOW, detail)


def parse(named: Sequence[str] | str) -> list[_Person]:
    """Return the persons in a list of names, or in one string as it is written in running text."""
    written = [named] if isinstance(named, str) else list(named)
    if any("&" in entry and ";" in entry for entry in written):
        from html import unescape  # "d&apos;Amore"; rare, and its table is large

        written = [unescape(entry) for entry in written]
    people = []
    for entry in written:
        for name in _names(_YEAR.sub(" ", _ET_AL.sub(" ; ", entry))):
            person = _person(name)
            if person is not None:
                people.append(person)
    return people


def _names(text: str) -> list[str]:
    """Split a list of names; commas part names or a surname from what comes before it ("Ning, X.")."""
    found: list[str] = []
    for chunk in _SPLIT.split(text):
        parts = [part.strip() for part in re.split(r"[,，]", chunk) if part.strip(" .")]
        inverted = len(parts) >= 2 and all(
            _INITIALS.fullmatch(part) for part in parts[1::2]
        )  # "Ning, X., Sun, Y."
        if len(parts) == 2 and " " not in parts[0] and (inverted or (" " not in parts[1] and ";" in text)):
            found.append(f"{parts[1]} {parts[0]}")
        elif inverted and len(parts) % 2 == 0:
            found += [f"{given} {surname}" for surname, given in zip(parts[::2], parts[1::2], strict=True)]
        else:
            found += parts
    return found


@lru_cache(maxsize=8192)
def _person(name: str) -> _Person | None:
    tokens = [word for word in words(name) if word not in _PARTICLES and not word.isdigit()]
    long = [word for word in tokens if len(word) > 1]
    if not long or not any(word.isascii() for word in long) or _ORGANISATION & set(tokens) or len(tokens) > 6:
        return None
    return _Person(long[-1], tuple(tokens), frozenset(long))


@lru_cache(maxsize=512)
def _record(authors: tuple[str, ...]) -> tuple[_Person, ...]:
    people = []
    for author in authors:
        parts = author.split(",")
        person = _person(f"{parts[1]} {parts[0]}" if len(parts) == 2 else author)
        people.append(person or _Person("", (), frozenset()))
    return tuple(people)


def _may_be(person: _Person, author: _Person) -> bool:
    """Whether a person named may be an author of the record.

    A surname (in either place, or either half of a double one) must be common to both; given names, where
    both are known, must not contradict each other.
    """
    common = person.tokens & author.tokens
    if not common:
        return bool(set(map(_plain, person.tokens)) & set(map(_plain, author.tokens)))
    if person.surname not in common and author.surname not in common:
        return len(common) >= 2
    mine = [token for token in person.given if token not in common]
    theirs = [token for token in author.given if token not in common]
    if not mine or not theirs:
        return True
    return any(one[0] == other[0] for one in mine for other in theirs)


def _plain(token: str) -> str:
    """Return a surname without the "e" that stands for an umlaut ("Mueller")."""
    return token.replace("ue", "u").replace("oe", "o").replace("ae", "a")
