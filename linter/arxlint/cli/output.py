"""From a result to the streams: findings on standard output, everything else on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from arxlint.cli.given import tool_version, wants_color
from arxlint.diagnostic import Severity
from arxlint.report import FORMATS
from arxlint.report import Options as ReportOptions
from arxlint.report.result import RunResult
from arxlint.report.summary import closing, count
from arxlint.run.app import UsageError
from arxlint.run.checking import Check

_SELF_CLOSING = frozenset(("github", "markdown"))
"""Formats that are read as a whole and carry the summary themselves."""

_NAMED = 5
"""Unverified papers that a message names; the rest is counted."""


def format_name(given: str | None, option: str = "--format") -> str:
    """Return the format to report in: as given, else ``github`` under its Actions, else ``full``."""
    if given is None:
        return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "full"
    if given not in FORMATS:
        from arxlint.text.nearest import nearest  # only on the way out

        near = nearest(given, FORMATS)
        hint = f"did you mean `{near}`?" if near else f"there are {', '.join(FORMATS)}"
        raise UsageError(f"{option} {given}: unknown; {hint}")
    return given


def report(name: str, result: RunResult, given: dict[str, Any], gate: Severity | None, root: str) -> None:
    """Write the report to standard output or ``--output``, and the summary to standard error."""
    whole = name in _SELF_CLOSING
    options = _options(given, gate, root, quiet=given["quiet"] if whole else True)
    put(_pieces(name, result, options), given.get("output"))
    if not given["quiet"] and (not whole or given.get("output")):
        say(closing(result))


def more_reports(result: RunResult, given: dict[str, Any], gate: Severity | None, root: str) -> None:
    """Write what ``--report FORMAT=FILE`` asks for."""
    for wanted in given["reports"]:
        name, file = _report_wish(wanted)
        options = _options({**given, "color": "never", "output": file}, gate, root, quiet=given["quiet"])
        put(_pieces(name, result, options), file)


def check_reports(given: dict[str, Any]) -> None:
    """Raises UsageError for a ``--report`` that is none, before any work is done."""
    for wanted in given["reports"]:
        _report_wish(wanted)


def _report_wish(wanted: str) -> tuple[str, str]:
    name, equals, file = wanted.partition("=")
    if not equals or not file:
        raise UsageError(f"--report {wanted}: write FORMAT=FILE, for example sarif=arxlint.sarif")
    return format_name(name, "--report"), file


def _pieces(name: str, result: RunResult, options: ReportOptions) -> Iterator[str]:
    from arxlint.report import reporter
    from arxlint.report.rebase import FORMATS as FROM_THE_TOP

    if name in FROM_THE_TOP:
        from arxlint.report.rebase import checkout_of, rebased

        top = checkout_of(options.root)
        result = rebased(result, options.root, top)
        options = options._replace(root=top)
    return reporter(name)(result, options)


def _options(given: dict[str, Any], gate: Severity | None, root: str, quiet: bool) -> ReportOptions:
    color = colored(given, sys.stdout)
    terminal = not given.get("output") and sys.stdout.isatty()
    width = max(40, os.get_terminal_size(sys.stdout.fileno()).columns) if terminal else 120
    return ReportOptions(color, color and terminal, width, root, gate, quiet, tool_version())


def put(pieces: Iterable[str], output: str | None) -> None:
    """Write to a file, at once, or to standard output.  Raises UsageError if the file cannot be written."""
    if not output:
        for piece in pieces:
            sys.stdout.write(piece)
        # What follows on standard error belongs after it.
        sys.stdout.flush()
        return
    from arxlint.text.write import write_bytes

    try:
        write_bytes(output, "".join(pieces).encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(f"{output}: the report cannot be written: {error.strerror or error}") from error


def say(lines: Iterable[str]) -> None:
    """Write lines to standard error."""
    sys.stderr.write("".join(f"{line}\n" for line in lines))


def colored(given: dict[str, Any], stream: TextIO) -> bool:
    """Tell whether to use colours: as asked for; by default on a terminal, unless NO_COLOR says no."""
    if given["color"] != "auto":
        return bool(given["color"] == "always")
    return not given.get("output") and wants_color(stream)


def fails(result: RunResult, gate: Severity | None) -> bool:
    """Tell whether anything is as bad as the gate, or worse."""
    return gate is not None and any(one.severity.rank <= gate.rank for one in result.diagnostics)


def unverified_message(check: Check) -> str:
    """Return why ``--require-metadata`` fails the run; empty if every paper was verified."""
    assert check.outcome is not None
    papers = sorted(set().union(*check.outcome.coverage.unverified.values()))
    if not papers:
        return ""
    named = ", ".join(papers[:_NAMED]) + (f" and {len(papers) - _NAMED} more" if papers[_NAMED:] else "")
    why = "no source of metadata has them, so what is said of them was not checked (--require-metadata)"
    return f"arxlint: {count(len(papers), 'paper')} unverified: {named}: {why}"


def details(check: Check) -> Iterator[str]:
    """Yield what ``--verbose`` says of a run that is over."""
    assert check.outcome is not None
    config, coverage = check.setting.config, check.outcome.coverage
    yield f"configuration: {config.path or 'none found; the defaults hold'}"
    yield f"knowledge base: {check.setting.root}"
    yield f"metadata: {', '.join(check.metadata()) or 'none'}"
    yield f"rules: {len(coverage.codes)} run ({' '.join(sorted(coverage.codes))})"
    for skipped in check.outcome.result.summary.skipped_rules:
        yield f"skipped: {skipped.code} {skipped.name}: {skipped.reason}"
    for path, papers in sorted(coverage.unverified.items()):
        yield f"unverified: {path}: {', '.join(sorted(papers))}"


def statistics(result: RunResult, name: str) -> Iterator[str]:
    """Yield how often each rule was broken, the commonest first: a table, or JSON."""
    counts: dict[str, int] = {}
    fixes: dict[str, int] = {}
    for one in result.diagnostics:
        counts[one.code] = counts.get(one.code, 0) + 1
        if one.fix is not None and one.fix.applicability != "display-only":
            fixes[one.code] = fixes.get(one.code, 0) + 1
    ordered = sorted(counts, key=lambda code: (-counts[code], code))
    if name == "json":
        import json

        rows = [
            {
                "code": code,
                "name": result.rules[code].name,
                "count": counts[code],
                "fixable": fixes.get(code, 0),
            }
            for code in ordered
        ]
        yield json.dumps({"version": 1, "statistics": rows}, indent=1) + "\n"
        return
    width = len(str(max(counts.values(), default=0)))
    for code in ordered:
        fixable = f" ({fixes[code]} fixable)" if code in fixes else ""
        yield f"{counts[code]:>{width}}  {code}  {result.rules[code].name}{fixable}\n"
