"""ARX401 unknown-paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxlint.diagnostic import Confidence, Diagnostic, Related, Severity
from arxlint.extract.model import Strength
from arxlint.match.claims import Shape
from arxlint.recognise.identifier import month_of
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.identifier.limits import impossible
from arxlint_rules.label.names import claimed, firm, is_distinctive
from arxlint_rules.wording import by_paper, record_note, shown

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Mention
    from arxlint.rule import Context


class UnknownPaper(Rule):
    """arXiv has no paper of that identifier.

    ## What it does
    Reports identifiers that a source which would know says do not exist: the live arXiv interface, or a
    snapshot that covers the month and was taken after the document was written. That no source has *an
    answer* is something else: such papers are counted as unverified and not reported.

    ## Why is this bad?
    The reference leads nowhere. A digit is wrong, or the paper was invented.

    ## Example
    ```markdown
    MagicCache, arXiv:2608.19999
    ```

    ## How to fix
    Look the paper up by its title and copy the identifier. If it cannot be found, remove the reference.
    """

    code = "ARX401"
    name = "unknown-paper"
    severity = Severity.ERROR
    needs = Needs.METADATA
    examples = (
        Bad("MagicCache, arXiv:2608.19999\n", at="2608.19999", absent=("2608.19999",)),
        Good("MagicCache, arXiv:2608.19999\n"),
        # Cannot exist at all: ARX102 says so, with the better reason.
        Good("MagicCache, arXiv:2403.34567\n", absent=("2403.34567",)),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        for paper_id, mentions in by_paper(document):
            absent = ctx.absent(paper_id)
            if absent is None or impossible(paper_id, ctx.today):
                continue
            # While a month lasts its papers are still to come: the word must be newer than the citation.
            if month_of(paper_id) >= absent.as_of[:7] and (document.date or ctx.today) > absent.as_of:
                continue
            plain_number = all(mention.form in ("bare", "key", "file") for mention in mentions)
            if plain_number and not any(_is_named(mention) for mention in mentions):
                continue  # most likely no identifier at all
            first, *others = mentions
            owner = next((found for found in map(ctx.meant, mentions) if found), None)
            suggestion = owner.paper.id if owner else None
            yield self.diagnostic(
                document.path,
                (first.start, first.end),
                f"arXiv has no paper `{paper_id}`",
                help=f"the name beside it is that of {suggestion}; write that identifier"
                if suggestion
                else "look the paper up by its title; if it cannot be found, remove the reference",
                notes=(
                    f"{absent.source or 'arXiv'} knows no such paper, as of {absent.as_of}",
                    *((record_note(owner.paper),) if owner else ()),
                ),
                paper=paper_id,
                label=first.labels[0].text if first.labels else None,
                suggestion=suggestion,
                related=shown([Related(document.path, m.start, m.end, "cited here too") for m in others]),
                severity=Severity.WARNING if plain_number else None,
                confidence=Confidence.MEDIUM if plain_number else None,
            )


def _is_named(mention: Mention) -> bool:
    """Tell whether a name or title stands beside a plain number, so that it is meant as an identifier."""
    for label in mention.labels:
        claim = claimed(label) if firm(label) else None
        if (
            claim
            and is_distinctive(claim)
            and (claim.shape is Shape.NAME or label.strength >= Strength.STRONG)
        ):
            return True
    return False
