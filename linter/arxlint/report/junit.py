"""junit: JUnit XML, for services that collect test reports.

A file is a suite and a diagnostic a case, which fails if the diagnostic fails the run.  Skipped rules are
skipped cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from arxlint.diagnostic import Diagnostic
from arxlint.report import Options
from arxlint.report.result import RunResult, SourceLookup
from arxlint.report.visible import visible


def render(result: RunResult, options: Options) -> Iterator[str]:
    """Yield the document; a run without diagnostics is one case that passes."""
    skipped = result.summary.skipped_rules
    failures = sum(1 for one in result.diagnostics if _fails(one, options))
    tests = max(1, len(result.diagnostics)) + len(skipped)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="arxlint" tests="{tests}" failures="{failures}" errors="0">\n'
    for path, group in groupby(result.diagnostics, key=lambda one: one.path):
        yield from _suite(path, list(group), result.sources, options)
    if not result.diagnostics:
        yield '  <testsuite name="arxlint" tests="1" failures="0" errors="0" skipped="0">\n'
        yield '    <testcase name="no diagnostics" classname="arxlint" time="0"/>\n  </testsuite>\n'
    if skipped:
        number = len(skipped)
        yield f'  <testsuite name="rules" tests="{number}" failures="0" errors="0" skipped="{number}">\n'
        for rule in skipped:
            yield (
                f'    <testcase name="{_xml(f"{rule.code} {rule.name}")}" classname="rules" time="0">'
                f'<skipped message="{_xml(rule.reason)}"/></testcase>\n'
            )
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def _suite(
    path: str, diagnostics: list[Diagnostic], sources: SourceLookup, options: Options
) -> Iterator[str]:
    name = _xml(path)
    failures = sum(1 for one in diagnostics if _fails(one, options))
    counts = f'tests="{len(diagnostics)}" failures="{failures}" errors="0" skipped="0"'
    yield f'  <testsuite name="{name}" {counts}>\n'
    for one in diagnostics:
        place = sources(path).position(one.start)
        case = _xml(f"{one.code} {one.name} {place.line}:{place.column}")
        yield f'    <testcase name="{case}" classname="{name}" file="{name}" line="{place.line}" time="0">\n'
        text = "\n".join(
            _xml(part) for part in (f"{path}:{place.line}:{place.column}", one.help, *one.notes) if part
        )
        if _fails(one, options):
            yield (
                f'      <failure type="{_xml(f"{one.severity} {one.code}")}" message="{_xml(one.message)}">'
                f"{text}</failure>\n"
            )
        else:
            yield f"      <system-out>{_xml(f'{one.severity}: {one.message}')}\n{text}</system-out>\n"
        yield "    </testcase>\n"
    yield "  </testsuite>\n"


def _fails(diagnostic: Diagnostic, options: Options) -> bool:
    return options.gate is not None and diagnostic.severity.rank <= options.gate.rank


def _xml(text: str) -> str:
    """Return a text for an element or an attribute; what XML does not allow at all is made visible."""
    text = visible(text)
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&apos;")):
        text = text.replace(char, entity)
    return text
