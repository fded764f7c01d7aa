"""Reading records from any of the formats that arXiv's metadata comes in, told apart by their content."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxlint.metadata import jsonlines
from arxlint.metadata.days import iso
from arxlint.metadata.errors import StoreError
from arxlint.metadata.jsonlines import BadRecord
from arxlint.metadata.paper import Paper
from arxlint.metadata.reading import Problem, Report, SourceFile, unpacking_errors

if TYPE_CHECKING:
    from arxlint.metadata.xmlrecords import XmlRecords


class RecordFile:
    """The records of one file, as a stream of papers.

    A paper without a title only completes another record of its identifier.  While and after reading,
    ``format`` is ``kaggle``, ``jsonl``, ``oai`` or ``atom``; ``snapshot`` the date as of which a file that
    lists everything (Kaggle, OAI-PMH) is known to be good; ``complete`` the months of which the file
    says that it has every paper, with the date; ``deleted`` the identifiers that arXiv deleted.
    """

    def __init__(self, path: str, report: Report) -> None:
        """Open a file; raises StoreError where that fails or the content is of no known format."""
        self._file = SourceFile(path)
        self._report = report
        self.path = path
        self.size = self._file.size
        self.format = ""
        self.snapshot: str | None = None
        self.complete: dict[str, str] = {}
        self.deleted: list[str] = []
        self.problems = 0
        try:
            first = self._file.first_character()
        except StoreError:
            self.close()
            raise
        if first not in (b"{", b"<", b""):
            self.close()
            raise StoreError(
                f"{path}: neither JSON lines nor XML; known are the Kaggle arXiv dataset, OAI-PMH arXivRaw, "
                "Atom feeds of the arXiv API, and arxlint's own JSON lines"
            )
        self._xml = first == b"<"

    def __iter__(self) -> Iterator[Paper]:
        return self._xml_papers() if self._xml else self._json_papers()

    def position(self) -> int:
        """Return how many bytes of the file have been read."""
        return self._file.position()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _bad(self, line: int, message: str) -> None:
        self.problems += 1
        self._report(Problem(self.path, line, message))

    def _json_papers(self) -> Iterator[Paper]:
        header: jsonlines.Header | None = None
        default_source = os.path.basename(self.path)
        snapshot = ""
        loads = json.loads
        for number, line in self._file.lines(self._report_damage):
            if line.isspace():
                continue
            try:
                record = loads(line)
                if b"\\ud" in line.lower():
                    record = _without_lone_surrogates(record)
                if not isinstance(record, dict):
                    raise BadRecord("not a JSON object")
                if not self.format:
                    self.format = "kaggle" if jsonlines.is_kaggle(record) else "jsonl"
                if self.format == "kaggle":
                    paper = jsonlines.kaggle_paper(record)
                    update = record.get("update_date")
                    if isinstance(update, str) and update > snapshot:
                        snapshot = update
                        self.snapshot = iso(update) or self.snapshot
                    yield paper
                    continue
                said = jsonlines.header_of(record)
                if said is not None:
                    header = said
                    for month in said.complete:
                        self.complete[month] = said.complete_as_of or ""
                    continue
                yield jsonlines.own_paper(record, header, default_source)
            except BadRecord as error:
                self._bad(number, str(error))
            except (ValueError, RecursionError) as error:
                self._bad(
                    number, f"not JSON: {error}" if not isinstance(error, RecursionError) else "too deep"
                )

    def _report_damage(self, problem: Problem) -> None:
        self.problems += 1
        self._report(problem)

    def _xml_papers(self) -> Iterator[Paper]:
        from xml.parsers.expat import ExpatError

        from arxlint.metadata import xmlrecords

        document = xmlrecords.XmlRecords()
        try:
            for line, element in document.read(self._file.stream):
                self.format = "oai" if document.root == "OAI-PMH" else "atom"
                try:
                    if self.format == "atom":
                        yield xmlrecords.atom_paper(element, document.response_date)
                        continue
                    paper = xmlrecords.oai_paper(element)
                    if paper is not None:
                        yield paper
                    elif gone := xmlrecords.deleted_identifier(element):
                        self.deleted.append(gone)
                except BadRecord as error:
                    self._bad(line, str(error))
        except ExpatError as error:
            self._bad(getattr(error, "lineno", 1), f"not well-formed from here on: {error}")
        except unpacking_errors() as error:
            self._bad(0, f"damaged: {error}")
        self._envelope(document)

    def _envelope(self, document: XmlRecords) -> None:
        if document.root not in ("OAI-PMH", "feed"):
            if not self.problems:
                self._bad(1, f"<{document.root}> is neither an OAI-PMH response nor an Atom feed")
            return
        self.format = "oai" if document.root == "OAI-PMH" else "atom"
        for code, text in document.errors:
            if code != "noRecordsMatch":
                self._bad(0, f"an OAI-PMH error: {code}: {text}")
        if self.format == "oai" and document.finished:
            self.snapshot = document.response_date


def _without_lone_surrogates(record: object) -> object:
    """Return a record without halves of characters, which JSON can write but no file or database can hold."""
    text = json.dumps(record, ensure_ascii=False)
    whole: object = json.loads(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    return whole
