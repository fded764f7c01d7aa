"""Opening what metadata comes in: files and folders, plain, gzip or Zstandard, always as a stream."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from typing import IO

from arxlint.metadata.errors import StoreError
from arxlint.system.records import NamedTuple

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_LONGEST_LINE = 64 << 20
_SUFFIXES = (".jsonl", ".ndjson", ".json", ".xml", ".atom")


class Problem(NamedTuple):
    """A record that could not be read: file, 1-based line (0: the file as a whole), and why."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}" if self.line else f"{self.path}: {self.message}"


Report = Callable[[Problem], None]


def source_files(path: str) -> list[str]:
    """Return the files of a source: itself, or what a folder holds, in name order.

    In a folder only ``.jsonl``, ``.ndjson``, ``.json``, ``.xml`` and ``.atom`` files count, also with
    ``.gz`` or ``.zst``.  Raises StoreError if there is none.
    """
    if os.path.isdir(path):
        found = sorted(
            entry.path
            for entry in os.scandir(path)
            if entry.is_file() and _bare(entry.name).endswith(_SUFFIXES) and not entry.name.startswith(".")
        )
        if not found:
            raise StoreError(f"{path}: no metadata in this folder (looked for {', '.join(_SUFFIXES)})")
        return found
    if not os.path.exists(path):
        raise StoreError(f"{path}: no such file or folder")
    return [path]


def _bare(name: str) -> str:
    lowered = name.lower()
    for suffix in (".gz", ".zst"):
        lowered = lowered.removesuffix(suffix)
    return lowered


class SourceFile:
    """One open source: the unpacked bytes, and how far the packed file has been read."""

    def __init__(self, path: str) -> None:
        """Open a file; raises StoreError where it cannot be read."""
        self.path = path
        try:
            self._raw: IO[bytes] = open(path, "rb")  # noqa: SIM115 - closed by close()
            self.size = os.fstat(self._raw.fileno()).st_size
            magic = self._raw.read(4)
            self._raw.seek(0)
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror or error}") from None
        self.stream: io.BufferedReader
        if magic.startswith(_GZIP):
            import gzip

            self.stream = io.BufferedReader(gzip.GzipFile(fileobj=self._raw))
        elif magic == _ZSTD:
            import zstandard

            reader = zstandard.ZstdDecompressor().stream_reader(self._raw, read_across_frames=True)
            self.stream = io.BufferedReader(reader, 1 << 18)
        else:
            self.stream = io.BufferedReader(self._raw, 1 << 18)

    def position(self) -> int:
        """Return how many bytes of the packed file have been read."""
        return self._raw.tell()

    def close(self) -> None:
        """Close the file."""
        self._raw.close()

    def first_character(self) -> bytes:
        """Return the first byte that is neither blank nor part of a byte-order mark, without consuming it."""
        try:
            ahead = self.stream.peek(4096)
        except unpacking_errors() as error:
            raise StoreError(f"{self.path}: cannot be unpacked: {error}") from None
        return ahead.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]

    def lines(self, report: Report) -> Iterator[tuple[int, bytes]]:
        """Yield number (1-based) and bytes of each line; damage at the end of the file is reported."""
        number = 0
        try:
            while line := self.stream.readline(_LONGEST_LINE):
                number += 1
                if number == 1:
                    line = line.removeprefix(b"\xef\xbb\xbf")
                yield number, line
        except unpacking_errors() as error:
            report(Problem(self.path, number + 1, f"damaged from here on: {error}"))


def unpacking_errors() -> tuple[type[Exception], ...]:
    """Return what a damaged file raises when it is read."""
    import sys
    import zlib

    zstandard = sys.modules.get("zstandard")
    return (OSError, EOFError, zlib.error, *((zstandard.ZstdError,) if zstandard else ()))
