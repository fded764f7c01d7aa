"""The baseline in a run: what it accepts, and which of its entries this run can call stale."""

from __future__ import annotations

import os
from collections.abc import Iterable

from arxlint.app import Coverage, Setting, UsageError
from arxlint.baseline import Baseline, Entry, Match, exists, load, match, stale_diagnostics
from arxlint.diagnostic import Diagnostic
from arxlint.discovery import reported_path

DEFAULT_NAME = "arxlint-baseline.json"


def baseline_path(given: str, setting: Setting) -> str:
    """Return the file that the command line or the configuration names; empty if neither does."""
    if given:
        return given
    config = setting.config
    return os.path.join(config.folder, config.baseline) if config.baseline else ""


def open_baseline(given: str, setting: Setting) -> Baseline | None:
    """Load the baseline of a run; None if there is none.  Raises UsageError and BaselineError."""
    path = baseline_path(given, setting)
    if not path:
        return None
    try:
        return load(path)
    except FileNotFoundError:
        named = f"--baseline {path}" if given else f"{setting.config.path}: `baseline` names {path}"
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
