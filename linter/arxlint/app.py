"""One run, in order: configuration → files → facts → ledger → rules → suppressions → gate."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from arxlint.config import Config, default_config, find_config, read_config
from arxlint.context import RunContext
from arxlint.diagnostic import Confidence, Diagnostic
from arxlint.discovery import FileStamp, Filter, find_root, find_targets, reported_path, walk
from arxlint.engine import Runnable, evaluate, names_touched, papers_touched, plan, with_severities
from arxlint.engine_rules import ENGINE_NAMES, OVERSIZED, UNREADABLE, rule_infos
from arxlint.extract.model import Facts
from arxlint.indexes import MemoryLedger
from arxlint.metadata.paper import Paper, PaperStore
from arxlint.registry import Registry, load_registry
from arxlint.report.result import RuleInfo, RunResult, SourceLookup, Suppressed, run_result
from arxlint.rule import Needs, Rule
from arxlint.selection import engine_settings, rule_options, selected, without_ignored_paths
from arxlint.text.decode import UnreadableFile, decode
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
    memory: list[Source]


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


def read_facts(stamps: Sequence[FileStamp], setting: Setting, memory: Sequence[Source] = ()) -> Reading:
    """Read files and extract their facts.  Files that cannot be read become ARX904 diagnostics."""
    from arxlint.extract.facts import extract_facts, has_long_line

    facts: list[Facts] = []
    problems: list[Diagnostic] = []
    profile = setting.config.profile
    given = {source.path: source for source in memory}
    for stamp in stamps:
        source = given.get(stamp.path)
        raw: bytes | None = None
        if source is None:
            try:
                with open(os.path.join(setting.root, stamp.path), "rb") as file:
                    raw = file.read()
                source = decode(raw, stamp.path)
            except OSError as error:
                problems.append(
                    _problem(UNREADABLE, stamp.path, f"cannot be read: {error.strerror or error}")
                )
                continue
            except UnreadableFile as error:
                problems.append(
                    _problem(UNREADABLE, stamp.path, f"line {error.line}: {error.reason}", error.start)
                )
                continue
        if has_long_line(source.text):
            problems.append(
                _problem(OVERSIZED, stamp.path, "a line has over a million characters; names were not read")
            )
        facts.append(extract_facts(source, profile, raw))
    return Reading(facts, problems, list(memory))


def _problem(rule: RuleInfo, path: str, message: str, start: int = 0) -> Diagnostic:
    return Diagnostic(
        rule.code,
        rule.name,
        rule.severity,
        Confidence.HIGH,
        message,
        path,
        start,
        start,
        help={UNREADABLE.code: "save it as UTF-8 text, or leave it out with `exclude`"}.get(
            rule.code, "break the line, or leave the file out with `exclude`"
        ),
    )


def open_stores(options: Options, setting: Setting) -> PaperStore | None:
    """Open the sources of metadata, in order: store files, then (unless offline) cache and live API.

    Raises UsageError if a store cannot be opened.
    """
    config = setting.config
    paths = [*options.stores, *(os.path.join(config.folder, path) for path in config.store)]
    offline = options.offline or config.offline
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
    """Lint: the whole of ``arxlint check`` but for reporting.  Raises what ``examine`` raises."""
    return examine(options, overlay, before, setting).outcome


def examine(
    options: Options,
    overlay: Sequence[Source] = (),
    before: Mapping[str, Facts] | None = None,
    setting: Setting | None = None,
) -> Examination:
    """Lint, and keep what was read.

    ``overlay`` are texts that stand in for files on disk (unsaved buffers, fixes being tried).  ``before``
    are the facts of documents at the revision that ``--since`` names; None without it.  ``setting`` is what
    ``settle`` returned, if it has been called.

    Raises UsageError, ConfigError, MissingPath, RegistryError, RuleFailure and StoreError: all exit 2.
    """
    setting = setting or settle(options)
    registry = load_registry(engine=ENGINE_NAMES)
    config = setting.config
    rules = selected(registry, config, options.select, options.ignore, options.extend_select)
    standard_input = read_standard_input(options, setting)
    memory = [*standard_input, *overlay]
    targets = (
        [FileStamp(standard_input[0].path, 0, 0)]
        if standard_input
        else find_targets(options.paths, setting.root, setting.files)
    )
    context_files = walk(setting.root, setting.root, setting.files)
    stamps = sorted({stamp.path: stamp for stamp in (*context_files, *targets)}.values())
    reading = read_facts(stamps, setting, memory)
    store = open_stores(options, setting)
    ledger = MemoryLedger(reading.facts, (stamp.path for stamp in context_files), config.profile)
    option_values = rule_options(registry, config)
    context = RunContext(ledger, config.profile, setting.today, store, option_values, before)
    wanted = {stamp.path for stamp in targets}
    judged = [facts for facts in reading.facts if facts.path in wanted]
    runnable = plan(rules, has_metadata=store is not None, has_history=before is not None)
    _prefetch(judged, runnable, context)
    diagnostics = evaluate(judged, runnable, context)
    diagnostics += [problem for problem in reading.problems if problem.path in wanted]
    coverage = _coverage(judged, runnable, context)
    result = _result(
        diagnostics, judged, runnable, context, registry, rules, setting, options, reading, coverage
    )
    return Examination(Outcome(result, setting, coverage), reading.facts, judged, context)


def _coverage(judged: Sequence[Facts], runnable: Runnable, context: RunContext) -> Coverage:
    running = [rule for group in runnable[:4] for rule in group]
    needing = {need: frozenset(rule.code for rule in running if need in rule.needs) for need in Needs}
    unverified = {}
    for facts in judged:
        papers = {mention.id for mention in facts.mentions}
        missing = frozenset(paper for paper in papers if context.answer(paper) is None)
        if missing:
            unverified[facts.path] = missing
    return Coverage(
        frozenset(facts.path for facts in judged),
        runnable.codes,
        needing[Needs.METADATA],
        needing[Needs.HISTORY],
        unverified,
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


def _prefetch(judged: Sequence[Facts], runnable: Runnable, context: RunContext) -> None:
    """Ask for all papers of the targets, and for those that share a name with one, in one go."""
    papers = papers_touched(judged)
    if runnable.name:
        for name in names_touched(judged):
            papers.update(place.place.mention.id for place in context.ledger.labelled(name))
    context.prefetch(papers)


def _result(
    diagnostics: Iterable[Diagnostic],
    judged: Sequence[Facts],
    runnable: Runnable,
    context: RunContext,
    registry: Registry,
    rules: Sequence[Rule],
    setting: Setting,
    options: Options,
    reading: Reading,
    coverage: Coverage,
) -> RunResult:
    config = setting.config
    infos = rule_infos(registry)
    found = with_severities(diagnostics, dict(config.severity), rules)
    found = without_ignored_paths(found, config, registry)
    kept, suppressed = _apply_directives(found, judged, infos, coverage)
    kept = engine_settings(kept, config, options.ignore)
    papers = papers_touched(judged)
    verified = sum(1 for paper in papers if isinstance(context.answer(paper), Paper))
    return run_result(
        kept,
        sources=SourceLookup(setting.root, reading.memory),
        rules=infos,
        files=len(judged),
        mentions=sum(len(facts.mentions) for facts in judged),
        papers=len(papers),
        verified=verified,
        unverified=len(papers) - verified - sum(1 for paper in papers if context.absent(paper)),
        suppressed=suppressed,
        skipped_rules=runnable.skipped,
    )


def _apply_directives(
    diagnostics: list[Diagnostic], judged: Sequence[Facts], infos: dict[str, RuleInfo], coverage: Coverage
) -> tuple[list[Diagnostic], list[Suppressed]]:
    with_directives = {facts.path: facts.directives for facts in judged if facts.directives}
    if not with_directives:
        return diagnostics, []
    from arxlint.suppression import apply

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
