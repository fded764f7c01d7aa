"""What follows ``arXiv:`` or ``arxiv.org/abs/`` and is not quite an identifier.

Two outcomes: *mended*, an identifier that a blank or a line break cut in two (a mention, with its flaw); and
*malformed*, something that claims to be an identifier and is none.
"""

from __future__ import annotations

import re
from typing import Final

from arxlint.recognise.archives import ARCHIVES, UNHYPHENATED
from arxlint.recognise.identifier import new_style_flaw, old_style_flaw
from arxlint.system.records import NamedTuple


class Malformed(NamedTuple):
    """A broken identifier: its span, the reason code (``identifier.FLAWS``) and what may have been meant."""

    start: int
    end: int
    text: str
    reason: str
    suggestion: str | None
    outer_start: int


class Mended(NamedTuple):
    """An identifier read across a blank or line break.  The span covers the break."""

    id: str
    version: int | None
    start: int
    end: int
    version_start: int
    outer_start: int
    form: str
    flaw: str


class Anchored(NamedTuple):
    """What the anchors yielded."""

    mended: list[Mended]
    malformed: list[Malformed]


_ANCHOR: Final = re.compile(r"[aA](?:rxiv|rXiv|RXIV|rXIV)")
_URL: Final = re.compile(
    r"\.(\s?)org(\s{0,3})/(\s{0,3})(abs|pdf|html|ps|format|e-print|src)(\s?)/(\s{0,3})", re.IGNORECASE
)
_STRICT: Final = re.compile(r"\s?(?:(?:pre|e-?)print\s+arxiv)?\s*(?:[:：]|%3[aA])[\s*_`\[]*", re.IGNORECASE)
_LOOSE: Final = re.compile(
    r"(?:[-_#~ ]|\s*[(（\[]|\s(?:pre|e-?)print\s|\s+(?:id|no\.?|号|编号)\s*[:：]?\s*)+", re.IGNORECASE
)
_NUMBER: Final = re.compile(r"([0-9]{4})\.([0-9]{1,8})(?![0-9])(?:v([0-9]+))?(?!\.?[0-9])", re.IGNORECASE)
_TRIPLE: Final = re.compile(r"(?:19|20)([0-9]{2})\.([0-9]{2})\.([0-9]{4,5})(?![0-9.])")
_PLACEHOLDER: Final = re.compile(
    r"([0-9]{2}(?:0[1-9]|1[0-2]))\.([0-9]{0,4}(?:[xX]{2,5}|\?{2,5}|_{3,5}))(?![A-Za-z0-9])"
)
_GLUED: Final = re.compile(r"([0-9]{2}(?:0[1-9]|1[0-2]))([0-9]{4,5})(?![0-9.])(?:v[0-9]+)?(?![A-Za-z0-9.])")
_OLD: Final = re.compile(
    r"([A-Za-z][A-Za-z-]{1,12})(?:\.[A-Za-z]{2})?/([0-9]{4})([0-9]{3})(?![0-9])(?:v([0-9]+))?"
)
_BARE_OLD: Final = re.compile(r"([0-9]{4})([0-9]{3})(?![0-9.])(?![A-Za-z-])")
_SPLIT: Final = re.compile(
    r"([0-9]{4})(?:(\s{1,3})\.|\.(\s{1,3}(?![0-9]{4}\b(?![0-9]))|\n))([0-9]{4,5})(?![0-9])(?:v([1-9][0-9]*))?",
    re.IGNORECASE,
)
_CUT: Final = re.compile(
    r"([0-9]{4})\.([0-9]{1,4})([ \t]?\r?\n[ \t]*|[ \t])([0-9]{1,4})(?![0-9])(?:v([1-9][0-9]*))?",
    re.IGNORECASE,
)
_CUT_HEAD: Final = re.compile(
    r"([0-9]{1,3})([ \t]?\r?\n[ \t]*)([0-9]{1,3})\.([0-9]{4,5})(?![0-9])(?:v([1-9][0-9]*))?", re.IGNORECASE
)
_URL_CUT: Final = re.compile(r"([0-9]{4})\. ((?!19|20)[0-9]{4})(?![0-9])")
_LETTERS: Final = re.compile(r"([0-9OoIl]{4})\.([0-9OoIl]{4,5})(?![A-Za-z0-9])")
_AS_DIGITS: Final = str.maketrans("OoIl", "0011")


def find_anchored(text: str, taken: set[int]) -> Anchored:
    """Look behind every ``arXiv`` for what is nearly an identifier.

    ``taken`` are the offsets at which well-formed identifiers start.
    """
    mended: list[Mended] = []
    malformed: list[Malformed] = []
    for anchor in _ANCHOR.finditer(text):
        outer = anchor.start()
        url = _URL.match(text, anchor.end())
        if url:
            outer = max(0, text.rfind("http", max(0, outer - 24), outer), 0) or outer
            _url(text, url, outer, taken, mended, malformed)
            continue
        strict = _STRICT.match(text, anchor.end())
        if strict:
            _prefixed(text, strict.end(), outer, taken, mended, malformed, strict=True)
            continue
        loose = _LOOSE.match(text, anchor.end(), anchor.end() + 24)
        if loose:
            _prefixed(text, loose.end(), outer, taken, mended, malformed, strict=False)
    return Anchored(mended, malformed)


