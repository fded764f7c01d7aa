"""Baseline: the trouble that a base already had when it adopted arxlint, so that only new trouble fails.

A JSON file with an entry a line, sorted, made to be reviewed and merged.  What counts is the fingerprint; the
rest of an entry is for people.  Entries whose diagnostic is gone are stale: they are reported as errors until
pruned, or else they could hide the next diagnostic that happens to look the same.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable

from arxlint.diagnostic import Confidence, Diagnostic
from arxlint.engine_rules import STALE
from arxlint.system.records import NamedTuple
from arxlint.text.decode import UnreadableFile, decode
from arxlint.text.write import write_text

VERSION = 1


class Entry(NamedTuple):
    """A known diagnostic."""

    fingerprint: str
    code: str
    path: str
    paper: str | None
    label: str | None
    message: str


class Baseline(NamedTuple):
    """The entries of one file, sorted by path, code, paper, label and fingerprint."""

    path: str
    entries: tuple[Entry, ...]


class Match(NamedTuple):
    """Diagnostics after the baseline: ``new`` ones, ``known`` ones, and entries that nothing matches."""

    new: list[Diagnostic]
    known: list[Diagnostic]
    stale: list[Entry]


class BaselineError(Exception):
    """The file is no baseline: ``path``, 1-based ``line`` and ``reason``."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(path, line, reason)
        self.path = path
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}"


def load(path: str) -> Baseline:
    """Read a baseline; raises BaselineError for broken content and OSError for a file that cannot be read."""
    with open(path, "rb") as file:
        raw = file.read()
    try:
        text = decode(raw, path).text.removeprefix("\ufeff")
    except UnreadableFile as error:
        raise BaselineError(path, error.line, error.reason) from None
    return _parse(path, text)


def write(path: str, diagnostics: Iterable[Diagnostic], keep: Iterable[Entry] = ()) -> Baseline:
    """Write the baseline that accepts these diagnostics (with fingerprints) and ``keep``; raises OSError."""
    entries = {entry.fingerprint: entry for entry in keep}
    entries |= {
        one.fingerprint: Entry(one.fingerprint, one.code, one.path, one.paper, one.label, one.message)
        for one in diagnostics
    }
    return _write(path, entries.values())


def match(
    baseline: Baseline,
    diagnostics: Iterable[Diagnostic],
    *,
    judged: Callable[[Entry], bool] = lambda _entry: True,
) -> Match:
    """Sort diagnostics (with fingerprints) into new and known ones.

    ``judged`` tells whether this run would have found an entry's diagnostic if it were still there: its file
    was checked, or is gone, and its rule ran.  Only such entries can be stale.
    """
    entries = {entry.fingerprint: entry for entry in baseline.entries}
    new: list[Diagnostic] = []
    known: list[Diagnostic] = []
    for one in diagnostics:
        (known if one.fingerprint in entries else new).append(one)
    found = {one.fingerprint for one in known}
    stale = [entry for entry in baseline.entries if entry.fingerprint not in found and judged(entry)]
    return Match(new, known, stale)


def prune(baseline: Baseline, stale: Iterable[Entry]) -> Baseline:
    """Write the baseline without its stale entries and return it; raises OSError."""
    gone = {entry.fingerprint for entry in stale}
    if not gone:
        return baseline
    return _write(baseline.path, (entry for entry in baseline.entries if entry.fingerprint not in gone))


def stale_diagnostics(
    baseline: Baseline, stale: Iterable[Entry], path: str | None = None
) -> list[Diagnostic]:
    """Return an error for each stale entry, at its line of the baseline; ``path`` is the path to report."""
    stale = list(stale)
    if not stale:
        return []
    try:
        with open(baseline.path, encoding="utf-8", newline="") as file:
            text = file.read()
    except (OSError, ValueError):
        text = ""
    places = {found[1]: found.span(1) for found in re.finditer(r'"([0-9a-f]{32})"', text)}
    result = []
    for entry in stale:
        start, end = places.get(entry.fingerprint, (0, 0))
        result.append(
            Diagnostic(
                code=STALE.code,
                name=STALE.name,
                severity=STALE.severity,
                confidence=Confidence.HIGH,
                message=f"`{entry.code}` in `{entry.path}` is gone, but the baseline still accepts it",
                path=path or baseline.path,
                start=start,
                end=end,
                span_label="stale",
                help="run `arxlint baseline prune`",
                notes=(f"it said: {entry.message}",),
                paper=entry.paper,
                label=entry.label,
            )
        )
    return result


