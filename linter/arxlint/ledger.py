"""Ledger: read-only indexes over the facts of all documents.

It answers by paper, by label or by document only, so that a run can be partitioned by key and stay exact,
and an edit can change verdicts only of the keys that the old or new facts of that file touch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from arxlint.extract.model import Facts, Label, Mention, Reference
from arxlint.system.records import NamedTuple


class Place(NamedTuple):
    """A mention in its document.  Equal to another place only if both are the same place."""

    path: str
    instance: str
    date: str
    kind: str
    mention: Mention


class LabelPlace(NamedTuple):
    """A label, the mention it is bound to, and where."""

    place: Place
    label: Label


class ReferencePlace(NamedTuple):
    """A reference to another file, and the document it stands in."""

    path: str
    instance: str
    date: str
    reference: Reference


class Ledger(Protocol):
    """Every sequence is ordered by document path, then offset: nothing depends on scan order."""

    def mentions_of(self, paper: str) -> Sequence[Place]:
        """Every mention of a canonical identifier."""
        ...

    def labelled(self, name: str) -> Sequence[LabelPlace]:
        """Every label with a name key (``arxlint.match.normalise.name_key``)."""
        ...

    def references_to(self, path: str) -> Sequence[ReferencePlace]:
        """Every reference to a file, by its path relative to the root."""
        ...

    def cards_numbered(self, number: str) -> Sequence[ReferencePlace]:
        """Every reference to, or existence of, a paper card with a number."""
        ...

    def cards_of(self, paper: str) -> Sequence[str]:
        """The paths of the cards that exist for a canonical identifier, by their names."""
        ...

    def card_files(self, number: str) -> Sequence[str]:
        """The paths of the cards that exist with a number."""
        ...

    def document(self, path: str) -> Facts | None:
        """The facts of one document, or None if it is not in the knowledge base."""
        ...

    def has_file(self, path: str) -> bool:
        """Whether a file of that path (relative to the root) exists in the knowledge base."""
        ...

    def files_below(self, folder: str) -> int:
        """How many files there are below a folder (relative to the root, no slash at the end)."""
        ...

    def files_like(self, path: str) -> Sequence[str]:
        """Existing files whose path is nearest to a path that does not exist, best first (at most three)."""
        ...

    def documents(self) -> Iterator[Facts]:
        """All documents in order of path."""
        ...


class TargetLedger(Ledger, Protocol):
    """A ledger that knows what names its documents contain."""

    def names_in(self, path: str) -> set[str]:
        """The name keys of the labels in a document."""
        ...
