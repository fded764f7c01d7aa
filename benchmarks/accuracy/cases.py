"""Public cases of wrong citations, and false alarms of other checkers.

``judgements/cases.tsv`` says in one word what an ideal linter does with each case (it says so in prose in
the data): ``finding`` an error or warning about that citation; ``silent`` neither; ``quiet`` no error;
``extract`` the identifiers that are there; ``none`` no mention; ``skip`` the case is not about a text.  What
a live look-up would have told, the titles of the cited papers, is in the data too and is used where the
store of records lacks the paper.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from arxlint.diagnostic import Confidence, Diagnostic, Severity
from arxlint.metadata.chain import StoreChain
from arxlint.metadata.open import open_store
from arxlint.metadata.paper import Paper
from benchmarks.accuracy.documents import DATA
from benchmarks.accuracy.engine import Judgement, Text, lint, store
from benchmarks.accuracy.table import Row

JUDGEMENTS = Path(__file__).with_name("judgements") / "cases.tsv"
_ABOUT_CITATIONS = re.compile(r"ARX(?:1(?!03|04)|2|3|4|502|505)")
_SAYS_SO = re.compile(r"ARX(?:101|102|105|106|201|203|3|401|402|502|505)")
"""What, said as a note, still says that something is wrong with the citation."""
_SPLIT = re.compile(r"\s*‖\s*|\s*… elsewhere: |\s*… later: ")
_SPEAKER = re.compile(r"^(?:submission |docs? |notebooks? )?[A-E](?:–[A-E])?: ")


def measure() -> tuple[list[Row], dict[str, Any]]:
    """Run all cases through the engine and compare."""
    expectations, needs = _read_expectations()
    cases = [json.loads(line) for line in (DATA / "cases.jsonl").read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        extra = Path(folder) / "cited.jsonl"
        extra.write_text("".join(_records(cases)), encoding="utf-8")
        papers = StoreChain([store(), open_store(str(extra))])
        outcomes = [
            (case, expectations[case["n"]], *_run(case, expectations[case["n"]], papers))
            for case in cases
            if not expectations[case["n"]].startswith("skip")
        ]
        cited = papers.lookup({_plain(case) for case in cases})
        known = {case["n"] for case in cases if _is_told(cited.get(_plain(case)), needs[case["n"]])}
        targets = papers.lookup({case["correct_id"] for case in cases if case["correct_id"]})
    return _count(outcomes, known, {key for key, one in targets.items() if isinstance(one, Paper)})


def _read_expectations() -> tuple[dict[int, str], dict[int, str]]:
    """Return what is expected of each case, and what the record has to tell for that."""
    lines = [line.split("\t") for line in JUDGEMENTS.read_text(encoding="utf-8").splitlines()[1:]]
    return {int(line[0]): line[1] for line in lines}, {int(line[0]): line[2] for line in lines}


def _is_told(paper: object, need: str) -> bool:
    """Whether a record tells what a case turns on."""
    if not isinstance(paper, Paper):
        return False
    return {"authors": bool(paper.authors), "withdrawal": paper.withdrawn is not None}.get(need, True)


def _plain(case: dict[str, Any]) -> str:
    """The cited identifier without its version."""
    return re.sub(r"v\d+$", "", case["cited_id"] or "")


def _records(cases: Iterable[dict[str, Any]]) -> Iterable[str]:
    """The cited papers' titles, as far as they are given whole."""
    for case in cases:
        title, cited = case["actual_title_of_cited_id"], case["cited_id"]
        if title and cited and "…" not in title and "(" not in title and not re.search(r"v\d+$", cited):
            yield json.dumps({"id": cited, "title": title}) + "\n"


