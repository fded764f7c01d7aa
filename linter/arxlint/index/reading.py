"""Reading one file: from bytes to facts, or to what is wrong with it."""

from __future__ import annotations

import os

from arxlint.config.profile import Profile
from arxlint.diagnostic import Confidence, Diagnostic
from arxlint.extract.model import Facts
from arxlint.system.records import NamedTuple
from arxlint.text.source import Source


class Problem(NamedTuple):
    """Why a file, or its structure, was not read: code of the engine's rule, message, 0-based offset."""

    code: str
    message: str
    start: int = 0


class Read(NamedTuple):
    """What a file says: no facts if it cannot be read.  The problem may be one that leaves facts (ARX905)."""

    facts: Facts | None
    problem: Problem | None = None


def read_file(root: str, path: str) -> bytes | Problem:
    """Return the bytes of a file by its reported path, or why there are none."""
    try:
        with open(os.path.join(root, path), "rb") as file:
            return file.read()
    except OSError as error:
        return Problem("ARX904", f"cannot be read: {error.strerror or error}")


def read_bytes(raw: bytes, path: str, profile: Profile) -> Read:
    """Return what a file with these bytes says."""
    from arxlint.text.decode import UnreadableFile, decode

    try:
        source = decode(raw, path)
    except UnreadableFile as error:
        return Read(None, Problem("ARX904", f"line {error.line}: {error.reason}", error.start))
    return read_source(source, profile, raw)


def read_source(source: Source, profile: Profile, raw: bytes | None = None) -> Read:
    """Return what a text says; ``raw`` are its bytes, if at hand."""
    from arxlint.extract.facts import extract_facts, has_long_line

    problem = None
    if has_long_line(source.text):
        problem = Problem("ARX905", "a line has over a million characters; names were not read")
    return Read(extract_facts(source, profile, raw), problem)


def problem_diagnostic(path: str, problem: Problem) -> Diagnostic:
    """Return the engine's diagnostic about a file that was not read, or not wholly."""
    from arxlint.engine_rules import OVERSIZED, UNREADABLE

    rule = OVERSIZED if problem.code == OVERSIZED.code else UNREADABLE
    return Diagnostic(
        rule.code,
        rule.name,
        rule.severity,
        Confidence.HIGH,
        problem.message,
        path,
        problem.start,
        problem.start,
        help="break the line, or leave the file out with `exclude`"
        if rule is OVERSIZED
        else "save it as UTF-8 text, or leave it out with `exclude`",
    )
