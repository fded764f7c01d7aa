"""Weigh what is known for and against a label: how grave an accusation may be, and which paper is meant.

``compare.judge`` looks at the label and the cited paper alone.  Where it finds a disagreement, or a name
that the paper does not bear, this module asks the store who does bear it:

* The label is **exactly another known paper's title** (or that title cut short or misspelt): an error,
  with that paper as the suggestion.  A title that is a notion too ("reinforcement learning from human
  feedback", in small letters) makes a warning only.
* The label is a short title of another paper, written as one but of common words: a warning.  So is the
  beginning, up to the colon, of one title ("The Price of Agreement"), if the cited one shares nothing.
* The label has another paper's **name and most of its subtitle**, and does not fit the cited paper: an
  error; with less of the subtitle, a warning.
* The label is **exactly another known paper's name**, capitals included, and of one paper only: an error
  if the cited paper has a coined name of its own, or if the name is several words, or if its abstract is
  known and lacks the name, or if authors or year speak against the cited paper too; else a warning at
  most, for papers are known under names that their titles lack, and those may happen to be other papers'
  names (CLIP, SAM, ResNet).  A distinct name that existed when the cited paper was written makes a warning of
  medium confidence: who names a paper knows the names that there are.  So do a long coinage with capitals
  inside (WizardLM), a linked name of common words (Tree of Thoughts), and any name of a paper of the same
  month where the cited abstract lacks it.
* The name before the colon **differs exactly** in number, version, dimension or sign: an error.
* **Two independent negatives** (the title, and the authors or the year): an error.
* A title that disagrees, and nothing else: a warning.

A name that several papers bear accuses nobody, nor does a title or name that the cited paper bears in the
store.  Authors who are the cited paper's own make a lone disagreement a warning of low confidence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arxlint.diagnostic import Confidence, Severity
from arxlint.extract.model import Strength
from arxlint.match import authors as names_of_authors
from arxlint.match import names
from arxlint.match.claims import Claim, Shape, claim_of, is_capitalised, is_shaped_as_name, is_title_like
from arxlint.match.compare import judge
from arxlint.match.judgement import Judgement, Verdict
from arxlint.match.normalise import head, name_key, words
from arxlint.match.owners import HOW, Owner, find, months_after, only, subtitle_overlap, years_apart
from arxlint.match.titles import take_apart
from arxlint.match.vocabulary import RARE, is_common, weight
from arxlint.metadata.paper import Paper, PaperStore
from arxlint.system.records import NamedTuple

_TELLING_WORDS: Final = 5
_TELLING_WEIGHT: Final = 2.5
"""Content words and weight of a title that is nobody else's by chance.

