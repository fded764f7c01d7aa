"""Judging a base: in as many processes as pay, or not at all where nothing has changed."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from arxlint.extract.model import ClaimKind
from arxlint.index.base import Base
from arxlint.run.evaluation import (
    Job,
    Judged,
    Piece,
    document_pieces,
    group_pieces,
    judge_piece,
    together,
)

if TYPE_CHECKING:
    from arxlint.extract.model import Mention
    from arxlint.run.context import RunContext
    from arxlint.run.engine import Runnable

_PARALLEL: Final = 60
"""Targets below which starting processes costs more than they save."""
_REMEMBERED: Final = 20
"""Targets below which judging again is quicker than reading what was said before."""
_KEPT: Final = 4
"""Runs whose verdicts are kept: different targets, stores or rules over the same files."""


def judge(base: Base, runnable: Runnable, context: RunContext, *, local: bool) -> Judged:
    """Return what the rules say about the targets of a base.

    ``local``: metadata comes from files only, so that processes can ask for themselves.  Raises RuleFailure.
    """
    job = Job(runnable, context, base.ledger, frozenset(base.targets), local)
    names: Iterable[str] = ()
    if base.whole:
        papers: Iterable[str] = base.index.papers()
        names = base.index.shared_names() if runnable.name else ()
        if not local:
            _ask(base, context, papers)
    else:
        if runnable.name:
            names = {name for path in base.targets for name in job.ledger.names_in(path)}
        papers = _papers(base)
        if not local:
            shared = {one.place.mention.id for name in names for one in base.ledger.labelled(name)}
            _ask(base, context, {*papers, *shared})
    pieces = [*document_pieces(base.targets), *group_pieces(papers, names)]
    if local and base.path and not base.overlaid and base.jobs > 1 and len(base.targets) >= _PARALLEL:
        from arxlint.system.parallel import can_fork

        if can_fork() and (judged := _in_processes(pieces, job, base)) is not None:
            return judged
    return together(judge_piece(piece, job) for piece in pieces)


def _ask(base: Base, context: RunContext, papers: Iterable[str]) -> None:
    """Ask the network once for all: papers, the versions cited, and earlier titles of doubted ones."""
    wanted: dict[str, set[int]] = {paper: set() for paper in papers}
    for path in base.targets:
        for mention in _mentions(base, path):
            versions = wanted.setdefault(mention.id, set())
            if mention.version is not None:
                versions.add(mention.version)
            versions.update(int(claim.value) for claim in mention.claims if claim.kind == ClaimKind.VERSION)
    context.ask(wanted)
    context.ask_for_earlier_titles(mention for path in base.targets for mention in _mentions(base, path))


def _mentions(base: Base, path: str) -> Sequence[Mention]:
    facts = base.ledger.document(path)
    return facts.mentions if facts is not None else ()


def _papers(base: Base) -> set[str]:
    found: set[str] = set()
    for path in base.targets:
        facts = base.ledger.document(path)
        if facts is not None:
            found.update(mention.id for mention in facts.mentions)
    return found


class _Worker:
    """What a process inherits.  The index is opened anew: a connection must not be used across a fork."""

    job: Job
    base: Base
    inherited: list[object]

    @classmethod
    def start(cls) -> None:
        from arxlint.index.cache import open_index

        cls.inherited = [cls.base.connection]
        cls.base.index.use(open_index(cls.base.path, writable=False))

    @classmethod
    def judge(cls, piece: Piece) -> Judged | None:
        """Return None if another run has changed the index since this one looked at it."""
        if cls.base.index.generation != cls.base.generation:
            return None
        return judge_piece(piece, cls.job)


def _in_processes(pieces: Sequence[Piece], job: Job, base: Base) -> Judged | None:
    from arxlint.system.parallel import over_processes

    _Worker.job, _Worker.base = job, base
    found = []
    for judged in over_processes(_Worker.judge, pieces, base.jobs, _Worker.start):
        if judged is None:
            return None
        found.append(judged)
    return together(found)


def judge_or_recall(
    base: Base, runnable: Runnable, context: RunContext, stores: Sequence[str] | None, settings: object
) -> Judged:
    """Judge, unless all that the verdicts depend on is what it was when they were last given.

    That is: the index, the targets, the rules and their code, the day, the ``settings``, and the files of
    metadata, ``stores`` (None: the network is asked, too, and nothing is recalled).  Raises RuleFailure.
    """
    local = stores is not None
    # A comparison with a revision is not part of the key: what it was compared with may be any.
    if (
        stores is None
        or context.compares
        or base.overlaid
        or not base.path
        or len(base.targets) < _REMEMBERED
    ):
        return judge(base, runnable, context, local=local)
    key = _key(base, runnable, context, stores, settings)
    row = base.connection.execute("SELECT data FROM verdict WHERE run = ?", (key,)).fetchone()
    if row is not None:
        import pickle

        recalled: Judged = pickle.loads(row[0])
        return recalled
    judged = judge(base, runnable, context, local=local)
    _remember(base, key, judged)
    return judged


def _key(
    base: Base, runnable: Runnable, context: RunContext, stores: Sequence[str], settings: object
) -> bytes:
    import sys

    from arxlint.index.cache import code_stamp, digest

    packages = {"arxlint", *(type(rule).__module__.partition(".")[0] for rule in runnable.rules)}
    folders = []
    for package in sorted(packages):
        file = getattr(sys.modules.get(package), "__file__", None)
        if file:
            folders += [folder for folder, _, _ in os.walk(os.path.dirname(file))]
    parts = (
        base.generation,
        digest("\0".join(base.targets).encode("utf-8", "surrogatepass")),
        context.today,
        sorted(runnable.codes),
        settings,
        code_stamp(folders),
        [stamp for store in stores for stamp in _stamps(store)],
    )
    return digest(repr(parts).encode("utf-8", "surrogatepass"))


def _stamps(store: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield what changes when a store, which may be a folder, does."""
    files = [store]
    if os.path.isdir(store):
        files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(store) for name in names)
    for file in files:
        try:
            status = os.stat(file)
        except OSError:
            continue
        yield os.path.abspath(file), status.st_size, status.st_mtime_ns, status.st_ino


def _remember(base: Base, key: bytes, judged: Judged) -> None:
    """Keep verdicts; in vain if another run is writing, or has changed the index."""
    import pickle

    data = pickle.dumps(judged, pickle.HIGHEST_PROTOCOL)
    connection = base.connection
    try:
        connection.execute("COMMIT")
        connection.execute("BEGIN IMMEDIATE")
        if base.index.generation == base.generation:
            connection.execute(
                "INSERT OR REPLACE INTO verdict SELECT ?, ifnull(max(number), 0) + 1, ? FROM verdict",
                (key, data),
            )
            connection.execute(
                "DELETE FROM verdict WHERE number NOT IN"
                " (SELECT number FROM verdict ORDER BY number DESC LIMIT ?)",
                (_KEPT,),
            )
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
