"""Judge labels that claim to be a title (see ``compare`` for the whole procedure)."""

from __future__ import annotations

from arxlint.diagnostic import Confidence
from arxlint.match import names
from arxlint.match.claims import Claim, is_title_like
from arxlint.match.judgement import Judgement, Verdict, agrees, disagrees, unknown
from arxlint.match.name_claims import judge_name
from arxlint.match.titles import Title, covered, is_cut_of, is_near, shared_weight, spell_out, take_apart
from arxlint.match.vocabulary import RARE, weight
from arxlint.metadata.paper import Paper


def _same(label: Title, title: Title, least: float) -> Judgement | None:
    """Return an agreement if one is the other, cut, shortened to ``least`` of its weight, or with slips."""
    if label.key == title.key:
        return agrees(Confidence.HIGH, "same-title", "it is the paper's title")
    if is_cut_of(label.text, title):
        return agrees(Confidence.HIGH, "truncated", "it is the paper's title cut short")
    if covered(label, title) >= least and len(label.words) >= 2:
        if title.words[: len(label.words)] != label.words:
            return unknown(
                "cut-inside-word", "the paper's title begins so, but the last word is another", 1.0
            )
        return agrees(Confidence.MEDIUM, "shortened", "it is the beginning of the paper's title")
    if is_near(label, title) or _is_abbreviated(label, title):
        return agrees(Confidence.MEDIUM, "slip", "it is the paper's title but for small slips")
    return None


def _is_abbreviated(label: Title, title: Title) -> bool:
    """Whether one is the other with acronyms for some of its words ("LLMs")."""
    if len(label.words) == len(title.words) or min(len(label.words), len(title.words)) < 4:
        return False
    short, full = (label, title) if len(label.words) < len(title.words) else (title, label)
    spelt = spell_out(short, full)
    return spelt is not short and (spelt.key == full.key or is_near(spelt, full))


def judge_title(claim: Claim, title: Title, paper: Paper) -> Judgement:
    """Return whether a label that claims to be a title is this one."""
    label = take_apart(claim.text)
    found = _same(label, title, 0.7)
    if found is not None:
        return found
    name = names.own_name(title)
    rest = title.rest
    if rest is not None and label.key == title.head_key:
        return agrees(Confidence.HIGH, "name", "it is the name that the title begins with")
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
            return unknown("beginning", "the paper's title begins so and goes on", 1.0)
        if len(label.content) >= 3:  # less is a notion, and in many titles
            return unknown("part-of-title", "the paper's title has these words, and more", 1.0)
    for check in (_judge_added, _judge_heads):
        found = check(label, title)
        if found is not None:
            return found
    if len(label.words) <= 3:
        found = judge_name(claim, title, paper)
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
    return disagrees(
        Confidence.HIGH if both or sure else Confidence.MEDIUM if label.rest is not None else Confidence.LOW,
        "name-differs",
        "its name differs from the paper's in a number, version, dimension or sign",
        overlap,
    )


def _judge_added(label: Title, title: Title) -> Judgement | None:
    """Judge a label that is the title with something in front or behind."""
    if label.rest is not None and label.rest.key and label.rest.key == title.head_key:
        return agrees(Confidence.MEDIUM, "name", "it has the name that the title begins with")
    distinct = title.total >= 0.8 and len(title.words) >= 2
    if label.rest is not None and title.rest is None:
        found = _same(label.rest, title, 0.7) if distinct else None
        if found is not None:
            return agrees(Confidence.MEDIUM, "name-added", "it is the paper's title behind a name")
        if label.head_key == title.key and (distinct or title.total >= RARE):
            return agrees(Confidence.MEDIUM, "subtitle-added", "it is the paper's title with a subtitle")
    count = len(label.words) - len(title.words)
    if 1 <= count <= 2 and len(title.words) >= 4 and label.words[count:] == title.words:
        front = label.words[:count]
        if any(weight(word) >= RARE for word in front):  # a common word makes another title of it
            return agrees(Confidence.MEDIUM, "name-added", "it is the paper's title behind a name")
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
            return disagrees(
                Confidence.LOW, "altered-title", "its name is the paper's, its subtitle is not", overlap
            )
        return None
    if label.rest.key != title.rest.key and not is_near(label.rest, title.rest):
        return None
    if names.is_misspelt(label.head_key, title.head_key):
        return agrees(Confidence.MEDIUM, "slip", "it is the paper's title but for small slips", overlap)
    if names.is_same_name(tuple(take_apart(label.head or "").words), names.own_name(title)):
        return agrees(Confidence.MEDIUM, "slip", "it is the paper's title but for small slips", overlap)
    return disagrees(Confidence.LOW, "other-name", "its subtitle is the paper's, its name is not", overlap)


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
            return unknown("name-in-abstract", "its name occurs in the abstract", overlap)
    if label.rest is not None and label.rest.total >= 0.5 and names.occurs(label.rest.words, title):
        return unknown("part-of-title", "the paper's title has its last words", overlap)
    own = tuple(take_apart(title.head).words) if title.head else ()
    if (2 <= len(own) <= 4 or names.coined_name(title)) and names.has_name(label.words, own):
        return unknown("has-name", "the paper's name stands in it", overlap)
    if len(label.content) <= 1 or (label.total < 0.8 and len(label.content) <= 3):
        return unknown("too-general", "its words are too few and too common to tell", overlap)
    if share >= 0.6:
        return disagrees(
            Confidence.LOW, "altered-title", "words of the paper's title are replaced or missing", overlap
        )
    confidence = Confidence.HIGH if share < 0.3 else Confidence.LOW if shared >= 1.5 else Confidence.MEDIUM
    few = len(label.content) <= 4 and label.rest is None
    if few and (shared or len(label.content) < 3 or not is_title_like(claim.text)):
        confidence = Confidence.LOW  # the name of a method or notion as likely as a title
    if abstract and len(label.content) >= 2:
        known = sum(weight(word) for word in label.content if word in abstract)
        if known >= 0.9 * total:
            return unknown("words-in-abstract", "the abstract has its words", overlap)
        if known >= 0.7 * total:
            confidence = Confidence.LOW
    return disagrees(confidence, "other-title", "it shares too little with the paper's title", overlap)
