"""What ``arxlint check`` does, from its options to the exit status."""

from __future__ import annotations

import sys
from typing import Any

from arxlint.cli import output
from arxlint.cli.given import to_options
from arxlint.diagnostic import Severity
from arxlint.policy.fix import FixResult, shown_diff, unified_diff, write_changes
from arxlint.report.result import RunResult
from arxlint.report.summary import count
from arxlint.run.app import UsageError
from arxlint.run.checking import Check, Wish


def run_command(given: dict[str, Any]) -> int:
    """Run a check and return the exit status.  Raises what a run raises."""
    name = output.format_name(given["format_name"])
    _refuse_contradictions(given, name)
    output.check_reports(given)
    check = Check(
        to_options(given), Wish(given["baseline"] or "", given["since"] or "", not given["no_baseline"])
    )
    result = check.run()
    fail_on = given["fail_on"] or check.setting.config.fail_on
    gate = None if fail_on == "never" else Severity(fail_on)
    if given["verbose"]:
        output.say(output.details(check))
    broken = False
    changed = False
    if given["fix"] or given["diff"]:
        from arxlint.run.fixing import fix

        fixes, result = fix(check, result, given["unsafe_fixes"])
        changed = bool(fixes.changes)
        if given["diff"]:
            _show(fixes, result, given)
            return int(changed or output.fails(result, gate))
        broken = _write(fixes, check, given)
        if check.standard_input:
            # The text takes standard output, as an editor expects it.
            _report_aside(result, given, gate, check)
            return _status(check, given, result, gate, broken)
    output.more_reports(result, given, gate, check.setting.root)
    if given["statistics"]:
        output.put(output.statistics(result, "json" if name == "json" else "full"), given["output"])
    else:
        output.report(name, result, given, gate, check.setting.root)
    return _status(check, given, result, gate, broken)


def _refuse_contradictions(given: dict[str, Any], name: str) -> None:
    if given["unsafe_fixes"] and not (given["fix"] or given["diff"]):
        raise UsageError("--unsafe-fixes says which fixes; add --fix to apply them or --diff to see them")
    if given["baseline"] and given["no_baseline"]:
        raise UsageError("--baseline and --no-baseline contradict each other")
    if given["diff"] and given["format_name"]:
        raise UsageError("--diff has a format of its own; leave --format out")
    if given["statistics"] and given["format_name"] not in (None, "full", "json"):
        raise UsageError(f"--statistics is a table or JSON; --format {name} cannot show it")
    if given["statistics"] and given["diff"]:
        raise UsageError("--statistics and --diff cannot be shown together")


def _status(
    check: Check, given: dict[str, Any], result: RunResult, gate: Severity | None, broken: bool
) -> int:
    if given["require_metadata"] or check.setting.config.require_metadata:
        message = output.unverified_message(check)
        if message:
            output.say([message])
            return 2
    return 2 if broken else int(output.fails(result, gate))


def _show(fixes: FixResult, result: RunResult, given: dict[str, Any]) -> None:
    color = output.colored(given, sys.stdout)
    for change in fixes.changes:
        shown = shown_diff(change, color) if sys.stdout.isatty() or color else unified_diff(change)
        output.put(shown, None)
    if given["quiet"]:
        return
    _say_unstable(fixes)
    if fixes.changes:
        total = sum(fixes.applied.values())
        output.say(
            [
                f"{count(total, 'fix').replace('fixs', 'fixes')} in {count(len(fixes.changes), 'file')}"
                f" ({_by_code(fixes)}); nothing was written"
            ]
        )
    else:
        output.say(["nothing to fix"])
    left = len(result.diagnostics)
    if left:
        output.say([f"{count(left, 'diagnostic')} would be left; `arxlint check` lists them"])


def _write(fixes: FixResult, check: Check, given: dict[str, Any]) -> bool:
    """Write what was fixed, and say so; return whether anything could not be written."""
    if check.standard_input:
        (source,) = check.standard_input.values()
        text = fixes.changes[0].after.text if fixes.changes else source.text
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode(source.encoding))
        sys.stdout.buffer.flush()
        failures = []
    else:
        failures = write_changes(fixes.changes, check.setting.root)
    for path, error in failures:
        why = getattr(error, "strerror", None)
        output.say([f"arxlint: {path}: cannot be written: {why}" if why else f"arxlint: {error}"])
    _say_unstable(fixes)
    written = len(fixes.changes) - len(failures)
    if written and not given["quiet"]:
        output.say([f"fixed {_by_code(fixes)} in {count(written, 'file')}"])
    return bool(failures)


def _say_unstable(fixes: FixResult) -> None:
    if fixes.unstable:
        codes = ", ".join(fixes.unstable)
        output.say(
            [
                f"arxlint: the fixes of {codes} undo each other, so nothing was changed; this is a fault of"
                f" the rules: `--ignore {fixes.unstable[0]}` fixes the rest"
            ]
        )


def _by_code(fixes: FixResult) -> str:
    return ", ".join(f"{code}: {number}" for code, number in sorted(fixes.applied.items()))


def _report_aside(result: RunResult, given: dict[str, Any], gate: Severity | None, check: Check) -> None:
    from arxlint.report import Options, reporter
    from arxlint.report.summary import closing

    options = Options(root=check.setting.root, gate=gate, quiet=True)
    sys.stderr.write("".join(reporter(given["format_name"] or "concise")(result, options)))
    if not given["quiet"]:
        output.say(closing(result))
