"""Finding files: the targets that are judged and the context that is read to judge them.

Reported paths are relative to the root with ``/`` between parts; that of a target outside the root is
absolute.  Symbolic links to folders are not followed (a link to a parent would never end).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from arxlint.system.records import NamedTuple

_SUFFIX_GLOB: Final = re.compile(r"\*\*/\*\.([A-Za-z0-9]+)")
_FOLDER_GLOB: Final = re.compile(r"(?:\*\*/)?([^*?\[\]/]+)/\*\*")


class MissingPath(Exception):
    """A path given on the command line does not exist."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"{self.path}: no such file or folder"


class FileStamp(NamedTuple):
    """A file found: reported path, size in bytes, and time of last change in nanoseconds."""

    path: str
    size: int
    changed: int


class Entry(NamedTuple):
    """A file of a folder: its name, and what tells whether it is still the same.

    Size in bytes, times of the last change of content and of status in nanoseconds, and inode.
    """

    name: str
    size: int
    changed: int
    status_changed: int
    inode: int


def glob_pattern(glob: str) -> re.Pattern[str]:
    """Compile a glob over ``/``-separated paths: ``**`` any folders, ``*`` and ``?`` within one part."""
    parts: list[str] = []
    position = 0
    while position < len(glob):
        if glob.startswith("**/", position):
            parts.append("(?:.*/)?")
            position += 3
        elif glob.startswith("**", position):
            parts.append(".*")
            position += 2
        elif glob[position] == "*":
            parts.append("[^/]*")
            position += 1
        elif glob[position] == "?":
            parts.append("[^/]")
            position += 1
        else:
            parts.append(re.escape(glob[position]))
            position += 1
    return re.compile("".join(parts) + r"\Z")


class Filter:
    """Which files belong to the knowledge base, by the globs of the configuration."""

    def __init__(self, include: Sequence[str], exclude: Sequence[str]) -> None:
        self._suffixes = frozenset(
            match[1].lower() for glob in include if (match := _SUFFIX_GLOB.fullmatch(glob))
        )
        self._include = [glob_pattern(glob) for glob in include if not _SUFFIX_GLOB.fullmatch(glob)]
        self._folders = frozenset(match[1] for glob in exclude if (match := _FOLDER_GLOB.fullmatch(glob)))
        self._exclude = [glob_pattern(glob) for glob in exclude if not _FOLDER_GLOB.fullmatch(glob)]

    def skips_folder(self, name: str) -> bool:
        """Tell whether folders of a name are left out entirely."""
        return name in self._folders

    def excludes(self, path: str) -> bool:
        """Tell whether a file, by its path relative to the root, is left out by ``exclude``."""
        return not self._folders.isdisjoint(path.split("/")[:-1]) or any(
            pattern.match(path) for pattern in self._exclude
        )

    def takes(self, folder: str, name: str) -> bool:
        """Tell whether a file is part of the knowledge base.

        ``folder`` is relative to the root and ends in a slash unless it is empty.  Folders that are left out
        entirely are not looked for: ``scan`` does not enter them.
        """
        if name.rpartition(".")[2].lower() not in self._suffixes and not _any(self._include, folder + name):
            return False
        return not (self._exclude and _any(self._exclude, folder + name))


def _any(patterns: Iterable[re.Pattern[str]], path: str) -> bool:
    return any(pattern.match(path) for pattern in patterns)