def _run(case: dict[str, Any], expected: str, papers: StoreChain) -> tuple[bool, Judgement, list[Diagnostic]]:
    extension = {"ipynb": "md", "txt": "txt"}.get(case["format"], case["format"])
    snippet = case["snippet"].replace("same title", case["claimed_title_or_name"] or "same title")
    parts = [_SPEAKER.sub("", part) for part in _SPLIT.split(snippet)]
    texts = [Text("case", f"part{index}.{extension}", part + "\n") for index, part in enumerate(parts)]
    judgement = lint(texts, papers)
    loud = [
        one
        for one in judgement.diagnostics
        if _ABOUT_CITATIONS.match(one.code) and one.severity is not Severity.NOTE
    ]
    if expected == "finding":
        loud += [one for one in judgement.diagnostics if one not in loud and _SAYS_SO.match(one.code)]
    return _passes(expected, judgement, loud), judgement, loud


def _passes(expected: str, judgement: Judgement, loud: Sequence[Diagnostic]) -> bool:
    word, *wanted = expected.split(" ")
    found = {
        f"{mention.id}v{mention.version}" if mention.version else mention.id
        for facts in judgement.facts.values()
        for mention in facts.mentions
    }
    if word == "finding":
        return bool(loud)
    if word == "silent":
        return not loud
    if word == "quiet":
        return not any(_is_error(one) for one in loud)
    if word == "none":
        return not found and not loud
    return set(wanted) <= found and not any(_is_error(one) for one in loud)


def _is_error(one: Diagnostic) -> bool:
    return one.severity is Severity.ERROR and one.confidence is not Confidence.LOW


def _count(
    outcomes: Sequence[tuple[dict[str, Any], str, bool, Judgement, list[Diagnostic]]],
    known: set[int],
    targets: set[str],
) -> tuple[list[Row], dict[str, Any]]:
    tally: Counter[str] = Counter()
    details = []
    for case, expected, passed, _, loud in outcomes:
        word = expected.split(" ")[0]
        cited = _plain(case)
        group = {"finding": "finding", "silent": "silence", "quiet": "silence"}.get(word, "recognition")
        if group == "finding" and case["n"] not in known and not passed:
            group = "untold"
        tally[f"{group} of"] += 1
        tally[group] += passed
        if group == "finding":
            tally["loud"] += any(one.severity is not Severity.NOTE for one in loud)
        if group == "silence" and any(_is_error(one) for one in loud):
            tally["errors where silence is due"] += 1
        right = case["correct_id"]
        if word == "finding" and right and right != cited and right in targets:
            tally["suggestions of"] += 1
            tally["suggestions"] += any(one.suggestion == right for one in loud)
        if not passed or (word == "finding" and right and right != cited and right in targets):
            details.append(
                {
                    "case": case["n"],
                    "kind": case["kind"],
                    "expected": expected,
                    "passed": passed,
                    "cited": case["cited_id"],
                    "cited_known": case["n"] in known,
                    "right": right,
                    "said": [f"{one.code} {one.severity} {one.suggestion}: {one.message}" for one in loud],
                    "snippet": case["snippet"],
                }
            )
    checkable = sum(tally[f"{group} of"] for group in ("finding", "silence", "recognition"))
    met = sum(tally[group] for group in ("finding", "silence", "recognition"))
    rows = [
        Row("cases", "as expected (where the store has the facts)", met / checkable, checkable, 0.9),
        Row("cases", "wrong citations found", tally["finding"] / tally["finding of"], tally["finding of"]),
        Row("cases", "of all: found as an error or warning", tally["loud"] / tally["finding of"],
            tally["finding of"]),
        Row("cases", "silent where silence is due", tally["silence"] / tally["silence of"],
            tally["silence of"]),
        Row("cases", "errors where silence is due", tally["errors where silence is due"],
            tally["silence of"], 0, at_least=False),
        Row("cases", "right identifier suggested", tally["suggestions"] / tally["suggestions of"],
            tally["suggestions of"], 0.8),
        Row("cases", "not judged: the store lacks the record or the fact", tally["untold of"], None),
    ]  # fmt: skip
    return rows, {"tally": dict(tally), "cases": details}
