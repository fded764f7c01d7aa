"""Building a store: records stream in, a new file appears whole or not at all."""

from __future__ import annotations

import os
import pickle
import sqlite3
from collections.abc import Iterable
from typing import Final

from arxlint import __version__
from arxlint.metadata import schema
from arxlint.metadata.coverage import Census
from arxlint.metadata.days import today
from arxlint.metadata.errors import StoreError
from arxlint.metadata.indexing import TitleIndex
from arxlint.metadata.keys import key_of
from arxlint.metadata.merge import merge
from arxlint.metadata.paper import Paper
from arxlint.metadata.progress import Progress
from arxlint.metadata.reading import Problem, source_files
from arxlint.metadata.records import RecordFile
from arxlint.metadata.wordset import Vocabulary
from arxlint.metadata.workfile import discard, put_in_place, sweep, working_path
from arxlint.system.records import NamedTuple

_BATCH: Final = 4_000
_SPEED: Final = """
PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -262144;
"""
_STASH: Final = """
CREATE TEMP TABLE stash(key INTEGER, record BLOB);
CREATE TEMP TABLE fragment(key INTEGER, record BLOB);
"""
_INSERT: Final = f"INSERT OR REPLACE INTO paper({schema.COLUMNS}) VALUES({schema.PLACEHOLDERS})"


class Outcome(NamedTuple):
    """What a build came to: papers in the store, records read, bad ones, and fragments without a paper."""

    papers: int
    records: int
    problems: tuple[Problem, ...]
    fragments: int


