"""Colour and links for the terminal, both only on request."""

from __future__ import annotations

from collections.abc import Callable

from arxlint.report.visible import visible

Paint = Callable[[str, str], str]
"""``paint(style, text)``; the text is printed as it is, so it must be safe already."""

_SGR = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "secondary": "1;34",
    "gutter": "34",
    "strong": "1",
    "added": "32",
    "removed": "31",
}


def painter(color: bool) -> Paint:
    """Return a function that sets a text in a style, or leaves it alone where colour is not wanted."""
    if not color:
        return lambda _style, text: text
    return lambda style, text: f"\x1b[{_SGR[style]}m{text}\x1b[0m" if text else ""


def hyperlink(url: str, text: str) -> str:
    """Return a text that links to a URL (OSC 8); what has no place in a URL is left out of it."""
    return f"\x1b]8;;{visible(url)}\x1b\\{text}\x1b]8;;\x1b\\"


def file_url(root: str, path: str) -> str:
    """Return the ``file:`` URL of a reported path."""
    from os.path import abspath, join
    from urllib.parse import quote

    full = abspath(join(root, path)).replace("\\", "/")
    return "file://" + quote(full, errors="surrogateescape")
