"""``arxlint audit``, ``show`` and ``mentions`` as they are run."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from arxlint.cli.group import arxlint

TOM = "# 雷达\n\n- **C²KV** — KV 缓存压缩, arXiv:2608.14192\n- **LaCache** — arXiv:2607.00011v2\n"
JAY = "# digest\n\n- **C²KV** — arXiv:2607.17715\n- [LaCache](https://arxiv.org/abs/2607.00011)\n"
RECORDS = [
    {
        "id": "2607.17715",
        "title": "C$^2$KV: Compressed and Composable KV Cache Reuse for Efficient LLM Inference",
        "authors": ["Chuheng Du"],
        "versions": [[1, "2026-07-20"]],
        "latest_version": 1,
        "categories": ["cs.CL"],
        "as_of": "2026-08-22",
        "source": "arXiv",
    },
]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    for name, text in (("tom/2026-08-20-radar.md", TOM), ("jay/2026-08-19-digest.md", JAY)):
        path = tmp_path / "kb" / "inbox" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
    (tmp_path / "papers.jsonl").write_text("".join(json.dumps(one) + "\n" for one in RECORDS), "utf-8")
    return tmp_path / "kb"


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, base: Path
) -> Run:
    """Run arxlint in the base; return exit status, standard output and standard error."""
    if not any(point.name == "arxlint" for point in entry_points(group="arxlint.rules")):
        # In a checkout that is not installed the rules are registered for the test.
        info = tmp_path / "site" / "arxlint-0.dist-info"
        info.mkdir(parents=True)
        (info / "entry_points.txt").write_text("[arxlint.rules]\narxlint = arxlint_rules:RULES\n")
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arxlint\nVersion: 0\n")
        monkeypatch.syspath_prepend(str(info.parent))
    monkeypatch.chdir(base)

    def runner(*arguments: str) -> tuple[int, str, str]:
        status = arxlint.main(list(arguments), prog_name="arxlint", standalone_mode=False)
        out, err = capsys.readouterr()
        return int(status or 0), out, err

    return runner


STORE = ("--store", "../papers.jsonl", "--offline")


def test_audit_summary_and_page(run: Run, base: Path) -> None:
    status, out, _ = run("audit", "--root", ".", *STORE, "--html", "audit.html", "--today", "2026-09-01")
    assert status == 0
    assert out.startswith("kb: ")
    assert "ARX301  split-label" in out
    assert f"page: {base / 'audit.html'}" in out
    page = (base / "audit.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert str(base.parent) not in page


@pytest.mark.parametrize(
    ("name", "start"), [("json", "{"), ("markdown", "# Audit of kb"), ("csv", "severity,code")]
)
def test_audit_formats(run: Run, base: Path, name: str, start: str) -> None:
    arguments = ("audit", "--root", ".", *STORE, "--format", name, "--today", "2026-09-01")
    status, out, _ = run(*arguments)
    assert status == 0
    assert out.startswith(start)
    status, silence, err = run(*arguments, "--output", "report", "--html", "page.html")
    assert (status, silence) == (0, "")
    assert "page.html" in err
    assert (base / "report").read_bytes().decode() == out


def test_audit_gates_only_when_asked(run: Run) -> None:
    arguments = ("audit", "--root", ".", *STORE)
    assert run(*arguments)[0] == 0
    assert run(*arguments, "--fail-on", "error")[0] == 1
    assert run(*arguments, "--fail-on", "never")[0] == 0
    assert run(*arguments, "--select", "ARX104", "--fail-on", "error")[0] == 0


def test_audit_may_require_metadata(run: Run) -> None:
    status, _, err = run("audit", "--root", ".", *STORE, "--require-metadata")
    assert status == 2
    assert "2 papers could not be verified" in err


def test_show_by_identifier(run: Run) -> None:
    status, out, _ = run("show", "2607.17715v1", *STORE)
    assert status == 0
    assert out.startswith("arXiv:2607.17715  C²KV: Compressed and Composable")
    assert "v1  2026-07-20" in out
    assert "2026-08-19  inbox/jay/2026-08-19-digest.md:3:20  “C²KV”" in out


def test_show_by_name(run: Run) -> None:
    status, out, _ = run("show", "lacache", *STORE)
    assert status == 0
    assert out.startswith("arXiv:2607.00011\n  unverified")
    assert out.index("jay\n") < out.index("tom\n")
    assert "v2" in out


def test_show_an_ambiguous_name(run: Run) -> None:
    status, out, _ = run("show", "C2KV", *STORE)
    assert status == 1
    assert "“C2KV” is 2 papers" in out
    first, second = out.index("2607.17715"), out.index("2608.14192")
    assert first < second
    assert "so named by arXiv; called “C²KV” in 1 place by jay" in out


def test_show_what_nobody_knows(run: Run) -> None:
    status, out, _ = run("show", "LaCachet", *STORE)
    assert status == 1
    assert "Nothing is called “LaCachet”" in out
    assert "2607.00011" in out
    status, out, _ = run("show", "1706.03762", *STORE)
    assert status == 1
    assert "unverified" in out
    assert "Not cited in this base." in out


def test_show_as_json(run: Run) -> None:
    status, out, _ = run("show", "2607.17715", *STORE, "--format", "json")
    assert status == 0
    data = json.loads(out)
    assert data["state"] == "verified"
    assert data["arxiv"]["versions"][0]["date"] == "2026-07-20"
    assert [one["path"] for one in data["citations"]] == ["inbox/jay/2026-08-19-digest.md"]


def test_mentions_jsonl(run: Run, base: Path) -> None:
    status, out, _ = run("mentions", "inbox", "--root", ".", "--format", "jsonl")
    assert status == 0
    found = [json.loads(line) for line in out.splitlines()]
    assert [one["id"] for one in found] == ["2607.17715", "2607.00011", "2608.14192", "2607.00011"]
    for one in found:
        keys = ["path", "start", "end", "text", "id", "version", "form", "block", "labels", "claims"]
        assert list(one) == keys
        text = (base / one["path"]).read_text("utf-8")
        assert text[one["start"]["offset"] : one["end"]["offset"]] == one["text"]
        for label in one["labels"]:
            assert list(label) == ["text", "kind", "strength", "start", "end"]
            start, end = label["start"], label["end"]
            assert text[start["offset"] : end["offset"]] == label["text"]
            line = text.split("\n")[start["line"] - 1]
            assert line[start["column"] - 1 :].startswith(label["text"])
    assert found[3]["version"] == 2
    assert [label["text"] for label in found[3]["labels"]] == ["LaCache"]


def test_mentions_formats(run: Run) -> None:
    arguments = ("mentions", "inbox/tom", "--root", ".")
    table = run(*arguments)[1]
    assert "2607.00011v2" in table
    assert table.endswith("2 mentions of 2 papers in 1 file\n")
    data = json.loads(run(*arguments, "--format", "json")[1])
    assert data["version"] == 1
    assert len(data["mentions"]) == 2
    lines = run(*arguments, "--format", "csv")[1].splitlines()
    assert lines[0].startswith("path,line,column,text,id")
    assert lines[1].startswith("inbox/tom/2026-08-20-radar.md,3,")


def test_mentions_of_a_file_that_cannot_be_read(run: Run, base: Path) -> None:
    (base / "bad.md").write_bytes(b"\x00\x01\xff\xfe arXiv:2607.00011")
    status, _, err = run("mentions", "bad.md", "--root", ".")
    assert status == 0
    assert "bad.md" in err
