"""ARX501 miscounted-list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxlint.diagnostic import Diagnostic, Related, Severity
from arxlint.rule import Bad, Good, Rule
from arxlint_rules.corpus.entries import subjects
from arxlint_rules.wording import counted, listed

if TYPE_CHECKING:
    from arxlint.extract.model import CountClaim, Facts, Listing
    from arxlint.rule import Context

_SIX: str = "".join(
    f"| {paper} | {name} |\n"
    for paper, name in (
        ("2506.09713", "A First Look at Bugs"),
        ("2608.02703", "ARCHead"),
        ("2608.01247", "RestoreKV"),
        ("2608.03994", "ALiBi 数值失效"),
        ("2607.00482", "Know When to Stop"),
        ("2607.27042", "GPTQ-2D"),
    )
)
_TABLE = "\n| arXiv 号 | 论文 |\n|---|---|\n"


class MiscountedList(Rule):
    """The number of papers that is stated is not the number of papers in the list.

    ## What it does
    Compares a stated count ("7 件净增", "five papers", "New papers (7)") with the distinct papers in the list
    or table that it introduces, or in the lists of the role that it names. Entries without an identifier
    count as one paper each at most. Counts that are rounded, counted apart ("5 件(邻接 4 件)") or about
    several days are left alone, and so is every count that does not clearly belong to one list.

    ## Why is this bad?
    Either the count is wrong, or a paper is missing or stands there twice. Totals that other documents carry
    on from here are wrong too.

    ## Example
    ```markdown
    🆕 净增 3 件:

    - 2608.02703 ARCHead
    - 2608.01247 RestoreKV
    ```

    ## How to fix
    Correct the number, or the list.
    """

    code = "ARX501"
    name = "miscounted-list"
    severity = Severity.WARNING
    examples = (
        Bad(f"🆕 净增 7 件:\n{_TABLE}{_SIX}| 2506.09713 | Bugs, vLLM #7472 |\n", at="7 件"),
        Bad(
            "- 涉及 arXiv 号: 3 件净增\n\n## 净增\n\n- 2608.02703 ARCHead\n- 2608.01247 RestoreKV\n",
            at="3 件",
        ),
        Bad("## Three new papers\n\n1. 2608.02703 ARCHead\n2. 2608.01247 RestoreKV\n", at="Three new papers"),
        Bad("## New papers (3)\n\n- 2608.02703 ARCHead\n- 2608.01247 RestoreKV\n", at="3"),
        Bad("- 净增三篇:\n  - 2608.02703 ARCHead\n  - 2608.01247 RestoreKV\n", at="三篇"),
        Bad(
            "| arXiv | title | state |\n|---|---|---|\n| 2608.02703 | ARCHead | 净增 |\n"
            "| 2608.01247 | RestoreKV | 净增 |\n| 2607.27042 | GPTQ-2D | 沿用 |\n\n本日净增 3 件。\n",
            at="3 件",
        ),
        Good(f"🆕 净增 6 件:\n{_TABLE}{_SIX}"),
        Good(f"## 净增 6 件(邻接 4 件)\n{_TABLE}{_SIX}"),
        Good(f"5 条主线(邻接 4 条)\n{_TABLE}{_SIX}"),
        Good("净增 3 件:\n\n- 2608.02703 ARCHead\n- 2608.01247 RestoreKV\n- vLLM 博客(无 arXiv 号)\n"),
        Good("本周累计净增 20 件\n\n## 净增\n\n- 2608.02703 ARCHead\n- 2608.01247 RestoreKV\n"),
        Good("About 10 papers:\n\n- 2608.02703 ARCHead\n- 2608.01247 RestoreKV\n"),
        Good("KV Cache 第 6 件集群\n\n- 2608.02703 ARCHead\n- 2608.01247 RestoreKV\n"),
        Good("净增 2 件,沿用 1 件\n\n净增:\n\n- 2608.02703\n- 2608.01247\n\n沿用:\n\n- 2607.27042\n"),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        for count in document.counts:
            if count.listing >= 0:
                listing = document.listings[count.listing]
                distinct = {document.mentions[index].id for index in subjects(listing)}
                unnamed = sum(1 for entry in listing.entries if not entry.mentions)
                if not len(distinct) <= count.value <= len(distinct) + unnamed:
                    yield self._miscounted(document, count, listing, len(distinct), unnamed)

    def _miscounted(
        self, document: Facts, count: CountClaim, listing: Listing, distinct: int, unnamed: int
    ) -> Diagnostic:
        times: dict[str, int] = {}
        for index in subjects(listing):
            paper = document.mentions[index].id
            times[paper] = times.get(paper, 0) + 1
        twice = [paper for paper, number in times.items() if number > 1]
        what = "table" if listing.kind == "table" else "list" if listing.kind == "list" else "lists"
        holds = f"hold{'' if what == 'lists' else 's'} {counted(distinct, 'different paper')}"
        if unnamed:
            holds += f" and {unnamed} {'entry' if unnamed == 1 else 'entries'} without an identifier"
        if twice:
            cure = "replace the repeated entry by the paper that was meant"
        elif count.value > distinct:
            cure = "add the papers that are missing"
        else:
            cure = "move the papers that do not belong there"
        start = document.mentions[next(iter(subjects(listing)))]
        rows = len(listing.entries)
        notes = []
        if twice:
            notes.append(f"{rows} entries, but {listed(twice)} stands there more than once")
        return self.diagnostic(
            document.path,
            (count.start, count.end),
            f"{count.value} papers are announced, but the {what} {holds}",
            span_label=f"{distinct} in the {what}",
            help=f"correct the number, or {cure}",
            notes=notes,
            related=(Related(document.path, start.start, start.end, f"the {what} counted begins here"),),
        )
