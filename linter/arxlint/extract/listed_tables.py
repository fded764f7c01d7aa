"""Tables that enumerate papers: which column names the row, which one states what is new.

Exporters that drop blank lines run tables, captions and further tables together; a line without a bar, and a
header with its rule, start afresh here.
"""

from __future__ import annotations

import re
from typing import Final

from arxlint.config.profile import Profile
from arxlint.document.model import Block, BlockKind
from arxlint.extract.model import Entry
from arxlint.extract.outline import Outline
from arxlint.extract.vocabulary import CARRIED_OVER, COMMENT, NEW, whole_role
from arxlint.system.records import NamedTuple

_MOSTLY: Final = 0.6
_RULE_CELL: Final = re.compile(r":?-+:?")
_INDEX_CELL: Final = re.compile(r"[#№]?[ ]?[0-9]{1,4}[.)]?|[-–—]?|[🥇🥈🥉]")
_INDEX_HEADER: Final = re.compile(r"#|№|no\.?|nr\.?|rank|序号|编号|排名|排序|", re.IGNORECASE)
_PAPER_HEADER: Final = re.compile(
    r"(?:arxiv|paper|preprint|title|article|work|论文|標題|标题|题目|题名|文章|文献|アーカイブ|論文|タイトル|논문|제목).{0,16}"
    r"|.{0,12}(?:arxiv|论文|论文号|標題|标题|题目|論文)|(?:arxiv[ ]?)?(?:id|号)",
    re.IGNORECASE,
)
_TOTAL: Final = re.compile(
    r"(?:合计|总计|共计|小计|总数|total|sum|in total|subtotal)(?![A-Za-z])", re.IGNORECASE
)

Part = tuple[int, int, str, tuple[Entry, ...], str, tuple[int, int], bool]
"""What ``listings.Shape`` is made of."""


class _Row(NamedTuple):
    start: int
    end: int
    cells: list[Block]


def table_parts(outline: Outline, table: int, profile: Profile) -> list[Part]:
    """Return the listings that a table block holds."""
    parts: list[Part] = []
    for header, rows in _segments(outline, table):
        parts += _enumerated(outline, header, rows, profile)
    return parts


def _segments(outline: Outline, table: int) -> list[tuple[_Row | None, list[_Row]]]:
    rows = []
    for index in outline.children.get(table, ()):
        block = outline.blocks[index]
        cells = [
            outline.blocks[i]
            for i in outline.children.get(index, ())
            if outline.blocks[i].kind == BlockKind.TABLE_CELL
        ]
        rows.append(_Row(block.start, block.end, cells))
    segments: list[tuple[_Row | None, list[_Row]]] = []
    header: _Row | None = None
    body: list[_Row] = []
    for number, row in enumerate(rows):
        if number == 0 and outline.blocks[outline.children[table][0]].info == "header":
            header = row
        elif "|" not in outline.text[row.start : row.end]:
            segments.append((header, body))
            header, body = None, []
        elif _is_rule(outline, row):
            continue
        elif number + 1 < len(rows) and _is_rule(outline, rows[number + 1]):
            segments.append((header, body))
            header, body = row, []
        else:
            body.append(row)
    segments.append((header, body))
    return [(head, inside) for head, inside in segments if inside]


def _is_rule(outline: Outline, row: _Row) -> bool:
    return bool(row.cells) and all(
        _RULE_CELL.fullmatch(outline.text[cell.start : cell.end].strip()) for cell in row.cells
    )


