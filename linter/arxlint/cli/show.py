"""``arxlint show``."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from arxlint.cli.reading import read_all, reading_options, reading_setup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arxlint.audit.model import PaperEntry
    from arxlint.extract.model import Facts
    from arxlint.metadata.paper import Answer


@click.command(name="show")
@click.argument("paper", metavar="ID|NAME")
@click.option(
    "--format", "format_name", type=click.Choice(["text", "json"]), default="text", help="How to show it."
)
@click.option("--store", "stores", multiple=True, metavar="FILE", help="Metadata store; repeatable.")
@click.option("--offline", is_flag=True, help="Never ask the arXiv API.")
@click.option("--cache-url", metavar="URL", help="Where API answers are cached: redis://… for a team.")
@click.option("--progress/--no-progress", default=None, help="Show progress on standard error.")
@reading_options
def show(paper: str, format_name: str, **given: Any) -> int:
    """Show what arXiv says about a paper, and every place of the base that cites it.

    ID is an arXiv identifier or a URL with one.  NAME is a title or a name, as the base or arXiv has it.

    \b
    arxlint show 2607.17715
    arxlint show "C²KV" --store arxiv.sqlite --offline

    Exit status: 0 if one paper is shown; 1 if the name is that of several papers or of none, or if nothing
    is known of the identifier; 2 wrong usage or a failure.
    """
    from arxlint.audit.lookup import find, identifier_in
    from arxlint.audit.showing import show_candidates, show_paper
    from arxlint.cli.common import wants_color
    from arxlint.discovery import walk
    from arxlint.index.memory import MemoryLedger
    from arxlint.report.style import painter
    from arxlint.run.app import open_stores

    options, setting = reading_setup(given, ())
    stamps = walk(setting.root, setting.root, setting.files)
    facts = read_all(options, setting, stamps).facts
    store = open_stores(options, setting)
    stream = sys.stdout
    paint = painter(given["color"] == "always" or (given["color"] == "auto" and wants_color(stream)))
    identifier = identifier_in(paper)
    if identifier is None:
        ledger = MemoryLedger(facts, (stamp.path for stamp in stamps), setting.config.profile)
        found = find(paper, ledger, store)
        if len(found.papers) != 1:
            width = os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 120
            _write_all(
                show_candidates(paper, found, paint, width), sys.stderr if format_name == "json" else stream
            )
            return 1
        identifier = found.papers[0].id
    answer = store.lookup((identifier,)).get(identifier) if store is not None else None
    entry = _entry(identifier, facts, answer, setting.root)
    if format_name == "json":
        from arxlint.audit.json import entry_record
        from arxlint.report.record import dump

        record = {"version": 1, **entry_record(entry)}
        del record["findings"]  # nothing was judged
        stream.write(dump(record) + "\n")
    else:
        _write_all(show_paper(entry, paint), stream)
    return 0 if entry.citations or entry.state in ("verified", "withdrawn") else 1


def _entry(identifier: str, facts: Sequence[Facts], answer: Answer | None, root: str) -> PaperEntry:
    from arxlint.audit.model import PaperEntry
    from arxlint.audit.naming import entries_of
    from arxlint.audit.spots import Spots
    from arxlint.report.result import SourceLookup

    spots = Spots(SourceLookup(root), {})
    for document in facts:
        for mention in document.mentions:
            if mention.id == identifier:
                spots.want_position(document.path, mention.start)
    spots.resolve()
    names, citations = entries_of((identifier,), facts, spots)[identifier]
    return PaperEntry(identifier, answer, names, citations, ())


def _write_all(pieces: Any, stream: Any) -> None:
    for piece in pieces:
        stream.write(piece)
