"""ARX508 misdated-document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Diagnostic, Related, Severity
from arxlint.rule import Bad, Good, Rule
from arxlint_rules.wording import listed

if TYPE_CHECKING:
    from arxlint.extract.model import DocumentDate, Facts
    from arxlint.rule import Context

_WHERE: Final = {
    "name": "the file name",
    "heading": "the heading",
    "footer": "the footer",
    "front-matter": "the front matter",
}
_PATH: Final = "inbox/tom/2026-08-06-radar.md"


class MisdatedDocument(Rule):
    """A briefing gives itself different dates in its name, heading, footer or front matter.

    ## What it does
    Compares the day in the file name with the day in the first heading, in the `date` of the front matter
    and in the signature on the last line. What most of them say is taken to be right, the file name where
    they are even. A line that says when something was updated, a span of days, and a signature of the small
    hours of the next day date nothing.

    ## Why is this bad?
    Novelty, baselines and citations are judged by the day of a briefing: with the wrong one, a paper seems
    to be cited before it existed.

    ## Example
    ```markdown
    # Radar 2026-08-07
    ```
    in `inbox/tom/2026-08-06-radar.md`.

    ## How to fix
    Correct the date that is wrong; it was often copied from the briefing that served as a template.
    """

    code = "ARX508"
    name = "misdated-document"
    severity = Severity.WARNING
    examples = (
        Bad("# Radar 2026-08-07\n\n- 2608.02703\n", at="2026-08-07", path=_PATH),
        Bad(
            "# 雷达(2026-08-06)\n\n- 2608.02703\n\nTom · 2026年8月5日 22:20\n", at="2026年8月5日", path=_PATH
        ),
        Bad("---\ndate: 2025-08-06\n---\n# Radar\n\n- 2608.02703\n", at="2025-08-06", path=_PATH),
        Bad(
            "# Radar, August 7, 2026\n\n- 2608.02703\n\nTom · 2026-08-07 22:20 CST\n",
            at="# Radar, August 7, 2026",
            path=_PATH,
        ),
        Good("# Radar 2026-08-06\n\n- 2608.02703\n\nTom · 2026-08-06 22:20 CST\n", path=_PATH),
        Good("# Radar 2026-08-06\n\n- 2608.02703\n\nTom · 2026-08-07 01:20 CST\n", path=_PATH),
        Good("# 2026-08-01 → 2026-08-05\n\n- 2608.02703\n\n*Last updated 2026-08-09*\n", path=_PATH),
        Good("# Radar 2026-08-07\n\n- 2608.02703\n", path="notes/2026-08-06-x.md"),
        Good("# GPT-2024-08-06 evaluated\n\n- 2608.02703\n", path=_PATH),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        if document.kind != "briefing" or len({one.date for one in document.dates}) < 2:
            return
        right = _right(document.dates)
        grounds = [one for one in document.dates if one.date == right]
        agreeing = listed(_WHERE[one.where] for one in grounds)
        for one in document.dates:
            if one.date == right:
                continue
            if one.where == "name":
                label, help = f"the file is named {one.date}", f"rename the file, or date it {one.date}"
            else:
                label, help = f"should be {right}", f"correct it to {right}"
            yield self.diagnostic(
                document.path,
                (one.start, one.end),
                f"{_WHERE[one.where]} says {one.date}, but {agreeing} "
                f"{'says' if len(grounds) == 1 else 'say'} {right}",
                span_label=label,
                help=help,
                suggestion=right,
                related=[
                    Related(document.path, other.start, other.end, f"{right} here")
                    for other in grounds
                    if other.where != "name"
                ],
            )


def _right(dates: tuple[DocumentDate, ...]) -> str:
    """Return the date that most places give; the first of them (the file name's) where they are even."""
    votes: dict[str, int] = {}
    for one in dates:
        votes[one.date] = votes.get(one.date, 0) + 1
    return max(votes, key=lambda date: votes[date])
