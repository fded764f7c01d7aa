"""Guards around packaging: layers, what is in the wheel, and that nothing is checked in silence."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "linter" / "arxlint"
RULES = ROOT / "rules" / "arxlint_rules"


def imports_of(file: Path) -> set[str]:
    """Modules that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("file", sorted(ENGINE.rglob("*.py")), ids=lambda file: str(file.relative_to(ENGINE)))
def test_engine_does_not_know_the_rules(file: Path) -> None:
    assert not [name for name in imports_of(file) if name.split(".")[0] == "arxlint_rules"]


@pytest.mark.parametrize("file", sorted(RULES.rglob("*.py")), ids=lambda file: str(file.relative_to(RULES)))
def test_rules_touch_neither_files_nor_network_nor_clock(file: Path) -> None:
    forbidden = {
        "os",
        "pathlib",
        "io",
        "socket",
        "requests",
        "urllib",
        "sqlite3",
        "time",
        "datetime",
        "subprocess",
    }
    assert not {name.split(".")[0] for name in imports_of(file)} & forbidden


def test_rules_import_light() -> None:
    """Importing all rules must not drag in what costs a hook run tens of milliseconds."""
    code = (
        "import sys; import arxlint_rules;"
        "heavy = {'dataclasses', 'inspect', 'datetime', 'pathlib', 'importlib.metadata', 'requests',"
        "         'regex', 'difflib'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'linter'}{os.pathsep}{ROOT / 'rules'}"}
    result = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, env=env, check=True
    )
    assert result.stdout.strip() == "[]"


@pytest.mark.slow
def test_wheel_holds_the_two_packages_and_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="the build backend is not installed here")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--no-deps",
            "--no-build-isolation",
            "-q",
            "-w",
            str(tmp_path),
            str(ROOT),
        ],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (entry_points,) = (name for name in names if name.endswith("entry_points.txt"))
        text = archive.read(entry_points).decode()
    packages = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert packages == {"arxlint", "arxlint_rules"}
    assert {"arxlint/py.typed", "arxlint_rules/py.typed", "arxlint/match/title_words.txt"} <= set(names)
    assert not [name for name in names if name.endswith((".pyc", ".md")) or "test_" in name]
    assert "[arxlint.rules]\narxlint = arxlint_rules:RULES" in text
