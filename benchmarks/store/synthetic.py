"""Synthetic arXiv records in any number, with the statistics of real ones.

Titles and abstracts come from a chain of word pairs over the titles of the measuring data (or, where those
are absent, over made-up words); identifiers follow arXiv's monthly counts; 38 % of the papers are revised,
0.6 % withdrawn, 45 % have a DOI, and there are 5.4 authors a paper on average.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import zstandard

from arxlint.metadata.keys import ARCHIVES
from arxlint.recognise.months import MONTHLY_MAXIMA

_SAMPLED_TITLES = 250_000
_CATEGORIES = (
    "cs.CL",
    "cs.LG",
    "cs.CV",
    "math.AG",
    "hep-th",
    "astro-ph.GA",
    "cond-mat.str-el",
    "quant-ph",
    "stat.ML",
)
_SYLLABLES = (
    "ba",
    "con",
    "de",
    "fer",
    "gen",
    "in",
    "lo",
    "mo",
    "ne",
    "par",
    "qua",
    "re",
    "spec",
    "tor",
    "tum",
    "vi",
)
_COMMENTS = (
    "12 pages, 5 figures",
    "Accepted at a conference on learning",
    "8 pages, revised version, typos corrected",
)


def real_titles(metadata: Path) -> Iterator[str]:
    """Yield titles from all over the measuring data."""
    with zstandard.open(metadata, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % 4 == 0:
                yield json.loads(line)["title"]


def made_up_titles(chance: Random) -> Iterator[str]:
    """Yield titles of made-up words whose frequencies follow Zipf's law."""
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(60_000)]
    while True:
        yield " ".join(words[int(len(words) ** chance.random()) - 1] for _ in range(chance.randint(4, 14)))


class Chain:
    """Word pairs: which word follows which, as often as in the titles."""

    def __init__(self, titles: Iterable[str], chance: Random) -> None:
        self._chance = chance.random
        self._following: dict[str, list[str]] = {}
        self._starts: list[str] = []
        for title in islice(titles, _SAMPLED_TITLES):
            words = title.split()
            if words:
                self._starts.append(words[0])
                for first, second in zip(words, [*words[1:], ""], strict=True):
                    self._following.setdefault(first, []).append(second)

    def words(self, most: int) -> list[str]:
        """Return words up to where a title ends, or ``most``."""
        chance, following = self._chance, self._following
        word = self._starts[int(chance() * len(self._starts))]
        found: list[str] = []
        while word and len(found) < most:
            found.append(word)
            choices = following[word]
            word = choices[int(chance() * len(choices))]
        return found

    def title(self) -> str:
        """Return a title of at least three words."""
        found: list[str] = []
        while len(found) < 3:
            found = self.words(24)
        return " ".join(found)

    def abstract(self, words: int) -> str:
        """Return a text of so many words."""
        found: list[str] = []
        while len(found) < words:
            found += self.words(words)
        return " ".join(found[:words])


def identifiers(count: int) -> Iterator[str]:
    """Yield identifiers, oldest first: of the new scheme up to arXiv's counts, before them the old scheme."""
    new = sum(MONTHLY_MAXIMA.values())
    share = min(1.0, count / new)
    left = count - int(new * share)
    for archive in ARCHIVES:
        for year in range(1992, 2007):
            for month in range(1, 13):
                for number in range(1, 240):
                    if left <= 0:
                        break
                    left -= 1
                    yield f"{archive}/{year % 100:02d}{month:02d}{number:03d}"
    for month_name, maximum in MONTHLY_MAXIMA.items():
        width = 5 if month_name >= "1501" else 4
        for number in range(1, int(maximum * share) + 1):
            yield f"{month_name}.{number:0{width}d}"


def write_records(path: Path, count: int, chain: Chain, chance: Random, abstracts: float) -> int:
    """Write records as packed JSON lines, a share of them with abstracts; returns the unpacked bytes."""
    surnames = [f"{a}{b}".capitalize() for a in _SYLLABLES for b in _SYLLABLES]
    surnames = [f"{name}{tail}" for name in surnames for tail in ("", "son", "ski", "ez", "ova", "mann", "i")]
    random = chance.random
    written = 0
    with path.open("wb") as raw, zstandard.ZstdCompressor(1).stream_writer(raw) as packed:
        lines = io.BufferedWriter(packed, 1 << 20)  # type: ignore[type-var]
        for identifier in islice(identifiers(count), count):
            year = int(identifier.rpartition("/")[2][:2])
            year += 1900 if year > 90 else 2000
            day = f"{year}-{int(random() * 12) + 1:02d}-{int(random() * 28) + 1:02d}"
            authors = [
                f"{chr(65 + int(random() * 26))}. {surnames[int(random() * len(surnames))]}"
                for _ in range(min(60, 1 + int(chance.expovariate(1 / 4.4))))
            ]
            record: dict[str, object] = {
                "id": identifier,
                "title": chain.title(),
                "authors": authors,
                "submitted": day,
                "primary": _CATEGORIES[int(random() * 9)],
                "categories": [_CATEGORIES[int(random() * 9)], "cs.AI"][: 1 + int(random() * 2)],
                "source": "synthetic",
            }
            latest = 1
            while random() < (0.38 if latest == 1 else 0.3):
                latest += 1
            record["latest_version"] = latest
            record["versions"] = [[number, day] for number in range(1, latest + 1)]
            if random() < 0.6:
                record["comment"] = _COMMENTS[int(random() * 3)]
            if random() < 0.006:
                record["comment"] = "This paper has been withdrawn by the author"
            if random() < 0.45:
                record["doi"] = f"10.1103/PhysRevD.{int(random() * 1e8)}"
                record["journal_ref"] = f"Phys. Rev. D {int(random() * 100)} ({year})"
            if random() < abstracts:
                record["abstract"] = chain.abstract(150 + int(random() * 70))
            line = json.dumps(record, ensure_ascii=False).encode() + b"\n"
            written += len(line)
            lines.write(line)
        lines.flush()
        lines.detach()
    return written
