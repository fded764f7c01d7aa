"""What surrounds an identifier: the form in which it was written, or why a number is none."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from arxlint.recognise.months import LAST_COUNTED, max_sequence


class Form(NamedTuple):
    """A written form and the span of the whole reference (URL, prefix and number, wikilink, file name).

    Names: ``abs-url``, ``pdf-url``, ``html-url``, ``other-url`` (arxiv.org), ``reader-url`` (sites that show
    arXiv papers), ``doi``, ``badge``, ``prefix`` (``arXiv:…``), ``list`` (governed by an earlier prefix),
    ``field`` (``eprint = {…}``, ``arxiv_id: …``), ``wikilink``, ``file``, ``key`` (a bib key), ``bare``;
    ``none`` when the digits belong to something else.
    """

    name: str
    start: int
    end: int


# A token ends at blanks, brackets, quotes and CJK punctuation.
_STOP: Final = "\\s()\\[\\]{}<>\"'`|,;，。；：、（）【】「」『』《》〈〉“”‘’"
_TOKEN: Final = re.compile(f"[^{_STOP}]*+")
_DOI: Final = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/")
_ARXIV_DOI: Final = re.compile(r"10\.48550/arxiv[.:]\Z")
_ARXIV_URL: Final = re.compile(r"arxiv\.org(?::[0-9]+)?/+(?:(abs|pdf|html)/+)?")
_HOST: Final = re.compile(r"(?:https?://|//|www\.|[a-z0-9-]+\.[a-z]{2,}(?:\.[a-z]{2,})*/)")
_PREFIX_TAIL: Final = re.compile(r"(?:%3a|[:：#~_.*\-=\u200b-\u200d\u2060]|(?:pre|e-?)print|-?id|no\.?)*\Z")
_AFTER_URL: Final = re.compile(r"[^\s()\[\]{}<>\"'`|，。；：、（）【】「」『』《》“”‘’\\]*+")
_FIELD: Final = re.compile(
    r"(?:(?:eprints?|arxiv[_-]?(?:ids?|no|number|eprint|code)|paper[_-]?ids?|preprint[_-]?ids?)[\"']?\s*[=:：]"
    r"|(?:arxiv|journal|note|volume)\s*=)"
    r"\s*[\[{]?\s*[\"'{]?\s*(?:arxiv\s*[:：]\s*|abs/)?\Z",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(
    r"(?:[\s:：#~.*_`,\-\"'=\u200b-\u200d\u2060\ufeff\xad(（\[\]［【】)）]"
    r"|(?:pre|e-?)prints?|identifiers?|ids?|numbers?|no|nr|papers?|links?|abs|refs?"
    r"|编号|編號|番号|番號|号码|号|號|论文|論文|预印本|預印本|链接|번호|논문"
    r"|(?:19|20)[0-9]{2}(?![0-9.]))*",
    re.IGNORECASE,
)
_FILE_TAIL: Final = re.compile(
    r"[\w.%-]*\.(?:md|mdx|pdf|txt|json|html?|bib|tex|ya?ml|ipynb|qmd|rst|xml|zip|tar|gz|png|jpe?g|svg)"
    r"(?![A-Za-z0-9])"
)
_KEY: Final = re.compile(r"@[a-z]+\s*\{\s*\Z", re.IGNORECASE)
_ID_SLASH: Final = re.compile(r"(?:.*[^0-9])?[0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?/\Z", re.DOTALL)
_READERS: Final = (
    "ar5iv", "alphaxiv", "arxiv-vanity", "huggingface.co/papers", "hf.co/papers", "semanticscholar.org",
    "scirate.com", "papers.cool", "emergentmind.com", "connectedpapers.com", "adsabs.harvard.edu",
    "inspirehep.net", "paperswithcode.com", "deeplearn.org", "scholar.google", "arxiv.gg", "chatpaper",
    "moonlight", "catalyzex", "arxivxplorer", "researchgate", "scholar.archive.org", "arxiv.deeppaper",
)  # fmt: skip


def classify(text: str, start: int, end: int) -> Form:
    """Tell how the identifier at ``text[start:end]`` was written."""
    low = max(0, start - 200)
    left = text[low:start]
    token_match = _TOKEN.match(left[::-1])
    head = left[len(left) - (token_match.end() if token_match else 0) :]
    head_start = start - len(head)
    lower = head.lower()
    if head:
        if "10." in lower and _DOI.search(lower):
            return _doi(text, lower, head_start, start, end)
        if "arxiv.org" in lower or "xxx.lanl.gov" in lower:
            return _arxiv_url(text, lower, head_start, end)
        site = _HOST.search(lower)
        if site and not lower.startswith("arxiv:"):
            return _site(text, lower, head_start, site.start(), end)
        if "badge/" in lower:
            return Form("badge", head_start, _url_end(text, end))
    # A wikilink may hold a prefix; the wikilink is the form.
    opening = left.rfind("[[")
    if opening >= 0 and left.find("]]", opening) < 0 and "\n" not in left[opening:]:
        closing = text.find("]]", end, end + 200)
        if closing >= 0 and "\n" not in text[end:closing]:
            return Form("wikilink", low + opening, closing + 2)
    if _FIELD.search(left, max(0, len(left) - 48)):
        return Form("field", start, end)
    prefix = lower.rfind("arxiv")
    if prefix >= 0 and _PREFIX_TAIL.match(lower, prefix + 5):
        return Form("prefix", head_start + prefix, end)
    if _FILE_TAIL.match(text, end, end + 120):
        return Form("file", head_start, _url_end(text, end))
    if "/" in head and not _ID_SLASH.match(head) and ("-" in text[start:end] or _path_like(head)):
        return Form("file", head_start, _url_end(text, end))
    if prefix < 0:
        window = left[-64:].lower()
        prefix = window.rfind("arxiv")
        if prefix >= 0:
            prefix_start = start - len(window) + prefix
            if _BETWEEN.fullmatch(text, prefix_start + 5, start):
                return Form("prefix", prefix_start, end)
    if _KEY.search(left, max(0, len(left) - 24)):
        return Form("key", start, end)
    return Form("bare", start, end)


def _doi(text: str, lower: str, head_start: int, start: int, end: int) -> Form:
    arxiv = _ARXIV_DOI.search(lower)
    if arxiv is None:
        return Form("none", start, end)
    host = lower.find("http")
    return Form("doi", head_start + (host if host >= 0 else arxiv.start()), _url_end(text, end))


def _arxiv_url(text: str, lower: str, head_start: int, end: int) -> Form:
    host = lower.rfind("http", 0, lower.rfind("arxiv.org") if "arxiv.org" in lower else None)
    if host < 0:
        host = _host_start(lower)
    if "ar5iv" in lower:
        return Form("reader-url", head_start + host, _url_end(text, end))
    path = _ARXIV_URL.search(lower)
    name = f"{path[1]}-url" if path and path[1] else "other-url"
    return Form(name, head_start + host, _url_end(text, end))


def _host_start(lower: str) -> int:
    match = re.search(r"[a-z0-9.-]*(?:arxiv\.org|xxx\.lanl\.gov)", lower)
    return match.start() if match else 0


def _site(text: str, lower: str, head_start: int, host: int, end: int) -> Form:
    """A URL of some other site: a reader of arXiv papers, a badge, or a path that happens to hold digits."""
    url_end = _url_end(text, end)
    scheme = lower.rfind("http")
    start = head_start + (scheme if scheme >= 0 else host)
    if "/badge/" in lower or "shields.io" in lower:
        return Form("badge", start, url_end)
    if any(reader in lower for reader in _READERS):
        return Form("reader-url", start, url_end)
    if "arxiv" in lower or lower.endswith(("/", "=", ":", "/pdf/", "%2f")):
        return Form("reader-url" if "arxiv" in lower or "paper" in lower else "file", start, url_end)
    return Form("file", start, url_end)


def _path_like(head: str) -> bool:
    return head.endswith("/") or head.count("/") > 1 or head[0] in "./~" or head[:1].isalpha()


def _url_end(text: str, end: int) -> int:
    match = _AFTER_URL.match(text, end)
    stop = match.end() if match else end
    while stop > end and text[stop - 1] in ".,;:!?*_~":
        stop -= 1
    return stop


# ---------------------------------------------------------------------------------------------------------
# Plain numbers

_UNIT: Final = re.compile(
    r"\s?(?:[%‰°℃]|(?:usd|eur|gbp|cny|rmb|dollars?|euros?|ms|µs|us|ns|secs?|seconds?|s|mins?|minutes?|hours?|hrs?"
    r"|days?|[kmgt]i?b|bytes?|tok(?:ens?)?(?:/s)?|it/s|fps|[kmg]?hz|k|[hkm]?pa|[nmck]?m|kg|mg|g|[kmgt]?ev|[km]?j|[km]?w"
    r"|px|db|points?|pts?|steps?|build|x)(?![a-z])|元|美元|万|亿|秒|毫秒|分钟|小时|度|倍|×)",
    re.IGNORECASE,
)
_SAYS_NUMBER: Final = re.compile(
    r"(?:\b(?:price|cost|total|sum|avg|average|mean|std|median|loss|ppl|perplexity|scores?|acc|accuracy|pressure"
    r"|temperature|temp|versions?|ver|builds?|released?|rev|steps?|epochs?|time|runtime|elapsed|duration|took|latency"
    r"|throughput|speed|sizes?|weights?|mass|energy|distance|lr|rates?|seed|values?|val|about|approx|worth|paid?"
    r"|ipv?[46]?|lat|lon|latitude|longitude|offset|port|doi|isbn|issn|pmid|zbl|mr|vol|volume|pp|pages?|reward|return"
    r"|max|min|rmse|mae|mse|elo|energy|gain|sha|hash|commit|phone|tel|fax|zip|qq)"
    r"[\"']?\s*(?:of|is|was|at|are|in|on|to|by|=|:)?\s*|[$€£¥₹±≈<>≤≥=+^×]\s*)\Z",
    re.IGNORECASE,
)
_ID_NAME: Final = re.compile(
    r"(?:id|ids|paper|papers|eprint|ref|refs|arxiv|query|abs)[\"']?\s*=\s*[\"'\[]?\Z", re.IGNORECASE
)
_OPENERS: Final = frozenset("([{（【［「“\"'`")
_HORIZON: Final = f"{int(LAST_COUNTED[:2]) + 2:02d}{LAST_COUNTED[2:]}"
_FOUR_DIGIT_NEAR: Final = re.compile(r"arxiv|preprint|eprint|paper|论文|預印|预印", re.IGNORECASE)


def bare_is_plausible(text: str, start: int, end: int, yymm: str, sequence: str) -> bool:
    """Tell whether a plain ``YYMM.NNNNN`` is meant as an identifier.

    The month must have had that many papers and nothing around may speak for a quantity.  The four-digit
    form (0704–1412) looks like any decimal number, so there something must speak *for* an identifier.
    """
    if yymm > _HORIZON or int(sequence) > max_sequence(yymm)[0]:
        return False
    before = text[start - 1 : start] if start else ""
    after = text[end : end + 1]
    if after.isascii() and (after.isalnum() or after == "_"):
        return False
    left = text[max(0, start - 40) : start]
    if before.isascii() and before.isalpha():
        return False
    if before and before in "$€£¥₹+<>±×^\\%&":
        return False
    if before == "=":
        return _ID_NAME.search(left) is not None
    if before and before in "-_/":
        stem = text[start - 2 : start - 1]
        if not (stem.isalpha() or (before == "/" and stem.isdigit() and _ID_SLASH.match(left))):
            return False
    if _UNIT.match(text, end) or _SAYS_NUMBER.search(left):
        return False
    if len(sequence) == 5:
        return True
    if end - start > 9:  # a version was given
        return True
    line = text[text.rfind("\n", 0, start) + 1 : (text.find("\n", end) + 1 or len(text) + 1) - 1]
    if _FOUR_DIGIT_NEAR.search(line[:2000]):
        return True
    return before in _OPENERS and before != "" and after in frozenset(")]}）】］」”\"'`,;")
