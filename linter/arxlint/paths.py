"""Paths as documents write them, and the files of the knowledge base that they may mean."""

from __future__ import annotations

from collections.abc import Iterable

from arxlint.config.profile import Profile


def resolutions(written: str, path: str, profile: Profile) -> Iterable[str]:
    """Yield the paths (relative to the root) that a path written in a document may mean, likeliest first.

    Relative to the root, to the folder where the document's knowledge base begins, and to the document
    itself; a bare name may also be a card's, a living document's or a briefing's of the same folder.
    """
    name = written.strip().replace("%20", " ").lstrip("/")
    if not name.endswith((".md", ".markdown")):
        name += ".md"
    base = profile.meaning(path).base
    folder = path.rpartition("/")[0]
    tried = []
    if not name.startswith("."):
        tried += [base + name] if base else []
        tried.append(name)
    tried.append(_normal(f"{folder}/{name}" if folder else name))
    if "/" not in name:
        for pattern in (*profile["cards"], *profile["living"]):
            head = head_of(pattern)
            tried.append(base + head + name)
    seen: set[str] = set()
    for candidate in tried:
        if candidate and candidate not in seen:
            seen.add(candidate)
            yield candidate


def _normal(path: str) -> str:
    """Resolve ``.`` and ``..``; a path that leaves the root keeps its name only under the root."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def head_of(pattern: str) -> str:
    """Return the folders that a pattern begins with: ``inbox/`` of ``inbox/{instance}/{date}.md``."""
    return pattern.partition("{")[0].rpartition("/")[0] + "/" if "/" in pattern.partition("{")[0] else ""
