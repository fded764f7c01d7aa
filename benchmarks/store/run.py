"""Measure the store: build time, size, look-ups, title queries.

``python benchmarks/store/run.py`` prints a table against the bars, then the same as one line of JSON.  It
measures on the real records where those are found (``--shared``), and on synthetic ones (``--records``,
default three million) that are generated into a temporary folder; ``--abstracts 1`` gives each an abstract,
as the Kaggle dataset has.  Times are wall-clock unless they say CPU: on a busy machine the two differ.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
for folder in ("linter", "rules", "."):
    sys.path.insert(0, str(ROOT / folder))

from benchmarks.store.synthetic import Chain, made_up_titles, real_titles, write_records  # noqa: E402

from arxlint.metadata.build import StoreBuilder  # noqa: E402
from arxlint.metadata.keys import identifier_of  # noqa: E402
from arxlint.metadata.paper import Paper  # noqa: E402
from arxlint.metadata.progress import Progress  # noqa: E402
from arxlint.metadata.sqlite_store import SqliteStore  # noqa: E402

BARS = {"build_s": 600.0, "size_mb": 1500.0, "open_ms": 10.0, "lookup_1000_ms": 50.0, "title_p50_ms": 30.0}
_OPEN = (
    "import sys, time; from arxlint.metadata.sqlite_store import SqliteStore; "
    "began = time.perf_counter(); SqliteStore(sys.argv[1]).check(); "
    "print((time.perf_counter() - began) * 1e3)"
)


def measure(name: str, sources: list[Path], folder: Path, chance: Random) -> dict[str, Any]:
    """Build a store from sources and ask it."""
    target = folder / f"{name}.sqlite"
    wall, cpu = time.perf_counter(), time.process_time()
    with StoreBuilder(str(target)) as builder:
        for source in sources:
            builder.add_source(str(source))
        outcome = builder.finish()
    found: dict[str, Any] = {
        "name": name,
        "papers": outcome.papers,
        "problems": len(outcome.problems),
        "build_s": time.perf_counter() - wall,
        "build_cpu_s": time.process_time() - cpu,
        "size_mb": target.stat().st_size / 1e6,
        "open_ms": _median([_open(target) for _ in range(7)]),
    }
    with SqliteStore(str(target)) as store:
        papers = _sample(store, chance)
        found.update(_lookups(store, papers, chance), **_titles(store, papers, chance))
    target.unlink()
    return found


def _open(target: Path) -> float:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "linter"), str(ROOT / "rules")))}
    done = subprocess.run(
        [sys.executable, "-c", _OPEN, str(target)], capture_output=True, text=True, env=env, check=True
    )
    return float(done.stdout)


def _sample(store: SqliteStore, chance: Random) -> list[Paper]:
    keys = [key for (key,) in store._query("SELECT key FROM paper")]
    answers = store.lookup(identifier_of(key) for key in chance.sample(keys, min(6000, len(keys))))
    return [answer for answer in answers.values() if isinstance(answer, Paper)]


def _lookups(store: SqliteStore, papers: list[Paper], chance: Random) -> dict[str, float]:
    ids = [paper.id for paper in chance.sample(papers, min(1000, len(papers)))]
    batches, cpu, singles = [], [], []
    for _ in range(9):
        began, used = time.perf_counter(), time.process_time()
        store.lookup(ids)
        batches.append((time.perf_counter() - began) * 1e3)
        cpu.append((time.process_time() - used) * 1e3)
    for identifier in ids:
        began = time.perf_counter()
        store.lookup((identifier,))
        singles.append((time.perf_counter() - began) * 1e6)
    return {
        "lookup_1000_ms": _median(batches),
        "lookup_1000_cpu_ms": _median(cpu),
        "lookup_1_us": _median(singles),
    }


def _typo(words: list[str], chance: Random) -> list[str]:
    at = max(range(len(words)), key=lambda index: (len(words[index]), chance.random()))
    letters = list(words[at])
    if len(letters) > 3:
        swap = chance.randrange(1, len(letters) - 2)
        letters[swap], letters[swap + 1] = letters[swap + 1], letters[swap]
    return [*words[:at], "".join(letters), *words[at + 1 :]]


def _titles(store: SqliteStore, papers: list[Paper], chance: Random) -> dict[str, Any]:
    chosen = [paper for paper in papers if 6 <= len(paper.title.split()) <= 12][:400]
    times: list[float] = []
    cpu: list[float] = []
    found: dict[str, Any] = {}
    for kind in ("exact", "typo", "two words dropped", "first six words"):
        hits = among = 0
        for paper in chosen[:100]:
            words = paper.title.split()
            if kind == "typo":
                words = _typo(words, chance)
            elif kind == "two words dropped":
                for _ in range(2):
                    del words[chance.randrange(len(words))]
            elif kind == "first six words":
                words = [word.lower() for word in words[:6]]
            began, used = time.perf_counter(), time.process_time()
            candidates = store.search(" ".join(words))
            times.append((time.perf_counter() - began) * 1e3)
            cpu.append((time.process_time() - used) * 1e3)
            ids = [candidate.paper.id for candidate in candidates]
            hits += bool(candidates) and paper.title in candidates[0].paper.titles
            among += paper.id in ids
        found[kind] = {
            "first": hits / max(1, len(chosen[:100])),
            "among_5": among / max(1, len(chosen[:100])),
        }
    times.sort()
    exact = []
    for paper in chosen[:200]:
        began = time.perf_counter()
        store.titled(paper.title)
        exact.append((time.perf_counter() - began) * 1e3)
    return {
        "title_p50_ms": _median(times),
        "title_p50_cpu_ms": _median(cpu),
        "title_p95_ms": times[int(len(times) * 0.95)] if times else 0.0,
        "titled_ms": _median(exact),
        "found": found,
    }


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2] if values else 0.0


def table(results: list[dict[str, Any]]) -> str:
    """Return the results as a Markdown table."""
    names = [result["name"] for result in results]
    rows = [
        f"| | {' | '.join(names)} | bar |",
        "| --- " * (len(names) + 2) + "|",
        "| papers | " + " | ".join(f"{result['papers']:,}" for result in results) + " | |",
    ]
    for key, label, unit in (
        ("build_s", "build, wall", "s"),
        ("build_cpu_s", "build, CPU", "s"),
        ("size_mb", "size", "MB"),
        ("open_ms", "opening the store", "ms"),
        ("lookup_1000_ms", "1,000 look-ups, warm", "ms"),
        ("lookup_1000_cpu_ms", "1,000 look-ups, warm, CPU", "ms"),
        ("lookup_1_us", "one look-up, warm", "µs"),
        ("titled_ms", "title, exact", "ms"),
        ("title_p50_ms", "title query, median", "ms"),
        ("title_p50_cpu_ms", "title query, median, CPU", "ms"),
        ("title_p95_ms", "title query, 95th percentile", "ms"),
    ):
        bar = f"≤ {BARS[key]:g} {unit}" if key in BARS else ""
        rows.append(
            f"| {label} | " + " | ".join(f"{result[key]:,.1f} {unit}" for result in results) + f" | {bar} |"
        )
    for kind in results[0]["found"]:
        cells = (
            f"{result['found'][kind]['first']:.0%}, {result['found'][kind]['among_5']:.0%}"
            for result in results
        )
        rows.append(f"| {kind}: first, among five | " + " | ".join(cells) + " | |")
    return "\n".join(rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--records", type=int, default=3_000_000, help="synthetic records (0: none)")
    parser.add_argument("--abstracts", type=float, default=0.02, help="share of them that have an abstract")
    parser.add_argument(
        "--shared", type=Path, default=ROOT.parent / "shared" / "data", help="the real records"
    )
    parser.add_argument("--no-real", action="store_true", help="synthetic records only")
    parser.add_argument("--temp", type=Path, help="where to put the temporary folder")
    given = parser.parse_args()
    chance = Random(20261201)
    metadata = given.shared / "arxiv_metadata.jsonl.zst"
    results = []
    with tempfile.TemporaryDirectory(dir=given.temp, prefix="arxlint-store-") as name:
        folder = Path(name)
        if metadata.is_file() and not given.no_real:
            results.append(measure("real", [metadata, given.shared / "abstracts.jsonl.zst"], folder, chance))
        if given.records:
            progress = Progress()
            progress.start(f"generating {given.records:,} records", 0)
            progress.update(0)
            titles = real_titles(metadata) if metadata.is_file() else made_up_titles(chance)
            source = folder / "synthetic.jsonl.zst"
            size = write_records(source, given.records, Chain(titles, chance), chance, given.abstracts)
            progress.clear()
            results.append({**measure("synthetic", [source], folder, chance), "raw_mb": size / 1e6})
    if results:
        print(table(results))
        print(json.dumps(results))
    failed = [
        f"{result['name']}: {key} {result[key]:.1f} > {bar:g}"
        for result in results
        for key, bar in BARS.items()
        if result[key] > bar
    ]
    for line in failed:
        print(f"over the bar: {line}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
