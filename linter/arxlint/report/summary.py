"""The closing lines: how many of what, and what was not judged."""

from __future__ import annotations

from arxlint.diagnostic import Applicability
from arxlint.report.result import RunResult, SkippedRule
from arxlint.report.visible import visible


def count(number: int, noun: str) -> str:
    """Return ``1 error``, ``2 errors``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def headline(result: RunResult) -> str:
    """Return what was found in how many files, with what was hidden or left out."""
    summary = result.summary
    kinds = ((summary.errors, "error"), (summary.warnings, "warning"), (summary.notes, "note"))
    found = ", ".join(count(number, noun) for number, noun in kinds if number) or "no diagnostics"
    line = f"{found} in {count(summary.files, 'file')}"
    aside = []
    if summary.suppressed:
        aside.append(f"{summary.suppressed} suppressed")
    if summary.baselined:
        aside.append(f"{summary.baselined} in baseline")
    aside.extend(_skipped(summary.skipped_rules))
    return f"{line} ({', '.join(aside)})" if aside else line


def closing(result: RunResult) -> list[str]:
    """Return the closing lines of a report for people."""
    summary = result.summary
    lines = [headline(result)]
    if summary.mentions:
        seen = f"{count(summary.mentions, 'mention')} of {count(summary.papers, 'paper')}"
        if summary.verified or summary.unverified:
            seen += f": {summary.verified} verified, {summary.unverified} unverified"
        lines.append(seen)
    safe, unsafe = result.fixable(Applicability.SAFE), result.fixable(Applicability.UNSAFE)
    if safe and unsafe:
        lines.append(f"{safe} fixable with `--fix`, {unsafe} more with `--fix --unsafe-fixes`")
    elif safe:
        lines.append(f"{safe} fixable with `--fix`")
    elif unsafe:
        lines.append(f"{unsafe} fixable with `--fix --unsafe-fixes`")
    return lines


def _skipped(rules: tuple[SkippedRule, ...]) -> list[str]:
    by_reason: dict[str, list[str]] = {}
    for rule in rules:
        by_reason.setdefault(rule.reason, []).append(rule.code)
    return [
        f"{count(len(codes), 'rule')} skipped: {visible(reason)} [{' '.join(codes)}]"
        for reason, codes in by_reason.items()
    ]
