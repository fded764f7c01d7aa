"""Two records of one paper into one: the newer wins, and nothing that only the older knows is lost."""

from __future__ import annotations

from arxlint.metadata.paper import Paper, Version


def merge(first: Paper, second: Paper) -> Paper:
    """Return what two records of the same paper say together.

    The record with the later ``as_of`` wins field by field; on a tie the one that knows more versions,
    then the second.  A record without a title only fills gaps.  ``latest`` never sinks.  A complete
    history stays complete only as of the time at which it was known to be, and that is then the ``as_of``.
    """
    newer, older = (first, second) if _rank(first) > _rank(second) else (second, first)
    if not older.title:
        return _fill(newer, older)
    complete, as_of = newer.versions_complete, newer.as_of
    if not complete and older.versions_complete and newer.latest <= older.latest:
        complete, as_of = True, older.as_of
    latest = max(newer.latest, older.latest)
    if complete and newer.versions_complete and older.latest > newer.latest:
        complete = False  # the two contradict each other: promise nothing
    withdrawn = newer.withdrawn
    if withdrawn is None and not newer.versions_complete and newer.latest <= older.latest:
        withdrawn = older.withdrawn
    others = dict.fromkeys((*newer.other_titles, *older.titles))
    others.pop(newer.title, None)
    merged = _fill(newer, older)
    return merged._replace(
        versions=merge_versions(newer.versions, older.versions),
        latest=latest,
        versions_complete=complete,
        withdrawn=withdrawn,
        other_titles=tuple(others),
        as_of=as_of,
    )


def _rank(paper: Paper) -> tuple[bool, str, bool, int]:
    return (bool(paper.title), paper.as_of or "", paper.versions_complete, len(paper.versions))


def _fill(newer: Paper, older: Paper) -> Paper:
    return newer._replace(
        title=newer.title or older.title,
        authors=newer.authors or older.authors,
        submitted=newer.submitted or older.submitted,
        primary=newer.primary or older.primary,
        categories=newer.categories or older.categories,
        comment=newer.comment or older.comment,
        journal_ref=newer.journal_ref or older.journal_ref,
        doi=newer.doi or older.doi,
        abstract_words=older.abstract_words if newer.abstract_words is None else newer.abstract_words,
        as_of=newer.as_of or older.as_of,
        source=newer.source or older.source,
    )


def merge_versions(newer: tuple[Version, ...], older: tuple[Version, ...]) -> tuple[Version, ...]:
    """Return the versions that either list knows, ascending; the newer list's dates and titles win."""
    if not older:
        return newer
    found = {version.number: version for version in older}
    for version in newer:
        known = found.get(version.number)
        if known is not None:
            version = version._replace(date=version.date or known.date, title=version.title or known.title)
        found[version.number] = version
    return tuple(found[number] for number in sorted(found))
