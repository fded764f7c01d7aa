"""Fixing in a run: try the fixes in memory, then write, or show what would be written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from arxlint.diagnostic import Applicability, Diagnostic
from arxlint.policy.fix import FixResult, fix_files, fixable
from arxlint.report.result import RunResult
from arxlint.run.checking import Check
from arxlint.system.records import NamedTuple
from arxlint.text.decode import decode
from arxlint.text.source import Source


class Fixed(NamedTuple):
    """What fixing came to: the changes, and what is left to report."""

    fixes: FixResult
    result: RunResult


def fix(check: Check, result: RunResult, unsafe: bool) -> Fixed:
    """Apply in memory what may be fixed of a result.  Nothing is written.

    Only targets are changed; what the baseline accepts, or what is older than ``--since``, is left alone.
    """
    allowed = Applicability.UNSAFE if unsafe else Applicability.SAFE
    if not any(fixable(one, allowed) for one in result.diagnostics):
        return Fixed(FixResult((), {}, result.diagnostics, 0), result)
    assert check.outcome is not None
    targets = check.outcome.coverage.paths
    last = result

    def relint(texts: Mapping[str, Source]) -> Iterable[Diagnostic]:
        nonlocal last
        last = check.run(texts)
        return last.diagnostics

    def exact(path: str) -> Source:
        if path in check.standard_input:
            return check.standard_input[path]
        with open(os.path.join(check.setting.root, path), "rb") as file:
            return decode(file.read(), path)

    fixes = fix_files(result.diagnostics, exact, relint, allowed=allowed, within=targets.__contains__)
    return Fixed(fixes, result if fixes.unstable else last)
