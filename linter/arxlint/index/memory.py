"""The ledger in memory, indexed when first asked by a kind of key: for rules' examples, and for overlays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arxlint.config.profile import CARD, Profile
from arxlint.extract.model import Facts, Label, LabelKind
from arxlint.ledger import LabelPlace, Place, ReferencePlace
from arxlint.match.normalise import head, name_key, two_names


def label_keys(label: Label) -> tuple[str, ...]:
    """Return the name keys of a label: itself, either of two names, of a title the name before the colon."""
    if label.kind == LabelKind.DESCRIPTION:
        return ()
    keys = [name_key(label.text), *map(name_key, two_names(label.text))]
    if label.kind == LabelKind.TITLE:
        name = head(label.text)
        if name:
            keys.append(name_key(name))
    return tuple(dict.fromkeys(key for key in keys if key))


def nearest_files(path: str, files: Iterable[str]) -> Sequence[str]:
    """Return the files with the nearest path, best first, at most three: in its folder, else of its name."""
    from difflib import get_close_matches

    folder, _, name = path.rpartition("/")
    near: dict[str, str] = {}
    same: list[str] = []
    for file in files:
        at, _, own = file.rpartition("/")
        if at == folder:
            near[own] = file
        if name and own == name:
            same.append(file)
    if found := get_close_matches(name, sorted(near), 3, 0.75):
        return [near[one] for one in found]
    return sorted(same)[:3]


class MemoryLedger:
    """Implements ``arxlint.ledger.Ledger`` over facts held in memory."""

    def __init__(self, facts: Iterable[Facts], files: Iterable[str], profile: Profile) -> None:
        self._facts = {one.path: one for one in sorted(facts, key=lambda one: one.path)}
        self._files = frozenset(files) | self._facts.keys()
        self._profile = profile
        self._papers: dict[str, list[Place]] | None = None
        self._names: dict[str, list[LabelPlace]] | None = None
        self._paths: dict[str, list[ReferencePlace]] | None = None
        self._cards: dict[str, list[ReferencePlace]] | None = None
        self._card_files: tuple[dict[str, list[str]], dict[str, list[str]]] | None = None
        self._folders: dict[str, int] | None = None

    def _index_papers(self) -> dict[str, list[Place]]:
        papers: dict[str, list[Place]] = {}
        for one in self._facts.values():
            for mention in one.mentions:
                papers.setdefault(mention.id, []).append(
                    Place(one.path, one.instance, one.date, one.kind, mention)
                )
        self._papers = papers
        return papers

    def _index_names(self) -> dict[str, list[LabelPlace]]:
        names: dict[str, list[LabelPlace]] = {}
        for one in self._facts.values():
            for mention in one.mentions:
                place: Place | None = None
                for label in mention.labels:
                    for key in label_keys(label):
                        place = place or Place(one.path, one.instance, one.date, one.kind, mention)
                        names.setdefault(key, []).append(LabelPlace(place, label))
        self._names = names
        return names

    def _index_references(self) -> None:
        paths: dict[str, list[ReferencePlace]] = {}
        cards: dict[str, list[ReferencePlace]] = {}
        for one in self._facts.values():
            for reference in one.references:
                place = ReferencePlace(one.path, one.instance, one.date, reference)
                paths.setdefault(reference.path, []).append(place)
                if reference.number:
                    cards.setdefault(reference.number, []).append(place)
        self._paths, self._cards = paths, cards

    def mentions_of(self, paper: str) -> Sequence[Place]:
        """Every mention of a canonical identifier."""
        return (self._papers or self._index_papers()).get(paper, ())

    def labelled(self, name: str) -> Sequence[LabelPlace]:
        """Every label with a name key."""
        return (self._names or self._index_names()).get(name, ())

    def references_to(self, path: str) -> Sequence[ReferencePlace]:
        """Every reference to a file."""
        if self._paths is None:
            self._index_references()
        return (self._paths or {}).get(path, ())

    def cards_numbered(self, number: str) -> Sequence[ReferencePlace]:
        """Every reference to a paper card with a number."""
        if self._cards is None:
            self._index_references()
        return (self._cards or {}).get(number, ())

    def _index_cards(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        papers: dict[str, list[str]] = {}
        numbers: dict[str, list[str]] = {}
        for path in sorted(self._files):
            meaning = self._profile.meaning(path)
            if meaning.kind == CARD and meaning.paper:
                papers.setdefault(meaning.paper, []).append(path)
            if meaning.kind == CARD and meaning.number:
                numbers.setdefault(meaning.number, []).append(path)
        self._card_files = (papers, numbers)
        return self._card_files

    def cards_of(self, paper: str) -> Sequence[str]:
        """The paths of the cards that exist for a paper."""
        return (self._card_files or self._index_cards())[0].get(paper, ())

    def card_files(self, number: str) -> Sequence[str]:
        """The paths of the cards that exist with a number."""
        return (self._card_files or self._index_cards())[1].get(number, ())

    def document(self, path: str) -> Facts | None:
        """The facts of one document."""
        return self._facts.get(path)

    def has_file(self, path: str) -> bool:
        """Whether the knowledge base has a file of that path."""
        return path in self._files

    def files_below(self, folder: str) -> int:
        """How many files the knowledge base has below a folder."""
        if self._folders is None:
            self._folders = {}
            for file in self._files:
                at = file.find("/")
                while at >= 0:
                    self._folders[file[:at]] = self._folders.get(file[:at], 0) + 1
                    at = file.find("/", at + 1)
        return self._folders.get(folder, 0)

    def files_like(self, path: str) -> Sequence[str]:
        """Existing files with the nearest path, best first, at most three."""
        return nearest_files(path, self._files)

    def names_in(self, path: str) -> set[str]:
        """The name keys of the labels in a document."""
        facts = self._facts.get(path)
        labels = (label for mention in facts.mentions for label in mention.labels) if facts else ()
        return {key for label in labels for key in label_keys(label)}

    def documents(self) -> Iterator[Facts]:
        """All documents in order of path."""
        return iter(self._facts.values())
