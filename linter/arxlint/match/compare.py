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
from arxlint.match import names
from arxlint.match.claims import Claim, Shape, claim_of, is_latin, is_title_like, trim
from arxlint.match.judgement import Judgement, Verdict
from arxlint.match.normalise import fold
from arxlint.match.titles import Title, covered, is_cut_of, is_near, shared_weight, spell_out, take_apart
from arxlint.match.vocabulary import RARE, weight
from arxlint.metadata.paper import Paper

HIGH: Final = Confidence.HIGH
MEDIUM: Final = Confidence.MEDIUM
LOW: Final = Confidence.LOW

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


def _agrees(confidence: Confidence, reason: str, detail: str, overlap: float = 1.0) -> Judgement:
    return Judgement(Verdict.AGREES, confidence, reason, detail, overlap)


def _disagrees(confidence: Confidence, reason: str, detail: str, overlap: float) -> Judgement:
    return Judgement(Verdict.DISAGREES, confidence, reason, detail, overlap)


def _unknown(reason: str, detail: str, overlap: float = 0.0) -> Judgement:
    return Judgement(Verdict.UNKNOWN, LOW, reason, detail, overlap)


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
    titles = [take_apart(title) for title in paper.titles if title.strip()]
    if not titles:
        return _unknown("untitled", "the record has no title")
    key = fold(label)
    for title in titles:
        if title.key == key and key:
            return _agrees(HIGH, "same-title", "it is the paper's title")
    claim = claim_of(label, kind)
    claimed = fold(claim.text)
    whole = trim(label)
    keys = (key, claimed, fold(whole)) if whole != claim.text else (key, claimed)
    for title in titles:
        if title.key and title.key in keys:
            return _agrees(HIGH, "same-title", "it is the paper's title")
    for title in titles:
        if title.head_key and title.head_key in keys:
            return _agrees(HIGH, "name", "it is the name that the title begins with")
    if claim.shape is Shape.NOTHING or len(claim.words) > 8:
        for title in titles:
            if _contains(label, title):
                return _agrees(MEDIUM, "contains-title", "the paper's title stands in it")
    if claim.shape is Shape.NOTHING:
        if claim.words:  # words enough to be a title after all
            for title in titles:
                found = _judge_title(claim, title, paper)
                if found.verdict is Verdict.AGREES:
                    return found
        return _unknown(claim.reason, _NOT_A_CLAIM[claim.reason])
    by_shape: Callable[[Claim, Title, Paper], Judgement] = _BY_SHAPE[claim.shape]
    readings = [claim]
    if whole != claim.text and claim.shape is not Shape.DESCRIPTION:
        readings.append(claim._replace(text=whole))  # the bracket or the year may belong to the title
    best = max((by_shape(one, title, paper) for title in titles for one in readings), key=_favour)
    if best.verdict is not Verdict.DISAGREES:
        return best
    if _names_authors(label, paper):
        return _unknown("citation", _NOT_A_CLAIM["citation"])
    return _weigh(best, paper, strength, authors)


def _favour(judgement: Judgement) -> tuple[int, int, float]:
    """Order judgements by what speaks for the author."""
    verdict = (Verdict.DISAGREES, Verdict.UNKNOWN, Verdict.AGREES).index(judgement.verdict)
    confidence = (LOW, MEDIUM, HIGH).index(judgement.confidence)
    return verdict, -confidence if verdict == 0 else confidence, judgement.overlap


def _names_authors(label: str, paper: Paper) -> bool:
    """Whether a label is a list of the paper's authors."""
    if not paper.authors or ("," not in label and " and " not in label and "&" not in label):
        return False
    from arxlint.match import authors as names_of_authors

    named = names_of_authors.compare(label, paper.authors)
    return named.matched >= 2 and 2 * named.matched >= named.named


