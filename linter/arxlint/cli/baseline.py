"""``arxlint baseline``: adopt arxlint on a base that has old trouble."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from arxlint.cli.common import run_options, to_options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arxlint.report.result import SkippedRule

_FILE = click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(),
    help="The file (default: the configuration's, or arxlint-baseline.json at the root of the base).",
)


@click.group()
def baseline() -> None:
    """Accept the diagnostics of today, so that only new ones fail.

    \b
    arxlint baseline write     once, to adopt arxlint; commit the file
    arxlint check              from now on says only what is new
    arxlint baseline prune     after old trouble was cured; until then the check fails (ARX906)

    An entry holds on to code, file, paper and name, not to lines: it survives edits around it.
    """


@baseline.command()
@run_options
@_FILE
def write(**given: Any) -> None:
    """Accept everything that is found now.

    With PATHS only what is found there; entries of other files stay.  So do entries that cannot be judged
    now, because their rule does not run or their paper's record is not at hand.
    """
    from arxlint.report.summary import count
    from arxlint.run.adopting import accept, baseline_path
    from arxlint.run.checking import Check, Wish

    check = Check(to_options(given), Wish(accept_known=False))
    result = check.run()
    path = baseline_path(given["baseline"] or "", check.setting)
    assert check.outcome is not None  # it has run
    change = accept(path, result.diagnostics, check.outcome)
    shown = os.path.relpath(path)
    sys.stderr.write(
        f"{shown}: {_entries(change.entries)} ({change.added} added, {change.removed} removed)\n"
    )
    for reason, codes in _skipped(result.summary.skipped_rules).items():
        what = f"{count(len(codes), 'rule')} skipped ({reason}): what they would find is not accepted"
        sys.stderr.write(f"{what} [{' '.join(codes)}]\n")
    if not given["quiet"] and change.first:
        used = given["baseline"] and not _is_usual(path, check.setting.root)
        how = f"with --baseline {shown}, or `baseline` in the configuration, " if used else ""
        sys.stderr.write(
            f"{how}`arxlint check` now says only what is new;"
            f" commit the file. {count(result.summary.files, 'file')} judged\n"
        )


@baseline.command()
@run_options
@_FILE
def prune(**given: Any) -> None:
    """Take out entries whose diagnostic is gone.

    Only what this run could find is taken out: an entry of a rule that does not run, or of a paper whose
    record is not at hand, stays.
    """
    from arxlint.policy.baseline import prune as prune_baseline
    from arxlint.run.adopting import open_baseline, stale_entries
    from arxlint.run.checking import Check, Wish

    check = Check(to_options(given), Wish(accept_known=False))
    old = open_baseline(given["baseline"] or "", check.setting)
    result = check.run()
    assert check.outcome is not None  # it has run
    stale = stale_entries(old, result.diagnostics, check.outcome)
    left = prune_baseline(old, stale)
    gone = len(old.entries) - len(left.entries)
    sys.stderr.write(f"{os.path.relpath(old.path)}: {gone} removed, {_entries(len(left.entries))} left\n")


def _entries(number: int) -> str:
    return "1 entry" if number == 1 else f"{number} entries"


def _is_usual(path: str, root: str) -> bool:
    from arxlint.config.settings import DEFAULT_BASELINE

    return os.path.abspath(path) == os.path.join(root, DEFAULT_BASELINE)


def _skipped(rules: Iterable[SkippedRule]) -> dict[str, list[str]]:
    by_reason: dict[str, list[str]] = {}
    for rule in rules:
        by_reason.setdefault(rule.reason, []).append(rule.code)
    return by_reason
