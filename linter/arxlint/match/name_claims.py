"""Judge labels that are names or descriptions (see ``compare`` for the whole procedure)."""

from __future__ import annotations

from arxlint.diagnostic import Confidence
from arxlint.match import names
from arxlint.match.claims import Claim, is_latin
from arxlint.match.judgement import Judgement, agrees, disagrees, unknown
from arxlint.match.titles import Title, is_cut_of, shared_weight, take_apart
from arxlint.metadata.paper import Paper


def judge_name(claim: Claim, title: Title, paper: Paper) -> Judgement:
    """Return whether a name is that of the paper with this title."""
    if is_cut_of(claim.text, title):
        return agrees(Confidence.HIGH, "truncated", "it is the paper's title cut short")
    own = names.own_name(title)
    offered = names.alternatives(claim.text)
    abstract = paper.abstract_words or frozenset()
    for name in offered:
        if (title.head_key and "".join(name) == title.head_key) or names.is_same_name(name, own):
            return agrees(Confidence.HIGH, "name", "it is the name that the title begins with")
    for name in offered:
        if own and names.is_variant(name, own):
            both = names.marks(name)[1] and names.marks(own)[1]
            return disagrees(
                Confidence.HIGH if both else Confidence.LOW,
                "name-differs",
                "it differs from the paper's name in a number, version, dimension or sign",
                0.5,
            )
    for name in offered:
        if names.occurs(name, title):
            return _judge_occurring(name, own, title)
    if names.is_acronym(claim.text, title):
        return agrees(Confidence.MEDIUM, "acronym", "it is an acronym of words of the title")
    for name in offered:
        if abstract and not names.is_generic(name) and all(word in abstract for word in name):
            return agrees(Confidence.LOW, "name-in-abstract", "the abstract has it")
    label = take_apart(" ".join(offered[0]))
    overlap = min(1.0, shared_weight(label, title) / (label.total or 1.0))
    if own and names.is_misspelt("".join(offered[0]), "".join(own)):
        return agrees(Confidence.LOW, "slip", "it is the paper's name but for a slip")
    if len(label.content) >= 2 and overlap > 0.99:
        return agrees(Confidence.LOW, "words-in-title", "the title has its words")
    if names.is_generic(label.content):
        return unknown("too-general", "its words are too few and too common to tell", overlap)
    if _is_foreign_topic(label, overlap, abstract):
        return _nothing_shared(abstract, overlap)
    if abstract:
        return unknown("unsupported-name", "neither the title nor the abstract has it", overlap)
    return unknown("unverified-name", "the title does not have it", overlap)


def _judge_occurring(name: tuple[str, ...], own: tuple[str, ...], title: Title) -> Judgement:
    """Judge a name that stands in the title without being the one that it begins with."""
    if own and len((title.head or "").split()) == 1 and len(own) > len(name) and own[: len(name)] == name:
        return unknown("part-of-name", "the paper's name goes on behind it", 0.5)
    if names.is_generic(name) and len(name) < 2:
        return unknown("too-general", "its words are too few and too common to tell", 0.5)
    return agrees(Confidence.LOW if own else Confidence.MEDIUM, "name-in-title", "the title has it")


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
    return disagrees(Confidence.LOW, "nothing-shared", f"none of its words is in the {where}", overlap)


def judge_description(claim: Claim, title: Title, paper: Paper) -> Judgement:
    """Return whether a description fits the paper with this title, by its words in Latin script."""
    telling = " ".join(word for word in claim.words if is_latin(word))
    label = take_apart(telling)
    own = names.own_name(title)
    if own and not names.is_generic(own) and names.has_name(claim.words, own):
        return agrees(Confidence.MEDIUM, "name", "it has the paper's name")
    overlap = min(1.0, shared_weight(label, title) / (label.total or 1.0))
    if overlap >= 0.5 and label.total >= 0.4:
        return agrees(Confidence.LOW, "words-in-title", "the title has most of its telling words", overlap)
    abstract = paper.abstract_words or frozenset()
    if _is_foreign_topic(label, overlap, abstract):
        return _nothing_shared(abstract, overlap)
    return unknown("too-general", "its words are too few and too common to tell", overlap)
