"""What a piece of text looks like: a title, a name, authors, a venue, a date, or nothing that names a paper.

These are judgements about form only, made before any comparison with arXiv; whether a label agrees with a
paper is ``arxlint.match``'s business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from arxlint.extract.model import LabelKind

_KEPT: Final = 512
"""Texts of which the last answers are kept: one text is looked at from several sides in turn."""
_WORD: Final = re.compile(r"[^\W_]+(?:[-'’.+][^\W_]+)*[+#]*")
_CJK: Final = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
_LEAD: Final = re.compile(
    r"(?:[\s*_`~#>|•·–—\-+★☆✅❌🔴🟡🟢🆕🔄📄📝🔗⭐🌟🔥💡📌:：,;，；、。=→►▶◆■●○]"
    r"|\[(?:[0-9]{1,4}|[ xX✓])\]|\([0-9]{1,3}\)|（[0-9]{1,3}）|[0-9]{1,3}[.)、](?=[\s*\[]|[^\d\s])|(?:[^\s【】]{1,8}\s?[0-9A-Za-z]{0,3}\s?)?【[^】]{0,80}】|</?(?:[abipqsu]|[bh]r|d[dltv]|em|h[1-6]|li|t[dhrt]|[ou]l|su[bp]|cite|code|div|span|strong|small|font|mark|summary|details"
    r"|center|img|table|tbody|thead|article|section|figure|figcaption|label|svg|path|button|kbd|del|ins|nav|main)\b[^<>]{0,200}>"
    r"|<!--[^<>]{0,200}-->)+"
)
_TAG: Final = re.compile(r"</?[A-Za-z][A-Za-z0-9]{0,11}(?:\s[^<>]{0,200})?/?>")
_NUMBERING: Final = re.compile(
    r"§?[0-9]{1,2}(?:\.[0-9]{1,2}){1,2}(?:\u3000\s*|\s+(?=[A-Z\u4e00-\u9fff][^\s]+\s))"
)
"""A section's number: ``6.5　DeepSeek-R1``."""
_TRAIL: Final = "*_`~#|•·–—-+★☆✅❌🔴🟡🟢🆕🔄📄📝🔗⭐🌟🔥💡📌:：,;，；、。= \t\r\n→"
_PAIRS: Final = {
    '"': '"',
    "“": "”",
    "'": "'",
    "‘": "’",
    "「": "」",
    "『": "』",
    "《": "》",
    "〈": "〉",
    "«": "»",
    "[": "]",
    "{": "}",
    "(": ")",
    "（": "）",
}

