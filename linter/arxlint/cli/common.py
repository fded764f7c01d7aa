"""Options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TextIO, TypeVar

import click

from arxlint.app import Options, UsageError
from arxlint.cli.completing import complete_rules

_Command = TypeVar("_Command", bound=Callable[..., Any])

_RUN_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.argument("paths", nargs=-1, metavar="[PATHS]...", type=click.Path()),
    click.option(
        "--select",
        multiple=True,
        metavar="RULES",
        shell_complete=complete_rules,
        help="Run only these: codes, prefixes, names; comma-separated.",
    ),
    click.option(
        "--ignore", multiple=True, metavar="RULES", shell_complete=complete_rules, help="Do not run these."
    ),
    click.option(
        "--extend-select",
        multiple=True,
        metavar="RULES",
        shell_complete=complete_rules,
        help="Run these too.",
    ),
    click.option(
        "--store",
        "stores",
        multiple=True,
        metavar="FILE",
        type=click.Path(),
        help="Metadata store; repeatable, the first that answers wins.",
    ),
    click.option("--offline", is_flag=True, help="Never ask the arXiv API."),
    click.option("--require-metadata", is_flag=True, help="Fail (exit 2) if a paper could not be verified."),
    click.option("--cache-url", metavar="URL", help="Where API answers are cached: redis://… for a team."),
    click.option(
        "--force-exclude", is_flag=True, help="Pass over files that `exclude` names, even if PATHS name them."
    ),
    click.option(
        "--root", metavar="DIR", type=click.Path(), help="The knowledge base that targets are judged against."
    ),
    click.option(
        "--config",
        metavar="FILE",
        type=click.Path(),
        help="Configuration file (default: the nearest upwards).",
    ),
    click.option(
        "--jobs", type=click.IntRange(0), default=0, metavar="N", help="Processes (default: as many as help)."
    ),
    click.option("--no-cache", is_flag=True, help="Neither read nor write the cache of facts."),
    click.option(
        "--today", metavar="DATE", help="Judge as of this day (YYYY-MM-DD), for reproducible results."
    ),
    click.option(
        "--progress/--no-progress",
        default=None,
        help="Show progress on standard error (default: on a terminal).",
    ),
    click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colours."),
    click.option("-q", "--quiet", is_flag=True, help="Diagnostics only, no summary."),
    click.option(
        "-v",
        "--verbose",
        is_flag=True,
        help="Say on standard error where settings and metadata come from, and what is unverified.",
    ),
)


def run_options(command: _Command) -> _Command:
    """Give a command the options that every run has."""
    for option in reversed(_RUN_OPTIONS):
        command = option(command)
    return command


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
