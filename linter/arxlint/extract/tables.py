"""Labels from table rows: finding the column that holds the title."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from arxlint.document.model import Block, BlockKind, Inline
from arxlint.extract.claims import dates_in
from arxlint.extract.labels import to_label
from arxlint.extract.model import Claim, ClaimKind, Label, LabelKind, Strength
from arxlint.extract.pieces import Piece, layout, set_apart
from arxlint.extract.shape import is_authors, is_code, is_noise, trim, words
from arxlint.recognise.scan import Found

_TITLE_HEADER: Final = re.compile(
    r"(?:paper\s*)?titles?|(?:paper|论文)\s*(?:name|名)?|论文标题|标题|題目|题目|名称|名稱|タイトル|論文名?|제목|논문",
    re.IGNORECASE,
)
_NAME_HEADER: Final = re.compile(
    r"(?:models?|methods?|names?|approach|algorithm|system|framework|work|dataset|benchmark|方法|模型|工作|算法|系统|框架|数据集|简称|昵称)",
    re.IGNORECASE,
)
_AUTHOR_HEADER: Final = re.compile(
    r"authors?|作者|著者|저자|автор\w*|autor(?:es|en)?|auteurs?", re.IGNORECASE
)
_SOURCE_HEADER: Final = re.compile(
    r"sources?|来源|來源|出处|出處|出典|출처|источник\w*|fuentes?|quellen?", re.IGNORECASE
)
_DATE_HEADER: Final = re.compile(r"(?:publish(?:ed)?\s*)?dates?|日期|发布日期|提交日期|年月", re.IGNORECASE)
_OTHER_HEADER: Final = re.compile(
    r"relat|cite(?!.?key)|refer|based|compare|baseline|see|相关|引用|对比|基线|备注|note|comment|summary|摘要|要点|关系|evidence|来源|source",
    re.IGNORECASE,
)

InlinesOf = Callable[[int], Sequence[Inline]]


def row_labels(
    text: str,
    blocks: Sequence[Block],
    row: int,
    found: Sequence[Found],
    cells: dict[int, list[int]],
    labels: list[tuple[Label, ...]],
    claims: list[tuple[Claim, ...]],
    inlines_of: InlinesOf,
) -> None:
    """Bind the title column to the mentions of a row that have no name in their own cell.

    ``cells`` maps the index of a cell to its mentions; ``labels`` and ``claims`` are filled in place.
    """
    columns = [
        i
        for i in range(row + 1, len(blocks))
        if blocks[i].parent == row and blocks[i].start < blocks[row].end
    ]
    headers = _headers(text, blocks, row)
    bare = [index for inside in cells.values() for index in inside if not _named(labels[index])]
    if not bare:
        return
    subject = _subject(blocks, found, cells, columns, headers, bare)
    if subject is None:
        return
    pieces = _title_cell(text, blocks, columns, headers, cells, inlines_of)
    if pieces:
        bound = tuple(to_label(text, piece) for piece in pieces[:2])
        for index in bare:
            if found[index].id == subject:
                labels[index] = bound + labels[index][:1]
    said = _column_claims(text, blocks, columns, headers, cells)
    for index in bare:
        if found[index].id == subject:
            claims[index] = claims[index] + said


def _named(labels: Sequence[Label]) -> bool:
    return any(label.kind != LabelKind.DESCRIPTION for label in labels)


def _headers(text: str, blocks: Sequence[Block], row: int) -> list[str]:
    table = blocks[row].parent
    for index in range(table + 1, row):
        if blocks[index].parent == table and blocks[index].info == "header":
            return [
                text[slice(*trim(text, cell.start, cell.end))]
                for cell in blocks[index + 1 : row]
                if cell.parent == index and cell.kind == BlockKind.TABLE_CELL
            ]
    return []


def _header(headers: Sequence[str], blocks: Sequence[Block], cell: int) -> str:
    level = blocks[cell].level
    return headers[level] if level < len(headers) else ""


def _subject(
    blocks: Sequence[Block],
    found: Sequence[Found],
    cells: dict[int, list[int]],
    columns: Sequence[int],
    headers: Sequence[str],
    bare: Sequence[int],
) -> str | None:
    """The paper the row is about: the only one without a name, outside columns for related work."""
    own: list[str] = []
    for cell in columns:
        if _OTHER_HEADER.search(_header(headers, blocks, cell)):
            continue
        own.extend(found[index].id for index in cells.get(cell, ()) if index in bare)
    distinct = list(dict.fromkeys(own))
    if not distinct and len(bare) == sum(map(len, cells.values())):
        # A column of sources: the row's only paper is where its name comes from.
        sources = [cell for cell in cells if _SOURCE_HEADER.fullmatch(_header(headers, blocks, cell))]
        if {found[index].id for inside in cells.values() for index in inside} == {
            found[index].id for cell in sources for index in cells[cell] if index in bare
        }:
            distinct = list(dict.fromkeys(found[index].id for cell in sources for index in cells[cell]))
    return distinct[0] if len(distinct) == 1 else None


def _title_cell(
    text: str,
    blocks: Sequence[Block],
    columns: Sequence[int],
    headers: Sequence[str],
    cells: dict[int, list[int]],
    inlines_of: InlinesOf,
) -> list[Piece]:
    others = [cell for cell in columns if cell not in cells]
    for pattern in (_TITLE_HEADER, _NAME_HEADER):
        for cell in others:
            if pattern.fullmatch(_header(headers, blocks, cell)):
                pieces = _cell_pieces(text, blocks[cell], inlines_of(cell), Strength.STRONG)
                if pieces:
                    return pieces
    guesses: list[Piece] = []
    for cell in others:
        header = _header(headers, blocks, cell)
        if header and _says_other(header):
            continue
        for piece in _cell_pieces(text, blocks[cell], inlines_of(cell), Strength.MEDIUM):
            if piece.kind == LabelKind.TITLE and len(words(text[piece.start : piece.end])) <= 30:
                guesses.append(piece)
    # Two long cells: one is a title, one a remark, and nothing says which.
    if guesses:
        return guesses if len(guesses) == 1 else []
    written = {cell: text[slice(*trim(text, blocks[cell].start, blocks[cell].end))] for cell in columns}
    first = next(
        (cell for cell in columns if not is_noise(written[cell]) and not is_code(written[cell])), None
    )
    if first is None or first in cells or _says_other(_header(headers, blocks, first)):
        return []
    return [
        piece
        for piece in _cell_pieces(text, blocks[first], inlines_of(first), Strength.MEDIUM)[:1]
        if piece.kind == LabelKind.NICKNAME
    ]


def _says_other(header: str) -> bool:
    return any(
        pattern.search(header) is not None for pattern in (_AUTHOR_HEADER, _DATE_HEADER, _OTHER_HEADER)
    )


def _cell_pieces(text: str, cell: Block, lines: Sequence[Inline], strength: int) -> list[Piece]:
    start, end = trim(text, cell.start, cell.end)
    if start >= end or is_noise(text[start:end]):
        return []
    pieces = set_apart(text, cell.start, cell.end, lines)
    if not pieces or pieces[0].start > start + 4:
        pieces = layout(text, cell.start, cell.end, opens_entry=True)
    return [
        piece._replace(
            origin="cell", strength=strength if piece.kind != LabelKind.DESCRIPTION else Strength.WEAK
        )
        for piece in pieces
    ]


def _column_claims(
    text: str,
    blocks: Sequence[Block],
    columns: Sequence[int],
    headers: Sequence[str],
    cells: dict[int, list[int]],
) -> tuple[Claim, ...]:
    said: list[Claim] = []
    for cell in columns:
        header = _header(headers, blocks, cell)
        start, end = trim(text, blocks[cell].start, blocks[cell].end)
        if _AUTHOR_HEADER.fullmatch(header) and is_authors(text[start:end]):
            said.append(Claim(ClaimKind.AUTHORS.value, text[start:end], start, end))
        elif _DATE_HEADER.fullmatch(header) and cell not in cells:
            dates = dates_in(text, start, end)
            if len(dates) == 1:
                said.append(dates[0])
    return tuple(said)
