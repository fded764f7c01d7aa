"""Run the examples of rules: for arxlint's own tests and for those of rule packs.

With pytest::

    import pytest
    from arxlint.testing import check_example, check_rule, examples_of
    from my_pack import RULES

    @pytest.mark.parametrize(("rule", "example"), examples_of(RULES))
    def test_example(rule, example):
        check_example(rule, example)

    @pytest.mark.parametrize("rule", RULES)
    def test_rule(rule):
        check_rule(rule)

The examples go through the real engine: texts are parsed, facts extracted, the ledger built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from arxlint.config.profile import Profile
from arxlint.diagnostic import Applicability, Diagnostic
from arxlint.explain import REQUIRED_SECTIONS, SECTIONS, page
from arxlint.extract.facts import extract_facts
from arxlint.extract.model import Facts
from arxlint.index.memory import MemoryLedger
from arxlint.match.normalise import fold, name_key
from arxlint.metadata.paper import Absent, Answer, Candidate, Paper
from arxlint.metadata.titles import index_terms, name_of, rank
from arxlint.policy.fix import fix_files
from arxlint.registry import option_values
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint.run.context import RunContext
from arxlint.run.engine import evaluate, plan
from arxlint.text.source import Source

TODAY: Final = "2026-12-01"
"""The date on which examples are run."""


class MemoryStore:
    """A ``PaperStore`` over a few papers in memory.  Absences are as of ``TODAY``."""

    def __init__(self, papers: Iterable[Paper] = (), absent: Iterable[str] = ()) -> None:
        self._answers: dict[str, Answer] = {one: Absent(one, TODAY, "arXiv") for one in absent}
        self._papers = sorted(papers, key=lambda paper: paper.id)
        self._answers.update((paper.id, paper) for paper in self._papers)

    def lookup(self, ids: Iterable[str]) -> dict[str, Answer]:
        """Answer for canonical identifiers; those that are not known are left out."""
        return {one: self._answers[one] for one in ids if one in self._answers}

    def titled(self, title: str) -> Sequence[Paper]:
        """Papers one of whose titles equals the argument when both are folded."""
        wanted = fold(title)
        return [paper for paper in self._papers if wanted in map(fold, paper.titles)]

    def named(self, name: str) -> Sequence[Paper]:
        """Papers one of whose titles begins with the name and a colon."""
        wanted = name_key(name)
        return [paper for paper in self._papers if wanted in map(name_of, paper.titles)]

    def search(self, label: str, limit: int = 5) -> Sequence[Candidate]:
        """Papers that a title or nickname may mean, best first."""

        def frequencies(words: Iterable[str]) -> dict[str, int]:
            terms = [index_terms(paper.title) for paper in self._papers]
            return {word: sum(word in title for title in terms) for word in words}

        return rank(label, self._papers, frequencies, len(self._papers), limit)


def examples_of(rules: Iterable[type[Rule]]) -> list[Any]:
    """Return (rule, example) pairs with readable ids, for ``pytest.mark.parametrize``."""
    import pytest

    return [
        pytest.param(rule, example, id=f"{rule.code}-{type(example).__name__.lower()}-{number}")
        for rule in rules
        for number, example in enumerate(rule.examples, start=1)
    ]


def lint(
    rules: Sequence[type[Rule]],
    text: str,
    path: str = "briefing.md",
    *,
    files: Sequence[tuple[str, str]] = (),
    papers: Sequence[Paper] = (),
    absent: Sequence[str] = (),
    before: str | None = None,
    today: str = TODAY,
    options: Mapping[str, object] | None = None,
) -> list[Diagnostic]:
    """Judge one text with some rules and return the diagnostics in order of report.

    ``files`` are the other documents; there is metadata if any paper is given or absent, or a rule needs it.
    Raises arxlint.run.engine.RuleFailure if a rule raises.
    """
    return _Bench(rules, path, files, papers, absent, before, today, options)(text)


class _Bench:
    """Everything but the text that is judged, so that a fixed text can be judged again."""

    def __init__(
        self,
        rules: Sequence[type[Rule]],
        path: str,
        files: Sequence[tuple[str, str]] = (),
        papers: Sequence[Paper] = (),
        absent: Sequence[str] = (),
        before: str | None = None,
        today: str = TODAY,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.profile = Profile()
        self.path, self.today = path, today
        self.rules = [rule() for rule in rules]
        self.options = option_values(self.rules, options or {})
        needed = any(Needs.METADATA in rule.needs for rule in rules)
        self.store = MemoryStore(papers, absent) if papers or absent or needed else None
        self.others = [self.facts(name, content) for name, content in files if name != path]
        self.before = {} if before is None else {path: self.facts(path, before)}

    def facts(self, path: str, text: str) -> Facts:
        return extract_facts(Source(path, text), self.profile)

    def __call__(self, text: str) -> list[Diagnostic]:
        target = self.facts(self.path, text)
        ledger = MemoryLedger([target, *self.others], (), self.profile)
        context = RunContext(ledger, self.profile, self.today, self.store, self.options, self.before)
        runnable = plan(self.rules, has_metadata=self.store is not None, has_history=True)
        return sorted(evaluate([target], runnable, context), key=lambda one: one.sort_key)


def check_example(rule: type[Rule], example: Good | Bad) -> None:
    """Run one example of a rule; raises AssertionError that says what is wrong."""
    bench = _Bench((rule,), example.path, example.files, example.papers, example.absent, example.before)
    state = dict(vars(bench.rules[0]))
    found = bench(example.text)
    assert dict(vars(bench.rules[0])) == state, "a rule must not keep anything between documents"
    if isinstance(example, Good):
        assert not found, (
            f"{rule.code} must be silent on\n{example.text}\nbut says:\n{_told(found, example.text)}"
        )
        return
    assert len(found) == 1, (
        f"{rule.code} must say one thing on\n{example.text}\nbut says {len(found)}:\n"
        + _told(found, example.text)
    )
    one = found[0]
    assert (one.code, one.path) == (rule.code, example.path), f"reported as {one.code} in {one.path}"
    start = _offset(example)
    marked = example.text[one.start : one.end]
    assert (one.start, one.end) == (start, start + len(example.at)), (
        f"{rule.code} must mark `{example.at}` at {start}, but marks `{marked}` at {one.start}"
    )
    check_diagnostic(one)
    _check_fix(rule, example, one, bench)


def _offset(example: Bad) -> int:
    count = example.text.count(example.at)
    assert example.at, "`at` must not be empty"
    assert count >= 1, f"`{example.at}` does not occur in the example"
    assert example.nth <= count, f"`{example.at}` occurs only {count} times"
    start = -1
    for _ in range(example.nth):
        start = example.text.index(example.at, start + 1)
    return start


def _told(found: Sequence[Diagnostic], text: str) -> str:
    return (
        "\n".join(f"  `{text[one.start : one.end]}` at {one.start}: {one.message}" for one in found)
        or "  nothing"
    )


def check_diagnostic(one: Diagnostic) -> None:
    """Check the wording of a diagnostic: it says what is wrong and what to do, each on one line."""
    texts = (one.message, one.help, one.span_label, *one.notes, *(related.message for related in one.related))
    for text in texts:
        assert "\n" not in text, f"{one.code}: a message must be one line: {text!r}"
        assert not text.endswith("."), f"{one.code}: no full stop at the end: {text!r}"
        assert "  " not in text, f"{one.code}: two blanks in a row: {text!r}"
    assert one.message, f"{one.code} has no message"
    assert one.help, f"{one.code} does not say what to do"
    assert one.message != one.help, f"{one.code}: message and help say the same"


def _check_fix(
    rule: type[Rule], example: Bad, one: Diagnostic, bench: Callable[[str], list[Diagnostic]]
) -> None:
    usable = one.fix is not None and one.fix.applicability is not Applicability.DISPLAY_ONLY
    if example.fixed is None:
        assert not usable, f"{rule.code} offers a fix here; say in `fixed` what it yields"
        return
    assert usable, f"{rule.code} offers no fix here, but the example has `fixed`"
    source = Source(example.path, example.text)
    result = fix_files(
        [one],
        lambda path: source,
        lambda changed: bench(changed[example.path].text if example.path in changed else example.text),
        allowed=Applicability.UNSAFE,
    )
    fixed = result.changes[0].after.text if result.changes else example.text
    assert fixed == example.fixed, f"{rule.code}: fixed it reads\n{fixed}\nand not\n{example.fixed}"
    assert not result.diagnostics, (
        f"{rule.code} is not silent after its fix:\n{_told(result.diagnostics, fixed)}"
    )


def check_rule(rule: type[Rule], *, family: str = "") -> None:
    """Check that a rule is complete: documentation, examples, name.  Raises AssertionError.

    ``family`` is the start that the code must have (``ARX3``).
    """
    assert rule.code.startswith(family), f"{rule.code} does not belong to {family}"
    stem = rule.__module__.rpartition(".")[2]
    assert stem == rule.name.replace("-", "_"), (
        f"{rule.code}: the rule {rule.name} must stand in {rule.name.replace('-', '_')}.py"
    )
    assert rule.__name__.lower() == rule.name.replace("-", ""), (
        f"{rule.code}: class {rule.__name__} is not {rule.name}"
    )
    first = rule.name.partition("-")[0]
    assert first not in ("no", "check", "banned", "invalid"), f"{rule.name}: name what is found, not the cure"
    _check_page(rule)
    assert any(isinstance(example, Bad) for example in rule.examples), f"{rule.code} has no Bad example"
    assert any(isinstance(example, Good) for example in rule.examples), f"{rule.code} has no Good example"
    assert len(set(rule.examples)) == len(rule.examples), f"{rule.code} has the same example twice"
    hooks = [name for name in vars(Rule) if name.startswith("check_")]
    assert any(getattr(rule, name) is not getattr(Rule, name) for name in hooks), (
        f"{rule.code} overrides no hook"
    )


def _check_page(rule: type[Rule]) -> None:
    found = page(rule)
    assert found.summary.endswith("."), f"{rule.code}: the docstring must begin with a sentence"
    assert len(found.summary) <= 120, f"{rule.code}: the summary is longer than a line: {found.summary}"
    headings = [heading for heading, _ in found.sections]
    for heading in REQUIRED_SECTIONS:
        assert heading in headings, f"{rule.code}: the docstring lacks `## {heading}`"
    order = [heading for heading in SECTIONS if heading in headings]
    assert headings == order, f"{rule.code}: sections must be {', '.join(SECTIONS)}, in that order"
    for heading, body in found.sections:
        assert body, f"{rule.code}: `## {heading}` is empty"
    assert "```" in found.section("Example"), f"{rule.code}: show the example in a code block"