def _weigh(found: Judgement, paper: Paper, strength: int, authors: Sequence[str] | str | None) -> Judgement:
    """Lower the confidence of a disagreement where the authors are right or the label binds loosely."""
    confidence = found.confidence
    detail = found.detail
    if authors and found.reason != "name-differs":
        from arxlint.match import authors as names_of_authors  # most labels name none

        named = names_of_authors.compare(authors, paper.authors)
        if named.verdict is Verdict.AGREES and named.confidence is HIGH:
            confidence = LOW
            detail += ", but the authors are right (it may have been renamed)"
    if strength <= Strength.WEAK:
        confidence = LOW
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


# Titles


def _same(label: Title, title: Title, least: float) -> Judgement | None:
    """Return an agreement if one is the other, cut, shortened to ``least`` of its weight, or with slips."""
    if label.key == title.key:
        return _agrees(HIGH, "same-title", "it is the paper's title")
    if is_cut_of(label.text, title):
        return _agrees(HIGH, "truncated", "it is the paper's title cut short")
    if covered(label, title) >= least and len(label.words) >= 2:
        if title.words[: len(label.words)] != label.words:
            return _unknown(
                "cut-inside-word", "the paper's title begins so, but the last word is another", 1.0
            )
        return _agrees(MEDIUM, "shortened", "it is the beginning of the paper's title")
    if is_near(label, title) or _is_abbreviated(label, title):
        return _agrees(MEDIUM, "slip", "it is the paper's title but for small slips")
    return None


def _is_abbreviated(label: Title, title: Title) -> bool:
    """Whether one is the other with acronyms for some of its words ("LLMs")."""
    if len(label.words) == len(title.words) or min(len(label.words), len(title.words)) < 4:
        return False
    short, full = (label, title) if len(label.words) < len(title.words) else (title, label)
    spelt = spell_out(short, full)
    return spelt is not short and (spelt.key == full.key or is_near(spelt, full))


def _judge_title(claim: Claim, title: Title, paper: Paper) -> Judgement:
    label = take_apart(claim.text)
    found = _same(label, title, 0.7)
    if found is not None:
        return found
    name = names.own_name(title)
    rest = title.rest
    if rest is not None and label.key == title.head_key:
        return _agrees(HIGH, "name", "it is the name that the title begins with")
    mine = tuple(take_apart(label.head).words) if label.head is not None else ()
    if names.is_variant(label.words, name) or (mine and names.is_variant(mine, name)):
        return _name_differs(label, title)
    while rest is not None:  # the title without its name, and without the name behind that
        if len(rest.words) >= 2:
            found = _same(label, rest, 0.7)
            if found is not None:
                return found._replace(reason="subtitle", detail="it is the subtitle of the paper")
        rest = rest.rest
    if len(label.content) >= 2 and names.occurs(label.words, title):
        if title.words[: len(label.words)] == label.words:
            return _unknown("beginning", "the paper's title begins so and goes on", 1.0)
        if len(label.content) >= 3:
            return _unknown("part-of-title", "the paper's title has these words, and more", 1.0)
    for check in (_judge_added, _judge_heads):
        found = check(label, title)
        if found is not None:
            return found
    if len(label.words) <= 3:
        found = _judge_name(claim, title, paper)
        begins = title.words[: len(label.words)] == label.words
        if found.reason == "name-differs" or (
            found.verdict is Verdict.AGREES and (begins or found.reason != "name-in-title")
        ):
            return found
    return _judge_overlap(claim, label, title, paper)


def _name_differs(label: Title, title: Title) -> Judgement:
    overlap = shared_weight(label, title) / (label.total or 1.0)
    both = names.marks(label.words)[1] and names.marks(title.words)[1]
    sure = label.rest is not None and title.rest is not None and label.rest.key == title.rest.key
    return _disagrees(
        HIGH if both or sure else MEDIUM if label.rest is not None else LOW,
        "name-differs",
        "its name differs from the paper's in a number, version, dimension or sign",
        overlap,
    )


