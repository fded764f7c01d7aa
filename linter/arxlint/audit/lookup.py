"""Which paper is meant by an identifier, a title or a name: in the base, and at arXiv."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arxlint.ledger import LabelPlace, Ledger
from arxlint.match.normalise import name_key
from arxlint.metadata.paper import PaperStore
from arxlint.recognise.identifier import parse_identifier
from arxlint.recognise.scan import scan
from arxlint.system.records import NamedTuple

_NEAR: Final = 5
_CLOSE: Final = 0.75


class Candidate(NamedTuple):
    """A paper that may be meant: its title if arXiv's is known, and who in the base says so.

    ``named``: arXiv has a paper of just that title or name.  ``name`` is how the base writes it, ``places``
    how often it does, by which instances.
    """

    id: str
    title: str
    named: bool
    name: str
    places: int
    instances: tuple[str, ...]


class Found(NamedTuple):
    """What a query means: ``papers`` if it is just that, else the papers that come near."""

    papers: tuple[Candidate, ...]
    near: tuple[Candidate, ...]


def identifier_in(query: str) -> str | None:
    """Return the identifier that a query is (or the one a URL has in it), without version."""
    try:
        return parse_identifier(query).id
    except ValueError:
        pass
    found = {one.id for one in scan(query).found}
    return found.pop() if len(found) == 1 and len(query.split()) == 1 else None


def find(query: str, ledger: Ledger, store: PaperStore | None) -> Found:
    """Look a title or name up in the base and in the store."""
    key = name_key(query)
    exact: dict[str, Candidate] = {}
    if store is not None and key:
        for paper in (*store.titled(query), *store.named(query)):
            exact.setdefault(paper.id, Candidate(paper.id, paper.title, True, "", 0, ()))
    if key:
        _add_places(exact, ledger.labelled(key))
    if exact:
        return Found(_with_titles(exact, store), ())
    near: dict[str, Candidate] = {}
    if store is not None and key:
        for candidate in store.search(query, _NEAR):
            paper = candidate.paper
            near.setdefault(paper.id, Candidate(paper.id, paper.title, False, "", 0, ()))
    for other in _close_names(key, ledger):
        _add_places(near, ledger.labelled(other))
    return Found((), _with_titles(near, store))


def _add_places(found: dict[str, Candidate], labelled: Sequence[LabelPlace]) -> None:
    by_paper: dict[str, list[LabelPlace]] = {}
    for one in labelled:
        by_paper.setdefault(one.place.mention.id, []).append(one)
    for identifier, places in by_paper.items():
        known = found.get(identifier) or Candidate(identifier, "", False, "", 0, ())
        instances = {*known.instances, *(one.place.instance for one in places if one.place.instance)}
        found[identifier] = known._replace(
            name=known.name or places[0].label.text,
            places=known.places + len({one.place for one in places}),
            instances=tuple(sorted(instances)),
        )


def _with_titles(found: dict[str, Candidate], store: PaperStore | None) -> tuple[Candidate, ...]:
    from arxlint.metadata.paper import Paper

    untitled = [one.id for one in found.values() if not one.title]
    answers = store.lookup(untitled) if store is not None and untitled else {}
    result = []
    for one in found.values():
        answer = answers.get(one.id)
        result.append(one._replace(title=answer.title) if isinstance(answer, Paper) else one)
    return tuple(sorted(result, key=lambda one: (not one.named, -one.places, one.id)))


def _close_names(key: str, ledger: Ledger) -> list[str]:
    from difflib import get_close_matches

    from arxlint.index.memory import label_keys

    if not key:
        return []
    names = {
        name
        for facts in ledger.documents()
        for mention in facts.mentions
        for label in mention.labels
        for name in label_keys(label)
        # The ratio is 2·matches/total: lengths far apart can never reach it, and comparing is dear.
        if 2 * min(len(name), len(key)) >= _CLOSE * (len(name) + len(key))
    }
    return get_close_matches(key, sorted(names), _NEAR, _CLOSE)
