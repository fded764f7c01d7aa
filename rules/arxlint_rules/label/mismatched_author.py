"""ARX304 mismatched-author."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Related, Severity
from arxlint.extract.model import ClaimKind
from arxlint.match.authors import compare, place_of_first, strangers
from arxlint.match.judgement import Verdict
from arxlint.metadata.paper import Paper
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.judging import disagrees
from arxlint_rules.wording import excerpt, listed, record_note

if TYPE_CHECKING:
    from arxlint.extract.model import Claim, Facts, Mention
    from arxlint.rule import Context

_PAPER: Final = Paper(
    "1706.03762",
    "Attention Is All You Need",
    authors=("Ashish Vaswani", "Noam Shazeer", "Niki Parmar", "Jakob Uszkoreit"),
    as_of="2026-08-22",
)
_LEAD: Final = re.compile(r"\s*(?:\[[^\]]{0,12}\]|[-*•]|[0-9]{1,3}[.)])\s*")
_APART: Final = re.compile(r"[\s,;&，、*_]+")
_JOINTS: Final = frozenset("and et al und y van von der den de la le da di du dos el bin ten ter".split())


class MismatchedAuthor(Rule):
    """The authors named are not the paper's.

    ## What it does
    Compares the surnames given beside an identifier with the paper's authors, whatever their order,
    initials, accents and "et al.". It reports if hardly any of them is among the authors, or if the one named
    before "et al." is not the first of them; as a note, if one of a list of full names is not. Where the
    title is another paper's as well, that is reported instead (`mismatched-label`).

    ## Why is this bad?
    The wrong people get the credit, and often the identifier is wrong too: authors are easily shifted
    between neighbouring entries.

    ## Example
    ```markdown
    "Attention Is All You Need" (Smith et al., 2017), arXiv:1706.03762
    ```

    ## How to fix
    Copy the authors from the paper, or correct the identifier.
    """

    code = "ARX304"
    name = "mismatched-author"
    severity = Severity.WARNING
    needs = Needs.METADATA
    examples = (
        Bad(
            '"Attention Is All You Need" (Smith et al., 2017), arXiv:1706.03762\n',
            at="Smith et al",
            papers=(_PAPER,),
        ),
        Bad(
            '"Attention Is All You Need" (Parmar et al., 2017), arXiv:1706.03762\n',
            at="Parmar et al",
            papers=(_PAPER,),
        ),
        Bad(
            "[1] Ashish Vaswani, Noam Jones, Niki Parmar. Attention Is All You Need. arXiv:1706.03762\n",
            at="Ashish Vaswani, Noam Jones, Niki Parmar",
            papers=(_PAPER,),
        ),
        Good('"Attention Is All You Need" (Vaswani et al., 2017), arXiv:1706.03762\n', papers=(_PAPER,)),
        Good(
            '"Attention Is All You Need" (N. Shazeer and A. Vaswani, 2017), arXiv:1706.03762\n',
            papers=(_PAPER,),
        ),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        seen: set[tuple[str, int]] = set()
        for mention in document.mentions:
            for claim in mention.claims:
                if claim.kind != ClaimKind.AUTHORS or (mention.id, claim.start) in seen:
                    continue
                seen.add((mention.id, claim.start))
                paper = ctx.paper(mention.id)
                written = _LEAD.sub("", claim.value)
                if paper is None or not _are_names(written) or disagrees(ctx.assess(mention)):
                    continue
                if any("\\" in author for author in paper.authors):
                    continue  # escapes that the record's source left in
                yield from self._judge(claim, written, paper, mention, document)

    def _judge(
        self, claim: Claim, written: str, paper: Paper, mention: Mention, document: Facts
    ) -> Iterator[Diagnostic]:
        named = compare(written, paper.authors)
        place = place_of_first(written, paper.authors)
        severity, confidence = None, named.confidence
        if named.verdict is Verdict.DISAGREES and confidence is not Confidence.LOW:
            message = f"{mention.id} is not by “{excerpt(claim.value, 60)}”, it is by {listed(paper.authors)}"
            note = (
                f"{named.matched} of the {named.named} named are among its authors"
                if named.named > 1
                else named.detail
            )
            mark = "not among the authors"
        elif place >= 1:
            message = f"{mention.id} is by {listed(paper.authors)}, not by “{excerpt(claim.value, 60)}”"
            note, mark = f"that author is number {place + 1} in its list", "not the first author"
            # The second may share the first place.
            severity = Severity.NOTE if place == 1 else None
            confidence = Confidence.LOW if place == 1 else Confidence.MEDIUM
        elif others := strangers(written, paper.authors):
            who = listed([other.title() for other in others])
            message = f"{who} {'is' if len(others) == 1 else 'are'} not among the authors of {mention.id}"
            note, mark = f"it is by {listed(paper.authors)}", "not all among the authors"
            severity, confidence = Severity.NOTE, Confidence.LOW
        else:
            return
        yield self.diagnostic(
            document.path,
            (claim.start, claim.end),
            message,
            span_label=mark,
            help="copy the authors from the paper, or correct the identifier",
            notes=(note, record_note(paper)),
            paper=mention.id,
            related=[Related(document.path, mention.start, mention.end, "cited here")],
            severity=severity,
            confidence=confidence,
        )


def _are_names(text: str) -> bool:
    """Tell whether a text is names and what joins them: whatever else stands there was not read rightly."""
    words = [word.strip(".") for word in _APART.split(text) if word.strip(".")]
    if any(word.endswith("-AI") for word in words):
        return False
    return all(word in _JOINTS or (word[0].isalpha() and not word[0].islower()) for word in words)
