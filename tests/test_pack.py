"""A third-party rule pack, really installed beside arxlint into a fresh environment."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACK = ROOT / "tests" / "pack"

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, status: int = 0) -> str:
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, encoding="utf-8", env=env
    )
    assert result.returncode == status, (
        f"{command} ended with {result.returncode}\n{result.stdout}{result.stderr}"
    )
    return result.stdout + result.stderr


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python of a fresh environment with arxlint and the pack, built and installed without a network."""
    pytest.importorskip("hatchling", reason="the build backend is not installed here")
    folder = tmp_path_factory.mktemp("installed")
    pack = shutil.copytree(PACK, folder / "pack")
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT, pack, cwd=folder)
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
    python = folder / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wheels = sorted(folder.glob("*.whl"))
    assert len(wheels) == 2
    run(*pip, "--python", python, "install", "--no-deps", "--no-index", *wheels, cwd=folder)
    # arxlint's own dependencies are borrowed from here.
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    Path(site, "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


@pytest.fixture
def base(tmp_path: Path) -> Path:
    briefing = tmp_path / "inbox" / "tom" / "2026-08-20-radar.md"
    briefing.parent.mkdir(parents=True)
    briefing.write_text("- arXiv:2608.02703\n- RestoreKV, arXiv:2608.01247\n- arXiv:2613.00001\n")
    return tmp_path


def check(python: Path, base: Path, *arguments: str, status: int = 1) -> list[str]:
    command: tuple[str | Path, ...] = (
        python,
        "-m",
        "arxlint",
        "check",
        ".",
        "--offline",
        "--format",
        "json",
        *arguments,
    )
    out = run(*command, cwd=base, status=status)
    return [one["code"] for one in json.loads(out[: out.rindex("}") + 1])["diagnostics"]]


def test_rules_of_the_pack_run_beside_ours(python: Path, base: Path) -> None:
    assert check(python, base) == ["HSE001", "ARX101"]
    assert check(python, base, "--select", "HSE") == ["HSE001"]
    assert check(python, base, "--ignore", "unnamed-paper") == ["ARX101"]


def test_options_of_the_pack_are_configuration(python: Path, base: Path) -> None:
    (base / "arxlint.toml").write_text('[rules]\nnamed-kinds = "living"\n')
    assert check(python, base) == ["ARX101"]
    (base / "arxlint.toml").write_text('[rules]\nnamed-kinds = "nonsense"\n')
    out = run(python, "-m", "arxlint", "check", ".", "--offline", cwd=base, status=2)
    assert "`named-kinds` must be one of" in out


def test_rules_of_the_pack_are_explained(python: Path, base: Path) -> None:
    assert "A number says nothing to the reader" in run(
        python, "-m", "arxlint", "explain", "HSE001", cwd=base
    )
    assert "arxlint-house-style 1.0" in run(python, "-m", "arxlint", "rules", cwd=base).replace("_", "-")


def test_the_pack_tests_itself(python: Path, base: Path) -> None:
    out = run(
        python, "-m", "pytest", "-q", "-p", "no:cacheprovider", PACK / "tests", "-c", os.devnull, cwd=base
    )
    assert "4 passed" in out
