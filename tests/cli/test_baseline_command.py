"""Adopting arxlint on an old base: one command, then only new trouble fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Arxlint

BROKEN = "arXiv:2613.01247"
USUAL = "arxlint-baseline.json"


@pytest.fixture
def base(tmp_path: Path) -> Path:
    (tmp_path / "arxlint.toml").write_text("offline = true\n")
    (tmp_path / "a.md").write_text(f"one {BROKEN}\n")
    (tmp_path / "b.md").write_text(f"two {BROKEN}\n\nthree arXiv:2600.01247\n")
    return tmp_path


def found(arxlint: Arxlint, base: Path, *arguments: str) -> list[tuple[str, int, str]]:
    done = arxlint("check", "--format", "json", *arguments, cwd=base)
    assert done.status in (0, 1), done.err
    return [(one["path"], one["start"]["line"], one["code"]) for one in json.loads(done.out)["diagnostics"]]


def test_one_command_adopts_and_new_trouble_fails(arxlint: Arxlint, base: Path) -> None:
    assert arxlint("check", cwd=base).status == 1
    done = arxlint("baseline", "write", cwd=base)
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith(f"{USUAL}: 3 entries (3 added, 0 removed)\n")
    done = arxlint("check", cwd=base)
    assert (done.status, done.out) == (0, "")
    assert "3 in baseline" in done.err
    # Lines may move.
    (base / "b.md").write_text("a line more\n\n" + (base / "b.md").read_text() + "\nnew arXiv:2614.00001\n")
    assert found(arxlint, base) == [("b.md", 7, "ARX101")]
    assert len(found(arxlint, base, "--no-baseline")) == 4


def test_cured_trouble_fails_until_it_is_pruned(arxlint: Arxlint, base: Path) -> None:
    arxlint("baseline", "write", cwd=base)
    (base / "a.md").write_text("cured\n")
    done = arxlint("check", cwd=base)
    assert done.status == 1
    assert "error[ARX906]: `ARX101` in `a.md` is gone" in done.out
    assert "run `arxlint baseline prune`" in done.out
    assert found(arxlint, base, "b.md") == []
    done = arxlint("baseline", "prune", cwd=base)
    assert (done.status, done.err) == (0, f"{USUAL}: 1 removed, 2 entries left\n")
    assert arxlint("check", cwd=base).status == 0


def test_entries_of_a_file_that_is_gone_are_stale(arxlint: Arxlint, base: Path) -> None:
    arxlint("baseline", "write", cwd=base)
    (base / "b.md").unlink()
    assert [code for _, _, code in found(arxlint, base)] == ["ARX906", "ARX906"]


def test_what_a_run_cannot_judge_is_not_stale(arxlint: Arxlint, base: Path) -> None:
    arxlint("baseline", "write", cwd=base)
    (base / "a.md").write_text("cured\n")
    for arguments in (("b.md",), ("--ignore", "ARX101"), ("--select", "ARX3")):
        assert found(arxlint, base, *arguments) == []
    done = arxlint("baseline", "prune", "--ignore", "ARX101", cwd=base)
    assert done.err == f"{USUAL}: 0 removed, 3 entries left\n"


def test_a_paper_without_a_record_makes_nothing_stale(arxlint: Arxlint, tmp_path: Path) -> None:
    papers = tmp_path / "metadata"
    papers.mkdir()
    record = {
        "id": "2506.09713",
        "title": "A First Look at Bugs in LLM Inference Engines",
        "latest_version": 2,
        "versions": [[1, "2025-06-11"], [2, "2026-01-09"]],
        "versions_complete": True,
        "as_of": "2026-08-22",
        "source": "test",
    }
    (papers / "papers.jsonl").write_text(json.dumps(record) + "\n")
    (tmp_path / "arxlint.toml").write_text('offline = true\nstore = ["metadata"]\n')
    briefing = tmp_path / "inbox/tom/2026-08-06-radar.md"
    briefing.parent.mkdir(parents=True)
    briefing.write_text("arXiv:2506.09713v5\n")
    assert [code for _, _, code in found(arxlint, tmp_path)] == ["ARX201"]
    arxlint("baseline", "write", cwd=tmp_path)
    assert found(arxlint, tmp_path) == []
    (papers / "papers.jsonl").write_text(json.dumps({**record, "id": "2506.09714"}) + "\n")
    assert found(arxlint, tmp_path) == []
    (tmp_path / "arxlint.toml").write_text("offline = true\n")
    assert found(arxlint, tmp_path) == []


def test_writing_for_some_paths_keeps_the_entries_of_others(arxlint: Arxlint, base: Path) -> None:
    arxlint("baseline", "write", cwd=base)
    (base / "a.md").write_text(f"{BROKEN} and arXiv:2600.01247\n")
    done = arxlint("baseline", "write", "a.md", cwd=base)
    assert done.err.startswith(f"{USUAL}: 4 entries (1 added, 0 removed)\n")
    assert found(arxlint, base) == []


def test_the_configuration_and_the_option_name_another_file(arxlint: Arxlint, base: Path) -> None:
    (base / "arxlint.toml").write_text('offline = true\nbaseline = "ci/known.json"\n')
    done = arxlint("check", cwd=base)
    assert done.status == 2
    assert (
        "arxlint.toml:2: `baseline` names ci/known.json: no such file; `arxlint baseline write`" in done.err
    )
    (base / "ci").mkdir()
    assert arxlint("baseline", "write", cwd=base).status == 0
    assert (base / "ci" / "known.json").is_file()
    assert found(arxlint, base) == []
    done = arxlint("baseline", "write", "--baseline", "other.json", cwd=base)
    assert "with --baseline other.json" in done.err
    assert found(arxlint, base, "--baseline", "other.json") == []


def test_broken_and_missing_files_are_named(arxlint: Arxlint, base: Path) -> None:
    done = arxlint("check", "--baseline", "none.json", cwd=base)
    assert done.status == 2
    assert done.err.startswith("arxlint: --baseline none.json: no such file")
    (base / USUAL).write_text('{"version": 1,\n"entries": [\n}')
    done = arxlint("check", cwd=base)
    assert done.status == 2
    assert f"{USUAL}:3: not valid JSON" in done.err


def test_a_directive_does_not_rename_its_neighbours(arxlint: Arxlint, base: Path) -> None:
    (base / "a.md").write_text(f"{BROKEN}\n\n{BROKEN}\n")
    arxlint("baseline", "write", cwd=base)
    (base / "a.md").write_text(f"{BROKEN} <!-- arxlint: ignore[ARX101] known -->\n\n{BROKEN}\n")
    (stale,) = found(arxlint, base)  # the hidden one needs no entry now
    assert (stale[0], stale[2]) == (USUAL, "ARX906")


def test_fixes_leave_alone_what_is_accepted(arxlint: Arxlint, base: Path) -> None:
    link = "http://arxiv.org/abs/2608.02703\n"
    (base / "a.md").write_text(link)
    arxlint("baseline", "write", cwd=base)
    assert arxlint("check", "--fix", "--fail-on", "note", cwd=base).status == 0
    assert (base / "a.md").read_text() == link
    arxlint("check", "--fix", "--no-baseline", cwd=base)
    assert (base / "a.md").read_text() == "https://arxiv.org/abs/2608.02703\n"
