"""ARX507 missing-source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxlint.diagnostic import Applicability, Diagnostic, Edit, Fix, Severity
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.corpus.files import existing, is_covered, near_misses
from arxlint_rules.wording import listed

if TYPE_CHECKING:
    from arxlint.extract.model import Facts
    from arxlint.rule import Context

_RADAR = ("inbox/tom/2026-08-06-0840-radar.md", "# 雷达 2026-08-06\n\n- 2608.01247 RestoreKV\n")


class MissingSource(Rule):
    """A document names a briefing or another file that the knowledge base lacks.

    ## What it does
    Follows the paths of briefings and living documents (also where words run together), relative links to
    Markdown files, and wikilinks with such paths. Says nothing where the folder that a path begins with is
    not part of what was read, and nothing of paths that are said to be still unwritten.

    ## Why is this bad?
    Where a claim comes from can no longer be checked: the file was renamed, or never existed.

    ## Example
    ```markdown
    来源: inbox/tom/2026-08-06-0850-radar.md
    ```
    while the briefing is `inbox/tom/2026-08-06-0840-radar.md`.

    ## How to fix
    Correct the path; the nearest file that exists is suggested.
    """

    code = "ARX507"
    name = "missing-source"
    severity = Severity.WARNING
    needs = Needs.CORPUS
    examples = (
        Bad(
            "来源: inbox/tom/2026-08-06-0850-radar.md 2608.01247\n",
            at="inbox/tom/2026-08-06-0850-radar.md",
            files=(_RADAR,),
        ),
        Bad("2608.01247: see [the radar](../tom/2026-08-07-radar.md)\n", at="../tom/2026-08-07-radar.md",
            path="inbox/jay/2026-08-08-digest.md", files=(_RADAR,)),
        Bad("2608.01247: inbox/bob/2026-08-06-0840-radar.md\n", at="inbox/bob/2026-08-06-0840-radar.md",
            files=(_RADAR,)),
        Bad("基线: organized/knowledge/inferense.md v46, 2608.01247\n", at="organized/knowledge/inferense.md",
            files=(("organized/knowledge/inference.md", "# Inference v46\n"),)),
        Good("来源: inbox/tom/2026-08-06-0840-radar.md 2608.01247\n", files=(_RADAR,)),
        Good("2608.01247: see [the radar](../tom/2026-08-06-0840-radar.md#top)\n",
             path="inbox/jay/2026-08-08-digest.md", files=(_RADAR,)),
        Good("2608.01247 [[2026-08-06-0840-radar]]\n", path="inbox/tom/2026-08-08-x.md", files=(_RADAR,)),
        Good("2608.01247 [[an idea to write up]]\n", files=(_RADAR,)),
        Good("2608.01247: inbox/tom/2026-08-09-radar.md(待写)\n", files=(_RADAR,)),
        Good("2608.01247: inbox/tom/2026-08-06-0850-radar.md\n"),
    )  # fmt: skip

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        said: set[str] = set()
        for reference in document.references:
            path = reference.path
            if reference.kind == "card" or reference.pending or path in said:
                continue
            if existing(path, document, ctx) or not is_covered(path, document, ctx):
                continue
            said.add(path)
            near = near_misses(path, document, ctx)
            fix = None
            if near and "/" in path and not path.startswith("."):
                edit = Edit(document.path, reference.start, reference.end, near[0])
                fix = Fix(Applicability.DISPLAY_ONLY, f"Write `{near[0]}`", (edit,))
            yield self.diagnostic(
                document.path,
                (reference.start, reference.end),
                f"the knowledge base has no {path}",
                span_label="no such file",
                help=f"maybe meant: {listed(near)}" if near else "correct the path, or remove the reference",
                suggestion=near[0] if near else None,
                fix=fix,
            )
