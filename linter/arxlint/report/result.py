"""RunResult: all that a reporter needs to know about one run."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from arxlint.diagnostic import Applicability, Diagnostic, Severity
from arxlint.system.records import NamedTuple
from arxlint.text.decode import decode_lossy
from arxlint.text.source import Source


class RuleInfo(NamedTuple):
    """What reporters and directives need to know about a rule.

    ``summary`` is one sentence, ``docs`` the whole page in Markdown, ``url`` where that page is published.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    docs: str = ""
    url: str = ""


class SkippedRule(NamedTuple):
    """A selected rule that could not run, and why (``no metadata``)."""

    code: str
    name: str
    reason: str


class Suppressed(NamedTuple):
    """A diagnostic that a directive in the file hides, with the reason given there."""

    diagnostic: Diagnostic
    reason: str


class Summary(NamedTuple):
    """Counts of one run.  ``papers`` are distinct; ``verified`` are those whose metadata was at hand."""

    files: int
    mentions: int
    papers: int
    verified: int
    unverified: int
    errors: int
    warnings: int
    notes: int
    suppressed: int
    baselined: int
    skipped_rules: tuple[SkippedRule, ...]


class SourceLookup:
    """Source of a reported path, read when first asked for: only files with findings are read again.

    Paths are relative to ``root`` unless absolute.  What is in memory (standard input, an unsaved buffer)
    wins over the disk.  A file that is gone or broken by now yields an empty or lossy text rather than an
    error: its diagnostics must still be shown.
    """

    __slots__ = ("_root", "_sources")

    def __init__(self, root: str = ".", memory: Iterable[Source] = ()) -> None:
        self._root = root
        self._sources = {source.path: source for source in memory}

    def __call__(self, path: str) -> Source:
        """Return the source of a reported path."""
        source = self._sources.get(path)
        if source is None:
            source = self._sources[path] = self._read(path)
        return source

    def peek(self, path: str) -> Source:
        """Return the source of a reported path without keeping it: for passes over a whole base."""
        return self._sources.get(path) or self._read(path)

    def _read(self, path: str) -> Source:
        try:
            with open(os.path.join(self._root, path), "rb") as file:
                return decode_lossy(file.read(), path)
        except (OSError, ValueError):
            return Source(path, "")


class RunResult(NamedTuple):
    """One run.  Diagnostics are sorted by path, offset and code."""

    diagnostics: tuple[Diagnostic, ...]
    summary: Summary
    sources: SourceLookup
    rules: Mapping[str, RuleInfo]
    suppressed: tuple[Suppressed, ...] = ()
    baselined: tuple[Diagnostic, ...] = ()

    def fixable(self, applicability: Applicability) -> int:
        """Return how many diagnostics carry a fix of just this applicability."""
        return sum(1 for one in self.diagnostics if one.fix and one.fix.applicability is applicability)


def run_result(
    diagnostics: Iterable[Diagnostic],
    *,
    sources: SourceLookup,
    rules: Mapping[str, RuleInfo],
    files: int = 0,
    mentions: int = 0,
    papers: int = 0,
    verified: int = 0,
    unverified: int = 0,
    suppressed: Iterable[Suppressed] = (),
    baselined: Iterable[Diagnostic] = (),
    skipped_rules: Iterable[SkippedRule] = (),
) -> RunResult:
    """Sort and count."""
    shown = tuple(sorted(diagnostics, key=lambda one: one.sort_key))
    hidden = tuple(sorted(suppressed, key=lambda one: one.diagnostic.sort_key))
    known = tuple(sorted(baselined, key=lambda one: one.sort_key))
    counts = dict.fromkeys(Severity, 0)
    for one in shown:
        counts[one.severity] += 1
    summary = Summary(
        files=files,
        mentions=mentions,
        papers=papers,
        verified=verified,
        unverified=unverified,
        errors=counts[Severity.ERROR],
        warnings=counts[Severity.WARNING],
        notes=counts[Severity.NOTE],
        suppressed=len(hidden),
        baselined=len(known),
        skipped_rules=tuple(sorted(skipped_rules)),
    )
    return RunResult(shown, summary, sources, rules, hidden, known)
