r"""Finding identifiers in text: every written form, with exact spans.

The passes over the text start with a literal character, which Python's ``re`` searches at memory speed;
what they hit is then verified by small anchored patterns.  CJK text has no spaces, so only digits and ASCII
neighbours bound an identifier; ``\b`` would be wrong.
"""

from __future__ import annotations

import re
from typing import Final

from arxlint.recognise.archives import ARCHIVES
from arxlint.recognise.context import classify
from arxlint.recognise.disguised import find_disguised
from arxlint.recognise.identifier import new_style_flaw, old_style_flaw
from arxlint.recognise.malformed import Malformed, find_anchored
from arxlint.recognise.plain import DOUBTFUL, NO, alone_in_cell, judge_plain
from arxlint.system.records import NamedTuple


class Found(NamedTuple):
    """One identifier in a text.

    ``start``/``end`` span the identifier with its version as written; ``version_start`` is where the ``v``
    stands (``end`` when there is none).  ``outer_start``/``outer_end`` span the whole reference: the URL, the
    prefix, the wikilink.  ``flaw`` names a disguise (``full-width``, ``invisible``, ``blank``,
    ``line-break``, ``percent``, ``look-alike``) or a version that cannot be (``version-zero``), or is empty.
    """

    id: str
    version: int | None
    start: int
    end: int
    version_start: int
    form: str
    outer_start: int
    outer_end: int
    flaw: str = ""


class Scan(NamedTuple):
    """Everything found in one text, in order of offset."""

    found: list[Found]
    malformed: list[Malformed]


_VERSION: Final = "(?:[\u200b-\u200d\u2060\ufeff\xad]*[vVｖＶ]([0-9０-９]+))?"
_DIGITS: Final = tuple("0123456789")
_NEW: Final = re.compile(rf"\.[0-9]{{4}}(?<=[0-9]{{2}}[01][0-9]\.[0-9]{{4}})[0-9]?(?![0-9]){_VERSION}")
_NEW_ENCODED: Final = re.compile(
    rf"%2[Ee][0-9]{{4}}(?<=[0-9]{{2}}[01][0-9]%2[Ee][0-9]{{4}})[0-9]?(?![0-9]){_VERSION}"
)
_OLD: Final = re.compile(rf"/[0-9]{{7}}(?![0-9]){_VERSION}")
_OLD_ENCODED: Final = re.compile(rf"%2[Ff][0-9]{{7}}(?![0-9]){_VERSION}")
_OLD_ARCHIVE: Final = re.compile(r"([A-Za-z]+(?:-[A-Za-z]+)?)(\.[A-Za-z]{2})?\Z")
_SLUG: Final = re.compile(r"-[0-9]{5}(?<=[0-9]{2}[01][0-9]-[0-9]{5})(?![0-9])(?:[vV]([0-9]+))?")
_UNDERSCORE: Final = re.compile(r"_[0-9]{5}(?<=[0-9]{2}[01][0-9]_[0-9]{5})(?![0-9])(?:[vV]([0-9]+))?")


def scan(text: str) -> Scan:
    """Find all identifiers and all broken ones in a text."""
    found: list[Found] = []
    for match in _NEW.finditer(text):
        _new_style(text, match, 1, found)
    for match in _OLD.finditer(text):
        _old_style(text, match, 1, found)
    if "%2" in text:
        for match in _NEW_ENCODED.finditer(text):
            _new_style(text, match, 3, found)
        for match in _OLD_ENCODED.finditer(text):
            _old_style(text, match, 3, found)
    for match in _SLUG.finditer(text):
        _slug(text, match, found)
    for match in _UNDERSCORE.finditer(text):
        _slug(text, match, found)
    found.sort(key=_start)
    taken = {item.start for item in found}
    anchored = find_anchored(text, taken)
    for mended in anchored.mended:
        found.append(
            Found(
                mended.id,
                mended.version,
                mended.start,
                mended.end,
                mended.version_start,
                mended.form,
                mended.outer_start,
                mended.end,
                mended.flaw,
            )
        )
    if not text.isascii():
        spans = [(item.start, item.end) for item in found]
        for odd in find_disguised(text, spans):
            form = classify(text, odd.start, odd.end)
            found.append(
                Found(
                    odd.id, odd.version, odd.start, odd.end, odd.version_start,
                    form.name, form.start, form.end, odd.flaw,
                )
            )  # fmt: skip
    found.sort(key=_start)
    _continue_lists(text, found)
    if any(item.form == DOUBTFUL for item in found):
        _fill_columns(text, found)
    return Scan([item for item in found if item.form not in (NO, DOUBTFUL)], anchored.malformed)


def _start(item: Found) -> int:
    return item.start


def _version(match: re.Match[str], core_end: int) -> tuple[int | None, int, str]:
    """Return the version, the end of the identifier, and a flaw; v0 is not part of it (it is malformed)."""
    digits = match[1]
    if digits is None:
        return None, core_end, ""
    if digits[0] in "0０":
        return None, core_end, "version-zero"
    flaw = ""
    if match.start(1) - 1 > core_end:
        flaw = "invisible"
    elif not digits.isascii() or match.string[core_end] not in "vV":
        flaw = "full-width"
    return int(digits), match.end(), flaw


