"""Compute how common the commonest words of arXiv titles are, for ``arxlint/match/title_words.txt``.

    python benchmarks/accuracy/title_words.py RECORDS.jsonl.zst > linter/arxlint/match/title_words.txt

Each line of the result holds a weight in hundredths and the words that have it.  The weight of a word is
its inverse document frequency ln(N/n), where n of N titles have it, as a share of that of the rarest word
listed; words that are not listed are rarer still and weigh 100.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from math import log
from pathlib import Path

from arxlint.match.normalise import words

FEWEST_TITLES = 150


def main(source: str) -> None:
    import io

    import zstandard

    counts: Counter[str] = Counter()
    total = 0
    with Path(source).open("rb") as raw:
        for line in io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(raw), encoding="utf-8"):
            counts.update(set(words(json.loads(line)["title"])))
            total += 1
    rarest = log(total / FEWEST_TITLES)
    by_weight: defaultdict[int, list[str]] = defaultdict(list)
    for word, count in counts.items():
        if count >= FEWEST_TITLES and word.isascii() and (len(word) > 1 or word == "a"):
            by_weight[round(100 * log(total / count) / rarest)].append(word)
    for weight in sorted(by_weight):
        print(weight, *sorted(by_weight[weight]))


if __name__ == "__main__":
    main(sys.argv[1])
