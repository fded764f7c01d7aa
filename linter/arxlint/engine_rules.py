"""What the engine itself reports (ARX9xx): faults of files, directives and baselines, found by no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Severity
from arxlint.report.result import RuleInfo

if TYPE_CHECKING:
    from arxlint.registry import Registry

UNUSED: Final = RuleInfo(
    "ARX901",
    "unused-suppression",
    Severity.WARNING,
    "A directive hides nothing.",
    """A directive that hides nothing.

## Why is this bad?
The trouble that it was written for is gone, or it never matched.  Left in place it would silently hide the
next, different one.

## What to do
Remove it; `--fix` does.
""",
)
UNKNOWN: Final = RuleInfo(
    "ARX902",
    "unknown-code",
    Severity.WARNING,
    "A directive names a rule that does not exist.",
    """A directive names a code, a prefix or a rule name that no installed rule has.

## Why is this bad?
It hides nothing, although its author believes so.

## What to do
Correct the code (`arxlint rules` lists them), or install the rule package that brings it.
""",
)
MALFORMED: Final = RuleInfo(
    "ARX903",
    "malformed-directive",
    Severity.WARNING,
    "A comment starts like a directive but is none.",
    """A comment starts with `arxlint:` but is no directive.

## Why is this bad?
It hides nothing, although its author believes so.

## What to do
Write `arxlint: ignore[CODE] reason`, `disable[CODE]` … `enable[CODE]` or `file-ignore[CODE]`, each with at
least one code, prefix or rule name in the brackets.
""",
)
UNREADABLE: Final = RuleInfo(
    "ARX904",
    "unreadable-file",
    Severity.ERROR,
    "A file cannot be read as text.",
    """A file that was to be judged cannot be read: no permission, binary content, or broken encoding.

## Why is this bad?
Nothing in it was checked.

## What to do
Give read permission, save the file as UTF-8, or leave it out with `exclude`.
""",
)
OVERSIZED: Final = RuleInfo(
    "ARX905",
    "oversized-line",
    Severity.NOTE,
    "A line is too long for the structure of the document to be read.",
    """A line of a million characters or more: identifiers in the file are found and checked, but which names
belong to them is not read.

## Why is this bad?
Such a file is usually an export or a data file that nobody cites from.

## What to do
Break the line, or leave the file out with `exclude`.
""",
)
STALE: Final = RuleInfo(
    "ARX906",
    "stale-baseline",
    Severity.ERROR,
    "The baseline has an entry whose diagnostic is gone.",
    """The baseline has an entry whose diagnostic is gone.

## Why is this bad?
Good news: somebody cured it.  But while the entry stays, the same trouble can come back unseen.

## What to do
Run `arxlint baseline prune` and commit the result.
""",
)
ENGINE_RULES: Final = (UNUSED, UNKNOWN, MALFORMED, UNREADABLE, OVERSIZED, STALE)
"""In order of code."""

ENGINE_NAMES: Final = {info.code: info.name for info in ENGINE_RULES}


def rule_infos(registry: Registry) -> dict[str, RuleInfo]:
    """Return what reporters need to know about every rule, the engine's own included, by code."""
    infos = {info.code: info for info in ENGINE_RULES}
    for rule in registry.rules:
        docs = type(rule).__doc__ or ""
        summary = docs.strip().split("\n")[0]
        infos[rule.code] = RuleInfo(rule.code, rule.name, rule.severity, summary, docs)
    return dict(sorted(infos.items()))
