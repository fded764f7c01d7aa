"""Inline elements of Markdown, read from the raw text of one block, with exact spans.

Follows CommonMark 0.31 with GFM's bare URLs, and knows wikilinks.  Departures, all for what authors mean:
bare URLs end at Chinese, Japanese and Korean text; a link whose URL is broken by a blank is still a link;
``**`` beside such text opens and closes although no blank is near.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping

from .emphasis import Run, pair
from .model import Block, BlockKind, Inline, InlineKind
from .tags import TagReader

_SPECIAL = re.compile(r"[\\`<\[\]*_:]")
_SPECIAL_OR_WWW = re.compile(r"[\\`<\[\]*_:]|(?<![A-Za-z0-9./@-])www\.(?=[^\s.])", re.IGNORECASE)
_SCHEME = re.compile(r"(?<![A-Za-z0-9])https?\Z", re.IGNORECASE)
_WIKILINK = re.compile(
    r"\[\[(?P<page>[^\[\]\n|\\]++(?:\\(?!\|)[^\[\]\n|\\]*+)*+)(?:\\?\|(?P<alias>[^\[\]\n]*+))?+\]\]"
)
_MARKS = re.compile(r"\*++|_++")
_RUN = re.compile(r"`++")
_AUTOLINK = re.compile(r"<([a-zA-Z][a-zA-Z0-9+.-]{1,31}+:[^\s<>]*+)>")

_PARENTHESES = r"\((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+\)"
_TAIL = re.compile(
    r"\(\s*+(?:<(?P<angle>[^<>\n]*+)>"
    rf"|(?P<target>(?:[^\s()\\<]|\\.)(?:[^\s()\\]|\\.|{_PARENTHESES})*+|))"
    r"(?:\s++(?:\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\)))?+\s*+\)",
    re.DOTALL,
)
_BROKEN_TAIL = re.compile(r"\([ \t]*+(?P<target>https?://[^()<>\n]++)\)")
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){0,999}+)\]", re.DOTALL)

_URL = re.compile(
    # up to a blank, "<", a quotation mark, or anything from the CJK, Hangul and full-width ranges
    r"[^\s<>\"`\\|\[\]\u2018-\u201f\u2190-\u2193\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f"
    r"\uff00-\uffef\U00020000-\U0003ffff]++"
)
_TRAILING = "?!.,:;*_~'"


def normalise_label(label: str) -> str:
    """Return a link label as reference links are matched: case folded, blanks collapsed."""
    return " ".join(label.split()).casefold()


def definitions(text: str, blocks: tuple[Block, ...]) -> dict[str, tuple[int, int]]:
    """Return the target's span for each link reference definition; the first of a label counts."""
    found: dict[str, tuple[int, int]] = {}
    for block in blocks:
        if block.kind is BlockKind.REFERENCE:
            link = definition_link(text, block)
            if link is not None:
                found.setdefault(normalise_label(block.info), (link.target_start, link.target_end))
    return found


def definition_link(text: str, block: Block) -> Inline | None:
    """Return a link reference definition as a link: its label is the text, its destination the target."""
    label = _LABEL.match(text, block.start, block.end)
    if label is None:
        return None
    at = label.end() + 1
    while at < block.end and text[at] in " \t\r\n>":
        at += 1
    if text.startswith("<", at):
        at += 1
        stop = text.find(">", at, block.end)
    else:
        stop = at
        while stop < block.end and not text[stop].isspace():
            stop += 1
    return Inline(InlineKind.LINK, block.start, block.end, *label.span(1), at, max(at, stop))


def inlines(
    text: str, start: int, end: int, references: Mapping[str, tuple[int, int]] | None = None
) -> list[Inline]:
    """Return the inline elements of ``text[start:end]``, sorted by start, the widest first.

    ``references`` maps normalised labels to the span of their target, see ``definitions``; without it
    ``[text][label]`` is no link.
    """
    return _Reader(text, start, end, references or {}).read()


class _Bracket:
    """An open ``[`` or ``![``, and how much had been found when it was read."""

    __slots__ = ("active", "found", "image", "inner", "runs", "start")

    def __init__(self, start: int, inner: int, image: bool, found: int, runs: int) -> None:
        self.start = start
        self.inner = inner
        self.image = image
        self.found = found
        self.runs = runs
        self.active = True