_NOISE_WORDS: Final = frozenset(
    """
    paper papers pdf arxiv link links abs abstract html code codes github git repo repository project page website web site
    homepage home demo video videos slides poster talk data dataset datasets model models weights checkpoint checkpoints blog
    post docs doc documentation here this that the a an of in on for and or to see source sources doi bibtex bib cite citation
    citations preprint preprints eprint report version versions tex ps other full text openreview semantic scholar s2 hf hugging
    face huggingface modelscope youtube twitter x tweet colab notebook supplementary appendix supp official unofficial
    implementation pytorch tensorflow jax read more original our my survey view online download url ref refs reference references
    id ids number no nr note notes main track oral spotlight publication published accepted workshop journal conference proceedings
    image images picture photo as bildquelle quelle quellen fuente fuentes imagen imagem immagine fonte kaynak origine figura
    tldr summary summaries review card cards details detail info new updated update license badge alphaxiv ar5iv kimi cool
    article articles entry item title name by from at via with up first second latest
    """.split()
)
_NOISE_CJK: Final = re.compile(
    "(?:论文|原文|代码|链接|地址|项目|主页|数据集|数据|来源|出处|博客|网页|网站|文章|摘要|预印本|编号|号|下载|阅读|页面|官方|开源|参考|引用"
    "|中文|英文|版本|模型|权重|笔记|卡片|論文|リンク|コード|出典|原論文|논문|링크|코드|출처|的|见|和|与|在|可在|这里|此处|全文|标题|作者|年份|机构|日期|发表|时间|状态)+"
)
_DATE_LIKE: Final = re.compile(
    r"(?:(?:19|20)?[0-9]{2}[./年-][0-9]{1,2}(?:[./月-][0-9]{1,2})?[日月]?|(?:19|20)[0-9]{2}[a-z]?|[0-9.,:/\-\s]+"
    r"|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?,?\s*(?:[0-9]{1,2},?\s*)?(?:19|20)?[0-9]{0,4})",
    re.IGNORECASE,
)
_PATH: Final = re.compile(r"(?:[\w.~-]+/)*[\w.~-]+\.(?:md|markdown|mdx|txt|pdf|html?|tex|bib|json|py)")
_VENUE: Final = re.compile(
    r"(?:(?:in\s+)?proc(?:eedings|\.)|in:\s|arxiv\s*(?:preprint|e-?print)?\b|corr\b|(?:in\s+)?findings of|journal of|j\.\s|ieee|acm|"
    r"transactions|trans\.|phys\.|(?:nature|science)(?=\s*(?:[\d(,.]|$)|\s(?:communications|medicine|machine|methods|physics|robotics|advances)\b)|springer|elsevier|pmlr|lecture notes|technical report(?!\s+of\b)|tech\.? rep|phd thesis|"
    r"url\b|https?:|doi\b|vol(?:ume\b|\.)(?=\s*[0-9])|pp?\.\s?[0-9]|pages\b|accessed|in\s+(?:the\s+)?(?:international|annual|advances)|"
    r"(?:the\s+)?(?:international|annual|[a-z]+)\s+conference|advances in neural|"
    r"(?:neurips|nips|iclr|icml|acl|naacl|eacl|emnlp|coling|cvpr|iccv|eccv|wacv|bmvc|aaai|ijcai|kdd|www|sigir|sigmod|vldb|icra|iros|"
    r"corl|rss|interspeech|icassp|miccai|colt|aistats|uai|tmlr|jmlr|tacl|tpami|pami|osdi|sosp|nsdi|asplos|isca|micro|mlsys|usenix|"
    r"icse|fse|ase|issta|popl|pldi|oopsla|chi|uist|siggraph|acm mm|mm|lrec|conll|recsys|cikm|wsdm|colm|eurosys|sc|hpca|ndss|ccs)\b"
    r"(?:\s|'|’|[0-9]|\)|,|$))",
    re.IGNORECASE,
)
_ET_AL: Final = re.compile(r"et(?<!\wet)(?:\s+|\.\s*)al\b|等人|等[,，。.]?$")
"""In lower case; literals come first, which are searched fast."""
_PERSON: Final = re.compile(
    r"(?:[A-ZÀ-ÖØ-Þ][\w'’.-]*|(?:van|von|de|der|den|del|della|di|da|dos|la|le|el|al|bin|ibn|ten|ter)\b)"
    r"(?:\s+(?:[A-ZÀ-ÖØ-Þ][\w'’.-]*|(?:van|von|de|der|den|del|della|di|da|dos|la|le|el|al|bin|ibn|ten|ter)\b)){0,4}"
)
_INITIAL: Final = re.compile(r"(?:^|[\s,])[A-ZÀ-Þ]\.")
_NAME_SPLIT: Final = re.compile(r"[,;，、；&]|and\b(?<!\wand)|等\b(?<!\w等)")
_YEAR_AT_END: Final = re.compile(r"[,;]?\s*\(?(?:19|20)[0-9]{2}[a-z]?\)?\.?\Z")
_LONGEST_YEAR: Final = 24
"""Code points at the end of a text among which its year is looked for."""
_RUN: Final = re.compile(r"\w+")
_FINITE: Final = frozenset(
    """
    is are was were be been has have had does do did can could will would should must may might show
    shows showed propose proposes proposed introduce introduces introduced present presents find finds
    found argue argues we they it our their which ask asks uses used achieve achieves report reports
    demonstrate demonstrates suggest suggests improve improves outperform outperforms build builds extend
    extends provide provides describe describes
    """.split()
)
"""Words that make a sentence of a text.  Looking words up takes a fifth of the time of a pattern of them."""