def _judge_added(label: Title, title: Title) -> Judgement | None:
    """Judge a label that is the title with something in front or behind."""
    distinct = title.total >= 0.8 and len(title.words) >= 2
    if label.rest is not None and title.rest is None:
        found = _same(label.rest, title, 0.7) if distinct else None
        if found is not None:
            return _agrees(MEDIUM, "name-added", "it is the paper's title behind a name")
        if label.head_key == title.key and (distinct or title.total >= RARE):
            return _agrees(MEDIUM, "subtitle-added", "it is the paper's title with a subtitle")
    count = len(label.words) - len(title.words)
    if 1 <= count <= 2 and len(title.words) >= 4 and label.words[count:] == title.words:
        front = label.words[:count]
        if any(weight(word) >= RARE for word in front):  # a common word makes another title of it
            return _agrees(MEDIUM, "name-added", "it is the paper's title behind a name")
    return None


def _judge_heads(label: Title, title: Title) -> Judgement | None:
    """Judge two titles with a name before the colon each."""
    if label.rest is None or title.rest is None:
        return None
    overlap = shared_weight(label, title) / (label.total or 1.0)
    if label.head_key == title.head_key:
        found = _same(label.rest, title.rest, 0.5)
        if found is not None:
            return found._replace(overlap=overlap)
        if names.own_name(title):
            return _disagrees(LOW, "altered-title", "its name is the paper's, its subtitle is not", overlap)
        return None
    if label.rest.key != title.rest.key and not is_near(label.rest, title.rest):
        return None
    if names.is_misspelt(label.head_key, title.head_key):
        return _agrees(MEDIUM, "slip", "it is the paper's title but for small slips", overlap)
    if names.is_same_name(tuple(take_apart(label.head or "").words), names.own_name(title)):
        return _agrees(MEDIUM, "slip", "it is the paper's title but for small slips", overlap)
    return _disagrees(LOW, "other-name", "its subtitle is the paper's, its name is not", overlap)


def _judge_overlap(claim: Claim, label: Title, title: Title, paper: Paper) -> Judgement:
    """Grade a title that is not the paper's by how much it shares with it."""
    total = label.total or 1.0
    shared = shared_weight(label, title)
    overlap = min(1.0, shared / total)
    smaller = min(total, title.total) or 1.0
    share = min(1.0, max(shared, shared_weight(title, label)) / smaller)
    abstract = paper.abstract_words
    if abstract:
        name = names.own_name(label)
        if name and not names.is_generic(name) and all(word in abstract for word in name):
            return _unknown("name-in-abstract", "its name occurs in the abstract", overlap)
    own = names.own_name(title)
    if own and names.coined_name(title) and names.has_name(label.words, own):
        return _unknown("has-name", "the paper's name stands in it", overlap)
    if len(label.content) <= 1 or (label.total < 0.8 and len(label.content) <= 3):
        return _unknown("too-general", "its words are too few and too common to tell", overlap)
    if share >= 0.6:
        return _disagrees(LOW, "altered-title", "words of the paper's title are replaced or missing", overlap)
    confidence = HIGH if share < 0.3 else LOW if shared >= 1.5 else MEDIUM
    if not is_title_like(claim.text) or (len(label.content) <= 4 and label.rest is None):
        confidence = LOW  # the name of a method or notion, or running text, as likely as a title
    if abstract and confidence is HIGH:
        known = sum(weight(word) for word in label.content if word in abstract)
        if known >= 0.8 * total:
            confidence = LOW
    return _disagrees(confidence, "other-title", "it shares too little with the paper's title", overlap)


# Names and descriptions


