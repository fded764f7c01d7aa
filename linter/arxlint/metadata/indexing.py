"""The title index of a store: filled in one pass for a new store, kept up row by row for an old one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

from arxlint.metadata import schema
from arxlint.metadata.progress import Progress
from arxlint.metadata.titles import index_terms, name_hash, title_hash

_BATCH: Final = 5_000
_FREQUENT: Final = 100
"""Words in fewer titles are not in the table of frequencies: they are as good as unique."""


class TitleIndex:
    """The tables ``title``, ``name``, ``term`` and ``frequency`` of an open store."""

    def __init__(self, connection: sqlite3.Connection, existing: bool) -> None:
        self._connection = connection
        self._existing = existing

    def add(self, key: int, titles: tuple[str, ...]) -> None:
        """Index a paper that is not indexed yet (a new store is indexed at the end)."""
        if self._existing:
            execute = self._connection.execute
            for hashed, table in _hashes(titles):
                execute(f"INSERT OR IGNORE INTO {table} VALUES(?, ?)", (hashed, key))
            execute("INSERT INTO term(rowid, words) VALUES(?, ?)", (key, _terms(titles)))

    def remove(self, key: int, titles: tuple[str, ...]) -> None:
        """Take a paper out of the index; ``titles`` must be those that it was indexed with."""
        if self._existing:
            execute = self._connection.execute
            for hashed, table in _hashes(titles):
                execute(f"DELETE FROM {table} WHERE hash = ? AND key = ?", (hashed, key))
            execute("INSERT INTO term(term, rowid, words) VALUES('delete', ?, ?)", (key, _terms(titles)))

    def finish(self, progress: Progress, papers: int) -> None:
        """Index all papers of a new store; count words."""
        connection = self._connection
        if not self._existing:
            for statement in schema.INDEXES:
                connection.execute(statement)
            connection.execute("CREATE TEMP TABLE hashed_title(hash INTEGER, key INTEGER)")
            connection.execute("CREATE TEMP TABLE hashed_name(hash INTEGER, key INTEGER)")
            progress.start("indexing titles", papers)
            self._fill(progress)
            progress.start("sorting the title index", 0)
            progress.update(0)
            for table in ("title", "name"):
                connection.execute(
                    f"INSERT INTO main.{table} SELECT DISTINCT hash, key FROM hashed_{table} ORDER BY 1, 2"
                )
                connection.execute(f"DROP TABLE hashed_{table}")
            connection.execute("INSERT INTO term(term) VALUES('optimize')")
        connection.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, term, row)")
        connection.execute("DELETE FROM frequency")
        connection.execute(
            "INSERT INTO frequency SELECT term, doc FROM temp.vocabulary WHERE doc >= ?", (_FREQUENT,)
        )
        connection.execute("DROP TABLE temp.vocabulary")

    def _fill(self, progress: Progress) -> None:
        connection = self._connection
        terms: list[tuple[int, str]] = []
        hashes: dict[str, list[tuple[int, int]]] = {"title": [], "name": []}
        done = 0
        rows = connection.execute("SELECT key, title, titles FROM paper ORDER BY key")
        for key, title, told in rows:
            titles = (title, *schema.other_titles(told))
            terms.append((key, _terms(titles)))
            for hashed, table in _hashes(titles):
                hashes[table].append((hashed, key))
            if len(terms) == _BATCH:
                done += len(terms)
                self._flush(terms, hashes)
                progress.update(done)
        self._flush(terms, hashes)

    def _flush(self, terms: list[tuple[int, str]], hashes: dict[str, list[tuple[int, int]]]) -> None:
        self._connection.executemany("INSERT INTO term(rowid, words) VALUES(?, ?)", terms)
        for table, rows in hashes.items():
            self._connection.executemany(f"INSERT INTO hashed_{table} VALUES(?, ?)", rows)
            rows.clear()
        terms.clear()


def _terms(titles: tuple[str, ...]) -> str:
    if len(titles) == 1:
        return " ".join(index_terms(titles[0]))
    return " ".join(dict.fromkeys(term for title in titles for term in index_terms(title)))


def _hashes(titles: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    for title in titles:
        hashed = title_hash(title)
        if hashed is not None:
            yield hashed, "title"
        hashed = name_hash(title)
        if hashed is not None:
            yield hashed, "name"
