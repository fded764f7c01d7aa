"""Diagnostic: one finding at its place, with what is right, how we know, and what to do.

Positions are 0-based code-point offsets; reporters turn them into lines and columns.
"""

from __future__ import annotations

from enum import StrEnum

from arxlint.system.records import NamedTuple


class Severity(StrEnum):
    """How bad it is.  Notes never fail the gate by default."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """0 for an error, 1 for a warning, 2 for a note."""
        return _SEVERITIES.index(self)


_SEVERITIES = tuple(Severity)


class Confidence(StrEnum):
    """How sure we are."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Applicability(StrEnum):
    """Whether a fix may be applied: always, on request, or never by a machine."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY_ONLY = "display-only"


class Related(NamedTuple):
    """A secondary place: a span of some document, with what it shows."""

    path: str
    start: int
    end: int
    message: str


class Edit(NamedTuple):
    """Replace ``text[start:end]`` of a document by ``text``."""

    path: str
    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """Edits that cure a diagnostic."""

    applicability: Applicability
    message: str
    edits: tuple[Edit, ...]


class Diagnostic(NamedTuple):
    """One finding.  ``message`` says what is wrong; ``help`` what is right and what to do.

    ``notes`` are the grounds: how we know.  ``paper``, ``label`` and ``suggestion`` repeat the
    identifiers and the name concerned for machines.
    """

    code: str
    name: str
    severity: Severity
    confidence: Confidence
    message: str
    path: str
    start: int
    end: int
    span_label: str = ""
    """A few words set beside the marked span."""
    help: str = ""
    notes: tuple[str, ...] = ()
    paper: str | None = None
    label: str | None = None
    suggestion: str | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    fingerprint: str = ""
    """Filled in by the engine: stable against moved lines (code, path, paper, label, ordinal)."""

    @property
    def sort_key(self) -> tuple[str, int, int, str, str, str, str, str]:
        """Order of report: path, offset, code; the rest only makes the order the same every time."""
        return (
            self.path,
            self.start,
            self.end,
            self.code,
            self.message,
            self.paper or "",
            self.label or "",
            self.suggestion or "",
        )
