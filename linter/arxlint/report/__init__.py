"""Reporters: one format a module, imported when asked for.

A reporter is a function ``render(result, options)`` that yields the output in pieces, so that a long
report needs no long string.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Protocol, cast

from arxlint.diagnostic import Severity
from arxlint.report.result import RuleInfo, RunResult, SkippedRule, SourceLookup, Suppressed, run_result
from arxlint.system.records import NamedTuple

__all__ = [
    "FORMATS",
    "Options",
    "RuleInfo",
    "RunResult",
    "SkippedRule",
    "SourceLookup",
    "Suppressed",
    "reporter",
    "run_result",
    "write",
]


class Options(NamedTuple):
    """How to report.

    ``width`` is the number of terminal columns that a source line may take.  ``root`` is the absolute folder
    that reported paths are relative to (used for links).  ``gate`` is the mildest severity that fails the
    run (None: nothing does).  ``quiet`` leaves the closing summary out.
    """

    color: bool = False
    links: bool = False
    width: int = 120
    root: str = ""
    gate: Severity | None = Severity.WARNING
    quiet: bool = False
    version: str = ""


FORMATS: dict[str, str] = {
    "full": "what is wrong, where, and what to do: for people",
    "concise": "one line a diagnostic",
    "json": "one versioned JSON object",
    "jsonl": "one JSON object a line",
    "sarif": "SARIF 2.1.0: code scanning",
    "github": "annotations in GitHub Actions",
    "gitlab": "GitLab Code Quality report",
    "rdjson": "reviewdog",
    "junit": "JUnit XML: test reports",
    "markdown": "a pull-request comment",
}
"""Format name → what it is for.  Each has a module of its name in this package."""


class _Writable(Protocol):
    def write(self, text: str, /) -> object: ...


def reporter(name: str) -> Callable[[RunResult, Options], Iterator[str]]:
    """Return the reporter of a format; raises KeyError for an unknown name."""
    if name not in FORMATS:
        raise KeyError(name)
    module = import_module(f"arxlint.report.{name}")
    return cast("Callable[[RunResult, Options], Iterator[str]]", module.render)


def write(name: str, result: RunResult, options: Options, stream: _Writable) -> None:
    """Write a report; raises KeyError for an unknown format and OSError from the stream."""
    for piece in reporter(name)(result, options):
        stream.write(piece)
