"""Text that is safe to show: what a document says must not move the cursor, hide or reorder anything.

Control characters become their Unicode pictures (ESC → ␛), invisible and direction-changing ones their code
point (``<U+202E>``).  Widths are terminal columns: two for East Asian wide characters, none for combining.
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)

TAB = 4
"""Columns between tab stops."""


def is_plain(text: str) -> bool:
    """Tell whether every character is shown as it is, in one column."""
    return text.isascii() and text.isprintable()


def visible(text: str) -> str:
    """Return a text on one line with every control and invisible character made visible."""
    if is_plain(text):
        return text
    return _UNSAFE.sub(_picture, text)


def visible_path(path: str) -> str:
    """Return a path for the terminal; one that starts like a CI command (``::``) is set apart by ``./``."""
    path = visible(path)
    return f"./{path}" if path.startswith((":", "#")) else path


def display_width(text: str) -> int:
    """Return the terminal columns that a visible text takes."""
    return len(text) if text.isascii() else sum(map(_char_width, text))


def cells(text: str, column: int = 0) -> list[tuple[str, int]]:
    """Return for each character what to print and how many columns that takes.

    ``column`` is the 0-based column at which the text starts; tabs depend on it.
    """
    if "\t" not in text:
        return [_CELLS[char] for char in text]
    result = []
    for char in text:
        cell = _CELLS[char]
        if char == "\t":
            width = TAB - column % TAB
            cell = (" " * width, width)
        result.append(cell)
        column += cell[1]
    return result


def widths(text: str) -> list[int]:
    """Return the columns that each character takes; for a tab the most that it can take."""
    return [_CELLS[char][1] for char in text]


def _picture(match: re.Match[str]) -> str:
    char = match[0]
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    return f"<U+{code:04X}>"


def _char_width(char: str) -> int:
    if char.isascii():
        return 1
    if east_asian_width(char) in "WF":
        return 2
    # Vowels and finals of a decomposed Hangul syllable are drawn into the leading consonant's cell.
    if "\u1160" <= char <= "\u11ff" or category(char) in ("Mn", "Me"):
        return 0
    return 1


class _Cells(dict[str, tuple[str, int]]):
    """What to print for a character and its columns, worked out once for each."""

    def __missing__(self, char: str) -> tuple[str, int]:
        printed = _UNSAFE.sub(_picture, char)
        cell = self[char] = (printed, sum(map(_char_width, printed)))
        return cell


_CELLS = _Cells({"\t": (" " * TAB, TAB)})
