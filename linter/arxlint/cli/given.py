"""From what the command line gave to what a run is asked for."""

from __future__ import annotations

import sys
from typing import Any, TextIO

from arxlint.run.app import Options, UsageError


def to_options(given: dict[str, Any]) -> Options:
    """Turn what the command line gave into the options of a run.  Raises UsageError."""
    today = given.get("today") or ""
    if today:
        from datetime import date

        try:
            today = date.fromisoformat(today).isoformat()
        except ValueError:
            raise UsageError(f"--today {today}: not a date; write YYYY-MM-DD") from None
    paths = tuple(given.get("paths") or ())
    stdin: bytes | None = None
    if paths == ("-",) or given.get("stdin_filename"):
        if len(paths) > 1 or (paths and paths != ("-",)):
            raise UsageError(
                "standard input (`-`, --stdin-filename) cannot be linted together with other paths"
            )
        stdin = sys.stdin.buffer.read()
        paths = (".",)
    return Options(
        paths=paths or (".",),
        select=_codes(given["select"]),
        ignore=_codes(given["ignore"]),
        extend_select=_codes(given["extend_select"]),
        stores=tuple(given["stores"]),
        offline=given["offline"],
        require_metadata=given["require_metadata"],
        force_exclude=given["force_exclude"],
        root=given["root"] or "",
        config=given["config"] or "",
        jobs=given["jobs"],
        cache=not given["no_cache"],
        cache_url=given["cache_url"] or "",
        stdin_filename=given.get("stdin_filename") or "",
        stdin=stdin,
        today=today,
        progress=given["progress"],
    )


def _codes(given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code.strip() for part in given for code in part.split(",") if code.strip())


def wants_color(stream: TextIO) -> bool:
    """Tell whether a stream is to have colours: on a terminal, unless the environment says otherwise."""
    import os

    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def tool_version() -> str:
    """Return our version."""
    from arxlint import __version__

    return __version__
