"""The hooks, used as a repository would: installed by pre-commit, then a commit is blocked and one passes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.slow

NETWORK = ("No matching distribution", "Could not find a version", "ConnectionError", "NewConnectionError")


def run(*command: str | Path, cwd: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        check=False,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    people = {
        f"GIT_{who}_{what}": "t@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GIT_", "PYTHONPATH", "ARXLINT_"))
    }
    return {
        **clean,
        **people,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_ALLOW_PROTOCOL": "file",
        "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("pre-commit")),
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
    }


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> tuple[Path, str]:
    """A repository with this checkout as it is now, and its revision."""
    folder = tmp_path_factory.mktemp("arxlint")
    for name in ("linter", "rules", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
        else:
            shutil.copy(source, folder / name)
    for command in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "now")):
        done = run("git", *command, cwd=folder, environment=environment)
        assert done.returncode == 0, done.stdout
    return folder, run("git", "rev-parse", "HEAD", cwd=folder, environment=environment).stdout.strip()


@pytest.fixture(scope="module")
def base(
    tmp_path_factory: pytest.TempPathFactory, hooks: tuple[Path, str], environment: dict[str, str]
) -> Path:
    """A knowledge base with both hooks installed."""
    folder = tmp_path_factory.mktemp("base")
    repository, revision = hooks
    (folder / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {repository}\n  rev: {revision}\n  hooks:\n  - id: arxlint\n  - id: arxlint-audit\n"
    )
    (folder / "arxlint.toml").write_text('exclude = ["drafts/**"]\n')
    (folder / "old.md").write_text("- C²KV, arXiv:2607.17715\n")
    run("git", "init", "-q", "-b", "main", cwd=folder, environment=environment)
    done = run("pre-commit", "install", "--install-hooks", cwd=folder, environment=environment)
    if done.returncode and any(sign in done.stdout for sign in NETWORK):
        pytest.skip("pre-commit cannot install Python packages here: there is no registry")
    assert done.returncode == 0, done.stdout
    return folder


def commit(base: Path, environment: dict[str, str], **files: str) -> subprocess.CompletedProcess[str]:
    for name, text in files.items():
        (base / f"{name}.md").write_text(text)
    run("git", "add", "-A", cwd=base, environment=environment)
    return run("git", "commit", "-q", "-m", "a step", cwd=base, environment=environment)


def test_a_commit_is_blocked_then_passes(base: Path, environment: dict[str, str]) -> None:
    done = commit(base, environment, new="- RestoreKV, arXiv:2608.01247\n\narXiv:2613.01247\n")
    assert done.returncode != 0
    assert "new.md:3:7" in done.stdout
    assert "error[ARX101]: `2613.01247` is not an arXiv identifier" in done.stdout
    done = commit(base, environment, new="- RestoreKV, arXiv:2608.01247\n")
    assert done.returncode == 0, done.stdout
    assert run("git", "log", "--oneline", cwd=base, environment=environment).stdout.count("\n") == 1


def test_a_changed_file_is_judged_against_files_that_did_not_change(
    base: Path, environment: dict[str, str]
) -> None:
    done = commit(base, environment, other="- C²KV, arXiv:2608.14192\n")
    assert done.returncode != 0
    assert "“C²KV” is `2608.14192` here and `2607.17715` elsewhere" in done.stdout
    assert "::: old.md:1:15" in done.stdout
    done = commit(base, environment, other="- C²KV, arXiv:2607.17715\n")
    assert done.returncode == 0, done.stdout


def test_excluded_files_pass(base: Path, environment: dict[str, str]) -> None:
    (base / "drafts").mkdir()
    (base / "drafts" / "a.md").write_text("arXiv:2613.01247\n")
    assert commit(base, environment).returncode == 0


def test_the_whole_base(base: Path, environment: dict[str, str]) -> None:
    command = ("pre-commit", "run", "--hook-stage", "manual", "arxlint-audit")
    done = run(*command, cwd=base, environment=environment)
    assert done.returncode == 0, done.stdout
    (base / "broken.md").write_text("arXiv:2613.01247\n")
    done = run(*command, cwd=base, environment=environment)
    (base / "broken.md").unlink()
    assert done.returncode == 1
    assert "broken.md:1:7" in done.stdout
