"""ARX503 contradictory-listing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxlint.diagnostic import Diagnostic, Related, Severity
from arxlint.rule import Bad, Good, Rule
from arxlint_rules.corpus.entries import with_role
from arxlint_rules.corpus.history import earlier_places

if TYPE_CHECKING:
    from arxlint.extract.model import Facts
    from arxlint.rule import Context


class ContradictoryListing(Rule):
    """A document lists one paper both as new and as carried over.

    ## What it does
    Compares the lists and tables that are introduced as new ("净增", "new papers") with those introduced as
    carried over ("沿用"), and rows that a column of states marks so. The words are configurable
    (`new-words`, `carried-over-words`). Only the papers that entries are about count, not papers that they
    are compared with.

    ## Why is this bad?
    A paper cannot be both. The count of new papers is wrong, and whoever carries the list on takes known
    work for news.

    ## Example
    ```markdown
    🆕 净增:

    - 2607.27042 GPTQ-2D

    🔄 沿用:

    - 2607.27042 GPTQ-2D
    ```

    ## How to fix
    Take the paper out of one of the two lists.
    """

    code = "ARX503"
    name = "contradictory-listing"
    severity = Severity.ERROR
    examples = (
        Bad("🆕 净增:\n\n- 2607.27042 GPTQ-2D\n\n🔄 沿用:\n\n- 2608.00902\n- 2607.27042\n", at="2607.27042"),
        Bad(
            "## New papers\n\n| arXiv | title |\n|---|---|\n| 2607.27042 | GPTQ-2D |\n\n"
            "## Carried over\n\n1. 2607.27042 (GPTQ-2D)\n",
            at="2607.27042",
        ),
        Bad(
            "| arXiv | paper | state |\n|---|---|---|\n| 2607.27042 | GPTQ-2D | new |\n"
            "| 2608.00902 | Compaction | new |\n| 2607.27042 | GPTQ-2D | carried over |\n",
            at="2607.27042",
        ),
        Good("🆕 净增:\n\n- 2607.27042 GPTQ-2D\n\n🔄 沿用:\n\n- 2608.00902 — 与 2607.27042 同族\n"),
        Good("## New approaches\n\n- 2607.27042 GPTQ-2D\n\n## Known issues\n\n- 2607.27042 GPTQ-2D\n"),
        Good("非新增:\n\n- 2607.27042 GPTQ-2D\n\n沿用:\n\n- 2607.27042 GPTQ-2D\n"),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        new = with_role(document, "new")
        old = with_role(document, "carried-over") if new else {}
        for paper in new:
            if paper not in old:
                continue
            here, there = document.mentions[new[paper]], document.mentions[old[paper]]
            related = [Related(document.path, there.start, there.end, "listed as carried over here")]
            notes = []
            earlier = earlier_places(paper, document, ctx)
            if earlier:
                first = earlier[0]
                notes.append(f"it is not new: {first.path} of {first.date} already has it")
            yield self.diagnostic(
                document.path,
                (here.start, here.end),
                f"{paper} is listed as new here and as carried over in the same document",
                span_label="new",
                help="take it out of the new list and correct its count"
                if earlier
                else "take it out of one of the two lists, and correct the count",
                notes=notes,
                paper=paper,
                related=related,
            )
