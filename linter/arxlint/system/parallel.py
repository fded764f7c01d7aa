"""Work over processes: results in the order of the work, whatever the number of processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

_Work = TypeVar("_Work")
_Result = TypeVar("_Result")


def can_fork() -> bool:
    """Tell whether processes can inherit what this one has in memory."""
    import sys

    return hasattr(os, "fork") and sys.platform != "darwin"


def over_processes(
    function: Callable[[_Work], _Result],
    work: Sequence[_Work],
    jobs: int,
    start: Callable[[], None] | None = None,
) -> Iterator[_Result]:
    """Yield ``function`` of each piece of work, in order; each process begins with ``start``."""
    from multiprocessing import get_context

    context: Any = get_context("fork" if can_fork() else "spawn")
    pool = context.Pool(min(jobs, len(work)), start)
    try:
        yield from pool.imap(function, work)
        pool.close()
    except BaseException:
        pool.terminate()
        raise
    finally:
        pool.join()
