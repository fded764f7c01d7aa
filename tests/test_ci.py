"""The action and the examples of ``docs/ci.md``: valid by their schemas; the action's step really runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
CI = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n# (\S+)\n(.*?)```", CI, re.DOTALL)
BROKEN = "arXiv:2613.01247"


def yaml_of(text: str) -> Any:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    return yaml.safe_load(text)


def check(file: Path, schema: str) -> None:
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_action_is_valid() -> None:
    check(ROOT / "action.yml", "vendor.github-actions")


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        (".github/workflows/arxlint.yml", "vendor.github-workflows"),
        (".gitlab-ci.yml", "vendor.gitlab-ci"),
    ],
)
def test_examples_are_valid(tmp_path: Path, name: str, schema: str) -> None:
    (text,) = (text for file, text in EXAMPLES if file == name)
    (tmp_path / "example.yml").write_text(text)
    check(tmp_path / "example.yml", schema)


def test_the_hooks_are_valid_and_those_of_the_example() -> None:
    validation = pytest.importorskip("pre_commit.clientlib", reason="pre-commit is not installed")
    manifest = validation.load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
    assert all(hook["require_serial"] and "--offline" in hook["entry"] for hook in manifest)
    (text,) = (text for file, text in EXAMPLES if file == ".pre-commit-config.yaml")
    used = [hook["id"] for repo in yaml_of(text)["repos"] for hook in repo["hooks"]]
    assert used == [hook["id"] for hook in manifest]
    validation.load_config(str(ROOT / ".pre-commit-config.yaml"))


def test_the_table_of_inputs_is_that_of_the_action() -> None:
    action = yaml_of((ROOT / "action.yml").read_text())
    rows = re.findall(r"^\| `([a-z-]+)` \|", CI, re.MULTILINE)
    assert rows == list(action["inputs"])


def test_scripts_take_no_expression() -> None:
    action = yaml_of((ROOT / "action.yml").read_text())
    for step in action["runs"]["steps"]:
        assert "${{" not in step.get("run", "")


@pytest.fixture
def base(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout" / "kb dir"
    folder.mkdir(parents=True)
    (tmp_path / "checkout" / ".git").mkdir()
    (folder / "arxlint.toml").write_text("")
    (folder / "a b.md").write_text(f"fine\n{BROKEN}\n")
    return folder


def step(
    base: Path, tmp_path: Path, **inputs: str
) -> tuple[subprocess.CompletedProcess[str], dict[str, Path]]:
    """Run the action's check as the runner does, with an ``arxlint`` on the PATH that is this checkout's."""
    action = yaml_of((ROOT / "action.yml").read_text())
    (script,) = (one["run"] for one in action["runs"]["steps"] if one.get("id") == "check")
    (variables,) = (one["env"] for one in action["runs"]["steps"] if one.get("id") == "check")
    values = {name: one["default"] for name, one in action["inputs"].items()} | inputs
    environment = {
        name: values[expression.removeprefix("${{ inputs.").removesuffix(" }}")]
        for name, expression in variables.items()
    }
    info = tmp_path / "site" / "arxlint-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arxlint\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[arxlint.rules]\narxlint = arxlint_rules:RULES\n")
    program = tmp_path / "bin" / "arxlint"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m arxlint "$@"\n')
    program.chmod(0o755)
    files = {name: tmp_path / name for name in ("summary.md", "output.txt", "arxlint.sarif")}
    files["summary.md"].touch()
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script],
        cwd=base.parent,
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={
            **os.environ,
            **environment,
            "PATH": os.pathsep.join((str(program.parent), os.environ["PATH"])),
            "PYTHONPATH": os.pathsep.join((str(info.parent), str(ROOT / "linter"), str(ROOT / "rules"))),
            "GITHUB_ACTIONS": "true",
            "GITHUB_STEP_SUMMARY": str(files["summary.md"]),
            "GITHUB_OUTPUT": str(files["output.txt"]),
            "RUNNER_TEMP": str(tmp_path),
        },
    )
    return done, files


needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")


@needs_bash
def test_the_step_annotates_and_reports(base: Path, tmp_path: Path) -> None:
    done, files = step(base, tmp_path, paths="kb dir\n", sarif="true")
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith(
        "::error file=kb dir/a b.md,line=2,endLine=2,col=7,endColumn=17,title=ARX101"
    )
    assert "1 error" in files["summary.md"].read_text(encoding="utf-8")
    log = json.loads(files["arxlint.sarif"].read_text(encoding="utf-8"))
    (result,) = log["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == "kb%20dir/a%20b.md"
    assert files["output.txt"].read_text() == f"sarif-file={files['arxlint.sarif']}\n"


@needs_bash
def test_the_step_passes_its_inputs_on_unharmed(base: Path, tmp_path: Path) -> None:
    hostile = f"$(touch {tmp_path}/hacked)"
    done, files = step(base, tmp_path, paths=f"kb dir\n{hostile}", summary="false")
    assert done.returncode == 2
    assert f"{hostile}: no such file or folder" in done.stderr
    assert not (tmp_path / "hacked").exists()
    assert files["summary.md"].read_text() == ""


@needs_bash
def test_the_step_gates(base: Path, tmp_path: Path) -> None:
    done, files = step(base, tmp_path, paths="kb dir", **{"fail-on": "never"})
    assert done.returncode == 0, done.stderr
    assert not files["arxlint.sarif"].exists()
