"""ARX302 shared-identifier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Severity
from arxlint.ledger import LabelPlace
from arxlint.match.normalise import name_key
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.label.names import (
    MOST_RIVALS,
    MOST_USE,
    UNDECIDED,
    USED_FIRST,
    Usage,
    firm,
    incompatible,
    most_trusted,
)
from arxlint_rules.wording import cited_here, excerpt, shown

if TYPE_CHECKING:
    from arxlint.ledger import Place
    from arxlint.rule import Context


_GROUNDS: Final = {
    MOST_USE: "the other name is believed because most use it so",
    USED_FIRST: "the other name is believed because it was used so first",
    UNDECIDED: "nothing tells which name is right",
}


class SharedIdentifier(Rule):
    """One identifier stands beside names of different papers.

    ## What it does
    Finds identifiers that go by names or titles which cannot be of one paper: two coined names, or titles
    without a telling word in common. Names in other languages, descriptions and shortened titles are no
    contradiction. Where arXiv's record of the paper is at hand, it says which name is wrong, and
    `mismatched-label` reports that; this rule is for papers without a record.

    ## Why is this bad?
    At most one of the names is this paper's. Typically the identifier was copied from the entry above.

    ## Example
    ```markdown
    - **RestoreKV**, arXiv:2608.14192
    - **ARCHead**, arXiv:2608.14192
    ```

    ## How to fix
    Look both papers up by their names and correct the identifiers.
    """

    code = "ARX302"
    name = "shared-identifier"
    severity = Severity.ERROR
    confidence = Confidence.MEDIUM
    needs = Needs.CORPUS
    examples = (
        Bad("- **RestoreKV**, arXiv:2608.14192\n- **ARCHead**, arXiv:2608.14192\n", at="2608.14192", nth=2),
        Bad(
            "- **ARCHead**, arXiv:2608.14192\n",
            at="2608.14192",
            path="inbox/tom/2026-08-20-radar.md",
            files=(("inbox/jay/2026-08-19-radar.md", "- **RestoreKV**, arXiv:2608.14192\n"),),
        ),
        Good("- **RestoreKV**, arXiv:2608.14192\n- **RestoreKV++: More**, arXiv:2608.14192\n"),
        Good("- **RestoreKV**, arXiv:2608.14192\n- 恢复式压缩新路线, arXiv:2608.14192\n"),
        Good("- **CLIP**, arXiv:2103.99990\n- *Learning Transferable Visual Models*, arXiv:2103.99990\n"),
    )

    def check_paper(self, paper: str, places: Sequence[Place], ctx: Context) -> Iterator[Diagnostic]:
        if ctx.paper(paper) is not None or ctx.absent(paper) is not None:
            return
        camps: list[list[LabelPlace]] = []
        for one in _labelled(places, ctx):
            for camp in camps:
                if not all(_opposed(one.place, other.place) for other in camp):
                    camp.append(one)
                    break
            else:
                camps.append([one])
        # Between the first two camps every pair is opposed by construction; more of them is a muddle
        # of short names that says nothing.
        if len(camps) != 2:
            return
        sides = [
            Usage(f"“{excerpt(camp[0].label.text, 50)}”", tuple(one.place for one in camp)) for camp in camps
        ]
        best, ground = most_trusted(sides)
        right, wrong = (0, 1) if best is sides[0] else (1, 0)
        if not ground:
            right, wrong = (0, 1) if _written_first(camps[0], camps[1]) else (1, 0)
        if any(self._known_otherwise(one, paper, ctx) for one in camps[wrong]):
            return
        told = ", ".join(side.told() for side in sides)
        first: dict[str, LabelPlace] = {}
        for one in camps[wrong]:
            first.setdefault(one.place.path, one)
        name = excerpt(camps[right][0].label.text, 60)
        for one in first.values():
            yield self.diagnostic(
                one.place.path,
                (one.place.mention.start, one.place.mention.end),
                f"`{paper}` is “{excerpt(one.label.text, 60)}” here and “{name}” elsewhere",
                span_label="two names, one identifier",
                help="look both papers up by their names and correct the identifier that is wrong",
                notes=(f"{_GROUNDS[ground]}: {told}", f"no record of {paper} is at hand"),
                paper=paper,
                label=one.label.text,
                related=shown(
                    [
                        cited_here(other.place, f"called “{excerpt(other.label.text, 50)}” here")
                        for other in camps[right]
                    ]
                ),
            )

    def _known_otherwise(self, one: LabelPlace, paper: str, ctx: Context) -> bool:
        """Tell whether the name is known under another identifier: then ARX301 reports it, with that one."""
        return any(
            other.place.mention.id != paper and firm(other.label)
            for other in ctx.ledger.labelled(name_key(one.label.text))
        )


def _labelled(places: Sequence[Place], ctx: Context) -> list[LabelPlace]:
    """Return each place with its firmest label, places without a firm one left out.

    What stands beside many papers (a venue, a class, a column) names none of them.
    """
    found = []
    for place in places:
        labels = [label for label in place.mention.labels if firm(label)]
        best = max(labels, key=lambda label: label.strength) if labels else None
        if best is not None:
            alike = ctx.ledger.labelled(name_key(best.text))
            if len({other.place.mention.id for other in alike}) <= MOST_RIVALS:
                found.append(LabelPlace(place, best))
    return found


def _opposed(one: Place, other: Place) -> bool:
    """Tell whether all that two places call the paper is incompatible; one word in common reconciles them."""
    mine = [label for label in one.mention.labels if firm(label)]
    theirs = [label for label in other.mention.labels if firm(label)]
    return bool(mine and theirs) and all(incompatible(a, b) for a in mine for b in theirs)


def _written_first(one: Sequence[LabelPlace], other: Sequence[LabelPlace]) -> bool:
    def when(places: Sequence[LabelPlace]) -> tuple[str, str, int]:
        first = places[0].place
        return first.date or "9", first.path, first.mention.start

    return when(one) <= when(other)
