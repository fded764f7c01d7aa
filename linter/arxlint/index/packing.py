"""Facts as bytes, and the keys under which they are found.

Facts are tuples of strings, integers and tuples, which ``marshal`` writes and reads faster than anything
else.  It may only be trusted with files that this user wrote: the index lies in the user's cache folder,
never in the knowledge base.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Iterator
from typing import Any, Final

from arxlint.config.profile import CARD, Profile
from arxlint.extract.model import (
    Claim,
    CountClaim,
    DocumentDate,
    Entry,
    Facts,
    Label,
    Listing,
    Malformed,
    Mention,
    Reference,
)
from arxlint.index.memory import label_keys
from arxlint.system.records import NamedTuple
from arxlint.text.directive import Directive, Selector

PAPER: Final = "p"
"""Kind of key: mentions of an identifier."""
NAME: Final = "n"
"""Labels with a name key."""
PATH: Final = "r"
"""References to a path."""
NUMBER: Final = "c"
"""References to a card number."""
CARD_OF: Final = "P"
"""Cards that exist for an identifier."""
CARD_NUMBERED: Final = "C"
"""Cards that exist with a number."""

REFERENCES: Final = 1 << 23
"""Items of a document are numbered: its mentions from 0, its references from here."""


class DamagedIndex(Exception):
    """What was read from an index makes no sense: it is to be made anew."""


class Posting(NamedTuple):
    """Where a key occurs in a document: the number of the item, and which of its labels it is (0 if none)."""

    key: str
    item: int
    label: int


class Packed(NamedTuple):
    """One document as it is stored."""

    instance: str
    date: str
    kind: str
    rest: bytes
    """Facts without mentions and references, which are items."""
    items: list[tuple[int, bytes]]
    postings: list[Posting]


def pack(facts: Facts, profile: Profile) -> Packed:
    """Take facts apart for storing."""
    dumps = marshal.dumps
    items = [(number, _dumped(mention)) for number, mention in enumerate(facts.mentions)]
    items += [
        (number, dumps(plain(reference))) for number, reference in enumerate(facts.references, REFERENCES)
    ]
    rest = plain(facts._replace(mentions=(), references=()))
    postings = [*_postings(facts), *path_postings(facts.path, profile)]
    return Packed(facts.instance, facts.date, facts.kind, dumps(rest), items, postings)


def _dumped(mention: Mention) -> bytes:
    """Return a mention as it is stored; nearly all hold nothing but what ``marshal`` takes as it is."""
    *values, labels, claims = mention
    try:
        return marshal.dumps((*values, tuple(map(tuple, labels)), tuple(map(tuple, claims))))
    except ValueError:
        return marshal.dumps(plain(mention))


def plain(value: Any) -> Any:
    """Return a value of tuples, strings and numbers with all subclasses (named tuples, enums) made plain."""
    kind = type(value)
    if kind is str or kind is int or value is None or kind is bool:
        return value
    if isinstance(value, tuple):
        return tuple([plain(one) for one in value])
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"facts may not contain {kind.__name__}")


def key_of(kind: str, text: str) -> str:
    """Return a key as it is stored (half a surrogate pair, from a notebook's escapes, cannot be)."""
    key = kind + text
    return key if key.isascii() else key.encode("utf-8", "backslashreplace").decode()


def _postings(facts: Facts) -> Iterator[Posting]:
    for number, mention in enumerate(facts.mentions):
        yield Posting(key_of(PAPER, mention.id), number, 0)
        for index, label in enumerate(mention.labels):
            for key in label_keys(label):
                yield Posting(key_of(NAME, key), number, index)
    for number, reference in enumerate(facts.references, REFERENCES):
        yield Posting(key_of(PATH, reference.path), number, 0)
        if reference.number:
            yield Posting(key_of(NUMBER, reference.number), number, 0)


def path_postings(path: str, profile: Profile) -> Iterable[Posting]:
    """Return what the mere existence of a file is found under."""
    meaning = profile.meaning(path)
    if meaning.kind == CARD and meaning.paper:
        yield Posting(key_of(CARD_OF, meaning.paper), 0, 0)
    if meaning.kind == CARD and meaning.number:
        yield Posting(key_of(CARD_NUMBERED, meaning.number), 0, 0)


def load(data: bytes) -> Any:
    """Read a stored value.  Raises DamagedIndex."""
    try:
        return marshal.loads(data)
    except (ValueError, EOFError, TypeError) as error:
        raise DamagedIndex(str(error)) from error


def unpack_mention(data: bytes) -> Mention:
    """Read one stored mention.  Raises DamagedIndex."""
    *values, labels, claims = load(data)
    return Mention._make((*values, tuple(map(Label._make, labels)), tuple(map(Claim._make, claims))))


def unpack_reference(data: bytes) -> Reference:
    """Read one stored reference.  Raises DamagedIndex."""
    return Reference._make(load(data))


def unpack_facts(rest: bytes, items: Iterable[tuple[int, bytes]]) -> Facts:
    """Put the facts of a document together again; ``items`` in order of number.  Raises DamagedIndex."""
    facts = Facts._make(load(rest))
    mentions: list[Mention] = []
    references: list[Reference] = []
    for number, data in items:
        if number < REFERENCES:
            mentions.append(unpack_mention(data))
        else:
            references.append(unpack_reference(data))
    return facts._replace(
        mentions=tuple(mentions),
        references=tuple(references),
        malformed=tuple(map(Malformed._make, facts.malformed)),
        listings=tuple(map(_listing, facts.listings)),
        counts=tuple(map(CountClaim._make, facts.counts)),
        dates=tuple(map(DocumentDate._make, facts.dates)),
        directives=tuple(map(_directive, facts.directives)),
    )


def _listing(values: tuple[Any, ...]) -> Listing:
    listing = Listing._make(values)
    return listing._replace(entries=tuple(map(Entry._make, listing.entries)))


def _directive(values: tuple[Any, ...]) -> Directive:
    directive = Directive._make(values)
    return directive._replace(selectors=tuple(map(Selector._make, directive.selectors)))
