"""Bringing a store up to date: from OAI-PMH since a date, or from the live API for the papers in use."""

from __future__ import annotations

import os
from collections.abc import Iterable

from arxlint.metadata.api import ArxivApi
from arxlint.metadata.build import Outcome, StoreBuilder
from arxlint.metadata.errors import StoreError
from arxlint.metadata.keys import canonical
from arxlint.metadata.paper import Paper
from arxlint.metadata.progress import Progress
from arxlint.metadata.sqlite_store import SqliteStore
from arxlint.metadata.xmlrecords import OAI

_MOST_VERSIONS = 30


def sync_changes(
    path: str, from_date: str | None = None, endpoint: str | None = None, progress: Progress | None = None
) -> Outcome:
    """Take in every record that changed since a date; default: since the snapshot that the store is of.

    The store is made if there is none (then a date is needed).  Interrupted, it goes on where it stopped;
    the store itself is replaced whole at the end.  Raises StoreError.
    """
    from arxlint.metadata.oai import FIRST_DATE, Harvester, forget

    exists = os.path.exists(path)
    snapshot = None
    if exists:
        with SqliteStore(path) as store:
            snapshot = store.about().get("snapshot")
    since = from_date or snapshot
    if since is None:
        raise StoreError(
            f"{path}: not of a snapshot, so there is no date to go on from: "
            f"name one with --from (--from {FIRST_DATE} fetches everything, in about an hour)"
        )
    harvester = Harvester(endpoint, progress)
    folder = f"{path}.harvest"
    files = harvester.harvest(folder, since)
    date = harvester.started(folder)
    with StoreBuilder(path, path if exists else None, progress) as builder:
        for file in files:
            builder.add_source(file, as_of=date, snapshot=False)
        # Only without a gap behind it does the harvest make the store one of today.
        if date is not None and (since <= FIRST_DATE or (snapshot is not None and since <= snapshot)):
            builder.add_snapshot(date, OAI)
        outcome = builder.finish()
    forget(folder)
    return outcome


def sync_used(
    path: str, identifiers: Iterable[str], api: ArxivApi, progress: Progress | None = None
) -> tuple[Outcome | None, int]:
    """Take in what arXiv says of some papers (identifiers with or without version), all versions dated.

    Returns the outcome (None if arXiv knew none of them) and how many arXiv says do not exist.  Those
    that were not answered are in ``api.unanswered``.  Raises StoreError.
    """
    wanted: dict[str, set[int]] = {}
    for text in identifiers:
        found = canonical(text)
        if found is not None:
            wanted.setdefault(found[0], set())
    answers = api.lookup(wanted)
    papers = {identifier: answer for identifier, answer in answers.items() if isinstance(answer, Paper)}
    earlier = {
        identifier: range(max(1, paper.latest - _MOST_VERSIONS), paper.latest)
        for identifier, paper in papers.items()
        if paper.latest > 1
    }
    if earlier:
        again = api.lookup_versions(earlier)
        papers.update({key: answer for key, answer in again.items() if isinstance(answer, Paper)})
    absent = len(answers) - len(papers)
    if not papers:
        return None, absent
    exists = os.path.exists(path)
    with StoreBuilder(path, path if exists else None, progress) as builder:
        builder.add(papers.values())
        return builder.finish(), absent
