"""Which file of the knowledge base a path in a document means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxlint.paths import head_of, resolutions

if TYPE_CHECKING:
    from arxlint.extract.model import Facts
    from arxlint.rule import Context


def existing(written: str, document: Facts, ctx: Context) -> str:
    """Return the existing file that a path as written in a document means; empty if there is none."""
    return next(
        (path for path in resolutions(written, document.path, ctx.profile) if ctx.ledger.has_file(path)), ""
    )


def is_covered(written: str, document: Facts, ctx: Context) -> bool:
    """Tell whether the knowledge base would have the file, if it existed.

    That is so if more of its outermost folder was read than the document itself; a file that belongs beside
    those folders is missed only where the cards or the living documents were read.
    """
    path = next(iter(resolutions(written, document.path, ctx.profile)), "")
    base = ctx.profile.meaning(path).base or ctx.profile.meaning(document.path).base
    rest = path[len(base) :] if path.startswith(base) else path
    if "/" in rest:
        return _others_below(base + rest.partition("/")[0], document, ctx)
    return any(
        _others_below((base + head_of(pattern)).rstrip("/"), document, ctx)
        for setting in ("cards", "living")
        for pattern in ctx.profile[setting]
    )


def _others_below(folder: str, document: Facts, ctx: Context) -> bool:
    own = 1 if document.path.startswith(folder + "/") else 0
    return bool(folder) and ctx.ledger.files_below(folder) > own


def near_misses(written: str, document: Facts, ctx: Context) -> list[str]:
    """Return up to three existing files that a path to none may mean, best first."""
    found: dict[str, None] = {}
    for path in resolutions(written, document.path, ctx.profile):
        found.update(dict.fromkeys(ctx.ledger.files_like(path)))
        if len(found) >= 3:
            break
    found.pop(document.path, None)
    return list(found)[:3]