class _Reader:
    __slots__ = ("brackets", "end", "found", "references", "runs", "start", "tags", "text", "ticks")

    def __init__(self, text: str, start: int, end: int, references: Mapping[str, tuple[int, int]]) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.references = references
        self.found: list[Inline] = []
        self.brackets: list[_Bracket] = []
        self.runs: list[Run] = []
        self.ticks: dict[int, list[int]] | None = None
        self.tags: TagReader | None = None

    def read(self) -> list[Inline]:
        text, end, found = self.text, self.end, self.found
        special = _SPECIAL_OR_WWW if text.find("www.", self.start, end) >= 0 else _SPECIAL
        search, at = special.search, self.start
        while (token := search(text, at, end)) is not None:
            low = token.start()
            char = text[low]
            if char == ":":
                at = self._url(low)
            elif char == "*" or char == "_":
                at = self._mark(low)
            elif char == "[":
                at = self._open(low)
            elif char == "]":
                at = self._close(low)
            elif char == "`":
                at = self._code(low)
            elif char == "<":
                at = self._angle(low)
            elif char == "\\":
                at = low + 2
            else:
                at = self._bare(low, low + 4)
        if self.runs:
            pair(self.runs, 0, found)
        if len(found) > 1:
            found.sort(key=_place)
        return found

    def _mark(self, low: int) -> int:
        text, end = self.text, self.end
        high = _MARKS.match(text, low, end).end()  # type: ignore[union-attr]
        run = Run(text, low, high, self.start, end)
        if run.opens or run.closes:
            self.runs.append(run)
        return high

    def _open(self, low: int) -> int:
        image = low > self.start and self.text[low - 1] == "!" and self.text[low - 2 : low - 1] != "\\"
        if self.text.startswith("[[", low):
            link = _WIKILINK.match(self.text, low, self.end)
            if link is not None and not self._is_tail(link.end()):
                page = link.span("page")
                shown = link.span("alias") if link["alias"] is not None else page
                kind = InlineKind.IMAGE if image else InlineKind.WIKILINK
                self.found.append(Inline(kind, low - image, link.end(), *shown, *page))
                return link.end()
        self.brackets.append(_Bracket(low - image, low + 1, image, len(self.found), len(self.runs)))
        return low + 1

    def _is_tail(self, at: int) -> bool:
        """Whether "[[Paper]](https://…)" goes on here: a link whose text has brackets of its own."""
        return self.text.startswith("(", at, self.end) and _TAIL.match(self.text, at, self.end) is not None

    def _code(self, low: int) -> int:
        high = _RUN.match(self.text, low, self.end).end()  # type: ignore[union-attr]
        if self.ticks is None:
            self.ticks = {}
            for run in _RUN.finditer(self.text, self.start, self.end):
                self.ticks.setdefault(run.end() - run.start(), []).append(run.start())
        closers = self.ticks.get(high - low, [])
        index = bisect_right(closers, low)
        if index == len(closers):
            return high
        close = closers[index]
        inner, stop = high, close
        if stop - inner > 2 and self.text[inner] == " " == self.text[stop - 1]:
            inner, stop = inner + 1, stop - 1
        end = close + high - low
        self.found.append(Inline(InlineKind.CODE, low, end, inner, stop))
        return end

    def _angle(self, low: int) -> int:
        link = _AUTOLINK.match(self.text, low, self.end)
        if link is not None:
            self.found.append(Inline(InlineKind.AUTOLINK, *link.span(), *link.span(1), *link.span(1)))
            return link.end()
        if self.tags is None:
            self.tags = TagReader(self.text, self.end, self.found)
        stop = self.tags.read(low)
        return stop if stop > 0 else low + 1

    def _url(self, colon: int) -> int:
        """Read a bare URL whose scheme ends at ``colon``."""
        text = self.text
        if not text.startswith("://", colon, self.end):
            return colon + 1
        scheme = _SCHEME.search(text, max(self.start, colon - 6), colon)
        return self._bare(scheme.start(), colon + 3) if scheme is not None else colon + 1

    def _bare(self, low: int, high: int) -> int:
        """Read a bare URL from ``low``, of which the part before ``high`` is known; return its end."""
        rest = _URL.match(self.text, high, self.end)
        if rest is None:
            return high
        stop = _trim(self.text, high, rest.end())
        if stop > high:
            self.found.append(Inline(InlineKind.AUTOLINK, low, stop, low, stop, low, stop))
        return max(stop, high)

    def _close(self, low: int) -> int:
        """Close the last open bracket at ``]``; return where reading goes on."""
        if not self.brackets:
            return low + 1
        bracket = self.brackets.pop()
        if not bracket.active:
            return low + 1
        stop, target = self._tail(bracket, low)
        if stop < 0:
            return low + 1
        pair(self.runs, bracket.runs, self.found)
        inner = self.found[bracket.found :]
        # An URL that is a link's text is no link of its own.
        kept = [i for i in inner if i.kind is not InlineKind.AUTOLINK]
        if len(kept) < len(inner):
            self.found[bracket.found :] = kept
        kind = InlineKind.IMAGE if bracket.image else InlineKind.LINK
        self.found.append(Inline(kind, bracket.start, stop, bracket.inner, low, *target))
        if not bracket.image:
            for outer in reversed(self.brackets):
                if not outer.image:
                    if not outer.active:
                        break
                    outer.active = False
        return stop

    def _tail(self, bracket: _Bracket, low: int) -> tuple[int, tuple[int, int]]:
        """Return where the link that ends its text at ``low`` ends, and its target; -1 if it is no link."""
        text, end = self.text, self.end
        after = low + 1
        if text.startswith("(", after, end):
            tail = _TAIL.match(text, after, end)
            if tail is not None:
                return tail.end(), tail.span("target" if tail["angle"] is None else "angle")
            tail = _BROKEN_TAIL.match(text, after, end)
            if tail is not None:
                return tail.end(), tail.span("target")
        if not self.references:
            return -1, (-1, -1)
        label = text[bracket.inner : low]
        stop = after
        if text.startswith("[", after, end):
            named = _LABEL.match(text, after, end)
            if named is not None:
                stop = named.end()
                label = named[1] if named[1].strip() else label
        if len(label) > 999:
            return -1, (-1, -1)
        target = self.references.get(normalise_label(label))
        return (stop, target) if target is not None else (-1, (-1, -1))


def _place(inline: Inline) -> tuple[int, int]:
    return inline.start, -inline.end


def _trim(text: str, start: int, end: int) -> int:
    """Return where a bare URL ends: not in punctuation, not in a bracket that it did not open (GFM 6.9)."""
    opened = text.count("(", start, end)
    closed = text.count(")", start, end)
    while end > start:
        last = text[end - 1]
        if last == ")" and closed > opened:
            closed -= 1
        elif last not in _TRAILING:
            break
        end -= 1
    return end
