"""The generator writes the same knowledge base again, and arxlint finds exactly its faults."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from benchmarks.generate.base import generate
from benchmarks.generate.faults import KINDS
from benchmarks.generate.papers import Real, named_papers

ROOT = Path(__file__).resolve().parent.parent
TOPICS = ("Routing", "Pruning", "Caching", "Sampling", "Ranking", "Parsing", "Tracking", "Merging")


def coined(number: int) -> str:
    """A name such as papers have, different from all others in more than its number."""
    syllables = (
        "ba",
        "do",
        "fe",
        "gu",
        "ki",
        "lo",
        "mu",
        "ne",
        "pa",
        "ru",
        "so",
        "ti",
        "vu",
        "xe",
        "zo",
        "wy",
    )
    digits = [number // 16**power % 16 for power in (2, 1, 0)]
    return "".join(syllables[digit].capitalize() for digit in digits) + "Q"


PAPERS = [
    Real(
        f"2503.{number:05}",
        coined(number),
        f"{coined(number)}: {TOPICS[number % 8]} of Lattices under Load",
        (),
    )
    for number in range(1, 1200)
]


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.*"))}


def test_same_arguments_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two", "other"):
        generate(tmp_path / name, PAPERS, 200, 26, 7 if name != "other" else 8)
    assert tree(tmp_path / "one") == tree(tmp_path / "two") != tree(tmp_path / "other")


def test_every_kind_is_planted(tmp_path: Path) -> None:
    generate(tmp_path / "kb", PAPERS, 200, 26, 7)
    expected = json.loads((tmp_path / "kb" / "expected.json").read_text(encoding="utf-8"))
    assert Counter(one["code"] for one in expected) == dict.fromkeys(KINDS, 2)


def test_too_few_papers(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="only 10 papers"):
        generate(tmp_path / "kb", PAPERS[:10], 10, 1, 1)


def test_names_must_be_coined_and_unique(tmp_path: Path) -> None:
    lines = [
        {"id": "2503.00001", "title": "ArcKV: A Cache for Very Long Contexts"},
        {"id": "2503.00002", "title": "TwinKV: A Cache for Very Long Contexts"},
        {"id": "2503.00003", "title": "More on TwinKV and its Relatives"},
        {"id": "2503.00004", "title": "Surveys: A Cache for Very Long Contexts"},
        {"id": "1706.03762", "title": "OldKV: A Cache for Very Long Contexts"},
    ]
    path = tmp_path / "records.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert [paper.id for paper in named_papers(path)] == ["2503.00001"]


@pytest.mark.slow
def test_exactly_the_faults_are_found(tmp_path: Path) -> None:
    generate(tmp_path / "kb", PAPERS, 300, 39, 3)
    info = tmp_path / "arxlint-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arxlint\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[arxlint.rules]\narxlint = arxlint_rules:RULES\n")
    paths = (str(tmp_path), str(ROOT / "linter"), str(ROOT / "rules"), str(ROOT))
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.generate.verify", str(tmp_path / "kb"), "--today", "2026-12-01"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "39 of 39 faults found, 0 other errors" in done.stdout
    assert "besides" not in done.stdout
