"""Find the papers that a label names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arxlint.match import authors as names_of_authors
from arxlint.match import names
from arxlint.match.claims import Shape, claim_of, is_capitalised, is_cut, is_shaped_as_name, trim
from arxlint.match.compare import judge
from arxlint.match.judgement import Verdict
from arxlint.match.titles import shared_weight, take_apart
from arxlint.metadata.paper import Paper, PaperStore
from arxlint.recognise.identifier import month_of
from arxlint.system.records import NamedTuple


class Owner(NamedTuple):
    """Another paper that a label names.

    ``how`` is ``title``, ``near-title``, ``name``, ``name-only`` (a title whose name is that paper's and
    whose subtitle is not) or ``beginning`` (a phrase that is all before the colon).
    """

    paper: Paper
    how: str


HOW: Final[dict[str, str]] = {
    "title": "it is exactly the title of",
    "near-title": "it is nearly word for word the title of",
    "name": "it is the name of",
    "name-only": "its name is that of",
    "beginning": "it is the beginning, up to the colon, of the title of",
}
"""How an owner bears the label, the surest first, in words that its identifier completes."""

_OF_TITLES: Final = frozenset(
    {
        "same-title",
        "truncated",
        "shortened",
        "slip",
        "subtitle",
        "name-added",
        "subtitle-added",
        "contains-title",
    }
)


def only(owners: list[Owner]) -> Owner | None:
    """Return the best owner, unless it is one of several that bear the same name."""
    if not owners:
        return None
    first = owners[0]
    if first.how != "title" and sum(owner.how == first.how for owner in owners) > 1:
        return None
    return first


def find(
    label: str,
    kind: str,
    store: PaperStore,
    *,
    authors: Sequence[str] | str | None = None,
    year: int | None = None,
) -> list[Owner]:
    """Return the papers that a label names, best first; [] if it claims nothing or nothing bears it.

    Exact titles come before near ones, these before exact names, and these before a title of which only
    the name is right.  Among equals those whose authors are the ones named come first; the others are left
    out if any has the right authors.
    """
    claim = claim_of(label, kind)
    if claim.shape in (Shape.NOTHING, Shape.DESCRIPTION):
        return []
    text = claim.text.strip(" .…⋯")
    label_title = take_apart(text)
    found: dict[str, Owner] = {}
    if len(label_title.words) >= 2 and label_title.total >= 0.5:
        for one in dict.fromkeys((text, trim(label))):
            for paper in store.titled(one):
                found.setdefault(paper.id, Owner(paper, "title"))
    if not found:
        if claim.shape is Shape.NAME:
            _add_named(text, store, found)
            for name in names.coinages_in(text) if not found else ():
                _add_named(name, store, found)
            if not found:
                _add_named_with_words(text, store, found)
        else:
            _add_near(label, kind, text, store, found)
    owners = _of_authors(list(found.values()), authors)
    rank = list(HOW)
    return sorted(
        owners, key=lambda owner: (rank.index(owner.how), _years_off(owner.paper, year), owner.paper.id)
    )


def _add_named(text: str, store: PaperStore, found: dict[str, Owner]) -> None:
    name = names.without_vague(take_apart(text).words)
    coined = is_shaped_as_name(text) if " " not in text else is_capitalised(text)
    if len("".join(name)) < 3 or (names.is_notion(name) and not coined):
        return
    papers = store.named(text) or store.named(" ".join(name))
    if not papers and is_shaped_as_name(text) and " " not in text:
        papers = [*store.titled(text), *store.titled(text + names.REPORT)]
    for paper in papers:
        found.setdefault(paper.id, Owner(paper, "name"))


def _add_named_with_words(text: str, store: PaperStore, found: dict[str, Owner]) -> None:
    """``MetaCLIP-2 Worldwide``: a coined name and more words of the title that begins with it."""
    first, _, rest = text.partition(" ")
    more = set(take_apart(rest).content)
    if not more or len(first) < 5 or not is_shaped_as_name(first):
        return
    for paper in store.named(first):
        if any(more <= set(take_apart(title).words) for title in paper.titles):
            found.setdefault(paper.id, Owner(paper, "name"))


def _add_near(label: str, kind: str, text: str, store: PaperStore, found: dict[str, Owner]) -> None:
    title = take_apart(text)
    cut = is_cut(label)
    for candidate in store.search(text, 5):
        verdict = judge(label, kind, candidate.paper)
        if cut and (verdict.reason == "name-added" or title.total < 1.5):
            continue  # too little is left of it
        if verdict.verdict is Verdict.AGREES and verdict.reason in _OF_TITLES:
            found.setdefault(candidate.paper.id, Owner(candidate.paper, "near-title"))
    if not found and title.head is None and len(title.words) >= 3 and is_capitalised(text):
        for paper in store.named(text):
            found[paper.id] = Owner(paper, "beginning")
    name = names.own_name(title)
    if found or title.head is None or not name or names.is_generic(name):
        return
    for paper in store.named(title.head):
        if subtitle_overlap(text, paper) >= 0.4:
            found.setdefault(paper.id, Owner(paper, "name-only"))


def subtitle_overlap(label: str, paper: Paper) -> float:
    """Return the share of the weight of a label's subtitle (not of its name) that a paper's title has."""
    rest = take_apart(label).rest
    if rest is None or rest.total == 0:
        return 0.0
    return max(shared_weight(rest, take_apart(title)) for title in paper.titles) / rest.total


def _of_authors(owners: list[Owner], authors: Sequence[str] | str | None) -> list[Owner]:
    if not authors or not owners:
        return owners
    verdicts = [names_of_authors.compare(authors, owner.paper.authors).verdict for owner in owners]
    right = [owner for owner, verdict in zip(owners, verdicts, strict=True) if verdict is Verdict.AGREES]
    if right:
        return right
    # Wrong authors rule out a paper that bears the name only; a full title stands, whoever is named.
    return [
        owner
        for owner, verdict in zip(owners, verdicts, strict=True)
        if owner.how == "title" or verdict is not Verdict.DISAGREES
    ]


def _years_off(paper: Paper, year: int | None) -> int:
    submitted = year_of(paper)
    return abs(submitted - year) if year is not None and submitted else 0


def years_apart(paper: Paper, other: Paper) -> int:
    """Return the years between two submissions, 0 if one is not known."""
    one, two = year_of(paper), year_of(other)
    return abs(one - two) if one and two else 0


def months_after(paper: Paper, other: Paper) -> int:
    """Return how many months later than the other a paper was given its identifier; negative if earlier."""
    months = [month_of(one.id) for one in (paper, other)]
    late, early = (int(month[:4]) * 12 + int(month[5:]) for month in months)
    return late - early


def year_of(paper: Paper) -> int | None:
    """Return the year of submission, or that of the identifier where the record has no date."""
    if paper.submitted:
        return int(paper.submitted[:4])
    number = paper.id.rpartition("/")[2]
    if not number[:2].isdigit():
        return None
    year = int(number[:2])
    return 1900 + year if year > 90 else 2000 + year
