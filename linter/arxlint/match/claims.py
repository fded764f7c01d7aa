"""What, if anything, a label claims: a title, a name, a description, or nothing that could be wrong.

"code", "PDF", "[12]", "Bahdanau et al. 2015", "NeurIPS 2021", "论文", a translated title or a sentence of
prose say nothing about how a paper is called, and no checker may hold them against it.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

from arxlint.extract.model import LabelKind
from arxlint.match.judgement import LINK_TEXT
from arxlint.match.normalise import head, words
from arxlint.match.vocabulary import FUNCTION_WORDS, is_common
from arxlint.system.records import NamedTuple

LONGEST: Final = 600
"""Code points of a label that are looked at: no title is longer."""


class Shape(StrEnum):
    """What a label amounts to."""

    TITLE = "title"
    NAME = "name"
    DESCRIPTION = "description"
    NOTHING = "nothing"


class Claim(NamedTuple):
    """A label's claim.

    ``text`` is the label without what surrounds the claim, ``words`` are its folded words.  ``reason`` says
    why it amounts to NOTHING, else it is empty.
    """

    shape: Shape
    text: str
    words: tuple[str, ...]
    reason: str = ""


# Words that name the document or its whereabouts and never the work: a label made of these alone is no
# claim.  Venues and months are among them.
_UTILITY: Final = frozenset(
    """
    paper papers code codes pdf html abs abstract arxiv arxivorg axriv link links url here this the a an our
    project page projectpage website web site webpage homepage home github gitlab git repo repository demo
    video videos youtube slides slide poster talk dataset datasets data model models checkpoint checkpoints
    weights blog blogpost post openreview doi bib bibtex cite citation citations source sourcecode official
    unofficial huggingface hf hugging face modelscope colab notebook read more details detail download
    preprint fulltext full text supplementary supp material appendix report tech technical article
    articles ref refs reference references see original work works publication published publications
    version latest camera ready author authors et al paperlink and or of on in at for from to with by via
    vol volume issue pp pages no nr new updated update date year title name id ids identifier
    semantic scholar google ar5iv alphaxiv scholar pubmed ieee acm springer elsevier nature science
    benchmark leaderboard docs documentation documents wiki tutorial survey surveys review implementation
    implementations tensorflow pytorch jax keras torch tf project projects study studies figure table
    section chapter theorem lemma equation eq fig sec tab algorithm appendix example examples
    iclr icml neurips nips cvpr iccv eccv wacv bmvc acl emnlp naacl eacl coling aaai ijcai kdd www sigir
    cikm wsdm recsys icra iros rss corl interspeech icassp mlsys osdi sosp nsdi asplos isca hpca micro sc
    ppopp usenix atc eurosys vldb sigmod icde tmlr jmlr tpami pami tog siggraph asia mm accv miccai 3dv
    aistats uai colt colm lrec tacl findings workshop workshops oral spotlight conference journal
    transactions proceedings proc accepted highlight award best accepted under submission
    jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august
    september october november december q1 q2 q3 q4 v1 v2 v3 v4 v5 v6 today yesterday
    论文 代码 原文 链接 项目 主页 项目主页 项目页 数据集 论文链接 论文地址 代码链接 开源代码 原论文 地址
    论文原文 下载 官网 博客 报告 技术报告 综述 预印本 参考 参考文献 引用 来源 出处 详情 详见 见 作者 标题
    论文标题 模型 数据 演示 视频 论文 コード リンク プロジェクト プロジェクトページ 詳細 参照 출처 논문 코드
    링크 프로젝트 논문링크 論文 原論文
    """.split()
)

_PLACE: Final = frozenset(
    "section sec chapter ch theorem thm lemma equation eq eqn figure fig table tab appendix app algorithm "
    "alg definition def proposition prop corollary remark example page part step version level ref".split()
)
_PROSE: Final = frozenset(
    "is are was were been being can could will would should may might must has have had does did our us "
    "you your my i they them these those which who whose because since when while if but whether not there "
    "here it its this that shows show showed demonstrate demonstrates propose proposes introduce introduces "
    "see read click check found says argues".split()
)
# Function words of languages that titles are translated into; none is an English word of titles.
_FOREIGN: Final = frozenset(
    "de la le les des du une et pour dans avec sur est aux par der die das und fur von mit im zur zum auf "
    "eine einer el los las del una para con por su em da do dos uma na os um com ve bir icin ile olarak il "
    "di della dei per nel och att av som een het van voor met naar op og til pa dla na w z do ja jest".split()
)

# These three are compiled at their first use by the functions of re: most labels need none of them.
_IDENTIFIER: Final = (
    r"(?i)(?:arxiv\s*:?\s*)?(?<![0-9.])[0-9]{4}\.[0-9]{4,5}(?:v[0-9]{1,2})?(?![0-9])"
    r"|https?://\S+|www\.\S+|doi:\s*\S+"
    r"|\b[a-z-]{2,10}(?:\.[a-z]{2})?/[0-9]{7}(?:v[0-9]{1,2})?\b"
)
_NUMBERING: Final = re.compile(r"[(§#Q]{0,2}[0-9]{1,3}(?:(?:\.[0-9]{1,3}){1,4}[.)、]?|[.)、])\s+(?=\S)")
_LEADING_TAG: Final = re.compile(r"[(\[（【][^()\[\]（）【】]{1,40}[)\]）】]\s*[:：-]?\s*(?=\S)")
_TRAILING_TAG: Final = re.compile(r"\s*[(\[（【][^()\[\]（）【】]{1,60}[)\]）】]$")
_OPEN_TAG: Final = re.compile(r"\s*[(\[（【][^()\[\]（）【】]{0,80}$")
_TRAILING_VENUE: Final = (
    r"(?i)[\s,.;，。]+(?:(?:in\s+)?(?:arxiv(?:\s+preprint)?|corr|[A-Z]{3,10})[\s',.’]*)?"
    r"(?:(?:19|20)[0-9]{2}|'[0-9]{2})[.,]?$"
    r"|[,.;]\s*arxiv(?:\s+preprint)?[.,]?$"
)
_AUTHOR_YEAR: Final = (
    r"[^\W\d_][\w'’-]*(?:(?:\s*[,&]\s*|\s+(?:and|und|y)\s+)[^\W\d_][\w'’-]*){0,3}"
    r"[\s,(\[]+(?:19|20)[0-9]{2}[a-z]?[\])]?[.,]?"
)
_ET_AL: Final = re.compile(r"\bet\.?\s*al\b|等人", re.IGNORECASE)
_EDGES: Final = " \t\r\n*_`~'\"“”‘’„«»「」『』《》〈〉|·•:：,，;；。、—–-↗→⭐🔥📄📃📝"
_CLOSING: Final = ("]", ")", "）", "】")


def is_cut(text: str) -> bool:
    """Whether the author marked that the title is cut short."""
    return "…" in text or ".." in text or "⋯" in text


def is_latin(word: str) -> bool:
    """Whether a folded word has a Latin letter (all that descriptions in other scripts are judged by)."""
    return (word.isascii() and word.isalpha()) or any("a" <= char <= "z" for char in word)


_ANNOUNCED: Final = re.compile(
    r"(?:the\s+)?(?:paper|arxiv|article|preprint)(?:\s*[:：]\s*|\s+[-–—]\s+)(?=\S)", re.IGNORECASE
)
_CALLED_PAPER: Final = re.compile(r"(?:[Tt]he\s+)?(?=\S)(.*\S)\s+(?:[Pp]aper|[Pp]reprint|[Aa]rticle)")


def clean(trimmed: str) -> str:
    """Strip brackets, venue and year from the end of a trimmed label, as far as anything is left.

    "The LoRA paper", "Paper: LoRA" name LoRA.
    """
    text = trimmed
    announced = _ANNOUNCED.match(text)
    if announced:
        text = text[announced.end() :]
    called = _CALLED_PAPER.fullmatch(text)
    if called:
        text = called[1]
    for _ in range(3):
        shorter = _OPEN_TAG.sub("", text)
        if shorter[-1:] in _CLOSING:
            shorter = _TRAILING_TAG.sub("", shorter)
        if shorter[-1:].isdigit() or shorter[-5:].lower() in ("arxiv", "print"):
            shorter = re.sub(_TRAILING_VENUE, "", shorter)
        shorter = shorter.strip(_EDGES)
        if shorter == text or not shorter:
            break
        text = shorter
    return text


@lru_cache(maxsize=4096)
def trim(label: str) -> str:
    """Strip what surrounds a title and cannot be part of it: numbering, tags, quotes, identifiers.

    A bracket at the end stays if it has words: it may belong to the title.
    """
    text = label[:LONGEST]
    if any(char in text for char in "./"):
        text = re.sub(_IDENTIFIER, " ", text)
    text = text.strip(_EDGES)
    for pattern in (_NUMBERING, _LEADING_TAG):
        lead = pattern.match(text)
        if lead:
            text = text[lead.end() :].strip(_EDGES)
    if text[-1:] in _CLOSING:
        tag = _TRAILING_TAG.search(text)
        if tag and all(word in _UTILITY or not word.isalpha() for word in words(tag[0])):
            text = text[: tag.start()].strip(_EDGES)
        if text[:1] in ("[", "(", "（", "【") and text[-1:] in _CLOSING:
            text = text[1:-1].strip(_EDGES)
    return text


def _is_foreign(text: str, found: list[str]) -> bool:
    """Whether the words are of another language than English (in Latin script).

    Either its function words or letters occur twice, and most of its longer words are not among the common
    words of English titles; or there are five longer words and none is.
    """
    if len(found) < 3:
        return False
    signs = len(_FOREIGN.intersection(found))
    if not text.isascii():
        signs += sum(1 for word in text.split() if any("À" <= char <= "ɏ" for char in word))
    long = [word for word in found if len(word) > 3 and word.isalpha()]
    common = sum(map(is_common, long))
    return (signs >= 2 and 2 * common <= len(long)) or (len(long) >= 5 and common == 0)


def _is_prose(text: str, found: list[str]) -> bool:
    """Whether a text is a sentence or an instruction rather than a title."""
    if (
        found[0] in ("see", "read", "click", "check", "download", "view", "visit", "find")
        or found[-1] == "here"
    ):
        return True
    if len(found) > 40:
        return True
    tokens = text.split()
    capitals = sum(token[:1].isupper() for token in tokens[1:])
    sentence = len(tokens) >= 6 and capitals * 3 < len(tokens)
    return sentence and any(word in _PROSE for word in found) and (text[-1] in ".!。" or text[:1].islower())


_ODD: Final = re.compile(r"[`=<>|→;\\@]|\w/\w|^\W*[a-z]|[.!?]\s+[A-Z]\w*\s+[a-z]")


def is_title_like(text: str) -> bool:
    """Whether a text is written as titles are: capitals, and no signs of code, formulas or running text."""
    if _ODD.search(text.replace(" | ", " ")):
        return False
    long = [token for token in text.split() if len(token) > 3]
    capitals = sum(token[0].isupper() or not token[0].isalpha() for token in long)
    return 2 * capitals >= len(long)


def is_capitalised(text: str) -> bool:
    """Whether every longer word begins with a capital (or is no word)."""
    return all(token[0].isupper() or not token[0].isalpha() for token in text.split() if len(token) > 3)


def is_shaped_as_name(token: str) -> bool:
    """Whether one written word looks coined: inner capitals, digits, or a sign such as ``+``."""
    return any(char.isdigit() or char in "+$²³" for char in token) or token[1:] != token[1:].lower()


def _nothing(reason: str, text: str = "", found: tuple[str, ...] = ()) -> Claim:
    return Claim(Shape.NOTHING, text, found, reason)


@lru_cache(maxsize=4096)
def claim_of(label: str, kind: str) -> Claim:
    """Return what a label claims.

    Reasons for NOTHING: ``empty``, ``utility`` ("code", "PDF", a venue, a date), ``number``, ``pointer``
    ("Section 3"), ``citation`` (author and year), ``other-script``, ``other-language``, ``prose``.
    """
    text = clean(trim(label))
    found = words(text)
    if not found:
        return _nothing("empty" if not label.strip() else "number")
    latin = [word for word in found if is_latin(word)]
    if all(word in _UTILITY or not (is_latin(word) or word.isalpha()) for word in found):
        return _nothing("utility" if any(word in _UTILITY for word in found) else "number", text)
    if found[0] in ("author", "authors", "作者"):
        return _nothing("citation", text)
    if found[0] in _PLACE and len(found) <= 3 and len(found) > 1 and not found[1].isalpha():
        return _nothing("pointer", text)
    if len(found) <= 8 and (_ET_AL.search(label) or re.fullmatch(_AUTHOR_YEAR, label.strip(_EDGES + "[]()"))):
        return _nothing("citation", text)
    telling = [word for word in latin if word not in _UTILITY and word not in FUNCTION_WORDS]
    if not telling:
        return _nothing("other-script" if len(latin) < len(found) else "utility", text)
    if len(latin) < len(found) and any(word.isalpha() and not word.isascii() for word in found):
        # Chinese, Japanese, Korean, Cyrillic, ...: a name in front of a colon is a name still.
        name = head(text)
        if name is not None and name.isascii() and len(name.split()) <= 3:
            return Claim(Shape.NAME, name, tuple(words(name)))
        if len(telling) == 1 and len(latin) == 1 and is_shaped_as_name(_written(text, telling[0])):
            return Claim(Shape.NAME, _written(text, telling[0]), (telling[0],))
        return Claim(Shape.DESCRIPTION, text, tuple(telling))
    if _is_foreign(text, found):
        return _nothing("other-language", text, tuple(found))
    shape = _shape(text, found, kind)
    if shape is Shape.TITLE and len(found) <= 3 and head(text) is None and len(words(trim(label))) > 3:
        shape = Shape.NAME  # "SigLIP 2 (image encoder)"
    return (
        Claim(shape, text, tuple(found))
        if not (kind in (LINK_TEXT, LabelKind.DESCRIPTION) and _is_prose(text, found))
        else _nothing("prose", text, tuple(found))
    )


def _written(text: str, word: str) -> str:
    """Return a word as the author wrote it, given as folded."""
    for token in re.findall(r"[!-~²³α-ω]+", text):
        if words(token) == [word]:
            return str(token)
    return word


def _shape(text: str, found: list[str], kind: str) -> Shape:
    written = text.split()
    if kind == LabelKind.TITLE:
        return Shape.TITLE if len(written) >= 2 or is_cut(text) else Shape.NAME
    if kind == LabelKind.NICKNAME:
        return Shape.NAME if len(written) <= 4 else Shape.DESCRIPTION
    if kind == LabelKind.DESCRIPTION:
        return Shape.DESCRIPTION if len(written) > 1 else Shape.NAME
    if len(written) >= 5 or (len(written) >= 3 and head(text) is not None):
        return Shape.TITLE
    if len(written) == 4 and sum(token[:1].isupper() for token in written) >= 3:
        return Shape.TITLE
    return Shape.NAME
