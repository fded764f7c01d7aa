"""References: the cards, briefings, living documents and other files that a document names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from arxlint.config.profile import BRIEFING, CARD, LIVING, Profile
from arxlint.document.model import BlockKind, Document
from arxlint.extract.model import Mention, Reference
from arxlint.extract.outline import Outline
from arxlint.extract.vocabulary import alternatives
from arxlint.paths import head_of, resolutions

FILE: Final = "file"

_VERSION_AFTER: Final = re.compile(
    r"[`*\])）]{0,4}[ \t]{0,2}[(（]?[ \t]?[vV]([0-9]{1,5})(?![0-9A-Za-z]|\.[0-9])"
)
_LINK: Final = re.compile(r"\]\([ \t]*<?([^()<>\s]{1,300}?\.(?:md|markdown))(?:#[^()<>\s]*)?>?(?=[)\s])")
_WIKILINK: Final = re.compile(r"\[\[([^\[\]|#\n]{1,200})")
_VERSIONED: Final = re.compile(r"\.md(?=[`*\])）]{0,4}[ \t]{0,2}[(（]?[ \t]?[vV][0-9])")
_BARE_NAME: Final = re.compile(r"(?<![\w./%-])[\w-]{1,80}\Z")
_NOTHING_ELSE: Final = re.compile(r"[\W_]*")
_PARENTHESIS: Final = re.compile(r"[(（\[【][^()（）\[\]【】]*[)）\]】]")
_LINKING: Final = re.compile(
    r"(?:[\W_]|(?<![A-Za-z])(?i:paper|cards?|notes?|see|arxiv|source|file)(?![A-Za-z])|论文|卡片?|已?建卡|见|笔记|来源|文件)*"
)
_ARROW: Final = re.compile(
    r"(?:→|->|(?<![A-Za-z])cards?[ \t]?:?|卡片?[ \t]?[:：]?|建卡[ \t]?[:：]?)[ \t`*\[]*\Z", re.IGNORECASE
)
_COMPARING_CJK: Final = re.compile(r"与|和|跟|对比|相比|类似|互补|同族|同向|参照|不同于|优于|另见")
_COMPARING: Final = re.compile(
    r"(?<![A-Za-z])(?:and|unlike|like|vs|than|with|cf|also|compared?|see)(?![A-Za-z])", re.IGNORECASE
)
_ARXIV_LINE: Final = re.compile(r"[ \t>*_+-]*(?i:arxiv)(?:[ \t]*(?:号|编号|(?i:id)))?[*_ \t]*[:：]")
_LONG_LINE: Final = 600
_CLAUSE: Final = ";；。\n|"
_SKIPPED: Final = frozenset({BlockKind.COMMENT, BlockKind.CODE})


def read_references(
    document: Document, mentions: Sequence[Mention], profile: Profile, path: str
) -> tuple[Reference, ...]:
    """Return the references of a document in order.  ``path`` is the document's own."""
    text = document.text
    outline: Outline | None = None
    found: dict[int, Reference] = {}
    for start, end, known in _candidates(text, profile):
        if start in found:
            continue
        at = document.leaf_at(start)
        if at >= 0 and document.blocks[at].kind in _SKIPPED:
            continue
        outline = outline or Outline(document, tuple(mentions))
        reference = _reference(outline, start, end, known, path, profile)
        if reference is not None:
            found[start] = reference
    return tuple(found[start] for start in sorted(found))


def _candidates(text: str, profile: Profile) -> Iterator[tuple[int, int, bool]]:
    """Yield the spans that may name a file, and whether the profile knows paths like it."""
    # Most documents have none of these words: to look for them costs little, the patterns much.
    heads = [head for pattern in profile["cards"] if (head := head_of(pattern))]
    no_card = profile.compiled("no-card", _no_card_source, re.IGNORECASE)
    for match in _matches_at(
        text.lower(), text, ["卡", "card", "paper card", *map(str.lower, heads)], no_card
    ):
        yield match.start("what"), match.end("what"), True
    known = [head_of(pattern) or pattern for pattern in _all_patterns(profile)]
    for match in _matches_at(text, text, known, profile.compiled("paths", _known_paths)):
        yield match.start(), match.end(), True
    if ".md" in text or ".markdown" in text:
        for match in _LINK.finditer(text):
            if "://" not in match.group(1):
                yield match.start(1), match.end(1), False
        for match in _VERSIONED.finditer(text):
            name = _BARE_NAME.search(text, max(0, match.start() - 80), match.start())
            if name:
                yield name.start(), match.end(), False
    if "[[" in text:
        for match in _WIKILINK.finditer(text):
            yield match.start(1), match.start(1) + len(match.group(1).rstrip()), False


