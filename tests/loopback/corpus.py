"""Papers that the loopback arXiv serves, as data: real identifiers are used with made-up content."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple


class Record(NamedTuple):
    """A paper with its whole history.  ``titles`` and ``dates`` have one entry a version."""

    id: str
    titles: tuple[str, ...]
    dates: tuple[str, ...]
    authors: tuple[str, ...] = ("Ada Lovelace", "Charles Babbage")
    abstract: str = "We study engines."
    categories: tuple[str, ...] = ("cs.CL",)
    comment: str = ""
    journal_ref: str = ""
    doi: str = ""
    withdrawn: bool = False
    datestamp: str = ""
    deleted: bool = False

    @property
    def latest(self) -> int:
        return len(self.titles)

    @property
    def stamp(self) -> str:
        return self.datestamp or self.dates[-1]


def paper(identifier: str, title: str, date: str = "2024-01-02", versions: int = 1, **rest: Any) -> Record:
    """Return a paper with versions a month apart, all under one title."""
    year, month, day = (int(part) for part in date.split("-"))
    dates = tuple(
        f"{year + (month - 1 + number) // 12:04d}-{(month - 1 + number) % 12 + 1:02d}-{day:02d}"
        for number in range(versions)
    )
    return Record(identifier, (title,) * versions, dates, **rest)


CANARY = paper("0704.0001", "Calculation of prompt diphoton production cross sections", "2007-04-02", 2)


def from_json_lines(lines: Iterable[str]) -> list[Record]:
    """Read papers from JSON lines as ``arxlint store`` reads them; unknown dates are made up."""
    found = []
    for line in lines:
        record = json.loads(line)
        if "id" not in record or not record.get("title"):
            continue
        dated = {entry[0]: entry[1] for entry in record.get("versions") or ()}
        titled = {entry[0]: entry[2] for entry in record.get("versions") or () if len(entry) > 2}
        latest = max([record.get("latest_version") or 1, *dated])
        first = (record.get("submitted") or dated.get(1) or "2020-01-01")[:10]
        dates = tuple((dated.get(number) or first)[:10] for number in range(1, latest + 1))
        titles = tuple(titled.get(number) or record["title"] for number in range(1, latest + 1))
        found.append(
            Record(
                record["id"],
                titles,
                dates,
                tuple(record.get("authors") or ("Anonymous",)),
                record.get("abstract") or "No abstract.",
                tuple(record.get("categories") or ("cs.CL",)),
                record.get("comment") or "",
                record.get("journal_ref") or "",
                record.get("doi") or "",
                bool(record.get("withdrawn")),
            )
        )
    return found
