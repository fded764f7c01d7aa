"""Fixes: choosing which to apply, applying them until nothing changes, and showing the difference.

All rounds happen in memory; a file is written once, at the end, and only if it still is what was read.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from arxlint.diagnostic import Applicability, Diagnostic, Edit
from arxlint.system.records import NamedTuple
from arxlint.text.source import Source

MAX_ROUNDS = 10
_CONTEXT = 3

_RANK = {Applicability.SAFE: 0, Applicability.UNSAFE: 1, Applicability.DISPLAY_ONLY: 2}

Relint = Callable[[Mapping[str, Source]], Iterable[Diagnostic]]
"""Lint all targets again, changed files as they are in the mapping, and return the diagnostics."""


class FileChange(NamedTuple):
    """A file before and after."""

    before: Source
    after: Source


class FixResult(NamedTuple):
    """What fixing came to.

    ``applied`` counts fixes by code; ``diagnostics`` are those that are left.  ``unstable`` names the codes
    whose fixes undo each other: if there are any, ``changes`` is empty.
    """

    changes: tuple[FileChange, ...]
    applied: Mapping[str, int]
    diagnostics: tuple[Diagnostic, ...]
    rounds: int
    unstable: tuple[str, ...] = ()


class FixConflict(Exception):
    """A file changed while it was being fixed; ``path`` is left as it is now."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"{self.path}: changed while it was being fixed, so it is left alone; run again"


def fixable(diagnostic: Diagnostic, allowed: Applicability) -> bool:
    """Tell whether a diagnostic has a fix that may be applied (display-only ones never are)."""
    fix = diagnostic.fix
    if fix is None or not fix.edits or fix.applicability is Applicability.DISPLAY_ONLY:
        return False
    return _RANK[fix.applicability] <= _RANK[allowed]


def fix_files(
    diagnostics: Iterable[Diagnostic],
    sources: Callable[[str], Source],
    relint: Relint,
    *,
    allowed: Applicability = Applicability.SAFE,
    within: Callable[[str], bool] = lambda _path: True,
) -> FixResult:
    """Apply all allowed fixes, lint what changed, and so on until nothing is left to apply.

    ``sources`` must give exact texts (decoded strictly).  A fix that edits a file outside ``within`` (the
    targets) is not applied.
    """
    before: dict[str, Source] = {}
    now: dict[str, Source] = {}
    applied: dict[str, int] = {}
    current = list(diagnostics)

    def text_of(path: str) -> Source:
        if path not in now:
            before[path] = now[path] = sources(path)
        return now[path]

    for rounds in range(MAX_ROUNDS + 1):
        usable = [
            one for one in current if fixable(one, allowed) and all(within(edit.path) for edit in _edits(one))
        ]
        chosen = choose(usable, lambda path: len(text_of(path).text))
        changed = _apply(chosen, text_of)
        if not changed:
            changes = tuple(
                FileChange(before[path], now[path])
                for path in sorted(now)
                if now[path].text != before[path].text
            )
            return FixResult(changes, applied, tuple(sorted(current, key=lambda one: one.sort_key)), rounds)
        if rounds == MAX_ROUNDS:
            break
        now.update(changed)
        for one in chosen:
            applied[one.code] = applied.get(one.code, 0) + 1
        current = list(
            relint({path: now[path] for path in sorted(now) if now[path].text != before[path].text})
        )
    unstable = tuple(sorted({one.code for one in chosen}))
    return FixResult((), {}, tuple(sorted(diagnostics, key=lambda one: one.sort_key)), MAX_ROUNDS, unstable)


def choose(diagnostics: Iterable[Diagnostic], length: Callable[[str], int]) -> list[Diagnostic]:
    """Return the diagnostics whose fixes can be applied together, the first in the text winning.

    A fix is applied whole or not at all.  One with edits outside of its file's text (``length`` in code
    points), or overlapping among themselves, is never applied.  Equal fixes are applied once.
    """
    taken: dict[str, list[tuple[int, int]]] = {}
    seen: set[frozenset[Edit]] = set()
    chosen = []
    for one in sorted(diagnostics, key=_fix_order):
        edits = frozenset(_edits(one))
        if edits in seen:
            chosen.append(one)
            continue
        trial: dict[str, list[tuple[int, int]]] = {}
        for edit in sorted(edits):
            trial.setdefault(edit.path, []).append((edit.start, edit.end))
        if any(
            not 0 <= start <= end <= length(path)
            or _collides(taken.get(path, ()), (start, end))
            or _collides(ranges[max(0, index - 1) : index], (start, end))
            for path, ranges in trial.items()
            for index, (start, end) in enumerate(ranges)
        ):
            continue
        for path, ranges in trial.items():
            for new in ranges:
                insort(taken.setdefault(path, []), new)
        seen.add(edits)
        chosen.append(one)
    return chosen


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    r"""Return a text after edits that do not overlap.

    A line feed that is put into a text whose lines all end in ``\r\n`` (or all in ``\r``) becomes that.
    """
    newline = _newline(text)
    pieces = []
    offset = 0
    for edit in sorted(set(edits)):
        inserted = edit.text if newline == "\n" else re.sub(r"(?<!\r)\n", newline, edit.text)
        pieces += [text[offset : edit.start], inserted]
        offset = edit.end
    return "".join([*pieces, text[offset:]])


