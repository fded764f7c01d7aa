"""One run, in order: configuration → files → facts → ledger → rules → suppressions → gate."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence

from arxlint.config.reader import Config, default_config, find_config, read_config
from arxlint.diagnostic import Diagnostic
from arxlint.discovery import FileStamp, Filter, find_root, find_targets, reported_path
from arxlint.engine_rules import ENGINE_NAMES, rule_infos
from arxlint.extract.model import Facts
from arxlint.index.base import Base
from arxlint.metadata.paper import PaperStore
from arxlint.registry import Registry, load_registry
from arxlint.report.result import RuleInfo, RunResult, SourceLookup, Suppressed, run_result
from arxlint.rule import Needs, Rule
from arxlint.run.context import RunContext
from arxlint.run.engine import Runnable, plan, with_severities
from arxlint.run.evaluation import UNVERIFIED, VERIFIED, Judged
from arxlint.run.judging import judge_or_recall
from arxlint.run.selection import engine_settings, rule_options, selected, without_ignored_paths
from arxlint.system.records import NamedTuple
from arxlint.text.decode import UnreadableFile, decode
from arxlint.text.directive import Directive
from arxlint.text.source import Source


class UsageError(Exception):
    """The command line or the configuration asks for something that cannot be done (exit status 2)."""


class Options(NamedTuple):
    """What one run was asked for.  Paths are as given; ``today`` is ISO, UTC."""

    paths: tuple[str, ...] = (".",)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    stores: tuple[str, ...] = ()
    offline: bool = False
    require_metadata: bool = False
    force_exclude: bool = False
    root: str = ""
    config: str = ""
    jobs: int = 0
    cache: bool = True
    cache_url: str = ""
    stdin_filename: str = ""
    stdin: bytes | None = None
    today: str = ""
    progress: bool | None = None


class Setting(NamedTuple):
    """Where a run takes place: its configuration, root and files."""

    config: Config
    root: str
    files: Filter
    today: str


class Reading(NamedTuple):
    """Facts of what was read, and what could not be read."""

    facts: list[Facts]
    problems: list[Diagnostic]


def settle(options: Options) -> Setting:
    """Find the configuration and the root.  Raises ConfigError and UsageError."""
    first = options.root or (options.paths[0] if options.paths else ".")
    start = first if os.path.isdir(first) else os.path.dirname(os.path.abspath(first))
    path = options.config or find_config(start)
    config = read_config(path) if path else default_config()
    if options.root and not os.path.isdir(options.root):
        raise UsageError(f"--root {options.root}: no such folder")
    root = os.path.abspath(options.root) if options.root else find_root(options.paths, config.folder)
    return Setting(config, root, Filter(config.include, config.exclude), options.today or _utc_today())


def _utc_today() -> str:
    from time import gmtime, strftime

    return strftime("%Y-%m-%d", gmtime())


def read_facts(stamps: Sequence[FileStamp], setting: Setting) -> Reading:
    """Read files and extract their facts.  Files that cannot be read become ARX904 diagnostics."""
    from arxlint.index.reading import Problem, Read, problem_diagnostic, read_bytes, read_file

    facts: list[Facts] = []
    problems: list[Diagnostic] = []
    for stamp in stamps:
        raw = read_file(setting.root, stamp.path)
        read = (
            Read(None, raw)
            if isinstance(raw, Problem)
            else read_bytes(raw, stamp.path, setting.config.profile)
        )
        if read.problem is not None:
            problems.append(problem_diagnostic(stamp.path, read.problem))
        if read.facts is not None:
            facts.append(read.facts)
    return Reading(facts, problems)


def identifiers_in(paths: Sequence[str]) -> list[str]:
    """Return the canonical identifiers that files and folders mention, sorted.

    Raises MissingPath and ConfigError.
    """
    setting = settle(Options(paths=tuple(paths)))
    reading = read_facts(find_targets(paths, setting.root, setting.files), setting)
    return sorted({mention.id for facts in reading.facts for mention in facts.mentions})


def store_paths(options: Options, setting: Setting) -> list[str]:
    """Return the store files of a run, in order of precedence."""
    config = setting.config
    return [*options.stores, *(os.path.join(config.folder, path) for path in config.store)]


def open_stores(options: Options, setting: Setting) -> PaperStore | None:
    """Open the sources of metadata, in order: store files, then (unless offline) cache and live API.

    Raises UsageError if a store cannot be opened.
    """
    paths = store_paths(options, setting)
    offline = options.offline or setting.config.offline
    if not paths and offline:
        return None
    from arxlint.metadata.open import open_chain

    return open_chain(paths, offline=offline, cache_url=options.cache_url, progress=options.progress)


class Coverage(NamedTuple):
    """What a run was able to judge: without it, silence proves nothing.

    ``unverified`` are the papers of each document that have no record; rules that need one (``metadata``)
    said nothing about them.  ``history`` are rules whose verdict depends on the revision compared with.
    """

    paths: frozenset[str]
    codes: frozenset[str]
    metadata: frozenset[str]
    history: frozenset[str]
    unverified: Mapping[str, frozenset[str]]

    def judged(self, code: str, path: str, paper: str | None = None) -> bool:
        """Tell whether a rule could judge a document; with ``paper``: only as far as that paper goes."""
        if code not in self.codes or path not in self.paths or code in self.history:
            return False
        missing = self.unverified.get(path)
        if not missing or code not in self.metadata:
            return True
        return paper is not None and paper not in missing

    def judge_of(self, path: str) -> Callable[[str], bool]:
        """Return what tells of a rule whether it could judge one document."""
        return lambda code: self.judged(code, path)


class Outcome(NamedTuple):
    """A run's result, where it took place, and what it covered."""

    result: RunResult
    setting: Setting
    coverage: Coverage


