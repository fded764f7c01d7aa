"""A check as people run it: against a baseline, since a revision, with fixes being tried.

``arxlint.run.app.run_check`` says everything; this decides what of it is news.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from arxlint.config.settings import DEFAULT_BASELINE
from arxlint.diagnostic import Diagnostic
from arxlint.discovery import FileStamp, find_targets
from arxlint.report.fingerprint import fingerprint
from arxlint.report.result import RunResult, Suppressed, run_result
from arxlint.run.app import Options, Outcome, Setting, read_standard_input, run_check, settle
from arxlint.system.records import NamedTuple
from arxlint.text.source import Source

if TYPE_CHECKING:
    from arxlint.extract.model import Facts
    from arxlint.policy.baseline import Baseline
    from arxlint.run.history import History


class Wish(NamedTuple):
    """What a check was asked for besides the options of the run.  Empty: not asked for."""

    baseline: str = ""
    since: str = ""
    accept_known: bool = True
    """Whether a baseline counts at all."""


class Check:
    """One check, which can be repeated with texts that stand in for files.

    Raises UsageError, ConfigError and BaselineError.
    """

    def __init__(self, options: Options, wish: Wish = Wish()) -> None:  # noqa: B008 - it is immutable
        self.setting: Setting = settle(options)
        self.standard_input = {one.path: one for one in read_standard_input(options, self.setting)}
        self._baseline: Baseline | None = None
        self._history: History | None = None
        self._before: dict[str, Facts] | None = None
        if wish.accept_known:
            self._baseline = self._find_baseline(wish.baseline)
        if wish.since:
            from arxlint.run.history import History

            self._history = History(self.setting.root, wish.since)
            targets = [FileStamp(path, 0, 0) for path in self.standard_input] or find_targets(
                options.paths, self.setting.root, self.setting.files, options.force_exclude
            )
            changed = self._history.changed(targets, self.standard_input)
            options = options._replace(paths=tuple(os.path.join(self.setting.root, path) for path in changed))
            self._before = self._history.before(self.setting.config.profile)
        self._options = options
        self.outcome: Outcome | None = None
        """The last run, before baseline and revision were considered."""

    def _find_baseline(self, given: str) -> Baseline | None:
        usual = os.path.join(self.setting.root, DEFAULT_BASELINE)
        if not given and not self.setting.config.baseline and not os.path.isfile(usual):
            return None
        from arxlint.run.adopting import open_baseline

        return open_baseline(given, self.setting)

    def metadata(self) -> list[str]:
        """Return the sources of metadata in the order in which they are asked."""
        config = self.setting.config
        named = [*self._options.stores, *(os.path.join(config.folder, path) for path in config.store)]
        return named if self._options.offline or config.offline else [*named, "the arXiv API"]

    def run(self, overlay: Mapping[str, Source] | None = None) -> RunResult:
        """Judge, with texts that stand in for files.  Raises what ``run_check`` raises."""
        overlay = overlay or {}
        outcome = self.outcome = run_check(self._options, list(overlay.values()), self._before, self.setting)
        return self._news(outcome, {**self.standard_input, **overlay})

    def _news(self, outcome: Outcome, memory: Mapping[str, Source]) -> RunResult:
        result = outcome.result
        # Suppressed ones are counted along: a directive must not change what its neighbours are called.
        hidden = {one.diagnostic: one for one in result.suppressed}
        named = fingerprint([*result.diagnostics, *hidden], result.sources)
        found, suppressed = [], []
        for one in named:
            plain = one._replace(fingerprint="")
            if plain in hidden:
                suppressed.append(Suppressed(one, hidden[plain].reason))
            else:
                found.append(one)
        known: list[Diagnostic] = []
        stale: list[Diagnostic] = []
        if self._baseline is not None:
            from arxlint.run.adopting import apply

            matched, stale = apply(self._baseline, found, outcome.setting, outcome.coverage)
            found, known = matched.new, matched.known
            stale = fingerprint(stale)
        if self._history is not None:
            found = self._history.touched(found, memory, result.sources)
        summary = result.summary
        return run_result(
            [*found, *stale],
            sources=result.sources,
            rules=result.rules,
            files=summary.files,
            mentions=summary.mentions,
            papers=summary.papers,
            verified=summary.verified,
            unverified=summary.unverified,
            suppressed=suppressed,
            baselined=known,
            skipped_rules=summary.skipped_rules,
        )
