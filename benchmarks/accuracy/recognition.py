"""Recognition: the probe's written forms and decoys, and a hand-judged sample of the real documents.

The sample was drawn per stratum (shape of the string, whether an arXiv word is near, file format, language),
with a seed per stratum, from all strings that ``candidates.list_candidates`` lists; strata with few members
were taken whole.  Every string was judged by eye in its context.  ``judgements/recognition.tsv`` says of
each: the identifier that stands there, ``-`` (none), ``!`` (meant as one, but broken), or ``?`` (an anchor or
the like from which the dot was stripped by a program: either answer is right).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from arxlint.recognise.scan import Scan, scan
from benchmarks.accuracy.candidates import list_candidates
from benchmarks.accuracy.documents import DATA, RealDocument, documents
from benchmarks.accuracy.table import Row

JUDGEMENTS = Path(__file__).with_name("judgements") / "recognition.tsv"


class Judged(NamedTuple):
    """One hand-judged string."""

    path: str
    offset: int
    text: str
    stratum: tuple[str, str, str, str]
    verdict: str
    context: str


class Miss(NamedTuple):
    """A string on which the recogniser and the judgement differ."""

    judged: Judged
    got: str


def read_judgements() -> list[Judged]:
    """Read the committed judgements."""
    result = []
    for line in JUDGEMENTS.read_text(encoding="utf-8").splitlines()[1:]:
        path, offset, text, shape, near, form, language, verdict, context = line.split("\t")
        result.append(Judged(path, int(offset), text, (shape, near, form, language), verdict, context))
    return result


def measure() -> tuple[list[Row], dict[str, Any]]:
    """Measure recognition on the probe and on the sample."""
    probe = _probe()
    by_path: dict[str, list[Judged]] = defaultdict(list)
    for judged in read_judgements():
        by_path[judged.path].append(judged)
    population: Counter[tuple[str, str, str, str]] = Counter()
    tally: Counter[str] = Counter()
    per_stratum: dict[tuple[str, str, str, str], Counter[str]] = defaultdict(Counter)
    misses: list[Miss] = []
    unlisted = 0
    for document in documents():
        listed = list_candidates(document.text)
        for candidate in listed:
            near = "anchored" if candidate.anchored else "loose"
            population[candidate.shape, near, document.format, document.language] += 1
        result = scan(document.text)
        spans = [(candidate.start, candidate.end) for candidate in listed]
        unlisted += sum(not _touched(item.start, item.end, spans) for item in result.found)
        for judged in by_path.get(document.path, ()):
            outcome, got = _compare(judged, result, document)
            tally[outcome] += 1
            per_stratum[judged.stratum][outcome] += 1
            if outcome in ("missed", "false", "wrong"):
                misses.append(Miss(judged, got))
    weighted = _weighted(per_stratum, population)
    rows = [
        Row(
            "recognition",
            "written forms found, span and version exact",
            probe["found"] / probe["forms"],
            probe["forms"],
            1.0,
        ),
        Row("recognition", "decoys that fire", probe["fired"], probe["decoys"], 0, at_least=False),
        Row("recognition", "sample: precision", _precision(tally), sum(tally.values()), 0.995),
        Row(
            "recognition",
            "sample: recall",
            _recall(tally),
            tally["right"] + tally["missed"] + tally["wrong"],
            0.995,
        ),
        Row("recognition", "sample: precision, weighted to all documents", _precision(weighted), None, 0.995),
        Row("recognition", "sample: recall, weighted to all documents", _recall(weighted), None, 0.995),
    ]
    details = {
        "probe": probe,
        "tally": dict(tally),
        "found_outside_the_listed_strings": unlisted,
        "listed_strings": sum(population.values()),
        "differences": [
            {
                "path": miss.judged.path,
                "offset": miss.judged.offset,
                "text": miss.judged.text,
                "verdict": miss.judged.verdict,
                "got": miss.got,
                "context": miss.judged.context,
            }
            for miss in misses
        ],
    }
    return rows, details


def _probe() -> dict[str, Any]:
    data = json.loads((DATA / "recognition_probe.json").read_text(encoding="utf-8"))
    wrong = []
    for form in data["forms"]:
        got = [(item.id, item.version) for item in scan(form["text"]).found]
        if got != list(zip(form["ids"], form["versions"], strict=True)):
            wrong.append(form["text"])
    fired = [decoy["text"] for decoy in data["decoys"] if scan(decoy["text"]).found]
    return {
        "forms": len(data["forms"]),
        "found": len(data["forms"]) - len(wrong),
        "wrong": wrong,
        "decoys": len(data["decoys"]),
        "fired": len(fired),
    }


def _touched(start: int, end: int, spans: list[tuple[int, int]]) -> bool:
    from bisect import bisect_left

    index = bisect_left(spans, (end, 0))
    return any(other_end > start for _, other_end in spans[max(0, index - 3) : index])


def _compare(judged: Judged, result: Scan, document: RealDocument) -> tuple[str, str]:
    end = judged.offset + len(judged.text)
    hits = [item for item in result.found if item.start < end and item.end > judged.offset]
    broken = [item for item in result.malformed if item.start < end and item.end > judged.offset]
    got = " ".join(f"{item.id}v{item.version}" if item.version else item.id for item in hits)
    if judged.verdict == "?":
        return "open", got
    if judged.verdict == "!":
        return ("right broken" if broken and not hits else "missed broken"), got
    if judged.verdict == "-":
        return ("false" if hits or broken else "right none"), got or "! " + " ".join(
            item.reason for item in broken
        )
    if not hits:
        return "missed", got
    exact = got == judged.verdict and document.text[hits[0].start : hits[0].end]
    return ("right" if exact else "wrong"), got


def _precision(tally: Mapping[str, float]) -> float:
    claimed = tally.get("right", 0) + tally.get("wrong", 0) + tally.get("false", 0)
    return tally.get("right", 0) / claimed if claimed else 0.0


def _recall(tally: Mapping[str, float]) -> float:
    true = tally.get("right", 0) + tally.get("wrong", 0) + tally.get("missed", 0)
    return tally.get("right", 0) / true if true else 0.0


def _weighted(
    per_stratum: Mapping[tuple[str, str, str, str], Counter[str]],
    population: Mapping[tuple[str, str, str, str], int],
) -> dict[str, float]:
    total: dict[str, float] = defaultdict(float)
    for stratum, tally in per_stratum.items():
        weight = population[stratum] / sum(tally.values())
        for outcome, count in tally.items():
            total[outcome] += weight * count
    return total
