"""``arxlint mentions``."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from arxlint.cli.reading import read_all, reading_options, reading_setup


@click.command(name="mentions")
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["table", "json", "jsonl", "csv"]),
    default="table",
    help="How to list them.",
)
@click.option("--output", metavar="FILE", help="Write the list to a file instead of standard output.")
@reading_options
def mentions(paths: tuple[str, ...], format_name: str, output: str | None, **given: Any) -> int:
    """List every arXiv mention, with its labels and claims.

    This is what the tool saw, and what all rules judge by.  Lines and columns count from 1, offsets from 0,
    all in code points.

    \b
    arxlint mentions notes.md
    arxlint mentions --format jsonl inbox/ | jq -r 'select(.labels == []) | .id'

    Exit status: 0, or 2 for wrong usage or a failure.
    """
    from arxlint.audit.listing import render
    from arxlint.cli.common import wants_color
    from arxlint.discovery import find_targets
    from arxlint.report.result import SourceLookup

    options, setting = reading_setup(given, paths)
    stamps = find_targets(options.paths, setting.root, setting.files)
    reading = read_all(options, setting, stamps)
    stream = sys.stdout
    color = given["color"] == "always" or (given["color"] == "auto" and not output and wants_color(stream))
    width = max(60, os.get_terminal_size(stream.fileno()).columns) if stream.isatty() and not output else 0
    pieces = render(format_name, reading.facts, SourceLookup(setting.root), color=color, width=width)
    if output:
        from arxlint.text.write import write_text

        write_text(output, "".join(pieces))
        return 0
    for piece in pieces:
        stream.write(piece)
    return 0
