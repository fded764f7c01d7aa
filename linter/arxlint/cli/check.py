"""``arxlint check``."""

from __future__ import annotations

from typing import Any

import click

from arxlint.cli.common import run_options
from arxlint.cli.completing import complete_formats


@click.command(name="check")
@run_options
@click.option(
    "--format",
    "format_name",
    metavar="NAME",
    shell_complete=complete_formats,
    help="How to report: full, concise, json, jsonl, sarif, github, gitlab, rdjson, junit, markdown. "
    "Default: full, and github under GitHub Actions.",
)
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(),
    help="Write the report to a file instead of standard output.",
)
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FORMAT=FILE",
    help="Write another report to a file, from the same run; repeatable.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "note", "never"]),
    help="Exit with 1 from this severity on (default: warning, or the configuration's).",
)
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(),
    help="Diagnostics to accept (default: the configuration's, or arxlint-baseline.json at the root of the"
    " knowledge base if there is one); see `arxlint baseline --help`.",
)
@click.option("--no-baseline", is_flag=True, help="Report what the baseline accepts, too.")
@click.option(
    "--since",
    metavar="REV",
    help="Judge only lines changed since a git revision; `REV...` means since the branch left REV.",
)
@click.option("--fix", is_flag=True, help="Apply safe fixes, and report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: unsafe fixes too.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option(
    "--statistics", is_flag=True, help="Count diagnostics by rule instead of listing them (full, json)."
)
@click.option("--stdin-filename", metavar="NAME", help="Lint standard input as a file of this name.")
def check(**given: Any) -> int:
    """Lint files and folders.

    PATHS are what is judged; everything else in the knowledge base is read as context, so that one changed
    file is judged against all others.  Without PATHS: the folder you stand in.

    \b
    arxlint check                                     the folder you stand in
    arxlint check inbox/tom/2026-08-20-radar.md       one file, against the whole base
    arxlint check --offline --store arxiv.sqlite      with metadata from a file, without network
    arxlint check --diff                              what --fix would change
    arxlint check --since origin/main...              only lines that this branch changed
    arxlint check --baseline arxlint-baseline.json    only what is not accepted yet
    git show :a.md | arxlint check --stdin-filename a.md -

    Diagnostics go to standard output, everything else to standard error.

    Exit status: 0 nothing at or above --fail-on, 1 diagnostics, 2 wrong usage or a failure.
    """
    from arxlint.cli.checking import run_command

    return run_command(given)
