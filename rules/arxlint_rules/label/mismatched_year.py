"""ARX305 mismatched-year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Related, Severity
from arxlint.extract.model import ClaimKind
from arxlint.metadata.paper import Paper
from arxlint.recognise.identifier import month_of
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.judging import agrees, disagrees
from arxlint_rules.version.dates import fits
from arxlint_rules.wording import month_name, record_note

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
    preprint. A venue with an earlier year (`EMNLP 2021` beside a paper of 2022) is a note, for some papers
    come to arXiv late, and a warning if the record names another year of that venue. Papers that were
    published elsewhere at an unknown time, maybe long before they came to arXiv,
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
        Bad('3. (May 2024). "A Study of Caches." arXiv:2407.01234\n', at="May 2024", papers=(_PAPER,)),
        Bad('- "A Study of Caches", ICML 2023, arXiv:2407.01234\n', at="ICML 2023", papers=(_PAPER,)),
        Bad(
            '- "A Study of Caches", ICML 2024, arXiv:2407.01234\n',
            at="ICML 2024",
            papers=(_PAPER._replace(comment="Accepted at ICML 2025"),),
        ),
        Good('- "A Study of Caches", ICML 2025, arXiv:2407.01234\n', papers=(_PAPER,)),
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
                elif claim.kind == ClaimKind.VENUE and (mention.id, claim.start) not in seen:
                    seen.add((mention.id, claim.start))
                    yield from self._judge_venue(claim, mention, document, ctx)

    def _judge(self, claim: Claim, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        paper = ctx.paper(mention.id)
        submitted = _first_known(paper) if paper else None
        if paper is None or submitted is None:
            return
        stated = claim.value
        if stated >= submitted[: len(stated)] or fits(stated, submitted):
            return
        exact = paper.submitted is not None
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
            f"{mention.id} is not of {stated}: it was submitted on {submitted}"
            if exact
            else f"{mention.id} is not of {stated}: its identifier is of {month_name(submitted)}",
            span_label="before the paper",
            help=f"write `{submitted[: len(stated)]}`, or correct the identifier",
            notes=(record_note(paper),),
            paper=mention.id,
            suggestion=submitted[: len(stated)],
            related=[Related(document.path, mention.start, mention.end, "cited here")],
            severity=None if exact else Severity.NOTE,
            confidence=(Confidence.HIGH if agrees(found) else Confidence.MEDIUM) if exact else Confidence.LOW,
        )

    def _judge_venue(
        self, claim: Claim, mention: Mention, document: Facts, ctx: Context
    ) -> Iterator[Diagnostic]:
        """Judge a venue: papers come to arXiv late sometimes, so that its year alone makes a note."""
        paper = ctx.paper(mention.id)
        submitted = _first_known(paper) if paper else None
        if paper is None or submitted is None:
            return
        venue, _, year = claim.value.rpartition(" ")
        known = _at_venue(venue, f"{paper.comment or ''} {paper.journal_ref or ''}")
        if year in known or (known and year > submitted[:4]) or (not known and year >= submitted[:4]):
            return
        if disagrees(ctx.assess(mention)):
            return
        held = f"{venue} {max(known)}" if known else ""
        yield self.diagnostic(
            document.path,
            (claim.start, claim.end),
            f"{mention.id} was not at {claim.value}: its record names {held}"
            if held
            else f"{mention.id} can hardly have been at {claim.value}: it came to arXiv in {submitted[:4]}",
            span_label=f"{held} by the record" if held else "before the paper",
            help=f"write `{held}`" if held else "look up where the paper was published",
            notes=(record_note(paper),),
            paper=mention.id,
            suggestion=held or None,
            related=[Related(document.path, mention.start, mention.end, "cited here")],
            severity=None if held else Severity.NOTE,
            confidence=Confidence.MEDIUM if held else Confidence.LOW,
        )


def _first_known(paper: Paper) -> str | None:
    """Return the day of submission, or the month of the identifier: the earliest that is known of a paper."""
    if paper.submitted:
        return paper.submitted
    return None if "/" in paper.id else month_of(paper.id)


def _at_venue(venue: str, said: str) -> set[str]:
    """Return the years of a venue that a record names ("Accepted at EMNLP 2022", "ICLR'24")."""
    found = re.findall(
        rf"(?i)(?<![\w])(?:{venue})(?:[\s-]{{1,2}}((?:19|20)[0-9]{{2}})|\s?['’]\s?([0-9]{{2}}))(?![0-9])",
        said,
    )
    return {long or f"20{short}" for long, short in found}
