"""The ledger read from the index: each question is one query by key."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from arxlint.extract.model import Facts
from arxlint.index.packing import (
    CARD_NUMBERED,
    CARD_OF,
    NAME,
    NUMBER,
    PAPER,
    PATH,
    key_of,
    load,
    unpack_facts,
    unpack_mention,
    unpack_reference,
)
from arxlint.index.reading import Problem
from arxlint.ledger import LabelPlace, Place, ReferencePlace

ITEM_BITS: Final = 24
"""An item's id is the document's, shifted by so many bits, plus its number in the document."""

_PLACES: Final = f"""
SELECT posting.item, posting.label, document.path, instance, date, kind, data
FROM posting JOIN item ON item.id = posting.item JOIN document ON document.id = posting.item >> {ITEM_BITS}
WHERE key = ? ORDER BY document.path, posting.item, posting.label
"""
_EXISTING: Final = f"""
SELECT path FROM posting JOIN document ON document.id = item >> {ITEM_BITS} WHERE key = ? ORDER BY path
"""
_REMEMBERED: Final = 20_000
"""Places kept in memory: rules of one group ask for the same again."""

_Group = TypeVar("_Group")


class IndexLedger:
    """Implements ``arxlint.ledger.Ledger`` over an index that is up to date."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.use(connection)

    def use(self, connection: sqlite3.Connection) -> None:
        """Ask through another connection from now on: a new process needs one of its own."""
        self._connection = connection
        self._groups: dict[str, Sequence[Any]] = {}
        self._read: dict[int, Place] = {}
        self._places = 0
        self._paths: frozenset[str] | None = None
        self._folders: dict[str, int] | None = None

    def _remembered(self, key: str, read: Callable[[str], list[_Group]]) -> Sequence[_Group]:
        found = self._groups.get(key)
        if found is None:
            if self._places > _REMEMBERED:
                self._groups.clear()
                self._read.clear()
                self._places = 0
            found = self._groups[key] = read(key)
            self._places += len(found)
        return found

    def mentions_of(self, paper: str) -> Sequence[Place]:
        """Every mention of a canonical identifier."""
        return self._remembered(key_of(PAPER, paper), self._mentions)

    def _mentions(self, key: str) -> list[Place]:
        return [place for place, _ in self._mentions_at(key)]

    def _mentions_at(self, key: str) -> Iterator[tuple[Place, int]]:
        """Yield the mentions under a key, each with the number of the label that it stands there for.

        Papers and names have many mentions in common; each is unpacked once.
        """
        for item, label, path, instance, date, kind, data in self._connection.execute(_PLACES, (key,)):
            place = self._read.get(item)
            if place is None:
                place = self._read[item] = Place(path, instance, date, kind, unpack_mention(data))
            yield place, label

    def labelled(self, name: str) -> Sequence[LabelPlace]:
        """Every label with a name key."""
        return self._remembered(key_of(NAME, name), self._labels)

    def _labels(self, key: str) -> list[LabelPlace]:
        return [LabelPlace(place, place.mention.labels[label]) for place, label in self._mentions_at(key)]

    def references_to(self, path: str) -> Sequence[ReferencePlace]:
        """Every reference to a file."""
        return self._remembered(key_of(PATH, path), self._references)

    def cards_numbered(self, number: str) -> Sequence[ReferencePlace]:
        """Every reference to a paper card with a number."""
        return self._remembered(key_of(NUMBER, number), self._references)

    def _references(self, key: str) -> list[ReferencePlace]:
        return [
            ReferencePlace(path, instance, date, unpack_reference(data))
            for _, _, path, instance, date, _, data in self._connection.execute(_PLACES, (key,))
        ]

    def cards_of(self, paper: str) -> Sequence[str]:
        """The paths of the cards that exist for a paper."""
        return [path for (path,) in self._connection.execute(_EXISTING, (key_of(CARD_OF, paper),))]

    def card_files(self, number: str) -> Sequence[str]:
        """The paths of the cards that exist with a number."""
        return [path for (path,) in self._connection.execute(_EXISTING, (key_of(CARD_NUMBERED, number),))]

    def _row(self, query: str, path: str) -> Any:
        try:
            return self._connection.execute(query, (path,)).fetchone()
        except UnicodeEncodeError:
            return None  # such a path cannot be stored

    def document(self, path: str) -> Facts | None:
        """The facts of one document."""
        row = self._row("SELECT id, rest FROM document WHERE path = ?", path)
        return self._facts(*row) if row is not None and row[1] is not None else None

    def _facts(self, identity: int, rest: bytes) -> Facts:
        first = identity << ITEM_BITS
        rows = self._connection.execute(
            "SELECT id - ?, data FROM item WHERE id >= ? AND id < ? ORDER BY id",
            (first, first, identity + 1 << ITEM_BITS),
        )
        return unpack_facts(rest, rows)

    def documents(self) -> Iterator[Facts]:
        """All documents in order of path."""
        query = "SELECT id, rest FROM document WHERE rest IS NOT NULL ORDER BY path"
        for identity, rest in self._connection.execute(query):
            yield self._facts(identity, rest)

    def has_file(self, path: str) -> bool:
        """Whether the knowledge base has a file of that path."""
        query = "SELECT 1 FROM document WHERE path = ?"
        return self._row(query, path) is not None

    @property
    def paths(self) -> frozenset[str]:
        """The paths of all files."""
        if self._paths is None:
            self._paths = frozenset(path for (path,) in self._connection.execute("SELECT path FROM document"))
        return self._paths

    def files_below(self, folder: str) -> int:
        """How many files the knowledge base has below a folder."""
        query = "SELECT count(*) FROM document WHERE path >= ? AND path < ?"
        (count,) = self._connection.execute(query, (f"{folder}/", f"{folder}0")).fetchone()
        return int(count)

    def files_like(self, path: str) -> Sequence[str]:
        """Existing files with the nearest path, best first, at most three."""
        from arxlint.index.memory import nearest_files

        return nearest_files(path, self.paths)

    def problem(self, path: str) -> Problem | None:
        """Why a file, or its structure, was not read; None if it was."""
        row = self._row("SELECT problem FROM document WHERE path = ?", path)
        return Problem._make(load(row[0])) if row is not None and row[0] is not None else None

    def problems(self) -> dict[str, Problem]:
        """All files that were not, or not wholly, read."""
        query = "SELECT path, problem FROM document WHERE problem IS NOT NULL"
        return {path: Problem._make(load(data)) for path, data in self._connection.execute(query)}

    def papers(self) -> list[str]:
        """All identifiers that are mentioned, in order."""
        return [key[1:] for key in self._keys(PAPER, 1)]

    def shared_names(self) -> list[str]:
        """The name keys that occur at least twice, in order: only those can be in conflict."""
        return [key[1:] for key in self._keys(NAME, 2)]

    def _keys(self, kind: str, least: int) -> Iterable[str]:
        query = "SELECT key FROM posting WHERE key >= ? AND key < ? GROUP BY key HAVING count(*) >= ?"
        return (key for (key,) in self._connection.execute(query, (kind, chr(ord(kind) + 1), least)))

    def names_in(self, path: str) -> set[str]:
        """The name keys of the labels in a document."""
        row = self._row("SELECT keys FROM document WHERE path = ?", path)
        keys = load(row[0]) if row is not None else ()
        return {key[1:] for key, _, _ in keys if key[0] == NAME}

    @property
    def generation(self) -> int:
        """A number that changes whenever what the index says does.

        Asking for it also begins a view of the index that other runs, which may go on writing, do not change.
        """
        if not self._connection.in_transaction:
            self._connection.execute("BEGIN")
        row = self._connection.execute("SELECT value FROM meta WHERE name = 'generation'").fetchone()
        return int(row[0])
