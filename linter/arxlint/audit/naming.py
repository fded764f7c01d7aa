"""Under which names the base cites each paper, and where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from arxlint.audit.model import Citation, Name
from arxlint.extract.model import Facts, Label, LabelKind, Mention
from arxlint.match.claims import clean
from arxlint.match.normalise import name_key

Named = tuple[tuple[Name, ...], tuple[Citation, ...]]
"""The names of a paper, the commonest first, and its citations in order of path and offset."""


class Positions(Protocol):
    """What knows lines and columns."""

    def position(self, path: str, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both 1-based."""
        ...


def entries_of(papers: Iterable[str], documents: Iterable[Facts], positions: Positions) -> dict[str, Named]:
    """Return names and citations of papers; a paper that no document mentions has none of either."""
    places: dict[str, list[tuple[Facts, Mention]]] = {paper: [] for paper in papers}
    for facts in sorted(documents, key=lambda one: one.path):
        for mention in facts.mentions:
            if mention.id in places:
                places[mention.id].append((facts, mention))
    return {paper: _named(found, positions) for paper, found in places.items()}


def shown_name(label: Label) -> str:
    """Return a label as it is to be read: without markup at its edges, on one line."""
    return _read(label.text)[0]


@lru_cache(maxsize=20_000)
def _read(text: str) -> tuple[str, str]:
    """Return a label's text as it is shown, and its name key: a base repeats its names many times."""
    shown = " ".join((clean(text) or text).split())
    return shown, name_key(shown)


class _Tally:
    """How one name is written, and by whom."""

    __slots__ = ("count", "instances", "kinds", "spellings")

    def __init__(self) -> None:
        self.count = 0
        self.spellings: dict[str, int] = {}
        self.kinds: dict[str, int] = {}
        self.instances: set[str] = set()

    def add(self, spelling: str, kind: str, instance: str) -> None:
        self.count += 1
        self.spellings[spelling] = self.spellings.get(spelling, 0) + 1
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        if instance:
            self.instances.add(instance)

    def name(self) -> Name:
        return Name(
            _commonest(self.spellings), _commonest(self.kinds), self.count, tuple(sorted(self.instances))
        )


def _commonest(counts: dict[str, int]) -> str:
    return min(counts, key=lambda key: (-counts[key], key))


def _named(places: Sequence[tuple[Facts, Mention]], positions: Positions) -> Named:
    tallies: dict[str, _Tally] = {}
    main: list[str] = []
    for facts, mention in places:
        keys = _names(mention)
        for key, (spelling, kind) in keys.items():
            tallies.setdefault(key, _Tally()).add(spelling, kind, facts.instance)
        main.append(next(iter(keys), ""))
    order = sorted(tallies, key=lambda key: (-tallies[key].count, key))
    index = {key: number for number, key in enumerate(order)}
    citations = [
        Citation(
            facts.path,
            facts.instance,
            facts.date,
            *positions.position(facts.path, mention.start),
            mention.version,
            index.get(key, -1),
        )
        for (facts, mention), key in zip(places, main, strict=True)
    ]
    return tuple(tallies[key].name() for key in order), tuple(citations)


def _names(mention: Mention) -> dict[str, tuple[str, str]]:
    """Return the names at a mention by key, the firmest first.  Descriptions are no names."""
    labels = [label for label in mention.labels if label.kind != LabelKind.DESCRIPTION]
    labels.sort(key=lambda label: -label.strength)
    found: dict[str, tuple[str, str]] = {}
    for label in labels:
        shown, key = _read(label.text)
        if key and key not in found:
            found[key] = (shown, str(label.kind))
    return found
