"""Label judgement on labelled pairs, as rows of the accuracy table (``pairs.py`` has the whole of it)."""

from __future__ import annotations

from typing import Any

from arxlint.match.judgement import Verdict
from benchmarks.accuracy.pairs import BARS, DATA, labelled_pairs
from benchmarks.accuracy.pairs import measure as judge_pairs
from benchmarks.accuracy.table import Row

_WORDS = {
    Verdict.AGREES.value: "accepted",
    Verdict.DISAGREES.value: "rejected",
    Verdict.UNKNOWN.value: "cannot tell",
}


def measure() -> tuple[list[Row], dict[str, Any]]:
    """Judge all labelled pairs."""
    results = judge_pairs(list(labelled_pairs(DATA)))
    rows = []
    for group, found in sorted(results.items()):
        for verdict, word in _WORDS.items():
            share, total = found[verdict], found["pairs"]
            bars = [bar for bar in BARS if bar.group == group and bar.verdict.value == verdict]
            if not (bars or verdict == Verdict.AGREES.value):
                continue
            bar = bars[0] if bars else None
            limit = None if bar is None else bar.at_least if bar.at_least is not None else bar.at_most
            floor = bar is None or bar.at_least is not None
            rows.append(
                Row("pairs", f"{group}: {word}", float(str(share)), int(str(total)), limit, at_least=floor)
            )
    return rows, results
