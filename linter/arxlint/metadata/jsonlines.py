"""Records in JSON lines: the Kaggle arXiv dataset's, and our own.

The Kaggle dataset (``Cornell-University/arxiv``) has ``id, submitter, authors, title, comments,
journal-ref, doi, report-no, categories, license, abstract, versions[{version, created}], update_date,
authors_parsed``: complete version histories, known as of the newest ``update_date`` of the file.

Our own lines have ``id, title, authors[], submitted, latest_version, versions [[n, date]],
versions_partial, primary, categories[], comment, journal_ref, doi, withdrawn, abstract, as_of, source``,
of which only the identifier is required (``store export`` writes ``alt_titles``, ``versions_complete`` and
``abstract_words`` too): a line without a title completes another line of that
identifier.  A line without an identifier is a header for those that follow: ``{"as_of": DATE,
"source": NAME, "coverage": {"complete": ["2607"], "as_of": DATE}}``; ``coverage`` names the months
(``YYMM``) of which *every* paper is listed, so that others of those months are known not to exist.
"""

from __future__ import annotations

import re
from typing import Any, Final

from arxlint.match.normalise import words
from arxlint.metadata.days import iso
from arxlint.metadata.keys import canonical
from arxlint.metadata.paper import Paper, Version
from arxlint.metadata.withdrawal import withdrawal_notice
from arxlint.system.records import NamedTuple

KAGGLE = "Kaggle arXiv dataset"
MOST_VERSIONS = 9_999


class BadRecord(ValueError):
    """A record that says something impossible; the message names the field."""


class Header(NamedTuple):
    """What a header line says of the lines that follow."""

    as_of: str | None
    source: str | None
    complete: tuple[str, ...]
    complete_as_of: str | None


def is_kaggle(record: dict[str, Any]) -> bool:
    """Tell the Kaggle dataset's lines from our own."""
    return "authors_parsed" in record or "update_date" in record or "journal-ref" in record


def kaggle_paper(record: dict[str, Any]) -> Paper:
    """Return the paper of a Kaggle line; ``as_of`` is left to the caller.  Raises BadRecord."""
    identifier = _identifier(record)
    title = _text(record, "title")
    if not title:
        raise BadRecord("no title")
    versions = _kaggle_versions(record)
    comment, abstract = _text(record, "comments"), _text(record, "abstract")
    categories = tuple((_text(record, "categories") or "").split())
    notice = withdrawal_notice(comment, abstract)
    if notice and versions:
        versions[-1] = versions[-1]._replace(withdrawn=True)
    return Paper(
        identifier,
        title,
        _kaggle_authors(record),
        tuple(versions),
        versions[-1].number if versions else 1,
        bool(versions),
        versions[0].date if versions and versions[0].number == 1 else None,
        categories[0] if categories else None,
        categories,
        comment,
        _text(record, "journal-ref"),
        _text(record, "doi"),
        notice,
        frozenset(words(abstract)) if abstract else None,
        source=KAGGLE,
    )


def _kaggle_versions(record: dict[str, Any]) -> list[Version]:
    versions: list[Version] = []
    try:
        for entry in record.get("versions") or ():
            number = int(entry["version"].lstrip("v"))
            if not 1 <= number <= MOST_VERSIONS:
                raise ValueError
            versions.append(Version(number, iso(entry.get("created"))))
    except (TypeError, KeyError, ValueError, AttributeError):
        raise BadRecord("versions: not a list of versions") from None
    versions.sort(key=lambda version: version.number)
    return versions


def _kaggle_authors(record: dict[str, Any]) -> tuple[str, ...]:
    parsed = record.get("authors_parsed")
    if isinstance(parsed, list) and parsed:
        try:
            return tuple(" ".join(part for part in (name[1], name[0], *name[2:3]) if part) for name in parsed)
        except (TypeError, IndexError, KeyError):
            raise BadRecord("authors_parsed: not a list of names") from None
    return split_authors(_text(record, "authors") or "")


def split_authors(text: str) -> tuple[str, ...]:
    """Return the names of arXiv's author line, affiliations in parentheses dropped."""
    depth, kept = 0, []
    for char in text:
        depth += (char == "(") - (char == ")" and depth > 0)
        kept.append(char if depth == 0 and char != ")" else "")
    names = "".join(kept).replace(" and ", ", ").split(",")
    return tuple(name for name in (" ".join(part.split()) for part in names) if name)


def own_paper(record: dict[str, Any], header: Header | None, default_source: str) -> Paper:
    """Return the paper of one of our own lines.  Raises BadRecord."""
    identifier = _identifier(record)
    get = record.get
    title, comment, abstract = _text(record, "title"), _text(record, "comment"), _text(record, "abstract")
    if not title and not abstract:
        raise BadRecord("neither title nor abstract")
    versions = _versions(get("versions") or ())
    latest = get("latest_version") or 1
    if type(latest) is not int or not 1 <= latest <= MOST_VERSIONS:
        raise BadRecord(f"latest_version: {latest!r:.40} is not a version number")
    if versions:
        latest = max(latest, versions[-1].number)
    complete = bool(versions) and not get("versions_partial") and versions[-1].number == latest
    if "versions_complete" in record:
        complete = record["versions_complete"] is True
    first = versions[0].date if versions and versions[0].number == 1 else None
    submitted = _date(record, "submitted") or first
    as_of = _date(record, "as_of") or (header.as_of if header else None)
    if as_of is None:
        known = [submitted, _date(record, "updated"), _date(record, "announced_seen")]
        known += [version.date for version in versions]
        as_of = max((date for date in known if date), default=None)
    withdrawn = _own_withdrawal(record, comment, abstract)
    if withdrawn and complete and versions:
        versions[-1] = versions[-1]._replace(withdrawn=True)
    source = get("source")
    if not isinstance(source, str) or not source:
        source = (header.source if header else None) or default_source
    return Paper(
        identifier,
        title or "",
        tuple(_unescaped(name) for name in _strings(record, "authors")),
        tuple(versions),
        latest,
        complete,
        submitted,
        _text(record, "primary"),
        _strings(record, "categories"),
        comment,
        _text(record, "journal_ref"),
        _text(record, "doi"),
        withdrawn,
        frozenset(words(abstract)) if abstract else _abstract_words(record),
        tuple(other for other in _strings(record, "alt_titles") if other != title),
        as_of,
        # Where a file came from within its repository is of no use to a reader.
        source.partition(":")[0] if "@" in source else source,
    )


