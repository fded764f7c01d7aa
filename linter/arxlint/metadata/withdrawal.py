"""Whether arXiv marks a paper as withdrawn.

arXivRaw says so in a version's ``source_type``.  Everywhere else it only shows in words: arXiv (or the
author, following arXiv's help page) *begins* the comment or the abstract of the last version with "This
paper has been withdrawn by …", or appends that sentence to the comment that was there.  A comment that
merely has the word ("withdrawn from ICML", "replaces a withdrawn draft") marks nothing.
"""

from __future__ import annotations

import re
from typing import Final

_ADVERB: Final = r"(?:now|been|being|temporarily|permanently|voluntarily|officially|hereby)\s+"
_NOTICE: Final = re.compile(
    r"[\s(\[*\"']*(?:arxiv admin note:\s*)?"
    r"(?:(?:this|the|our|present|entire|current)\s+){0,2}"
    r"(?:(?:arxiv\s+)?(?:e-?print|pre-?print|paper|article|submission|manuscript|work|note|letter|"
    r"contribution|report|version)s?\s+)?"
    r"(?:in its (?:present|current) form\s+)?"
    r"(?:(?:has|have|had|is|was|are)\s+)?"
    rf"(?:{_ADVERB}){{0,2}}"
    r"withdrawn(?=$|[\s.,;:)\]*\"'-])(?!\s+from\s+(?!(?:the\s+)?(?:arxiv|archive)))",
    re.IGNORECASE,
)
_ADMINISTRATIVE: Final = re.compile(r"\s*administrative(?:ly)? withdraw(?:al|n)\b", re.IGNORECASE)
_APPENDED: Final = re.compile(
    r"\bThis (?:paper|submission|article|manuscript|preprint|report|work) (?:has|had) been withdrawn\b"
    r"(?!\s+from\s)"
)
"""arXiv's own sentence, which it set behind a comment without so much as a full stop."""
_LATER_VERSION: Final = re.compile(r"\bv[0-9]+\s*[:=]", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"[.;,]\s+|\n+")
_LOOKED_AT: Final = 2000


def withdrawal_notice(comment: str | None, abstract: str | None = None) -> str | None:
    """Return arXiv's words when a paper is marked as withdrawn, or None.

    ``comment`` and ``abstract`` are those of the last version.
    """
    if comment and "ithdraw" in comment.lower():
        looked_at = comment[:_LOOKED_AT]
        if _says_so(looked_at):
            return _clean(comment)
        for end in _SENTENCE.finditer(looked_at):
            rest = looked_at[end.end() :]
            # Only a whole sentence with its subject counts here: "12 pages, withdrawn" is how some
            # authors tell of a talk or of an earlier draft.
            if rest[:5].lower() in (
                "this ",
                "the p",
                "the a",
                "the s",
                "paper",
                "artic",
                "submi",
            ) and _says_so(rest):
                return _clean(comment)
        appended = _APPENDED.search(looked_at)
        if appended and not _LATER_VERSION.search(comment, appended.end()):
            return _clean(comment)
    if abstract and "ithdraw" in abstract[:200].lower() and _says_so(abstract[:400]):
        return _clean(abstract)[:400]
    return None


def _says_so(text: str) -> bool:
    return bool(_NOTICE.match(text) or _ADMINISTRATIVE.match(text))


def _clean(text: str) -> str:
    return " ".join(text.split())
