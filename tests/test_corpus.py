"""The example knowledge base says exactly what its marks say, through the real command line.

A mark ``<!-- expect: ARX203 -->`` announces a diagnostic on its line, ``ARX203:-1`` one on the line above,
``:+1`` one on the line below.  A diagnostic without a mark and a mark without a diagnostic both fail.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "corpus"
MARK = re.compile(r"<!-- expect: ([^>]*?) -->")
CODE = re.compile(r"(ARX[0-9]{3})(?::([+-][0-9]+))?")

Findings = Counter[tuple[str, int, str]]


def announced() -> Findings:
    found: Findings = Counter()
    for path in sorted(CORPUS.rglob("*.md")):
        if path == CORPUS / "README.md":
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            for mark in MARK.finditer(line):
                for word in mark.group(1).split():
                    code = CODE.fullmatch(word)
                    assert code is not None, f"{path}:{number}: {word} is no mark"
                    found[
                        path.relative_to(CORPUS).as_posix(), number + int(code.group(2) or 0), code.group(1)
                    ] += 1
    return found


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder that registers the rules of this checkout, as an installed distribution does."""
    folder = tmp_path_factory.mktemp("site")
    info = folder / "arxlint-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arxlint\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[arxlint.rules]\narxlint = arxlint_rules:RULES\n")
    return os.pathsep.join((str(folder), str(ROOT / "linter"), str(ROOT / "rules")))


def check(provider: str, *arguments: str, cwd: Path = CORPUS) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "arxlint", "check", "--today", "2026-12-01", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        check=False,
        env={**os.environ, "PYTHONPATH": provider},
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, done.stdout


def test_marks_and_diagnostics_agree(provider: str) -> None:
    status, out = check(provider, ".", "--format", "json")
    report = json.loads(out)
    found: Findings = Counter(
        (one["path"], one["start"]["line"], one["code"]) for one in report["diagnostics"]
    )
    marks = announced()
    missing, unmarked = marks - found, found - marks
    messages = {
        (one["path"], one["start"]["line"], one["code"]): one["message"] for one in report["diagnostics"]
    }
    difference = missing + unmarked
    assert not difference, "\n".join(
        [f"missing  {path}:{line} {code}" for path, line, code in sorted(missing)]
        + [
            f"unmarked {path}:{line} {code} {messages[path, line, code]}"
            for path, line, code in sorted(unmarked)
        ]
    )
    assert status == 1


def test_every_rule_that_runs_by_default_is_shown() -> None:
    from arxlint.rule import Needs
    from arxlint_rules import RULES

    shown = {code for _, _, code in announced()}
    expected = {rule.code for rule in RULES if rule.default and Needs.HISTORY not in rule.needs}
    assert expected - shown == set()
    assert {"ARX901", "ARX902"} <= shown


def test_the_founding_case(provider: str) -> None:
    """One instance has C²KV under 2608.14192, another under 2607.17715, which is right."""
    _, out = check(provider, ".", "--format", "json", "--select", "ARX301")
    (one,) = [
        one
        for one in json.loads(out)["diagnostics"]
        if one["path"] == "inbox/spark/2026-08-18-kv-cache-e1prep.md"
    ]
    assert (one["paper"], one["label"], one["suggestion"]) == ("2608.14192", "C²KV", "2607.17715")
    assert "inbox/tom/2026-08-13-kv-radar.md" in {place["path"] for place in one["related"]}


def test_one_changed_file_is_judged_against_the_whole_base(provider: str) -> None:
    path = "inbox/spark/2026-08-18-kv-cache-e1prep.md"
    _, whole = check(provider, ".", "--format", "json")
    _, single = check(provider, path, "--format", "json")
    assert json.loads(single)["diagnostics"] == [
        one for one in json.loads(whole)["diagnostics"] if one["path"] == path
    ]


def test_same_bytes_whatever_the_order_of_paths(provider: str) -> None:
    _, once = check(provider, ".", "--format", "json")
    _, twice = check(provider, "work-queue.md", "inbox", ".", "inbox/tom", ".", "--format", "json")
    assert once == twice


def test_no_abstract_is_kept() -> None:
    for line in (CORPUS / "metadata" / "papers.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        assert "abstract" not in record
        words = record.get("abstract_words", "").split()
        assert words == sorted(set(words))
