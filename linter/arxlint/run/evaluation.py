"""Judging the targets of a run piece by piece, in one process or several, with bounded memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from arxlint.diagnostic import Diagnostic
from arxlint.extract.model import Facts
from arxlint.ledger import TargetLedger
from arxlint.metadata.paper import Paper
from arxlint.run.context import RunContext
from arxlint.run.engine import Runnable, evaluate_document, evaluate_groups
from arxlint.system.records import NamedTuple
from arxlint.text.directive import Directive

VERIFIED: Final = "verified"
ABSENT: Final = "absent"
UNVERIFIED: Final = "unverified"

_DOCUMENTS: Final = 24
_KEYS: Final = 300
"""Documents, and papers or names, that are judged together: their papers are looked up in one go."""


class Judged(NamedTuple):
    """What the rules say about targets, and what was counted on the way.

    ``papers`` are those of the targets, with what is known of each (verified, absent, unverified);
    ``directives`` and the papers without a record (``unverified``) stand by document.
    """

    diagnostics: list[Diagnostic]
    paths: list[str]
    mentions: int
    papers: dict[str, str]
    directives: dict[str, tuple[Directive, ...]]
    unverified: dict[str, frozenset[str]]


class Piece(NamedTuple):
    """Work for one process: documents, or keys of one kind."""

    documents: Sequence[str] = ()
    papers: Sequence[str] = ()
    names: Sequence[str] = ()


class Job(NamedTuple):
    """What all pieces have in common.  ``batch``: papers are looked up piece by piece."""

    runnable: Runnable
    context: RunContext
    ledger: TargetLedger
    targets: frozenset[str]
    batch: bool


def document_pieces(paths: Sequence[str]) -> Iterator[Piece]:
    """Cut documents into pieces."""
    for start in range(0, len(paths), _DOCUMENTS):
        yield Piece(documents=paths[start : start + _DOCUMENTS])


def group_pieces(papers: Iterable[str], names: Iterable[str]) -> Iterator[Piece]:
    """Cut keys into pieces."""
    for keys in _cut(papers):
        yield Piece(papers=keys)
    for keys in _cut(names):
        yield Piece(names=keys)


def _cut(keys: Iterable[str]) -> Iterator[list[str]]:
    ordered = sorted(keys)
    return (ordered[start : start + _KEYS] for start in range(0, len(ordered), _KEYS))


def judge_piece(piece: Piece, job: Job) -> Judged:
    """Judge one piece.  Raises RuleFailure."""
    judged = Judged([], [], 0, {}, {}, {})
    documents = [facts for path in piece.documents if (facts := job.ledger.document(path)) is not None]
    if job.batch:
        job.context.prefetch(_papers_of(piece, documents, job))
    for facts in documents:
        judged = _judge_document(facts, judged, job)
    groups = evaluate_groups(piece.papers, piece.names, job.runnable, job.context)
    judged.diagnostics.extend(one for one in groups if one.path in job.targets)
    return judged


def _papers_of(piece: Piece, documents: Iterable[Facts], job: Job) -> set[str]:
    papers = {mention.id for facts in documents for mention in facts.mentions}
    papers.update(piece.papers)
    if job.runnable.name:
        for name in piece.names:
            papers.update(one.place.mention.id for one in job.ledger.labelled(name))
    return papers


def _judge_document(facts: Facts, judged: Judged, job: Job) -> Judged:
    judged.diagnostics.extend(evaluate_document(facts, job.runnable, job.context))
    judged.paths.append(facts.path)
    own = {mention.id for mention in facts.mentions}
    for paper in own:
        if paper not in judged.papers:
            answer = job.context.answer(paper)
            known = UNVERIFIED if answer is None else VERIFIED if isinstance(answer, Paper) else ABSENT
            judged.papers[paper] = known
    if missing := frozenset(paper for paper in own if judged.papers[paper] == UNVERIFIED):
        judged.unverified[facts.path] = missing
    if facts.directives:
        judged.directives[facts.path] = facts.directives
    return judged._replace(mentions=judged.mentions + len(facts.mentions))


def together(pieces: Iterable[Judged]) -> Judged:
    """Put the results of pieces together; each diagnostic once."""
    diagnostics: set[Diagnostic] = set()
    whole = Judged([], [], 0, {}, {}, {})
    for one in pieces:
        diagnostics.update(one.diagnostics)
        whole.paths.extend(one.paths)
        whole.papers.update(one.papers)
        whole.directives.update(one.directives)
        whole.unverified.update(one.unverified)
        whole = whole._replace(mentions=whole.mentions + one.mentions)
    return whole._replace(diagnostics=list(diagnostics))
