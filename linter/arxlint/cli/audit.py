"""``arxlint audit``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from arxlint.cli.common import run_options, to_options, tool_version, wants_color

if TYPE_CHECKING:
    from arxlint.audit.model import AuditReport
    from arxlint.report.result import RunResult
    from arxlint.run.app import Examination

FORMATS = ("text", "json", "markdown", "csv")


@click.command(name="audit")
@run_options
@click.option("--html", "html", metavar="FILE", help="Write one self-contained page: search, filter, print.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(FORMATS),
    default="text",
    help="What to print: a summary (text), or the whole report.",
)
@click.option("--output", metavar="FILE", help="Write that to a file instead of standard output.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "note", "never"]),
    default="never",
    help="Exit with 1 from this severity on (default: never; an audit shows, it does not gate).",
)
def audit(**given: Any) -> int:
    """Report on a whole knowledge base.

    Which papers, under which names; who disagrees with whom, and since when.  The page of --html needs
    nothing but a browser and makes no network request, so that it can be sent round.

    \b
    arxlint audit --html audit.html
    arxlint audit inbox/ --store arxiv.sqlite --offline --html audit.html
    arxlint audit --format markdown --output audit.md

    Exit status: 0 whatever was found, unless --fail-on asks for 1; 2 wrong usage or a failure.
    """
    from arxlint.diagnostic import Severity
    from arxlint.run.app import examine

    options = to_options(given)
    examination = examine(options)
    report = make_report(examination, options.today)
    result = examination.outcome.result
    if given["html"]:
        from arxlint.audit.html import render
        from arxlint.text.write import write_text

        write_text(given["html"], "".join(render(report)))
    _print(report, result, given)
    unverified = result.summary.unverified
    if options.require_metadata and unverified:
        sys.stderr.write(f"arxlint: {unverified} papers could not be verified (--require-metadata)\n")
        return 2
    if given["fail_on"] == "never":
        return 0
    gate = Severity(given["fail_on"])
    return int(any(one.severity.rank <= gate.rank for one in result.diagnostics))


def make_report(examination: Examination, today: str = "") -> AuditReport:
    """Return the report of a run; ``today`` is the date that was asked for, so that it can be reproduced."""
    from arxlint.audit.build import build_report

    outcome = examination.outcome
    paths = {facts.path for facts in examination.judged}
    paths.update(one.path for one in outcome.result.diagnostics)
    return build_report(
        outcome.result,
        examination.facts,
        paths,
        examination.context.answer,
        root=outcome.setting.root,
        generated=today or _utc_now(),
        version=tool_version(),
    )


def _utc_now() -> str:
    from time import gmtime, strftime

    return strftime("%Y-%m-%d %H:%M UTC", gmtime())


def _print(report: AuditReport, result: RunResult, given: dict[str, Any]) -> None:
    output = given["output"]
    pieces = _pieces(report, result, given)
    if output:
        from arxlint.text.write import write_text

        write_text(output, "".join(pieces))
    else:
        for piece in pieces:
            sys.stdout.write(piece)
    if given["html"] and not given["quiet"]:
        # With another format, standard output belongs to that format alone.
        apart = given["format_name"] != "text" or output
        stream = sys.stderr if apart else sys.stdout
        stream.write(f"{'' if apart else chr(10)}page: {os.path.abspath(given['html'])}\n")


def _pieces(report: AuditReport, result: RunResult, given: dict[str, Any]) -> Iterator[str]:
    name = given["format_name"]
    if name == "json":
        from arxlint.audit.json import render as render_json

        return render_json(report, result)
    if name == "markdown":
        from arxlint.audit.markdown import render as render_markdown

        return render_markdown(report)
    if name == "csv":
        from arxlint.audit.csv import render as render_csv

        return render_csv(report)
    if given["quiet"]:
        return iter(())
    from arxlint.audit.terminal import render

    stream = sys.stdout
    color = given["color"] == "always" or (
        given["color"] == "auto" and not given["output"] and wants_color(stream)
    )
    width = max(40, os.get_terminal_size(stream.fileno()).columns) if stream.isatty() else 120
    return render(report, color=color, width=width)
