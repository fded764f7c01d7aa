"""Facts: what one document says.  A pure function of its text and of the profile; cached by content hash.

Everything is a ``NamedTuple`` of strings, integers and tuples, so that facts are written to and read from the
cache as plain tuples.  Offsets are 0-based code points into the document's raw text.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

from arxlint.recognise.malformed import Malformed
from arxlint.system.records import NamedTuple
from arxlint.text.directive import Directive

__all__ = [
    "Claim",
    "ClaimKind",
    "CountClaim",
    "DocumentDate",
    "Entry",
    "Facts",
    "Label",
    "LabelKind",
    "Listing",
    "Malformed",
    "Mention",
    "Reference",
    "Strength",
]


class LabelKind(StrEnum):
    """What a label claims to be."""

    TITLE = "title"
    NICKNAME = "nickname"
    DESCRIPTION = "description"


class Strength(IntEnum):
    """How firmly a label is bound to its mention.  Weak ones never accuse alone."""

    WEAK = 1
    MEDIUM = 2
    STRONG = 3


class Label(NamedTuple):
    """What the author calls the paper at a mention: ``text`` is ``source[start:end]``, markup and all.

    ``origin`` says where it stood: ``link-text``, ``alias``, ``cell``, ``parenthesis``, ``before``,
    ``after``, ``quoted``, ``emphasis``, ``line-above``, ``heading``, ``field``.
    """

    text: str
    kind: str
    strength: int
    start: int
    end: int
    origin: str


class ClaimKind(StrEnum):
    """What else is asserted at a mention.  The value's form is given for each."""

    VERSION_DATE = "version-date"
    """The date of the version cited, ``YYYY-MM`` or ``YYYY-MM-DD``."""
    DATE = "date"
    """A date of the paper, ``YYYY-MM`` or ``YYYY-MM-DD``."""
    YEAR = "year"
    """A year of the paper: ``2025``."""
    AUTHORS = "authors"
    """Author names as written."""
    VENUE = "venue"
    """A venue with a year, as written: ``NeurIPS 2024``."""
    VERSION = "version"
    """A version stated apart from the identifier: ``2`` for ``(v2, …)``."""
    FIGURE = "figure"
    """A figure in the same sentence: ``13.5%`` or ``3.5x``."""


class Claim(NamedTuple):
    """One assertion about the paper of a mention, with its span."""

    kind: str
    value: str
    start: int
    end: int


class Mention(NamedTuple):
    """One identifier at one span.

    ``id`` is canonical and without version; ``text`` is the source at ``start:end`` (version included);
    ``version_start`` is where the ``v`` stands (``end`` if there is none).  ``form`` and ``flaw`` as in
    ``arxlint.recognise``.  ``outer`` is the whole reference as written (URL, wikilink, file name, prefix and
    number) at ``outer_start``.  ``block`` is the kind of the innermost block.  ``shown_as`` is the index of
    the mention that is the visible text of this link, -1 if none.  ``entry`` numbers the list item, table
    row, bib entry or paragraph it stands in: mentions with one number belong together.
    """

    id: str
    version: int | None
    start: int
    end: int
    version_start: int
    text: str
    form: str
    flaw: str
    outer: str
    outer_start: int
    block: str
    entry: int
    shown_as: int = -1
    labels: tuple[Label, ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def outer_end(self) -> int:
        """Where the whole reference ends."""
        return self.outer_start + len(self.outer)


class Entry(NamedTuple):
    """One item or row of a listing: its span and the indexes of its mentions (the first is its subject)."""

    start: int
    end: int
    mentions: tuple[int, ...]


class Listing(NamedTuple):
    """A list or table that enumerates papers.

    ``role`` is ``new``, ``carried-over`` or empty, by the profile's words in what introduces it;
    ``intro_start:intro_end`` is that introduction.
    """

    start: int
    end: int
    kind: str
    role: str
    intro_start: int
    intro_end: int
    entries: tuple[Entry, ...]


class CountClaim(NamedTuple):
    """A stated number of papers: ``value`` at its span, ``unit`` as written (``件``, ``papers``).

    ``listing`` is the index of the listing it counts, -1 if the document has none that it can mean;
    ``role`` as in ``Listing``.
    """

    value: int
    unit: str
    start: int
    end: int
    listing: int
    role: str


class Reference(NamedTuple):
    """Another file that the document names.

    ``kind``: ``card``, ``briefing``, ``living`` or ``file``.  ``path`` is as written.  ``number`` is a card's
    number.  ``version`` is what is said of a living document's version (``46``).  ``pending``: the text says
    that it does not exist yet (``待建``).  ``mention`` is the index of the mention inside the path (a card's
    identifier), -1 if none; ``beside`` are the indexes of the other mentions of the same entry.
    """

    kind: str
    path: str
    start: int
    end: int
    number: str = ""
    version: str = ""
    pending: bool = False
    mention: int = -1
    beside: tuple[int, ...] = ()


class DocumentDate(NamedTuple):
    """A date that the document gives for itself (ISO).

    ``where`` is ``name``, ``heading``, ``footer`` or ``front-matter``.
    For ``name`` the span is that of the document's first line (the name itself is not in the text).
    """

    where: str
    date: str
    start: int
    end: int


class Facts(NamedTuple):
    """Everything one document says that any rule wants to know."""

    path: str
    mentions: tuple[Mention, ...] = ()
    malformed: tuple[Malformed, ...] = ()
    listings: tuple[Listing, ...] = ()
    counts: tuple[CountClaim, ...] = ()
    references: tuple[Reference, ...] = ()
    dates: tuple[DocumentDate, ...] = ()
    living_version: str = ""
    """The version a living document gives itself (``46``)."""
    directives: tuple[Directive, ...] = ()
    """Suppression directives, their ranges resolved (``arxlint.policy.suppression``)."""
    instance: str = ""
    """Who wrote it, by the profile's path patterns."""
    date: str = ""
    """ISO date of the document, by the profile (file name first)."""
    kind: str = ""
    """``briefing``, ``card``, ``living``, ``queue`` or empty, by the profile."""
