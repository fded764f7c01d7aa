"""The knowledge base of a run: what is on the disk, indexed, with what stands in for files."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from arxlint.config.reader import Config
from arxlint.diagnostic import Diagnostic
from arxlint.discovery import Entry, Filter, find_targets, scan
from arxlint.extract.model import Facts
from arxlint.index.cache import index_path, open_index, remove
from arxlint.index.ledger import IndexLedger
from arxlint.index.packing import DamagedIndex
from arxlint.index.reading import Problem, problem_diagnostic
from arxlint.index.update import processes, update
from arxlint.ledger import TargetLedger
from arxlint.text.source import Source


class Base:
    """A knowledge base, read.

    ``targets`` are the reported paths of what is to be judged, in order; ``ledger`` answers for everything.
    ``path`` is the file of the index, empty if it is in memory.  Raises MissingPath.
    """

    def __init__(
        self,
        root: str,
        config: Config,
        files: Filter,
        paths: Sequence[str],
        memory: Sequence[Source] = (),
        only: str = "",
        *,
        force_exclude: bool = False,
        jobs: int = 0,
        cache: bool = True,
    ) -> None:
        """Read what changed since the last time.

        ``memory`` are texts that stand in for files; with ``only``, the one of that path is the only target.
        """
        self._root = root
        self._profile = config.profile
        tree = scan(root, root, files)
        found = [] if only else find_targets(paths, root, files, force_exclude, tree)
        tree, strange = _storable(tree)
        self.targets = [only] if only else [one.path for one in found]
        settings = (*config.include, "", *config.exclude, "", config.profile.digest)
        self.jobs = processes(jobs)
        self.path = index_path(root, settings) if cache else ""
        self.connection = self._open(tree)
        self.index = IndexLedger(self.connection)
        self.generation = self.index.generation
        given = {source.path: source for source in memory}
        loose = [path for path in self.targets if path not in given and not self.index.has_file(path)]
        self._problems: dict[str, Problem] = {}
        self.overlaid = bool(given or loose or strange)
        self.ledger: TargetLedger = self.index
        if self.overlaid:
            from arxlint.index.overlay import OverlaidLedger

            over = self._read(given, [*loose, *(path for path in strange if path not in loose)])
            self.ledger = OverlaidLedger(self.index, over, self._profile, {*given, *self._problems})

    def close(self) -> None:
        """Close the index: the ledger must not be asked any more."""
        self.connection.close()

    def _open(self, tree: Mapping[str, Sequence[Entry]]) -> sqlite3.Connection:
        """Open the index and bring it up to date; where that fails, do so in memory."""
        for path in dict.fromkeys((self.path, self.path, "")):
            connection = open_index(path)
            try:
                update(connection, tree, self._root, self._profile, self.jobs)
            except (sqlite3.Error, DamagedIndex) as error:
                connection.close()
                if not path:
                    raise
                if "locked" not in str(error):
                    remove(path)
            else:
                row = connection.execute("PRAGMA database_list").fetchone()
                self.path = path if row[2] else ""
                return connection
        raise AssertionError("an index in memory can always be made")

    def _read(self, given: Mapping[str, Source], loose: Sequence[str]) -> list[Facts]:
        from arxlint.index.reading import read_bytes, read_file, read_source

        found = []
        for source in given.values():
            found.append((source.path, read_source(source, self._profile)))
        for path in loose:
            raw = read_file(self._root, path)
            if isinstance(raw, Problem):
                self._problems[path] = raw
            else:
                found.append((path, read_bytes(raw, path, self._profile)))
        for path, read in found:
            if read.problem is not None:
                self._problems[path] = read.problem
        return [read.facts for _, read in found if read.facts is not None]

    @property
    def whole(self) -> bool:
        """Whether every file is a target and nothing stands in for any: then keys come from the index."""
        return not self.overlaid and len(self.targets) == len(self.index.paths)

    def problems(self) -> list[Diagnostic]:
        """What could not be read of the targets."""
        if len(self.targets) > 100:
            known = {**self.index.problems(), **self._problems}
            return [problem_diagnostic(path, known[path]) for path in self.targets if path in known]
        found = []
        for path in self.targets:
            problem = self._problems.get(path) or self.index.problem(path)
            if problem is not None:
                found.append(problem_diagnostic(path, problem))
        return found


def _storable(tree: dict[str, list[Entry]]) -> tuple[dict[str, list[Entry]], list[str]]:
    """Split off the paths that are no Unicode: they cannot be stored, and are read every time."""
    strange: list[str] = []
    for folder, entries in list(tree.items()):
        try:
            "".join((folder, *(one.name for one in entries))).encode()
        except UnicodeEncodeError:
            good = []
            for one in entries:
                if _is_unicode(folder + one.name):
                    good.append(one)
                else:
                    strange.append(folder + one.name)
            if good:
                tree[folder] = good
            else:
                del tree[folder]
    return tree, strange


def _is_unicode(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
