"""The faults: one to a briefing, every cross-document kind as often as any other."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from benchmarks.generate.pages import Page
from benchmarks.generate.papers import Real

Expected = set[tuple[str, int, str]]


class Supplies(NamedTuple):
    """What faults are made of.  ``strangers`` are papers without a record that nothing else mentions."""

    rng: random.Random
    strangers: list[Real]
    recorded: set[str]
    cards: dict[str, str]
    chosen: list[Real]
    living: str
    living_version: int


def _marked(page: Page, text: str, nth: int = 1) -> Page:
    page.marked, page.nth = text, nth
    return page


def split_label(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """A known name under an identifier of which nothing is known."""
    known = [paper for paper in page.carried if paper.id in supplies.recorded and paper.id not in page.cards]
    if not known or not supplies.strangers:
        return None
    wrong = supplies.strangers.pop()
    at = page.carried.index(known[0])
    page.carried[at] = wrong._replace(name=known[0].name, title=known[0].title)
    return _marked(page, wrong.id)


def mismatched_label(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """A known name under the identifier of another known paper.

    Not a name in capitals: it might abbreviate words of the other title, and then ARX301 speaks, not ARX303.
    """
    known = [
        paper
        for paper in page.carried
        if paper.id in supplies.recorded and paper.id not in page.cards and not paper.name.isupper()
    ]
    if len(known) < 2:
        return None
    first, second = known[:2]
    page.carried[page.carried.index(first)] = second._replace(id=first.id)
    page.carried.remove(second)
    return _marked(page, first.id)


def shared_identifier(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """An identifier without a record under two names; the earlier and commoner use is right."""
    if len(supplies.strangers) < 2:
        return None
    earlier = [other for other in pages if other.day < page.day and not other.marked]
    if len(earlier) < 3:
        return None
    right, wrong = supplies.strangers.pop(), supplies.strangers.pop()
    for other in supplies.rng.sample(earlier, 3):
        other.extra.append(f"- **{right.name}**, arXiv:{right.id}")
    page.extra.append(f"- **{wrong.name}**, arXiv:{right.id}")
    return _marked(page, right.id)


def conflicting_versions(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """Two versions of a paper by one writer on one day."""
    same = [
        other
        for other in pages
        if (other.instance, other.day) == (page.instance, page.day) and other is not page and not other.marked
    ]
    if not same or not supplies.strangers:
        return None
    paper = supplies.strangers.pop()
    page.extra.append(f"- **{paper.name}**, arXiv:{paper.id}v1")
    same[0].extra.append(f"- **{paper.name}**, arXiv:{paper.id}v2")
    return _marked(page, f"{paper.id}v1")


def miscounted_list(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """One paper more is announced than listed."""
    if not page.new:
        return None
    page.count = len(page.new) + 1
    return _marked(page, f"净增 {page.count} 件" if page.chinese else f"New papers ({page.count})")


def repeated_entry(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """The same paper twice in one list; the count is that of the distinct papers."""
    if not page.carried or page.carried[0].id in page.cards:
        return None
    page.carried.append(page.carried[0])
    return _marked(page, page.carried[0].id, 2)


def contradictory_listing(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """A new paper that is carried over as well."""
    if not page.new or page.new[0].id in page.cards:
        return None
    page.carried.append(page.new[0])
    return _marked(page, page.new[0].id)


def stale_novelty(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """A paper called new that an earlier briefing has."""
    if len(page.carried) < 2 or not page.new or page.carried[0].id in page.cards:
        return None
    page.new.append(page.carried.pop(0))
    return _marked(page, page.new[-1].id)


def mismatched_card(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """The card of another paper beside one."""
    if not page.carried or page.carried[0].id in page.cards:
        return None
    other = supplies.rng.choice([paper for paper in supplies.cards if paper != page.carried[0].id])
    page.cards[page.carried[0].id] = supplies.cards[other]
    return _marked(page, supplies.cards[other])


def missing_card(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """A card that does not exist, or that is said to be missing although it does."""
    if page.carried and page.carried[0].id not in page.cards:
        paper = page.carried[0]
        page.cards[paper.id] = f"paper_cards/9{supplies.rng.randrange(1000)}-{paper.id.replace('.', '-')}.md"
        return _marked(page, page.cards[paper.id])
    mine = [paper for paper in page.carried if paper.id in page.cards]
    if not mine:
        return None
    page.cards[mine[0].id] = "paper_cards/(待建)"
    return _marked(page, "paper_cards/(待建)")


def missing_source(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """A briefing that does not exist."""
    if not page.source:
        return None
    page.source = page.source.replace(".md", "-2.md")
    return _marked(page, page.source)


def misdated_document(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """A heading left over from the day before."""
    page.title_day = (date.fromisoformat(page.day) - timedelta(days=1)).isoformat()
    return _marked(page, page.title_day)


def conflicting_baseline(page: Page, pages: list[Page], supplies: Supplies) -> Page | None:
    """A version that the living document never had."""
    if not page.baseline:
        return None
    page.baseline = f"{supplies.living} v{supplies.living_version + supplies.rng.randint(1, 3)}"
    return _marked(page, page.baseline)


Planter = Callable[[Page, list[Page], Supplies], Page | None]

KINDS: dict[str, Planter] = {
    "ARX204": conflicting_versions,
    "ARX301": split_label,
    "ARX302": shared_identifier,
    "ARX303": mismatched_label,
    "ARX501": miscounted_list,
    "ARX502": repeated_entry,
    "ARX503": contradictory_listing,
    "ARX504": stale_novelty,
    "ARX505": mismatched_card,
    "ARX506": missing_card,
    "ARX507": missing_source,
    "ARX508": misdated_document,
    "ARX509": conflicting_baseline,
}


def plant(pages: list[Page], faults: int, supplies: Supplies) -> Expected:
    """Put faults into briefings, at most one to each; raises ValueError if they do not find room."""
    # The first days have nothing to carry over.
    free = [page for page in pages[len(pages) // 20 :] if page.carried]
    supplies.rng.shuffle(free)
    kinds = list(KINDS.items())
    planted: list[tuple[Page, str]] = []
    for number in range(faults):
        code, planter = kinds[number % len(kinds)]
        for _ in range(len(free)):
            page = free.pop()
            done = planter(page, pages, supplies) if not page.marked else None
            if done is not None:
                planted.append((page, code))
                break
            free.insert(0, page)
        else:
            raise ValueError(f"no briefing left for {code}")
    # Later faults may add lines to earlier pages, so that lines are looked up last.
    return {(page.path, page.line(), code) for page, code in planted}
