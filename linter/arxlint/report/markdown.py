"""markdown: a comment for a pull request, or a job's summary: a table, with details to unfold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

from arxlint.diagnostic import Diagnostic
from arxlint.report import Options
from arxlint.report.result import RuleInfo, RunResult
from arxlint.report.summary import closing, count
from arxlint.report.visible import visible

LIMIT = 60_000
"""Bytes of a comment; GitHub refuses more than 65 536 characters."""

_ICONS = {"error": "❌ error", "warning": "⚠️ warning", "note": "ℹ️ note"}
_PLACES = 10

# Everything that Markdown, its extensions (tables, maths, emoji, bare links) or HTML would act upon.
_ACTIVE = re.compile(r"[&<>\"'\\`*_\[\]|~$#@]|:(?=\S)|(?i:www)\.|\b[Gg][Hh]-")


def render(result: RunResult, options: Options) -> Iterator[str]:
    """Yield the comment; rows that would make it too long are counted instead, the worst kept first."""
    del options
    headline, *others = closing(result)
    head = f"### arxlint: {_text(headline)}\n\n" + "".join(f"{_text(line)}\n\n" for line in others)
    yield head
    if not result.diagnostics:
        return
    ordered = sorted(result.diagnostics, key=lambda one: one.severity.rank)
    room = LIMIT - len(head.encode())
    rows: list[str] = []
    for one in ordered:
        row = _row(one, result)
        room -= len(row.encode())
        if room < 0:
            break
        rows.append(row)
    yield "| | Where | Rule | What |\n| --- | --- | --- | --- |\n"
    yield from rows
    if len(rows) < len(ordered):
        yield f"\n… and {len(ordered) - len(rows)} more.\n"
    details: list[str] = []
    for one in ordered[: len(rows)]:
        detail = _detail(one, result)
        room -= len(detail.encode())
        if room < 0:
            break
        details.append(detail)
    if details:
        yield "\n"
        yield from details


def _row(diagnostic: Diagnostic, result: RunResult) -> str:
    rule = _rule(diagnostic, result.rules.get(diagnostic.code))
    what = _text(diagnostic.message)
    return f"| {_ICONS[diagnostic.severity]} | {_place(diagnostic, result)} | {rule} | {what} |\n"


def _place(diagnostic: Diagnostic, result: RunResult) -> str:
    return _where(diagnostic.path, diagnostic.start, result)


def _where(path: str, offset: int, result: RunResult) -> str:
    position = result.sources(path).position(offset)
    return f"<code>{_escape(visible(path))}&#58;{position.line}&#58;{position.column}</code>"


def _rule(diagnostic: Diagnostic, rule: RuleInfo | None) -> str:
    name = f"{_text(diagnostic.code)} {_text(diagnostic.name)}"
    if rule and rule.url.startswith(("https://", "http://")):
        return f"[{name}]({quote(rule.url, safe='/:#?&=%~+,;@!$')})"
    return name


def _detail(diagnostic: Diagnostic, result: RunResult) -> str:
    items = []
    if diagnostic.help:
        items.append(f"**help:** {_text(diagnostic.help)}")
    items += [f"**note:** {_text(note)}" for note in diagnostic.notes]
    items += [
        f"{_where(one.path, one.start, result)} {_text(one.message)}" for one in diagnostic.related[:_PLACES]
    ]
    left = len(diagnostic.related) - _PLACES
    if left > 0:
        items.append(f"and {count(left, 'more place')}")
    if not items:
        return ""
    title = f"{_text(diagnostic.code)} at {_place(diagnostic, result)}"
    listed = "".join(f"- {item}\n" for item in items)
    return f"<details><summary>{title}</summary>\n\n{listed}\n</details>\n"


def inert(text: str, *, code: bool = True) -> str:
    """Return a text of which Markdown and HTML make nothing but text.

    With ``code``, what it sets in backticks becomes code; without, backticks are characters like others.
    """
    return _text(text) if code else _escape(visible(text))


def _text(text: str) -> str:
    """Return a text that stays text; what it sets in backticks becomes code."""
    pieces = visible(text).split("`")
    if len(pieces) % 2 == 0:
        # The last backtick has no partner and is only a character.
        pieces[-2:] = [f"{pieces[-2]}`{pieces[-1]}"]
    return "".join(
        f"<code>{_escape(piece)}</code>" if index % 2 and piece else _escape(piece)
        for index, piece in enumerate(pieces)
    )


def _escape(text: str) -> str:
    return _ACTIVE.sub(_inert, text)


def _inert(match: re.Match[str]) -> str:
    found = match[0]
    if found in ("@", "#"):
        # People and issues are looked for in the finished text, so that an entity alone hides nothing.
        return f"&#{ord(found)};<!-- -->"
    if len(found) > 1:
        return f"{found[:-1]}<!-- -->{found[-1]}"
    return f"&#{ord(found)};"
