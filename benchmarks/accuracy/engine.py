"""The real engine over the real documents: one knowledge base per repository, one store, no network."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from arxlint.config.reader import default_config
from arxlint.diagnostic import Diagnostic
from arxlint.extract.facts import extract_facts
from arxlint.extract.model import Facts
from arxlint.index.memory import MemoryLedger
from arxlint.metadata.open import open_store
from arxlint.metadata.paper import PaperStore
from arxlint.run.context import RunContext
from arxlint.run.engine import evaluate, names_touched, papers_touched, plan
from arxlint.text.source import Source
from arxlint_rules import RULES
from benchmarks.accuracy.documents import DATA

TODAY = "2026-12-01"
"""The day the documents and the metadata were collected; rules that ask for the date get this one."""

STORE = Path(
    os.environ.get("ARXLINT_BENCHMARK_STORE", "~/.cache/arxlint-benchmark/arxiv.sqlite")
).expanduser()
"""Where the store built from the records is kept between runs."""


class Text(NamedTuple):
    """One document of a repository; ``path`` is relative to the repository's root."""

    repository: str
    path: str
    text: str


def store_path() -> Path:
    """Return the store of all records, building it (a few minutes) where it is missing."""
    if not STORE.is_file():
        from arxlint.metadata.build import StoreBuilder

        print(f"building {STORE} …", file=sys.stderr)
        STORE.parent.mkdir(parents=True, exist_ok=True)
        partial = STORE.with_suffix(".partial")
        with StoreBuilder(str(partial)) as builder:
            for name in ("arxiv_metadata.jsonl.zst", "abstracts.jsonl.zst"):
                builder.add_source(str(DATA / name))
            builder.finish()
        partial.replace(STORE)
    return STORE


def store() -> PaperStore:
    """Open the store of all records."""
    return open_store(str(store_path()))


class Judgement(NamedTuple):
    """What a run over one repository gave."""

    repository: str
    facts: dict[str, Facts]
    diagnostics: list[Diagnostic]


def read(repository: Sequence[Text]) -> list[Facts]:
    """Extract the facts of a repository's documents."""
    profile = default_config().profile
    return [extract_facts(Source(one.path, one.text), profile) for one in repository]


def lint(repository: Sequence[Text], papers: PaperStore | None = None) -> Judgement:
    """Run all rules over the documents of one repository."""
    facts = read(repository)
    profile = default_config().profile
    ledger = MemoryLedger(facts, (one.path for one in repository), profile)
    context = RunContext(ledger, profile, TODAY, papers if papers is not None else store())
    runnable = plan([rule() for rule in RULES], has_metadata=True, has_history=False)
    wanted = papers_touched(facts)
    for name in names_touched(facts):
        wanted.update(place.place.mention.id for place in ledger.labelled(name))
    context.prefetch(wanted)
    diagnostics = sorted(evaluate(facts, runnable, context), key=lambda one: one.sort_key)
    return Judgement(repository[0].repository, {one.path: one for one in facts}, diagnostics)


def lint_all(repositories: Mapping[str, Sequence[Text]]) -> dict[str, Judgement]:
    """Run over many repositories on all processors, the largest first."""
    store_path()
    order = sorted(repositories, key=lambda name: -sum(len(one.text) for one in repositories[name]))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lint, [repositories[name] for name in order])
        return {one.repository: one for one in results}


def by_repository(texts: Iterable[Text]) -> dict[str, list[Text]]:
    """Sort documents by repository."""
    result: dict[str, list[Text]] = defaultdict(list)
    for text in texts:
        result[text.repository].append(text)
    return dict(result)


def real_texts() -> list[Text]:
    """Return all real documents."""
    from benchmarks.accuracy.documents import documents

    texts = []
    for document in documents():
        repository, _, path = document.path.partition("/")
        texts.append(Text(repository, path, document.text))
    return texts