class Examination(NamedTuple):
    """An outcome with what it was judged by: the facts of the whole base, the targets, and the papers."""

    outcome: Outcome
    facts: list[Facts]
    judged: list[Facts]
    context: RunContext


def run_check(
    options: Options,
    overlay: Sequence[Source] = (),
    before: Mapping[str, Facts] | None = None,
    setting: Setting | None = None,
) -> Outcome:
    """Lint: the whole of ``arxlint check`` but for reporting.

    ``overlay`` are texts that stand in for files on disk (unsaved buffers, fixes being tried).  ``before``
    are the facts of documents at the revision that ``--since`` names; None without it.  ``setting`` is what
    ``settle`` returned, if it has been called.

    Raises UsageError, ConfigError, MissingPath, RegistryError, RuleFailure and StoreError: all exit 2.
    """
    run = _run(options, overlay, before, setting)
    run.base.close()
    return run.outcome


def examine(
    options: Options,
    overlay: Sequence[Source] = (),
    before: Mapping[str, Facts] | None = None,
    setting: Setting | None = None,
) -> Examination:
    """Lint, and keep what was read.  Arguments and exceptions are those of ``run_check``."""
    run = _run(options, overlay, before, setting)
    facts = list(run.base.ledger.documents())
    run.base.close()
    targets = frozenset(run.base.targets)
    return Examination(run.outcome, facts, [one for one in facts if one.path in targets], run.context)


class _Run(NamedTuple):
    outcome: Outcome
    base: Base
    context: RunContext


