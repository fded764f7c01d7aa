"""ARX106 postdated-citation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Related, Severity
from arxlint.metadata.days import date_of, day_of
from arxlint.metadata.paper import Paper, Version
from arxlint.recognise.identifier import month_of
from arxlint.rule import Bad, Good, Rule
from arxlint_rules.wording import by_paper, month_name, record_note, shown

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Mention
    from arxlint.rule import Context

_UNDATED: Final = frozenset({"living", "queue"})
"""Documents that go on after the date they bear."""

_PAPER: Final = Paper(
    "2608.02703",
    "ARCHead: Activation-Metric Residual Correction for Large Language Model Output Heads",
    submitted="2026-08-04",
    versions=(Version(1, "2026-08-04"),),
    as_of="2026-08-22",
)


class PostdatedCitation(Rule):
    """A document cites a paper that was not out when the document was written.

    ## What it does
    Compares the date of the document (its file name, front matter or title, by the profile) with the month
    in the identifier and, if arXiv's record is at hand, with the day of submission, where one day is allowed
    for time zones. Documents without such a date, living documents and work queues are left alone.

    ## Why is this bad?
    One of the two is wrong: the identifier is another paper's, or the document is misdated, or somebody
    changed it later without saying so.

    ## Example
    `inbox/tom/2026-07-30-radar.md`:
    ```markdown
    ARCHead, arXiv:2608.02703
    ```
    2608 is August 2026.

    ## How to fix
    Look the paper up by its title and correct the identifier, or correct the date of the document.
    """

    code = "ARX106"
    name = "postdated-citation"
    severity = Severity.ERROR
    examples = (
        Bad("arXiv:2609.00001\n", at="2609.00001", path="inbox/tom/2026-08-20-radar.md"),
        Bad(
            "ARCHead, arXiv:2608.02703\n",
            at="2608.02703",
            path="inbox/tom/2026-08-02-radar.md",
            papers=(_PAPER,),
        ),
        Good("arXiv:2609.00001\n", path="inbox/tom/2026-09-01-radar.md"),
        Good("ARCHead, arXiv:2608.02703\n", path="inbox/tom/2026-08-03-radar.md", papers=(_PAPER,)),
        Good("ARCHead, arXiv:2608.02703\n", path="README.md", papers=(_PAPER,)),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        written = day_of(document.date) if document.date else None
        if written is None or document.kind in _UNDATED or not _dates_itself(document):
            return
        tomorrow = date_of(written + 1)
        for paper_id, mentions in by_paper(document):
            paper = ctx.paper(paper_id)
            if paper is None and not any(m.labels or m.form not in ("bare", "key") for m in mentions):
                continue  # plain numbers may be anything
            submitted = paper.submitted if paper else None
            # A paper is announced a day after the month that it bears has begun, whatever the time zone.
            if month_of(paper_id) > document.date[:7]:
                when = f"its month, {month_name(month_of(paper_id))}, was still to come"
                yield self._report(mentions, document, when, paper)
            elif submitted and submitted > tomorrow:
                yield self._report(mentions, document, f"it was submitted on {submitted}", paper)

    def _report(self, mentions: list[Mention], document: Facts, when: str, paper: Paper | None) -> Diagnostic:
        first, *others = mentions
        # Only of a briefing is it certain that it was not added to later.
        briefing = document.kind == "briefing"
        return self.diagnostic(
            document.path,
            (first.start, first.end),
            f"`{first.id}` was not out when this was written on {document.date}: {when}",
            help="look the paper up by its title and correct the identifier, or correct the document's date",
            notes=(record_note(paper),) if paper else ("the first four digits are year and month",),
            paper=first.id,
            related=[
                *shown([Related(document.path, m.start, m.end, "cited here too") for m in others]),
                *[
                    Related(document.path, date.start, date.end, f"dated {date.date} here")
                    for date in document.dates
                    if date.where != "name" and date.date == document.date
                ][:1],
            ],
            severity=None if briefing else Severity.WARNING,
            confidence=None if briefing else Confidence.MEDIUM,
        )


def _dates_itself(document: Facts) -> bool:
    """Tell whether the date is that of the document and not just one that stands in it.

    A heading or footer of a page that is kept up to date may bear any date.
    """
    if document.kind or not document.dates:
        return True
    return any(
        date.where in ("name", "front-matter") and date.date == document.date for date in document.dates
    )
