"""Integer keys for identifiers: the row numbers of the store.

A rowid table keyed by an integer is the fastest thing SQLite has, and consecutive identifiers become
consecutive rows.  New scheme: ``YYMM * 100_000 + sequence``; old scheme: ``2**40 + archive * 10**7 +
YYMMNNN`` with the archive's number in ``ARCHIVES``.  The numbers are part of the file format: the tuple
may only grow at its end.
"""

from __future__ import annotations

import re
from typing import Final

ARCHIVES: Final = (
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn", "chem-ph",
    "cmp-lg", "comp-gas", "cond-mat", "cs", "dg-ga", "funct-an", "gr-qc", "hep-ex", "hep-lat", "hep-ph",
    "hep-th", "math", "math-ph", "mtrl-th", "nlin", "nucl-ex", "nucl-th", "patt-sol", "physics", "plasm-ph",
    "q-alg", "q-bio", "quant-ph", "solv-int", "supr-con",
)  # fmt: skip
"""Archives of the old scheme (arXiv's taxonomy, arxiv-base ``taxonomy/definitions.py``)."""

_NUMBERS: Final = {name: number for number, name in enumerate(ARCHIVES)}
_NEW: Final = re.compile(r"([0-9]{2})(0[1-9]|1[0-2])\.([0-9]{4,5})", re.ASCII)
_OLD: Final = re.compile(r"([a-z]+(?:-[a-z]+)?)/([0-9]{2})(0[1-9]|1[0-2])([0-9]{3})", re.ASCII)
_OLD_BASE: Final = 1 << 40
_FIVE_DIGITS_FROM: Final = 1501


def key_of(identifier: str) -> int | None:
    """Return the key of a canonical identifier without version, or None if it is not one."""
    match = _NEW.fullmatch(identifier)
    if match:
        month = int(match[1] + match[2])
        sequence = int(match[3])
        width = 5 if month >= _FIVE_DIGITS_FROM else 4
        if month < 704 or len(match[3]) != width or sequence == 0:
            return None
        return month * 100_000 + sequence
    match = _OLD.fullmatch(identifier)
    if not match or match[1] not in _NUMBERS or match[4] == "000":
        return None
    if "0703" < match[2] + match[3] < "9107":
        return None
    return _OLD_BASE + _NUMBERS[match[1]] * 10_000_000 + int(match[2] + match[3] + match[4])


def identifier_of(key: int) -> str:
    """Return the identifier of a key that ``key_of`` made; raises IndexError for an unknown archive."""
    if key < _OLD_BASE:
        month, sequence = divmod(key, 100_000)
        return f"{month:04d}.{sequence:0{5 if month >= _FIVE_DIGITS_FROM else 4}d}"
    archive, number = divmod(key - _OLD_BASE, 10_000_000)
    return f"{ARCHIVES[archive]}/{number:07d}"


def group_of(key: int) -> tuple[int, str]:
    """Return the run of numbers that a key belongs to: an opaque group and its month ``YYMM``.

    Within a group sequence numbers are handed out without gaps, apart from a few deleted papers.
    """
    if key < _OLD_BASE:
        month = key // 100_000
        return month, f"{month:04d}"
    group = (key - _OLD_BASE) // 1000
    return _OLD_BASE + group, f"{group % 10_000:04d}"


def sequence_of(key: int) -> int:
    """Return the running number of a key within its month (and archive)."""
    return key % 100_000 if key < _OLD_BASE else (key - _OLD_BASE) % 1000


def month_of(identifier: str) -> str | None:
    """Return the month ``YYMM`` of a canonical identifier, or None if it is not one."""
    key = key_of(identifier)
    return None if key is None else group_of(key)[1]


_LOOSE: Final = re.compile(
    r"(?:https?://[a-z.]*arxiv\.org/abs/|arxiv:)?\s*"
    r"(?:([0-9]{4}\.[0-9]{4,5})|([a-z]+(?:-[a-z]+)?)(?:\.[a-z]{2})?/([0-9]{7}))(?:v([0-9]{1,4}))?\s*",
    re.ASCII | re.IGNORECASE,
)


def canonical(text: str) -> tuple[str, int | None] | None:
    """Return identifier and version of what a metadata source calls a paper, or None.

    Takes what the sources really write: ``http://arxiv.org/abs/hep-th/9901001v3``,
    ``math.GT/0309136``, ``arXiv:2101.00001``.  Not a recogniser for prose.
    """
    if key_of(text) is not None:
        return text, None
    match = _LOOSE.fullmatch(text)
    if not match:
        return None
    identifier = match[1] or f"{match[2].lower()}/{match[3]}"
    if key_of(identifier) is None:
        return None
    version = int(match[4]) if match[4] else None
    return None if version == 0 else (identifier, version)
