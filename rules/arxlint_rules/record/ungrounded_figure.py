"""ARX601 ungrounded-figure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Related, Severity
from arxlint.extract.model import ClaimKind
from arxlint.metadata.paper import Paper
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.judging import disagrees
from arxlint_rules.wording import record_note

if TYPE_CHECKING:
    from arxlint.extract.model import Facts
    from arxlint.rule import Context

_PAPER: Final = Paper(
    "2608.02703",
    "ARCHead: Activation-Metric Residual Correction for Large Language Model Output Heads",
    abstract_words=frozenset("storage falls by 3.9x at 25.6 of the size while accuracy stays".split()),
    as_of="2026-08-22",
)
_SPELLED: Final = {
    "2x": ("twice", "double", "doubles", "doubling", "doubled", "halves", "half"),
    "3x": ("three", "triple", "triples"),
    "4x": ("four", "quadruple"),
    "10x": ("ten", "tenfold"),
    "50%": ("half", "halves"),
    "100%": ("all",),
}


class UngroundedFigure(Rule):
    """A figure is attributed to a paper whose abstract does not have it.

    ## What it does
    Looks up percentages and multiples (`3.5×`) that stand in one sentence with a paper's identifier in the
    paper's abstract. Only on request: figures from the body of a paper are missing in its abstract as well,
    so that a report is a hint for proof-reading and no more.

    ## Why is this bad?
    Figures that were heard somewhere are easily attributed to the wrong paper, and language models make
    them up.

    ## Example
    ```markdown
    ARCHead (arXiv:2608.02703) makes the head 9.7× smaller.
    ```
    The abstract speaks of 3.9×.

    ## How to fix
    Check the figure in the paper, and name the table or section it is from.
    """

    code = "ARX601"
    name = "ungrounded-figure"
    severity = Severity.NOTE
    confidence = Confidence.LOW
    needs = Needs.METADATA
    default = False
    examples = (
        Bad("ARCHead (arXiv:2608.02703) makes the head 9.7× smaller.\n", at="9.7×", papers=(_PAPER,)),
        Bad("ARCHead (arXiv:2608.02703) keeps 31% of the size.\n", at="31%", papers=(_PAPER,)),
        Good("ARCHead (arXiv:2608.02703) makes the head 3.9× smaller, 25.6% of it.\n", papers=(_PAPER,)),
        Good("ARCHead (arXiv:2608.02703) is new. Others reach 9.7×.\n", papers=(_PAPER,)),
        Good(
            "ARCHead (arXiv:2608.02703) makes the head 9.7× smaller.\n",
            papers=(_PAPER._replace(abstract_words=None),),
        ),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        seen: set[tuple[str, int]] = set()
        for mention in document.mentions:
            for claim in mention.claims:
                if claim.kind != ClaimKind.FIGURE or (mention.id, claim.start) in seen:
                    continue
                seen.add((mention.id, claim.start))
                paper = ctx.paper(mention.id)
                if paper is None or paper.abstract_words is None or disagrees(ctx.assess(mention)):
                    continue
                if _grounded(claim.value, paper.abstract_words):
                    continue
                yield self.diagnostic(
                    document.path,
                    (claim.start, claim.end),
                    f"{claim.value} is not in the abstract of {mention.id}",
                    help="check the figure in the paper, and name the table or section it is from",
                    notes=(record_note(paper),),
                    paper=mention.id,
                    related=[Related(document.path, mention.start, mention.end, "attributed to this paper")],
                )


def _grounded(value: str, words: frozenset[str]) -> bool:
    """Tell whether a figure stands among the words of an abstract, written in one of the usual ways."""
    number, sign = value[:-1], value[-1]
    shorter = number.rstrip("0").rstrip(".") if "." in number else number
    written = {form + suffix for form in (number, shorter) for suffix in ("", sign)}
    return bool(words & written) or any(word in words for word in _SPELLED.get(shorter + sign, ()))
