"""Asking git: the few questions that ``--since`` has, with clear errors."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from arxlint.run.app import UsageError
from arxlint.system.records import NamedTuple

_HUNK: Final = re.compile(rb"@@ -[0-9]+(?:,[0-9]+)? \+([0-9]+)(?:,([0-9]+))? @@")

# Whatever the user's configuration says, the answer must have the same form.
_DIFF: Final = (
    "--unified=0",
    "--inter-hunk-context=0",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--submodule=short",
    "--ignore-submodules=all",
)

LineRange = tuple[int, int]
"""First and last 1-based line, counted by line feeds."""


class Change(NamedTuple):
    """A file that differs from the revision.

    ``path`` is relative to the folder asked about.  ``blob`` is the object with the old content, empty for a
    new file.  ``lines`` are the lines that are new or changed; None if git does not
    say (the file is binary for git, or git no longer tracks it).
    """

    path: str
    blob: str
    lines: tuple[LineRange, ...] | None


class Repository:
    """The git checkout that holds a folder.  Raises UsageError if there is none, or no git."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        try:
            self._prefix = os.fsdecode(self._ask("rev-parse", "--show-prefix").rstrip(b"\r\n"))
        except _GitError as error:
            raise UsageError(f"--since: {folder} is in no git checkout ({error})") from error

    def commit(self, revision: str) -> str:
        """Return the commit that a revision names; ``REV...`` is where HEAD branched off from it, as in git.

        Raises UsageError if it names none.
        """
        try:
            if revision.startswith("-"):
                raise _GitError("a revision does not begin with a dash")
            name = revision.removesuffix("...")
            commit = self._ask("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").strip()
            if name != revision:
                commit = self._ask("merge-base", os.fsdecode(commit), "HEAD").strip()
            return os.fsdecode(commit)
        except _GitError as error:
            shallow = self._ask("rev-parse", "--is-shallow-repository").strip() == b"true"
            why = (
                "this checkout is shallow; fetch more of its history"
                " (GitHub: `fetch-depth: 0` in actions/checkout; GitLab: `GIT_DEPTH: 0`)"
                if shallow
                else "write a branch, a tag or a commit, for example `main` or `HEAD~1`"
            )
            raise UsageError(f"--since {revision}: git knows no such revision; {why}") from error

    def changes(self, commit: str) -> dict[str, Change]:
        """Return by path the files below the folder that differ from a commit; renamed ones by the new path.

        Untracked files are not among them.  Raises UsageError.
        """
        out = self._must(
            "diff", "--raw", "--patch", "-z", "--no-abbrev", "--find-renames", *_DIFF, commit, "--"
        )
        entries = list(_raw_entries(out))
        patches = _patches(out)
        if len(patches) != len(entries):
            raise UsageError("--since: git's answer cannot be read (do files change at this moment?)")
        found = {}
        for (path, blob, status), lines in zip(entries, patches, strict=True):
            inside = self._inside(path)
            if inside is not None:
                found[inside] = Change(inside, blob, None if status == "D" else lines)
        return found

    def files(self, commit: str) -> frozenset[str]:
        """Return the paths, below the folder, of the files that a commit has."""
        out = self._must("ls-tree", "-r", "--name-only", "-z", "--full-tree", commit)
        paths = (self._inside(os.fsdecode(name)) for name in out.split(b"\0") if name)
        return frozenset(path for path in paths if path is not None)

    def contents(self, blobs: Iterable[str]) -> dict[str, bytes]:
        """Return the contents of objects, by name; those that are no files are left out."""
        wanted = sorted(set(blobs))
        if not wanted:
            return {}
        out = self._ask("cat-file", "--batch", stdin="".join(f"{blob}\n" for blob in wanted).encode())
        found = {}
        offset = 0
        while offset < len(out):
            end = out.index(b"\n", offset)
            name, kind, *size = out[offset:end].split(b" ")
            offset = end + 1
            if size:
                length = int(size[0])
                if kind == b"blob":
                    found[name.decode()] = out[offset : offset + length]
                offset += length + 1
        return found

    def _inside(self, path: str) -> str | None:
        return path[len(self._prefix) :] if path.startswith(self._prefix) else None

    def _must(self, *arguments: str) -> bytes:
        try:
            return self._ask(*arguments)
        except _GitError as error:
            raise UsageError(f"--since: git fails: {error}") from error

    def _ask(self, *arguments: str, stdin: bytes = b"") -> bytes:
        return _git(("-C", self._folder, *arguments), stdin)


def changed_lines(before: str, after: str) -> tuple[LineRange, ...]:
    """Return the lines of a text that are not in an older one, by git's judgement."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="arxlint-") as folder:
        names = [os.path.join(folder, name) for name in ("before", "after")]
        for name, text in zip(names, (before, after), strict=True):
            with open(name, "wb") as file:
                file.write(text.encode("utf-8", "surrogatepass"))
        # Exit status 1 says that they differ.
        out = _git(("diff", "--no-index", "--text", "--ignore-cr-at-eol", *_DIFF, "--", *names), ok=(0, 1))
    return _ranges(out.split(b"\n"))


class _GitError(Exception):
    pass


def _git(arguments: Sequence[str], stdin: bytes = b"", ok: Sequence[int] = (0,)) -> bytes:
    import subprocess

    # Inside a hook these are set, and would send git elsewhere than to the folder asked about.
    elsewhere = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_EXTERNAL_DIFF")
    environment = {name: value for name, value in os.environ.items() if name not in elsewhere}
    environment["LC_ALL"] = "C"
    try:
        done = subprocess.run(
            ["git", *arguments], input=stdin, capture_output=True, check=False, env=environment
        )
    except OSError:
        raise UsageError("--since needs git, and there is no `git` on the PATH") from None
    if done.returncode not in ok:
        message = done.stderr.decode(errors="replace").strip().split("\n")[0]
        raise _GitError(message.removeprefix("fatal: ") or f"status {done.returncode}")
    return done.stdout


def _raw_entries(out: bytes) -> Iterator[tuple[str, str, str]]:
    """Yield path, old object and status of each file.

    It is written ``:mode mode object object status NUL path NUL``, with the new path after that of a rename.
    """
    fields = out.split(b"\0")
    index = 0
    while index < len(fields) and fields[index].startswith(b":"):
        _, _, old, _, status = fields[index].split(b" ")
        index += 2 if status[:1] in (b"R", b"C") else 1
        yield os.fsdecode(fields[index]), old.decode() if old.strip(b"0") else "", status[:1].decode()
        index += 1


def _patches(out: bytes) -> list[tuple[LineRange, ...] | None]:
    """Return the changed lines of each file in the patch, in its order."""
    # The patch begins after an empty field; in it, lines of content never begin with a letter.
    _, _, patch = out.partition(b"\0\0")
    parts: list[list[bytes]] = []
    for line in patch.split(b"\n"):
        if line.startswith(b"diff --git "):
            parts.append([])
        if parts:
            parts[-1].append(line)
    return [
        None if any(line.startswith(b"Binary files ") for line in part) else _ranges(part) for part in parts
    ]


def _ranges(lines: Iterable[bytes]) -> tuple[LineRange, ...]:
    ranges = []
    for line in lines:
        hunk = _HUNK.match(line)
        if hunk:
            first, count = int(hunk[1]), int(hunk[2]) if hunk[2] is not None else 1
            if count:
                ranges.append((first, first + count - 1))
    return tuple(ranges)
