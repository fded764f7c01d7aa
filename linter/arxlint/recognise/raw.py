"""Identifiers in bytes: a glance that spares decoding, and positions at the speed of a search tool.

Each pattern begins with a literal byte, for which the ``re`` module has a fast loop, and looks back from
there; the obvious single pattern takes 25 to 60 times as long.
"""

from __future__ import annotations

import re
from typing import Final

_NEW: Final = re.compile(rb"\.[0-9]{4}(?<=[0-9]{2}[01][0-9]\.[0-9]{4})[0-9]?(?:v[0-9]+)?(?![0-9])")
_OLD: Final = re.compile(rb"/[0-9]{7}(?![0-9])(?:v[0-9]+)?")
_GATE_NEW: Final = re.compile(rb"\.[0-9]{4}(?<=[0-9]{2}[01][0-9]\.[0-9]{4})")
_GATE_OLD: Final = re.compile(rb"/[0-9]{7}(?![0-9])")
_GATE_SLUG: Final = re.compile(rb"[-_][0-9]{5}(?<=[0-9]{2}[01][0-9][-_][0-9]{5})(?![0-9])")
_GATE_FULL_WIDTH: Final = re.compile(rb"\xef\xbc[\x90-\x99]")


def may_have_identifiers(raw: bytes) -> bool:
    """Tell, without decoding, whether UTF-8 bytes can hold an identifier or a broken one."""
    return (
        _GATE_NEW.search(raw) is not None
        or b"arxiv" in raw.lower()
        or _GATE_OLD.search(raw) is not None
        or _GATE_SLUG.search(raw) is not None
        or _GATE_FULL_WIDTH.search(raw) is not None
    )


def find_identifiers(raw: bytes) -> list[tuple[int, int]]:
    """Return start and end of what has the form of an identifier: the new scheme first, each in order.

    Offsets are in bytes.  An old-scheme identifier begins at the slash, behind its archive.  Whether it is
    one (month, width, what stands around it) is ``scan``'s business.
    """
    # A list is made in half the time in which its members could be yielded.
    found = [(match.start() - 4, match.end()) for match in _NEW.finditer(raw)]
    found += [match.span() for match in _OLD.finditer(raw)]
    return found