def _matches_at(
    haystack: str, text: str, beginnings: Iterable[str], pattern: re.Pattern[str]
) -> Iterator[re.Match[str]]:
    """Yield what ``pattern.finditer(text)`` would, of which every match begins with one of some strings.

    ``haystack`` is the text, or the text in lower case.  Looking for strings is much faster.
    """
    if len(haystack) != len(text):  # some letters become two in lower case
        yield from pattern.finditer(text)
        return
    starts = set()
    for beginning in set(beginnings):
        at = haystack.find(beginning)
        while at >= 0:
            starts.add(at)
            at = haystack.find(beginning, at + 1)
    end = 0
    for start in sorted(starts):
        if start >= end and (match := pattern.match(text, start)):
            end = match.end()
            yield match


def _known_paths(profile: Profile) -> str:
    """Return the source of a pattern of paths that begin as the profile's do, up to the first ``.md``.

    Exporters run words together (``#19002inbox/jay/…``), so that nothing is asked of what stands before.
    """
    heads = sorted(
        {head for head in map(head_of, _all_patterns(profile)) if head}, key=lambda head: (-len(head), head)
    )
    if not heads:
        return r"(?!)"
    union = "|".join(map(re.escape, heads))
    # A second head inside means that the first path had no ending: "inbox/jay 与 paper_cards/1-….md".
    inner = rf"(?:(?!{union})[\w./+%-]){{0,200}}?"
    whole = "|".join(re.escape(pattern) for pattern in _all_patterns(profile) if "{" not in pattern)
    return rf"(?:{union}){inner}\.md(?![A-Za-z0-9])" + (
        rf"|(?<![\w/-])(?:{whole})(?![A-Za-z0-9])" if whole else ""
    )


def _all_patterns(profile: Profile) -> tuple[str, ...]:
    return (*profile["briefings"], *profile["cards"], *profile["living"], *profile["queue"])


def _reference(
    outline: Outline, start: int, end: int, known: bool, path: str, profile: Profile
) -> Reference | None:
    text = outline.text
    written = text[start:end]
    kind, number = _kind(written, known, path, profile) if "." in written or not known else (CARD, "")
    version = ""
    if kind in (LIVING, FILE):
        after = _VERSION_AFTER.match(text, end)
        version = after.group(1) if after else ""
        if version and kind == FILE and "/" not in written:
            kind = LIVING
    if not kind:
        return None
    inside = outline.mentions_in(start, end)
    mention = inside[0] if inside else -1
    pending = _is_pending(text, start, end, profile)
    beside = tuple(_beside(outline, start, end, pending)) if kind == CARD else ()
    return Reference(kind, written, start, end, number, version, pending, mention, beside)


def _kind(written: str, known: bool, path: str, profile: Profile) -> tuple[str, str]:
    """Return the kind of file that a path as written means, and a card's number; empty if it is not ours."""
    for candidate in resolutions(written, path, profile):
        meaning = profile.meaning(candidate)
        if meaning.kind == LIVING and not known and "/" not in written and not written.endswith(".md"):
            continue  # every page of a wiki could be a topic
        if meaning.kind:
            return (meaning.kind if meaning.kind in (BRIEFING, CARD, LIVING) else FILE), meaning.number
    if known or written.endswith((".md", ".markdown")):
        return FILE, ""
    # A wikilink to a page that does not exist is how pages are begun; only names like ours are references.
    return "", ""


