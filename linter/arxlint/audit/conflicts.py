"""Conflicts: findings that are about the same places, and who stands on which side.

A conflict is what a curator has to decide once, however many lines it spoils.  Findings of one rule belong
together if they share a place, or paper and name; only groups that take in several documents count.
"""

from __future__ import annotations

from collections.abc import Sequence

from arxlint.audit.model import Conflict, Disagreement, Finding, Spot
from arxlint.match.normalise import name_key


def find_conflicts(findings: Sequence[Finding]) -> list[Conflict]:
    """Return the conflicts among findings, the gravest and widest first."""
    groups: dict[int, list[int]] = {}
    for index, root in enumerate(_components(findings)):
        groups.setdefault(root, []).append(index)
    conflicts = [
        _conflict(findings, members)
        for members in groups.values()
        if any(_is_elsewhere(findings[index]) for index in members)
    ]
    return sorted(conflicts, key=_order)


def find_disagreements(findings: Sequence[Finding]) -> list[Disagreement]:
    """Count findings by the instance they stand at and each instance they point at, itself included."""
    counts: dict[tuple[str, str], int] = {}
    for finding in findings:
        for other in {one.spot.instance for one in finding.related if one.spot.path != finding.spot.path}:
            pair = (finding.spot.instance, other)
            counts[pair] = counts.get(pair, 0) + 1
    return [Disagreement(*pair, count) for pair, count in sorted(counts.items())]


def _is_elsewhere(finding: Finding) -> bool:
    return any(one.spot.path != finding.spot.path for one in finding.related)


def _components(findings: Sequence[Finding]) -> list[int]:
    """Return for each finding the least index of its group."""
    parent = list(range(len(findings)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    owners: dict[tuple[object, ...], int] = {}
    for index, finding in enumerate(findings):
        one = finding.diagnostic
        keys: list[tuple[object, ...]] = [(one.code, one.path, one.start, one.end)]
        keys += [(one.code, place.path, place.start, place.end) for place in one.related]
        if one.paper and one.label:
            keys.append((one.code, one.paper, name_key(one.label)))
        for key in keys:
            first, second = sorted((root(owners.setdefault(key, index)), root(index)))
            parent[second] = first
    return [root(index) for index in range(len(findings))]


def _conflict(findings: Sequence[Finding], members: Sequence[int]) -> Conflict:
    group = [findings[index] for index in members]
    lead = min(group, key=lambda one: (one.diagnostic.severity.rank, one.diagnostic.sort_key)).diagnostic
    wrong = {_place(one.spot): one.spot for one in group}
    others = {_place(one.spot): one.spot for finding in group for one in finding.related}
    every = {**others, **wrong}
    papers = sorted({paper for one in group for paper in one.papers})
    return Conflict(
        code=lead.code,
        name=lead.name,
        severity=lead.severity,
        subject=_subject(group) or _document(list(others.values())) or lead.path,
        message=lead.message,
        papers=tuple(papers),
        instances=tuple(sorted({spot.instance for spot in every.values() if spot.instance})),
        findings=tuple(members),
        documents=len({spot.path for spot in every.values()}),
        places=len(every),
        since=_since(list(wrong.values()), list(others.values())),
        last=max((spot.date for spot in every.values()), default=""),
    )


def _subject(group: Sequence[Finding]) -> str:
    """Return the name at issue if the group has one, else the paper if it is one paper only."""
    keys: dict[str, int] = {}
    spelling: dict[str, str] = {}
    for finding in group:
        label = finding.diagnostic.label
        if label:
            key = name_key(label)
            keys[key] = keys.get(key, 0) + 1
            spelling.setdefault(key, label)
    if len(keys) == 1:
        return next(iter(spelling.values()))
    papers = {finding.diagnostic.paper for finding in group if finding.diagnostic.paper}
    if len(papers) == 1:
        return papers.pop()
    return spelling[max(sorted(keys), key=lambda key: keys[key])] if keys else ""


def _document(others: Sequence[Spot]) -> str:
    """Return the document that all findings of a group are measured by, if it is one."""
    paths = {spot.path for spot in others}
    return paths.pop() if len(paths) == 1 else ""


def _since(wrong: Sequence[Spot], others: Sequence[Spot]) -> str:
    """Return the day on which the second of the two sides appeared."""
    first = min((spot.date for spot in wrong if spot.date), default="")
    second = min((spot.date for spot in others if spot.date), default="")
    return max(first, second) if first and second else first or second


def _place(spot: Spot) -> tuple[str, int, int]:
    return (spot.path, spot.start.offset, spot.end.offset)


def _order(conflict: Conflict) -> tuple[object, ...]:
    return (
        conflict.severity.rank,
        -len(conflict.instances),
        -len(conflict.findings),
        -conflict.places,
        conflict.since,
        conflict.code,
        conflict.subject,
        conflict.findings,
    )
