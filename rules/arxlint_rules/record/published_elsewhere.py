"""ARX403 published-elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Diagnostic, Severity
from arxlint.extract.model import ClaimKind
from arxlint.metadata.paper import Paper
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.wording import by_paper, excerpt, record_note

if TYPE_CHECKING:
    from arxlint.extract.model import Facts
    from arxlint.rule import Context

_PAPER: Final = Paper(
    "1706.03762",
    "Attention Is All You Need",
    journal_ref="Advances in Neural Information Processing Systems 30 (2017)",
    as_of="2026-08-22",
)
_YEAR: Final = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_TEXT: Final = "Attention Is All You Need, arXiv:1706.03762\n"


class PublishedElsewhere(Rule):
    """A preprint is cited that has since been published.

    ## What it does
    Reports papers whose record has a journal reference or a DOI, once in each document. A dated briefing is a
    record of its day: there it counts only if the paper was published in an earlier year. Entries that name
    a venue already are fine.

    ## Why is this bad?
    It is not: the published version may be the one to cite. This is a note and never fails a run by default.

    ## Example
    ```markdown
    Attention Is All You Need, arXiv:1706.03762
    ```

    ## How to fix
    Name the venue beside the identifier, or leave it.
    """

    code = "ARX403"
    name = "published-elsewhere"
    severity = Severity.NOTE
    needs = Needs.METADATA
    examples = (
        Bad(_TEXT, at="1706.03762", path="README.md", papers=(_PAPER,)),
        Bad(_TEXT, at="1706.03762", path="inbox/tom/2026-08-20-radar.md", papers=(_PAPER,)),
        Good(_TEXT, path="inbox/tom/2017-08-20-radar.md", papers=(_PAPER,)),
        Good(_TEXT, path="README.md", papers=(_PAPER._replace(journal_ref=None),)),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        lasting = not document.date or document.kind in ("living", "queue", "card")
        for paper_id, mentions in by_paper(document):
            paper = ctx.paper(paper_id)
            if paper is None or not (paper.journal_ref or paper.doi):
                continue
            if not lasting and not _published_before(paper, document.date):
                continue
            if any(claim.kind == ClaimKind.VENUE for mention in mentions for claim in mention.claims):
                continue
            where = excerpt(paper.journal_ref or f"doi:{paper.doi}", 120)
            yield self.diagnostic(
                document.path,
                (mentions[0].start, mentions[0].end),
                f"{paper_id} has been published: {where}",
                help="name the venue beside the identifier, or cite the published version",
                notes=(
                    record_note(paper),
                    *((f"doi:{paper.doi}",) if paper.doi and paper.journal_ref else ()),
                ),
                paper=paper_id,
            )


def _published_before(paper: Paper, date: str) -> bool:
    """Tell whether the journal reference names a year before that of a date."""
    years = _YEAR.findall(paper.journal_ref or "")
    return bool(years) and max(years) < date[:4]
