"""Running the command line in this process, as a user would: arguments in, streams and exit status out."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


class Run(NamedTuple):
    """What a command came to."""

    status: int
    out: str
    err: str


Arxlint = Callable[..., Run]


@pytest.fixture(scope="session")
def provider(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder that registers the rules of this checkout, as an installed distribution does."""
    info = tmp_path_factory.mktemp("site") / "arxlint-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arxlint\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[arxlint.rules]\narxlint = arxlint_rules:RULES\n")
    return str(info.parent)


@pytest.fixture
def environment(provider: str) -> dict[str, str]:
    """Variables under which ``python -m arxlint`` is that of this checkout."""
    path = os.pathsep.join((provider, str(ROOT / "linter"), str(ROOT / "rules")))
    return {**os.environ, "PYTHONPATH": path}


@pytest.fixture
def arxlint(provider: str, monkeypatch: pytest.MonkeyPatch) -> Arxlint:
    """Run a command: ``arxlint("check", "a.md", cwd=folder, stdin=b"…")``, offline."""
    monkeypatch.syspath_prepend(provider)

    def run(*arguments: str | Path, cwd: Path | None = None, stdin: bytes = b"") -> Run:
        from arxlint.cli import main

        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            if cwd is not None:
                patch.chdir(cwd)
            status: object = 0
            try:
                main([str(argument) for argument in arguments])
            except SystemExit as stop:
                status = stop.code
        assert isinstance(status, int)
        texts = []
        for stream in (out, err):
            stream.flush()
            buffer = stream.buffer
            assert isinstance(buffer, io.BytesIO)
            texts.append(buffer.getvalue().decode())
        return Run(status, *texts)

    return run


class Git:
    """A git repository with one identity and no one's configuration."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            **{
                f"GIT_{who}_{what}": "t@example.org"
                for who in ("AUTHOR", "COMMITTER")
                for what in ("NAME", "EMAIL")
            },
        }
        self("init", "-q", "-b", "main")

    def __call__(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        return done.stdout.strip()

    def commit(self) -> str:
        """Commit everything and return the commit's name."""
        self("add", "-A")
        self("commit", "-q", "--allow-empty", "-m", "a step")
        return self("rev-parse", "HEAD")


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """A new repository in ``tmp_path / "base"``."""
    folder = tmp_path / "base"
    folder.mkdir()
    return Git(folder)
