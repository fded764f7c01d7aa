"""sarif: SARIF 2.1.0, for code scanning.

Columns are Unicode code points.  Suppressed and accepted diagnostics are results, too, and say that they are:
a code-scanning service then closes their alerts instead of forgetting them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from arxlint.diagnostic import Applicability, Confidence, Diagnostic, Edit, Fix, Severity
from arxlint.report import Options
from arxlint.report.record import dump
from arxlint.report.result import RuleInfo, RunResult, SourceLookup
from arxlint.report.visible import visible

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_RANKS = {Confidence.HIGH: 90.0, Confidence.MEDIUM: 60.0, Confidence.LOW: 30.0}
_RELATED = 100
"""Related places kept for a result; code scanning shows no more."""


def render(result: RunResult, options: Options) -> Iterator[str]:
    """Yield one log with one run, a result a line."""
    rules = _rules(result)
    indexes = {rule["id"]: index for index, rule in enumerate(rules)}
    driver = {"name": "arxlint", "rules": rules}
    if options.version:
        driver["version"] = options.version
    notifications = [
        {
            "level": "warning",
            "descriptor": {"id": rule.code},
            "message": {"text": _plain(f"{rule.code} {rule.name} was skipped: {rule.reason}")},
        }
        for rule in result.summary.skipped_rules
    ]
    invocation = {"executionSuccessful": True, "toolExecutionNotifications": notifications}
    yield (
        f'{{"$schema": {dump(SCHEMA)},\n "version": "2.1.0",\n "runs": [{{\n'
        f'  "tool": {dump({"driver": driver})},\n'
        f'  "columnKind": "unicodeCodePoints",\n  "invocations": [{dump(invocation)}],\n  "results": ['
    )
    separator = "\n   "
    for diagnostic, suppressions in _results(result):
        yield separator + dump(_result(diagnostic, suppressions, indexes, result.sources))
        separator = ",\n   "
    yield "]}]}\n"


def _results(result: RunResult) -> Iterator[tuple[Diagnostic, list[dict[str, Any]]]]:
    for diagnostic in result.diagnostics:
        yield diagnostic, []
    for diagnostic, reason in result.suppressed:
        suppression = {"kind": "inSource"}
        if reason:
            suppression["justification"] = visible(reason)
        yield diagnostic, [suppression]
    for diagnostic in result.baselined:
        yield diagnostic, [{"kind": "external", "justification": "accepted by the baseline"}]


def _rules(result: RunResult) -> list[dict[str, Any]]:
    known = dict(result.rules)
    for diagnostic, _ in _results(result):
        if diagnostic.code not in known:
            one = diagnostic
            known[one.code] = RuleInfo(one.code, one.name, one.severity, one.name)
    return [_rule(known[code]) for code in sorted(known)]


def _rule(rule: RuleInfo) -> dict[str, Any]:
    docs = rule.docs or rule.summary
    descriptor: dict[str, Any] = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary or rule.name},
        "fullDescription": {"text": rule.summary or rule.name},
        "help": {"text": docs, "markdown": docs},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }
    if rule.url:
        descriptor["helpUri"] = rule.url
    return descriptor


def _result(
    diagnostic: Diagnostic,
    suppressions: list[dict[str, Any]],
    indexes: dict[str, int],
    sources: SourceLookup,
) -> dict[str, Any]:
    parts = [diagnostic.message, diagnostic.help, *diagnostic.notes]
    properties = {
        "confidence": str(diagnostic.confidence),
        "paper": diagnostic.paper,
        "label": diagnostic.label,
        "suggestion": diagnostic.suggestion,
    }
    record: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": indexes[diagnostic.code],
        "level": _LEVELS[diagnostic.severity],
        "rank": _RANKS[diagnostic.confidence],
        "message": {"text": "\n".join(_plain(part) for part in parts if part)},
        "locations": [_location(diagnostic.path, diagnostic.start, diagnostic.end, sources)],
        "suppressions": suppressions,
        "properties": {key: value for key, value in properties.items() if value is not None},
    }
    if diagnostic.fingerprint:
        # The second is the one that GitHub compares.  It would take the hash of the line by itself, which
        # changes with every edit of a flattened document and is the same for all diagnostics on a line.
        record["partialFingerprints"] = {
            "arxlint/v1": diagnostic.fingerprint,
            "primaryLocationLineHash": f"{diagnostic.fingerprint}:1",
        }
    if diagnostic.related:
        record["relatedLocations"] = [
            {
                "id": index,
                **_location(one.path, one.start, one.end, sources),
                "message": {"text": _plain(one.message) or "see also"},
            }
            for index, one in enumerate(diagnostic.related[:_RELATED], start=1)
        ]
    fix = diagnostic.fix
    if fix is not None and fix.edits and fix.applicability is not Applicability.DISPLAY_ONLY:
        record["fixes"] = [_fix(fix, sources)]
    return record


def _fix(fix: Fix, sources: SourceLookup) -> dict[str, Any]:
    by_path: dict[str, list[Edit]] = {}
    for edit in fix.edits:
        by_path.setdefault(edit.path, []).append(edit)
    return {
        "description": {"text": _plain(fix.message) or "fix"},
        "artifactChanges": [_change(path, edits, sources) for path, edits in by_path.items()],
    }


def _change(path: str, edits: Sequence[Edit], sources: SourceLookup) -> dict[str, Any]:
    return {
        "artifactLocation": _artifact(path),
        "replacements": [
            {
                "deletedRegion": _region(path, edit.start, edit.end, sources),
                "insertedContent": {"text": edit.text},
            }
            for edit in edits
        ],
    }


def _location(path: str, start: int, end: int, sources: SourceLookup) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": _artifact(path),
            "region": _region(path, start, end, sources),
        }
    }


def _artifact(path: str) -> dict[str, str]:
    uri = quote(path, errors="surrogateescape")
    return {"uri": f"file://{uri}"} if path.startswith("/") else {"uri": uri, "uriBaseId": "%SRCROOT%"}


def _region(path: str, start: int, end: int, sources: SourceLookup) -> dict[str, int]:
    source = sources(path)
    first, last = source.position(start), source.position(end)
    # A byte-order mark is no character of the text here (it is to us, and in the other formats).
    mark = 1 if source.text.startswith("\ufeff") else 0
    return {
        "startLine": first.line,
        "startColumn": max(1, first.column - (mark if first.line == 1 else 0)),
        "endLine": last.line,
        "endColumn": max(1, last.column - (mark if last.line == 1 else 0)),
    }


def _plain(text: str) -> str:
    """Return a text for a message, in which ``[text](target)`` would otherwise become a link."""
    return re.sub(r"([\[\]])", r"\\\1", visible(text)) if "](" in text else visible(text)
