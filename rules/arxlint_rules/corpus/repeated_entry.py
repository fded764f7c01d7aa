"""ARX502 repeated-entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxlint.diagnostic import Diagnostic, Related, Severity
from arxlint.rule import Bad, Good, Rule
from arxlint_rules.corpus.entries import GROUPS, subjects

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Listing, Mention
    from arxlint.rule import Context

_HEAD = "| arXiv | paper |\n|---|---|\n"


class RepeatedEntry(Rule):
    """The same paper has two entries in one list or table.

    ## What it does
    Looks at lists and tables whose entries are papers: those that begin with an identifier or a title, or
    have a column of them. Two entries that cite different versions of a paper on purpose are left alone, as
    are tables whose rows are models or results.

    ## Why is this bad?
    The list is shorter than it looks, and often the second entry was meant to be another paper: identifiers
    are copied from the entry above.

    ## Example
    ```markdown
    - 2608.02703 ARCHead
    - 2608.02703 RestoreKV
    ```

    ## How to fix
    Merge the two entries, or give the second one its own identifier.
    """

    code = "ARX502"
    name = "repeated-entry"
    severity = Severity.WARNING
    examples = (
        Bad("- 2608.02703 ARCHead\n- 2608.01247 RestoreKV\n- 2608.02703 RestoreKV\n", at="2608.02703", nth=2),
        Bad(
            f"{_HEAD}| 2506.09713 | Bugs |\n| 2608.02703 | ARCHead |\n| 2506.09713 | vLLM |\n",
            at="2506.09713",
            nth=2,
        ),
        Bad(
            "- [ARCHead](https://arxiv.org/abs/2608.02703)\n- [RestoreKV](https://arxiv.org/abs/2608.02703)\n",
            at="2608.02703",
            nth=2,
        ),
        Good("- 2608.02703 ARCHead\n- 2608.01247 RestoreKV, unlike 2608.02703\n"),
        Good("- 2608.02703v1 ARCHead\n- 2608.02703v2 ARCHead, corrected\n"),
        Good("| model | paper |\n|---|---|\n| L-7B | 2302.13971 |\n| L-13B | 2302.13971 |\n"),
        Good("- The head is smaller (2608.02703).\n- It is no slower (2608.02703).\n"),
        Good("- [x](https://arxiv.org/abs/2608.02703)\n\nText.\n\n- [x](https://arxiv.org/abs/2608.02703)\n"),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        for listing in document.listings:
            if listing.kind != GROUPS:
                yield from self._repeated(document, listing)

    def _repeated(self, document: Facts, listing: Listing) -> Iterator[Diagnostic]:
        first: dict[str, Mention] = {}
        what = "table" if listing.kind == "table" else "list"
        for index in subjects(listing):
            mention = document.mentions[index]
            earlier = first.setdefault(mention.id, mention)
            if earlier is mention or _deliberate(earlier, mention):
                continue
            yield self.diagnostic(
                document.path,
                (mention.start, mention.end),
                f"{mention.id} has an entry in this {what} already",
                span_label="again",
                help="merge the two entries, or give this one the identifier of the paper that is meant",
                paper=mention.id,
                related=(Related(document.path, earlier.start, earlier.end, "its first entry"),),
            )


def _deliberate(earlier: Mention, later: Mention) -> bool:
    """Tell whether two entries cite two versions of a paper."""
    return None not in (earlier.version, later.version) and earlier.version != later.version
