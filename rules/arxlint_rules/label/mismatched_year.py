"""ARX305 mismatched-year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Related, Severity
from arxlint.extract.model import ClaimKind
from arxlint.metadata.paper import Paper
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.judging import agrees, disagrees
from arxlint_rules.version.dates import fits
from arxlint_rules.wording import record_note

if TYPE_CHECKING:
    from arxlint.extract.model import Claim, Facts, Mention
    from arxlint.rule import Context

_PAPER: Final = Paper(
    "2407.01234",
    "A Study of Caches",
    authors=("Ada Lovelace", "Alan Turing"),
    submitted="2024-07-02",
    as_of="2026-08-22",
)
_YEAR: Final = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_KINDS: Final = frozenset({ClaimKind.YEAR.value, ClaimKind.DATE.value})


class MismatchedYear(Rule):
    """A year or date is given that is before the paper was.

    ## What it does
    Compares the year or date stated beside an identifier with the day of submission and, if the record
    names one, the year of publication. A later year is normal, for papers are published after their
    preprint. Papers that were published elsewhere at an unknown time, maybe long before they came to arXiv,
    are left alone.

    ## Why is this bad?
    Either the year or the identifier is wrong.

    ## Example
    ```markdown
    "A Study of Caches" (Ada Lovelace, Alan Turing, 2023), arXiv:2407.01234
    ```
    The paper was submitted in July 2024.

    ## How to fix
    Copy the year from the paper, or correct the identifier.
    """

    code = "ARX305"
    name = "mismatched-year"
    severity = Severity.WARNING
    needs = Needs.METADATA
    examples = (
        Bad(
            '"A Study of Caches" (Ada Lovelace, Alan Turing, 2023), arXiv:2407.01234\n',
            at="2023",
            papers=(_PAPER,),
        ),
        Bad("A Study of Caches, arXiv:2407.01234 (2024-05)\n", at="2024-05", papers=(_PAPER,)),
        Good('"A Study of Caches" (Ada Lovelace, Alan Turing, 2025), arXiv:2407.01234\n', papers=(_PAPER,)),
        Good(
            '"A Study of Caches" (Ada Lovelace, Alan Turing, 1998), arXiv:2407.01234\n',
            papers=(_PAPER._replace(journal_ref="J. Caches 3 (1998) 1-9"),),
        ),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        seen: set[tuple[str, int]] = set()
        for mention in document.mentions:
            for claim in mention.claims:
                if claim.kind in _KINDS and (mention.id, claim.start) not in seen:
                    seen.add((mention.id, claim.start))
                    yield from self._judge(claim, mention, document, ctx)

    def _judge(self, claim: Claim, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        paper = ctx.paper(mention.id)
        submitted = paper.submitted if paper else None
        if paper is None or submitted is None:
            return
        stated = claim.value
        if stated >= submitted[: len(stated)] or fits(stated, submitted):
            return
        if paper.journal_ref or paper.doi:
            published = _YEAR.search(paper.journal_ref or "")
            if published is None or stated[:4] <= published[0]:
                return  # it was out elsewhere before, or may have been
        found = ctx.assess(mention)
        if disagrees(found):
            return  # another paper altogether: ARX303
        yield self.diagnostic(
            document.path,
            (claim.start, claim.end),
            f"{mention.id} is not of {stated}: it was submitted on {submitted}",
            span_label="before the paper",
            help=f"write `{submitted[: len(stated)]}`, or correct the identifier",
            notes=(record_note(paper),),
            paper=mention.id,
            suggestion=submitted[: len(stated)],
            related=[Related(document.path, mention.start, mention.end, "cited here")],
            confidence=Confidence.HIGH if agrees(found) else Confidence.MEDIUM,
        )
