"""``arxlint check``."""

from __future__ import annotations

from typing import Any

import click

from arxlint.cli.common import run_options, table_options
from arxlint.cli.table import CHECK


@click.command(name="check")
@run_options
@table_options(CHECK)
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
