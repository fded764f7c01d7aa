"""``--fix`` and ``--diff`` on real files: cured, nothing else changed, safe to write."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from tests.cli.conftest import Arxlint

CORPUS = Path(__file__).resolve().parent.parent.parent / "corpus"
SAFE = ("ARX103", "ARX104", "ARX901")

# What is wrong, and how it reads when it is right.
WRONG = (
    ("http://arxiv.org/abs/2608.02703", "https://arxiv.org/abs/2608.02703"),
    ("https://export.arxiv.org/abs/2608.01326", "https://arxiv.org/abs/2608.01326"),
    ("arXiv:２６０８．０１９７５", "arXiv:2608.01975"),
    ("arXiv:2608.\u200b01975", "arXiv:2608.01975"),
    ("<https://arxiv.org/abs/2607.17715?utm_source=x>", "<https://arxiv.org/abs/2607.17715>"),
)
# What is right, or at least none of our business.
PLAIN = (
    "C²KV 是 KV 缓存压缩",
    "𝔸 maths, e\u0301 combining, \u05d0 RTL",
    "| a | b |",
    "```",
    "- an item",
    "\tindented",
    "1234.56789 is no identifier",
    "",
    "> quoted",
    "https://arxiv.org/abs/2607.17715v1",
)
ENDINGS = ("\n", "\r\n", "\r")
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le-with-mark")


def encoded(text: str, encoding: str) -> bytes:
    if encoding == "utf-16-le-with-mark":
        return b"\xff\xfe" + text.encode("utf-16-le")
    return text.encode(encoding)


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    lines=st.lists(st.one_of(st.sampled_from(WRONG), st.sampled_from(PLAIN)), min_size=1, max_size=8),
    ending=st.sampled_from(ENDINGS),
    encoding=st.sampled_from(ENCODINGS),
    closed=st.booleans(),
)
def test_fixed_is_silent_and_the_rest_is_as_it_was(
    arxlint: Arxlint,
    tmp_path: Path,
    lines: list[str | tuple[str, str]],
    ending: str,
    encoding: str,
    closed: bool,
) -> None:
    # A fence would turn what follows into code, in which nothing is wrong.
    if "```" in lines:
        lines = [line for line in lines if line != "```"] or ["x"]
    file = tmp_path / "a.md"
    (tmp_path / "arxlint.toml").write_text("offline = true\n")
    tail = ending if closed else ""
    before = ending.join(line if isinstance(line, str) else line[0] for line in lines) + tail
    after = ending.join(line if isinstance(line, str) else line[1] for line in lines) + tail
    file.write_bytes(encoded(before, encoding))
    select = ",".join(SAFE)
    done = arxlint("check", "--fix", "--select", select, "--fail-on", "note", file)
    assert (done.status, done.out) == (0, ""), done
    assert file.read_bytes() == encoded(after, encoding)
    done = arxlint("check", "--select", select, "--fail-on", "note", file)
    assert (done.status, done.out) == (0, "")


def test_the_corpus_is_silent_for_the_fixed_codes_and_stays_so(arxlint: Arxlint, tmp_path: Path) -> None:
    base = tmp_path / "kb"
    shutil.copytree(CORPUS, base)
    today = ("--today", "2026-12-01")
    before = json.loads(arxlint("check", *today, "--format", "json", cwd=base).out)["diagnostics"]
    fixable = {one["code"] for one in before if one["fix"] and one["fix"]["applicability"] != "display-only"}
    assert {"ARX103", "ARX104", "ARX201", "ARX303"} <= fixable
    arxlint("check", *today, "--fix", "--unsafe-fixes", cwd=base)
    texts = {file: file.read_bytes() for file in base.rglob("*.md")}
    after = json.loads(arxlint("check", *today, "--format", "json", cwd=base).out)["diagnostics"]
    assert not [one for one in after if one["fix"] and one["fix"]["applicability"] != "display-only"]
    done = arxlint("check", *today, "--fix", "--unsafe-fixes", cwd=base)
    assert "fixed" not in done.err
    assert texts == {file: file.read_bytes() for file in base.rglob("*.md")}
    # Identifiers and version tags, not only the way in which they are written.
    old = [(CORPUS / file.relative_to(base)).read_text() for file in texts]
    new = [text.decode() for text in texts.values()]
    changed = [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]]
    lines = [
        (one, other)
        for left, right in changed
        for one, other in zip(left.split("\n"), right.split("\n"), strict=False)
        if one != other
    ]
    assert any(
        "2608.00902(Context Compaction" in one and "2608.01326(Context" in other for one, other in lines
    )
    assert any("2506.09713v5" in one and "2506.09713v2" in other for one, other in lines)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "base"
    folder.mkdir()
    (folder / "arxlint.toml").write_text("offline = true\n")
    path = folder / "a b.md"
    path.write_bytes("先 http://arxiv.org/abs/2608.02703\r\nlast".encode())
    return path


def test_diff_changes_nothing_and_git_applies_it(arxlint: Arxlint, file: Path) -> None:
    before = file.read_bytes()
    done = arxlint("check", "--diff", cwd=file.parent)
    assert done.status == 1
    assert file.read_bytes() == before
    assert done.err == "1 fix in 1 file (ARX104: 1); nothing was written\n"
    subprocess.run(["git", "apply", "-"], input=done.out.encode(), cwd=file.parent, check=True)
    assert file.read_bytes() == before.replace(b"http:", b"https:")
    done = arxlint("check", "--diff", cwd=file.parent)
    assert (done.status, done.out, done.err) == (0, "", "nothing to fix\n")


def test_permissions_and_links_are_kept(arxlint: Arxlint, file: Path) -> None:
    file.chmod(0o640)
    link = file.with_name("link.md")
    link.symlink_to(file.name)
    assert arxlint("check", "--fix", link).status == 0
    assert link.is_symlink()
    assert b"https:" in file.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(one.name for one in file.parent.iterdir()) == ["a b.md", "arxlint.toml", "link.md"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_cannot_be_written_is_named(arxlint: Arxlint, file: Path) -> None:
    file.chmod(0o444)
    done = arxlint("check", "--fix", file)
    assert done.status == 2
    assert "a b.md: cannot be written" in done.err


def test_unsafe_fixes_need_the_word(arxlint: Arxlint, tmp_path: Path) -> None:
    base = tmp_path / "kb"
    shutil.copytree(CORPUS, base)
    arxlint("check", "--fix", "--select", "ARX303", cwd=base)
    file = base / "inbox/tom/2026-08-20-kv-radar.md"
    assert "2608.00902(Context Compaction Theory)" in file.read_text()
    arxlint("check", "--fix", "--unsafe-fixes", "--select", "ARX303", cwd=base)
    assert "2608.01326(Context Compaction Theory)" in file.read_text()


def test_standard_input_comes_back_fixed(arxlint: Arxlint, file: Path) -> None:
    text = "http://arxiv.org/abs/2608.02703 and arXiv:2613.01247\r\n"
    done = arxlint(
        "check", "--fix", "--stdin-filename", "b.md", "-", cwd=file.parent, stdin=text.encode("utf-8-sig")
    )
    assert done.status == 1
    assert done.out == "\ufeff" + text.replace("http:", "https:")
    assert done.err.startswith("fixed ARX104: 1 in 1 file\nb.md:1:45: ARX101 ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--unsafe-fixes",), "--unsafe-fixes says which fixes"),
        (("--diff", "--format", "json"), "--diff has a format of its own"),
        (("--diff", "--statistics"), "cannot be shown together"),
        (("--statistics", "--format", "sarif"), "--format sarif cannot show it"),
        (("--baseline", "x", "--no-baseline"), "contradict each other"),
    ],
)
def test_contradictions_are_answered(arxlint: Arxlint, arguments: tuple[str, ...], said: str) -> None:
    done = arxlint("check", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
