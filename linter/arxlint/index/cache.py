"""Where an index lies, when it is valid, and what happens if it cannot be used.

One file for each root and way of reading it (globs, profile, Python version), in the user's cache folder:
a knowledge base from elsewhere must not be able to bring an index along.  Whatever is wrong with the file,
it is thrown away and built again; where none can be written, it is built in memory.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from typing import Final

from arxlint import __version__
from arxlint.system.folders import cache_folder
from arxlint.system.hashing import blake2b

_FORMAT: Final = "1"
_WAIT: Final = 10.0
"""Seconds to wait for another run that is writing: it writes a few hundred files at a time."""

_TABLES: Final = """
CREATE TABLE meta(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE folder(path TEXT PRIMARY KEY, files BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE document(
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, digest BLOB NOT NULL, instance TEXT NOT NULL,
    date TEXT NOT NULL, kind TEXT NOT NULL, problem BLOB, rest BLOB, keys BLOB NOT NULL);
CREATE TABLE item(id INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE posting(
    key TEXT NOT NULL, item INTEGER NOT NULL, label INTEGER NOT NULL, PRIMARY KEY(key, item, label)
) WITHOUT ROWID;
CREATE TABLE verdict(run BLOB PRIMARY KEY, number INTEGER NOT NULL, data BLOB NOT NULL) WITHOUT ROWID;
"""


def digest(data: bytes) -> bytes:
    """Return 16 bytes that tell contents apart."""
    return blake2b(data, digest_size=16).digest()


def index_path(root: str, settings: Sequence[str]) -> str:
    """Return where the index of a root lies; ``settings`` are all that decides how its files are read."""
    text = repr((os.path.realpath(root), tuple(settings), sys.version_info[:3], sys.implementation.name))
    name = digest(text.encode("utf-8", "surrogatepass")).hex()
    return os.path.join(cache_folder(), "bases", f"{name}.sqlite")


def code_stamp(folders: Iterable[str]) -> bytes:
    """Return what changes whenever the Python files in the folders do.

    Facts and verdicts are also functions of our code: this makes an upgrade, or a change in a clone, count
    without anybody having to remember to raise a number.
    """
    found = []
    for folder in folders:
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.endswith(".py"):
                        status = entry.stat()
                        found.append((entry.path, status.st_size, status.st_mtime_ns))
        except OSError:
            continue
    return digest(repr((__version__, sorted(found))).encode("utf-8", "surrogatepass"))


_READING_CODE: Final = (
    "", "config", "document", "extract", "index", "match", "policy", "recognise", "system", "text",
)  # fmt: skip


def reading_stamp() -> bytes:
    """Return the stamp of the code that makes facts."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    stamp = code_stamp(os.path.join(here, folder) for folder in _READING_CODE)
    return f"{_FORMAT}/".encode() + stamp


def open_index(path: str, *, writable: bool = True) -> sqlite3.Connection:
    """Open the index at ``path``, made new if it is missing, foreign, out of date or damaged.

    In memory if ``path`` is empty or the folder cannot be written.  With ``writable`` false the file is only
    read; raises sqlite3.Error if that is not possible.
    """
    if not writable:
        return _connect(path)
    if path:
        try:
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        except OSError:
            path = ""
    for attempt in range(2 if path else 0):
        try:
            connection = _connect(path)
        except sqlite3.Error:
            break
        try:
            if _prepare(connection):
                return connection
        except sqlite3.OperationalError as error:
            connection.close()
            if "locked" in str(error) or attempt:
                break
            remove(path)
        except sqlite3.DatabaseError:
            connection.close()
            remove(path)
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _prepare(connection)
    return connection


def remove(path: str) -> None:
    """Delete an index with its journal."""
    for suffix in ("", "-wal", "-shm"):
        try:
            os.unlink(path + suffix)
        except OSError:
            continue


def _connect(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None)
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def _prepare(connection: sqlite3.Connection) -> bool:
    """Make the tables, anew if they were made by other code."""
    stamp = reading_stamp()
    if _stamp_of(connection) == stamp:
        return True
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("BEGIN IMMEDIATE")
    try:
        if _stamp_of(connection) != stamp:  # another run may have been faster
            for (name,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
            ).fetchall():
                connection.execute(f"DROP TABLE {name}")
            for statement in _TABLES.split(";"):
                connection.execute(statement)
            connection.execute("INSERT INTO meta VALUES ('stamp', ?), ('generation', 0)", (stamp,))
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    return True


def _stamp_of(connection: sqlite3.Connection) -> bytes | None:
    try:
        row = connection.execute("SELECT value FROM meta WHERE name = 'stamp'").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return None
        raise
    return bytes(row[0]) if row else None
