"""Real papers for a generated knowledge base: read at run time, never kept."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

_NAME = re.compile(r"[A-Z][A-Za-z0-9]*[A-Z0-9][A-Za-z0-9]*")
_FIRST, _LAST = "2501", "2512"


class Real(NamedTuple):
    """A paper with a coined name before the colon of its title."""

    id: str
    name: str
    title: str
    authors: tuple[str, ...]


def records(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a file of JSON lines, zstd-compressed or not."""
    with path.open("rb") as raw:
        if path.suffix == ".zst":
            import zstandard

            stream: Any = io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(raw), encoding="utf-8")
        else:
            stream = io.TextIOWrapper(raw, encoding="utf-8")
        for line in stream:
            yield json.loads(line)


def named_papers(path: Path) -> list[Real]:
    """Return the papers of 2025 whose coined name no other title of the file begins with or contains.

    Withdrawn ones are left out; what they are called is not in doubt, but other rules would speak.
    """
    words: Counter[str] = Counter()
    found: list[Real] = []
    for record in records(path):
        title = record["title"]
        words.update({word.casefold() for word in re.findall(r"[A-Za-z0-9]+", title)})
        head, colon, rest = title.partition(": ")
        if (
            colon
            and _FIRST <= record["id"][:4] <= _LAST
            and record["id"][4:5] == "."
            and 5 <= len(head) <= 14
            and _NAME.fullmatch(head)
            and len(rest.split()) >= 4
            and rest.isascii()
            and "$" not in rest
            and not record.get("withdrawn")
            and not record.get("alt_titles")
        ):
            found.append(Real(record["id"], head, title, tuple(record.get("authors") or ())))
    return sorted(paper for paper in found if words[paper.name.casefold()] == 1)
