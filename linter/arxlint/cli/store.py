"""``arxlint store``: build, update, inspect and export offline metadata."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from arxlint.metadata.days import iso
from arxlint.metadata.errors import StoreError

if TYPE_CHECKING:
    from arxlint.metadata.build import Outcome
    from arxlint.metadata.progress import Progress
    from arxlint.metadata.reading import Problem
    from arxlint.metadata.sqlite_store import SqliteStore

_NAMED = 10
_PROGRESS = click.option(
    "--progress/--no-progress", default=None, help="Show progress on standard error (default: on a terminal)."
)


def _date(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and iso(value) != value:
        raise click.BadParameter(f"{value!r} is not a date; write YYYY-MM-DD", ctx, param)
    return value


@click.group(name="store")
def store() -> None:
    """Build and inspect offline metadata.

    A store is one file with what arXiv says of any number of papers; `check --store FILE` looks there first.

    \b
    arxlint store build arxiv-metadata.json -o arxiv.sqlite   from Kaggle's dump, OAI-PMH, Atom or JSON lines
    arxlint store sync --help                                 bring it up to date, or fetch only what is cited
    arxlint store info arxiv.sqlite                           what is in it
    """
    # A terminated build must clean up behind itself like an interrupted one.
    before = signal.signal(signal.SIGTERM, _stop) or signal.SIG_DFL
    click.get_current_context().call_on_close(lambda: signal.signal(signal.SIGTERM, before))


def _stop(*_: object) -> None:
    sys.exit(128 + signal.SIGTERM)


@store.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("-o", "--output", required=True, metavar="FILE", help="The store to write (replaced whole).")
@click.option(
    "--as-of", callback=_date, metavar="DATE", help="When the sources were true, if they do not say."
)
@click.option(
    "--unabridged",
    is_flag=True,
    help="The Kaggle or OAI-PMH sources list every paper of every month they reach: what they lack does not "
    "exist.  (Without this, months are checked against arXiv's own counts.)",
)
@_PROGRESS
def build(
    sources: tuple[str, ...], output: str, as_of: str | None, unabridged: bool, progress: bool | None
) -> None:
    """Build a store from files or folders of records, told apart by their content.

    Reads the Kaggle arXiv dataset, OAI-PMH arXivRaw responses, Atom feeds of the arXiv API, and arxlint's
    own JSON lines, plain or as .gz or .zst.  Records of one paper are merged, the newer wins.

    \b
    arxlint store build arxiv-metadata-oai-snapshot.json -o arxiv.sqlite
    arxlint store build metadata.jsonl.zst abstracts.jsonl.zst -o arxiv.sqlite
    """
    from arxlint.metadata.build import StoreBuilder

    _refuse_foreign(output)
    began = time.monotonic()
    with StoreBuilder(output, progress=_progress(progress)) as builder:
        for source in sources:
            builder.add_source(source, as_of, unabridged)
        outcome = builder.finish()
    _tell(output, outcome, time.monotonic() - began)


@store.command()
@click.argument("file", metavar="STORE")
@click.option("--from", "from_date", callback=_date, metavar="DATE", help="Changes since this day.")
@click.option(
    "--used-in",
    multiple=True,
    metavar="PATH",
    help="Only the papers that these files and folders cite, from the live API; repeatable.",
)
@click.option("--cache-url", metavar="URL", help="Where API answers are cached: redis://… for a team.")
@_PROGRESS
def sync(
    file: str, from_date: str | None, used_in: tuple[str, ...], cache_url: str | None, progress: bool | None
) -> None:
    """Bring a store up to date, or make a small one.

    Without --used-in, everything that changed since the store's snapshot (or --from DATE) is harvested from
    arXiv's OAI-PMH interface; interrupted, it goes on where it stopped.

    \b
    arxlint store sync arxiv.sqlite
    arxlint store sync papers.sqlite --used-in inbox/ --used-in organized/
    """
    _refuse_foreign(file)
    if used_in and from_date:
        raise click.UsageError("--from and --used-in exclude each other")
    began = time.monotonic()
    if used_in:
        _sync_used(file, used_in, cache_url, progress)
        return
    from arxlint.metadata.sync import sync_changes

    outcome = sync_changes(file, from_date, progress=_progress(progress))
    _tell(file, outcome, time.monotonic() - began)


def _sync_used(
    file: str,
    paths: tuple[str, ...],
    cache_url: str | None,
    progress: bool | None,
    identifiers_in: Callable[[Iterable[str]], list[str]] | None = None,
) -> None:
    from arxlint.metadata.api import ArxivApi
    from arxlint.metadata.caching import ObservationCache
    from arxlint.metadata.sync import sync_used

    began = time.monotonic()
    identifiers = (identifiers_in or _identifiers_in)(paths)
    api = ArxivApi(
        cache_url=cache_url,
        observations=ObservationCache(),
        progress=_progress(progress),
        longest_wait=600.0,
    )
    outcome, absent = sync_used(file, identifiers, api, _progress(progress))
    if outcome is not None:
        _tell(file, outcome, time.monotonic() - began)
    if absent:
        click.echo(f"arXiv has no such paper: {absent} of {len(identifiers)} identifiers", err=True)
    if api.unanswered:
        count, reason = len(api.unanswered), next(iter(api.unanswered.values()))
        raise StoreError(f"{count} identifiers were not answered ({reason}); run it again later")
    if outcome is None:
        raise StoreError("nothing to store: no identifier of a paper that arXiv has")


@store.command()
@click.argument("file", metavar="STORE")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def info(file: str, form: str) -> None:
    """Say what is in a store: papers, sources, and of which months it knows every paper."""
    from arxlint.metadata.sqlite_store import SqliteStore

    with SqliteStore(file) as opened:
        found = _facts(opened, file)
    if form == "json":
        import json

        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return
    click.echo(f"{file}: {found['papers']:,} papers, {found['bytes'] / 1e6:,.1f} MB")
    click.echo(f"built {found['built']} by arxlint {found['arxlint']}")
    for source in found["sources"][:_NAMED]:
        as_of = f", as of {source['as_of']}" if source["as_of"] else ""
        click.echo(f"  {source['papers']:>9,}  {source['source']}{as_of}")
    if len(found["sources"]) > _NAMED:
        rest = found["sources"][_NAMED:]
        click.echo(f"  {sum(source['papers'] for source in rest):>9,}  {len(rest)} more sources")
    if found["complete"]:
        for stretch in found["complete"]:
            click.echo(f"every paper of {stretch['from']} to {stretch['to']}, as of {stretch['as_of']}")
    else:
        click.echo("not complete for any month: what is not here is unverified, not unknown")


def _facts(opened: SqliteStore, file: str) -> dict[str, Any]:
    about = opened.about()
    sources: dict[tuple[str, str | None], int] = {}
    for source, as_of, count in opened.origins():
        sources[source, as_of] = sources.get((source, as_of), 0) + count
    return {
        "papers": len(opened),
        "bytes": os.path.getsize(file),
        "format": 1,
        "built": about.get("built"),
        "arxlint": about.get("arxlint"),
        "snapshot": about.get("snapshot"),
        "sources": [
            {"source": source, "as_of": as_of, "papers": count}
            for (source, as_of), count in sorted(sources.items(), key=lambda item: (-item[1], item[0][0]))
        ],
        "complete": list(_stretches(opened.coverage())),
    }


def _stretches(coverage: dict[str, tuple[str, str]]) -> Iterator[dict[str, str]]:
    from arxlint.metadata.coverage import month_end, month_start

    months = sorted(coverage, key=month_start)
    start = 0
    for at, month in enumerate(months):
        following = months[at + 1] if at + 1 < len(months) else None
        joined = (
            following is not None
            and month_end(month) == month_start(following)
            and coverage[following] == coverage[month]
        )
        if not joined:
            as_of, source = coverage[month]
            yield {"from": months[start], "to": month, "as_of": as_of, "source": source}
            start = at + 1


@store.command()
@click.argument("file", metavar="STORE")
@click.option("-o", "--output", metavar="FILE", help="Where to (.gz and .zst pack it; default: stdout).")
@click.option("--used-in", multiple=True, metavar="PATH", help="Only papers that these cite; repeatable.")
@click.option("--ids", metavar="IDS", help="Only these papers: identifiers with commas between.")
@_PROGRESS
def export(
    file: str, output: str | None, used_in: tuple[str, ...], ids: str | None, progress: bool | None
) -> None:
    """Write a store as JSON lines, which `store build` and `check --store` read back."""
    from arxlint.metadata.export import export_lines, write_lines
    from arxlint.metadata.keys import canonical

    wanted: list[str] | None = None
    if used_in or ids:
        texts = [*(ids or "").split(","), *(_identifiers_in(used_in) if used_in else ())]
        wanted = [found[0] for text in texts if text.strip() and (found := canonical(text.strip()))]
    from arxlint.metadata.sqlite_store import SqliteStore

    with SqliteStore(file) as opened:
        written = write_lines(export_lines(opened, wanted), output, _progress(progress), len(opened))
    if output:
        click.echo(f"{output}: {written:,} papers", err=True)


def _identifiers_in(paths: Iterable[str]) -> list[str]:
    """Return the identifiers that files and folders cite."""
    from importlib import import_module

    # By name, because reading documents is the application's business and loads most of it.
    found: list[str] = import_module("arxlint.run.app").identifiers_in(paths)
    return found


def _progress(shown: bool | None) -> Progress:
    from arxlint.metadata.progress import Progress

    return Progress(shown)


def _refuse_foreign(path: str) -> None:
    """Raises StoreError rather than let a build replace a file that is no store."""
    if os.path.isdir(path):
        raise StoreError(f"{path}: is a folder")
    if not os.path.exists(path) or not os.path.getsize(path):
        return
    with open(path, "rb") as file:
        if not file.read(16).startswith(b"SQLite format 3"):
            raise StoreError(f"{path}: exists and is not a store; it was left as it is")


def _tell(path: str, outcome: Outcome, seconds: float) -> None:
    _name_problems(outcome.problems)
    size = f"{os.path.getsize(path) / 1e6:,.1f} MB"
    click.echo(
        f"{path}: {outcome.papers:,} papers from {outcome.records:,} records, {size}, {seconds:.0f} s",
        err=True,
    )
    if outcome.fragments:
        click.echo(f"{outcome.fragments:,} abstracts belong to no paper of the sources", err=True)


def _name_problems(problems: tuple[Problem, ...]) -> None:
    for problem in problems[:_NAMED]:
        click.echo(str(problem), err=True)
    if len(problems) > _NAMED:
        click.echo(f"… and {len(problems) - _NAMED:,} more", err=True)
    if problems:
        count = len(problems)
        click.echo(f"{count:,} bad record{'s' if count != 1 else ''} left out", err=True)
