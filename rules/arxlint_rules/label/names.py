"""Names without metadata: which of them tell papers apart, and who uses which for what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from arxlint.extract.model import LabelKind, Strength
from arxlint.match import names
from arxlint.match.claims import Claim, Shape, claim_of, is_shaped_as_name, is_title_like
from arxlint.match.mention import kind_of
from arxlint.match.normalise import fold, head, name_key, two_names, words
from arxlint.match.titles import take_apart
from arxlint.match.vocabulary import RARE, is_common, weight
from arxlint.system.records import NamedTuple
from arxlint_rules.wording import counted

if TYPE_CHECKING:
    from arxlint.extract.model import Label
    from arxlint.ledger import LabelPlace, Place

MOST_RIVALS: Final = 3
"""A name beside more identifiers than this is a topic, a family or a column, not one paper's name."""

MOST_USE: Final = "most use it so"
USED_FIRST: Final = "it was used so first"
UNDECIDED: Final = ""
"""On what ground one side is believed."""

_NOT_A_PAPER: Final = frozenset(
    # Who, what and where: they stand beside many papers.
    "google deepmind openai anthropic nvidia microsoft meta apple amazon alibaba tencent bytedance baidu "
    "moonshot zhipu salesforce "
    "huawei stanford berkeley mit cmu tsinghua github huggingface youtube twitter openreview "
    "imagenet mnist cifar coco squad glue mmlu gsm8k humaneval swebench mteb beir msmarco hotpotqa wikitext "
    "gpu cpu tpu llm llms vlm vlms mllm rag nlp ocr asr tts rl rlhf sft moe kv cnn rnn gan vae gnn svm "
    "python pytorch tensorflow jax cuda triton vllm sglang ai lab labs team gpus cpus tpus".split()
)
_MAKERS: Final = frozenset(("deepseek", "qwen", "mistral"))
"""Who makes models called after them: alone it names who, in DeepSeek-R1 a paper."""
_NO_NAME: Final = re.compile(
    r"[`@§,;=()]|\\[A-Za-z]{4}|\A[0-9]|\b[a-z-]{1,12}\.[A-Z]{2}\b|\A[a-z-]{2,40}(?:19|20)[0-9]{2}[a-z]*\Z"
)
"""Formulas, sections, arXiv's categories, keys of bibliographies."""
_MARKS: Final = re.compile(r"[$^{}\\_*~-]")


class Usage(NamedTuple):
    """How an identifier is used for a name: in which documents, by whom, since when."""

    paper: str
    places: tuple[Place, ...]

    @property
    def documents(self) -> int:
        """Number of documents."""
        return len({place.path for place in self.places})

    @property
    def writers(self) -> int:
        """Number of instances that are known to write so."""
        return len({place.instance for place in self.places if place.instance})

    @property
    def since(self) -> str:
        """Earliest date, empty if no document has one."""
        return min((place.date for place in self.places if place.date), default="")

    def told(self) -> str:
        """Return it in words: ``2607.17715 in 5 documents by 3 writers since 2026-08-02``."""
        parts = [f"{self.paper} in {counted(self.documents, 'document')}"]
        if self.writers:
            parts.append(f"by {counted(self.writers, 'writer')}")
        if self.since:
            parts.append(f"since {self.since}")
        return " ".join(parts)


def usages(places: Iterable[Place]) -> list[Usage]:
    """Group places by paper, in order of identifier."""
    groups: dict[str, dict[Place, None]] = {}
    for place in places:
        groups.setdefault(place.mention.id, {})[place] = None
    return [Usage(paper, tuple(group)) for paper, group in sorted(groups.items())]


def most_trusted(rivals: Sequence[Usage]) -> tuple[Usage, str]:
    """Return the rival to believe when nothing but use can decide, and on what ground (empty if on none).

    More writers decide, then more documents, then the earlier date.
    """
    ranked = sorted(rivals, key=lambda one: (-one.writers, -one.documents, one.since or "9", one.paper))
    best, second = ranked[0], ranked[1]
    if best.writers > second.writers or best.documents > second.documents:
        return best, MOST_USE
    if best.since and best.since < (second.since or "9"):
        return best, USED_FIRST
    return best, UNDECIDED


def firm(label: Label) -> bool:
    """Tell whether a label is bound firmly enough, and enough of a name, to be held against others."""
    return label.strength > Strength.WEAK and label.kind != LabelKind.DESCRIPTION


