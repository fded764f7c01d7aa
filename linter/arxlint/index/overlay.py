"""A ledger over a ledger: texts that stand in for files, and files from outside the knowledge base."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import merge

from arxlint.config.profile import Profile
from arxlint.extract.model import Facts
from arxlint.index.ledger import IndexLedger
from arxlint.index.memory import MemoryLedger, nearest_files
from arxlint.ledger import LabelPlace, Place, ReferencePlace


class OverlaidLedger:
    """Implements ``arxlint.ledger.Ledger``: what ``over`` says of its documents goes before the index.

    ``hidden`` are files of the index that count as not read (their overlay could not be read).
    """

    def __init__(
        self, index: IndexLedger, over: Iterable[Facts], profile: Profile, hidden: Collection[str] = ()
    ) -> None:
        facts = list(over)
        self._index = index
        self._over = MemoryLedger(facts, (), profile)
        self._replaced = frozenset(one.path for one in facts) | frozenset(hidden)
        self._added = sorted(one.path for one in facts if not index.has_file(one.path))

    def mentions_of(self, paper: str) -> Sequence[Place]:
        """Every mention of a canonical identifier."""
        below = (one for one in self._index.mentions_of(paper) if one.path not in self._replaced)
        return list(merge(below, self._over.mentions_of(paper), key=lambda one: one.path))

    def labelled(self, name: str) -> Sequence[LabelPlace]:
        """Every label with a name key."""
        below = (one for one in self._index.labelled(name) if one.place.path not in self._replaced)
        return list(merge(below, self._over.labelled(name), key=lambda one: one.place.path))

    def references_to(self, path: str) -> Sequence[ReferencePlace]:
        """Every reference to a file."""
        return self._references(self._index.references_to(path), self._over.references_to(path))

    def cards_numbered(self, number: str) -> Sequence[ReferencePlace]:
        """Every reference to a paper card with a number."""
        return self._references(self._index.cards_numbered(number), self._over.cards_numbered(number))

    def _references(
        self, below: Iterable[ReferencePlace], over: Iterable[ReferencePlace]
    ) -> Sequence[ReferencePlace]:
        kept = (one for one in below if one.path not in self._replaced)
        return list(merge(kept, over, key=lambda one: one.path))

    def cards_of(self, paper: str) -> Sequence[str]:
        """The paths of the cards that exist for a paper."""
        return sorted({*self._index.cards_of(paper), *self._over.cards_of(paper)})

    def card_files(self, number: str) -> Sequence[str]:
        """The paths of the cards that exist with a number."""
        return sorted({*self._index.card_files(number), *self._over.card_files(number)})

    def document(self, path: str) -> Facts | None:
        """The facts of one document."""
        return self._over.document(path) if path in self._replaced else self._index.document(path)

    def documents(self) -> Iterator[Facts]:
        """All documents in order of path."""
        below = (one for one in self._index.documents() if one.path not in self._replaced)
        return merge(below, self._over.documents(), key=lambda one: one.path)

    def has_file(self, path: str) -> bool:
        """Whether the knowledge base has a file of that path."""
        return self._over.has_file(path) or self._index.has_file(path)

    def files_below(self, folder: str) -> int:
        """How many files the knowledge base has below a folder."""
        return self._index.files_below(folder) + sum(one.startswith(f"{folder}/") for one in self._added)

    def files_like(self, path: str) -> Sequence[str]:
        """Existing files with the nearest path, best first, at most three."""
        return nearest_files(path, self._index.paths.union(self._added))

    def names_in(self, path: str) -> set[str]:
        """The name keys of the labels in a document."""
        return self._over.names_in(path) if path in self._replaced else self._index.names_in(path)