def _finite_verbs(text: str) -> int:
    return sum([word in _FINITE for word in _RUN.findall(text.lower())])


def _may_lead(text: str, start: int) -> bool:
    """Tell at a glance whether something may lead that is to be trimmed: of letters, only a tag's words."""
    return not text[start : start + 1].isalpha() or text.find("【", start, start + 16) >= 0


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Shrink a span to the words in it: no list markers, numbering, tags, emphasis, quotes or end marks."""
    while True:
        if start < end and text[start].isalpha() and text[end - 1].isalnum() and not _may_lead(text, start):
            return start, end
        before = (start, end)
        while start < end and text[start].isspace():
            start += 1
        if _may_lead(text, start):
            lead = _LEAD.match(text, start, end) or _NUMBERING.match(text, start, end)
            start = lead.end() if lead else start
        while start < end and text[start] in ")）]】":
            start += 1
        if end > start and text[end - 1] == ">":
            tag = text.rfind("<", start, end)
            if tag > start and _TAG.fullmatch(text, tag, end):
                end = tag
        while end > start and text[end - 1] in _TRAIL:
            if (text[end - 1] == "+" and text[end - 2 : end - 1].isalnum()) or text[end - 2 : end] == "++":
                break
            end -= 1
        if end - start >= 2 and (close := _PAIRS.get(text[start])):
            # Only a pair that encloses the whole: "(a) b (c)" does not.
            if text[end - 1] == close and text.find(close, start + 1, end) == end - 1:
                start, end = start + 1, end - 1
            elif close not in text[start + 1 : end]:
                start += 1
        if end > start and text[end - 1] == "." and not (end - start > 2 and text[end - 3] in ". "):
            end -= 1
        if end > start and text[end - 1] in "([{（【「《“\"'":
            end -= 1
        if (start, end) == before:
            return start, end


@lru_cache(maxsize=_KEPT)
def words(text: str) -> tuple[str, ...]:
    """Return the words of a text, numbers included."""
    return tuple(_WORD.findall(text))


def has_cjk(text: str) -> bool:
    """Tell whether a text has Chinese, Japanese or Korean letters."""
    return _CJK.search(text) is not None


@lru_cache(maxsize=_KEPT)
def is_noise(text: str) -> bool:
    """Tell whether a text names no paper: "paper", "[PDF]", "代码", "here", a date, a number."""
    if not text or _DATE_LIKE.fullmatch(text) or ("." in text and _PATH.fullmatch(text)):
        return True
    rest = _NOISE_CJK.sub(" ", text) if not text.isascii() else text
    for match in _WORD.finditer(rest):
        word = match.group()
        if word.casefold() not in _NOISE_WORDS and any(map(str.isalpha, word)):
            return False
    return True


_VENUE_LEAD: Final = re.compile(
    r"[(\[]?(?:[A-Z][A-Za-z]*[A-Z][A-Za-z]*|[A-Z]{2,}[A-Za-z]*)(?:[ -][A-Z][A-Za-z]+){0,2}"
    r"(?:\s?['’]\s?[0-9]{2}|[\s-](?:19|20)[0-9]{2})(?:\s?(?:[Oo]ral|[Ss]potlight|[Ww]orkshop|[Ff]indings))?[)\]]?[\s:,.|—–-]+(?=\S)"
)


_BRACKET_LEAD: Final = re.compile(r"[(（\[【]([^()（）\[\]【】\n]{1,40})[)）\]】][\s:：,.|—–-]*(?=[^\s])")
_NUMERIC_DATE: Final = re.compile(
    r"\b(?:19|20)?[0-9]{2}[./-][0-9]{1,2}(?:[./-][0-9]{1,2})?\b|\b(?:19|20)[0-9]{2}\b"
)


def after_venue(text: str, start: int, end: int) -> int:
    """Return where the text goes on behind a leading ``NeurIPS 2023``, ``(ICLR'24 Oral)``, ``(arXiv 24.05)``."""
    lead = _VENUE_LEAD.match(text, start, end)
    if lead and is_venue(lead.group()):
        return lead.end()
    bracket = _BRACKET_LEAD.match(text, start, end)
    if bracket and bracket.end() < end:
        inside = bracket[1]
        if has_cjk(inside) and len(inside) <= 12:  # "[论文解读] …"
            return bracket.end()
        if is_noise(inside) or (is_venue(inside) and len(words(inside)) <= 5) or _NUMERIC_DATE.search(inside):
            return bracket.end()
    return start


def is_venue(text: str) -> bool:
    """Tell whether a text starts like a venue, a publisher or an address."""
    return _VENUE.match(text.lstrip(" (（[")) is not None


_ANONYMOUS: Final = re.compile(r"anonymous(?:\s+authors?)?\W*", re.IGNORECASE)


@lru_cache(maxsize=_KEPT)
def is_authors(text: str, *, sure: bool = False) -> bool:
    """Tell whether a text is a list of persons, or one person with a year.

    ``sure``: only if something besides capitals says so (``et al.``, initials, a year), for text that is set
    apart as a title would be ("Elasticities, Aggregation, and Retransformation Bias").
    """
    if len(text) > 2000:
        return False
    if _ANONYMOUS.fullmatch(text):
        return True
    if _ET_AL.search(text.lower()) and len(words(text)) <= 40 and ":" not in text[:-1]:
        return True
    stripped = text.strip()
    year = _YEAR_AT_END.search(stripped, max(0, len(stripped) - _LONGEST_YEAR))
    bare = stripped[: year.start()].rstrip() if year else stripped
    parts = [part for piece in _NAME_SPLIT.split(bare) if (part := piece.strip())]
    if not parts:
        return False
    initials = _INITIAL.search(bare) is not None
    if len(parts) == 1 and not initials:
        return False
    persons = sum([_is_person(part) for part in parts])
    if len(parts) == 1:
        return persons == 1 and len(bare.split()) <= 5
    if initials:
        return persons >= 0.8 * len(parts)
    if sure and bare == stripped:
        # First and last name each, three or more: "Denny Zhou, Nathanael Schärli, Le Hou".
        return len(parts) >= 3 and persons == len(parts) and all(len(part.split()) >= 2 for part in parts)
    short = all(len(part.split()) <= 4 for part in parts)
    return (
        short
        and persons == len(parts)
        and (len(parts) >= 3 or all(len(part.split()) in (2, 3) for part in parts))
    )


def _is_person(part: str) -> bool:
    return len(part.split()) <= 5 and _PERSON.fullmatch(part.strip(" .")) is not None


_AUTHOR_YEAR: Final = re.compile(
    r"_?N(?:,\s+N)*,?\s+(?:and|&)\s+N,?\s*\(?(?:19|20)[0-9]{2}[a-z]?\)?"
    r"|N,\s+(?:19|20)[0-9]{2}[a-z]?".replace("N", r"[A-ZÀ-Þ][a-zà-ÿ'’]+(?:-[A-ZÀ-Þ][a-zà-ÿ'’]+)*").replace(
        "_?", ""
    )
)


def is_author_year(text: str) -> bool:
    """Tell whether a text cites by author and year: ``Hanin and Rolnick, 2018``, ``Cruz, 2024``."""
    return _AUTHOR_YEAR.fullmatch(text.strip(" ()[]（）.,")) is not None


def is_distinctive(word: str) -> bool:
    """Tell whether a word looks made up as a name: capitals inside, a digit, ``++``, or all capitals."""
    letters = [char for char in word if char.isalpha()]
    if not letters or len(word) < 2:
        return False
    if (
        any(char.isdigit() for char in word)
        or "+" in word
        or any(ord(char) > 0xAF and char in "²³¹⁰⁴⁵⁶⁷⁸⁹" for char in word)
    ):
        return True
    return sum(char.isupper() for char in letters) >= 2 or any(char.isupper() for char in word[1:])


def is_prose(text: str) -> bool:
    """Tell whether a text is a running sentence rather than a title or a name."""
    count = len(words(text))
    if count < 7:
        return False
    if count > 30:
        return True
    verbs = _finite_verbs(text)
    return verbs >= 2 or (verbs >= 1 and text.rstrip().endswith((".", "。", "!", "；")))


_CITE_KEY: Final = re.compile(r"[a-z]+(?:[-_:]?[a-z]+)*[-_:]?(?:19|20)[0-9]{2}[a-z]*")
_CODE: Final = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+(?:\(\))?|[a-z]\w*\.[a-z_]\w+\(\)")
"""A name in code: ``planning_tot``, ``model.load()``."""
_GOES_ON: Final = frozenset(
    "for of in on with from by to at and or as is are was were that which who where when while used using based via".split()
)
"""Words in lower case that go on from something before: no title starts so."""


_OPENS_STATEMENT: Final = frozenset(
    "the it this that these those we they he she our its there here all both no".split()
)


def is_statement(text: str, found: Sequence[str]) -> bool:
    """Tell whether a short text says something ("It is no slower") instead of naming something."""
    return (
        found[0].casefold() in _OPENS_STATEMENT
        and _finite_verbs(text) > 0
        and sum(word[:1].isupper() for word in found[1:]) < 2
        and ":" not in text
        and "?" not in text
    )


def is_code(text: str) -> bool:
    """Whether a text is a name in code: a module or function, not a paper."""
    return _CODE.fullmatch(text) is not None


def label_kind(text: str) -> str | None:
    """Return what kind of label a trimmed text can be, None if it can be none."""
    if is_noise(text) or len(text) > 400:
        return None
    found = words(text)
    if len(list(islice(filter(str.isalpha, text), 2))) < 2 or _CITE_KEY.fullmatch(text) or is_code(text):
        return None
    if has_cjk(text):
        return LabelKind.DESCRIPTION
    if len(found) == 1:
        return LabelKind.NICKNAME if is_distinctive(found[0]) or text[:1].isupper() else None
    if text.endswith("?") and 4 <= len(found) <= 25 and not has_cjk(text):
        return LabelKind.TITLE
    if is_prose(text) or is_statement(text, found) or found[0] in _GOES_ON or found[0] in ("Our", "We"):
        return LabelKind.DESCRIPTION
    if len(found) <= 3:
        if ":" in text.rstrip(":"):
            return LabelKind.TITLE
        if any(is_distinctive(word) for word in found) or text[:1].isupper():
            return LabelKind.NICKNAME
        return LabelKind.DESCRIPTION
    return LabelKind.TITLE


def is_capitalised(text: str) -> bool:
    """Tell whether a text is written as titles are: most of its longer words with a capital."""
    longer = [word for word in words(text) if len(word) > 3]
    return len(longer) >= 2 and sum(word[0].isupper() for word in longer) >= 0.7 * len(longer)


def is_abbreviated(short: str, long: str) -> bool:
    """Tell whether a short name can stand for a long one: its ends are initials of the long one's ends.

    "PE" is Perception Encoder, "C2C" Cache-to-Cache.
    """
    parts = long.lower().replace("-", " ").split()
    if not (2 <= len(short) <= 6 and short.isalnum() and short.isupper()) or len(parts) < 2:
        return False
    return (
        short[0].lower() == parts[0][0] and short[-1].lower() == parts[-1][0] and len(short) <= len(parts) + 2
    )