def _enumerated(outline: Outline, header: _Row | None, rows: list[_Row], profile: Profile) -> list[Part]:
    rows = [row for row in rows if row.cells and not _is_total(outline, row)]
    if not rows:
        return []
    column, firm = _key_column(outline, header, rows)
    if column < 0:
        return []
    entries = [_entry(outline, row, column) for row in rows]
    led = sum(1 for entry in entries if entry.mentions)
    if not led or led < _MOSTLY * len(entries):
        return []
    start = header.start if header is not None else rows[0].start
    end = rows[-1].end
    states = _state_column(outline, rows, profile)
    if states is None:
        return [(start, end, "table", tuple(entries), "", (-1, -1), firm)]
    parts: list[Part] = []
    for role in (NEW, CARRIED_OVER, ""):
        chosen = tuple(entry for entry, state in zip(entries, states[1], strict=True) if state == role)
        if chosen:
            at = states[0]
            cell = header.cells[at] if header is not None and at < len(header.cells) else None
            intro = (cell.start, cell.end) if cell is not None else (start, start)
            parts.append((start, end, "table", chosen, role, intro, True))
    return parts


def _is_total(outline: Outline, row: _Row) -> bool:
    return any(
        _TOTAL.match(outline.text[cell.start : cell.end].strip(" *_")) is not None for cell in row.cells[:2]
    )


def _key_column(outline: Outline, header: _Row | None, rows: list[_Row]) -> tuple[int, bool]:
    """Return the column that holds the papers that the rows are about, -1 if the rows are about other things.

    Either it names the row (nothing but a running number stands before it), or it stands beside a column
    whose header says that it holds papers.  Also tells whether that is certain: rows named by a word with a
    citation may be models or results, several of one paper.
    """
    counts: dict[int, int] = {}
    bare: dict[int, int] = {}
    for row in rows:
        for cell in row.cells:
            inside = outline.mentions_in(cell.start, cell.end)
            if inside:
                counts[cell.level] = counts.get(cell.level, 0) + 1
                mention = outline.mentions[inside[0]]
                if mention.outer_start <= cell.start + 4 and not mention.outer.startswith("http"):
                    bare[cell.level] = bare.get(cell.level, 0) + 1
    names = [_said(outline, cell) for cell in header.cells] if header is not None else []
    first = _first_column(outline, names, rows)
    says_paper = first < len(names) and _PAPER_HEADER.fullmatch(names[first]) is not None
    best = -1
    for column in sorted(counts):
        if counts[column] < _MOSTLY * len(rows) or (best >= 0 and counts[column] <= counts[best]):
            continue
        if column == first or says_paper:
            best = column
    return best, says_paper or bare.get(best, 0) >= _MOSTLY * len(rows)


def _first_column(outline: Outline, names: list[str], rows: list[_Row]) -> int:
    """Return the first column that is not a running number."""
    for column in range(2):
        named = column < len(names) and bool(names[column]) and _INDEX_HEADER.fullmatch(names[column])
        cells = [row.cells[column] for row in rows if column < len(row.cells)]
        if not named and not all(_INDEX_CELL.fullmatch(_said(outline, cell)) for cell in cells):
            return column
        if named and any(outline.mentions_in(cell.start, cell.end) for cell in cells):
            return column
    return 2


def _said(outline: Outline, cell: Block) -> str:
    return COMMENT.sub("", outline.text[cell.start : cell.end]).strip(" *_`")


def _entry(outline: Outline, row: _Row, column: int) -> Entry:
    cell = next((cell for cell in row.cells if cell.level == column), None)
    inside = outline.mentions_in(cell.start, cell.end) if cell is not None else range(0)
    if not inside:
        return Entry(row.start, row.end, ())
    others = (i for i in outline.mentions_in(row.start, row.end) if i != inside[0])
    return Entry(row.start, row.end, (inside[0], *others))


def _state_column(outline: Outline, rows: list[_Row], profile: Profile) -> tuple[int, list[str]] | None:
    """Return the column whose cells say only "new" or "carried over", with each row's role."""
    width = max(len(row.cells) for row in rows)
    for column in range(width):
        states = [
            whole_role(_said(outline, row.cells[column]), profile) if column < len(row.cells) else ""
            for row in rows
        ]
        if sum(map(bool, states)) >= 0.8 * len(rows):
            return column, states
    return None
