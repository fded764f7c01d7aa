"""The baseline in a run: what it accepts, and which of its entries this run can call stale."""

from __future__ import annotations

import os
from collections.abc import Iterable

from arxlint.config.settings import DEFAULT_BASELINE
from arxlint.diagnostic import Diagnostic
from arxlint.discovery import reported_path
from arxlint.policy.baseline import Baseline, Entry, Match, exists, load, match, stale_diagnostics, write
from arxlint.run.app import Coverage, Outcome, Setting, UsageError
from arxlint.system.records import NamedTuple


def baseline_path(given: str, setting: Setting) -> str:
    """Return the file that the command line or the configuration names, else the usual one at the root."""
    if given:
        return given
    config = setting.config
    if config.baseline:
        return os.path.join(config.folder, config.baseline)
    return os.path.join(setting.root, DEFAULT_BASELINE)


def open_baseline(given: str, setting: Setting) -> Baseline:
    """Load the baseline of a run.  Raises UsageError and BaselineError."""
    path = baseline_path(given, setting)
    try:
        return load(path)
    except FileNotFoundError:
        config = setting.config
        named = f"{config.path}:{config.line_of('baseline')}: `baseline` names {config.baseline}"
        if given or not config.baseline:
            named = f"--baseline {path}" if given else path
        raise UsageError(
            f"{named}: no such file; `arxlint baseline write` makes it, and accepts what is found today"
        ) from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from error


def apply(
    baseline: Baseline, diagnostics: Iterable[Diagnostic], setting: Setting, coverage: Coverage
) -> tuple[Match, list[Diagnostic]]:
    """Sort out what the baseline accepts; return that, and an error for each stale entry."""
    found = match(baseline, diagnostics, judged=lambda entry: judged(entry, setting, coverage))
    path = reported_path(setting.root, baseline.path)
    return found, stale_diagnostics(baseline, found.stale, path)


def judged(entry: Entry, setting: Setting, coverage: Coverage) -> bool:
    """Tell whether a run would have found an entry's diagnostic if it were still there."""
    if not exists(setting.root, entry.path):
        return True
    return coverage.judged(entry.code, entry.path, entry.paper)


class Acceptance(NamedTuple):
    """What writing a baseline came to.  ``first``: there was none before."""

    entries: int
    added: int
    removed: int
    first: bool


def accept(path: str, diagnostics: Iterable[Diagnostic], outcome: Outcome) -> Acceptance:
    """Write the baseline of everything found; entries that the run could not judge stay.

    Raises UsageError and BaselineError.
    """
    setting, coverage = outcome.setting, outcome.coverage
    old = load(path) if os.path.exists(path) else None
    keep = [entry for entry in old.entries if not judged(entry, setting, coverage)] if old else []
    try:
        new = write(path, diagnostics, keep)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from error
    before = {entry.fingerprint for entry in old.entries} if old else set()
    after = {entry.fingerprint for entry in new.entries}
    return Acceptance(len(after), len(after - before), len(before - after), old is None)


def stale_entries(baseline: Baseline, diagnostics: Iterable[Diagnostic], outcome: Outcome) -> list[Entry]:
    """Return the entries that a run shows to be stale."""
    setting, coverage = outcome.setting, outcome.coverage
    return match(baseline, diagnostics, judged=lambda entry: judged(entry, setting, coverage)).stale