def _beside(outline: Outline, start: int, end: int, pending: bool) -> Iterator[int]:
    """Yield the mentions that a card's path is set beside as their card.

    In a table: the first mention of the row, if the path has a cell of its own.  Else the mention of the same
    line from which only names, marks and words such as "card" part it, or the one of an ``arXiv: …`` line
    next to it.  A card that a sentence compares with is not meant.  A card that is only announced can be that
    of the only paper of the line, whatever stands between.
    """
    document, text = outline.document, outline.text
    leaf = document.leaf_at(start)
    if leaf < 0:
        return
    block = outline.blocks[leaf]
    if block.kind == BlockKind.TABLE_CELL:
        row = outline.blocks[document.enclosing(leaf, BlockKind.TABLE_ROW)]
        alone = pending or _NOTHING_ELSE.fullmatch(text, end, block.end)
        if alone and _NOTHING_ELSE.fullmatch(text, block.start, start):
            first = outline.mentions_in(row.start, row.end)[:1]
            yield from (i for i in first if outline.mentions[i].start < block.start)
        return
    begin = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    stop = len(text) if stop < 0 else stop
    if stop - begin > _LONG_LINE:
        return
    on_line = outline.mentions_in(begin, stop)
    others = [i for i in on_line if not start <= outline.mentions[i].start < end]
    if len({outline.mentions[i].id for i in others}) == 1:
        raw, between = _between(outline, others[0], start, end)
        compared = _COMPARING.search(between) or _COMPARING_CJK.search(raw)
        linked = _ARROW.search(between) or _LINKING.fullmatch(between)
        if pending or (linked and not compared):
            yield others[0]
    elif not others and text.count(".md", begin, stop) <= 3:
        for line in _lines_around(text, begin, stop):
            if _ARXIV_LINE.match(text, *line) is not None:
                inside = outline.mentions_in(*line)
                if len(inside) == 1:
                    yield inside[0]


def _between(outline: Outline, index: int, start: int, end: int) -> tuple[str, str]:
    """Return what parts a mention from a path: as it is, and without names and what is in parentheses."""
    mention = outline.mentions[index]
    text = outline.text
    low, high = (mention.outer_end, start) if mention.start < start else (end, mention.outer_start)
    raw = text[low:high]
    pieces = []
    for label in sorted(mention.labels, key=lambda label: label.start):
        if low <= label.start and label.end <= high:
            pieces.append(text[low : label.start])
            low = label.end
    pieces.append(text[low:high])
    return raw, _PARENTHESIS.sub(" ", " ".join(pieces))


def _lines_around(text: str, begin: int, stop: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the lines after and before a line."""
    if stop < len(text):
        following = text.find("\n", stop + 1)
        yield stop + 1, following if following >= 0 else len(text)
    if begin > 0:
        yield text.rfind("\n", 0, begin - 1) + 1, begin - 1


def _is_pending(text: str, start: int, end: int, profile: Profile) -> bool:
    """Tell whether the words right behind a path, in its clause, say that it does not exist yet."""
    pending = profile.compiled("pending", _pending_source, re.IGNORECASE)
    stop = min((at for mark in _CLAUSE if (at := text.find(mark, end, end + 30)) >= 0), default=end + 30)
    return pending.match(text, end, stop) is not None


def _no_card_source(profile: Profile) -> str:
    """Return the source of a pattern of cards only announced: ``paper_cards/(待建)``, ``card: TBD``."""
    heads = "|".join(re.escape(head) for pattern in profile["cards"] if (head := head_of(pattern))) or r"(?!)"
    return (
        rf"(?P<what>{heads}|卡片|卡(?=[:： ]?[(（]?[待未])"
        r"|(?<![A-Za-z])(?:paper )?card(?![A-Za-z]))"
        rf"(?=[*_`]{{0,2}}[ \t]?[:：(（]?[ \t]?(?:{alternatives(profile['pending-words'])}))"
    )


def _pending_source(profile: Profile) -> str:
    lead = r"[\s`*\])）]{0,4}[(（\[【:：,，—–→-]{0,2}[ \t]?(?:card[ \t]|卡片?|status: )?"
    return f"{lead}(?:{alternatives(profile['pending-words'])})"
