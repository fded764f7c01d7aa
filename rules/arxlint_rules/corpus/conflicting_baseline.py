"""ARX509 conflicting-baseline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Related, Severity
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.corpus.files import existing

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Reference
    from arxlint.ledger import ReferencePlace
    from arxlint.rule import Context

_TIME: Final = re.compile(r"[0-9]{4}-?[0-9]{2}-?[0-9]{2}-([0-2][0-9][0-5][0-9])(?![0-9])")
_LIVING: Final = (
    "organized/knowledge/inference.md",
    "# Inference\n\n版本: v46(2026-08-05)\n\n- 2608.02703\n",
)
_BASELINE: Final = "基线: organized/knowledge/inference.md v{}; 2608.02703\n"
_MORNING: Final = ("inbox/jay/2026-08-06-0840-radar.md", _BASELINE.format(46))


class ConflictingBaseline(Rule):
    """A living document is cited at a version that it has not, or that other briefings of the day contradict.

    ## What it does
    Compares "`inference.md` v46" in a briefing with the version that the document states of itself, and with
    what other briefings of the same day say. A version below the document's own is wrong only in a briefing
    later than that version; a version above it always is. Two briefings whose names carry times may cite two
    versions if the later one cites the higher.

    ## Why is this bad?
    "New" means new against a baseline. With the wrong one, known papers are reported again or new ones
    overlooked.

    ## Example
    ```markdown
    基线: organized/knowledge/inference.md v48
    ```
    while that document is at v46.

    ## How to fix
    Look up the document's version, and check what was called new against it.
    """

    code = "ARX509"
    name = "conflicting-baseline"
    severity = Severity.WARNING
    needs = Needs.CORPUS
    examples = (
        Bad(_BASELINE.format(48), at="organized/knowledge/inference.md", path="inbox/tom/2026-08-06-radar.md",
            files=(_LIVING,)),
        Bad(_BASELINE.format(45), at="organized/knowledge/inference.md", path="inbox/tom/2026-08-06-radar.md",
            files=(_LIVING,)),
        Bad(_BASELINE.format(45), at="organized/knowledge/inference.md",
            path="inbox/tom/2026-08-06-1930-radar.md", files=(_MORNING,)),
        Good(_BASELINE.format(46), path="inbox/tom/2026-08-06-radar.md", files=(_LIVING, _MORNING)),
        Good(_BASELINE.format(44), path="inbox/tom/2026-08-03-radar.md", files=(_LIVING,)),
        Good(_BASELINE.format(45), path="inbox/tom/2026-08-05-radar.md", files=(_LIVING,)),
        Good(_BASELINE.format(47), path="inbox/tom/2026-08-06-1930-radar.md", files=(_MORNING,)),
        Good(_BASELINE.format(45), path="inbox/tom/2026-08-05-1930-radar.md", files=(_MORNING,)),
    )  # fmt: skip

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        said: set[tuple[str, str]] = set()
        for reference in document.references:
            key = (reference.path, reference.version)
            if not reference.version or key in said or document.kind == "living":
                continue
            said.add(key)
            path = existing(reference.path, document, ctx)
            living = ctx.ledger.document(path) if path else None
            own = living.living_version if living is not None else ""
            other = living is not None and own not in ("", reference.version)
            if living is not None and other and _is_wrong(reference, document, living):
                yield self._against_document(document, reference, living)
            elif own != reference.version:
                yield from self._against_others(document, reference, ctx)

    def _against_document(self, document: Facts, reference: Reference, living: Facts) -> Diagnostic:
        version = f"v{living.living_version}"
        of_day = next((one for one in living.dates if one.where == "version"), None)
        related = (
            (Related(living.path, of_day.start, of_day.end, f"{version} is of that day"),) if of_day else ()
        )
        since = f" since {of_day.date}" if of_day is not None else ""
        return self.diagnostic(
            document.path,
            (reference.start, reference.end),
            f"v{reference.version} is cited, but {living.path} is at {version}{since}",
            span_label=f"at {version}",
            help=f"write {version}, and check what is called new against that version",
            suggestion=version,
            related=related,
        )

    def _against_others(self, document: Facts, reference: Reference, ctx: Context) -> Iterator[Diagnostic]:
        if not document.date:
            return
        others = [
            place
            for place in ctx.ledger.references_to(reference.path)
            if place.date == document.date
            and place.path != document.path
            and place.reference.version
            # One report for one conflict: at the lower version.
            and int(place.reference.version) > int(reference.version)
            and not _is_later(place.path, document.path)
        ]
        if others:
            yield self._contradicted(document, reference, others)

    def _contradicted(
        self, document: Facts, reference: Reference, others: list[ReferencePlace]
    ) -> Diagnostic:
        other = max(others, key=lambda place: (int(place.reference.version), place.path))
        higher = other.reference.version
        who = f" by {other.instance}" if other.instance else ""
        return self.diagnostic(
            document.path,
            (reference.start, reference.end),
            f"v{reference.version} is cited, but another briefing{who} of {document.date} cites v{higher}",
            help="look up which version the document had when this was written",
            confidence=Confidence.MEDIUM,
            related=[
                Related(other.path, other.reference.start, other.reference.end, f"cited as v{higher} here")
            ],
        )


def _is_wrong(reference: Reference, document: Facts, living: Facts) -> bool:
    """Tell whether a version other than the document's own cannot have been right when it was cited."""
    if int(reference.version) > int(living.living_version):
        return True
    return bool(document.date and living.date and living.date < document.date)


def _is_later(path: str, than: str) -> bool:
    """Tell whether, by the times in their names, one briefing is later than another of the same day."""
    one, other = _TIME.search(path), _TIME.search(than)
    return one is not None and other is not None and one.group(1) > other.group(1)
