"""The sources of metadata of a run, in order: store files, what was observed before, the live API."""

from __future__ import annotations

import os
from collections.abc import Sequence

from arxlint.metadata.caching import ObservationCache
from arxlint.metadata.chain import StoreChain
from arxlint.metadata.errors import StoreError
from arxlint.metadata.paper import PaperStore
from arxlint.metadata.sqlite_store import SqliteStore

_SQLITE = b"SQLite format 3\x00"


def open_store(path: str) -> PaperStore:
    """Open a store file, or a file or folder of records.  Raises StoreError where that is not possible."""
    if os.path.isdir(path):
        return _records(path)
    try:
        with open(path, "rb") as file:
            is_database = file.read(len(_SQLITE)) == _SQLITE
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from None
    if not is_database:
        return _records(path)
    store = SqliteStore(path)
    store.check()
    return store


def _records(path: str) -> PaperStore:
    from arxlint.metadata.jsonl_store import JsonlStore

    return JsonlStore(path)


def open_chain(
    paths: Sequence[str], *, offline: bool, cache_url: str | None = None, progress: bool | None = None
) -> StoreChain:
    """Open stores in order of precedence; unless ``offline``, the live API is asked for what they lack.

    What the API said before is used in either case; once it is out of date, only if the API does not
    answer now.  Raises StoreError where a store or cache that was named cannot be used.
    """
    stores: list[PaperStore] = [open_store(path) for path in paths]
    observations = ObservationCache()
    if offline:
        return StoreChain([*stores, ObservationCache(stale=True)])
    from arxlint.metadata.api import ArxivApi
    from arxlint.metadata.progress import Progress

    api = ArxivApi(cache_url=cache_url or None, observations=observations, progress=Progress(progress))
    if cache_url:
        api.connect()
    return StoreChain([*stores, observations, api, ObservationCache(stale=True)])