def _judge_name(claim: Claim, title: Title, paper: Paper) -> Judgement:
    if is_cut_of(claim.text, title):
        return _agrees(HIGH, "truncated", "it is the paper's title cut short")
    own = names.own_name(title)
    offered = names.alternatives(claim.text)
    abstract = paper.abstract_words or frozenset()
    for name in offered:
        if (title.head_key and "".join(name) == title.head_key) or names.is_same_name(name, own):
            return _agrees(HIGH, "name", "it is the name that the title begins with")
    for name in offered:
        if own and names.is_variant(name, own):
            both = names.marks(name)[1] and names.marks(own)[1]
            return _disagrees(
                HIGH if both else LOW,
                "name-differs",
                "it differs from the paper's name in a number, version, dimension or sign",
                0.5,
            )
    for name in offered:
        if names.occurs(name, title):
            return _judge_occurring(name, own, title)
    if names.is_acronym(claim.text, title):
        return _agrees(MEDIUM, "acronym", "it is an acronym of words of the title")
    for name in offered:
        if abstract and not names.is_generic(name) and all(word in abstract for word in name):
            return _agrees(LOW, "name-in-abstract", "the abstract has it")
    label = take_apart(" ".join(offered[0]))
    overlap = min(1.0, shared_weight(label, title) / (label.total or 1.0))
    if own and names.is_misspelt("".join(offered[0]), "".join(own)):
        return _agrees(LOW, "slip", "it is the paper's name but for a slip")
    if len(label.content) >= 2 and overlap > 0.99:
        return _agrees(LOW, "words-in-title", "the title has its words")
    if names.is_generic(label.content):
        return _unknown("too-general", "its words are too few and too common to tell", overlap)
    if _is_foreign_topic(label, overlap, abstract):
        return _nothing_shared(abstract, overlap)
    if abstract:
        return _unknown("unsupported-name", "neither the title nor the abstract has it", overlap)
    return _unknown("unverified-name", "the title does not have it", overlap)


def _judge_occurring(name: tuple[str, ...], own: tuple[str, ...], title: Title) -> Judgement:
    """Judge a name that stands in the title without being the one that it begins with."""
    if own and len((title.head or "").split()) == 1 and len(own) > len(name) and own[: len(name)] == name:
        return _unknown("part-of-name", "the paper's name goes on behind it", 0.5)
    if names.is_generic(name) and len(name) < 2:
        return _unknown("too-general", "its words are too few and too common to tell", 0.5)
    return _agrees(LOW if own else MEDIUM, "name-in-title", "the title has it")


def _is_foreign_topic(label: Title, overlap: float, abstract: frozenset[str]) -> bool:
    """Whether a label names a topic in common words of which neither title nor abstract has any.

    Two such words are needed where the abstract is known, three where it is not.
    """
    telling = names.topical(label.content)
    if overlap > 0 or len(telling) < (2 if abstract else 3):
        return False
    return not any(word in abstract for word in label.content)


def _nothing_shared(abstract: frozenset[str], overlap: float) -> Judgement:
    where = "title or abstract" if abstract else "title"
    return _disagrees(LOW, "nothing-shared", f"none of its words is in the {where}", overlap)


def _judge_description(claim: Claim, title: Title, paper: Paper) -> Judgement:
    telling = " ".join(word for word in claim.words if is_latin(word))
    label = take_apart(telling)
    own = names.own_name(title)
    if own and not names.is_generic(own) and names.has_name(claim.words, own):
        return _agrees(MEDIUM, "name", "it has the paper's name")
    overlap = min(1.0, shared_weight(label, title) / (label.total or 1.0))
    if overlap >= 0.5 and label.total >= 0.4:
        return _agrees(LOW, "words-in-title", "the title has most of its telling words", overlap)
    abstract = paper.abstract_words or frozenset()
    if _is_foreign_topic(label, overlap, abstract):
        return _nothing_shared(abstract, overlap)
    return _unknown("too-general", "its words are too few and too common to tell", overlap)


_BY_SHAPE: Final = {
    Shape.TITLE: _judge_title,
    Shape.NAME: _judge_name,
    Shape.DESCRIPTION: _judge_description,
}
