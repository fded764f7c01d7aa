"""Real findings: every error on the real documents, judged by hand.

``judgements/findings.tsv`` says of each error whether it is true (``true``: the document is wrong there),
false (``false``: nothing is wrong), or cannot be told from here (``open``), and why.  An error is known
again by its code, place and paper, so that the file outlives changes of the linter; errors that nobody has
judged yet are counted as such.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from arxlint.diagnostic import Confidence, Severity
from benchmarks.accuracy.engine import Judgement, by_repository, lint_all, real_texts
from benchmarks.accuracy.table import Row

JUDGEMENTS = Path(__file__).with_name("judgements") / "findings.tsv"
_cached: dict[str, Judgement] = {}

Key = tuple[str, str, str, str, str]
"""Repository, path, code, paper, and the ordinal among equals."""


def baseline() -> dict[str, Judgement]:
    """Run over all real documents, once per process."""
    if not _cached:
        _cached.update(lint_all(by_repository(real_texts())))
    return _cached


def errors(judgement: Judgement) -> list[tuple[Key, Any]]:
    """Return the errors of a repository, of high or medium confidence, with their keys."""
    result = []
    seen: Counter[tuple[str, str, str, str]] = Counter()
    for one in judgement.diagnostics:
        if one.severity is Severity.ERROR and one.confidence is not Confidence.LOW:
            key = (judgement.repository, one.path, one.code, one.paper or "")
            result.append(((*key, str(seen[key])), one))
            seen[key] += 1
    return result


def read_judgements() -> dict[Key, tuple[str, str]]:
    """Read the committed judgements: verdict and reason by key."""
    result: dict[Key, tuple[str, str]] = {}
    for line in JUDGEMENTS.read_text(encoding="utf-8").splitlines()[1:]:
        repository, path, code, paper, ordinal, verdict, reason = line.split("\t")
        result[repository, path, code, paper, ordinal] = (verdict, reason)
    return result


def measure() -> tuple[list[Row], dict[str, Any]]:
    """Count true and false errors on the real documents."""
    known = read_judgements() if JUDGEMENTS.is_file() else {}
    tally: Counter[str] = Counter()
    by_code: dict[str, Counter[str]] = {}
    listed = []
    mentions = 0
    for judgement in baseline().values():
        mentions += sum(len(facts.mentions) for facts in judgement.facts.values())
        for key, one in errors(judgement):
            verdict, reason = known.get(key, ("unjudged", ""))
            tally[verdict] += 1
            by_code.setdefault(one.code, Counter())[verdict] += 1
            listed.append([*key, verdict, reason, one.message, one.start])
    rows = [
        Row("real findings", "errors", sum(tally.values()), mentions),
        Row("real findings", "errors judged true", tally["true"], sum(tally.values())),
        Row("real findings", "errors judged false", tally["false"], sum(tally.values())),
        Row("real findings", "errors that cannot be told", tally["open"], sum(tally.values())),
        Row("real findings", "errors not judged", tally["unjudged"], sum(tally.values())),
        Row(
            "real findings",
            "false or unjudged errors per mention",
            (tally["false"] + tally["unjudged"]) / mentions,
            mentions,
            0.002,
            at_least=False,
        ),
    ]
    details = {"by_code": {code: dict(count) for code, count in sorted(by_code.items())}, "errors": listed}
    return rows, details
