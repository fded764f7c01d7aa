"""full: each diagnostic with the source around it, for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from arxlint.diagnostic import Applicability, Diagnostic
from arxlint.report import Options
from arxlint.report.frame import Mark, frame, last_line
from arxlint.report.result import RunResult
from arxlint.report.style import Paint, file_url, hyperlink, painter
from arxlint.report.summary import closing, count
from arxlint.report.visible import visible, visible_path
from arxlint.text.source import Source

_PLACES = 8
"""Secondary places shown in full; the rest is counted."""


def render(result: RunResult, options: Options) -> Iterator[str]:
    """Yield one block a diagnostic, then the summary."""
    paint = painter(options.color)
    for diagnostic in result.diagnostics:
        yield "\n".join(_block(diagnostic, result, options, paint)) + "\n\n"
    if not options.quiet:
        yield "\n".join(closing(result)) + "\n"


def _block(diagnostic: Diagnostic, result: RunResult, options: Options, paint: Paint) -> Iterator[str]:
    severity = str(diagnostic.severity)
    code = f"{severity}[{visible(diagnostic.code)}]"
    rule = result.rules.get(diagnostic.code)
    if options.links and rule and rule.url:
        code = hyperlink(rule.url, code)
    yield paint(severity, code) + paint("strong", f": {visible(diagnostic.message)}")

    main = Mark(diagnostic.start, diagnostic.end, diagnostic.span_label, severity, "^")
    frames: dict[str, list[Mark]] = {diagnostic.path: [main]}
    for related in diagnostic.related[:_PLACES]:
        mark = Mark(related.start, related.end, related.message, "secondary", "-")
        frames.setdefault(related.path, []).append(mark)
    sources = {path: result.sources(path) for path in frames}
    gutter = len(str(max(last_line(sources[path], marks) for path, marks in frames.items())))

    for path, marks in frames.items():
        arrow = "-->" if path == diagnostic.path else ":::"
        place = _place(path, sources[path], marks[0].start, options)
        yield " " * (gutter + 1) + paint("gutter", arrow) + " " + place
        if sources[path].text:
            yield from frame(sources[path], marks, gutter=gutter, width=options.width, paint=paint)

    bullet = " " * (gutter + 1) + paint("gutter", "=") + " "
    for kind, text in _remarks(diagnostic):
        yield bullet + paint("strong", kind) + f" {visible(text)}"


def _place(path: str, source: Source, offset: int, options: Options) -> str:
    position = source.position(offset)
    place = f"{visible_path(path)}:{position.line}:{position.column}"
    return hyperlink(file_url(options.root, path), place) if options.links else place


def _remarks(diagnostic: Diagnostic) -> Iterator[tuple[str, str]]:
    left_out = len(diagnostic.related) - _PLACES
    if left_out > 0:
        yield "note:", f"and {count(left_out, 'more place')}"
    if diagnostic.help:
        yield "help:", diagnostic.help
    for note in diagnostic.notes:
        yield "note:", note
    fix = diagnostic.fix
    if fix is not None:
        how = {
            Applicability.SAFE: "fix available with `--fix`",
            Applicability.UNSAFE: "fix available with `--fix --unsafe-fixes`",
            Applicability.DISPLAY_ONLY: "possible edit",
        }[fix.applicability]
        yield "note:", f"{how}: {fix.message}"
    yield "see: ", f"arxlint explain {diagnostic.code}"