class StoreBuilder:
    """Collects records in a working file beside the target and puts it in the target's place at the end.

    Use as a context manager: whatever ends the block early leaves the target as it was and no working
    file behind.  ``base`` is a store to start from.  Raises StoreError where the target's folder cannot be
    written.
    """

    def __init__(self, target: str, base: str | None = None, progress: Progress | None = None) -> None:
        self._target = os.path.abspath(target)
        self._progress = progress or Progress()
        self._working = working_path(self._target)
        self._vocabulary = Vocabulary()
        self._origins: dict[int, tuple[str, str | None]] = {}
        self._open_origins: dict[str, int] = {}
        self._snapshot: str | None = None
        self._snapshot_source = ""
        self._unabridged = False
        self._records = 0
        self.problems: list[Problem] = []
        sweep(self._target)
        try:
            if base is not None:
                import shutil

                shutil.copyfile(base, self._working)
            self._connection = sqlite3.connect(self._working, isolation_level=None)
            self._connection.executescript(_SPEED)
            if base is None:
                self._connection.executescript(schema.TABLES)
            self._connection.executescript(_STASH)
            self._connection.execute("BEGIN")
        except (OSError, sqlite3.Error) as error:
            discard(self._working)
            raise StoreError(f"{target}: cannot be written: {error}") from None
        self._index = TitleIndex(self._connection, existing=base is not None)
        if base is not None:
            self._take_over()

    def __enter__(self) -> StoreBuilder:
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.clear()
        self._connection.close()
        discard(self._working)

    def add_source(
        self, path: str, as_of: str | None = None, unabridged: bool = False, snapshot: bool = True
    ) -> None:
        """Read a file, or every file of a folder.

        ``as_of`` overrides the date as of which a snapshot is good; ``unabridged`` is the user's word that
        it lists every paper; ``snapshot=False`` that it does not.  Raises StoreError for what is no source.
        """
        for file in source_files(path):
            reader = RecordFile(file, self.problems.append)
            try:
                self._progress.start(f"reading {os.path.basename(file)}", reader.size)
                source = self.add(reader, as_of, reader)
                self.remove(reader.deleted)
                date = as_of or reader.snapshot
                if snapshot and reader.format in ("kaggle", "oai") and date:
                    self.add_snapshot(date, source, unabridged)
                for month, known in reader.complete.items():
                    self.cover(month, known, source or file)
            finally:
                reader.close()

    def add(self, papers: Iterable[Paper], as_of: str | None = None, reader: RecordFile | None = None) -> str:
        """Take in papers; returns the source that the last one named.

        ``as_of`` is for papers that have none of their own; without it the reader's snapshot date is used,
        which is known only at its end.
        """
        source = ""
        batch: dict[int, Paper] = {}
        for paper in papers:
            self._records += 1
            key = key_of(paper.id)
            if key is None:
                continue
            source = paper.source or source
            if not paper.title:
                self._put_aside("fragment", key, paper)
            elif key in batch:
                self._put_aside("stash", key, paper)
            else:
                batch[key] = paper
                if len(batch) >= _BATCH:
                    self._store(batch)
                    if reader is not None:
                        self._progress.update(reader.position(), f"{self._records:,} records")
        self._store(batch)
        self._settle(as_of or (reader.snapshot if reader is not None else None))
        return source

    def remove(self, ids: Iterable[str]) -> None:
        """Drop papers that arXiv deleted."""
        for identifier in ids:
            key = key_of(identifier)
            if key is not None and (before := self._papers([key])):
                self._index.remove(key, before[key].titles)
                self._connection.execute("DELETE FROM paper WHERE key = ?", (key,))

    def add_snapshot(self, as_of: str, source: str, unabridged: bool = False) -> None:
        """Note that what was added lists everything that arXiv had on a date."""
        if as_of > (self._snapshot or ""):
            self._snapshot, self._snapshot_source = as_of, source
        self._unabridged |= unabridged

    def cover(self, month: str, as_of: str, source: str) -> None:
        """Note that every paper of a month is here."""
        self._connection.execute(
            "INSERT INTO coverage VALUES(?, ?, ?) ON CONFLICT(month) DO UPDATE SET as_of = excluded.as_of, "
            "source = excluded.source WHERE excluded.as_of > as_of",
            (month, as_of, source),
        )

    def note(self, name: str, value: str) -> None:
        """Write something into ``about``."""
        self._connection.execute("INSERT OR REPLACE INTO about VALUES(?, ?)", (name, value))

    def finish(self) -> Outcome:
        """Index, close, and put the file in its place."""
        fragments = self._merge_in("fragment", None)
        self._census()
        (papers,) = self._connection.execute("SELECT count(*) FROM paper").fetchone()
        if not papers:
            raise StoreError("no record could be read: nothing was built")
        self._index.finish(self._progress, papers)
        self.note("papers", str(papers))
        self.note("vocabulary", " ".join(self._vocabulary.words))
        self.note("built", today())
        self.note("arxlint", __version__)
        self._connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        self._connection.execute(f"PRAGMA user_version = {schema.FORMAT}")
        self._connection.execute("COMMIT")
        self._connection.close()
        put_in_place(self._working, self._target)
        self._progress.clear()
        return Outcome(papers, self._records, tuple(self.problems), fragments)

    def _store(self, batch: dict[int, Paper]) -> None:
        """Insert new papers, put known ones aside, and empty the batch."""
        known = self._known(batch)
        for key in known:
            self._put_aside("stash", key, batch.pop(key))
        self._write(batch.items())
        batch.clear()

    def _write(self, papers: Iterable[tuple[int, Paper]]) -> None:
        rows = []
        for key, paper in papers:
            rows.append(schema.row_of(key, paper, self._origin(paper.source), self._vocabulary))
            self._index.add(key, paper.titles)
        self._connection.executemany(_INSERT, rows)

    def _known(self, keys: Iterable[int]) -> list[int]:
        ordered, found = sorted(keys), []
        for start in range(0, len(ordered), 500):
            part = ordered[start : start + 500]
            marks = ",".join("?" * len(part))
            query = f"SELECT key FROM paper WHERE key IN ({marks})"
            found += [key for (key,) in self._connection.execute(query, part)]
        return found

    def _put_aside(self, table: str, key: int, paper: Paper) -> None:
        self._connection.execute(f"INSERT INTO {table} VALUES(?, ?)", (key, pickle.dumps(paper)))

    def _origin(self, source: str) -> int:
        """Return the number of a source while its date is open."""
        number = self._open_origins.get(source)
        if number is None:
            number = self._open_origins[source] = len(self._origins) + 1
            self._origins[number] = (source, None)
            self._connection.execute("INSERT INTO origin VALUES(?, ?, NULL)", (number, source))
        return number

    def _settle(self, as_of: str | None) -> None:
        """Give a source's papers its date, now that it is known, and merge those that were known before."""
        for source, number in self._open_origins.items():
            self._origins[number] = (source, as_of)
            self._connection.execute("UPDATE origin SET as_of = ? WHERE number = ?", (as_of, number))
        self._merge_in("stash", as_of)
        self._open_origins.clear()

    def _merge_in(self, table: str, as_of: str | None) -> int:
        """Merge what was put aside into the papers; returns how many papers there were none for."""
        without = 0
        last = -1
        while True:
            rows = self._connection.execute(
                f"SELECT rowid, key, record FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT {_BATCH}",
                (last,),
            ).fetchall()
            if not rows:
                break
            last = rows[-1][0]
            before = self._papers({key for _, key, _ in rows})
            after: dict[int, Paper] = {}
            for _, key, record in rows:
                known = after.get(key) or before.get(key)
                if known is None:
                    without += 1
                    continue
                paper: Paper = pickle.loads(record)  # our own temporary table
                if paper.as_of is None and paper.title:
                    paper = paper._replace(as_of=as_of)
                after[key] = merge(known, paper)
            for key in after:
                self._index.remove(key, before[key].titles)
            self._write(after.items())
        self._connection.execute(f"DELETE FROM {table}")
        return without

    def _papers(self, keys: Iterable[int]) -> dict[int, Paper]:
        ordered = sorted(keys)
        found = {}
        for start in range(0, len(ordered), 500):
            part = ordered[start : start + 500]
            marks = ",".join("?" * len(part))
            query = f"SELECT {schema.COLUMNS} FROM paper WHERE key IN ({marks})"
            for row in self._connection.execute(query, part):
                found[row[0]] = schema.paper_of(row, self._origins, self._vocabulary)
        return found

    def _take_over(self) -> None:
        """Load what the store that we start from has in its small tables."""
        for number, source, as_of in self._connection.execute("SELECT number, source, as_of FROM origin"):
            self._origins[number] = (source, as_of)
        about = dict(self._connection.execute("SELECT name, value FROM about"))
        self._vocabulary = Vocabulary(about["vocabulary"].split(" ") if about.get("vocabulary") else ())
        self._snapshot = about.get("snapshot")

    def _census(self) -> None:
        """Work out of which months the store has every paper."""
        if self._snapshot is None:
            return
        self.note("snapshot", self._snapshot)
        census = Census()
        census.add(key for (key,) in self._connection.execute("SELECT key FROM paper ORDER BY key"))
        for month in census.whole_months(self._snapshot, self._unabridged):
            self.cover(month, self._snapshot, self._snapshot_source)
