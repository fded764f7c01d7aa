"""The store's file format: one SQLite file, one row a paper.

===============  ===============================================================================
``paper``        rows, keyed by ``keys.key_of``
``origin``       sources with the date as of which each is good
``coverage``     months of which every paper is in the store, and as of when
``title``        CRC-32 of each folded title → paper
``name``         CRC-32 of each folded name (the part of a title before the colon) → paper
``term``         full-text index over the words of all titles, without positions
``frequency``    in how many papers a word of the titles occurs, where that is often
``about``        what the file says of itself
===============  ===============================================================================

A hash is only a way in: what it finds is compared with the title itself.
"""

from __future__ import annotations

import json
from typing import Any, Final

from arxlint.metadata.days import date_of, day_of
from arxlint.metadata.keys import identifier_of
from arxlint.metadata.paper import Paper, Version
from arxlint.metadata.wordset import Vocabulary

APPLICATION_ID: Final = 0x61727853  # "arxS"
FORMAT: Final = 1

TABLES: Final = """
CREATE TABLE paper(
    key INTEGER PRIMARY KEY, title TEXT NOT NULL, authors TEXT, categories TEXT, state INTEGER NOT NULL,
    versions BLOB, submitted INTEGER, comment TEXT, journal_ref TEXT, doi TEXT, withdrawn TEXT,
    titles TEXT, as_of INTEGER, origin INTEGER NOT NULL, words BLOB);
CREATE TABLE origin(number INTEGER PRIMARY KEY, source TEXT NOT NULL, as_of TEXT);
CREATE TABLE coverage(month TEXT PRIMARY KEY, as_of TEXT NOT NULL, source TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE about(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
INDEXES: Final = (
    "CREATE TABLE title(hash INTEGER, key INTEGER, PRIMARY KEY(hash, key)) WITHOUT ROWID",
    "CREATE TABLE name(hash INTEGER, key INTEGER, PRIMARY KEY(hash, key)) WITHOUT ROWID",
    "CREATE TABLE frequency(word TEXT PRIMARY KEY, papers INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE VIRTUAL TABLE term USING fts5(words, content='', detail=none, columnsize=0, "
    "tokenize='unicode61 remove_diacritics 0')",
)
COLUMNS: Final = (
    "key, title, authors, categories, state, versions, submitted, comment, journal_ref, doi, withdrawn, "
    "titles, as_of, origin, words"
)
PLACEHOLDERS: Final = ",".join("?" * 15)

_SAME: Final = ""  # the withdrawal notice is the comment
_WITHDRAWN: Final = 1 << 15

Row = tuple[Any, ...]


def row_of(key: int, paper: Paper, origin: int, vocabulary: Vocabulary) -> Row:
    """Return the row of a paper with a title."""
    versions = bytearray()
    titles: dict[str, Any] = {}
    for number, date, title, withdrawn in paper.versions:
        day = (day_of(date) or 0) if date else 0
        number = min(number, _WITHDRAWN - 1)
        versions += (number | (_WITHDRAWN if withdrawn else 0)).to_bytes(2, "little")
        versions += day.to_bytes(2, "little")
        if title and title != paper.title:
            titles.setdefault("versions", {})[number] = title
        elif title:
            titles.setdefault("same", []).append(number)
    if paper.other_titles:
        titles["others"] = paper.other_titles
    if titles.keys() == {"same"} and titles["same"] == [paper.latest]:
        titles = {}
    submitted = day_of(paper.submitted) if paper.submitted else None
    first = paper.versions[0] if paper.versions else None
    if first is not None and first.number == 1 and first.date == paper.submitted:
        submitted = None
    categories = " ".join(paper.categories)
    if paper.primary != (paper.categories[0] if paper.categories else None):
        categories = f"{paper.primary or ''}|{categories}"
    withdrawn_words = paper.withdrawn
    if withdrawn_words is not None and withdrawn_words == paper.comment:
        withdrawn_words = _SAME
    return (
        key,
        paper.title,
        "\n".join(paper.authors) or None,
        categories or None,
        paper.latest * 2 + paper.versions_complete,
        bytes(versions) or None,
        submitted,
        paper.comment,
        paper.journal_ref,
        paper.doi,
        withdrawn_words,
        json.dumps(titles, ensure_ascii=False, separators=(",", ":")) if titles else None,
        day_of(paper.as_of) if paper.as_of else None,
        origin,
        None if paper.abstract_words is None else vocabulary.encode(paper.abstract_words),
    )


def paper_of(row: Row, origins: dict[int, tuple[str, str | None]], vocabulary: Vocabulary) -> Paper:
    """Return the paper of a row."""
    (key, title, authors, categories, state, packed, submitted, comment, journal_ref, doi, withdrawn,
     titles, as_of, origin, words) = row  # fmt: skip
    told: dict[str, Any] = json.loads(titles) if titles else {}
    latest = state >> 1
    versions: tuple[Version, ...] = ()
    if packed:
        versions = tuple([_version(packed, at, latest, title, told) for at in range(0, len(packed), 4)])
    first = versions[0] if versions else None
    submitted_date: str | None = None
    if submitted is not None:
        submitted_date = date_of(submitted)
    elif first is not None and first.number == 1:
        submitted_date = first.date
    source, source_as_of = origins[origin]
    primary: str | None = None
    if categories:
        apart, bar, rest = categories.partition("|")
        names = tuple((rest if bar else categories).split())
        primary = (apart or None) if bar else names[0]
    else:
        names = ()
    return Paper(
        identifier_of(key),
        title,
        tuple(authors.split("\n")) if authors else (),
        versions,
        latest,
        bool(state & 1),
        submitted_date,
        primary,
        names,
        comment,
        journal_ref,
        doi,
        comment if withdrawn == _SAME else withdrawn,
        vocabulary.decode(words) if words is not None else None,
        tuple(told.get("others", ())),
        source_as_of if as_of is None else date_of(as_of),
        source,
    )


def other_titles(told: str | None) -> tuple[str, ...]:
    """Return the titles of earlier versions from the column ``titles``."""
    return tuple(json.loads(told).get("others", ())) if told else ()


def _version(packed: bytes, at: int, latest: int, title: str, told: dict[str, Any]) -> Version:
    number = packed[at] | packed[at + 1] << 8
    day = packed[at + 2] | packed[at + 3] << 8
    withdrawn = number & _WITHDRAWN != 0
    number &= _WITHDRAWN - 1
    known = None
    if told:
        known = told.get("versions", {}).get(str(number))
        if known is None and number in told.get("same", ()):
            known = title
    return Version(number, date_of(day) if day else None, known, withdrawn)
