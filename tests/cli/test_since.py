"""``--since``: only lines that the diff touches, and ARX510."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Arxlint, Git

BROKEN = "arXiv:2613.01247"


def codes(out: str) -> list[tuple[str, int, str]]:
    return [(one["path"], one["start"]["line"], one["code"]) for one in json.loads(out)["diagnostics"]]


def since(
    arxlint: Arxlint, git: Git, revision: str = "HEAD", *more: str | Path
) -> list[tuple[str, int, str]]:
    done = arxlint("check", "--offline", "--since", revision, "--format", "json", *more, cwd=git.folder)
    assert done.status in (0, 1), done.err
    return codes(done.out)


def test_only_changed_lines_count(arxlint: Arxlint, git: Git) -> None:
    file = git.folder / "a.md"
    file.write_text(f"old {BROKEN}\n\nfine\n")
    git.commit()
    assert since(arxlint, git) == []
    file.write_text(f"old {BROKEN}\n\nfine\n\nnew {BROKEN}\n")
    assert since(arxlint, git) == [("a.md", 5, "ARX101")]
    file.write_text(f"one more line\nold {BROKEN}\n\nfine\n")
    assert since(arxlint, git) == []
    assert since(arxlint, git, "HEAD", "a.md") == []


def test_untracked_files_are_new_and_staged_ones_count(arxlint: Arxlint, git: Git) -> None:
    git.commit()
    (git.folder / "untracked.md").write_text(f"{BROKEN}\n")
    (git.folder / "staged.md").write_text(f"\n{BROKEN}\n")
    git("add", "staged.md")
    assert since(arxlint, git) == [("staged.md", 2, "ARX101"), ("untracked.md", 1, "ARX101")]


def test_a_renamed_file_is_compared_with_what_it_was(arxlint: Arxlint, git: Git) -> None:
    lines = [f"line {number}" for number in range(30)]
    (git.folder / "old name.md").write_text("\n".join([f"{BROKEN} a", *lines]))
    git.commit()
    git("mv", "old name.md", "new.md")
    (git.folder / "new.md").write_text("\n".join([f"{BROKEN} a", *lines, f"{BROKEN} b"]))
    assert since(arxlint, git) == [("new.md", 32, "ARX101")]


def test_a_base_below_the_top_of_the_checkout(arxlint: Arxlint, git: Git) -> None:
    base = git.folder / "notes" / "kb"
    base.mkdir(parents=True)
    (base / "arxlint.toml").write_text("offline = true\n")
    (base / "a.md").write_text("fine\n")
    (git.folder / "outside.md").write_text("fine\n")
    git.commit()
    (base / "a.md").write_text(f"fine\n{BROKEN}\n")
    (git.folder / "outside.md").write_text(f"{BROKEN}\n")
    done = arxlint("check", "--since", "HEAD", "--format", "json", cwd=base)
    assert codes(done.out) == [("a.md", 2, "ARX101")]


def test_changed_identifier_is_said_only_here(arxlint: Arxlint, git: Git) -> None:
    file = git.folder / "a.md"
    file.write_text("- C²KV, arXiv:2607.17715\n")
    git.commit()
    file.write_text("- C²KV, arXiv:2608.14192\n")
    assert since(arxlint, git) == [("a.md", 1, "ARX510")]
    done = arxlint("check", "--offline", "--format", "json", cwd=git.folder)
    assert codes(done.out) == []


def test_a_branch_is_compared_with_where_it_left(arxlint: Arxlint, git: Git) -> None:
    (git.folder / "a.md").write_text(f"{BROKEN}\n")
    (git.folder / "b.md").write_text("b\n")
    git.commit()
    git("checkout", "-q", "-b", "topic")
    (git.folder / "b.md").write_text(f"b\n{BROKEN}\n")
    git.commit()
    git("checkout", "-q", "main")
    (git.folder / "a.md").write_text("cured\n")
    git.commit()
    git("checkout", "-q", "topic")
    assert since(arxlint, git, "main...") == [("b.md", 2, "ARX101")]
    assert since(arxlint, git, "main") == [("a.md", 1, "ARX101"), ("b.md", 2, "ARX101")]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_what_git_holds_for_binary_is_compared_as_text(arxlint: Arxlint, git: Git, encoding: str) -> None:
    file = git.folder / "a.md"
    file.write_bytes(f"old {BROKEN}\nsame\n".encode(encoding))
    git.commit()
    file.write_bytes(f"old {BROKEN}\nsame\nnew {BROKEN}\n".encode(encoding))
    assert since(arxlint, git) == [("a.md", 3, "ARX101")]


def test_a_file_that_git_no_longer_tracks(arxlint: Arxlint, git: Git) -> None:
    (git.folder / "a.md").write_text(f"{BROKEN}\nsecond\n")
    git.commit()
    git("rm", "-q", "--cached", "a.md")
    (git.folder / "a.md").write_text(f"{BROKEN}\nsecond {BROKEN}\n")
    assert since(arxlint, git) == [("a.md", 2, "ARX101")]


def test_configuration_of_git_changes_nothing(arxlint: Arxlint, git: Git) -> None:
    for setting in (
        "diff.noprefix=true",
        "diff.mnemonicPrefix=true",
        "color.diff=always",
        "diff.relative=true",
    ):
        git("config", *setting.split("=", 1))
    (git.folder / "ü b.md").write_text("fine\n")
    git.commit()
    (git.folder / "ü b.md").write_text(f"fine\ndiff --git a/x b/x\n@@ -1 +1 @@\n{BROKEN}\n")
    assert since(arxlint, git) == [("ü b.md", 4, "ARX101")]


def test_standard_input_is_compared_too(arxlint: Arxlint, git: Git) -> None:
    (git.folder / "a.md").write_text(f"{BROKEN}\n")
    git.commit()
    done = arxlint(
        "check", "--offline", "--since", "HEAD", "--stdin-filename", "a.md", "--format", "json", "-",
        cwd=git.folder, stdin=f"{BROKEN}\nmore {BROKEN}\n".encode(),
    )  # fmt: skip
    assert codes(done.out) == [("a.md", 2, "ARX101")]


def test_fixes_stay_within_the_changed_lines(arxlint: Arxlint, git: Git) -> None:
    file = git.folder / "a.md"
    file.write_text("http://arxiv.org/abs/2608.02703\n")
    git.commit()
    file.write_text("http://arxiv.org/abs/2608.02703\nand http://arxiv.org/abs/2608.02704\n")
    done = arxlint("check", "--offline", "--since", "HEAD", "--fix", cwd=git.folder)
    assert done.status == 0, done
    assert file.read_text() == "http://arxiv.org/abs/2608.02703\nand https://arxiv.org/abs/2608.02704\n"


@pytest.mark.parametrize(
    ("revision", "said"),
    [("nowhere", "git knows no such revision"), ("--output=x", "git knows no such revision")],
)
def test_unknown_revisions(arxlint: Arxlint, git: Git, revision: str, said: str) -> None:
    git.commit()
    done = arxlint("check", f"--since={revision}", cwd=git.folder)
    assert done.status == 2
    assert done.err.startswith(f"arxlint: --since {revision}: {said}; write a branch")
    assert not (git.folder / "x").exists()


def test_a_shallow_checkout_is_told_what_to_do(arxlint: Arxlint, git: Git, tmp_path: Path) -> None:
    first = git.commit()
    git.commit()
    git("clone", "-q", "--depth", "1", git.folder.as_uri(), str(tmp_path / "shallow"))
    done = arxlint("check", "--since", first, cwd=tmp_path / "shallow")
    assert done.status == 2
    assert "fetch-depth: 0" in done.err


def test_no_checkout_and_no_git(arxlint: Arxlint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_text("x\n")
    done = arxlint("check", "--since", "HEAD", cwd=tmp_path)
    assert done.status == 2
    assert "is in no git checkout" in done.err
    monkeypatch.setenv("PATH", os.devnull)
    done = arxlint("check", "--since", "HEAD", cwd=tmp_path)
    assert (done.status, done.err) == (2, "arxlint: --since needs git, and there is no `git` on the PATH\n")


def test_what_was_said_of_one_revision_is_not_repeated_of_another(arxlint: Arxlint, git: Git) -> None:
    title = "A First Look at Bugs in LLM Inference Engines"
    for number in range(24):
        (git.folder / f"n{number}.md").write_text("nothing\n")
    file = git.folder / "a.md"
    file.write_text(f"- *{title}*, arXiv:2506.09713\n")
    git.commit()
    file.write_text(f"- *{title}*, arXiv:2506.09714\n")
    git.commit()
    assert since(arxlint, git, "HEAD") == []
    assert [code for _, _, code in since(arxlint, git, "HEAD~1")] == ["ARX510"]
    assert since(arxlint, git, "HEAD") == []
