"""gitlab: a Code Quality report (``artifacts:reports:codequality``)."""

from __future__ import annotations

from collections.abc import Iterator

from arxlint.diagnostic import Severity
from arxlint.report import Options
from arxlint.report.record import dump
from arxlint.report.result import RunResult
from arxlint.report.visible import visible

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def render(result: RunResult, options: Options) -> Iterator[str]:
    """Yield an array, a diagnostic a line."""
    del options
    seen: dict[str, int] = {}
    separator = "[\n "
    for one in result.diagnostics:
        source = result.sources(one.path)
        record = {
            "description": visible(f"{one.message} ({one.help})" if one.help else one.message),
            "check_name": one.code,
            "fingerprint": _unique(one.fingerprint, seen),
            "severity": _SEVERITIES[one.severity],
            "location": {
                "path": one.path.removeprefix("./"),
                "lines": {"begin": source.position(one.start).line, "end": source.position(one.end).line},
            },
        }
        yield separator + dump(record)
        separator = ",\n "
    yield "[]\n" if separator == "[\n " else "]\n"


def _unique(fingerprint: str, seen: dict[str, int]) -> str:
    """Return a fingerprint that was not used before: GitLab drops all but one of equal ones."""
    number = seen[fingerprint] = seen.get(fingerprint, -1) + 1
    return f"{fingerprint}-{number}" if number or not fingerprint else fingerprint
