"""ARX402 withdrawn-paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Diagnostic, Related, Severity
from arxlint.metadata.paper import Paper, Version
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.wording import by_paper, excerpt, record_note, shown

if TYPE_CHECKING:
    from arxlint.extract.model import Facts
    from arxlint.rule import Context

_PAPER: Final = Paper(
    "2401.00001",
    "A Paper That Was Taken Back",
    versions=(Version(1, "2024-01-02"), Version(2, "2024-05-06", withdrawn=True)),
    latest=2,
    withdrawn="withdrawn by the authors: an error in the proof of Lemma 3",
    as_of="2026-08-22",
)


class WithdrawnPaper(Rule):
    """A paper is cited that its authors or arXiv withdrew.

    ## What it does
    Reports papers whose record says that they are withdrawn, with the reason given there. For a document
    older than the withdrawal it is only a note.

    ## Why is this bad?
    Withdrawn papers are mostly wrong, or doubles of another paper that should be cited instead.

    ## Example
    ```markdown
    arXiv:2401.00001
    ```

    ## How to fix
    Read the reason. Cite the paper that replaces it, or remove the claim that rests on it; if the
    withdrawal is the point, suppress this with that reason.

    ## References
    - [arXiv's policy on withdrawals](https://info.arxiv.org/help/withdraw.html)
    """

    code = "ARX402"
    name = "withdrawn-paper"
    severity = Severity.WARNING
    needs = Needs.METADATA
    examples = (
        Bad("As arXiv:2401.00001 shows, it holds.\n", at="2401.00001", papers=(_PAPER,)),
        Good("As arXiv:2401.00001 shows, it holds.\n", papers=(_PAPER._replace(withdrawn=None),)),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        for paper_id, mentions in by_paper(document):
            paper = ctx.paper(paper_id)
            if paper is None or not paper.withdrawn:
                continue
            when = next((v.date for v in paper.versions if v.withdrawn and v.date), None)
            first, *others = mentions
            later = bool(when and document.date and document.date < when)
            yield self.diagnostic(
                document.path,
                (first.start, first.end),
                f"{paper_id} is withdrawn" + (f" since {when}" if when else ""),
                help="cite what replaces it, or remove what rests on it",
                notes=(f"reason given: {excerpt(paper.withdrawn, 200)}", record_note(paper)),
                paper=paper_id,
                related=shown([Related(document.path, m.start, m.end, "cited here too") for m in others]),
                severity=Severity.NOTE if later else None,
            )
