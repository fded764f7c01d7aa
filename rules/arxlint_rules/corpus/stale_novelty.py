"""ARX504 stale-novelty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxlint.diagnostic import Diagnostic, Severity
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.corpus.entries import with_role
from arxlint_rules.corpus.history import earlier_places
from arxlint_rules.wording import cited_here, counted

if TYPE_CHECKING:
    from arxlint.extract.model import Facts
    from arxlint.rule import Context

_EARLIER = ("inbox/jay/2026-08-03-radar.md", "# Radar 2026-08-03\n\n- 2608.02703 ARCHead\n")


class StaleNovelty(Rule):
    """A paper is called new although an earlier briefing has it.

    ## What it does
    Takes the papers that a dated briefing lists as new and looks for them in the briefings of all instances
    of earlier days. Documents without a date, and briefings of the same day, say nothing about novelty.

    ## Why is this bad?
    Readers take known work for news, and sums of "new" papers count it twice.

    ## Example
    ```markdown
    # Radar 2026-08-06

    🆕 净增:

    - 2608.02703 ARCHead
    ```
    while `inbox/jay/2026-08-03-radar.md` lists 2608.02703 already.

    ## How to fix
    Move the paper to the list of those carried over.
    """

    code = "ARX504"
    name = "stale-novelty"
    severity = Severity.WARNING
    needs = Needs.CORPUS
    examples = (
        Bad(
            "🆕 净增:\n\n- 2608.02703 ARCHead\n- 2608.01247 RestoreKV\n",
            at="2608.02703",
            path="inbox/tom/2026-08-06-radar.md",
            files=(_EARLIER, ("inbox/ann/2026-08-09-radar.md", "- 2608.01247\n")),
        ),
        Good("净增:\n\n- 2608.02703 ARCHead\n", path="inbox/tom/2026-08-03-radar.md", files=(_EARLIER,)),
        Good("沿用:\n\n- 2608.02703 ARCHead\n", path="inbox/tom/2026-08-06-radar.md", files=(_EARLIER,)),
        Good("净增:\n\n- 2608.02703 ARCHead\n", path="notes.md", files=(_EARLIER,)),
        Good(
            "净增:\n\n- 2608.02703 ARCHead\n",
            path="inbox/tom/2026-08-06-radar.md",
            files=(("paper_cards/764-2608-02703.md", "# ARCHead, 2608.02703\n"),),
        ),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        if document.kind != "briefing" or not document.date:
            return
        new = with_role(document, "new")
        carried = with_role(document, "carried-over") if new else {}
        for paper, index in new.items():
            # A paper in both lists is ARX503's.
            earlier = earlier_places(paper, document, ctx) if paper not in carried else []
            if not earlier:
                continue
            mention = document.mentions[index]
            first = earlier[0]
            documents = len({place.path for place in earlier})
            who = f" by {first.instance}" if first.instance else ""
            more = f"{counted(documents, 'briefing')} before {document.date} cite it"
            yield self.diagnostic(
                document.path,
                (mention.start, mention.end),
                f"{paper} is called new, but was in a briefing{who} of {first.date}",
                span_label="not new",
                help="move it to the papers that are carried over, and correct the count",
                notes=(more,) if documents > 1 else (),
                paper=paper,
                related=(cited_here(first, "first cited here"),),
            )
