"""How the cost of a piece of work grows with its input: a guard against patterns that backtrack.

Not a measure of speed (that is ``benchmarks/``): only growth far beyond linear fails, and only if it shows
again and again, so that a busy machine does not.
"""

from __future__ import annotations

import time
from collections.abc import Callable

_TRIES = 5
_SLACK = 5
_NEGLIGIBLE = 0.25
"""Seconds of processor time."""


def grows_linearly(work: Callable[[int], object], small: int, factor: int = 8) -> bool:
    """Tell whether ``work(small * factor)`` costs about ``factor`` times what ``work(small)`` does."""
    for _ in range(_TRIES):
        little = min(_seconds(work, small) for _ in range(2))
        much = _seconds(work, small * factor)
        if much < max(_NEGLIGIBLE, little * factor * _SLACK):
            return True
    return False


def _seconds(work: Callable[[int], object], size: int) -> float:
    start = time.process_time()
    work(size)
    return time.process_time() - start
