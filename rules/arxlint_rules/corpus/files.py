"""Which file of the knowledge base a path in a document means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxlint.paths import resolutions

if TYPE_CHECKING:
    from arxlint.extract.model import Facts
    from arxlint.rule import Context


def existing(written: str, document: Facts, ctx: Context) -> str:
    """Return the existing file that a path as written in a document means; empty if there is none."""
    return next(
        (path for path in resolutions(written, document.path, ctx.profile) if ctx.ledger.has_file(path)), ""
    )


def is_covered(written: str, document: Facts, ctx: Context) -> bool:
    """Tell whether the knowledge base would have the file: something of its outermost folder was read."""
    for path in resolutions(written, document.path, ctx.profile):
        base = ctx.profile.meaning(path).base or ctx.profile.meaning(document.path).base
        rest = path[len(base) :] if path.startswith(base) else path
        top = rest.partition("/")[0] if "/" in rest else ""
        return ctx.ledger.has_folder((base + top).rstrip("/")) if top else True
    return False


def near_misses(written: str, document: Facts, ctx: Context) -> list[str]:
    """Return up to three existing files that a path to none may mean, best first."""
    found: dict[str, None] = {}
    for path in resolutions(written, document.path, ctx.profile):
        found.update(dict.fromkeys(ctx.ledger.files_like(path)))
        if len(found) >= 3:
            break
    found.pop(document.path, None)
    return list(found)[:3]
