"""Rows and cells of pipe tables, and of comma- and tab-separated files."""

from __future__ import annotations

from .codespans import code_spans
from .markdown_syntax import PIPE, WIKILINK


def split_row(text: str, start: int, end: int, columns: int = 0) -> list[tuple[int, int]]:
    r"""Return the spans of the cells of the table row ``text[start:end]``, trimmed of blanks.

    A pipe parts two cells unless a backslash precedes it, as in GFM.  Where that yields more cells than the
    table has ``columns``, pipes inside code spans and inside ``[[page|alias]]`` are taken as text if that
    makes the row fit better: the author forgot to escape them.
    """
    row = text[start:end].rstrip()
    end = start + len(row)
    if row.startswith("|"):
        start += 1
    if end > start and row.endswith("|") and not row.endswith("\\|"):
        end -= 1
    cuts = _pipes(text, start, end)
    if columns and len(cuts) >= columns and ("[[" in row or "`" in row):
        kept = _outside_atoms(text, start, end, cuts)
        if len(kept) + 1 >= columns:
            cuts = kept
    cells = []
    for cut in (*cuts, end):
        cell = text[start:cut]
        inner = cell.strip()
        if inner:
            low = start + len(cell) - len(cell.lstrip())
            cells.append((low, low + len(inner)))
        else:
            cells.append((start, start))
        start = cut + 1
    return cells


def count_cells(row: str) -> int:
    """Return the number of cells of a header row (0 without a pipe)."""
    row = row.strip()
    if "|" not in row:
        return 0
    count = len(PIPE.findall(row)) + 1
    if row.startswith("|"):
        count -= 1
    if count and row.endswith("|") and not row.endswith("\\|"):
        count -= 1
    return count


def _pipes(text: str, start: int, end: int) -> list[int]:
    if text.find("\\", start, end) >= 0:
        return [match.start() for match in PIPE.finditer(text, start, end)]
    cuts = []
    at = text.find("|", start, end)
    while at >= 0:
        cuts.append(at)
        at = text.find("|", at + 1, end)
    return cuts


def _outside_atoms(text: str, start: int, end: int, cuts: list[int]) -> list[int]:
    """Return the cuts that are neither in a code span nor in a wikilink."""
    atoms = [*code_spans(text, start, end), *(match.span() for match in WIKILINK.finditer(text, start, end))]
    atoms.sort()
    kept = []
    index = reach = 0
    for cut in cuts:
        while index < len(atoms) and atoms[index][0] < cut:
            reach = max(reach, atoms[index][1])
            index += 1
        if cut >= reach:
            kept.append(cut)
    return kept
