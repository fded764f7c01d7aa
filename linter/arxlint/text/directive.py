"""Finding directives: comments that start with ``arxlint:``, in the comment syntax of each format.

``<!-- … -->`` everywhere; ``%`` in TeX and BibTeX, ``#`` in YAML, TOML, plain text and front matter, ``//``
in Typst and other languages with C-like comments, ``..`` in reStructuredText.  In a format that we do not
know, ``%``, ``#`` and ``//`` all count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from arxlint.system.records import NamedTuple
from arxlint.text.source import LineIndex


class Selector(NamedTuple):
    """A code, prefix or rule name in a directive's brackets, at ``text[start:end]``.

    ``first`` and ``last`` bound what it covers: the half-open range of offsets ``text[first:last]``; the end
    of the text is covered to ``last`` = its length + 1, so that an empty span there is, too.
    """

    text: str
    start: int
    end: int
    first: int
    last: int


class Directive(NamedTuple):
    """One directive, at ``text[start:end]``; offsets are 0-based code points.

    ``kind`` is ``ignore``, ``disable``, ``enable``, ``file-ignore``, or whatever else was written if
    ``problem`` says that this is no directive.  ``codes_start``/``codes_end`` bound what stands in the
    brackets, ``cut_start``/``cut_end`` what to delete to be rid of the directive.
    """

    kind: str
    selectors: tuple[Selector, ...]
    reason: str
    problem: str
    start: int
    end: int
    codes_start: int
    codes_end: int
    cut_start: int
    cut_end: int


KINDS = ("ignore", "disable", "enable", "file-ignore")

_WORD = "arxlint:"
_REASON = 500
"""Characters of a reason that are kept."""

_LINE_COMMENTS = (
    ("%", "tex ltx latex bib bbl sty cls bst"),
    ("#", "yaml yml toml txt text py sh ini cfg cff org r jl"),
    ("//", "typ js ts jsx tsx c h cc cpp rs go java scala swift kt"),
    ("..", "rst rest"),
)
"""Comment opener → suffixes of the formats that have it."""
_MARKDOWN = ["md", "markdown", "mdx", "mkd", "mdown", "qmd", "rmd"]
_NO_LINE_COMMENTS = [*_MARKDOWN, *["html", "htm", "xhtml", "xml", "svg", "ipynb", "json", "jsonl"]]

_OPENERS = {
    "%": r"(?<!\\)%+",
    "#": r"(?:(?<=[\s])|^)\#+",
    "//": r"(?:(?<=[\s])|^)//+",
    "..": r"^[ \t]*\.\.(?=[ \t])",
}
# Compiled when first used: most documents have no directive, and compiling takes longer than looking.
_HTML_OPENER = r"<!--\s*$"
_BODY = r"([A-Za-z][\w-]*)?[ \t]*(?:\[([^\[\]\r\n]*)(\])?)?"
_ITEM = r"[^\s,]+(?:[ \t]+[^\s,]+)*"
_FRONT_MATTER_END = r"(?m)^(?:---|\.\.\.)[ \t]*$"


def find_directives(text: str, path: str, code: Iterable[tuple[int, int]] = ()) -> tuple[Directive, ...]:
    """Return the directives of a document in order.

    ``path`` decides which comments there are.  ``code`` are the spans of code blocks and code spans, in which
    a directive is only quoted.
    """
    at = text.find(_WORD)
    if at < 0:
        return ()
    lines = LineIndex(text)
    comments = _Comments(text, path, lines)
    quoted = sorted(code)
    next_quoted = 0
    raw: list[Directive] = []
    end = 0
    while at >= 0:
        while next_quoted < len(quoted) and quoted[next_quoted][1] <= at:
            next_quoted += 1
        inside = next_quoted < len(quoted) and quoted[next_quoted][0] <= at
        if at >= end and not inside:
            comment = comments.around(at)
            if comment is not None:
                raw.append(_parse(text, lines, at, *comment))
                end = raw[-1].end
        at = text.find(_WORD, at + len(_WORD))
    return _resolve(text, lines, raw)


class _Comments:
    """The comment syntax of one document."""

    __slots__ = ("_front_matter", "_line", "_line_in_front", "_lines", "_text", "_unclosed")

    def __init__(self, text: str, path: str, lines: LineIndex) -> None:
        self._text = text
        self._lines = lines
        self._unclosed = False
        suffix = path.rpartition(".")[2].lower() if "." in path else ""
        self._line = _line_opener(suffix)
        self._front_matter = 0
        if suffix in _MARKDOWN and text.lstrip("\ufeff").startswith("---"):
            closing = re.compile(_FRONT_MATTER_END).search(text, text.index("---") + 3)
            self._front_matter = closing.start() if closing else 0
        self._line_in_front = _line_opener("yaml")

    def around(self, at: int) -> tuple[int, int, int, str] | None:
        """Return start, end of content, end and fault of the comment opening just before ``at``, or None."""
        text = self._text
        # An opener is short: looking back over a whole long line for each hit would be quadratic.
        back = max(0, at - 80)
        before = text[back:at]
        html = re.search(_HTML_OPENER, before)
        if html:
            # Nothing closes what comes after an unclosed one either; looking again would be quadratic.
            close = -1 if self._unclosed else text.find("-->", at)
            if close < 0:
                self._unclosed = True
                stop = _line_content(text, self._lines, at)[1]
                return back + html.start(), stop, stop, "the comment is not closed by `-->`"
            return back + html.start(), close, close + 3, ""
        opener = self._line_in_front if at < self._front_matter else self._line
        if opener is None:
            return None
        line_start = max(before.rfind("\n"), before.rfind("\r")) + 1
        # Without a line ending in reach, what we see is not the start of the line.
        head = before[line_start:] if line_start or back == 0 else " " + before
        found = opener.search(head)
        if not found:
            return None
        stop = _line_content(text, self._lines, at)[1]
        return at - (len(head) - found.start()), stop, stop, ""


def _line_opener(suffix: str) -> re.Pattern[str] | None:
    if suffix in _NO_LINE_COMMENTS:
        return None
    kinds = [kind for kind, suffixes in _LINE_COMMENTS if suffix in suffixes.split()] or ["%", "#", "//"]
    return re.compile("(?:" + "|".join(_OPENERS[kind] for kind in kinds) + r")[ \t]*\Z")


def _line_content(text: str, lines: LineIndex, offset: int) -> tuple[int, int, int]:
    """Return where the line of an offset starts, where its content ends, and where the next line starts."""
    start, next_line = lines.line_span(lines.position(offset).line)
    end = next_line
    while end > start and text[end - 1] in "\r\n":
        end -= 1
    return start, end, next_line


def _parse(
    text: str, lines: LineIndex, at: int, start: int, content_end: int, end: int, problem: str
) -> Directive:
    body_start = at + len(_WORD)
    while body_start < content_end and text[body_start] in " \t":
        body_start += 1
    match = re.compile(_BODY).match(text, body_start, content_end)
    assert match is not None  # every part of it is optional
    kind = (match[1] or "").lower()
    selectors: tuple[Selector, ...] = ()
    codes_start = codes_end = match.end(1) if match[1] else body_start
    if match[2] is not None:
        codes_start, codes_end = match.span(2)
        selectors = tuple(
            Selector(item[0], item.start(), item.end(), 0, 0)
            for item in re.compile(_ITEM).finditer(text, codes_start, codes_end)
        )
    if not problem:
        problem = _problem(kind, match)
        if not problem and not selectors:
            problem = f"`{kind}[]` names no rule"
    reason = " ".join(text[match.end() : content_end].split()).lstrip("-–—: ")[:_REASON]
    cut_start, cut_end = _cut(text, lines, start, end)
    return Directive(
        kind,
        () if problem else selectors,
        reason,
        problem,
        start,
        end,
        codes_start,
        codes_end,
        cut_start,
        cut_end,
    )


def _problem(kind: str, match: re.Match[str]) -> str:
    if not kind:
        return "it does not say what to do"
    if kind not in KINDS:
        from arxlint.text.nearest import nearest  # only on the way out

        near = nearest(kind, KINDS)
        hint = f"; did you mean `{near}`?" if near else ""
        return f"there is no `{kind[:40]}`{hint}"
    if match[2] is None:
        return f"`{kind}` names no rule: write `{kind}[CODE]`"
    if match[3] is None:
        return "the bracket is not closed"
    return ""


def _cut(text: str, lines: LineIndex, start: int, end: int) -> tuple[int, int]:
    """Return what to delete: whole lines if there is nothing else on them, else the blanks before, too."""
    line_start = _line_content(text, lines, start)[0]
    if _alone(text, start, end) and not text[line_start:start].strip(" \t"):
        return line_start, _line_content(text, lines, end)[2]
    if not _alone(text, start, end):
        while start > 0 and text[start - 1] in " \t":
            start -= 1
    return start, end


def _alone(text: str, start: int, end: int) -> bool:
    """Tell whether a comment has its lines to itself (a quote's ``>`` and a byte-order mark aside)."""
    # Looked at step by step from the comment outwards: a long line must not be copied for each directive.
    while end < len(text) and text[end] in " \t":
        end += 1
    if end < len(text) and text[end] not in "\r\n":
        return False
    while start > 0 and text[start - 1] in " \t>":
        start -= 1
    return start == 0 or text[start - 1] in "\r\n" or (start == 1 and text[0] == "\ufeff")


def _resolve(text: str, lines: LineIndex, raw: list[Directive]) -> tuple[Directive, ...]:
    """Give every selector the range that it covers."""
    everything = len(text) + 1
    next_lines = _lines_after(text, lines, raw)
    open_ranges: dict[str, list[tuple[int, int]]] = {}
    result: list[Directive] = []
    for index, directive in enumerate(raw):
        if directive.problem:
            result.append(directive)
        elif directive.kind == "file-ignore":
            result.append(_covering(directive, 0, everything))
        elif directive.kind == "ignore":
            covered = next_lines.get(directive.start)
            if covered is None:
                first = _line_content(text, lines, directive.start)[0]
                covered = first, _line_content(text, lines, directive.end)[1] + 1
            result.append(_covering(directive, *covered))
        elif directive.kind == "disable":
            result.append(_covering(directive, directive.start, everything))
            for place, selector in enumerate(directive.selectors):
                open_ranges.setdefault(selector.text.lower(), []).append((index, place))
        else:
            result.append(_close(directive, open_ranges, result))
    return tuple(result)


def _covering(directive: Directive, first: int, last: int) -> Directive:
    selectors = tuple(one._replace(first=first, last=last) for one in directive.selectors)
    return directive._replace(selectors=selectors)


def _lines_after(text: str, lines: LineIndex, raw: list[Directive]) -> dict[int, tuple[int, int]]:
    """Return, by the start of each directive that stands alone, the range of the next line with text.

    Directives that stand alone are passed over, so that several can be stacked; from the last to the first,
    so that each looks only as far as the next one.
    """
    found: dict[int, tuple[int, int]] = {}
    for directive in reversed(raw):
        if not _alone(text, directive.start, directive.end):
            continue
        covered = len(text), len(text) + 1
        position = _line_content(text, lines, directive.end)[2]
        while position < len(text):
            line_start, line_end, next_line = _line_content(text, lines, position)
            first = line_start
            while first < line_end and text[first] in " \t>\f\v\u00a0\u3000":
                first += 1
            if first < line_end:
                covered = found.get(first, (line_start, line_end + 1))
                break
            position = next_line
        found[directive.start] = covered
    return found


def _close(
    directive: Directive, open_ranges: dict[str, list[tuple[int, int]]], result: list[Directive]
) -> Directive:
    """End the ranges that an ``enable`` names; it covers nothing itself."""
    for selector in directive.selectors:
        opened = open_ranges.pop(selector.text.lower(), None)
        if opened is None:
            problem = f"`enable[{selector.text}]` without a `disable[{selector.text}]` before it"
            directive = directive._replace(problem=problem)
            continue
        for index, place in opened:
            selectors = list(result[index].selectors)
            selectors[place] = selectors[place]._replace(last=directive.start)
            result[index] = result[index]._replace(selectors=tuple(selectors))
    return directive._replace(selectors=())