def _new_style(text: str, match: re.Match[str], width: int, found: list[Found]) -> None:
    """``width`` is that of the dot: 3 when it is percent-encoded."""
    start = match.start() - 4
    yymm = text[start : start + 4]
    core_end = match.start() + width + 4
    if text[core_end : core_end + 1] in _DIGITS:
        core_end += 1
    sequence = text[match.start() + width : core_end]
    if new_style_flaw(yymm, sequence):
        return
    before = text[start - 1 : start] if start else ""
    if before.isascii() and (before.isdigit() or (before == "." and not _dotted_prefix(text, start))):
        return
    version, end, flaw = _version(match, core_end)
    after = text[end : end + 2]
    if after[:1] == "." and after[1:].isdigit() and after[1:].isascii():
        return
    form = classify(text, start, end)
    if form.name == "none":
        return
    if form.name == "bare":
        # Unlikely ones are kept until lists are joined: in "arXiv:A, B and C" all three are identifiers.
        form = form._replace(name=judge_plain(text, start, end, yymm, sequence))
    flaw = flaw or ("percent" if width == 3 else "")
    found.append(
        Found(f"{yymm}.{sequence}", version, start, end, core_end, form.name, form.start, form.end, flaw)
    )


def _dotted_prefix(text: str, start: int) -> bool:
    """Tell whether the dot before belongs to ``10.48550/arXiv.`` (or a file named ``arxiv.…``)."""
    return text[max(0, start - 6) : start - 1].lower() == "arxiv"


def _old_style(text: str, match: re.Match[str], width: int, found: list[Found]) -> None:
    slash = match.start()
    archive_match = _OLD_ARCHIVE.search(text, max(0, slash - 14), slash)
    if archive_match is None:
        return
    archive = archive_match[1].lower()
    start = archive_match.start()
    if archive == "arxiv" and archive_match[2]:  # "arXiv.cs/0112017", in a DOI
        archive, start = archive_match[2][1:].lower(), archive_match.start(2) + 1
    if archive not in ARCHIVES:
        # "arXivhep-th/…" glued, or a word before: only a known archive at the end counts.
        for known in ARCHIVES:
            if archive.endswith(known) and archive[: -len(known)].endswith(("arxiv", "-")):
                start = archive_match.end(1) - len(known)
                archive = known
                break
        else:
            return
    yymm = text[slash + width : slash + width + 4]
    sequence = text[slash + width + 4 : slash + width + 7]
    if old_style_flaw(archive, yymm, sequence):
        return
    before = text[start - 1 : start] if start else ""
    form = classify(text, start, match.end())
    if form.name == "none" or (
        form.name in ("bare", "file")
        and before.isascii()
        and before
        and (before.isalnum() or before in "/._-")
    ):
        return
    core_end = slash + width + 7
    version, end, flaw = _version(match, core_end)
    flaw = flaw or ("percent" if width == 3 else "")
    found.append(
        Found(
            f"{archive}/{yymm}{sequence}",
            version,
            start,
            end,
            core_end,
            form.name,
            form.start,
            form.end,
            flaw,
        )
    )


_SLUG_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[-_T]\Z")
_FILE_TAIL: Final = re.compile(
    r"[\w.-]*\.(?:md|mdx|pdf|txt|json|html?|bib|tex|ya?ml|ipynb|qmd|rst)(?![A-Za-z])", re.ASCII
)


def _slug(text: str, match: re.Match[str], found: list[Found]) -> None:
    """``2608-02703`` is an identifier only in a wikilink or in the name of a file."""
    start = match.start() - 4
    if start and (text[start - 1].isdigit() or text[start - 1] == "."):
        return
    yymm, sequence = text[start : start + 4], text[start + 5 : start + 10]
    if new_style_flaw(yymm, sequence) or _SLUG_DATE.search(text, max(0, start - 11), start):
        return
    core_end = start + 10
    version, end, _ = _version(match, core_end)
    after = text[end : end + 1]
    if after.isascii() and (after.isalnum() or after == "_"):
        return
    form = classify(text, start, end)
    if form.name == "bare" and _FILE_TAIL.match(text, end, end + 80):
        form = form._replace(name="file")
    if form.name not in ("file", "wikilink", "prefix", "key"):
        return
    found.append(Found(f"{yymm}.{sequence}", version, start, end, core_end, form.name, form.start, form.end))


_LIST_GAP: Final = re.compile(
    r"\s*(?:[,;、，；/&+|]|\band\b|和|与|及|以及|,\s*and\b)\s*(?:and\s+)?(?:arXiv:\s*)?", re.IGNORECASE
)
_LIST_NOTE: Final = re.compile(r"\s*[(（\[][^()（）\[\]\n]{0,60}[)）\]]")
_PREFIXED: Final = frozenset({"prefix", "list"})


def _continue_lists(text: str, found: list[Found]) -> None:
    """In ``arXiv:A, B (name) and C`` the prefix governs all three."""
    for index in range(1, len(found)):
        item, previous = found[index], found[index - 1]
        if item.form not in ("bare", NO, DOUBTFUL) or previous.form not in _PREFIXED:
            continue
        if item.start - previous.end > 80:
            continue
        gap_start = previous.end
        note = _LIST_NOTE.match(text, gap_start, item.start)
        if note:
            gap_start = note.end()
        if _LIST_GAP.fullmatch(text, gap_start, item.start):
            found[index] = item._replace(form="list")


_COLUMN_REACH: Final = 400


def _fill_columns(text: str, found: list[Found]) -> None:
    """A doubtful number alone in its cell is an identifier if its neighbours in the column are."""
    cells = [alone_in_cell(text, item.start, item.end) if item.form in _CELLS else False for item in found]
    for order in (range(len(found)), range(len(found) - 1, -1, -1)):
        previous = -1
        for index in order:
            item = found[index]
            if not cells[index]:
                continue
            if item.form == DOUBTFUL and (
                (previous >= 0 and abs(found[previous].start - item.start) <= _COLUMN_REACH)
                or "arxiv" in text[max(0, item.start - _COLUMN_REACH) : item.start].lower()
            ):
                item = found[index] = item._replace(form="bare")
            if item.form == "bare":
                previous = index


_CELLS: Final = frozenset({"bare", DOUBTFUL})
