"""A store straight over metadata files (a folder or a file), held in memory: for small knowledge bases.

Reads whatever ``records`` reads; the usual content is JSON lines kept beside the documents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from arxlint.match.normalise import fold, name_key
from arxlint.metadata.keys import key_of, month_of
from arxlint.metadata.merge import merge
from arxlint.metadata.paper import Absent, Answer, Candidate, Paper
from arxlint.metadata.reading import Problem, source_files
from arxlint.metadata.records import RecordFile
from arxlint.metadata.titles import RAREST, index_terms, least_shared, name_of, rank

_CANDIDATES: Final = 60


class JsonlStore:
    """Papers of a file or folder.  ``problems`` are the records that could not be read.

    Raises StoreError where the path is missing or a file is of no known format.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self._papers: dict[str, Paper] = {}
        self._coverage: dict[str, tuple[str, str]] = {}
        self._titles: dict[str, list[str]] | None = None
        self._names: dict[str, list[str]] = {}
        self._terms: dict[str, list[str]] | None = None
        fragments: list[Paper] = []
        for file in source_files(path):
            self._read(file, fragments)
        for fragment in fragments:
            if fragment.id in self._papers:
                self._papers[fragment.id] = merge(self._papers[fragment.id], fragment)

    def _read(self, file: str, fragments: list[Paper]) -> None:
        reader = RecordFile(file, self.problems.append)
        try:
            read = list(reader)
        finally:
            reader.close()
        for paper in read:
            if not paper.title:
                fragments.append(paper)
                continue
            if paper.as_of is None and reader.snapshot:
                paper = paper._replace(as_of=reader.snapshot)
            known = self._papers.get(paper.id)
            self._papers[paper.id] = paper if known is None else merge(known, paper)
        for month, as_of in reader.complete.items():
            if as_of > self._coverage.get(month, ("", ""))[0]:
                self._coverage[month] = (as_of, file)

    def __len__(self) -> int:
        return len(self._papers)

    def lookup(self, ids: Iterable[str]) -> dict[str, Answer]:
        """Answer for canonical identifiers without version."""
        answers: dict[str, Answer] = {}
        for identifier in ids:
            paper = self._papers.get(identifier)
            if paper is not None:
                answers[identifier] = paper
            elif self._coverage and (month := month_of(identifier)) in self._coverage:
                answers[identifier] = Absent(identifier, *self._coverage[month or ""])
        return answers

    def titled(self, title: str) -> Sequence[Paper]:
        """Papers one of whose titles equals the argument when both are folded."""
        return [self._papers[found] for found in self._by_title().get(fold(title), ())]

    def named(self, name: str) -> Sequence[Paper]:
        """Papers one of whose titles begins with the name and a colon, folded."""
        self._by_title()
        return [self._papers[found] for found in self._names.get(name_key(name), ())]

    def search(self, label: str, limit: int = 5) -> Sequence[Candidate]:
        """Papers that a title or nickname may mean, best first."""
        index = self._by_term()
        known = [term for term in index_terms(label) if term in index]
        rarest = sorted(known, key=lambda term: (len(index[term]), term))[:RAREST]
        shared = Counter(identifier for term in rarest for identifier in index[term])
        least = least_shared(len(rarest))
        near = [identifier for identifier, number in shared.items() if number >= least]
        best = sorted(near, key=lambda identifier: (-shared[identifier], identifier))[:_CANDIDATES]
        exact = (paper.id for paper in (*self.titled(label), *self.named(label)))
        papers = [self._papers[identifier] for identifier in dict.fromkeys((*exact, *best))]
        return rank(label, papers, self._frequencies, len(self._papers), limit)

    def _frequencies(self, words: Iterable[str]) -> dict[str, int]:
        index = self._by_term()
        return {word: len(index.get(word, ())) for word in words}

    def _by_title(self) -> dict[str, list[str]]:
        if self._titles is None:
            self._titles = {}
            for identifier in self._in_order():
                paper = self._papers[identifier]
                for folded in dict.fromkeys(map(fold, paper.titles)):
                    if folded:
                        self._titles.setdefault(folded, []).append(identifier)
                for name in dict.fromkeys(map(name_of, paper.titles)):
                    if name:
                        self._names.setdefault(name, []).append(identifier)
        return self._titles

    def _by_term(self) -> dict[str, list[str]]:
        if self._terms is None:
            self._terms = {}
            for identifier in self._in_order():
                titles = self._papers[identifier].titles
                for term in dict.fromkeys(term for title in titles for term in index_terms(title)):
                    self._terms.setdefault(term, []).append(identifier)
        return self._terms

    def _in_order(self) -> list[str]:
        return sorted(self._papers, key=lambda identifier: key_of(identifier) or 0)
