"""ARX201 unreleased-version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Diagnostic, Severity
from arxlint.extract.model import ClaimKind
from arxlint.metadata.paper import Paper, Version
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.wording import record_note, replace, source_of

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Mention
    from arxlint.rule import Context

_PAPER: Final = Paper(
    "2506.09713",
    "A First Look at Bugs in LLM Inference Engines",
    versions=(Version(1, "2025-06-11"), Version(2, "2026-01-09")),
    latest=2,
    versions_complete=True,
    submitted="2025-06-11",
    as_of="2026-08-22",
)


class UnreleasedVersion(Rule):
    """A version that the paper does not have.

    ## What it does
    Compares the version with the latest one. It speaks only if arXiv's record lists all versions and was
    taken after the document was written (or, for a document without a date, on the day of the run or later):
    an older record cannot know what came after it.

    ## Why is this bad?
    The link leads to an error page, and what is said about "version 5" cannot be about this paper. Often
    the identifier is wrong as well.

    ## Example
    `inbox/tom/2026-08-06-radar.md`:
    ```markdown
    arXiv:2506.09713v5
    ```
    This paper has two versions.

    ## How to fix
    Cite the version that was read.

    ## References
    - [arXiv's policy on versions](https://info.arxiv.org/help/versions.html)
    """

    code = "ARX201"
    name = "unreleased-version"
    severity = Severity.ERROR
    needs = Needs.METADATA
    examples = (
        Bad(
            "arXiv:2506.09713v5 shows it.\n",
            at="v5",
            path="inbox/tom/2026-08-06-radar.md",
            papers=(_PAPER,),
            fixed="arXiv:2506.09713v2 shows it.\n",
        ),
        Good("arXiv:2506.09713v2 shows it.\n", path="inbox/tom/2026-08-06-radar.md", papers=(_PAPER,)),
        # The record is older than the document, or does not know all versions: it cannot testify.
        Good("arXiv:2506.09713v5 shows it.\n", path="inbox/tom/2026-09-06-radar.md", papers=(_PAPER,)),
        Good(
            "arXiv:2506.09713v5 shows it.\n",
            path="inbox/tom/2026-08-06-radar.md",
            papers=(_PAPER._replace(versions_complete=False),),
        ),
    )

    def check_mention(self, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        paper = ctx.paper(mention.id) if mention.version else None
        if paper is None or mention.version is None or mention.version <= paper.latest:
            return
        dated = [claim.value for claim in mention.claims if claim.kind == ClaimKind.VERSION_DATE]
        when = min([*dated, document.date or ctx.today])
        if not (paper.versions_complete and paper.as_of and paper.as_of >= when):
            return
        span = (mention.version_start, mention.end)
        yield self.diagnostic(
            document.path,
            span,
            f"{mention.id} has no version {mention.version}: the latest is v{paper.latest}",
            span_label="no such version",
            help=f"cite the version that was read (v{paper.latest} is the latest), or check the identifier",
            notes=(record_note(paper), f"{source_of(paper)} lists all versions"),
            paper=mention.id,
            suggestion=f"{mention.id}v{paper.latest}",
            fix=replace(document, span, f"v{paper.latest}", f"Cite v{paper.latest}"),
        )
