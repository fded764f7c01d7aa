"""Shared fixtures."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test may depend on where it runs: no CI variables, no colour wishes, no user's cache."""
    for name in list(os.environ):
        if name in {"CI", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"} or name.startswith(
            ("GITHUB_", "GITLAB_", "ARXLINT_")
        ):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("xdg-cache")))


_SHARED = Path(os.environ.get("ARXLINT_SHARED", ROOT.parent / "shared"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Folder with the real documents and records to measure against; skips where it is absent."""
    if not (_SHARED / "data" / "README.md").is_file():
        pytest.skip(f"measuring data not found at {_SHARED} (set ARXLINT_SHARED)")
    return _SHARED / "data"
