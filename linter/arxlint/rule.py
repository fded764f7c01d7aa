"""Rule: data plus one small pure function.

A rule sees facts and what stores say of papers; never files, sockets or the clock.  It yields diagnostics;
selection, suppression, severity overrides, baseline and order are the engine's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Flag, auto
from typing import TYPE_CHECKING, ClassVar, Protocol

from arxlint.diagnostic import Confidence, Diagnostic, Fix, Related, Severity
from arxlint.system.records import NamedTuple

if TYPE_CHECKING:
    from arxlint.config.profile import Profile
    from arxlint.extract.model import Facts, Mention
    from arxlint.ledger import LabelPlace, Ledger, Place
    from arxlint.match.mention import MentionAssessment
    from arxlint.match.owners import Owner
    from arxlint.metadata.paper import Absent, Paper


class Needs(Flag):
    """What a rule cannot do without."""

    NOTHING = 0
    METADATA = auto()
    """arXiv records; papers without one are counted as unverified."""
    CORPUS = auto()
    """The facts of other documents."""
    HISTORY = auto()
    """A git revision to compare with (``--since``)."""


class Option(NamedTuple):
    """A setting of a rule: its name in ``[tool.arxlint.rules]``, default, meaning, and the values allowed.

    No two rules share a name.  ``choices`` is empty where any value of the default's type will do.
    """

    name: str
    default: object
    help: str
    choices: tuple[object, ...] = ()


class Good(NamedTuple):
    """An example that must stay silent.  ``files`` are other documents of the base, by path."""

    text: str
    path: str = "briefing.md"
    files: tuple[tuple[str, str], ...] = ()
    papers: tuple[Paper, ...] = ()
    absent: tuple[str, ...] = ()
    before: str | None = None
    """The text at the revision that ``--since`` names, for rules that need history."""


class Bad(NamedTuple):
    """An example that must yield exactly one diagnostic of its rule, at exactly ``at``.

    ``at`` is the marked text, in its ``nth`` occurrence (1-based).
    ``fixed`` is the text after the rule's fix, None where it has none.
    """

    text: str
    at: str
    nth: int = 1
    path: str = "briefing.md"
    files: tuple[tuple[str, str], ...] = ()
    papers: tuple[Paper, ...] = ()
    absent: tuple[str, ...] = ()
    fixed: str | None = None
    before: str | None = None


class Context(Protocol):
    """What a rule may ask."""

    @property
    def ledger(self) -> Ledger:
        """The facts of the whole knowledge base."""
        ...

    @property
    def profile(self) -> Profile:
        """What the paths and words of this knowledge base mean."""
        ...

    @property
    def today(self) -> str:
        """The date of the run, ISO, UTC (``--today``)."""
        ...

    def paper(self, identifier: str) -> Paper | None:
        """The arXiv record of a canonical identifier; None if it is absent or unverified."""
        ...

    def absent(self, identifier: str) -> Absent | None:
        """The word of a source that would know that there is no such paper; None otherwise."""
        ...

    def assess(self, mention: Mention) -> MentionAssessment | None:
        """Judge a mention's labels against its paper and the store; None where nothing can be said."""
        ...

    def meant(self, mention: Mention) -> Owner | None:
        """The one paper in the local stores that a mention's labels name; None if that is unclear."""
        ...

    def before(self, path: str) -> Facts | None:
        """The facts of a document at the revision that ``--since`` names; None without it or if it is new."""
        ...

    def option(self, name: str) -> object:
        """The value of one of the rule options (``[tool.arxlint.rules]``), its default if it is not set."""
        ...


class Rule:
    """Base of all rules.  Subclass docstring: a summary line, then ``## Why is this bad?`` and more Markdown.

    Override exactly the hooks the rule needs; each is a generator of diagnostics.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity]
    confidence: ClassVar[Confidence] = Confidence.HIGH
    needs: ClassVar[Needs] = Needs.NOTHING
    default: ClassVar[bool] = True
    """Whether the rule runs without being selected."""
    options: ClassVar[tuple[Option, ...]] = ()
    examples: ClassVar[tuple[Good | Bad, ...]]

    def check_mention(self, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        """Judge one mention of a target."""
        return iter(())

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        """Judge one target as a whole."""
        return iter(())

    def check_paper(self, paper: str, places: Sequence[Place], ctx: Context) -> Iterator[Diagnostic]:
        """Judge all places of one paper; report at any of them (the engine keeps those in targets)."""
        return iter(())

    def check_name(self, name: str, places: Sequence[LabelPlace], ctx: Context) -> Iterator[Diagnostic]:
        """Judge all places of one name key; report at any of them."""
        return iter(())

    def diagnostic(
        self,
        path: str,
        span: tuple[int, int],
        message: str,
        *,
        span_label: str = "",
        help: str = "",
        notes: Sequence[str] = (),
        paper: str | None = None,
        label: str | None = None,
        suggestion: str | None = None,
        related: Sequence[Related] = (),
        fix: Fix | None = None,
        severity: Severity | None = None,
        confidence: Confidence | None = None,
    ) -> Diagnostic:
        """Make a diagnostic of this rule at a span of a document."""
        return Diagnostic(
            code=self.code,
            name=self.name,
            severity=severity or self.severity,
            confidence=confidence or self.confidence,
            message=message,
            path=path,
            start=span[0],
            end=span[1],
            span_label=span_label,
            help=help,
            notes=tuple(notes),
            paper=paper,
            label=label,
            suggestion=suggestion,
            related=tuple(related),
            fix=fix,
        )
