"""The HTTP layer of the live API: requests-cache over a file of this user, or over a team's Redis.

Kept for a day: arXiv's index changes once a day, and its terms ask not to put the same query twice within
one.  Only whole, well-formed feeds are kept.  Values are JSON, never pickles: whoever can write to a shared
cache must not be able to run code here.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from typing import Any, Final

import requests
from requests_cache import CacheMixin

from arxlint.metadata.caching import open_cache_folder
from arxlint.metadata.errors import StoreError
from arxlint.metadata.network import ArxivOnly

_DAY: Final = 86_400
_SCHEMES: Final = ("redis://", "rediss://", "unix://")


class CachedSession(CacheMixin, ArxivOnly):
    """A session whose answers come from the cache where they can."""


def cached_session(cache_url: str | None, keep: Callable[[requests.Response], bool]) -> requests.Session:
    """Return a session over the cache at ``cache_url``.

    ``None``: a SQLite file in the user's cache folder; ``none``: no cache; ``redis://…`` (also ``rediss://``
    and ``unix://``): Redis; anything else: the path of a SQLite file.  ``keep`` decides which answers are
    worth keeping.  Raises StoreError where a Redis server is named that does not answer, or the package
    ``redis`` is missing.
    """
    logging.getLogger("requests_cache").setLevel(logging.ERROR)
    if cache_url == "none":
        return ArxivOnly()
    if cache_url is not None and cache_url.startswith(_SCHEMES):
        return _session(_redis(cache_url), keep)
    folder = open_cache_folder()
    if cache_url is None and folder is None:
        return ArxivOnly()
    from requests_cache.backends.sqlite import SQLiteCache

    path = cache_url or os.path.join(folder or "", "http-1.sqlite")
    return _session(SQLiteCache(path, serializer="json", busy_timeout=10_000), keep)


def _session(backend: Any, keep: Callable[[requests.Response], bool]) -> requests.Session:
    session: requests.Session = CachedSession(
        backend=backend,
        expire_after=_DAY,
        allowable_codes=(200,),
        allowable_methods=("GET",),
        filter_fn=keep,
        stale_if_error=False,
        cache_control=False,
    )
    return session


def _redis(url: str) -> Any:
    try:
        import redis
    except ImportError:
        raise StoreError("a Redis cache needs the package redis: pip install 'arxlint[redis]'") from None
    from requests_cache.backends.redis import RedisCache

    try:
        connection = redis.Redis.from_url(url, socket_timeout=10, socket_connect_timeout=5)
        connection.ping()
    except (redis.RedisError, ValueError) as error:
        # The URL may hold a password: name the server by what comes after it only.
        raise StoreError(f"the cache at {url.rpartition('@')[2]} does not answer: {error}") from None
    return RedisCache("arxlint", connection=connection, serializer="json")


def cache_errors() -> tuple[type[Exception], ...]:
    """Return what a cache raises when it fails while in use."""
    import sqlite3
    import sys

    redis = sys.modules.get("redis")
    return (sqlite3.Error, OSError, *((redis.RedisError,) if redis else ()))
