"""ARX202 outdated-version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Diagnostic, Severity
from arxlint.metadata.paper import Paper, Version
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.version.dates import latest_by
from arxlint_rules.wording import excerpt, replace, source_of

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Mention
    from arxlint.rule import Context

_PAPER: Final = Paper(
    "2506.09713",
    "A First Look at Bugs in LLM Inference Engines",
    versions=(Version(1, "2025-06-11"), Version(2, "2026-01-09")),
    latest=2,
    submitted="2025-06-11",
    as_of="2026-08-22",
)


class OutdatedVersion(Rule):
    """A version is cited although a newer one was out.

    ## What it does
    Compares the version with the latest one that is known. For a document with a date, versions that are
    known to have come later do not count: a briefing of July is not to blame for a version of August. A
    document that cites a newer version as well knows of it (see `conflicting-versions`).

    ## Why is this bad?
    Figures and claims may have changed. Citing an older version on purpose is fine: this is a note and
    never fails a run by default.

    ## Example
    `inbox/tom/2026-08-06-radar.md`:
    ```markdown
    arXiv:2506.09713v1
    ```
    Version 2 came out on 2026-01-09.

    ## How to fix
    Read the newer version and cite it, or suppress the note with the reason for citing the old one.
    """

    code = "ARX202"
    name = "outdated-version"
    severity = Severity.NOTE
    needs = Needs.METADATA
    examples = (
        Bad(
            "arXiv:2506.09713v1\n",
            at="v1",
            path="inbox/tom/2026-08-06-radar.md",
            papers=(_PAPER,),
            fixed="arXiv:2506.09713v2\n",
        ),
        Bad(
            "<https://arxiv.org/abs/2506.09713v1>\n",
            at="v1",
            path="README.md",
            papers=(_PAPER,),
            fixed="<https://arxiv.org/abs/2506.09713v2>\n",
        ),
        Good("arXiv:2506.09713v1\n", path="inbox/tom/2025-12-06-radar.md", papers=(_PAPER,)),
        Good(
            "arXiv:2506.09713v1, then arXiv:2506.09713v2\n",
            path="inbox/tom/2026-08-06-radar.md",
            papers=(_PAPER,),
        ),
    )

    def check_mention(self, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        paper = ctx.paper(mention.id) if mention.version else None
        if paper is None or mention.version is None or mention.version >= paper.latest:
            return
        dated = bool(document.date) and document.kind not in ("living", "queue")
        latest = latest_by(paper, document.date) if dated else paper.latest
        if latest <= mention.version or _cites_newer(mention, document):
            return
        newest = paper.version(latest)
        since = f" of {newest.date}" if newest and newest.date else ""
        cited = paper.version(mention.version)
        notes = [f"{source_of(paper)}: the latest version is v{paper.latest}"]
        if cited and cited.title and cited.title != paper.title:
            notes.append(f"the title changed from “{excerpt(cited.title)}” to “{excerpt(paper.title)}”")
        withdrawn = newest is not None and newest.withdrawn
        span = (mention.version_start, mention.end)
        yield self.diagnostic(
            document.path,
            span,
            f"v{mention.version} of {mention.id} is not the latest version: there is v{latest}{since}",
            help=f"v{latest} withdraws the paper; see why before you cite it"
            if withdrawn
            else f"read v{latest} and cite it, or say why the older version is meant",
            notes=notes,
            paper=mention.id,
            suggestion=None if withdrawn else f"{mention.id}v{latest}",
            fix=None if withdrawn else replace(document, span, f"v{latest}", f"Cite v{latest}"),
        )


def _cites_newer(mention: Mention, document: Facts) -> bool:
    return any(
        other.id == mention.id and (other.version or 0) > (mention.version or 0)
        for other in document.mentions
    )
