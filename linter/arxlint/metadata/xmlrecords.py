"""Records in XML: OAI-PMH ``arXivRaw`` responses and the arXiv API's Atom feeds.

Read with expat, record by record, so that a harvest of any size takes the memory of one record and each
record has a line number.  Documents that declare entities are refused: arXiv's never do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from arxlint.match.normalise import words
from arxlint.metadata.days import iso
from arxlint.metadata.jsonlines import MOST_VERSIONS, BadRecord, split_authors
from arxlint.metadata.keys import canonical
from arxlint.metadata.paper import Paper, Version
from arxlint.metadata.withdrawal import withdrawal_notice

OAI = "arXiv OAI-PMH"
API = "arXiv API"
WITHDRAWN_BY_ARXIV = "withdrawn (no reason given)"
_CHUNK = 1 << 16
_WHOLE = frozenset({"record", "entry", "resumptionToken", "responseDate", "error", "totalResults", "updated"})


class XmlRecords:
    """The records of one XML document, and what its envelope says.

    ``root`` is the local name of the document element (``OAI-PMH`` or ``feed``), ``finished`` whether
    its end was seen.
    """

    def __init__(self) -> None:
        self.root: str | None = None
        self.finished = False
        self.response_date: str | None = None
        self.token: str | None = None
        self.errors: list[tuple[str, str]] = []
        """OAI-PMH errors: code and text."""
        self.total_results: int | None = None
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.EntityDeclHandler = self._refuse
        self._builder: TreeBuilder | None = None
        self._depth = 0
        self._inside = 0
        self._line = 0
        self._ready: list[tuple[int, Element]] = []

    def read(self, stream: IO[bytes]) -> Iterator[tuple[int, Element]]:
        """Yield line (1-based) and element of each ``record`` or ``entry``.

        Raises expat.ExpatError where the document is not well-formed; what came before has been yielded.
        """
        while True:
            chunk = stream.read(_CHUNK)
            try:
                self._parser.Parse(chunk, not chunk)
            except (LookupError, ValueError) as error:  # an encoding that is none, or of several bytes
                raise expat.ExpatError(str(error)) from error
            finally:
                ready, self._ready = self._ready, []
                yield from ready
            if not chunk:
                return

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        self._depth += 1
        if self._depth == 1:
            self.root = local
        if self._builder is None:
            if local not in _WHOLE or self._depth == 1:
                return
            self._builder, self._inside = TreeBuilder(), self._depth
            self._line = self._parser.CurrentLineNumber
        self._builder.start(local, {key.rpartition(" ")[2]: value for key, value in attributes.items()})

    def _data(self, text: str) -> None:
        if self._builder is not None:
            self._builder.data(text)

    def _end(self, name: str) -> None:
        if self._builder is not None:
            self._builder.end(name.rpartition(" ")[2])
            if self._depth == self._inside:
                self._close(self._builder.close())
                self._builder = None
        self._depth -= 1
        if self._depth == 0:
            self.finished = True

    def _close(self, element: Element) -> None:
        text = (element.text or "").strip()
        if element.tag in ("record", "entry"):
            self._ready.append((self._line, element))
        elif element.tag == "resumptionToken":
            self.token = text or None
        elif element.tag == "error":
            self.errors.append((element.get("code", ""), text))
        elif element.tag == "totalResults":
            self.total_results = int(text) if text.isdecimal() else None
        elif element.tag == "responseDate" or (element.tag == "updated" and self.root == "feed"):
            self.response_date = iso(text)

    def _refuse(self, *_: object) -> None:
        raise expat.ExpatError("entity declarations are not read")


def oai_paper(record: Element) -> Paper | None:
    """Return the paper of an ``arXivRaw`` record, or None for one that arXiv deleted.  Raises BadRecord."""
    header = record.find("header")
    if header is not None and header.get("status") == "deleted":
        return None
    raw = record.find("metadata/arXivRaw")
    if raw is None:
        raise BadRecord("no arXivRaw in this record (other metadata formats lack the version history)")
    identifier = _identifier(_text(raw, "id"))
    title = _text(raw, "title")
    if not title:
        raise BadRecord(f"{identifier}: no title")
    versions = []
    for element in raw.iterfind("version"):
        number = element.get("version", "").removeprefix("v")
        if not number.isdecimal() or not 1 <= int(number) <= MOST_VERSIONS:
            raise BadRecord(f"{identifier}: {element.get('version')!r} is not a version")
        marked = "I" in (_text(element, "source_type") or "")
        versions.append(Version(int(number), iso(_text(element, "date")), withdrawn=marked))
    versions.sort(key=lambda version: version.number)
    comment, abstract = _text(raw, "comments"), _text(raw, "abstract")
    notice = withdrawal_notice(comment, abstract)
    if versions and versions[-1].withdrawn:
        notice = notice or comment or WITHDRAWN_BY_ARXIV
    elif any(_text(element, "source_type") for element in raw.iterfind("version")):
        # The flag is authoritative where it is given: a notice about an earlier version is history.
        notice = None
    categories = tuple((_text(raw, "categories") or "").split())
    return Paper(
        identifier,
        title,
        split_authors(_text(raw, "authors") or ""),
        tuple(versions),
        versions[-1].number if versions else 1,
        bool(versions),
        versions[0].date if versions and versions[0].number == 1 else None,
        categories[0] if categories else None,
        categories,
        comment,
        _text(raw, "journal-ref"),
        _text(raw, "doi"),
        notice,
        frozenset(words(abstract)) if abstract else None,
        source=OAI,
    )


def deleted_identifier(record: Element) -> str | None:
    """Return the identifier of a record that arXiv deleted, or None."""
    header = record.find("header")
    if header is None or header.get("status") != "deleted":
        return None
    found = canonical((_text(header, "identifier") or "").removeprefix("oai:arXiv.org:"))
    return found[0] if found else None


def atom_paper(entry: Element, as_of: str | None = None) -> Paper:
    """Return the paper of an Atom entry.  Raises BadRecord.

    The API dates the first version (``published``) and the one returned (``updated``), says which one
    that is in the identifier, and gives no withdrawal flag.  A saved feed does not tell whether a version
    was asked for, so the latest version is a lower bound.
    """
    title = _text(entry, "title")
    raw = _text(entry, "id") or ""
    if "/api/errors" in raw:
        raise BadRecord(f"an error of the API: {_text(entry, 'summary')}")
    found = canonical(raw)
    if found is None:
        raise BadRecord(f"id: {raw!r:.80} is not an arXiv identifier")
    identifier, number = found
    if not title:
        raise BadRecord(f"{identifier}: no title")
    primary = entry.find("primary_category")
    names = (_text(author, "name") for author in entry.iterfind("author"))
    return api_paper(
        identifier,
        number or 1,
        title,
        published=iso(_text(entry, "published")),
        updated=iso(_text(entry, "updated")),
        authors=tuple(name for name in names if name),
        primary=primary.get("term") if primary is not None else None,
        categories=tuple(term for term in (c.get("term") for c in entry.iterfind("category")) if term),
        comment=_text(entry, "comment"),
        journal_ref=_text(entry, "journal_ref"),
        doi=_text(entry, "doi"),
        abstract=_text(entry, "summary"),
        as_of=as_of,
    )


def api_paper(
    identifier: str,
    number: int,
    title: str,
    *,
    published: str | None,
    updated: str | None,
    authors: tuple[str, ...],
    primary: str | None,
    categories: tuple[str, ...],
    comment: str | None,
    journal_ref: str | None,
    doi: str | None,
    abstract: str | None,
    as_of: str | None,
) -> Paper:
    """Return the paper that an API entry tells of; ``number`` is the version returned."""
    notice = withdrawal_notice(comment, abstract)
    shown = Version(number, updated or (published if number == 1 else None), title, notice is not None)
    versions = (shown,) if number == 1 else (Version(1, published), shown)
    return Paper(
        identifier,
        title,
        authors,
        versions,
        number,
        False,
        published,
        primary,
        categories,
        comment,
        journal_ref,
        doi,
        notice,
        frozenset(words(abstract)) if abstract else None,
        as_of=as_of,
        source=API,
    )


def _identifier(raw: str | None) -> str:
    found = canonical(raw or "")
    if found is None:
        raise BadRecord(f"id: {raw!r:.60} is not an arXiv identifier")
    return found[0]


def _text(element: Element, path: str) -> str | None:
    found = element.find(path)
    return " ".join(found.text.split()) or None if found is not None and found.text else None
