"""ARX105 link-text-mismatch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Diagnostic, Related, Severity
from arxlint.rule import Bad, Good, Rule
from arxlint_rules.judging import agrees, disagrees
from arxlint_rules.wording import record_note, replace

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Mention
    from arxlint.rule import Context

_LINKS: Final = frozenset({"abs-url", "pdf-url", "html-url", "other-url", "doi"})
_ONE_PAPER_BLOCKS: Final = frozenset({"bib_field", "bib_entry", "front_matter"})


class LinkTextMismatch(Rule):
    """The identifier that is shown and the one that is linked are two papers.

    ## What it does
    Compares the identifier in the text of a link with the one in its target, and the `eprint` of a
    bibliography entry with its `url` and `doi`.

    ## Why is this bad?
    The reader sees one paper and lands at another. Usually one half was copied from the entry above or
    from a template. Where arXiv's records tell which of the two fits the name beside it, the other is
    reported.

    ## Example
    ```markdown
    [arXiv:2608.02703](https://arxiv.org/abs/2608.03994)
    ```

    ## How to fix
    Find out which paper is meant, and write the same identifier in both places.
    """

    code = "ARX105"
    name = "link-text-mismatch"
    severity = Severity.ERROR
    examples = (
        Bad("[arXiv:2608.02703](https://arxiv.org/abs/2608.03994)", at="2608.03994"),
        Bad("[2608.02703](https://doi.org/10.48550/arXiv.2608.03994)", at="2608.03994"),
        Bad(
            "@misc{a,\n  eprint = {2608.02703},\n  url = {https://arxiv.org/abs/2608.03994},\n}\n",
            at="2608.03994",
            path="refs.bib",
        ),
        Good("[arXiv:2608.02703](https://arxiv.org/abs/2608.02703v2)"),
        Good("[see 2608.02703](notes/other.md) and https://arxiv.org/abs/2608.03994"),
        Good(
            "@misc{a,\n  eprint = {2608.02703},\n  url = {https://arxiv.org/abs/2608.02703},\n}\n",
            path="refs.bib",
        ),
    )

    def check_mention(self, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        if mention.shown_as < 0:
            return
        visible = document.mentions[mention.shown_as]
        if visible.id != mention.id:
            yield self._report(visible, mention, document, ctx, ("shown", "linked"))

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        entries: dict[int, tuple[dict[str, Mention], dict[str, Mention]]] = {}
        for mention in document.mentions:
            if mention.block in _ONE_PAPER_BLOCKS:
                fields, links = entries.setdefault(mention.entry, ({}, {}))
                if mention.form == "field":
                    fields.setdefault(mention.id, mention)
                elif mention.form in _LINKS:
                    links.setdefault(mention.id, mention)
        for fields, links in entries.values():
            # Several of a kind: the entry speaks of related papers too, and nothing is certain.
            if len(fields) == len(links) == 1 and fields.keys() != links.keys():
                (field,), (link,) = fields.values(), links.values()
                yield self._report(field, link, document, ctx, ("given as eprint", "linked"))

    def _report(
        self, shown: Mention, linked: Mention, document: Facts, ctx: Context, verbs: tuple[str, str]
    ) -> Diagnostic:
        wrong, right, known = linked, shown, False
        for candidate, other in ((shown, linked), (linked, shown)):
            if disagrees(ctx.assess(candidate)) or agrees(ctx.assess(other)):
                wrong, right, known = candidate, other, True
                break
        papers = [paper for paper in (ctx.paper(shown.id), ctx.paper(linked.id)) if paper]
        return self.diagnostic(
            document.path,
            (wrong.start, wrong.end),
            f"`{shown.id}` is {verbs[0]}, but `{linked.id}` is {verbs[1]}: they are two papers",
            span_label=verbs[wrong is linked],
            help=f"write `{right.id}`: the name beside it is that paper's"
            if known
            else "find out which paper is meant, and write its identifier in both places",
            notes=[record_note(paper) for paper in papers],
            paper=wrong.id,
            suggestion=right.id if known else None,
            related=[Related(document.path, right.start, right.end, f"{verbs[right is linked]} here")],
            fix=replace(document, (wrong.start, wrong.end), right.text, f"Write `{right.text}`")
            if known
            else None,
        )
