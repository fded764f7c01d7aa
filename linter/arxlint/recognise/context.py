"""What surrounds an identifier: the form in which it was written, or why a number is none."""

from __future__ import annotations

import re
from typing import Final

from arxlint.recognise.archives import ARCHIVES
from arxlint.recognise.plain import follows_identifier, says_number
from arxlint.system.records import NamedTuple


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
_STOP: Final = "\\s()\\[\\]{}<>\"'`|,;，。；：、（）【】「」『』《》〈〉“”‘’→⇒←·•"
_TOKEN: Final = re.compile(f"[^{_STOP}]*+")
_DOI: Final = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/")
_ARXIV_DOI: Final = re.compile(r"10\.48550/arxiv[.:]\Z")
_ARXIV_URL: Final = re.compile(r"arxiv\.org(?::[0-9]+)?/+(?:(abs|pdf|html)/+)?")
_HOST: Final = re.compile(r"(?:https?://|//|www\.|[a-z0-9-]+\.[a-z]{2,}(?:\.[a-z]{2,})*/)")
_PREFIX_TAIL: Final = re.compile(r"(?:%3a|[:：#~_.*\-=\u200b-\u200d\u2060]|(?:pre|e-?)print|-?id|no\.?)*\Z")
_AFTER_URL: Final = re.compile(r"[^\s()\[\]{}<>\"'`|，。；：、（）【】「」『』《》“”‘’→⇒←·•\\]*+")
_FIELD: Final = re.compile(
    r"(?:(?:eprints?|arxiv[_-]?(?:ids?|no|number|eprint|code)|paper[_-]?ids?|preprint[_-]?ids?)[\"']?\s*[=:：]"
    r"|(?:arxiv|journal|note|volume)\s*=)"
    r"\s*[\[{]?\s*[\"'{]?\s*(?:arxiv\s*[:：]\s*|abs/)?\Z",
    re.IGNORECASE,
)
_WORD: Final = re.compile(
    "[aAａＡ]G[rRｒＲ]G[xXｘＸ]G[iIｉＩ]G[vVｖＶ]".replace("G", "[{}*_\u200b-\u200d\u2060]{0,2}")
)
"""The word arXiv, also in full width, and with BibTeX's protecting braces or emphasis inside."""
_BETWEEN: Final = re.compile(
    r"(?:[\s:：︰∶·•→|/{}#~.*_`,\-\"'=\u200b-\u200f\u2060\ufeff\xad(（\[\]［【】)）]"
    r"|<[^<>]{0,60}>|\\(?:[A-Za-z]+|[,;:!])"
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
_FOLDER: Final = re.compile(r"(?:\A|[^a-z])(?:abs|pdf|html|arxiv|([a-z]+(?:-[a-z]+)?)\.[a-z]{2})/\Z")
_SCRIPT_CHANGE: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af](?=[!-~])(?!/)")
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
        folder = _FOLDER.search(lower)
        if folder and folder[1] in ARCHIVES:
            return Form("prefix", head_start + folder.start(1), end)
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
    if "corr/abs-" in lower:
        return Form("key", head_start, end)
    if head and folder:
        return Form("prefix", head_start, end)
    if _FILE_TAIL.match(text, end, end + 120) or ("/" in head and _path_like(head, text[start:end])):
        return Form("file", _path_start(head, head_start), _url_end(text, end))
    word = None
    for match in _WORD.finditer(text, max(low, start - 64), start):
        word = match
    if word and _BETWEEN.fullmatch(text, word.end(), start):
        return Form("prefix", word.start(), end)
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
    if lower.endswith("arxiv.org:"):  # an OAI identifier
        return Form("prefix", head_start + lower.rfind("arxiv.org:"), end)
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
    if "corr/abs-" in lower:
        return Form("key", start, url_end)
    if "arxiv" in lower or "paper" in lower or lower.endswith(("/abs/", "/pdf/", "/html/")):
        return Form("reader-url", start, url_end)
    if says_number(head := lower[max(0, len(lower) - 40) :]) or follows_identifier(head):
        return Form("none", start, end)
    return Form("file", start, url_end)


def _path_like(head: str, number: str) -> bool:
    """Tell whether what precedes the number in its token is a path (and not a fraction or another number)."""
    if follows_identifier(head) or says_number(head):
        return False
    if "-" in number or "_" in number:
        return True
    folder = head[: head.rfind("/")].rpartition("/")[2]
    return any(map(str.isalpha, folder)) or head[0] in "./~"


def _path_start(head: str, head_start: int) -> int:
    """Where a path starts: CJK text runs into it without a space, ``见paper_cards/…``."""
    start = head_start
    for change in _SCRIPT_CHANGE.finditer(head):
        start = head_start + change.end()
    return start


def _url_end(text: str, end: int) -> int:
    match = _AFTER_URL.match(text, end)
    stop = match.end() if match else end
    while stop > end and text[stop - 1] in ".,;:!?*_~":
        stop -= 1
    return stop
