"""Judge whether what an author calls a paper agrees with what arXiv calls it.

The procedure, in order; every title that the paper has ever had counts, the best one decides:

1. *Equal* once folded: ``same-title``.
2. Is it a claim at all?  If not, UNKNOWN with the reason (``utility``, ``number``, ``pointer``,
   ``citation``, ``prose``, ``other-script``, ``other-language``, ``empty``), unless the title stands in it
   (``contains-title``).
3. A **title** agrees if it is the title cut short (``truncated``), its beginning (``shortened``), its name
   (``name``) or subtitle (``subtitle``) alone, the title with a name in front (``name-added``) or a subtitle
   behind (``subtitle-added``), or the title but for slips, function words and spelling (``slip``).
   It disagrees if the name before the colon is another version, part or dimension (``name-differs``:
   "SAM-Med2D", "CaloFlow II", "LP++"), if it is another name over the same subtitle (``other-name``), if
   telling words were replaced (``altered-title``) or if the titles share too little (``other-title``).
   How much they share is weighed by how much each word tells (``vocabulary``) and only grades the
   confidence: right titles share as little as a quarter (renamed papers), wrong ones nearly all.
4. A **name** agrees if it is the paper's name, a word of its title (``name-in-title``), an acronym of title
   words (``acronym``) or a coined word of the abstract (``name-in-abstract``).  It disagrees if it is the
   paper's name with another mark (``name-differs``).  A name found nowhere is UNKNOWN: papers are known
   under names that their titles lack (CLIP, ResNet).  ``unsupported-name``: the abstract lacks it too;
   ``unverified-name``: there is no abstract to look in.
5. A **description** is judged by its telling words in Latin script: most in the title, it agrees
   (``words-in-title``); three or more and none in title or abstract, it disagrees (``nothing-shared``).

Authors who are the paper's soften a disagreement (the paper may have been renamed), a weak label never
disagrees with more than low confidence.  Confidence speaks of the verdict; what may be made of it is
decided in ``arxlint.match.evidence``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from arxlint.diagnostic import Confidence
from arxlint.extract.model import Strength
from arxlint.match.claims import LONGEST, Claim, Shape, claim_of, is_title_like, trim
from arxlint.match.judgement import Judgement, Verdict, agrees, unknown
from arxlint.match.name_claims import judge_description, judge_name
from arxlint.match.normalise import fold, split_head
from arxlint.match.title_claims import judge_title
from arxlint.match.titles import Title, editions, take_apart
from arxlint.metadata.paper import Paper

_NOT_A_CLAIM: Final = {
    "empty": "there are no words in it",
    "utility": "it says what or where the document is, not how it is called",
    "number": "it holds numbers only",
    "pointer": "it points into the paper",
    "citation": "it names authors and a year",
    "prose": "it is a sentence, not a title",
    "other-script": "it has no telling word in Latin script",
    "other-language": "it is in another language than the title",
}


_BY_SHAPE: Final = {
    Shape.TITLE: judge_title,
    Shape.NAME: judge_name,
    Shape.DESCRIPTION: judge_description,
}


def judge(
    label: str,
    kind: str,
    paper: Paper,
    *,
    strength: int = Strength.STRONG,
    authors: Sequence[str] | str | None = None,
) -> Judgement:
    """Return whether ``label`` is how ``paper`` is called.

    ``kind`` is a ``LabelKind`` or ``LINK_TEXT``; ``strength`` says how firmly the label's place binds it.
    ``authors`` are those named beside the label.  See the module for the procedure and the reasons.
    """
    label = label[:LONGEST]
    key = fold(label)
    # Before anything is taken apart: mostly the label is the title, or the name that it begins with.
    if key and any(fold(known) == key for known in paper.titles):
        return agrees(Confidence.HIGH, "same-title", "it is the paper's title")
    if key and any((parts := split_head(known)) and fold(parts[0]) == key for known in paper.titles):
        return agrees(Confidence.HIGH, "name", "it is the name that the title begins with")
    titles = [title for known in paper.titles if known.strip() for title in editions(known)]
    if not titles:
        return unknown("untitled", "the record has no title")
    for title in titles:
        if title.key == key and key:
            return agrees(Confidence.HIGH, "same-title", "it is the paper's title")
    claim = claim_of(label, kind)
    claimed = fold(claim.text)
    whole = trim(label)
    keys = (key, claimed, fold(whole)) if whole != claim.text else (key, claimed)
    for title in titles:
        if title.key and title.key in keys:
            return agrees(Confidence.HIGH, "same-title", "it is the paper's title")
    for title in titles:
        if title.head_key and title.head_key in keys:
            return agrees(Confidence.HIGH, "name", "it is the name that the title begins with")
    if claim.shape is Shape.NOTHING or len(claim.words) > 8:
        for title in titles:
            if _contains(label, title):
                return agrees(Confidence.MEDIUM, "contains-title", "the paper's title stands in it")
    if claim.shape is Shape.NOTHING:
        if claim.words:  # words enough to be a title after all
            for title in titles:
                found = judge_title(claim, title, paper)
                if found.verdict is Verdict.AGREES:
                    return found
        return unknown(claim.reason, _NOT_A_CLAIM[claim.reason])
    by_shape: Callable[[Claim, Title, Paper], Judgement] = _BY_SHAPE[claim.shape]
    readings = [claim]
    if whole != claim.text and claim.shape is not Shape.DESCRIPTION:
        readings.append(claim._replace(text=whole))  # the bracket or the year may belong to the title
    best = max((by_shape(one, title, paper) for title in titles for one in readings), key=_favour)
    if best.verdict is not Verdict.DISAGREES:
        return best
    if _names_authors(label, paper):
        return unknown("citation", _NOT_A_CLAIM["citation"])
    if not authors and best.reason == "other-title" and not is_title_like(claim.text):
        best = best._replace(confidence=Confidence.LOW)  # as likely a phrase of running text
    return _weigh(best, label, paper, strength, authors)


def _favour(judgement: Judgement) -> tuple[int, int, float]:
    """Order judgements by what speaks for the author."""
    verdict = (Verdict.DISAGREES, Verdict.UNKNOWN, Verdict.AGREES).index(judgement.verdict)
    confidence = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH).index(judgement.confidence)
    return verdict, -confidence if verdict == 0 else confidence, judgement.overlap


def _names_authors(label: str, paper: Paper) -> bool:
    """Whether a label is a list of the paper's authors."""
    if not paper.authors or not any(mark in label for mark in (",", " and ", "&", "·", ";", "、")):
        return False
    from arxlint.match import authors as names_of_authors

    named = names_of_authors.compare(label, paper.authors)
    return named.matched >= 2 and 2 * named.matched >= named.named


