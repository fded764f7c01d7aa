"""ARX204 conflicting-versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arxlint.diagnostic import Diagnostic, Severity
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.wording import cited_here, listed, shown

if TYPE_CHECKING:
    from arxlint.ledger import Place
    from arxlint.rule import Context


class ConflictingVersions(Rule):
    """One paper is cited at different versions where one is meant.

    ## What it does
    Compares the versions at which a paper is cited within one document, and in the documents that one
    instance wrote on one day. An entry that names several versions itself does so on purpose, and is left
    alone; so are different writers and different days, who may have read different versions.

    ## Why is this bad?
    Figures and claims differ between versions: the reader cannot know which text was read.

    ## Example
    ```markdown
    - ARCHead, arXiv:2608.02703v1: 3.9× smaller

    See also https://arxiv.org/abs/2608.02703v2.
    ```

    ## How to fix
    Cite the version that was read, throughout; or say beside one of them why both are needed.
    """

    code = "ARX204"
    name = "conflicting-versions"
    severity = Severity.WARNING
    needs = Needs.CORPUS
    examples = (
        Bad(
            "- ARCHead, arXiv:2608.02703v1: 3.9× smaller\n\nSee also https://arxiv.org/abs/2608.02703v2.\n",
            at="v1",
        ),
        Bad(
            "- ARCHead, arXiv:2608.02703v1\n",
            at="v1",
            path="inbox/tom/2026-08-20-radar.md",
            files=(("inbox/tom/2026-08-20-digest.md", "- ARCHead, arXiv:2608.02703v2\n"),),
        ),
        Good("- arXiv:2608.02703v1 was corrected by arXiv:2608.02703v2\n"),
        Good(
            "- ARCHead, arXiv:2608.02703v1\n",
            path="inbox/tom/2026-08-20-radar.md",
            files=(
                ("inbox/tom/2026-08-27-radar.md", "- ARCHead, arXiv:2608.02703v2\n"),
                ("inbox/jay/2026-08-20-radar.md", "- ARCHead, arXiv:2608.02703v3\n"),
            ),
        ),
        Good("- ARCHead, arXiv:2608.02703\n- the same, arXiv:2608.02703v2\n"),
    )

    def check_paper(self, paper: str, places: Sequence[Place], ctx: Context) -> Iterator[Diagnostic]:
        groups: dict[tuple[str, ...], list[Place]] = {}
        for place in places:
            if place.mention.version is not None and not _deliberate(place, places):
                alone = not (place.instance and place.date)
                key = ("", "", place.path) if alone else (place.instance, place.date)
                groups.setdefault(key, []).append(place)
        for group in groups.values():
            first = {place.mention.version: place for place in reversed(group)}
            if len(first) < 2:
                continue
            # One report for one conflict, at the oldest version: the one least likely to be still meant.
            oldest = min(
                group, key=lambda place: (place.mention.version or 0, place.path, place.mention.start)
            )
            others = [place for version, place in sorted(first.items(), key=_version) if place is not oldest]
            others = [place for place in others if place.mention.version != oldest.mention.version]
            yield self.diagnostic(
                oldest.path,
                (oldest.mention.version_start, oldest.mention.end),
                f"{paper} is cited here as v{oldest.mention.version}, elsewhere as "
                + listed(f"v{place.mention.version}" for place in others),
                span_label=f"v{oldest.mention.version} here",
                help="cite the version that was read, or say why several are meant",
                notes=("both are by the same writer on the same day",)
                if any(place.path != oldest.path for place in others)
                else (),
                paper=paper,
                related=shown(
                    [cited_here(place, f"cited as v{place.mention.version} here") for place in others]
                ),
            )


def _version(item: tuple[int | None, Place]) -> int:
    return item[0] or 0


def _deliberate(place: Place, places: Sequence[Place]) -> bool:
    """Tell whether the entry that a place stands in names several versions of the paper."""
    here = place.mention
    return any(
        other.path == place.path
        and other.mention.entry == here.entry
        and other.mention.version not in (None, here.version)
        for other in places
    )