Over the real documents shorter ones misled: a title's first words may be another's whole title.
"""


class Assessment(NamedTuple):
    """What may be said of a label.

    ``ceiling`` is the gravest severity that the evidence bears; it means something only where the verdict
    is DISAGREES.  ``suggestion`` is the paper that the label does name, None unless that is well founded.
    ``grounds`` are readable clauses, the strongest first.  ``judgement`` is what label and paper alone say.
    """

    verdict: Verdict
    ceiling: Severity
    confidence: Confidence
    suggestion: Paper | None
    grounds: tuple[str, ...]
    judgement: Judgement


# Reasons for which a name may belong to another paper although this paper cannot be ruled out.
_OPEN = frozenset(
    {
        "unsupported-name",
        "unverified-name",
        "part-of-name",
        "part-of-title",
        "has-name",
        "beginning",
        "cut-inside-word",
        "too-general",
    }
)


def assess(
    label: str,
    kind: str,
    paper: Paper,
    store: PaperStore,
    authors: Sequence[str] | str | None = None,
    year: int | None = None,
    *,
    strength: int = Strength.STRONG,
) -> Assessment:
    """Return what may be said of ``label`` beside ``paper``, with the store as a witness.

    The store is asked only where label and paper do not agree.  Arguments are those of ``judge``; ``year`` is
    the year given beside the label.
    """
    found = judge(label, kind, paper, strength=strength, authors=authors)
    mentioned = found.verdict is Verdict.AGREES and found.reason == "name-in-title"
    if found.verdict is Verdict.AGREES and not (mentioned and found.confidence is Confidence.LOW):
        return _silent(found)
    other = whole_title(label, paper.id, store)
    if other is not None:
        grounds = [f"{HOW['title']} {other.id}", found.detail]
        return _of_title(found, claim_of(label, kind), other, grounds, strength)
    if found.verdict is Verdict.UNKNOWN and found.reason not in _OPEN:
        return _silent(found)
    claim = claim_of(label, kind)
    if claim.shape is Shape.DESCRIPTION:
        return (
            _silent(found)
            if found.verdict is Verdict.UNKNOWN
            else _negative(found, paper, authors, year, strength)
        )
    owners = find(label, kind, store, authors=authors, year=year)
    own = next((owner for owner in owners if owner.paper.id == paper.id), None)
    if own is not None:
        if found.verdict is Verdict.DISAGREES and own.how == "name-only":
            return _negative(found, paper, authors, year, strength)
        if found.verdict is Verdict.AGREES:
            return _silent(found)
        return _silent(found._replace(verdict=Verdict.UNKNOWN, reason="owned"))
    if mentioned or found.verdict is Verdict.UNKNOWN:
        explained = "" if owners or found.overlap or mentioned else names.explained(label)
        if explained and names.occurs(tuple(words(explained)), take_apart(paper.title)):
            explained = ""
        if explained:
            # "PE (Perception Encoder)": who explains a short name means that name and no notion.
            owners, claim = (
                find(explained, kind, store, authors=authors, year=year),
                claim_of(explained, kind),
            )
            strength = max(strength, Strength.STRONG) if strength > Strength.WEAK else strength
        return _open(found, claim, paper, owners, authors, year, strength)
    return _disagreement(found, claim, paper, owners, authors, year, strength)


def whole_title(label: str, cited: str, store: PaperStore, *, long: bool = False) -> Paper | None:
    """Return the one paper but the cited whose whole title a label is, if that is hardly so by chance.

    Long ones count whatever they look like, for titles may be sentences and written without capitals; short
    ones if they are written as a title, unless ``long`` asks for long ones only.
    """
    title = take_apart(label)
    short = not long and len(title.words) >= 3 and len(title.content) >= 2 and is_capitalised(label)
    if not short and (len(title.content) < _TELLING_WORDS or title.total < _TELLING_WEIGHT):
        return None
    owners = {one.id: one for one in store.titled(label)}
    return owners.popitem()[1] if len(owners) == 1 and cited not in owners else None


def _silent(found: Judgement) -> Assessment:
    return Assessment(found.verdict, Severity.NOTE, found.confidence, None, (found.detail,), found)


def _accuse(
    found: Judgement,
    ceiling: Severity,
    confidence: Confidence,
    suggestion: Paper | None,
    grounds: list[str],
    strength: int,
) -> Assessment:
    if strength <= Strength.WEAK and ceiling is Severity.ERROR:
        ceiling = Severity.WARNING
    return Assessment(Verdict.DISAGREES, ceiling, confidence, suggestion, tuple(grounds), found)


def _against(paper: Paper, authors: Sequence[str] | str | None, year: int | None) -> list[str]:
    """Return what else speaks against a paper: its authors, its year."""
    grounds = []
    if authors:
        named = names_of_authors.compare(authors, paper.authors)
        if named.verdict is Verdict.DISAGREES and named.confidence is not Confidence.LOW:
            grounds.append(named.detail)
    if year is not None and paper.submitted and year < int(paper.submitted[:4]):
        grounds.append(f"{year} is before it was submitted ({paper.submitted})")
    return grounds


def _negative(
    found: Judgement, paper: Paper, authors: Sequence[str] | str | None, year: int | None, strength: int
) -> Assessment:
    """Judge without any other paper in view."""
    grounds = [found.detail]
    if found.reason == "name-differs" and found.confidence is Confidence.HIGH:
        return _accuse(found, Severity.ERROR, Confidence.HIGH, None, grounds, strength)
    against = _against(paper, authors, year)
    if against and found.confidence is not Confidence.LOW:
        return _accuse(found, Severity.ERROR, Confidence.MEDIUM, None, grounds + against, strength)
    # Weak as it is, with the authors or the year against it too it is worth a warning.
    weak = found.confidence is Confidence.LOW and not against
    confidence = Confidence.LOW if weak else Confidence.MEDIUM
    return _accuse(found, Severity.WARNING, confidence, None, grounds + against, strength)


def _disagreement(
    found: Judgement,
    claim: Claim,
    paper: Paper,
    owners: list[Owner],
    authors: Sequence[str] | str | None,
    year: int | None,
    strength: int,
) -> Assessment:
    """Judge a title or name that is not the cited paper's."""
    alone = _negative(found, paper, authors, year, strength)
    best = only(owners)
    if best is None:
        return alone
    owner, how = best
    grounds = [f"{HOW[how]} {owner.id}", *alone.grounds]
    if how == "title":
        return _of_title(found, claim, owner, grounds, strength)
    if found.reason == "altered-title":
        return alone  # the cited paper is as near
    if how == "beginning":
        if found.overlap or strength <= Strength.WEAK or not _is_written_alike(claim.text, owner):
            return alone  # a phrase for what the cited paper is about
        return _accuse(found, Severity.WARNING, Confidence.MEDIUM, owner, grounds, strength)
    if how in ("near-title", "name"):
        return _accuse(found, Severity.ERROR, Confidence.HIGH, owner, grounds, strength)
    if found.confidence is Confidence.LOW:
        return alone
    # The name is that paper's and most of the subtitle too: a distorted title.  Else the name may have been
    # given twice, or the paper may have been renamed.
    grave = alone.ceiling is Severity.ERROR or subtitle_overlap(claim.text, owner) >= 0.6
    return _accuse(
        found, Severity.ERROR if grave else Severity.WARNING, Confidence.MEDIUM, owner, grounds, strength
    )


