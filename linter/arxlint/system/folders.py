"""Where this user keeps what can be made again."""

from __future__ import annotations

import os


def cache_folder() -> str:
    """Return arxlint's folder in the user's cache (``XDG_CACHE_HOME``), which may not exist yet."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if not base:
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "arxlint")
