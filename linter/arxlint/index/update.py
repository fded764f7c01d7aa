"""Bringing an index up to date: only files whose stamp changed are read, only changed contents extracted."""

from __future__ import annotations

import marshal
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from arxlint.config.profile import Profile
from arxlint.discovery import Entry
from arxlint.index.cache import digest
from arxlint.index.ledger import ITEM_BITS
from arxlint.index.packing import load, pack, path_postings
from arxlint.system.records import NamedTuple

_UNSETTLED: Final = 2_000_000_000
"""Nanoseconds within which a file may change again without its stamp telling: the coarsest clock of a file
system (FAT) ticks every two seconds."""
_CHUNK: Final = 64
"""Files that are extracted and written together."""
_CHUNK_BYTES: Final = 1_000_000
PARALLEL_BYTES: Final = 1_500_000
"""Below this, starting processes costs more than they save."""


class Task(NamedTuple):
    """A file to read: its path, the digest of what is known of it (empty: nothing), and its size."""

    path: str
    known: bytes
    size: int


_Row = tuple[str, str, str, bytes | None, bytes | None, bytes]
"""Instance, date, kind, problem, rest, keys of a document."""


class Renewed(NamedTuple):
    """A file as it is now.  ``row`` is None if its content is what is known already."""

    path: str
    digest: bytes
    row: _Row | None = None
    items: Sequence[tuple[int, bytes]] = ()


def update(
    connection: sqlite3.Connection,
    tree: Mapping[str, Sequence[Entry]],
    root: str,
    profile: Profile,
    jobs: int,
) -> None:
    """Make the index say what the files of ``tree`` say; ``jobs`` is the number of processes.

    Written in pieces: interrupted, or beside another run, the index is behind but never wrong.
    """
    stored = dict(connection.execute("SELECT path, files FROM folder"))
    behind: dict[str, Sequence[Entry]] = {}
    for folder, entries in tree.items():
        data = stored.pop(folder, None)
        if data is None or load(data) != entries:
            behind[folder] = entries
    if not behind and not stored:
        return
    # Taken before the files are read: what changes from now on has a later stamp, or an unsettled one.
    now = time.time_ns()
    tasks: list[Task] = []
    for folder in stored:
        _forget(connection, folder)
    for folder, entries in behind.items():
        tasks += _tasks(connection, folder, entries)
    for renewed in _renew(tasks, root, profile, jobs):
        _write(connection, renewed)
    with _Transaction(connection):
        for folder, entries in behind.items():
            settled = [tuple(one) for one in entries if now - max(one[2], one[3]) > _UNSETTLED]
            connection.execute(
                "INSERT OR REPLACE INTO folder VALUES (?, ?)", (folder, marshal.dumps(settled))
            )


def _tasks(connection: sqlite3.Connection, folder: str, entries: Sequence[Entry]) -> Iterator[Task]:
    """Yield the files of a folder to be read; forget those that are gone."""
    row = connection.execute("SELECT files FROM folder WHERE path = ?", (folder,)).fetchone()
    unchanged = set(load(row[0])) if row else set()
    known = _documents(connection, folder)
    for entry in entries:
        path = folder + entry.name
        had = known.pop(entry.name, b"")
        if not had or entry not in unchanged:
            yield Task(path, had, entry.size)
    if known:
        with _Transaction(connection):
            for name in known:
                _delete(connection, folder + name)
            _count(connection)


def _documents(connection: sqlite3.Connection, folder: str) -> dict[str, bytes]:
    """Return the known files right in a folder, with the digests of their contents."""
    start = len(folder)
    query = "SELECT path, digest FROM document WHERE path >= ? AND path < ?"
    bounds = (folder, folder[:-1] + "0") if folder else ("", "\U0010ffff")
    return {
        path[start:]: content
        for path, content in connection.execute(query, bounds)
        if path.find("/", start) < 0
    }


def _forget(connection: sqlite3.Connection, folder: str) -> None:
    """Remove a folder that has no files any more."""
    with _Transaction(connection):
        for name in _documents(connection, folder):
            _delete(connection, folder + name)
        connection.execute("DELETE FROM folder WHERE path = ?", (folder,))
        _count(connection)


def _renew(tasks: Sequence[Task], root: str, profile: Profile, jobs: int) -> Iterator[list[Renewed]]:
    """Read and extract files, a piece at a time."""
    pieces = list(_pieces(tasks))
    if jobs > 1 and len(pieces) > 1 and sum(task.size for task in tasks) >= PARALLEL_BYTES:
        from arxlint.system.parallel import over_processes

        yield from over_processes(_renew_piece, [(piece, root, profile) for piece in pieces], jobs)
    else:
        for piece in pieces:
            yield _renew_piece((piece, root, profile))


