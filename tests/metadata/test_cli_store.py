"""``arxlint store`` on the command line: what it prints, and how it fails."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from tests.loopback.server import LoopbackArxiv
from tests.metadata.conftest import kaggle, write_lines

from arxlint.cli.group import run


def call(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        run([str(argument) for argument in arguments])
    out, err = capfd.readouterr()
    return int(caught.value.code or 0), out, err


@pytest.fixture
def built(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Path:
    lines = [kaggle("2401.00001", "C2KV: Caches"), kaggle("2402.00001", "Weather"), {"id": "bad"}]
    source, target = write_lines(tmp_path / "kaggle.json", lines), tmp_path / "store.sqlite"
    status, out, err = call(capfd, "store", "build", source, "-o", target, "--unabridged")
    assert (status, out) == (0, "")
    assert f"{source}:3: id: 'bad' is not an arXiv identifier\n1 bad record left out\n" in err
    assert f"{target}: 2 papers from 2 records" in err
    assert "\r" not in err
    return target


def test_info(built: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = call(capfd, "store", "info", built)
    assert (status, err) == (0, "")
    assert out.startswith(f"{built}: 2 papers")
    assert "2  Kaggle arXiv dataset, as of 2024-06-01" in out
    assert "every paper of 2401 to 2401, as of 2024-06-01" in out
    status, out, _ = call(capfd, "store", "info", built, "--format", "json")
    found = json.loads(out)
    assert found["papers"] == 2
    assert found["complete"] == [
        {"from": "2401", "to": "2401", "as_of": "2024-06-01", "source": "Kaggle arXiv dataset"}
    ]


def test_export_and_back(built: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = call(capfd, "store", "export", built)
    assert (status, err) == (0, "")
    status, nothing, _ = call(capfd, "store", "export", built, "-o", tmp_path / "e.jsonl.gz")
    assert (status, nothing) == (0, "")
    assert gzip.decompress((tmp_path / "e.jsonl.gz").read_bytes()).decode() == out
    records = [json.loads(line) for line in out.splitlines()]
    assert records[0]["coverage"]["complete"] == ["2401"]
    assert [record["id"] for record in records[1:]] == ["2401.00001", "2402.00001"]
    status, out, _ = call(capfd, "store", "export", built, "--ids", "2402.00001, 2409.99999")
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["2402.00001"]
    assert call(capfd, "store", "build", tmp_path / "e.jsonl.gz", "-o", tmp_path / "again.sqlite")[0] == 0
    assert call(capfd, "store", "export", tmp_path / "again.sqlite")[1].splitlines()[1:] == [
        json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records[1:]
    ]


def test_sync(arxiv: LoopbackArxiv, built: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status, _, err = call(capfd, "store", "sync", built, "--from", "2024-01-01")
    assert status == 0
    assert "4 papers from 4 records" in err


def test_sync_used_in(
    arxiv: LoopbackArxiv, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from arxlint.run import app

    cited = ["2401.00001v2", "2401.99999"]
    monkeypatch.setattr(app, "identifiers_in", lambda paths: cited, raising=False)
    target = tmp_path / "used.sqlite"
    status, _, err = call(capfd, "store", "sync", target, "--used-in", tmp_path)
    assert status == 0
    assert "1 papers" in err
    assert "arXiv has no such paper: 1 of 2 identifiers" in err
    arxiv.faults += ["404"] * 9
    cited.append("2401.00002")
    status, _, err = call(capfd, "store", "sync", target, "--used-in", tmp_path)
    assert status == 2
    assert "1 identifiers were not answered" in err or "not answered" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "missing.jsonl", "-o", "x.sqlite"], "missing.jsonl: no such file"),
        (["build", "notes.md", "-o", "x.sqlite"], "neither JSON lines nor XML"),
        (["build", "bad.jsonl", "-o", "x.sqlite"], "no record could be read"),
        (["build", "good.jsonl", "-o", "notes.md"], "exists and is not a store"),
        (["build", "good.jsonl", "-o", "."], "is a folder"),
        (["build", "good.jsonl", "-o", "no/such/folder/x.sqlite"], "cannot be written"),
        (["build", "good.jsonl", "-o", "x.sqlite", "--as-of", "soon"], "not a date"),
        (["build", "-o", "x.sqlite"], "Missing argument"),
        (["info", "missing.sqlite"], "no such store"),
        (["info", "notes.md"], "not a store"),
        (["export", "notes.md"], "not a store"),
        (["sync", "missing.sqlite"], "--from"),
        (["sync", "notes.md", "--from", "2024-01-01"], "exists and is not a store"),
        (["sync", "x.sqlite", "--from", "2024-01-01", "--used-in", "."], "exclude each other"),
        (["nonsense"], "No such command"),
    ],
)
def test_failures_are_one_message_and_status_2(
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.md").write_text("# Notes that took years to write\n")
    (tmp_path / "bad.jsonl").write_text('{"id": "x"}\n')
    write_lines(tmp_path / "good.jsonl", [{"id": "2401.00001", "title": "T"}])
    before = sorted(tmp_path.iterdir())
    status, out, err = call(capfd, "store", *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "notes.md").read_text() == "# Notes that took years to write\n"


def test_progress_shows_on_request_only(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arxlint.metadata.progress._EVERY", 0.0)
    monkeypatch.setattr("arxlint.metadata.build._BATCH", 50)
    lines = [{"id": f"2401.{number:05d}", "title": f"Paper {number}"} for number in range(1, 501)]
    source = write_lines(tmp_path / "many.jsonl", lines)
    build = ("store", "build", source, "-o", tmp_path / "s.sqlite")
    _, out, shown = call(capfd, *build, "--progress")
    assert out == ""
    assert re.search(r"\rreading many\.jsonl +[0-9]+%, [0-9]+ s left, [0-9,]+ records", shown)
    assert "\r" not in call(capfd, *build, "--no-progress")[2]
    assert "\r" not in call(capfd, *build)[2], "not a terminal"
