"""One row of the table: what was measured, against what, and the bar."""

from __future__ import annotations

import sys
from typing import NamedTuple

from benchmarks.speed.measure import Cost


class Row(NamedTuple):
    """``unit`` is ``wall`` or ``CPU``: the seconds of which ``ratio`` is the quotient."""

    what: str
    against: str
    unit: str
    measured: float
    reference: float
    bar: float

    @property
    def ratio(self) -> float:
        """How many times as long as what it is measured against."""
        return self.measured / self.reference

    @property
    def met(self) -> bool:
        """Whether the bar is met."""
        return self.ratio <= self.bar


def row(what: str, against: str, unit: str, costs: dict[str, Cost], bar: float) -> Row:
    """Make the row of two interleaved measurements called ``measured`` and ``reference``."""
    measured, reference = costs["measured"], costs["reference"]
    if unit == "wall":
        made = Row(what, against, unit, measured.wall, reference.wall, bar)
    else:
        made = Row(what, against, unit, measured.cpu, reference.cpu, bar)
    sys.stderr.write(f"{what}: {made.ratio:.2f} times {against} (bar {bar:g})\n")
    return made


def table(rows: list[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = [
        "| what | against | s | s of that | ratio | bar | met |",
        "| --- | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for one in rows:
        lines.append(
            f"| {one.what} | {one.against} | {one.measured:.3f} {one.unit} | {one.reference:.3f} |"
            f" {one.ratio:.2f} | {one.bar:g} | {'yes' if one.met else '**no**'} |"
        )
    return "\n".join(lines) + "\n"