def _pieces(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    piece: list[Task] = []
    size = 0
    for task in tasks:
        piece.append(task)
        size += task.size
        if len(piece) >= _CHUNK or size >= _CHUNK_BYTES:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


def _renew_piece(work: tuple[list[Task], str, Profile]) -> list[Renewed]:
    tasks, root, profile = work
    return [_renew_file(task, root, profile) for task in tasks]


def _renew_file(task: Task, root: str, profile: Profile) -> Renewed:
    from arxlint.index.reading import Problem, Read, read_bytes, read_file

    raw = read_file(root, task.path)
    if isinstance(raw, Problem):
        content, read = b"-", Read(None, raw)
    else:
        content = digest(raw)
        if content == task.known:
            return Renewed(task.path, content)
        read = read_bytes(raw, task.path, profile)
    problem = marshal.dumps(tuple(read.problem)) if read.problem else None
    if read.facts is None:
        keys = marshal.dumps([tuple(one) for one in path_postings(task.path, profile)])
        return Renewed(task.path, content, ("", "", "", problem, None, keys))
    packed = pack(read.facts, profile)
    keys = marshal.dumps([tuple(one) for one in packed.postings])
    row = (packed.instance, packed.date, packed.kind, problem, packed.rest, keys)
    return Renewed(task.path, content, row, packed.items)


def _write(connection: sqlite3.Connection, renewed: Sequence[Renewed]) -> None:
    if not any(one.row for one in renewed):
        return
    with _Transaction(connection):
        for one in renewed:
            if one.row is None:
                continue
            _write_document(connection, one, one.row)
        _count(connection)


def _write_document(connection: sqlite3.Connection, renewed: Renewed, row: _Row) -> None:
    """Write what a document says now; of a document that is known, only what differs."""
    known = connection.execute("SELECT id, keys FROM document WHERE path = ?", (renewed.path,)).fetchone()
    if known is None:
        cursor = connection.execute(
            "INSERT INTO document(path, digest, instance, date, kind, problem, rest, keys)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (renewed.path, renewed.digest, *row),
        )
        identity = cursor.lastrowid or 0
        old: set[tuple[str, int, int]] = set()
        items: dict[int, bytes] = {}
    else:
        identity = known[0]
        connection.execute(
            "UPDATE document SET digest = ?, instance = ?, date = ?, kind = ?, problem = ?, rest = ?,"
            " keys = ? WHERE id = ?",
            (renewed.digest, *row, identity),
        )
        old = set(load(known[1]))
        bounds = (identity << ITEM_BITS, identity + 1 << ITEM_BITS)
        items = dict(connection.execute("SELECT id, data FROM item WHERE id >= ? AND id < ?", bounds))
    first = identity << ITEM_BITS
    new = dict.fromkeys(load(row[-1]))
    _delete_postings(connection, first, (one for one in old if one not in new))
    connection.executemany(
        "INSERT OR IGNORE INTO posting VALUES (?, ?, ?)",
        [(key, first + number, label) for key, number, label in new if (key, number, label) not in old],
    )
    wanted = {first + number: data for number, data in renewed.items}
    connection.executemany("DELETE FROM item WHERE id = ?", [(one,) for one in items if one not in wanted])
    connection.executemany(
        "INSERT OR REPLACE INTO item VALUES (?, ?)",
        [(item, data) for item, data in wanted.items() if items.get(item) != data],
    )


def _delete_postings(
    connection: sqlite3.Connection, first: int, postings: Iterable[tuple[str, int, int]]
) -> None:
    connection.executemany(
        "DELETE FROM posting WHERE key = ? AND item = ? AND label = ?",
        [(key, first + number, label) for key, number, label in postings],
    )


def _delete(connection: sqlite3.Connection, path: str) -> None:
    """Forget a document: only its own keys are touched."""
    row = connection.execute("SELECT id, keys FROM document WHERE path = ?", (path,)).fetchone()
    if row is None:
        return
    first = row[0] << ITEM_BITS
    _delete_postings(connection, first, load(row[1]))
    connection.execute("DELETE FROM item WHERE id >= ? AND id < ?", (first, row[0] + 1 << ITEM_BITS))
    connection.execute("DELETE FROM document WHERE id = ?", (row[0],))


def _count(connection: sqlite3.Connection) -> None:
    """Note that the content changed: verdicts over the old one no longer hold."""
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'generation'")
    connection.execute("DELETE FROM verdict")


class _Transaction:
    """A transaction for writing, undone on any exception, KeyboardInterrupt included."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._connection.execute("ROLLBACK" if kind else "COMMIT")


def processes(jobs: int) -> int:
    """Return the number of processes for ``--jobs``: as many as processors if it is 0."""
    if jobs:
        return jobs
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1
