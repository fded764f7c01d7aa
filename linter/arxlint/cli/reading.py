"""Options and set-up of the commands that read the knowledge base without judging it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from arxlint.discovery import FileStamp
    from arxlint.run.app import Options, Reading, Setting

_Command = TypeVar("_Command", bound=Callable[..., Any])

_READING_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--root", metavar="DIR", help="The knowledge base (default: found from the paths)."),
    click.option("--config", metavar="FILE", help="Configuration file (default: the nearest upwards)."),
    click.option(
        "--jobs", type=click.IntRange(0), default=0, metavar="N", help="Processes (default: as many as help)."
    ),
    click.option("--no-cache", is_flag=True, help="Neither read nor write the cache of facts."),
    click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colours."),
)


def reading_options(command: _Command) -> _Command:
    """Give a command the options of reading."""
    for option in reversed(_READING_OPTIONS):
        command = option(command)
    return command


def reading_setup(given: dict[str, Any], paths: tuple[str, ...]) -> tuple[Options, Setting]:
    """Return the options and the setting of a command that reads.  Raises ConfigError and UsageError."""
    from arxlint.run.app import Options, settle

    options = Options(
        paths=paths or (".",),
        stores=tuple(given.get("stores") or ()),
        offline=bool(given.get("offline")),
        root=given["root"] or "",
        config=given["config"] or "",
        jobs=given["jobs"],
        cache=not given["no_cache"],
        cache_url=given.get("cache_url") or "",
        progress=given.get("progress"),
    )
    return options, settle(options)


def read_all(options: Options, setting: Setting, stamps: list[FileStamp]) -> Reading:
    """Read files' facts; what cannot be read is said on standard error."""
    import sys

    from arxlint.report.visible import visible
    from arxlint.run.app import read_facts

    del options
    reading = read_facts(stamps, setting)
    for problem in reading.problems:
        sys.stderr.write(f"arxlint: {visible(problem.path)}: {visible(problem.message)}\n")
    return reading