def _open(
    found: Judgement,
    claim: Claim,
    paper: Paper,
    owners: list[Owner],
    authors: Sequence[str] | str | None,
    year: int | None,
    strength: int,
) -> Assessment:
    """Judge a name that the cited paper might be known under."""
    best = only(owners)
    if best is None or best.how in ("name-only", "near-title", "beginning") or strength <= Strength.WEAK:
        return _silent(found)
    owner, how = best
    if not _is_written_alike(claim.text, owner):
        claim = _as_borne(claim, owner)
    against = _against(paper, authors, year)
    grounds = [f"{HOW[how]} {owner.id}", found.detail, *against]
    if how == "title":
        return _of_title(found, claim, owner, grounds, strength)
    alike = _is_written_alike(claim.text, owner)
    mentioned = found.reason in ("part-of-name", "name-in-title", "has-name")
    if found.reason == "too-general" or (claim.shape is Shape.TITLE and found.overlap):
        return _silent(found)  # "3D Gaussian Splatting (3DGS)" begins the cited title, whoever else has it
    several = len(claim.words) >= 2 and take_apart(claim.text).total >= RARE + 0.3
    distinct = _is_distinct(claim)
    own = names.coined_name(take_apart(paper.title)) or names.report_name(paper.title)
    named_otherwise = bool(own) and " " not in own and distinct
    if not against and len(claim.words) >= 2 and _is_plain_notion(claim):
        # "Tree of Thoughts", "Prefix Tuning": of common words, but in capitals, and set apart or linked.
        if alike and not mentioned and not found.overlap and strength >= Strength.STRONG:
            return _accuse(found, Severity.WARNING, Confidence.MEDIUM, owner, grounds, strength)
        return _silent(found)
    if against or (alike and not mentioned and (several or named_otherwise)):
        confidence = Confidence.HIGH if against else Confidence.MEDIUM
        return _accuse(found, Severity.ERROR, confidence, owner, grounds, strength)
    if not (alike and (is_shaped_as_name(claim.text) or _is_rare(claim))):
        return _silent(found)
    apart = years_apart(paper, owner)
    if apart <= 1 and distinct and found.reason == "unsupported-name":
        return _accuse(found, Severity.ERROR, Confidence.MEDIUM, owner, grounds, strength)
    if found.reason == "unsupported-name" and abs(months_after(owner, paper)) <= _UNAWARES:
        # Papers of one month are mixed up: one letter of the identifier, or the next line of a listing.
        return _accuse(found, Severity.WARNING, Confidence.MEDIUM, owner, grounds, strength)
    if apart <= _REMEMBERED and distinct and months_after(owner, paper) <= _UNAWARES:
        # Who names a paper knows the names that there are; later ones may give it again unawares.
        return _accuse(found, Severity.WARNING, Confidence.MEDIUM, owner, grounds, strength)
    if not mentioned and all(names.is_unmistakable(claim.text, take_apart(title)) for title in paper.titles):
        return _accuse(found, Severity.WARNING, Confidence.MEDIUM, owner, grounds, strength)
    if apart <= 1:  # Names that recur after years are seldom mixed up.
        return _accuse(found, Severity.WARNING, Confidence.LOW, owner, grounds, strength)
    return _silent(found)


