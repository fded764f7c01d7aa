"""The options of a run, as a table: the command line is made of it, and so is the fast lane's reader."""

from __future__ import annotations

from typing import Final

from arxlint.system.records import NamedTuple

FLAG: Final = "flag"
TEXT: Final = "text"
PATH: Final = "path"
NUMBER: Final = "number"
CHOICE: Final = "choice"
EITHER: Final = "either"
"""``--this/--no-this``: true, false, or None where neither is given."""


class Option(NamedTuple):
    """One option: as it is written, the name of its value, and what it takes.

    ``completes`` says what the shell offers: ``rules`` or ``formats``.
    """

    names: tuple[str, ...]
    value: str
    kind: str
    help: str
    metavar: str = ""
    default: str | int | None = None
    choices: tuple[str, ...] = ()
    multiple: bool = False
    completes: str = ""

    @property
    def unset(self) -> object:
        """The value where the option is not given."""
        if self.multiple:
            return ()
        return False if self.kind == FLAG else self.default


RUN: Final = (
    Option(
        ("--select",),
        "select",
        TEXT,
        "Run only these: codes, prefixes, names; comma-separated.",
        "RULES",
        multiple=True,
        completes="rules",
    ),
    Option(("--ignore",), "ignore", TEXT, "Do not run these.", "RULES", multiple=True, completes="rules"),
    Option(
        ("--extend-select",),
        "extend_select",
        TEXT,
        "Run these too.",
        "RULES",
        multiple=True,
        completes="rules",
    ),
    Option(
        ("--store",),
        "stores",
        PATH,
        "Metadata store; repeatable, the first that answers wins.",
        "FILE",
        multiple=True,
    ),
    Option(("--offline",), "offline", FLAG, "Never ask the arXiv API."),
    Option(
        ("--require-metadata",), "require_metadata", FLAG, "Fail (exit 2) if a paper could not be verified."
    ),
    Option(("--cache-url",), "cache_url", TEXT, "Where API answers are cached: redis://… for a team.", "URL"),
    Option(
        ("--force-exclude",),
        "force_exclude",
        FLAG,
        "Pass over files that `exclude` names, even if PATHS name them.",
    ),
    Option(("--root",), "root", PATH, "The knowledge base that targets are judged against.", "DIR"),
    Option(("--config",), "config", PATH, "Configuration file (default: the nearest upwards).", "FILE"),
    Option(("--jobs",), "jobs", NUMBER, "Processes (default: as many as help).", "N", default=0),
    Option(("--no-cache",), "no_cache", FLAG, "Neither read nor write the cache of facts."),
    Option(
        ("--today",), "today", TEXT, "Judge as of this day (YYYY-MM-DD), for reproducible results.", "DATE"
    ),
    Option(
        ("--progress", "--no-progress"),
        "progress",
        EITHER,
        "Show progress on standard error (default: on a terminal).",
    ),
    Option(("--color",), "color", CHOICE, "Colours.", default="auto", choices=("auto", "always", "never")),
    Option(("-q", "--quiet"), "quiet", FLAG, "Diagnostics only, no summary."),
    Option(
        ("-v", "--verbose"),
        "verbose",
        FLAG,
        "Say on standard error where settings and metadata come from, and what is unverified.",
    ),
)
"""Of every command that runs rules."""

CHECK: Final = (
    Option(
        ("--format",),
        "format_name",
        TEXT,
        "How to report: full, concise, json, jsonl, sarif, github, gitlab, rdjson, junit, markdown. "
        "Default: full, and github under GitHub Actions.",
        "NAME",
        completes="formats",
    ),
    Option(("--output",), "output", PATH, "Write the report to a file instead of standard output.", "FILE"),
    Option(
        ("--report",),
        "reports",
        TEXT,
        "Write another report to a file, from the same run; repeatable.",
        "FORMAT=FILE",
        multiple=True,
    ),
    Option(
        ("--fail-on",),
        "fail_on",
        CHOICE,
        "Exit with 1 from this severity on (default: warning, or the configuration's).",
        choices=("error", "warning", "note", "never"),
    ),
    Option(
        ("--baseline",),
        "baseline",
        PATH,
        "Diagnostics to accept (default: the configuration's, or arxlint-baseline.json at the root of the"
        " knowledge base if there is one); see `arxlint baseline --help`.",
        "FILE",
    ),
    Option(("--no-baseline",), "no_baseline", FLAG, "Report what the baseline accepts, too."),
    Option(
        ("--since",),
        "since",
        TEXT,
        "Judge only lines changed since a git revision; `REV...` means since the branch left REV.",
        "REV",
    ),
    Option(("--fix",), "fix", FLAG, "Apply safe fixes, and report what is left."),
    Option(("--unsafe-fixes",), "unsafe_fixes", FLAG, "With --fix or --diff: unsafe fixes too."),
    Option(("--diff",), "diff", FLAG, "Show what --fix would change, and change nothing."),
    Option(
        ("--statistics",),
        "statistics",
        FLAG,
        "Count diagnostics by rule instead of listing them (full, json).",
    ),
    Option(
        ("--stdin-filename",), "stdin_filename", TEXT, "Lint standard input as a file of this name.", "NAME"
    ),
)
"""Of ``arxlint check`` alone."""
