"""ARX102 impossible-identifier."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from arxlint.diagnostic import Confidence, Diagnostic, Severity
from arxlint.rule import Bad, Good, Rule
from arxlint_rules.identifier.limits import impossible

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Mention
    from arxlint.rule import Context


class ImpossibleIdentifier(Rule):
    """A well-formed identifier that no paper can have: its month is to come, or never had that many papers.

    ## What it does
    Compares the month in the identifier with the date of the run (`--today`), and the number behind the dot
    with the number of papers that arXiv received in that month. For months that are over this number is
    published and exact; for later ones it is estimated with a wide margin, and the confidence is lower.
    Plain numbers without `arXiv:` or a link are left alone: they may be anything.

    ## Why is this bad?
    The paper does not exist. Such identifiers are typically invented: templates and language models like
    tails such as `12345` or `34567`.

    ## Example
    ```markdown
    As shown by arXiv:2403.34567
    ```

    ## How to fix
    Look the paper up by its title. If it cannot be found, remove the reference.

    ## References
    - [arXiv monthly submissions](https://arxiv.org/stats/monthly_submissions)
    """

    code = "ARX102"
    name = "impossible-identifier"
    severity = Severity.ERROR
    examples = (
        Bad("As shown by arXiv:2403.34567", at="2403.34567"),
        Bad("https://arxiv.org/abs/9912.00001", at="9912.00001"),
        Bad("[[1406.9876|Some paper]]", at="1406.9876"),
        Good("arXiv:2403.12345 is in range: March 2024 had 20332 papers."),
        Good("The measured values are 2403.34567 and 9912.00001."),
    )

    def check_mention(self, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        limit = impossible(mention.id, ctx.today) if mention.form not in ("bare", "key") else None
        if limit is not None:
            certain = limit.exact and mention.form != "file"
            yield self.diagnostic(
                document.path,
                (mention.start, mention.end),
                limit.message,
                help=_help(mention.id.partition(".")[2]),
                notes=(limit.ground,),
                paper=mention.id,
                confidence=Confidence.HIGH if certain else Confidence.MEDIUM,
            )


def _help(sequence: str) -> str:
    if _looks_made_up(sequence):
        return f"look the paper up by its title; `.{sequence}` looks like a placeholder"
    return "look the paper up by its title and copy the identifier"


def _looks_made_up(sequence: str) -> bool:
    """Tell runs along the keyboard (``12345``, ``98765``) and repeated digits (``99999``)."""
    steps = {(int(right) - int(left)) % 10 for left, right in pairwise(sequence)}
    return len(steps) == 1 and steps <= {0, 1, 9}
