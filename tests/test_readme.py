"""Documents show what happens: the README's output is that of a fresh run; links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [
    file.relative_to(ROOT).as_posix()
    for file in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("benchmarks/*.md"))
]


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the linter part of the README's first command prints."""
    first = blocks("sh")[0].splitlines()[0]
    arguments = first.rpartition(".venv/bin/arxlint ")[2].split()
    assert arguments[:2] == ["check", "corpus"]
    info = tmp_path_factory.mktemp("site") / "arxlint-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arxlint\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[arxlint.rules]\narxlint = arxlint_rules:RULES\n")
    path = os.pathsep.join((str(info.parent), str(ROOT / "linter"), str(ROOT / "rules")))
    done = subprocess.run(
        [sys.executable, "-m", "arxlint", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_output_shown_is_that_of_a_fresh_run(output: str) -> None:
    (shown,) = blocks("text")
    parts = [part.strip("\n") for part in shown.split("[…]\n")]
    assert len(parts) >= 3
    position = 0
    for part in parts:
        position = output.find(f"{part}\n", position)
        assert position >= 0, f"the README shows what a run does not print (any more), in this order:\n{part}"
        position += len(part)
    assert output.endswith(f"{parts[-1]}\n")


def anchors(text: str) -> set[str]:
    found = set()
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_between_documents_lead_somewhere(name: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        assert file.exists(), f"{name} links to {target}"
        if anchor:
            assert anchor in anchors(file.read_text(encoding="utf-8")), f"{name} links to {target}"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_options_that_documents_name_exist(name: str) -> None:
    from arxlint.cli.check import check

    known = {option for parameter in check.params for option in (*parameter.opts, *parameter.secondary_opts)}
    text = (ROOT / name).read_text(encoding="utf-8")
    for command in re.findall(r"arxlint check ([^\n`|]*)", text):
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", command):
            assert option in known, f"{name}: arxlint check {option}"
