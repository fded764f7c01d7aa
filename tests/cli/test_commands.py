"""Commands besides ``check``: what they print, and that they teach."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arxlint.cli.group import COMMANDS

if TYPE_CHECKING:
    from tests.cli.conftest import Arxlint


def test_alone_it_shows_its_help(arxlint: Arxlint) -> None:
    done = arxlint()
    assert (done.status, done.err) == (0, "")
    assert done.out == arxlint("--help").out == arxlint("-h").out
    for name in COMMANDS:
        assert f"\n  {name} " in done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(arxlint: Arxlint, name: str) -> None:
    done = arxlint(name, "--help")
    assert (done.status, done.err) == (0, "")
    assert "\\b" not in done.out
    usage, _, text = done.out.partition("\n\n")
    assert usage.startswith(f"Usage: arxlint {name} ")
    assert f"\n  arxlint {name}" in text or f"arxlint {name} " in text.partition("Options:")[0], "an example"


def test_slips_get_a_suggestion(arxlint: Arxlint, tmp_path: Path) -> None:
    done = arxlint("chek")
    assert done.status == 2
    assert "No such command 'chek'. Did you mean 'check'?" in done.err
    done = arxlint(str(tmp_path))
    assert f"To lint it: arxlint check {tmp_path}" in done.err
    done = arxlint("check", "--stor", "x")
    assert done.status == 2
    assert "--store" in done.err


def test_rules_as_a_table(arxlint: Arxlint) -> None:
    done = arxlint("rules")
    head, *rows = done.out.splitlines()
    assert head.split() == ["code", "name", "severity", "says"]
    codes = [row.split()[0] for row in rows]
    assert codes == sorted(codes)
    assert {"ARX101", "ARX301", "ARX510", "ARX901", "ARX906"} <= set(codes)
    assert [row.split()[0] for row in arxlint("rules", "ARX2", "split-label").out.splitlines()[1:]] == [
        code for code in codes if code.startswith("ARX2") or code == "ARX301"
    ]


def test_rules_for_machines(arxlint: Arxlint) -> None:
    content = json.loads(arxlint("rules", "--format", "json").out)
    by_code = {rule["code"]: rule for rule in content["rules"]}
    assert content["version"] == 1
    assert by_code["ARX510"]["needs"] == ["history"]
    assert by_code["ARX103"]["fix"] is True
    assert by_code["ARX104"]["options"][0]["name"] == "link-style"
    assert by_code["ARX904"]["origin"] == "arxlint's engine"


@pytest.mark.parametrize("what", ["ARX301", "arx301", "split-label"])
def test_explain_by_code_and_name(arxlint: Arxlint, what: str) -> None:
    done = arxlint("explain", what)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("ARX301 split-label\nerror by default; needs the other documents")
    for heading in ("WHAT IT DOES", "WHY IS THIS BAD?", "EXAMPLE", "HOW TO FIX"):
        assert f"\n{heading}\n" in done.out
    assert arxlint("explain", "--markdown", what).out.startswith("# ARX301 split-label\n\n")


def test_explain_every_code(arxlint: Arxlint) -> None:
    codes = [row.split()[0] for row in arxlint("rules").out.splitlines()[1:]]
    for code in codes:
        done = arxlint("explain", code)
        assert done.status == 0
        assert done.out.startswith(f"{code} ")
        assert "\nWHY IS THIS BAD?\n" in done.out


def test_explain_what_there_is_not(arxlint: Arxlint) -> None:
    done = arxlint("explain", "split-lable")
    assert (done.status, done.out) == (2, "")
    assert "did you mean `split-label`?" in done.err
    assert arxlint("explain", "ARX3").out.startswith("code ")


def program(tmp_path: Path, environment: dict[str, str]) -> dict[str, str]:
    """Put an ``arxlint`` on the PATH that is this checkout's."""
    file = tmp_path / "bin" / "arxlint"
    file.parent.mkdir()
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m arxlint "$@"\n')
    file.chmod(0o755)
    return {**environment, "PATH": os.pathsep.join((str(file.parent), os.environ["PATH"]))}


def shell(command: list[str], environment: dict[str, str], cwd: Path) -> str:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(
        command,
        env=environment,
        cwd=cwd,
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


ASKED = [
    ("arxlint ch", "check"),
    ("arxlint check --stati", "--statistics"),
    ("arxlint check --format sa", "sarif"),
    ("arxlint check --select ARX101,split", "ARX101,split-label"),
    ("arxlint explain ARX30", "ARX301"),
    ("arxlint baseline pr", "prune"),
]


def test_bash_completes(tmp_path: Path, environment: dict[str, str]) -> None:
    lines = ['eval "$(arxlint completion bash)"']
    for typed, _ in ASKED:
        words = typed.split()
        lines.append(f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; COMPREPLY=()")
        lines.append('_arxlint_completion arxlint; echo "${COMPREPLY[*]}"')
    out = shell(
        ["bash", "--noprofile", "--norc", "-c", "\n".join(lines)], program(tmp_path, environment), tmp_path
    )
    for line, (typed, wanted) in zip(out.splitlines(), ASKED, strict=True):
        assert wanted in line.split(), typed


def test_fish_completes(tmp_path: Path, environment: dict[str, str]) -> None:
    lines = ["arxlint completion fish | source"]
    asked = [pair for pair in ASKED if "," not in pair[1]]  # click's script for fish splits there
    lines += [f'complete -C "{typed}"; echo ----' for typed, _ in asked]
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    out = shell(["fish", "-c", "\n".join(lines)], {**program(tmp_path, environment), **home}, tmp_path)
    for part, (typed, wanted) in zip(out.split("----\n"), asked, strict=False):
        assert wanted in [line.split("\t")[0] for line in part.splitlines()], typed


def test_zsh_completes(tmp_path: Path, environment: dict[str, str]) -> None:
    # The script as it is, with the two builtins that only an interactive line has replaced by printing.
    lines = [
        "autoload -Uz compinit; compinit -u -D",
        'eval "$(arxlint completion zsh)"',
        "[[ $_comps[arxlint] == _arxlint_completion ]] || exit 3",
        "compadd() { local name=$argv[-1]; print -l -- ${(P)name} }",
        "_describe() { local name=$argv[-2]; print -l -- ${(P)name} }",
    ]
    for typed, _ in ASKED:
        lines.append(f"words=({typed}); CURRENT=$#words; _arxlint_completion; print -- ----")
    out = shell(["zsh", "-f", "-c", "\n".join(lines)], program(tmp_path, environment), tmp_path)
    for part, (typed, wanted) in zip(out.split("----\n"), ASKED, strict=False):
        assert wanted in [line.split(":")[0] for line in part.splitlines()], typed
