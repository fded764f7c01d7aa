"""ARX505 mismatched-card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxlint.diagnostic import Diagnostic, Related, Severity
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.wording import listed

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Reference
    from arxlint.rule import Context


class MismatchedCard(Rule):
    """A paper card does not belong to the paper that it stands for.

    ## What it does
    Card files carry the identifier of their paper in their names (`paper_cards/764-2608-02703.md`; the
    pattern is configurable). Reports a card's path that is set beside another identifier as its card, a card
    whose text never mentions its own paper, two cards for one paper, and one card number for two papers.
    A card that a sentence only compares with is not set beside anything.

    ## Why is this bad?
    Notes about one paper are filed under another: whoever follows the path reads about the wrong one.

    ## Example
    ```markdown
    - arXiv:2608.01247 RestoreKV (paper_cards/764-2608-02703.md)
    ```

    ## How to fix
    Correct the identifier or the path, whichever names the wrong paper; merge cards that stand twice.
    """

    code = "ARX505"
    name = "mismatched-card"
    severity = Severity.ERROR
    needs = Needs.CORPUS
    examples = (
        Bad("- 2608.01247 → paper_cards/764-2608-02703.md\n", at="paper_cards/764-2608-02703.md"),
        Bad(
            "来源: inbox/spark/2026-08-06-e1.md;paper_cards/764-2608-02703.md\narXiv: 2608.02730\n",
            at="paper_cards/764-2608-02703.md",
        ),
        Bad(
            "| arXiv | paper | card |\n|---|---|---|\n"
            "| 2608.01247 | RestoreKV | paper_cards/764-2608-02703.md |\n",
            at="paper_cards/764-2608-02703.md",
        ),
        Bad(
            "# RestoreKV\n\narXiv: 2608.01247\n",
            at="2608.01247",
            path="paper_cards/764-2608-02703.md",
        ),
        Bad(
            "# ARCHead\n\narXiv: 2608.02703\n",
            at="2608.02703",
            path="paper_cards/800-2608-02703.md",
            files=(("paper_cards/764-2608-02703.md", "# ARCHead\n\narXiv: 2608.02703\n"),),
        ),
        Bad(
            "# RestoreKV\n\narXiv: 2608.01247\n",
            at="2608.01247",
            path="paper_cards/765-2608-01247.md",
            files=(("paper_cards/765-2608-00902.md", "# Compaction\n\narXiv: 2608.00902\n"),),
        ),
        Bad(
            "- 2608.01247 RestoreKV,恢复式压缩 → paper_cards/764-2608-02703.md\n",
            at="paper_cards/764-2608-02703.md",
        ),
        Good("- 2608.02703 → paper_cards/764-2608-02703.md\n"),
        Good("- 2608.01247 RestoreKV,与 ARCHead 互补 → paper_cards/764-2608-02703.md\n"),
        Good("- 2608.01247(RestoreKV)与 paper_cards/764-2608-02703.md 互补\n"),
        Good("- paper_cards/764-2608-02703.md\n- paper_cards/765-2608-01247.md\n"),
        Good("# ARCHead\n\narXiv: 2608.02703; cf. 2608.01247\n", path="paper_cards/764-2608-02703.md"),
        Good(
            "# ARCHead\n\narXiv: 2608.02703\n",
            path="paper_cards/764-2608-02703.md",
            files=(("paper_cards/800-2608-02703.md", "# ARCHead\n\narXiv: 2608.02703\n"),),
        ),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        for reference in document.references:
            if reference.kind == "card" and reference.mention >= 0:
                yield from self._beside(document, reference)
        if document.kind == "card" and document.mentions:
            yield from self._card(document, ctx)

    def _beside(self, document: Facts, reference: Reference) -> Iterator[Diagnostic]:
        own = document.mentions[reference.mention].id
        others = [document.mentions[index] for index in reference.beside]
        if not others or any(other.id == own for other in others):
            return
        other = others[0]
        yield self.diagnostic(
            document.path,
            (reference.start, reference.end),
            f"this card is that of {own}, but it stands beside {other.id}",
            span_label=f"card of {own}",
            help=f"correct the path or the identifier, so that both name one paper ({own} or {other.id})",
            paper=other.id,
            suggestion=own,
            related=(Related(document.path, other.start, other.end, "the paper that it stands beside"),),
        )

    def _card(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        meaning = ctx.profile.meaning(document.path)
        if not meaning.paper:
            return
        first = document.mentions[0]
        about = next((mention for mention in document.mentions if mention.id == meaning.paper), None)
        if about is None:
            yield self.diagnostic(
                document.path,
                (first.start, first.end),
                f"this card is filed as {meaning.paper}, but cites {first.id} and never that paper",
                span_label=f"filed as {meaning.paper}",
                help="rename the file, or correct the identifier",
                paper=first.id,
                suggestion=meaning.paper,
            )
            return
        # One report for one conflict: at the later of the two cards.
        twins = [
            path
            for path in ctx.ledger.cards_of(meaning.paper)
            if _rank(path, ctx) < _rank(document.path, ctx)
        ]
        if twins:
            yield self._double(
                document, (about.start, about.end), twins, ctx, meaning.paper,
                f"{meaning.paper} has a card already", "merge the two cards",
            )  # fmt: skip
        same = [
            path
            for path in ctx.ledger.card_files(meaning.number)
            if path < document.path and ctx.profile.meaning(path).paper != meaning.paper
        ]
        if same:
            yield self._double(
                document, (about.start, about.end), same, ctx, meaning.paper,
                f"card number {meaning.number} is taken by another paper", "give this card its own number",
            )  # fmt: skip

    def _double(
        self, document: Facts, span: tuple[int, int], paths: list[str], ctx: Context, paper: str,
        message: str, help: str,
    ) -> Diagnostic:  # fmt: skip
        related = []
        for path in paths[:3]:
            other = ctx.ledger.document(path)
            at = next(iter(other.mentions), None) if other is not None else None
            related.append(Related(path, at.start if at else 0, at.end if at else 0, "the other card"))
        return self.diagnostic(
            document.path, span, f"{message}: {listed(paths)}", help=help, paper=paper, related=related
        )


def _rank(path: str, ctx: Context) -> tuple[int, str]:
    """Return what orders cards by age: their number, then their path."""
    return int(ctx.profile.meaning(path).number or 0), path
