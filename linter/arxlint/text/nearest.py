"""What somebody who misspelt a word may have meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most like one not known, whatever the case; None if none is like it.

    Codes share their letters and most digits with each other: only a slip in one character counts there.
    """
    from difflib import get_close_matches  # only on the way out

    spellings = {one.lower(): one for one in known}
    cutoff = 0.8 if word[-1:].isdigit() else 0.6
    close = get_close_matches(word[:80].lower(), spellings, n=1, cutoff=cutoff)
    return spellings[close[0]] if close else None
