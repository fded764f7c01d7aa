"""Paper: what arXiv says, as of a time, from a named source.

Dates are ISO ``YYYY-MM-DD`` strings in UTC.  Nothing here imports more than ``typing``: a hook run that
asks for one paper must not pay for an HTTP library.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from arxlint.system.records import NamedTuple


class Version(NamedTuple):
    """One version of a paper.  ``date`` and ``title`` are None where the source does not know them."""

    number: int
    date: str | None = None
    title: str | None = None
    withdrawn: bool = False


class Paper(NamedTuple):
    """One arXiv record.

    ``versions`` holds the versions that are known (ascending, maybe with gaps).  ``latest`` is the highest
    version known: a lower bound of what exists unless ``versions_complete``, in which case it was the
    latest at ``as_of``.  ``abstract_words`` is the set of distinct folded words of the abstract
    (``arxlint.match.normalise.words``), or None where the source had no abstract; the abstract itself is
    not kept.
    """

    id: str
    title: str
    authors: tuple[str, ...] = ()
    versions: tuple[Version, ...] = ()
    latest: int = 1
    versions_complete: bool = False
    submitted: str | None = None
    primary: str | None = None
    categories: tuple[str, ...] = ()
    comment: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    withdrawn: str | None = None
    """Why and when it was withdrawn, in arXiv's words; None when it is not."""
    abstract_words: frozenset[str] | None = None
    other_titles: tuple[str, ...] = ()
    """Titles of earlier versions that differ from ``title``."""
    as_of: str | None = None
    source: str = ""

    @property
    def titles(self) -> tuple[str, ...]:
        """Every known title, the current one first."""
        return (self.title, *self.other_titles)

    def version(self, number: int) -> Version | None:
        """Return what is known of one version, or None."""
        for version in self.versions:
            if version.number == number:
                return version
        return None


class Absent(NamedTuple):
    """A source that would know says: arXiv has no such paper (``as_of`` is when it said so)."""

    id: str
    as_of: str
    source: str


Answer = Paper | Absent
"""What a store says of an identifier.  An identifier with no answer at all is *unverified*."""


class Candidate(NamedTuple):
    """A paper that a title or name may mean, with a score in 0–1 (1: folded titles or names are equal)."""

    paper: Paper
    score: float
    exact: bool


class PaperStore(Protocol):
    """Where papers are looked up.  Every method is read-only and safe to call with anything canonical."""

    def lookup(self, ids: Iterable[str]) -> dict[str, Answer]:
        """Answer for canonical identifiers without version.  Those that are not answered are left out."""
        ...

    def titled(self, title: str) -> Sequence[Paper]:
        """Papers one of whose titles, folded, equals the folded argument (``match.normalise.fold``)."""
        ...

    def named(self, name: str) -> Sequence[Paper]:
        """Papers whose name (the part of a title before the colon, folded) equals the folded argument."""
        ...

    def search(self, label: str, limit: int = 5) -> Sequence[Candidate]:
        """Papers that a title or nickname may mean, best first."""
        ...


EMPTY: Final[dict[str, Answer]] = {}
