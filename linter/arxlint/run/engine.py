"""The engine: runs rules over the ledger and keeps what they say about the targets.

Rules are called with what they ask for: mentions and documents of the targets, and the groups (all places of
a paper or of a name) that a target touches.  Nothing here depends on the order of files or rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from arxlint.diagnostic import Diagnostic, Severity
from arxlint.extract.model import Facts
from arxlint.index.memory import label_keys
from arxlint.registry import specificity
from arxlint.report.result import SkippedRule
from arxlint.rule import Needs, Rule
from arxlint.run.context import RunContext
from arxlint.system.records import NamedTuple


class RuleFailure(Exception):
    """A rule raised: a fault of the rule, not of the document.  The message names both."""


class Runnable(NamedTuple):
    """The rules that can run, by hook, and those that cannot."""

    mention: tuple[Rule, ...]
    document: tuple[Rule, ...]
    paper: tuple[Rule, ...]
    name: tuple[Rule, ...]
    skipped: tuple[SkippedRule, ...]

    @property
    def rules(self) -> list[Rule]:
        """The rules that run; one with several hooks several times."""
        return [rule for group in self[:4] for rule in group]

    @property
    def codes(self) -> frozenset[str]:
        """Codes of the rules that run."""
        return frozenset(rule.code for rule in self.rules)


_HOOKS: Final = ("check_mention", "check_document", "check_paper", "check_name")


def plan(rules: Sequence[Rule], *, has_metadata: bool, has_history: bool) -> Runnable:
    """Sort the selected rules by the hooks they override; leave out those whose needs are not met."""
    able: list[Rule] = []
    skipped: list[SkippedRule] = []
    for rule in rules:
        if Needs.METADATA in rule.needs and not has_metadata:
            skipped.append(SkippedRule(rule.code, rule.name, "no metadata"))
        elif Needs.HISTORY in rule.needs and not has_history:
            continue  # said only with --since; its absence is no news
        else:
            able.append(rule)
    mention, document, paper, name = (
        tuple(rule for rule in able if getattr(type(rule), hook) is not getattr(Rule, hook))
        for hook in _HOOKS
    )
    return Runnable(mention, document, paper, name, tuple(skipped))


def papers_touched(targets: Iterable[Facts]) -> set[str]:
    """Return the identifiers that documents mention."""
    return {mention.id for facts in targets for mention in facts.mentions}


def names_touched(targets: Iterable[Facts]) -> set[str]:
    """Return the name keys of the labels in documents."""
    return {
        key
        for facts in targets
        for mention in facts.mentions
        for label in mention.labels
        for key in label_keys(label)
    }


def evaluate(targets: Sequence[Facts], runnable: Runnable, context: RunContext) -> list[Diagnostic]:
    """Return what the rules say about the targets, each diagnostic once, in no particular order.

    Raises RuleFailure.
    """
    found: set[Diagnostic] = set()
    for facts in targets:
        found.update(evaluate_document(facts, runnable, context))
    paths = frozenset(facts.path for facts in targets)
    for diagnostic in evaluate_groups(papers_touched(targets), names_touched(targets), runnable, context):
        if diagnostic.path in paths:
            found.add(diagnostic)
    return list(found)


def evaluate_document(facts: Facts, runnable: Runnable, context: RunContext) -> list[Diagnostic]:
    """Return what the rules say about one document by itself.  Raises RuleFailure."""
    found: list[Diagnostic] = []
    for rule in runnable.document:
        found += _run(rule, facts.path, rule.check_document, facts, context)
    for rule in runnable.mention:
        for mention in facts.mentions:
            found += _run(rule, facts.path, rule.check_mention, mention, facts, context)
    return found


def evaluate_groups(
    papers: Iterable[str], names: Iterable[str], runnable: Runnable, context: RunContext
) -> Iterator[Diagnostic]:
    """Yield what the rules say about groups of places, wherever they report it.  Raises RuleFailure."""
    if runnable.paper:
        for paper in sorted(papers):
            places = context.ledger.mentions_of(paper)
            for rule in runnable.paper:
                yield from _run(rule, paper, rule.check_paper, paper, places, context)
    if runnable.name:
        for name in sorted(names):
            labels = context.ledger.labelled(name)
            if len(labels) < 2:
                continue
            for rule in runnable.name:
                yield from _run(rule, name, rule.check_name, name, labels, context)


def _run(
    rule: Rule, what: str, hook: Callable[..., Iterator[Diagnostic]], *arguments: object
) -> list[Diagnostic]:
    try:
        return list(hook(*arguments))
    except Exception as error:
        raise RuleFailure(
            f"rule {rule.code} ({rule.name}) failed on `{what}`: {type(error).__name__}: {error}."
            f" This is a fault of the rule; `--ignore {rule.code}` runs without it"
        ) from error


def with_severities(
    diagnostics: Iterable[Diagnostic], overrides: Mapping[str, str], rules: Sequence[Rule]
) -> list[Diagnostic]:
    """Apply the severities that the configuration gives rules; the longest selector decides."""
    if not overrides:
        return list(diagnostics)
    chosen: dict[str, Severity] = {}
    for rule in rules:
        best = max(overrides, key=lambda selector: specificity(selector, rule))
        if specificity(best, rule) >= 0:
            chosen[rule.code] = Severity(overrides[best])
    return [one._replace(severity=chosen[one.code]) if one.code in chosen else one for one in diagnostics]
