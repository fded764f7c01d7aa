"""ARX306 unsupported-nickname."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Related, Severity
from arxlint.match.normalise import fold, name_key, words
from arxlint.metadata.paper import Paper
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.judging import unsupported
from arxlint_rules.label.names import claimed, firm, is_coined
from arxlint_rules.wording import excerpt, listed, record_note, shown, titled

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Label, Mention
    from arxlint.rule import Context

_BUGS: Final = Paper(
    "2506.09713",
    "A First Look at Bugs in LLM Inference Engines",
    abstract_words=frozenset("large language model inference engines bugs symptoms root causes".split()),
    as_of="2026-08-22",
)


class UnsupportedNickname(Rule):
    """A paper is called by a name that occurs in neither its title nor its abstract.

    ## What it does
    Looks for a coined name (`RETAIN`, `C²KV`) in all titles of the paper, as an acronym of its title words,
    in its abstract and in its comment. Silent if there is no abstract to look in. If other instances use
    the name for the paper too, it is only a note. A name is reported once in a document.

    ## Why is this bad?
    The name is probably another paper's, or was made up; a search for it will not find this paper. There are
    papers that are known under a name their text lacks, hence not an error.

    ## Example
    ```markdown
    RETAIN — arXiv:2506.09713
    ```
    2506.09713 is "A First Look at Bugs in LLM Inference Engines"; its abstract has no "RETAIN".

    ## How to fix
    Use a name from the paper, or look up the identifier of the paper that has the name.
    """

    code = "ARX306"
    name = "unsupported-nickname"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    needs = Needs.METADATA
    examples = (
        Bad("RETAIN — arXiv:2506.09713\n", at="RETAIN", papers=(_BUGS,)),
        Good("RETAIN — arXiv:2506.09713\n", papers=(_BUGS._replace(abstract_words=None),)),
        Good("RETAIN — arXiv:2506.09713\n", papers=(_BUGS._replace(comment="Code: github.com/x/retain"),)),
        Good("Bugs in LLM Inference Engines — arXiv:2506.09713\n", papers=(_BUGS,)),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        cases: dict[tuple[str, str], list[tuple[Mention, Label]]] = {}
        for mention in document.mentions:
            found = ctx.assess(mention)
            if found is not None and unsupported(found):
                key = (mention.id, name_key(found.label.text))
                cases.setdefault(key, []).append((mention, found.label))
        for (paper_id, _), places in cases.items():
            paper = ctx.paper(paper_id)
            if paper is not None and _is_foreign_name(places[0][1], paper):
                yield self._report(places, paper, document, ctx)

    def _report(
        self, places: list[tuple[Mention, Label]], paper: Paper, document: Facts, ctx: Context
    ) -> Diagnostic:
        mention, label = places[0]
        others = {other.start: other for _, other in places if other.start != label.start}
        writers = sorted(
            {
                place.place.instance
                for place in ctx.ledger.labelled(name_key(label.text))
                if place.place.mention.id == mention.id
                and place.place.instance not in ("", document.instance)
            }
        )
        notes = [record_note(paper)]
        if writers:
            notes.append(f"called so by {listed(writers)} as well")
        written = excerpt(label.text)
        return self.diagnostic(
            document.path,
            (label.start, label.end),
            f"nothing in {mention.id} bears out the name “{written}”: its title is {titled(paper)}",
            span_label="in neither title nor abstract",
            help="use a name from the paper, or look up the identifier of the paper that has this name",
            notes=notes,
            paper=mention.id,
            label=label.text,
            related=[
                Related(document.path, mention.start, mention.end, "cited here"),
                *shown(
                    [Related(document.path, o.start, o.end, "so called here too") for o in others.values()]
                ),
            ],
            severity=Severity.NOTE if writers else None,
            confidence=Confidence.LOW if writers else None,
        )


def _is_foreign_name(label: Label, paper: Paper) -> bool:
    """Tell whether a label is a coined name and nothing else, and nothing of it is the paper's."""
    claim = claimed(label)
    if claim is None or not firm(label) or not is_coined(claim):
        return False
    if paper.comment and name_key(label.text) in fold(paper.comment):
        return False
    known = {word for title in paper.titles for word in words(title)}
    return not known & set(claim.words)
