"""Paths for those who know the checkout, not the knowledge base in a folder of it: forges and reviewers."""

from __future__ import annotations

import os

from arxlint.diagnostic import Diagnostic
from arxlint.report.result import RunResult, SourceLookup, Suppressed
from arxlint.text.source import Source

FORMATS = frozenset(("github", "gitlab", "markdown", "rdjson", "sarif"))
"""Formats whose readers resolve paths from the top of the checkout."""


def checkout_of(root: str) -> str:
    """Return the top of the git checkout that holds a folder; the folder itself where there is none."""
    folder = root
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return root
        folder = above
    return folder


def rebased(result: RunResult, root: str, top: str) -> RunResult:
    """Return a result with its paths relative to ``top`` instead of ``root``, a folder below it."""
    prefix = os.path.relpath(root, top).replace(os.sep, "/")
    if prefix == ".":
        return result

    def path(old: str) -> str:
        return old if os.path.isabs(old) else f"{prefix}/{old}"

    def diagnostic(one: Diagnostic) -> Diagnostic:
        fix = one.fix
        if fix is not None:
            fix = fix._replace(edits=tuple(edit._replace(path=path(edit.path)) for edit in fix.edits))
        related = tuple(place._replace(path=path(place.path)) for place in one.related)
        return one._replace(path=path(one.path), related=related, fix=fix)

    return result._replace(
        diagnostics=tuple(map(diagnostic, result.diagnostics)),
        suppressed=tuple(Suppressed(diagnostic(one.diagnostic), one.reason) for one in result.suppressed),
        baselined=tuple(map(diagnostic, result.baselined)),
        sources=_Moved(result.sources, prefix + "/"),
    )


class _Moved(SourceLookup):
    __slots__ = ("_prefix", "_within")

    def __init__(self, within: SourceLookup, prefix: str) -> None:
        super().__init__()
        self._within = within
        self._prefix = prefix

    def _read(self, path: str) -> Source:
        source = self._within(path.removeprefix(self._prefix))
        return Source(path, source.text, source.encoding)