def _write(path: str, entries: Iterable[Entry]) -> Baseline:
    ordered = sorted(entries, key=_order)
    lines = [
        json.dumps(
            {key: value for key, value in entry._asdict().items() if value is not None}, ensure_ascii=False
        )
        for entry in ordered
    ]
    body = "".join(f"\n  {line}" + ("," if line is not lines[-1] else "") for line in lines)
    text = f'{{"version": {VERSION},\n "entries": [{body}]}}\n'
    try:
        write_text(path, text)
    except UnicodeEncodeError:
        # A file name that is not valid Unicode; JSON can still say it.
        write_text(path, "".join(char if ord(char) < 0xD800 else json.dumps(char)[1:-1] for char in text))
    return Baseline(path, tuple(ordered))


def _order(entry: Entry) -> tuple[str, ...]:
    return (entry.path, entry.code, entry.paper or "", entry.label or "", entry.fingerprint)


def _parse(path: str, text: str) -> Baseline:
    conflict = re.search(r"^(?:<{7}|={7}|>{7})(?: |$)", text, re.MULTILINE)
    if conflict:
        raise BaselineError(path, _line(text, conflict.start()), "unresolved merge conflict")
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise BaselineError(path, error.lineno, f"not valid JSON: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise BaselineError(path, 1, f"not valid JSON: {error}") from None
    if not isinstance(content, dict) or not isinstance(content.get("entries"), list):
        raise BaselineError(path, 1, 'not a baseline: an object with "version" and "entries" is expected')
    if content.get("version") != VERSION:
        found = json.dumps(content.get("version"))[:40]
        reason = f"version {found} of the baseline format is not known (this arxlint writes {VERSION})"
        raise BaselineError(path, 1, reason)
    entries: dict[str, Entry] = {}
    for index, item in enumerate(content["entries"]):
        fault = _fault(item)
        if fault:
            raise BaselineError(path, _line_of_entry(text, index), f"entry {index + 1} {fault}")
        # A merge of two branches may leave the same entry twice.
        entries[item["fingerprint"]] = Entry(
            item["fingerprint"],
            item["code"],
            item["path"],
            item.get("paper"),
            item.get("label"),
            item.get("message", ""),
        )
    return Baseline(path, tuple(sorted(entries.values(), key=_order)))


def _fault(item: object) -> str:
    if not isinstance(item, dict):
        return "is no object"
    for key in ("fingerprint", "code", "path"):
        if not isinstance(item.get(key), str):
            return f'lacks "{key}"'
    for key in ("paper", "label", "message"):
        if not isinstance(item.get(key, ""), str):
            return f'has a "{key}" that is no text'
    if not re.fullmatch(r"[0-9a-f]{32}", item["fingerprint"]):
        return f"has a fingerprint that is none: {item['fingerprint'][:40]!r}"
    return ""


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _line_of_entry(text: str, index: int) -> int:
    """Return the line of an entry in valid JSON, which the parser does not tell."""
    found = re.search(r'"entries"\s*:\s*\[', text)
    if found is None:
        return 1
    decoder = json.JSONDecoder()
    offset = found.end()
    skip = re.compile(r"[\s,]*")
    try:
        for _ in range(index + 1):
            blank = skip.match(text, offset)
            start = offset = blank.end() if blank else offset
            _, offset = decoder.raw_decode(text, offset)
    except json.JSONDecodeError:
        return 1
    return _line(text, start)


def exists(root: str, path: str) -> bool:
    """Tell whether a reported path still exists below ``root``."""
    return os.path.exists(os.path.join(root, path))
