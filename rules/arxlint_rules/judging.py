"""Reading an assessment: short questions that several rules ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Severity
from arxlint.extract.model import ClaimKind, LabelKind, Strength
from arxlint.match.claims import Shape, claim_of, is_title_like
from arxlint.match.judgement import Verdict
from arxlint.match.mention import kind_of
from arxlint.match.normalise import head, name_key
from arxlint.match.titles import take_apart

if TYPE_CHECKING:
    from collections.abc import Collection

    from arxlint.extract.model import Mention
    from arxlint.match.mention import MentionAssessment
    from arxlint.metadata.paper import Paper
    from arxlint.rule import Context


def agrees(found: MentionAssessment | None) -> bool:
    """Tell whether what stands at a mention is its paper's name or title."""
    return found is not None and found.verdict is Verdict.AGREES


def disagrees(found: MentionAssessment | None) -> bool:
    """Tell whether what stands at a mention is not its paper's (ARX303 reports it).

    What speaks against a label with low confidence is nothing to accuse its author of, unless there is a
    paper that the label does name.
    """
    return (
        found is not None
        and found.verdict is Verdict.DISAGREES
        and (found.suggestion is not None or (found.confidence is not Confidence.LOW and _is_own(found)))
    )


_LONG_TITLE: Final = 5
"""Telling words: phrases set in bold have fewer, titles that were altered have more."""


def is_retitled(found: MentionAssessment | None, mention: Mention) -> bool:
    """Tell whether a whole title stands at a mention that is near the paper's, but not it.

    Nothing to accuse the author of: most were the paper's own once.  But it is not what the paper is called.
    """
    if found is None or found.verdict is not Verdict.DISAGREES or found.suggestion is not None:
        return False
    label = found.label
    if label.kind != LabelKind.TITLE or label.strength <= Strength.WEAK or not _is_own(found):
        return False
    claim = claim_of(label.text, kind_of(label))
    if claim.shape is not Shape.TITLE or len(take_apart(claim.text).content) < _LONG_TITLE:
        return False
    # In a reference titles are written in small letters.
    referred = any(one.kind == ClaimKind.AUTHORS and one.end <= label.start for one in mention.claims)
    return is_title_like(claim.text) or referred or label.origin == "field"


def _is_own(found: MentionAssessment) -> bool:
    """Tell whether the label stands with the mention: a heading above may be about something else."""
    return found.label.origin not in ("heading", "line-above") or found.ceiling is Severity.ERROR


def in_doubt(found: MentionAssessment, ctx: Context) -> bool:
    """Tell whether a disagreement is weak by itself, but the name stands beside its owner elsewhere.

    Weak is also what is said of a name that the paper may go by, or of a paper of which no record is at
    hand.  Together that is proof enough: ARX301 reports it as an error, and ARX303 leaves it to that.
    """
    return (
        (
            found.confidence is Confidence.LOW
            or found.reason == "title-of-another"
            or (found.reason in _OPEN_NAMES and found.ceiling is not Severity.ERROR)
        )
        and found.suggestion is not None
        and any(
            place.place.mention.id == found.suggestion.id and place.label.strength > Strength.WEAK
            for name in dict.fromkeys((found.label.text, head(found.label.text) or found.label.text))
            for place in ctx.ledger.labelled(name_key(name))
        )
    )


def is_cited_as_itself(paper: str, besides: Collection[tuple[str, int]], ctx: Context) -> bool:
    """Tell whether the base cites a paper by its title, or the name in that.

    A paper that is cited under its own name and under another's is mixed up rather than known under both.
    ``besides`` are the entries (document and number) that do not count.
    """
    for place in ctx.ledger.mentions_of(paper)[:_LOOKED_AT]:
        if (place.path, place.mention.entry) not in besides:
            found = ctx.assess(place.mention)
            if found is not None and agrees(found) and found.reason in _BY_TITLE:
                return True
    return False


_OPEN_NAMES: Final = frozenset(("unverified-name", "unsupported-name"))
_LOOKED_AT: Final = 50
"""So many mentions of a paper are looked at, lest one cited everywhere cost too much."""
_BY_TITLE: Final = frozenset(
    ("same-title", "truncated", "shortened", "slip", "subtitle", "name", "name-added", "subtitle-added")
)


def unsupported(found: MentionAssessment | None) -> bool:
    """Tell whether a name stands in neither title nor abstract of its paper (ARX306 reports it)."""
    return found is not None and found.verdict is Verdict.UNKNOWN and found.reason == "unsupported-name"


def may_have_been_renamed(paper: Paper) -> bool:
    """Tell whether a paper may have had titles that the record does not know.

    Retitling is the commonest reason for which a right identifier seems wrong.
    """
    known = {version.number for version in paper.versions if version.title}
    return not (paper.versions_complete and known >= set(range(1, paper.latest)))
