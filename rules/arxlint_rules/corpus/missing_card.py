"""ARX506 missing-card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxlint.diagnostic import Diagnostic, Related, Severity
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.corpus.files import existing, is_covered, near_misses
from arxlint_rules.wording import listed

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Reference
    from arxlint.rule import Context

_CARD = ("paper_cards/764-2608-02703.md", "# ARCHead\n\narXiv: 2608.02703\n")


class MissingCard(Rule):
    """A card is announced although it exists, or cited although it does not.

    ## What it does
    Follows the paths of paper cards that a document names, and looks up the paper beside words such as
    "待建" or "card: TBD". Says nothing where the folder of the cards is not part of what was read.

    ## Why is this bad?
    A card that is believed missing is written twice; a path to none leads nowhere.

    ## Example
    ```markdown
    - 2608.02703 ARCHead, paper_cards/(待建)
    ```
    while `paper_cards/764-2608-02703.md` exists.

    ## How to fix
    Name the card that exists, or write it.
    """

    code = "ARX506"
    name = "missing-card"
    severity = Severity.NOTE
    needs = Needs.CORPUS
    examples = (
        Bad("- 2608.02703 ARCHead → paper_cards/(待建)\n", at="paper_cards/", files=(_CARD,)),
        Bad("- 2608.02703 ARCHead, card: TBD\n", at="card", files=(_CARD,)),
        Bad(
            "来源: paper_cards/764-2608-02703.md(待建)\n", at="paper_cards/764-2608-02703.md", files=(_CARD,)
        ),
        Bad("- 见 paper_cards/765-2608-01247.md\n", at="paper_cards/765-2608-01247.md", files=(_CARD,)),
        Bad("- 见 paper_cards/763-2608-02703.md\n", at="paper_cards/763-2608-02703.md", files=(_CARD,)),
        Good("- 2608.01247 RestoreKV → paper_cards/(待建)\n", files=(_CARD,)),
        Good("- 见 paper_cards/764-2608-02703.md\n", files=(_CARD,)),
        Good("- 见 paper_cards/765-2608-01247.md(待建)\n", files=(_CARD,)),
        Good("- 见 paper_cards/765-2608-01247.md\n"),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        for reference in document.references:
            if reference.kind == "card":
                paper = _paper(reference, document)
                if reference.pending:
                    yield from self._pending(document, reference, paper, ctx)
                elif reference.number:
                    yield from self._missing(document, reference, paper, ctx)

    def _pending(
        self, document: Facts, reference: Reference, paper: str, ctx: Context
    ) -> Iterator[Diagnostic]:
        cards = list(ctx.ledger.cards_of(paper)) if paper else []
        if cards:
            yield self.diagnostic(
                document.path,
                (reference.start, reference.end),
                f"this card is said to be missing, but {paper} has one",
                span_label="exists",
                help=f"name it: {listed(cards)}",
                paper=paper,
                related=(_start_of(cards[0], ctx),),
            )

    def _missing(
        self, document: Facts, reference: Reference, paper: str, ctx: Context
    ) -> Iterator[Diagnostic]:
        if existing(reference.path, document, ctx) or not is_covered(reference.path, document, ctx):
            return
        own = list(ctx.ledger.cards_of(paper)) if paper else []
        cards = own or near_misses(reference.path, document, ctx)
        if cards:
            help = f"{f'the card of {paper} is' if own else 'maybe meant:'} {listed(cards)}"
        else:
            help = "write the card, or say that it is still to be written (“待建”, “TBD”)"
        yield self.diagnostic(
            document.path,
            (reference.start, reference.end),
            f"there is no card {reference.path}",
            span_label="no such file",
            help=help,
            paper=paper or None,
            suggestion=cards[0] if cards else None,
        )


def _paper(reference: Reference, document: Facts) -> str:
    """Return the identifier of the paper whose card is meant: in the path, else beside it."""
    if reference.mention >= 0:
        return document.mentions[reference.mention].id
    return document.mentions[reference.beside[0]].id if reference.beside else ""


def _start_of(path: str, ctx: Context) -> Related:
    card = ctx.ledger.document(path)
    at = card.mentions[0] if card is not None and card.mentions else None
    return Related(path, at.start if at else 0, at.end if at else 0, "the card")
