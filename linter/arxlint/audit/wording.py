"""Sentences that several of the audit's reporters share."""

from __future__ import annotations

import re
from typing import Final

from arxlint.audit.model import AuditReport
from arxlint.report.visible import display_width

_SHIFTED: Final = re.compile(r"\$([\^_])\{?([0-9]{1,3})\}?\$")
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return ``1 file``, ``12,000 files``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def listed(parts: list[str]) -> str:
    """Return ``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def headline(report: AuditReport) -> str:
    """Say in one or two sentences how the base stands."""
    summary = report.summary
    kinds = ((summary.errors, "error"), (summary.warnings, "warning"), (summary.notes, "note"))
    found = listed([counted(number, noun) for number, noun in kinds if number])
    touched = len({one.spot.path for one in report.findings})
    if not found:
        return f"Nothing to report in {counted(summary.files, 'file')}."
    if touched < summary.files:
        where = f"{touched:,} of {counted(summary.files, 'file')}"
    else:
        where = f"{'all ' if touched > 1 else ''}{counted(touched, 'file')}"
    sentence = f"{found} in {where}."
    apart = {one.instance for one in report.disagreements if one.instance != one.other}
    if report.conflicts:
        between = len({pair for one in report.disagreements for pair in (one.instance, one.other)} - {""})
        who = f" between {between} instances" if apart and between > 1 else ""
        verb = "spans" if len(report.conflicts) == 1 else "span"
        sentence += f" {counted(len(report.conflicts), 'conflict')} {verb} several documents{who}."
    return sentence


def readable(title: str) -> str:
    """Return a title with raised and lowered digits instead of LaTeX: ``C$^2$KV`` → ``C²KV``."""
    if "$" not in title:
        return title
    return _SHIFTED.sub(lambda match: match[2].translate(_RAISED if match[1] == "^" else _LOWERED), title)


def clipped(text: str, width: int) -> str:
    """Return a visible text in at most so many terminal columns, with an ellipsis where it was cut."""
    if display_width(text) <= width:
        return text
    used = 0
    for index, char in enumerate(text):
        used += display_width(char)
        if used > width - 1:
            return text[:index] + "…"
    return text