def scan(root: str, base: str, files: Filter) -> dict[str, list[Entry]]:
    """Return the files below ``base`` (an absolute folder) that the filter takes, folder by folder.

    Folders are relative to ``root`` and end in a slash (the root itself is empty); those without one of
    our files are left out.  Files are in order of name.  Folders that cannot be read are passed over, as
    ``git`` does.
    """
    tree: dict[str, list[Entry]] = {}
    prefix = "" if base == root else os.path.relpath(base, root).replace(os.sep, "/") + "/"
    pending = [(base, prefix)]
    make = Entry._make
    while pending:
        folder, prefix = pending.pop()
        found: list[Entry] = []
        try:
            entries = os.scandir(folder)
        except OSError:
            continue
        with entries:
            for entry in entries:
                name = entry.name
                try:
                    if entry.is_dir(follow_symlinks=False):
                        if name != ".git" and not files.skips_folder(name):
                            pending.append((entry.path, f"{prefix}{name}/"))
                    elif files.takes(prefix, name):
                        status = entry.stat()
                        found.append(
                            make(
                                (name, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
                            )
                        )
                except OSError:
                    continue
        if found:
            found.sort()
            tree[prefix] = found
    return tree


def walk(root: str, base: str, files: Filter) -> list[FileStamp]:
    """Return the files below ``base`` that the filter takes, in order of path (as ``scan`` finds them)."""
    return sorted(
        FileStamp(folder + entry.name, entry.size, entry.changed)
        for folder, entries in scan(root, base, files).items()
        for entry in entries
    )


def reported_path(root: str, path: str) -> str:
    """Return the path by which a file is reported: relative to the root, absolute if it lies elsewhere."""
    absolute = os.path.abspath(path)
    if absolute == root:
        return "."
    if absolute.startswith(root.rstrip(os.sep) + os.sep):
        return os.path.relpath(absolute, root).replace(os.sep, "/")
    return absolute.replace(os.sep, "/")


def find_root(paths: Sequence[str], config_folder: str) -> str:
    """Return the folder whose files are the context: the configuration's, else the git checkout's, else none.

    Where neither exists it is the folder given, or that of the only file.
    """
    if config_folder:
        return config_folder
    first = os.path.abspath(paths[0] if paths else ".")
    here = first if os.path.isdir(first) else os.path.dirname(first)
    folder = here
    while True:
        if os.path.exists(os.path.join(folder, ".git")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            break
        folder = above
    common = os.path.commonpath([os.path.abspath(path) for path in paths]) if paths else here
    return common if os.path.isdir(common) else os.path.dirname(common)


def find_targets(
    paths: Iterable[str],
    root: str,
    files: Filter,
    force_exclude: bool = False,
    tree: Mapping[str, Sequence[Entry]] | None = None,
) -> list[FileStamp]:
    """Return the files that paths name: a file itself, whatever its suffix; a folder's files by the filter.

    With ``force_exclude`` a file that the filter excludes is passed over although it was named.  Each file
    once, in order of reported path.  ``tree`` is the root's, if it was scanned.  Raises MissingPath.
    """
    found: dict[str, FileStamp] = {}
    for path in paths:
        absolute = os.path.abspath(path)
        if os.path.isdir(absolute):
            base = absolute
            outside = absolute != root and not absolute.startswith(root.rstrip(os.sep) + os.sep)
            if tree is not None and not outside and (known := _below(tree, root, absolute)):
                found.update(known)
                continue
            for stamp in walk(absolute if outside else root, base, files):
                if outside:
                    stamp = stamp._replace(path=f"{reported_path(root, path).rstrip('/')}/{stamp.path}")
                found[stamp.path] = stamp
            continue
        try:
            status = os.stat(absolute)
        except OSError:
            raise MissingPath(path) from None
        name = reported_path(root, path)
        if force_exclude and files.excludes(name):
            continue
        found[name] = FileStamp(name, status.st_size, status.st_mtime_ns)
    return [found[name] for name in sorted(found)]


def _below(tree: Mapping[str, Sequence[Entry]], root: str, folder: str) -> dict[str, FileStamp]:
    """Return the files of a scanned tree below an absolute folder; none for one that the scan left out."""
    prefix = "" if folder == root else os.path.relpath(folder, root).replace(os.sep, "/") + "/"
    return {
        f"{parent}{entry.name}": FileStamp(f"{parent}{entry.name}", entry.size, entry.changed)
        for parent, entries in tree.items()
        if parent.startswith(prefix)
        for entry in entries
    }
