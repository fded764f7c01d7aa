"""Writing a store as JSON lines."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import IO

from arxlint.metadata.errors import StoreError
from arxlint.metadata.jsonlines import own_record
from arxlint.metadata.paper import Paper
from arxlint.metadata.progress import Progress
from arxlint.metadata.sqlite_store import SqliteStore


def export_lines(store: SqliteStore, wanted: Sequence[str] | None = None) -> Iterator[str]:
    """Yield a store's lines, without line ends: headers that say which months are complete, then papers.

    ``wanted`` limits the papers to canonical identifiers; then nothing is said of completeness.
    """
    if wanted is None:
        known: dict[tuple[str, str], list[str]] = {}
        for month, said in store.coverage().items():
            known.setdefault(said, []).append(month)
        for (as_of, source), months in sorted(known.items()):
            yield _line({"coverage": {"complete": sorted(months), "as_of": as_of}, "source": source})
        papers: Iterable[Paper] = store.papers()
    else:
        answers = store.lookup(wanted)
        found = (answers.get(identifier) for identifier in dict.fromkeys(wanted))
        papers = (answer for answer in found if isinstance(answer, Paper))
    for paper in papers:
        yield _line(own_record(paper))


def write_lines(lines: Iterable[str], output: str | None, progress: Progress, total: int) -> int:
    """Write lines to a file, whole or not at all, or to standard output; returns how many told of papers.

    A name that ends in ``.gz`` or ``.zst`` packs them.  Raises StoreError where the file cannot be written.
    """
    if output is None:
        return _write(lines, sys.stdout.buffer, progress, total)
    working = f"{output}.{os.getpid()}.part"
    try:
        with open(working, "wb") as raw:
            with _packed(raw, output) as stream:
                written = _write(lines, stream, progress, total)
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(working, output)
    except OSError as error:
        raise StoreError(f"{output}: cannot be written: {error.strerror or error}") from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(working)
    return written


@contextlib.contextmanager
def _packed(raw: IO[bytes], name: str) -> Iterator[IO[bytes]]:
    if name.endswith(".gz"):
        import gzip

        with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed:
            yield packed  # type: ignore[misc]
    elif name.endswith(".zst"):
        import zstandard

        with zstandard.ZstdCompressor(9).stream_writer(raw, closefd=False) as writer:
            yield writer
    else:
        yield raw


def _write(lines: Iterable[str], stream: IO[bytes], progress: Progress, total: int) -> int:
    progress.start("exporting", total)
    written = 0
    for line in lines:
        stream.write(line.encode() + b"\n")
        written += line.startswith('{"id"')
        progress.update(written)
    progress.clear()
    return written


def _line(record: dict[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