def _url(
    text: str,
    url: re.Match[str],
    outer: int,
    taken: set[int],
    mended: list[Mended],
    malformed: list[Malformed],
) -> None:
    start = url.end()
    broken = any(url.group(1, 2, 3, 5, 6))
    if broken and "\n\n" in url.group():
        return
    form = f"{url[4].lower()}-url" if url[4].lower() in ("abs", "pdf", "html") else "other-url"
    if start in taken:
        if broken:
            # The identifier itself is whole and was found; only the way to it is broken.
            malformed.append(Malformed(outer, start, text[outer:start], "broken-url", None, outer))
        return
    before = len(malformed) + len(mended)
    _cut_in_two(text, start, outer, form, mended)
    if len(malformed) + len(mended) == before:
        _judge(text, start, outer, malformed, strict=True, url=True)
    cut = _URL_CUT.match(text, start) if len(malformed) + len(mended) == before else None
    if cut and new_style_flaw(cut[1], cut[2]) == "width":
        malformed.append(Malformed(start, cut.end(), cut.group(), "width", None, outer))
    if broken and len(malformed) + len(mended) == before and text[start : start + 1].isdigit():
        malformed.append(Malformed(outer, start, text[outer:start], "broken-url", None, outer))


_QUOTES: Final = frozenset("`\"'")
_DUMMY: Final = re.compile(r"(?:1234\.56789?|0{4}\.0{4,5}|0001\.0{3,4}1|9999\.99999?)(?=[`\"'])")
"""What stands for an identifier in an instruction: ``arxiv:1234.5678`` set in code or quotes."""


def _prefixed(
    text: str,
    start: int,
    outer: int,
    taken: set[int],
    mended: list[Mended],
    malformed: list[Malformed],
    *,
    strict: bool,
) -> None:
    if start in taken:
        return
    head = text[start : start + 1]
    if not (head.isascii() and (head.isdigit() or head.isalpha())):
        return
    if text[outer - 1 : outer] in _QUOTES and _DUMMY.match(text, start):
        return
    if strict:
        before = len(mended)
        _cut_in_two(text, start, outer, "prefix", mended)
        if len(mended) > before:
            return
    _judge(text, start, outer, malformed, strict=strict, url=False)


def _cut_in_two(text: str, start: int, outer: int, form: str, mended: list[Mended]) -> None:
    """Rejoin an identifier that a blank or a line end splits, if the whole is well-formed."""
    if match := _SPLIT.match(text, start):
        yymm, sequence, version = match[1], match[4], match[5]
        gap = match[2] or match[3] or ""
    elif match := _CUT.match(text, start):
        yymm, sequence, version, gap = match[1], match[2] + match[4], match[5], match[3]
    elif match := _CUT_HEAD.match(text, start):
        yymm, sequence, version, gap = match[1] + match[3], match[4], match[5], match[2]
    else:
        return
    if len(yymm) != 4 or new_style_flaw(yymm, sequence):
        return
    end = match.end()
    version_start = end if version is None else end - len(version) - 1
    flaw = "line-break" if "\n" in gap or "\r" in gap else "blank"
    number = int(version) if version else None
    mended.append(Mended(f"{yymm}.{sequence}", number, start, end, version_start, outer, form, flaw))


def _judge(text: str, start: int, outer: int, malformed: list[Malformed], *, strict: bool, url: bool) -> None:
    def add(end: int, reason: str, suggestion: str | None = None) -> None:
        malformed.append(Malformed(start, end, text[start:end], reason, suggestion, outer))

    if match := _TRIPLE.match(text, start):
        meant = f"{match[1]}{match[2]}.{match[3]}"
        add(match.end(), "year-month", meant if not new_style_flaw(match[1] + match[2], match[3]) else None)
    elif match := _PLACEHOLDER.match(text, start):
        if strict and match[2].strip("xX?_"):
            add(match.end(), "placeholder")
    elif match := _NUMBER.match(text, start):
        yymm, sequence, version = match[1], match[2], match[3]
        reason = new_style_flaw(yymm, sequence)
        if reason is None and version is not None and version.startswith("0"):
            add(match.end(), "version-zero", f"{yymm}.{sequence}")
        elif reason and (strict or 4 <= len(sequence) <= 6) and (len(sequence) > 2 or url):
            add(match.end(), reason, _meant(yymm, sequence, reason))
    elif match := _OLD.match(text, start):
        archive = match[1].lower()
        if archive == "submit":  # the number of a submission, before it has an identifier
            return
        reason = old_style_flaw(archive, match[2], match[3])
        if reason == "archive" and archive in UNHYPHENATED:
            add(match.end(), reason, f"{UNHYPHENATED[archive]}/{match[2]}{match[3]}")
        elif reason and (strict or archive in ARCHIVES):
            add(match.end(), reason)
        elif reason is None and match[4] and match[4].startswith("0"):
            add(match.end(), "version-zero", f"{archive}/{match[2]}{match[3]}")
    elif strict and (match := _GLUED.match(text, start)):
        yymm, sequence = match[1], match[2]
        if not new_style_flaw(yymm, sequence):
            add(match.end(), "lost-dot", f"{yymm}.{sequence}")
    elif strict and (match := _BARE_OLD.match(text, start)):
        if not old_style_flaw("math", match[1], match[2]):
            add(match.end(), "lost-archive")
    elif strict and (match := _LETTERS.match(text, start)):
        plain = match.group().translate(_AS_DIGITS)
        if not new_style_flaw(plain[:4], plain[5:]) and plain != match.group():
            add(match.end(), "look-alike", plain)


def _meant(yymm: str, sequence: str, reason: str) -> str | None:
    """Guess only where one reading is left: leading zeros too many or too few."""
    if reason != "width":
        return None
    width = 5 if yymm >= "1501" else 4
    if sequence[-1] == "0":
        return None  # the zero too many may be the last one
    if len(sequence) > width and sequence[0] == "0" and not new_style_flaw(yymm, sequence[1:]):
        return f"{yymm}.{sequence[1:]}"
    return None