def write_changes(changes: Iterable[FileChange], root: str = ".") -> list[tuple[str, Exception]]:
    """Write fixed files, each at once; return what could not be written: path and OSError or FixConflict."""
    from os.path import join

    from arxlint.text.write import write_bytes

    failures: list[tuple[str, Exception]] = []
    for before, after in changes:
        full = join(root, before.path)
        try:
            with open(full, "rb") as file:
                if file.read() != before.text.encode(before.encoding):
                    raise FixConflict(before.path)
            write_bytes(full, after.text.encode(before.encoding))
        except (OSError, FixConflict) as error:
            failures.append((before.path, error))
    return failures


def unified_diff(change: FileChange) -> Iterator[str]:
    """Yield the lines of a diff that ``git apply`` and ``patch -p1`` take, each with its line ending."""
    import difflib

    before, after = (source.text.split("\n") for source in change)
    # Most of a file is as it was, and comparing is not linear.
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    skip = max(0, head - _CONTEXT)
    keep = max(0, tail - _CONTEXT)
    old, new = ([line + "\n" for line in lines[skip : len(lines) - keep]] for lines in (before, after))
    for lines in (old, new):
        # What follows the last line feed of the file is a line only if there is anything.
        if keep == 0:
            lines[-1] = lines[-1].removesuffix("\n")
            if not lines[-1]:
                lines.pop()
    names = (_git_path("a/" + change.before.path), _git_path("b/" + change.after.path))
    for line in difflib.unified_diff(old, new, *names, n=_CONTEXT):
        if line.startswith("@@") and skip:
            line = re.sub(r"([-+])(\d+)", lambda found: f"{found[1]}{int(found[2]) + skip}", line, count=2)
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def shown_diff(change: FileChange, color: bool = False) -> Iterator[str]:
    """Yield the lines of the same diff to look at: control characters are shown, not sent to the terminal."""
    from arxlint.report.style import painter
    from arxlint.report.visible import cells

    paint = painter(color)
    styles = {"+": "added", "-": "removed", "@": "note"}
    for lines in unified_diff(change):
        for line in lines[:-1].split("\n"):
            text = "".join(cell for cell, _ in cells(line))
            style = "strong" if line.startswith(("--- ", "+++ ")) else styles.get(line[:1])
            yield (paint(style, text) if style else text) + "\n"


def _apply(chosen: list[Diagnostic], text_of: Callable[[str], Source]) -> dict[str, Source]:
    by_path: dict[str, set[Edit]] = {}
    for one in chosen:
        for edit in _edits(one):
            by_path.setdefault(edit.path, set()).add(edit)
    changed = {}
    for path, edits in by_path.items():
        source = text_of(path)
        text = apply_edits(source.text, edits)
        if text != source.text:
            changed[path] = Source(path, text, source.encoding)
    return changed


def _edits(diagnostic: Diagnostic) -> tuple[Edit, ...]:
    return diagnostic.fix.edits if diagnostic.fix else ()


def _fix_order(diagnostic: Diagnostic) -> tuple[object, ...]:
    edits = sorted(_edits(diagnostic))
    first = edits[0]
    return (first.path, first.start, first.end, diagnostic.sort_key, edits)


def _collides(taken: Sequence[tuple[int, int]], new: tuple[int, int]) -> bool:
    """Tell whether a range overlaps one of the taken ones, which are sorted and do not overlap.

    Neighbours do not, unless one is empty: of two things put in at one place, which is first?
    """
    index = bisect_left(taken, new)
    start, end = new
    for other_start, other_end in taken[max(0, index - 2) : index + 1]:
        touching = other_start == other_end or start == end
        if start < other_end and other_start < end:
            return True
        if touching and start <= other_end and other_start <= end:
            return True
    return False


def _newline(text: str) -> str:
    feeds = text.count("\n")
    if feeds:
        return "\r\n" if text.count("\r\n") == feeds else "\n"
    return "\r" if "\r" in text else "\n"


def _common(one: list[str], other: list[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _git_path(path: str) -> str:
    if re.search(r'["\\\x00-\x1f\x7f]', path):
        escaped = re.sub(
            r'["\\\x00-\x1f\x7f]',
            lambda found: f"\\{found[0]}" if found[0] in '"\\' else f"\\{ord(found[0]):03o}",
            path,
        )
        return f'"{escaped}"'
    # A tab ends a name that has blanks in it.
    return path + "\t" if " " in path else path
