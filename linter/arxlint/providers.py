"""Providers: the distributions that offer rules.

Their entry points are read straight from the metadata folders on ``sys.path``, which takes a few
milliseconds; ``importlib.metadata`` is asked only about what is no folder (a zip, an egg) or, if nothing
was found, about everything.
"""

# (This runs before every check, and importing pathlib costs more than all of it.)

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from arxlint.system.records import NamedTuple

GROUP: Final = "arxlint.rules"
"""The entry-point group of rule providers."""

_METADATA_FOLDER: Final = re.compile(r"(.+?)(?:-([^-]+))?(?:-py[0-9.]+)?\.(?:dist-info|egg-info)")
_SEPARATORS: Final = re.compile(r"[-_.]+")


class Provider(NamedTuple):
    """One entry point: its name, ``module:attribute``, and the distribution (name and version)."""

    name: str
    value: str
    distribution: str


def find_providers(path: Sequence[str] | None = None) -> list[Provider]:
    """Return the providers on ``path`` (default: ``sys.path``), in order of distribution and name.

    As in an import, the first distribution of a name hides later ones.
    """
    seen: set[str] = set()
    found: list[Provider] = []
    for entry in sys.path if path is None else path:
        for project, version, text in _entry_points(entry or os.curdir):
            key = _SEPARATORS.sub("-", project).lower()
            if key in seen:
                continue
            seen.add(key)
            if text and GROUP in text:
                distribution = f"{project} {version}".strip()
                found += [Provider(name, value, distribution) for name, value in parse_group(text)]
    if not found and path is None:
        found = _by_importlib()
    return sorted(set(found), key=lambda provider: (provider.distribution.lower(), provider.name))


def parse_group(text: str) -> Iterator[tuple[str, str]]:
    """Yield name and value of the entry points of the group in the text of an ``entry_points.txt``."""
    inside = False
    for raw in text.splitlines():
        line = raw.strip()
        if line.startswith("["):
            inside = line == f"[{GROUP}]"
        elif inside and "=" in line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            # Extras in brackets are obsolete and mean nothing here.
            yield name.strip(), value.partition("[")[0].strip()


def _entry_points(entry: str) -> Iterator[tuple[str, str, str | None]]:
    """Yield project, version and ``entry_points.txt`` (None if there is none) of what a folder holds."""
    try:
        names = sorted(os.listdir(entry))
    except NotADirectoryError:
        yield from _in_archive(entry)
        return
    except OSError:
        return
    for name in names:
        match = _METADATA_FOLDER.fullmatch(name) if name.endswith("-info") else None
        if match:
            file = os.path.join(entry, name, "entry_points.txt")
            yield match[1], match[2] or "", _read(file)
        elif name == "EGG-INFO" and entry.rstrip("/\\").endswith(".egg"):
            yield from _in_archive(entry)


def _read(file: str) -> str | None:
    try:
        with open(file, encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:
        return None


def _in_archive(entry: str) -> Iterator[tuple[str, str, str | None]]:
    from importlib.metadata import distributions

    for distribution in distributions(path=[entry]):
        yield distribution.name, distribution.version, distribution.read_text("entry_points.txt")


def _by_importlib() -> list[Provider]:
    """Ask the finders on ``sys.meta_path``: a frozen program may keep its metadata anywhere."""
    from importlib.metadata import entry_points

    found = []
    for point in entry_points(group=GROUP):
        distribution = f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown distribution"
        found.append(Provider(point.name, point.value, distribution))
    return found