_REMEMBERED: Final = 3
"""Years for which a name is remembered."""
_UNAWARES: Final = 1
"""Months within which two papers may be written without knowing each other's names."""


def _of_title(found: Judgement, claim: Claim, owner: Paper, grounds: list[str], strength: int) -> Assessment:
    """Judge a label that is exactly the title of another paper."""
    if _is_telling(claim, found):
        return _accuse(found, Severity.ERROR, Confidence.HIGH, owner, grounds, strength)
    # Written in capitals it is meant as a title; a notion is not.
    meant = len(claim.words) >= 3 and is_capitalised(claim.text)
    confidence = Confidence.MEDIUM if meant else Confidence.LOW
    return _accuse(found, Severity.WARNING, confidence, owner, grounds, strength)


def _is_distinct(claim: Claim) -> bool:
    """Whether a name is unlikely to be given twice.

    Short names are, and an acronym in capitals is as likely the notion that a paper is about (RLAIF).
    """
    letters = len("".join(claim.words))
    if claim.text.isalpha():
        return letters >= 5 and not claim.text.isupper()
    return letters >= 4


def _is_rare(claim: Claim) -> bool:
    """Whether a name is one long word that titles hardly have, without inner capitals (Toolformer)."""
    word = claim.words[0] if len(claim.words) == 1 else ""
    return len(word) >= 7 and claim.text[:1].isupper() and weight(word) >= RARE and not is_common(word)


def _is_plain_notion(claim: Claim) -> bool:
    """Whether a name is made of common words, none with capitals inside ("Multi-Agent", not "Self-RAG")."""
    return names.is_notion(claim.words) and not any(map(is_shaped_as_name, re.split(r"[\s-]+", claim.text)))


def _is_telling(claim: Claim, found: Judgement) -> bool:
    """Whether an equal title can be no accident.

    "Reinforcement learning from human feedback" is a notion as well as a title.
    """
    title = take_apart(claim.text)
    if claim.shape is Shape.NAME and len(title.content) <= 3 and names.is_notion(title.words):
        return False
    if found.reason == "other-title" and len(title.content) >= 4:
        return True
    return title.total >= 1.5 or (title.total >= 0.8 and is_title_like(claim.text))


def _as_borne(claim: Claim, owner: Paper) -> Claim:
    """Return the claim of the one name, of several that a label offers, that the owner bears."""
    borne = {name_key(head(title) or names.report_name(title) or title) for title in owner.titles}
    first = claim.text.split(" ", 1)[0]
    for part in () if name_key(claim.text) in borne else (first, *names.coinages_in(claim.text)):
        if name_key(part) in borne:
            return claim._replace(text=part, words=tuple(words(part)))
    return claim


def _is_written_alike(name: str, owner: Paper) -> bool:
    """Whether the owner writes its name with the same capitals ("LoHa" and "LOHA" are two names)."""
    mine = [char for char in name if char.isupper()]
    heads = [head(title) or names.report_name(title) for title in owner.titles]
    return any(mine == [char for char in other if char.isupper()] for other in heads)