def _run(
    options: Options,
    overlay: Sequence[Source],
    before: Mapping[str, Facts] | None,
    setting: Setting | None,
) -> _Run:
    setting = setting or settle(options)
    registry = load_registry(engine=ENGINE_NAMES)
    config = setting.config
    rules = selected(registry, config, options.select, options.ignore, options.extend_select)
    standard_input = read_standard_input(options, setting)
    memory = [*standard_input, *overlay]
    base = Base(
        setting.root,
        config,
        setting.files,
        options.paths,
        memory,
        standard_input[0].path if standard_input else "",
        force_exclude=options.force_exclude,
        jobs=options.jobs,
        cache=options.cache,
    )
    store = open_stores(options, setting)
    option_values = rule_options(registry, config)
    context = RunContext(base.ledger, config.profile, setting.today, store, option_values, before)
    runnable = plan(rules, has_metadata=store is not None, has_history=before is not None)
    judged = judge_or_recall(base, runnable, context, _local_stores(options, setting), option_values)
    diagnostics = judged.diagnostics + base.problems()
    coverage = _coverage(judged, runnable)
    result = _result(diagnostics, judged, runnable, registry, rules, setting, options, memory, coverage)
    return _Run(Outcome(result, setting, coverage), base, context)


def _local_stores(options: Options, setting: Setting) -> list[str] | None:
    """Return the files that metadata comes from; None if the network is asked, too."""
    if not (options.offline or setting.config.offline):
        return None
    paths = store_paths(options, setting)
    if not paths:
        return []
    from arxlint.metadata.caching import ObservationCache

    return [*paths, ObservationCache().path]


def _coverage(judged: Judged, runnable: Runnable) -> Coverage:
    needing = {need: frozenset(rule.code for rule in runnable.rules if need in rule.needs) for need in Needs}
    return Coverage(
        frozenset(judged.paths),
        runnable.codes,
        needing[Needs.METADATA],
        needing[Needs.HISTORY],
        judged.unverified,
    )


def read_standard_input(options: Options, setting: Setting) -> list[Source]:
    """Return what was given on standard input, none if nothing was.  Raises UsageError."""
    if options.stdin is None:
        return []
    name = reported_path(setting.root, options.stdin_filename or "stdin.md")
    try:
        return [decode(options.stdin, name)]
    except UnreadableFile as error:
        raise UsageError(f"standard input: {error}") from error


def _result(
    diagnostics: Iterable[Diagnostic],
    judged: Judged,
    runnable: Runnable,
    registry: Registry,
    rules: Sequence[Rule],
    setting: Setting,
    options: Options,
    memory: Sequence[Source],
    coverage: Coverage,
) -> RunResult:
    config = setting.config
    infos = rule_infos(registry)
    found = with_severities(diagnostics, dict(config.severity), rules)
    found = without_ignored_paths(found, config, registry)
    kept, suppressed = _apply_directives(found, judged.directives, infos, coverage)
    kept = engine_settings(kept, config, options.ignore)
    known = list(judged.papers.values())
    return run_result(
        kept,
        sources=SourceLookup(setting.root, memory),
        rules=infos,
        files=len(judged.paths),
        mentions=judged.mentions,
        papers=len(known),
        verified=known.count(VERIFIED),
        unverified=known.count(UNVERIFIED),
        suppressed=suppressed,
        skipped_rules=runnable.skipped,
    )


def _apply_directives(
    diagnostics: list[Diagnostic],
    with_directives: Mapping[str, Sequence[Directive]],
    infos: dict[str, RuleInfo],
    coverage: Coverage,
) -> tuple[list[Diagnostic], list[Suppressed]]:
    if not with_directives:
        return diagnostics, []
    from arxlint.policy.suppression import apply

    kept = [one for one in diagnostics if one.path not in with_directives]
    suppressed: list[Suppressed] = []
    for path, directives in with_directives.items():
        own = sorted((one for one in diagnostics if one.path == path), key=lambda one: one.sort_key)
        applied = apply(own, directives, path, infos, ran=coverage.judge_of(path))
        kept += applied.kept + applied.problems
        suppressed += applied.suppressed
    return kept, suppressed


__all__ = [
    "Examination",
    "Options",
    "Setting",
    "UsageError",
    "examine",
    "open_stores",
    "read_facts",
    "rule_infos",
    "run_check",
    "settle",
]
