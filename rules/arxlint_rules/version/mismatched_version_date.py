"""ARX203 mismatched-version-date."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Severity
from arxlint.extract.model import ClaimKind
from arxlint.metadata.paper import Paper, Version
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.version.dates import fits, window
from arxlint_rules.wording import record_note

if TYPE_CHECKING:
    from arxlint.extract.model import Claim, Facts, Mention
    from arxlint.rule import Context

_PAPER: Final = Paper(
    "2506.09713",
    "A First Look at Bugs in LLM Inference Engines",
    versions=(Version(1, "2025-06-11"), Version(2, "2026-01-09")),
    latest=2,
    submitted="2025-06-11",
    as_of="2026-08-22",
)


class MismatchedVersionDate(Rule):
    """A version is given with a date that is not its date.

    ## What it does
    Compares a date that stands with a version, as in `2506.09713 (v2, 2025-06)`, with the date of that
    version. Both the day of submission and the announcement a few days later are accepted.

    ## Why is this bad?
    Either the version or the date is wrong, so nobody knows which text was read. Mostly the first version's
    date was copied beside a later version.

    ## Example
    ```markdown
    arXiv: 2506.09713 (v2, 2025-06)
    ```
    v2 is of 2026-01-09; 2025-06-11 is the date of v1.

    ## How to fix
    Write the version that was read with its own date.
    """

    code = "ARX203"
    name = "mismatched-version-date"
    severity = Severity.WARNING
    needs = Needs.METADATA
    examples = (
        Bad("arXiv: 2506.09713 (v2, 2025-06)", at="2025-06", papers=(_PAPER,)),
        Bad("arXiv:2506.09713v1 (2026-01-09)", at="2026-01-09", papers=(_PAPER,)),
        Good("arXiv: 2506.09713 (v1, 2025-06)", papers=(_PAPER,)),
        Good("arXiv: 2506.09713 (v2, 2026-01)", papers=(_PAPER,)),
        # Announced two days after it was submitted.
        Good("arXiv:2506.09713v2 (2026-01-11)", papers=(_PAPER,)),
    )

    def check_mention(self, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        for claim in mention.claims:
            if claim.kind == ClaimKind.VERSION_DATE:
                number = stated_version(mention)
                paper = ctx.paper(mention.id)
                if paper and number and number <= paper.latest:
                    yield from self._judge(claim, number, paper, document)

    def _judge(self, claim: Claim, number: int, paper: Paper, document: Facts) -> Iterator[Diagnostic]:
        earliest, latest = window(paper, number)
        stated = claim.value
        too_early = earliest is not None and not fits(stated, earliest) and stated < earliest
        too_late = latest is not None and not fits(stated, latest) and stated > latest
        if not (too_early or too_late):
            return
        own = paper.version(number)
        if own and own.date:
            truth = f"v{number} is of {own.date}"
        elif too_early:
            truth = f"v{number} came after {earliest}"
        else:
            truth = f"v{number} came before {latest}"
        meant = [
            v
            for v in paper.versions
            if v.date and v.number != number and len(stated) >= 7 and fits(stated, v.date)
        ]
        either = f"write `{own.date[: len(stated)]}`" if own and own.date else "look up the version's date"
        help_text = either
        if len(meant) == 1:
            help_text = f"{either}, or, if v{meant[0].number} was read, write `v{meant[0].number}`"
            truth += f", and {meant[0].date} is the date of v{meant[0].number}"
        yield self.diagnostic(
            document.path,
            (claim.start, claim.end),
            f"v{number} of {paper.id} is not of {stated}: {truth}",
            span_label=f"not the date of v{number}",
            help=help_text,
            notes=(record_note(paper),),
            paper=paper.id,
            suggestion=own.date[: len(stated)] if own and own.date else None,
            confidence=Confidence.HIGH if own and own.date else Confidence.MEDIUM,
        )


def stated_version(mention: Mention) -> int | None:
    """Return the version of a mention, written with the identifier or beside it."""
    if mention.version is not None:
        return mention.version
    for claim in mention.claims:
        if claim.kind == ClaimKind.VERSION and claim.value.isdecimal():
            return int(claim.value)
    return None
