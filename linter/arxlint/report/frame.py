"""Frames: source lines with what is marked on them.

A line that is too long is shown through a window around each mark, so that cost depends on the marks and
never on the length of the line: a flattened document is one line of a megabyte.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arxlint.report.style import Paint
from arxlint.report.visible import cells, is_plain, visible, widths
from arxlint.system.records import NamedTuple
from arxlint.text.source import Source

_FOLDED_LINES = 4
"""A span over more lines than this is shown by its first two and its last."""


class Mark(NamedTuple):
    """A span to mark, with a few words beside it.  Offsets are 0-based code points."""

    start: int
    end: int
    label: str
    style: str
    char: str


class _Segment(NamedTuple):
    """A mark's part on one line."""

    line: int
    start: int
    end: int
    label: str
    style: str
    char: str


class _Window(NamedTuple):
    """What is shown of a line: printable text, and the column of each of its offsets (and of its end)."""

    start: int
    text: str
    columns: Sequence[int]

    def column(self, offset: int) -> int:
        return self.columns[max(0, min(offset - self.start, len(self.columns) - 1))]


def last_line(source: Source, marks: Iterable[Mark]) -> int:
    """Return the highest 1-based line number that a frame of these marks shows."""
    return max((segment.line for mark in marks for segment in _segments(source, mark)), default=1)


def frame(source: Source, marks: Iterable[Mark], *, gutter: int, width: int, paint: Paint) -> list[str]:
    """Return the lines of a frame.  ``gutter``: digits for line numbers; ``width``: columns for source."""
    by_line: dict[int, list[_Segment]] = {}
    for mark in marks:
        for segment in _segments(source, mark):
            by_line.setdefault(segment.line, []).append(segment)
    blank = " " * gutter + " " + paint("gutter", "|")
    rows = [blank]
    previous = 0
    for line in sorted(by_line):
        if previous and line == previous + 2:
            rows.append(_numbered(source, previous + 1, gutter, width, paint))
        elif previous and line > previous + 2:
            rows.append(paint("gutter", "..."))
        previous = line
        for window, segments in _windows(source, line, by_line[line], width):
            number = paint("gutter", f"{line:>{gutter}} |")
            rows.append(f"{number} {window.text}".rstrip())
            rows.extend(f"{blank} {row}" for row in _marker_rows(window, segments, paint))
    rows.append(blank)
    return rows


def _numbered(source: Source, line: int, gutter: int, width: int, paint: Paint) -> str:
    start, end = _content(source, line)
    window = _window(source, start, end, start, start, width)
    return f"{paint('gutter', f'{line:>{gutter}} |')} {window.text}".rstrip()


def _content(source: Source, line: int) -> tuple[int, int]:
    """Return a line's span without its line ending."""
    start, end = source.lines.line_span(line)
    while end > start and source.text[end - 1] in "\r\n":
        end -= 1
    return start, end


def _segments(source: Source, mark: Mark) -> list[_Segment]:
    length = len(source.text)
    start = max(0, min(mark.start, length))
    end = max(start, min(mark.end, length))
    first = source.position(start).line
    _, content_end = _content(source, first)
    # A span that takes in a line ending does not reach the next line.
    last = first if end <= max(start, content_end) else source.position(end - 1).line
    if last == first:
        stop = max(start, min(end, content_end))
        return [_Segment(first, start, stop, mark.label, mark.style, mark.char)]
    folded = last - first >= _FOLDED_LINES
    lines = [first, first + 1, last] if folded else list(range(first, last + 1))
    result = []
    for line in lines:
        line_start, line_end = _content(source, line)
        part_start = start
        if line != first:
            part_start = line_start
            while part_start < line_end and source.text[part_start] in " \t":
                part_start += 1
        part_end = min(end, line_end)
        label = mark.label if line == last else ""
        if part_start < part_end or label:
            result.append(_Segment(line, part_start, max(part_start, part_end), label, mark.style, mark.char))
    return result


