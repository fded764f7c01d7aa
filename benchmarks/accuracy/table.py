"""Results as a table and as JSON."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One measured figure.  ``value`` and ``bar`` are shares (0–1) or counts; ``bar`` may be absent.

    ``at_least`` tells whether the bar is a floor or a ceiling.
    """

    section: str
    measure: str
    value: float
    of: int | None = None
    bar: float | None = None
    at_least: bool = True

    @property
    def met(self) -> bool | None:
        """Whether the bar is met; None without a bar."""
        if self.bar is None:
            return None
        return self.value >= self.bar if self.at_least else self.value <= self.bar


def render(rows: list[Row]) -> str:
    """Render rows as a Markdown table."""
    lines = ["| part | measure | result | of | bar | |", "|---|---|---:|---:|---:|---|"]
    for row in rows:
        bar = ""
        if row.bar is not None:
            bar = f"{'≥' if row.at_least else '≤'} {_number(row.bar)}"
        mark = {True: "met", False: "**missed**", None: ""}[row.met]
        of = "" if row.of is None else f"{row.of:,}"
        lines.append(f"| {row.section} | {row.measure} | {_number(row.value)} | {of} | {bar} | {mark} |")
    return "\n".join(lines)


def _number(value: float) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    text = f"{100 * value:.2f}".rstrip("0").rstrip(".")
    return f"{text} %"
