"""A diagnostic as the JSON object that ``json`` and ``jsonl`` publish (version 1)."""

from __future__ import annotations

import json
from typing import Any

from arxlint.diagnostic import Diagnostic, Edit, Fix
from arxlint.report.result import RunResult, SourceLookup, Summary


def summary_record(summary: Summary) -> dict[str, Any]:
    """Return the counts by name."""
    record = summary._asdict()
    record["skipped_rules"] = [rule._asdict() for rule in summary.skipped_rules]
    return record


def diagnostic_record(diagnostic: Diagnostic, result: RunResult) -> dict[str, Any]:
    """Return a diagnostic; lines and columns are 1-based, offsets 0-based, all in code points."""
    sources = result.sources
    rule = result.rules.get(diagnostic.code)
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": str(diagnostic.severity),
        "confidence": str(diagnostic.confidence),
        "message": diagnostic.message,
        "help": diagnostic.help,
        "url": rule.url if rule and rule.url else None,
        "fingerprint": diagnostic.fingerprint,
        "path": diagnostic.path,
        **_range(diagnostic.path, diagnostic.start, diagnostic.end, sources),
        "paper": diagnostic.paper,
        "label": diagnostic.label,
        "suggestion": diagnostic.suggestion,
        "related": [
            {
                "path": one.path,
                **_range(one.path, one.start, one.end, sources),
                "message": one.message,
            }
            for one in diagnostic.related
        ],
        "fix": _fix_record(diagnostic.fix, sources) if diagnostic.fix else None,
    }


def dump(value: object) -> str:
    """Return compact JSON, readable where it can be encoded (a file name need not be valid Unicode)."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return text


def _fix_record(fix: Fix, sources: SourceLookup) -> dict[str, Any]:
    return {
        "applicability": str(fix.applicability),
        "message": fix.message,
        "edits": [_edit_record(edit, sources) for edit in fix.edits],
    }


def _edit_record(edit: Edit, sources: SourceLookup) -> dict[str, Any]:
    return {
        "path": edit.path,
        **_range(edit.path, edit.start, edit.end, sources),
        "text": edit.text,
    }


def _range(path: str, start: int, end: int, sources: SourceLookup) -> dict[str, Any]:
    source = sources(path)
    return {"start": source.position(start)._asdict(), "end": source.position(end)._asdict()}