def _is_short(found: Judgement, label: str) -> bool:
    title = take_apart(label)
    return found.reason == "other-title" and len(title.content) <= 4 and title.rest is None


def _weigh(
    found: Judgement, label: str, paper: Paper, strength: int, authors: Sequence[str] | str | None
) -> Judgement:
    """Lower the confidence of a disagreement where the authors are right or the label binds loosely."""
    confidence = found.confidence
    detail = found.detail
    if authors and found.reason != "name-differs":
        from arxlint.match import authors as names_of_authors  # most labels name none

        named = names_of_authors.compare(authors, paper.authors)
        if named.verdict is Verdict.AGREES and named.confidence is Confidence.HIGH:
            confidence = Confidence.LOW
            detail += ", but the authors are right (it may have been renamed)"
    if strength <= Strength.WEAK or (strength < Strength.STRONG and _is_short(found, label)):
        confidence = Confidence.LOW
    return found._replace(confidence=confidence, detail=detail)


def _contains(label: str, title: Title) -> bool:
    """Whether the title stands in a longer text, set off by punctuation on both sides."""
    if len(title.key) < 12 or len(title.words) < 2:
        return False
    text, wanted = label.lower(), title.text.lower()
    at = text.find(wanted)
    if at < 0:
        return False
    before, after = text[:at].rstrip(), text[at + len(wanted) :].lstrip()
    return not (before and before[-1].isalnum()) and not (after and after[0].isalnum())
