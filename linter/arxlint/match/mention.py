"""Judge all that is said at one mention: its labels together, with the authors and the year beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Severity
from arxlint.extract.model import ClaimKind, Label, LabelKind, Mention, Strength
from arxlint.match import authors as names_of_authors
from arxlint.match.evidence import Assessment, assess, whole_title
from arxlint.match.judgement import LINK_TEXT, Verdict
from arxlint.match.owners import Owner, find
from arxlint.system.records import NamedTuple

if TYPE_CHECKING:
    from arxlint.metadata.paper import Paper, PaperStore

_CONFIDENCES: Final = (Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW)
# A description shares words with many papers of its topic: no proof that this one is meant.
_LOOSE: Final = frozenset({"words-in-title", "contains-title"})


class MentionAssessment(NamedTuple):
    """What may be said of a mention: the label that decides, and the assessment of that label."""

    label: Label
    verdict: Verdict
    ceiling: Severity
    confidence: Confidence
    suggestion: Paper | None
    grounds: tuple[str, ...]
    reason: str
    """The judgement's reason code (``arxlint.match.compare``)."""


def assess_mention(mention: Mention, paper: Paper, store: PaperStore) -> MentionAssessment | None:
    """Judge a mention's labels against its paper; None if it has no labels.

    One label that agrees speaks for the mention, whatever the others say: an entry may name its paper and
    compare it with another.  Only a description that agrees does not outweigh a title or name that does not.
    Otherwise the gravest disagreement decides.
    """
    authors, year = stated(mention)
    judged = [
        (
            label,
            assess(label.text, kind_of(label), paper, store, authors, year, strength=label.strength),
        )
        for label in mention.labels
    ]
    if not judged:
        return None
    for verdict, pool in (
        (Verdict.AGREES, [one for one in judged if one[1].judgement.reason not in _LOOSE]),
        (Verdict.DISAGREES, judged),
        (Verdict.AGREES, judged),
    ):
        fitting = [one for one in pool if one[1].verdict is verdict]
        if fitting:
            return _of(*min(fitting, key=_gravity))
    # Of what cannot be told, an unsupported name is what a rule may want to know.
    return _of(*min(judged, key=lambda one: one[1].judgement.reason != "unsupported-name"))


def assess_unrecorded(mention: Mention, store: PaperStore) -> MentionAssessment | None:
    """Judge a mention whose paper no record describes; None if nothing can be said.

    A whole title that is exactly another paper's, long enough to be nobody else's by chance, tells without
    the record of the cited paper.
    """
    authors, _ = stated(mention)
    for label in mention.labels:
        if label.strength <= Strength.WEAK or label.kind == LabelKind.DESCRIPTION:
            continue
        owner = whole_title(label.text, mention.id, store, long=True)
        if owner is None:
            continue
        if authors and names_of_authors.compare(authors, owner.authors).verdict is Verdict.DISAGREES:
            continue
        grounds = (f"it is exactly the title of {owner.id}", f"no record of {mention.id} is at hand")
        return MentionAssessment(
            label, Verdict.DISAGREES, Severity.ERROR, Confidence.MEDIUM, owner, grounds, "title-of-another"
        )
    return None


def _gravity(one: tuple[Label, Assessment]) -> tuple[int, int, int]:
    label, found = one
    return found.ceiling.rank, _CONFIDENCES.index(found.confidence), -label.strength


def _of(label: Label, found: Assessment) -> MentionAssessment:
    return MentionAssessment(
        label,
        found.verdict,
        found.ceiling,
        found.confidence,
        found.suggestion,
        found.grounds,
        found.judgement.reason,
    )


def paper_meant(mention: Mention, store: PaperStore) -> Owner | None:
    """Return the one paper that a mention's labels name, whatever its identifier; None if that is unclear."""
    authors, year = stated(mention)
    for label in mention.labels:
        if label.strength > Strength.WEAK:
            owners = [
                owner
                for owner in find(label.text, kind_of(label), store, authors=authors, year=year)
                if owner.how in ("title", "name")
            ]
            if len(owners) == 1:
                return owners[0]
    return None


def kind_of(label: Label) -> str:
    """Return a label's kind for ``arxlint.match``: the text of a link may be anything."""
    return LINK_TEXT if label.origin == "link-text" else label.kind


def stated(mention: Mention) -> tuple[str | None, int | None]:
    """Return the authors and the year that are stated beside a mention."""
    authors, year = None, None
    for claim in mention.claims:
        if claim.kind == ClaimKind.AUTHORS and authors is None:
            authors = claim.value
        elif claim.kind == ClaimKind.YEAR and year is None and claim.value.isdecimal():
            year = int(claim.value)
    return authors, year
