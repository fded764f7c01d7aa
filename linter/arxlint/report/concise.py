"""concise: ``path:line:column: CODE message``, one line a diagnostic; ``[*]`` marks a safe fix."""

from __future__ import annotations

from collections.abc import Iterator

from arxlint.diagnostic import Applicability, Diagnostic
from arxlint.report import Options
from arxlint.report.result import RunResult, SourceLookup
from arxlint.report.style import file_url, hyperlink, painter
from arxlint.report.summary import closing
from arxlint.report.visible import visible, visible_path


def render(result: RunResult, options: Options) -> Iterator[str]:
    """Yield one line a diagnostic, then the summary."""
    paint = painter(options.color)
    for diagnostic in result.diagnostics:
        place = place_of(diagnostic, result.sources)
        if options.links:
            place = hyperlink(file_url(options.root, diagnostic.path), place)
        code = paint(str(diagnostic.severity), visible(diagnostic.code))
        yield f"{place}: {code} {_fixable(diagnostic)}{visible(diagnostic.message)}\n"
    if not options.quiet:
        yield "\n".join(closing(result)) + "\n"


def place_of(diagnostic: Diagnostic, sources: SourceLookup) -> str:
    """Return ``path:line:column``, 1-based code points."""
    position = sources(diagnostic.path).position(diagnostic.start)
    return f"{visible_path(diagnostic.path)}:{position.line}:{position.column}"


def _fixable(diagnostic: Diagnostic) -> str:
    fix = diagnostic.fix
    return "[*] " if fix is not None and fix.applicability is Applicability.SAFE else ""
