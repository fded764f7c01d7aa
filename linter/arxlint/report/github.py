"""github: annotations through the workflow commands of GitHub Actions.

GitHub shows ten annotations of each kind for a step and drops the rest, so the rest is printed as plain lines
and counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from arxlint.diagnostic import Diagnostic, Severity
from arxlint.report import Options
from arxlint.report.concise import place_of
from arxlint.report.result import RunResult, SourceLookup
from arxlint.report.summary import closing, count
from arxlint.report.visible import visible

LIMIT = 10
"""Annotations of one kind that GitHub shows for a step."""

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(result: RunResult, options: Options) -> Iterator[str]:
    """Yield commands, the worst kind first, then lines for what does not fit, then the summary."""
    rest: list[Diagnostic] = []
    notices = []
    for severity, command in _COMMANDS.items():
        of_kind = [one for one in result.diagnostics if one.severity is severity]
        for one in of_kind[:LIMIT]:
            yield _command(command, one, result.sources)
        rest += of_kind[LIMIT:]
        left = len(of_kind) - LIMIT
        if left > 0:
            notices.append(f"{count(left, f'more {severity}')} without an annotation (GitHub shows {LIMIT})")
    for one in rest:
        yield _line(f"{place_of(one, result.sources)}: {one.code} {visible(one.message)}")
    if not options.quiet:
        for text in [*notices, *closing(result)]:
            yield _line(text)


def _command(command: str, diagnostic: Diagnostic, sources: SourceLookup) -> str:
    source = sources(diagnostic.path)
    start, end = source.position(diagnostic.start), source.position(diagnostic.end)
    properties = {"file": diagnostic.path, "line": str(start.line), "endLine": str(end.line)}
    if start.line == end.line:
        # Columns of different lines are refused.
        properties |= {"col": str(start.column), "endColumn": str(end.column)}
    properties["title"] = f"{diagnostic.code} {diagnostic.name}"
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    parts = [diagnostic.message, diagnostic.help, *diagnostic.notes]
    message = "\n".join(visible(part) for part in parts if part)
    return f"::{command} {listed}::{_data(message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    # Only an exact path finds its file; but one with control characters is not worth the danger.
    text = text if text.isprintable() else visible(text)
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _line(text: str) -> str:
    """Return a line that the runner cannot take for a command, whichever way that is written."""
    text = text.replace("##[", "## [")
    return f"- {text}\n" if text.lstrip().startswith(("::", "##")) else f"{text}\n"
