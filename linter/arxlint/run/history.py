"""Comparing with a git revision (``--since``): which lines count, and what documents said before."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from arxlint.config.profile import Profile
from arxlint.diagnostic import Diagnostic
from arxlint.discovery import FileStamp
from arxlint.engine_rules import OVERSIZED, STALE, UNREADABLE
from arxlint.extract.model import Facts
from arxlint.system.git import Repository, changed_lines
from arxlint.text.decode import UnreadableFile, decode
from arxlint.text.source import Source

_WHOLE_FILE = frozenset((UNREADABLE.code, OVERSIZED.code, STALE.code))
"""What is said of a file, not of a line."""


class History:
    """What changed below ``root`` since a revision.

    Renamed files are compared with what they were; files that git does not track are new.  Raises
    UsageError: no git, no checkout, no such revision.
    """

    def __init__(self, root: str, revision: str) -> None:
        self._root = root
        self._repository = Repository(root)
        commit = self._repository.commit(revision)
        self.revision = revision
        self._changes = self._repository.changes(commit)
        self._files = self._repository.files(commit)
        self._old: dict[str, Source] = {}

    def changed(self, targets: Iterable[FileStamp], memory: Collection[str] = ()) -> list[str]:
        """Return those of the targets that differ from the revision; ``memory`` are texts not on disk."""
        paths = [
            stamp.path
            for stamp in targets
            if stamp.path in self._changes or stamp.path in memory or stamp.path not in self._files
        ]
        self._read_old(paths)
        return paths

    def _read_old(self, paths: Sequence[str]) -> None:
        blobs = {path: change.blob for path in paths if (change := self._changes.get(path)) and change.blob}
        contents = self._repository.contents(blobs.values())
        for path in paths:
            raw = contents.get(blobs.get(path, ""))
            if raw is None and path not in blobs and path in self._files:
                # Equal on disk, but another text stands in for it.
                with open(os.path.join(self._root, path), "rb") as file:
                    raw = file.read()
            if raw is None:
                continue
            try:
                self._old[path] = decode(raw, path)
            except UnreadableFile:
                continue  # nothing to compare with: as good as new

    def before(self, profile: Profile) -> dict[str, Facts]:
        """Return the facts of the changed documents at the revision, by their path of today."""
        from arxlint.extract.facts import extract_facts

        return {path: extract_facts(source, profile) for path, source in self._old.items()}

    def touched(
        self,
        diagnostics: Iterable[Diagnostic],
        sources: Mapping[str, Source] | None,
        read: Callable[[str], Source],
    ) -> list[Diagnostic]:
        """Return the diagnostics whose span touches a changed line.

        ``sources`` are texts that stand in for files; ``read`` gives all others.
        """
        spans: dict[str, list[tuple[int, int]] | None] = {}
        kept = []
        for one in diagnostics:
            if one.code not in _WHOLE_FILE:
                if one.path not in spans:
                    edited = (sources or {}).get(one.path)
                    spans[one.path] = self._spans(edited or read(one.path), edited is not None)
                ranges = spans[one.path]
                end = max(one.end, one.start + 1)
                if ranges is not None and not any(first < end and one.start < last for first, last in ranges):
                    continue
            kept.append(one)
        return kept

    def _spans(self, source: Source, edited: bool) -> list[tuple[int, int]] | None:
        """Return the offsets of the changed lines of a document; None if it is new as a whole."""
        old = self._old.get(source.path)
        change = self._changes.get(source.path)
        if old is None:
            return None
        if edited or change is None or change.lines is None:
            lines = changed_lines(old.text, source.text)
        else:
            lines = change.lines
        # Git counts line feeds only.
        starts = [0]
        for line in source.text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        return [
            (starts[first - 1], starts[min(last, len(starts) - 1)])
            for first, last in lines
            if first < len(starts)
        ]