def header_of(record: dict[str, Any]) -> Header | None:
    """Return what a header line says, or None for a record.  Raises BadRecord."""
    if "id" in record or not record.keys() & {"coverage", "as_of", "source"}:
        return None
    coverage = record.get("coverage") or {}
    complete = coverage.get("complete", []) if isinstance(coverage, dict) else None
    if not isinstance(complete, list) or not all(
        isinstance(month, str) and len(month) == 4 and month.isdigit() and 1 <= int(month[2:]) <= 12
        for month in complete
    ):
        raise BadRecord('coverage: "complete" must be a list of months such as "2607"')
    as_of = _date(record, "as_of")
    complete_as_of = _date(coverage, "as_of") or as_of
    if complete and not complete_as_of:
        raise BadRecord('coverage: "as_of" is missing: when were these months complete?')
    source = record.get("source")
    return Header(as_of, source if isinstance(source, str) else None, tuple(complete), complete_as_of)


def _versions(entries: Any) -> list[Version]:
    versions = []
    try:
        for entry in entries:
            number, date = entry[0], entry[1] if len(entry) > 1 else None
            title = entry[2] if len(entry) > 2 else None
            if type(number) is not int or not 1 <= number <= MOST_VERSIONS:
                raise ValueError
            if title is not None and type(title) is not str:
                raise ValueError
            versions.append(Version(number, iso(date), title))
    except (TypeError, KeyError, IndexError, ValueError, AttributeError):
        raise BadRecord("versions: not a list of [number, date]") from None
    versions.sort(key=lambda version: version.number)
    return versions


def _own_withdrawal(record: dict[str, Any], comment: str | None, abstract: str | None) -> str | None:
    flag, evidence = record.get("withdrawn"), record.get("withdrawn_evidence")
    notice = withdrawal_notice(comment, abstract)
    if notice or not flag:
        return notice
    if isinstance(flag, str):
        return flag
    if isinstance(evidence, str):
        # A flag that was read off the comment is worth what the comment says; we have just looked there.
        return None if evidence == "comment" else evidence.removeprefix("abstract/comment: ")
    return "withdrawn" if not comment else None


def own_record(paper: Paper) -> dict[str, Any]:
    """Return the JSON object that ``own_paper`` reads back as this paper."""
    record: dict[str, Any] = {
        "id": paper.id,
        "title": paper.title,
        "alt_titles": list(paper.other_titles),
        "authors": list(paper.authors),
        "submitted": paper.submitted,
        "latest_version": paper.latest,
        "versions": [
            [version.number, version.date, *((version.title,) if version.title else ())]
            for version in paper.versions
        ],
        "primary": paper.primary,
        "categories": list(paper.categories),
        "comment": paper.comment,
        "journal_ref": paper.journal_ref,
        "doi": paper.doi,
        "withdrawn": paper.withdrawn,
        "abstract_words": None if paper.abstract_words is None else " ".join(sorted(paper.abstract_words)),
        "as_of": paper.as_of,
        "source": paper.source,
    }
    kept = {name: value for name, value in record.items() if value}
    return {**kept, "versions_complete": paper.versions_complete}


def _abstract_words(record: dict[str, Any]) -> frozenset[str] | None:
    found = record.get("abstract_words")
    return frozenset(found.split()) if isinstance(found, str) else None


def _identifier(record: dict[str, Any]) -> str:
    raw = record.get("id")
    found = canonical(raw) if isinstance(raw, str) else None
    if found is None:
        raise BadRecord(f"id: {raw!r:.60} is not an arXiv identifier")
    return found[0]


def _text(record: dict[str, Any], name: str) -> str | None:
    value = record.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise BadRecord(f"{name}: {value!r:.40} is not a text")
    if "  " in value or not value.isprintable():
        value = " ".join(value.split())
    return value.strip() or None


_ESCAPED: Final = re.compile(r"\\u((?![dD][89a-fA-F])[0-9a-fA-F]{4})")  # halves of characters stay


def _unescaped(name: str) -> str:
    """Undo escapes that a source wrote twice: ``Andr``, a backslash and the digits of an accented letter."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), name) if "\\u" in name else name


def _strings(record: dict[str, Any], name: str) -> tuple[str, ...]:
    value = record.get(name)
    if value is None:
        return ()
    if not isinstance(value, list):
        raise BadRecord(f"{name}: not a list of texts")
    for part in value:
        if type(part) is not str:
            raise BadRecord(f"{name}: not a list of texts")
    return tuple(value)


def _date(record: dict[str, Any], name: str) -> str | None:
    value = record.get(name)
    if value is None:
        return None
    date = iso(value) if isinstance(value, str) else None
    if date is None:
        raise BadRecord(f"{name}: {value!r:.40} is not a date")
    return date
