"""The whole way to the live API and back, against a loopback arXiv: no store, no mock."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.loopback.corpus import CANARY, from_json_lines, paper
from tests.loopback.server import LoopbackArxiv

from arxlint.cli.group import arxlint

RECORDS = [
    json.dumps(record)
    for record in (
        {
            "id": "2506.09713",
            "title": "A First Look at Bugs in LLM Inference Engines",
            "versions": [[1, "2025-06-11"], [2, "2026-01-09"]],
            "abstract": "We study bugs of engines.",
        },
        {
            "id": "2608.01247",
            "title": "RestoreKV: Recovering Full-Cache Behavior",
            "versions": [[1, "2026-08-03"]],
            "abstract": "A cache.",
        },
    )
]


@pytest.fixture
def arxiv(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackArxiv]:
    with LoopbackArxiv([*from_json_lines(RECORDS), paper("2607.00001", "Something Else"), CANARY]) as server:
        monkeypatch.setenv("ARXLINT_API_URL", server.api_url)
        monkeypatch.setenv("ARXLINT_API_INTERVAL", "0")
        yield server


def check(folder: Path, text: str, *arguments: str) -> tuple[list[str], dict[str, int]]:
    (folder / "a.md").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(
        arxlint, ["check", str(folder / "a.md"), "--format", "json", *arguments], standalone_mode=False
    )
    assert result.exception is None, result.output
    report = json.loads(result.stdout)
    return [one["code"] for one in report["diagnostics"]], report["summary"]


def test_versions_and_names_are_judged_by_the_live_api(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    codes, summary = check(
        tmp_path, "- RETAIN (arXiv:2506.09713)\n\narXiv:2506.09713 (v2, 2025-06) and arXiv:2506.09713v7\n"
    )
    assert "ARX203" in codes
    assert "ARX201" in codes
    assert "ARX306" in codes
    assert summary["verified"] == 1
    assert summary["unverified"] == 0


def test_a_missing_paper_is_an_error_only_on_arxivs_word(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    codes, _ = check(tmp_path, "arXiv:2607.00001 and arXiv:2607.00002\n")
    assert codes == ["ARX401"]


@pytest.mark.parametrize("fault", ["html", "empty", "empty-feed", "503", "429:0", "truncated", "reset"])
def test_an_api_that_fails_accuses_nobody(arxiv: LoopbackArxiv, tmp_path: Path, fault: str) -> None:
    arxiv.faults += [fault] * 40
    codes, summary = check(tmp_path, "arXiv:2607.00001 and arXiv:2607.00002\n")
    assert codes == []
    assert summary["unverified"] == 2


def test_offline_asks_nothing(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    _, summary = check(tmp_path, "arXiv:2607.00001\n", "--offline")
    assert summary["unverified"] == 1
    assert arxiv.log == []


def test_used_in_takes_the_identifiers_of_a_knowledge_base(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("RestoreKV (arXiv:2608.01247)\n", encoding="utf-8")
    store = tmp_path / "used.sqlite"
    result = CliRunner().invoke(
        arxlint, ["store", "sync", str(store), "--used-in", str(tmp_path)], standalone_mode=False
    )
    assert result.exception is None, result.output
    codes, summary = check(tmp_path, "C²KV (arXiv:2608.01247)\n", "--offline", "--store", str(store))
    assert summary["verified"] == 1
    assert "ARX306" in codes or "ARX303" in codes
