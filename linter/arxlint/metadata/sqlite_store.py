"""The store: millions of papers in one SQLite file, read in place.

The file is opened read-only and as immutable (``store build`` and ``store sync`` replace a file whole, they
never write into it), so that any number of runs can share it without locks.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from arxlint.match.normalise import fold, name_key
from arxlint.metadata import schema
from arxlint.metadata.errors import StoreError
from arxlint.metadata.keys import group_of, identifier_of, key_of
from arxlint.metadata.paper import Absent, Answer, Candidate, Paper
from arxlint.metadata.titles import RAREST, index_terms, least_shared, name_of, rank, title_hash
from arxlint.metadata.wordset import Vocabulary

_BATCH: Final = 500
_CANDIDATES: Final = 60


def _any_of(words: Sequence[str], least: int) -> str:
    """Return the full-text query for so many of the words."""
    quoted = [f'"{word}"' for word in words]
    return " OR ".join(f"({' '.join(some)})" for some in combinations(quoted, min(least, len(words))))


class SqliteStore:
    """A store file.  Opened when it is first asked something; use ``check`` to open it at once."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._process = 0
        self._origins: dict[int, tuple[str, str | None]] = {}
        self._vocabulary = Vocabulary()
        self._coverage: dict[str, tuple[str, str]] = {}
        self._papers = 0
        self._known_frequencies: dict[str, int] = {}

    def check(self) -> None:
        """Open the file; raises StoreError if it is not a store that this version reads."""
        self._open()

    def close(self) -> None:
        """Close the file; asking again opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> SqliteStore:
        self._open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        self._open()
        return self._papers

    def lookup(self, ids: Iterable[str]) -> dict[str, Answer]:
        """Answer for canonical identifiers.  Raises StoreError if the file cannot be read."""
        wanted = {key: identifier for identifier in ids if (key := key_of(identifier)) is not None}
        answers: dict[str, Answer] = {}
        for key, paper in self._rows(wanted):
            answers[wanted[key]] = paper
        for key, identifier in wanted.items():
            if identifier not in answers and (known := self._coverage.get(group_of(key)[1])):
                answers[identifier] = Absent(identifier, *known)
        return answers

    def titled(self, title: str) -> Sequence[Paper]:
        """Papers one of whose titles equals the argument when both are folded, oldest first."""
        number = title_hash(title)
        if number is None:
            return ()
        folded = fold(title)
        return [
            paper
            for paper in self._hashed("title", number)
            if any(fold(known) == folded for known in paper.titles)
        ]

    def named(self, name: str) -> Sequence[Paper]:
        """Papers one of whose titles begins with the name and a colon, folded, oldest first."""
        key = name_key(name)
        if not key:
            return ()
        from zlib import crc32

        return [
            paper
            for paper in self._hashed("name", crc32(key.encode()))
            if any(name_of(title) == key for title in paper.titles)
        ]

    def search(self, label: str, limit: int = 5) -> Sequence[Candidate]:
        """Papers that a title or nickname may mean, best first."""
        terms = index_terms(label)
        if not terms:
            return ()
        exact = {paper.id: paper for paper in (*self.titled(label), *self.named(label))}
        found = {**self._titles(self._sharing_words(terms)), **exact}
        ranked = rank(label, found.values(), self._frequencies, max(self._papers, 1), limit)
        papers = self.lookup(candidate.paper.id for candidate in ranked)
        return [
            candidate._replace(paper=paper)
            for candidate in ranked
            if isinstance(paper := papers[candidate.paper.id], Paper)
        ]

    def papers(self) -> Iterator[Paper]:
        """Every paper, in the order of keys (new scheme by month, then old scheme by archive)."""
        last = -1
        query = f"SELECT {schema.COLUMNS} FROM paper WHERE key > ? ORDER BY key LIMIT 5000"
        while rows := self._query(query, (last,)):
            for row in rows:
                yield self._paper(row)
            last = rows[-1][0]

    def about(self) -> dict[str, str]:
        """What the file says of itself: format, when and by which version it was built, counts."""
        return dict(self._query("SELECT name, value FROM about"))

    def origins(self) -> list[tuple[str, str | None, int]]:
        """Sources with the date as of which each is good, and the number of papers that it gave last."""
        query = (
            "SELECT source, origin.as_of, count(*) FROM paper JOIN origin ON origin = number "
            "GROUP BY number ORDER BY 3 DESC, 1"
        )
        return list(self._query(query))

    def coverage(self) -> dict[str, tuple[str, str]]:
        """Months ``YYMM`` of which every paper is here, with date and source of that knowledge."""
        self._open()
        return dict(self._coverage)

    def _hashed(self, table: str, number: int) -> list[Paper]:
        query = f"SELECT {schema.COLUMNS} FROM paper WHERE key IN (SELECT key FROM {table} WHERE hash = ?)"
        return [self._paper(row) for row in self._query(query, (number,))]

    def _rows(self, keys: Iterable[int]) -> Iterator[tuple[int, Paper]]:
        ordered = sorted(keys)
        for start in range(0, len(ordered), _BATCH):
            batch = ordered[start : start + _BATCH]
            marks = ",".join("?" * len(batch))
            query = f"SELECT {schema.COLUMNS} FROM paper WHERE key IN ({marks})"
            for row in self._query(query, batch):
                yield row[0], self._paper(row)

    def _query(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """Return all rows of a query.  Raises StoreError where the file is damaged."""
        try:
            return self._open().execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: damaged: {error}: build it again") from None

    def _paper(self, row: schema.Row) -> Paper:
        try:
            return schema.paper_of(row, self._origins, self._vocabulary)
        except (ValueError, LookupError, TypeError) as error:
            raise StoreError(f"{self.path}: damaged: row {row[0]}: {error}: build it again") from None

    def _titles(self, keys: list[int]) -> dict[str, Paper]:
        """Return papers with nothing but their titles: enough to rank them."""
        marks = ",".join("?" * len(keys))
        query = f"SELECT key, title, titles FROM paper WHERE key IN ({marks})"
        found = {}
        for key, title, told in self._query(query, keys):
            identifier = identifier_of(key)
            found[identifier] = Paper(identifier, title, other_titles=schema.other_titles(told))
        return found

    def _frequencies(self, words: Iterable[str]) -> dict[str, int]:
        """Return in how many papers words occur: 1 for those too rare to be listed."""
        known = self._known_frequencies
        wanted = list(words)
        unknown = [word for word in wanted if word not in known]
        for start in range(0, len(unknown), _BATCH):
            batch = unknown[start : start + _BATCH]
            known.update(dict.fromkeys(batch, 1))
            marks = ",".join("?" * len(batch))
            known.update(self._query(f"SELECT word, papers FROM frequency WHERE word IN ({marks})", batch))
        return {word: known[word] for word in wanted}

    def _sharing_words(self, terms: list[str]) -> list[int]:
        """Return keys of papers whose titles share several of the rarest words, those with most first.

        Which papers have them is left to SQLite, which intersects lists of papers much faster than we can
        read them.
        """
        try:
            rarest = self._rarest(terms)
            least = least_shared(len(rarest))
            found = self._having(_any_of(rarest, least), _CANDIDATES + 1) if rarest else []
            more = found
            while len(more) > _CANDIDATES and least < len(rarest):
                least += 1
                more = self._having(_any_of(rarest, least), _CANDIDATES + 1)
                found = list(dict.fromkeys((*more, *found)))
        except sqlite3.Error as error:
            if "no such module" in str(error):
                return []  # an SQLite without FTS5: exact titles and names still work
            raise StoreError(f"{self.path}: damaged: {error}: build it again") from None
        return found[:_CANDIDATES]

    def _rarest(self, terms: list[str]) -> list[str]:
        """Return the rarest of words that occur in any title, so many as a search asks for."""
        frequencies = self._frequencies(terms)
        found: list[str] = []
        for word in sorted(terms, key=lambda word: (frequencies[word], word)):
            # What is too rare to be listed may as well occur nowhere.
            if frequencies[word] > 1 or self._having(f'"{word}"', 1):
                found.append(word)
                if len(found) == RAREST:
                    break
        return found

    def _having(self, query: str, limit: int) -> list[int]:
        """Return keys of the papers whose titles match a full-text query."""
        rows = self._open().execute("SELECT rowid FROM term WHERE term MATCH ? LIMIT ?", (query, limit))
        return [key for (key,) in rows]

    def _open(self) -> sqlite3.Connection:
        if self._connection is not None and self._process == os.getpid():
            return self._connection
        path = os.path.abspath(self.path)
        if not os.path.isfile(path):
            raise StoreError(f"{self.path}: no such store")
        quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23").replace(os.sep, "/")
        try:
            connection = sqlite3.connect(
                f"file:{quoted}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            self._read_head(connection)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: not a store: {error}") from None
        self._connection, self._process = connection, os.getpid()
        return connection

    def _read_head(self, connection: sqlite3.Connection) -> None:
        """Read the small tables; raises StoreError for other files and other formats."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != schema.APPLICATION_ID:
            connection.close()
            raise StoreError(f"{self.path}: not an arxlint store")
        if version != schema.FORMAT:
            connection.close()
            raise StoreError(
                f"{self.path}: store format {version}, but this arxlint reads format {schema.FORMAT}: "
                "build it again"
            )
        self._origins = {
            number: (source, as_of)
            for number, source, as_of in connection.execute("SELECT number, source, as_of FROM origin")
        }
        self._coverage = {
            month: (as_of, source)
            for month, as_of, source in connection.execute("SELECT month, as_of, source FROM coverage")
        }
        about = dict(
            connection.execute("SELECT name, value FROM about WHERE name IN ('papers', 'vocabulary')")
        )
        self._papers = int(about.get("papers", 0))
        self._vocabulary = Vocabulary(about["vocabulary"].split(" ") if about.get("vocabulary") else ())
