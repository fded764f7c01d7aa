"""The knowledge base: briefings by several instances over some months, cards, a living document, metadata.

Nothing in it is wrong until ``faults`` makes it so: a paper is new in the briefings of one day only and
carried over later, every source exists, every count is right.
"""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from benchmarks.generate.faults import KINDS, Supplies, plant
from benchmarks.generate.pages import Page
from benchmarks.generate.papers import Real

INSTANCES = ("ada", "bo", "cem", "dai", "eve", "fu", "gil", "hana", "ivo", "jay", "kim", "li")
TOPICS = ("radar", "kv-cache", "agents", "infra")
FIRST_DAY = date(2026, 1, 5)
LIVING = "organized/knowledge/inference.md"
LIVING_VERSION = 7
_RECORDED = 0.6
"""Share of the papers that metadata know; for the others the base itself is all there is."""
_CARDS = 400
"""At most so many paper cards, and no more than one to ten briefings."""


class Summary(NamedTuple):
    """What was written."""

    briefings: int
    papers: int
    recorded: int
    faults: int


def generate(out: Path, papers: list[Real], briefings: int, faults: int, seed: int) -> Summary:
    """Write a knowledge base to a new folder.  Raises ValueError if there are too few papers."""
    rng = random.Random(seed)
    wanted = 2 * briefings + 3 * faults + 1000
    if len(papers) < 200 + 6 * faults:
        raise ValueError(f"only {len(papers)} papers with a coined name, for {faults} faults")
    chosen = rng.sample(papers, min(wanted, len(papers)))
    recorded = {paper.id for paper in chosen if rng.random() < _RECORDED}
    # Kept aside for faults: papers that nothing else mentions, most of them without a record.
    aside = [chosen.pop() for _ in range(min(3 * faults, len(chosen) // 3))]
    strangers = [paper for paper in aside if paper.id not in recorded]
    with_card = chosen[: min(_CARDS, briefings // 10)]
    cards = {
        paper.id: f"paper_cards/{number}-{paper.id.replace('.', '-')}.md"
        for number, paper in enumerate(with_card, 100)
    }
    pages = _briefings(chosen, briefings, cards, rng)
    supplies = Supplies(rng, strangers, recorded, cards, chosen, LIVING, LIVING_VERSION)
    expected = plant(pages, faults, supplies)
    out.mkdir(parents=True)
    for page in pages:
        _write(out / page.path, page.text())
    by_id = {paper.id: paper for paper in chosen}
    for identifier, path in cards.items():
        paper = by_id[identifier]
        _write(out / path, f"# {paper.name}\n\narXiv: {paper.id}\n\n- Title: {paper.title}\n")
    _write(
        out / LIVING,
        f"# Inference\n\n版本: v{LIVING_VERSION}({FIRST_DAY - timedelta(days=3)})\n\n"
        + "".join(f"- {paper.id}({paper.name})\n" for paper in chosen[:20]),
    )
    _write(out / "arxlint.toml", 'include = ["**/*.md"]\nstore = ["metadata"]\noffline = true\n')
    _metadata(out, [*chosen, *aside], recorded)
    rows = [{"path": path, "line": line, "code": code} for path, line, code in sorted(expected)]
    _write(out / "expected.json", json.dumps(rows, indent=0) + "\n")
    return Summary(len(pages), len(chosen), len(recorded), len(rows))


def _briefings(chosen: list[Real], count: int, cards: dict[str, str], rng: random.Random) -> list[Page]:
    """Return the briefings, day by day; each paper is new on one day."""
    per_day = len(INSTANCES) * len(TOPICS)
    fresh = iter(chosen)
    known: list[Real] = []
    pages: list[Page] = []
    for start in range(0, count, per_day):
        day = FIRST_DAY + timedelta(days=start // per_day)
        today: list[Real] = []
        for number in range(start, min(start + per_day, count)):
            instance = INSTANCES[number % len(INSTANCES)]
            topic = TOPICS[number // len(INSTANCES) % len(TOPICS)]
            page = Page(f"inbox/{instance}/{day}-{topic}.md", instance, topic, day.isoformat(), rng)
            page.new = [paper for _, paper in zip(range(rng.randint(1, 2)), fresh, strict=False)]
            today += page.new
            page.carried = rng.sample(known, min(len(known), rng.randint(2, 3)))
            page.cards = {paper.id: cards[paper.id] for paper in page.new + page.carried if paper.id in cards}
            if pages:
                page.source = rng.choice(pages).path
            page.baseline = f"{LIVING} v{LIVING_VERSION}" if number % 3 == 0 else ""
            pages.append(page)
        known += today
    return pages


def _metadata(out: Path, papers: list[Real], recorded: set[str]) -> None:
    lines = [json.dumps({"as_of": "2026-11-01", "source": "arXiv"})]
    lines += [
        json.dumps({"id": paper.id, "title": paper.title, "authors": paper.authors}, ensure_ascii=False)
        for paper in papers
        if paper.id in recorded
    ]
    _write(out / "metadata" / "papers.jsonl", "\n".join(lines) + "\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


__all__ = ["KINDS", "Summary", "generate"]