def _windows(
    source: Source, line: int, segments: list[_Segment], width: int
) -> list[tuple[_Window, list[_Segment]]]:
    """Return the windows needed to show all segments of a line, with the segments that each shows."""
    start, end = _content(source, line)
    segments = sorted(segments, key=lambda one: (one.start, one.end))
    if _fits(source, start, end, width):
        return [(_shown(source, start, end, start, end), segments)]
    clusters: list[list[_Segment]] = []
    reach = 0
    for segment in segments:
        if clusters and _fits(source, clusters[-1][0].start, max(reach, segment.end), width * 2 // 3):
            clusters[-1].append(segment)
            reach = max(reach, segment.end)
        else:
            clusters.append([segment])
            reach = segment.end
    return [
        (
            _window(source, start, end, cluster[0].start, max(one.end for one in cluster), width),
            cluster,
        )
        for cluster in clusters
    ]


def _fits(source: Source, start: int, end: int, width: int) -> bool:
    if end - start > width:
        return False
    text = source.text[start:end]
    return is_plain(text) or sum(columns for _, columns in cells(text)) <= width


def _window(source: Source, start: int, end: int, first: int, last: int, width: int) -> _Window:
    """Show ``text[first:last]`` of the line ``text[start:end]`` with as much around it as fits."""
    text = source.text
    width = max(width, 20) - 2  # an ellipsis at either end
    around = text[max(start, first - width) : min(end, last + width)]
    if is_plain(around):
        return _plain_window(source, start, end, first, last, width)
    # No more characters than columns can be seen, save combining ones: some more, and never all.
    used = 0
    shown = 0
    for columns in widths(text[first : min(last, first + 2 * width)]):
        if used + columns > width:
            break
        used += columns
        shown += 1
    last = min(last, first + shown)
    spare = width - used
    left = widths(text[max(start, first - width) : first])
    right = widths(text[last : min(end, last + width)])
    # Half of the room on either side, and what one side does not need goes to the other.
    left_room = max(spare // 2, spare - sum(right))
    while left and left_room >= left[-1]:
        left_room -= left[-1]
        spare -= left.pop()
        first -= 1
    for columns in right:
        if columns > spare:
            break
        spare -= columns
        last += 1
    return _shown(source, start, end, first, last)


def _plain_window(source: Source, start: int, end: int, first: int, last: int, width: int) -> _Window:
    """Show what ``_window`` would, where every character takes one column."""
    last = min(last, first + width)
    spare = width - (last - first)
    left, right = min(first - start, width), min(end - last, width)
    left = min(left, max(spare // 2, spare - right))
    return _shown(source, start, end, first - left, last + min(right, spare - left))


def _shown(source: Source, start: int, end: int, first: int, last: int) -> _Window:
    """Show ``text[first:last]`` of the line ``text[start:end]``."""
    prefix = "…" if first > start else ""
    suffix = "…" if last < end else ""
    column = len(prefix)
    text = source.text[first:last]
    if is_plain(text):
        return _Window(first, prefix + text + suffix, range(column, column + len(text) + 1))
    shown = cells(text, column)
    columns = [column]
    for _, width in shown:
        column += width
        columns.append(column)
    return _Window(first, prefix + "".join(cell for cell, _ in shown) + suffix, columns)


def _marker_rows(window: _Window, segments: list[_Segment], paint: Paint) -> list[str]:
    """Return the underlines, with the last label beside them and the others hung below on ``|``."""
    if len(segments) == 1:
        (only,) = segments
        left = window.column(only.start)
        length = max(window.column(only.end) - left, 1)
        label = " " + paint(only.style, visible(only.label)) if only.label else ""
        return [" " * left + paint(only.style, only.char * length) + label]
    places = []
    for segment in segments:
        left = window.column(segment.start)
        places.append((left, max(window.column(segment.end), left + 1), segment))
    # The main mark is painted last, over the others.
    underline: dict[int, tuple[str, str]] = {}
    for left, right, segment in sorted(places, key=lambda one: one[2].char == "^"):
        for column in range(left, right):
            underline[column] = (segment.style, segment.char)
    edge = max(right for _, right, _ in places)
    beside = max(places, key=lambda one: one[0])
    row = _paint_columns(underline, paint)
    if beside[2].label and beside[1] == edge:
        row += " " + paint(beside[2].style, visible(beside[2].label))
        hung = [one for one in places if one is not beside and one[2].label]
    else:
        hung = [one for one in places if one[2].label]
    rows = [row]
    if hung:
        rows.append(_paint_columns({left: (one.style, "|") for left, _, one in hung}, paint))
    while hung:
        left, _, segment = hung.pop()
        bars = {column: (one.style, "|") for column, _, one in hung if column < left}
        lead = _paint_columns(bars, paint)
        gap = left - (max(bars) + 1 if bars else 0)
        rows.append(lead + " " * gap + paint(segment.style, visible(segment.label)))
    return rows


def _paint_columns(columns: dict[int, tuple[str, str]], paint: Paint) -> str:
    """Return a row with a character in each given column, runs of one style painted together."""
    row = ""
    at = 0
    run_style = run = ""
    for column in sorted(columns):
        style, char = columns[column]
        if column > at or style != run_style:
            row += paint(run_style, run) if run else ""
            row += " " * (column - at)
            run_style, run = style, ""
        run += char
        at = column + 1
    return row + (paint(run_style, run) if run else "")
