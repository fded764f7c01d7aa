"""``arxlint check``: streams, exit status, and a clear word for every bad input."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Arxlint

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "corpus"
BROKEN = "arXiv:2613.01247"
LINK = "http://arxiv.org/abs/2608.02703"
TODAY = ("--today", "2026-12-01")


@pytest.fixture
def base(tmp_path: Path) -> Path:
    folder = tmp_path / "base"
    folder.mkdir()
    (folder / "arxlint.toml").write_text("offline = true\n")
    return folder


# Streams and exit status


def test_findings_on_standard_output_everything_else_aside(arxlint: Arxlint, base: Path) -> None:
    (base / "a.md").write_text(f"{BROKEN}\n{LINK}\n")
    done = arxlint("check", "--format", "concise", cwd=base)
    assert done.status == 1
    assert [line.split(": ")[0] for line in done.out.splitlines()] == ["a.md:1:7", "a.md:2:1"]
    first, *others = done.err.splitlines()
    assert first.startswith("1 error, 1 note in 1 file (")
    assert "rules skipped: no metadata [ARX201 ARX202 " in first
    assert others == ["1 mention of 1 paper: 0 verified, 1 unverified", "1 fixable with `--fix`"]
    quiet = arxlint("check", "--format", "concise", "-q", cwd=base)
    assert (quiet.status, quiet.out, quiet.err) == (1, done.out, "")


@pytest.mark.parametrize(
    ("text", "gate", "status"),
    [
        ("fine", None, 0),
        (LINK, None, 0),
        (LINK, "note", 1),
        (BROKEN, None, 1),
        (BROKEN, "error", 1),
        (BROKEN, "never", 0),
        ("arXiv:２６０８．０１９７５", None, 1),
        ("arXiv:２６０８．０１９７５", "error", 0),
    ],
)
def test_exit_status(arxlint: Arxlint, base: Path, text: str, gate: str | None, status: int) -> None:
    (base / "a.md").write_text(text)
    option = ("--fail-on", gate) if gate else ()
    assert arxlint("check", *option, cwd=base).status == status
    if gate:
        (base / "arxlint.toml").write_text(f'offline = true\nfail-on = "{gate}"\n')
        assert arxlint("check", cwd=base).status == status


def test_statistics(arxlint: Arxlint, base: Path) -> None:
    (base / "a.md").write_text(f"{BROKEN} {BROKEN}\n{LINK}\n")
    done = arxlint("check", "--statistics", cwd=base)
    assert done.status == 1
    assert done.out == "2  ARX101  malformed-identifier\n1  ARX104  noncanonical-link (1 fixable)\n"
    content = json.loads(arxlint("check", "--statistics", "--format", "json", cwd=base).out)
    assert content["statistics"][1] == {
        "code": "ARX104",
        "name": "noncanonical-link",
        "count": 1,
        "fixable": 1,
    }


def test_verbose_says_where_things_come_from(arxlint: Arxlint, base: Path) -> None:
    (base / "a.md").write_text("arXiv:2608.02703\n")
    err = arxlint("check", "-v", cwd=base).err
    assert f"configuration: {base}/arxlint.toml\n" in err
    assert f"knowledge base: {base}\n" in err
    assert "metadata: none\n" in err
    assert "skipped: ARX201 unreleased-version: no metadata\n" in err
    assert "unverified: a.md: 2608.02703\n" in err


def test_require_metadata_names_what_was_not_verified(arxlint: Arxlint, base: Path) -> None:
    (base / "a.md").write_text("arXiv:2608.02703\n")
    done = arxlint("check", "--require-metadata", cwd=base)
    assert done.status == 2
    assert "arxlint: 1 paper unverified: 2608.02703: no source of metadata has them" in done.err
    (base / "arxlint.toml").write_text("offline = true\nrequire-metadata = true\n")
    assert arxlint("check", cwd=base).status == 2
    (base / "a.md").write_text("nothing\n")
    assert arxlint("check", cwd=base).status == 0


def test_annotations_by_themselves_under_actions(
    arxlint: Arxlint, base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (base / "a.md").write_text(f"{BROKEN}\n")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert arxlint("check", cwd=base).out.startswith("::error file=a.md,line=1")
    assert arxlint("check", "--format", "concise", cwd=base).out.startswith("a.md:1:7: ")


def test_reports_to_files(arxlint: Arxlint, base: Path) -> None:
    (base / "a.md").write_text(f"{BROKEN}\n")
    done = arxlint(
        "check", "--report", "sarif=x.sarif", "--report", "jsonl=x.jsonl", "--output", "x.txt", cwd=base
    )
    assert (done.status, done.out) == (1, "")
    assert json.loads((base / "x.sarif").read_text())["version"] == "2.1.0"
    assert json.loads((base / "x.jsonl").read_text())["code"] == "ARX101"
    assert (base / "x.txt").read_text().startswith("error[ARX101]")
    assert arxlint("check", "--report", "sarif", cwd=base).err.startswith(
        "arxlint: --report sarif: write FORMAT=FILE"
    )


def test_standard_input(arxlint: Arxlint, base: Path) -> None:
    (base / "old.md").write_text("- C²KV, arXiv:2607.17715\n")
    text = "- C²KV, arXiv:2608.14192\n".encode()
    done = arxlint("check", "--stdin-filename", "today.md", "--format", "concise", "-", cwd=base, stdin=text)
    assert done.status == 1
    assert done.out.startswith("today.md:1:15: ARX301 ")


# Bad input: one clear message that names the file, never a traceback


def refused(arxlint: Arxlint, base: Path, said: str, *arguments: str) -> None:
    done = arxlint("check", *arguments, cwd=base)
    assert (done.status, done.out) == (2, ""), done
    assert said in done.err
    assert "Traceback" not in done.err
    assert "internal error" not in done.err


def test_paths_that_are_not_there(arxlint: Arxlint, base: Path) -> None:
    refused(arxlint, base, "arxlint: none.md: no such file or folder\n", "none.md")
    refused(arxlint, base, "--root nowhere: no such folder", "--root", "nowhere")
    refused(arxlint, base, "none.toml: cannot be read", "--config", "none.toml")
    refused(arxlint, base, "none.sqlite", "--store", "none.sqlite")
    refused(arxlint, base, "--today tomorrow: not a date", "--today", "tomorrow")
    refused(arxlint, base, "--format xml: unknown", "--format", "xml")
    refused(arxlint, base, "x: the report cannot be written", "--output", "nowhere/x")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"text \x00\x01\x02 binary", "a.md:1"),
        (b"fine\nbroken \xff\xfe\xfd\n", "a.md:2"),
        (b"\xff\xfe\x00", "a.md:1"),
        ("x".encode("utf-16") + b"\x00\xd8", "a.md:1"),
    ],
)
def test_what_is_no_text_is_a_diagnostic(arxlint: Arxlint, base: Path, content: bytes, said: str) -> None:
    (base / "a.md").write_bytes(content)
    (base / "b.md").write_text(f"{BROKEN}\n")
    done = arxlint("check", "--format", "concise", cwd=base)
    assert done.status == 1
    first, second = done.out.splitlines()
    assert first.startswith(f"{said}:")
    assert ": ARX904 " in first
    assert second.startswith("b.md:1:7: ARX101 ")
    for name in ("full", "json", "sarif", "github", "gitlab", "rdjson", "junit", "jsonl", "markdown"):
        assert arxlint("check", "--format", name, cwd=base).status == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_a_diagnostic(arxlint: Arxlint, base: Path) -> None:
    (base / "a.md").write_text("x")
    (base / "a.md").chmod(0)
    assert "ARX904" in arxlint("check", cwd=base).out


def test_a_dangling_link_and_a_loop(arxlint: Arxlint, base: Path) -> None:
    (base / "a.md").symlink_to("nowhere.md")
    (base / "loop").symlink_to(base)
    assert arxlint("check", cwd=base).status == 0
    refused(arxlint, base, "a.md: no such file or folder", "a.md")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig", "utf-32"])
def test_marked_encodings_are_read(arxlint: Arxlint, base: Path, encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    (base / "a.md").write_bytes(f"{mark}先\r\n{BROKEN}\r\n".encode(encoding))
    done = arxlint("check", "--format", "concise", cwd=base)
    assert done.status == 1
    assert done.out.startswith("a.md:2:7: ARX101 ")


def test_nothing_to_lint(arxlint: Arxlint, base: Path) -> None:
    done = arxlint("check", cwd=base)
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith("no diagnostics in 0 files")
    (base / "empty.md").write_bytes(b"")
    assert arxlint("check", cwd=base).status == 0


@pytest.mark.slow
def test_fifty_megabytes_on_one_line(arxlint: Arxlint, base: Path) -> None:
    text = "word " * 10_000_000
    (base / "a.md").write_text(f"{text}{BROKEN} {text[:100]}\n")
    start = time.process_time()
    done = arxlint("check", "--format", "concise", cwd=base)
    assert time.process_time() - start < 10
    assert [line.split(": ")[1].split()[0] for line in done.out.splitlines()] == ["ARX905", "ARX101"]
    assert len(done.out) < 1000
    assert done.status == 1
    full = arxlint("check", cwd=base)
    assert len(full.out) < 5000


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--select=ARX9999", "unknown rule `ARX9999`"),
        ("--ignore=split-labell", "did you mean `split-label`?"),
        ("--extend-select=ARX3,FOO", "unknown rule `FOO`"),
    ],
)
def test_unknown_rules(arxlint: Arxlint, base: Path, option: str, said: str) -> None:
    refused(arxlint, base, said, option)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('x = "', "arxlint.toml:1: is not valid TOML"),
        ("\nselcet = []\n", "arxlint.toml:2: unknown key `selcet` (did you mean `select`?)"),
        ('\n\nignore = ["ARX999"]\n', "arxlint.toml:3: `ignore`: unknown rule `ARX999`"),
        ('[severity]\nARX999 = "note"\n', "arxlint.toml:1: `severity`: unknown rule `ARX999`"),
        ('[per-path-ignores]\n"*" = ["FOO"]\n', "arxlint.toml:1: `per-path-ignores`: unknown rule `FOO`"),
        ('[rules]\nlink-style = "x"\n', "arxlint.toml:1: rule option `link-style` must be one of"),
        ('[rules]\nlink-stile = "x"\n', "did you mean `link-style`?"),
        ('store = ["none.sqlite"]\n', "none.sqlite"),
        ('fail-on = "errors"\n', "arxlint.toml:1: `fail-on`: `errors` is none of"),
    ],
)
def test_broken_configuration(arxlint: Arxlint, base: Path, content: str, said: str) -> None:
    (base / "arxlint.toml").write_text(content)
    refused(arxlint, base, said)


def test_standard_input_that_is_no_text(arxlint: Arxlint, base: Path) -> None:
    done = arxlint("check", "-", cwd=base, stdin=b"\x00\x01")
    assert done.status == 2
    assert done.err.startswith("arxlint: standard input: ")
    assert arxlint("check", "-", "a.md", cwd=base).status == 2


def test_engine_diagnostics_can_be_ignored_and_graded(arxlint: Arxlint, base: Path) -> None:
    (base / "a.md").write_bytes(b"\x00")
    assert arxlint("check", "--select", "ARX301", cwd=base).status == 1
    assert arxlint("check", "--ignore", "ARX904", cwd=base).status == 0
    (base / "arxlint.toml").write_text('offline = true\nseverity = { ARX904 = "note" }\n')
    assert arxlint("check", cwd=base).status == 0
    (base / "arxlint.toml").write_text(
        'offline = true\nper-path-ignores = { "a.md" = ["unreadable-file"] }\n'
    )
    assert arxlint("check", cwd=base).status == 0


def test_names_of_files_are_not_trusted(arxlint: Arxlint, base: Path) -> None:
    names = ["new\nline.md", "esc\x1b[31m.md", "::error::.md", "ü\u202e.md", os.fsdecode(b"\xff.md")]
    for name in names:
        (base / name).write_text(f"{BROKEN}\n")
    for form in (
        "full",
        "concise",
        "json",
        "jsonl",
        "sarif",
        "github",
        "gitlab",
        "rdjson",
        "junit",
        "markdown",
    ):
        done = arxlint("check", "--format", form, cwd=base)
        assert done.status == 1, (form, done.err)
        assert "\x1b" not in done.out
        assert not [line for line in done.out.splitlines() if line.startswith("::error::")]


# Same input, same output


def test_suppressions_of_rules_that_could_not_judge_are_not_unused(arxlint: Arxlint, base: Path) -> None:
    directive = "<!-- arxlint: ignore[{}] because -->"
    (base / "a.md").write_text(f"arXiv:2608.02703 {directive.format('ARX201')}\n")
    assert "ARX901" not in arxlint("check", cwd=base).out
    (base / "a.md").write_text(f"arXiv:2608.02703 {directive.format('ARX510')}\n")
    assert "ARX901" not in arxlint("check", cwd=base).out
    (base / "a.md").write_text(f"arXiv:2608.02703 {directive.format('ARX101')}\n")
    assert "ARX901" in arxlint("check", cwd=base).out
    assert "ARX901" not in arxlint("check", "--ignore", "ARX101", cwd=base).out
    (base / "metadata").mkdir()
    (base / "metadata" / "papers.jsonl").write_text(
        '{"id": "2608.02704", "title": "A", "as_of": "2026-09-01"}\n'
    )
    (base / "arxlint.toml").write_text('offline = true\nstore = ["metadata"]\n')
    (base / "a.md").write_text(f"arXiv:2608.02703 {directive.format('ARX201')}\n")
    assert "ARX901" not in arxlint("check", cwd=base).out


def test_same_bytes_for_any_order_any_jobs_and_paths_given_twice(
    environment: dict[str, str], tmp_path: Path
) -> None:
    paths = [file.relative_to(CORPUS).as_posix() for file in sorted(CORPUS.rglob("*.md"))]
    paths.remove("README.md")
    runs: list[tuple[bytes, bytes]] = []
    shuffled = paths[:]
    random.Random(1).shuffle(shuffled)
    for chosen in ([*paths], shuffled, [*shuffled, *paths], ["."], [str(CORPUS)]):
        for jobs in ("1", "2"):
            done = subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "arxlint",
                    "check",
                    *TODAY,
                    "--format",
                    "json",
                    "--jobs",
                    jobs,
                    *chosen,
                ],
                cwd=CORPUS,
                env={**environment, "PYTHONHASHSEED": str(len(runs))},
                check=False,
                capture_output=True,
            )
            assert done.returncode == 1, done.stderr.decode()
            runs.append((done.stdout, done.stderr))
    assert len(set(runs)) == 1


def test_paths_are_found_from_any_folder(arxlint: Arxlint, base: Path, tmp_path: Path) -> None:
    below = base / "x" / "y"
    below.mkdir(parents=True)
    (below / "a.md").write_text(f"{BROKEN}\n")
    (tmp_path / "outside.md").write_text(f"{BROKEN}\n")
    assert arxlint("check", "--format", "concise", "a.md", cwd=below).out.startswith("x/y/a.md:1:7: ")
    done = arxlint("check", "--format", "concise", "../../../outside.md", "a.md", "--root", base, cwd=below)
    assert [line.split(":")[0] for line in done.out.splitlines()] == [f"{tmp_path}/outside.md", "x/y/a.md"]
    assert "ARX904" not in done.out
