"""HSE001 unnamed-paper."""

from __future__ import annotations

from collections.abc import Iterator

from arxlint.diagnostic import Diagnostic, Severity
from arxlint.extract.model import Facts, Mention
from arxlint.rule import Bad, Context, Good, Option, Rule


class UnnamedPaper(Rule):
    """A briefing cites a paper by its number alone.

    ## What it does
    Reports identifiers in briefings that have neither a title nor a name beside them. The option
    `named-kinds` says in which kind of document names are wanted.

    ## Why is this bad?
    A number says nothing to the reader, and a wrong digit in it cannot be noticed.

    ## Example
    ```markdown
    Worth reading: arXiv:2608.02703
    ```

    ## How to fix
    ```markdown
    Worth reading: ARCHead, arXiv:2608.02703
    ```
    """

    code = "HSE001"
    name = "unnamed-paper"
    severity = Severity.WARNING
    options = (Option("named-kinds", "briefing", "Where names are wanted.", ("briefing", "living", "card")),)
    examples = (
        Bad("- arXiv:2608.02703\n", at="2608.02703", path="inbox/tom/2026-08-20-radar.md"),
        Good("- ARCHead, arXiv:2608.02703\n", path="inbox/tom/2026-08-20-radar.md"),
        Good("- arXiv:2608.02703\n", path="notes.md"),
    )

    def check_mention(self, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        """Report a mention without a label."""
        if document.kind == ctx.option("named-kinds") and not mention.labels:
            paper = ctx.paper(mention.id)
            yield self.diagnostic(
                document.path,
                (mention.start, mention.end),
                f"nothing says what {mention.id} is",
                help=f"it is “{paper.title}”" if paper else "write its name or title beside it",
                paper=mention.id,
            )
