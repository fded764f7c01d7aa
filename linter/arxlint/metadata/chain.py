"""Several stores as one: the first that answers wins, the next is asked only for what is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from arxlint.metadata.days import today
from arxlint.metadata.merge import merge
from arxlint.metadata.paper import Absent, Answer, Candidate, Paper, PaperStore


@runtime_checkable
class VersionStore(Protocol):
    """A store that can be asked for single versions (the live API)."""

    def lookup_versions(self, wanted: Mapping[str, Iterable[int]]) -> dict[str, Answer]:
        """Answer for identifiers with what is known now of the given versions of each."""
        ...


class StoreChain:
    """A store made of stores, in order of precedence.  Remembers every answer.

    ``verified`` and ``unverified`` are the identifiers that were asked for and answered, or not.
    """

    def __init__(self, stores: Sequence[PaperStore]) -> None:
        self.stores = tuple(stores)
        self._answers: dict[str, Answer] = {}
        self._asked: set[str] = set()

    @property
    def verified(self) -> frozenset[str]:
        """Identifiers asked for to which some store had an answer (also: that there is no such paper)."""
        return frozenset(self._asked & self._answers.keys())

    @property
    def unverified(self) -> frozenset[str]:
        """Identifiers asked for that no store could answer."""
        return frozenset(self._asked - self._answers.keys())

    def close(self) -> None:
        """Close the stores that hold files open."""
        for store in self.stores:
            close = getattr(store, "close", None)
            if close is not None:
                close()

    @property
    def local(self) -> StoreChain:
        """The same stores without those that ask the network."""
        return StoreChain([store for store in self.stores if not isinstance(store, VersionStore)])

    @property
    def reasons(self) -> dict[str, str]:
        """Why identifiers have no answer, as far as a store says so (the live API does)."""
        reasons: dict[str, str] = {}
        for store in self.stores:
            reasons.update(getattr(store, "unanswered", {}))
        return {identifier: reasons[identifier] for identifier in sorted(self.unverified & reasons.keys())}

    def lookup(self, ids: Iterable[str]) -> dict[str, Answer]:
        """Answer for canonical identifiers; each store is asked for each at most once."""
        wanted = list(dict.fromkeys(ids))
        left = [identifier for identifier in wanted if identifier not in self._asked]
        self._asked.update(left)
        for store in self.stores:
            if not left:
                break
            self._answers.update(store.lookup(left))
            left = [identifier for identifier in left if identifier not in self._answers]
        return {identifier: self._answers[identifier] for identifier in wanted if identifier in self._answers}

    def prefetch(self, wanted: Mapping[str, Iterable[int]]) -> None:
        """Look up everything that a run will ask for, in as few requests as possible.

        ``wanted`` maps each identifier to the versions that documents cite (maybe none).  Where the
        answer does not settle a cited version (it is beyond the latest known, or its date is not known),
        stores that can be asked for versions are, and what they say is merged in.
        """
        self.lookup(wanted)
        self._ask_versions(
            {
                identifier: _open(self._answers.get(identifier), numbers)
                for identifier, numbers in wanted.items()
            }
        )

    def prefetch_history(self, ids: Iterable[str], most: int = 10) -> None:
        """Look up what papers were called in earlier versions, of which at most ``most`` are asked for.

        For papers whose title does not fit what a document calls them: they may have been renamed.
        """
        wanted: dict[str, list[int]] = {}
        for identifier, answer in self.lookup(ids).items():
            if isinstance(answer, Paper):
                untitled = (number for number in range(1, answer.latest) if not _title(answer, number))
                wanted[identifier] = list(untitled)[:most]
        self._ask_versions(wanted)

    def _ask_versions(self, wanted: Mapping[str, Sequence[int]]) -> None:
        left = {identifier: numbers for identifier, numbers in wanted.items() if numbers}
        for store in self.stores:
            if left and isinstance(store, VersionStore):
                answers = store.lookup_versions(left)
                for identifier, answer in answers.items():
                    self._answers[identifier] = _together(self._answers.get(identifier), answer)
                left = {
                    identifier: numbers for identifier, numbers in left.items() if identifier not in answers
                }

    def titled(self, title: str) -> Sequence[Paper]:
        """Papers of any store one of whose titles equals the argument when folded."""
        return self._union(store.titled(title) for store in self.stores)

    def named(self, name: str) -> Sequence[Paper]:
        """Papers of any store whose name equals the argument when folded."""
        return self._union(store.named(name) for store in self.stores)

    def search(self, label: str, limit: int = 5) -> Sequence[Candidate]:
        """Papers of any store that a title or nickname may mean, best first."""
        found: dict[str, Candidate] = {}
        for store in self.stores:
            for candidate in store.search(label, limit):
                found.setdefault(candidate.paper.id, candidate)
        best = sorted(found.values(), key=lambda candidate: (-candidate.score, candidate.paper.id))
        return best[:limit]

    @staticmethod
    def _union(answers: Iterable[Sequence[Paper]]) -> list[Paper]:
        found: dict[str, Paper] = {}
        for papers in answers:
            for paper in papers:
                found.setdefault(paper.id, paper)
        return list(found.values())


def _open(answer: Answer | None, versions: Iterable[int]) -> list[int]:
    """Return the versions that an answer leaves open.

    What is known of a version does not change, but a version that was not there may come any day.
    """
    if answer is None or isinstance(answer, Absent):
        return []
    left = []
    for number in versions:
        known = answer.version(number)
        current = answer.versions_complete and answer.as_of == today()
        if (known is None or known.date is None) and not (number > answer.latest and current):
            left.append(number)
    return left


def _title(paper: Paper, number: int) -> str | None:
    version = paper.version(number)
    return version.title if version is not None else None


def _together(known: Answer | None, answer: Answer) -> Answer:
    return merge(known, answer) if isinstance(known, Paper) and isinstance(answer, Paper) else answer