def claimed(label: Label) -> Claim | None:
    """Return what a label claims as a name or title; None if it claims neither."""
    claim = claim_of(label.text, kind_of(label))
    if claim.shape is Shape.TITLE:
        return claim
    return claim if claim.shape is Shape.NAME and not _NO_NAME.search(label.text) else None


def is_coined(claim: Claim) -> bool:
    """Tell whether a claim is a coined name of at most two words: written as no ordinary word is, and rare.

    Organisations, data sets, arXiv's own categories and names of people are none.
    """
    found = names.without_vague(claim.words)
    if claim.shape is not Shape.NAME or not 1 <= len(found) <= 2 or is_no_paper(claim):
        return False
    if any(word in _NOT_A_PAPER for word in found):
        return False
    if not any(is_shaped_as_name(token) for token in claim.text.split()):
        return False
    return any(weight(word) >= RARE and not word.isdigit() and not is_common(word) for word in found)


def is_no_paper(claim: Claim) -> bool:
    """Tell whether a claim names nothing but an organisation, a data set or a notion, or is too short."""
    found = names.without_vague(claim.words)
    return len("".join(found)) < 3 or _NOT_A_PAPER.issuperset(found) or _MAKERS.issuperset(found)


def is_distinctive(claim: Claim) -> bool:
    """Tell whether two papers hardly share this by chance: a title of telling words, or a coined name."""
    if claim.shape is Shape.TITLE and len(claim.words) >= 4:
        return take_apart(claim.text).total >= 1.5
    return is_coined(claim)


def spelt_alike(written: Iterable[str]) -> bool:
    """Tell whether names are spelt alike but for marks and hyphens.

    DORA and DoRA are two names, and so are StableVideo and "Stable Video".
    """
    plain = {_MARKS.sub("", normalize("NFKC", text)) for text in written}
    apart = {tuple(words(text)) for text in plain}
    return len(apart) <= 1 and len({text.lower() for text in plain}) == len(plain)


def own_keys(label: Label) -> dict[str, str]:
    """Return the keys under which a label is judged, each with the name as it is written.

    That is the name before the colon, else both of two names (``LCM / Latent Consistency Models``), else all.
    """
    name = head(label.text) if label.kind == LabelKind.TITLE else None
    return {name_key(one): one for one in (two_names(label.text) or (name or label.text,))}


def incompatible(one: Label, other: Label) -> bool:
    """Tell whether two firm labels cannot be of one paper, as far as that shows without a record.

    Papers go by names that their titles lack, and by descriptions in any language: only two names, a name
    and a title that begins with another name, or two titles without a telling word in common are opposed.
    """
    if min(one.strength, other.strength) < Strength.STRONG:
        return False
    mine, theirs = claimed(one), claimed(other)
    if mine is None or theirs is None or not (is_distinctive(mine) and is_distinctive(theirs)):
        return False
    left, right = fold(mine.text), fold(theirs.text)
    if left in right or right in left:
        return False
    title, title_other = take_apart(mine.text), take_apart(theirs.text)
    if title.bag & title_other.bag:
        return False
    if any(claim.shape is Shape.TITLE and not is_title_like(claim.text) for claim in (mine, theirs)):
        return False  # a phrase of running text
    if mine.shape is not theirs.shape and (one if mine.shape is Shape.NAME else other).origin == "link-text":
        return False  # a data set or model that comes from the paper is linked under its own name
    if mine.shape is Shape.TITLE and theirs.shape is Shape.TITLE:
        return (
            is_title_like(mine.text)
            and is_title_like(theirs.text)
            and not _same_head(title.head_key, title_other.head_key)
        )
    if mine.shape is Shape.NAME and theirs.shape is Shape.NAME:
        return not names.is_misspelt(left, right)
    name, whole = (mine, title_other) if mine.shape is Shape.NAME else (theirs, title)
    if not names.own_name(whole):
        return False
    return not (names.occurs(name.words, whole) or names.is_acronym(name.text, whole))


def _same_head(one: str, other: str) -> bool:
    return bool(one) and one == other


def places_of(labelled: Iterable[LabelPlace]) -> list[Place]:
    """Return the places of labels, each once."""
    return list(dict.fromkeys(one.place for one in labelled))
