"""Every setting there is, in one table: what the reader checks, what the defaults are, what the docs say."""

from __future__ import annotations

from typing import Final

from arxlint.system.records import NamedTuple

DEFAULT_BASELINE: Final = "arxlint-baseline.json"
"""The baseline of a knowledge base that names no other, at its root."""

TOP: Final = ""
PROFILE: Final = "profile"

BOOL: Final = "boolean"
TEXT: Final = "string"
LIST: Final = "list of strings"
CODES: Final = "table of strings"
CODE_LISTS: Final = "table of lists of strings"
TABLE: Final = "table"


class Key(NamedTuple):
    """One setting.  ``kind`` is one of the constants above; ``choices`` are the only values of a text.

    ``section`` is empty for ``[tool.arxlint]`` itself.  ``example`` is a TOML value.
    """

    section: str
    name: str
    kind: str
    default: object
    summary: str
    example: str
    choices: tuple[str, ...] = ()


SEVERITIES: Final = ("error", "warning", "note")

KEYS: Final[tuple[Key, ...]] = (
    Key(
        TOP,
        "select",
        LIST,
        (),
        "Run only these rules: codes, prefixes of codes, or names; if empty, the default set.",
        '["ARX1", "split-label"]',
    ),
    Key(TOP, "extend-select", LIST, (), "Run these rules too.", '["ARX601"]'),
    Key(TOP, "ignore", LIST, (), "Do not run these rules.", '["ARX104"]'),
    Key(
        TOP,
        "severity",
        CODES,
        (),
        "Severity by rule: `error`, `warning` or `note`.",
        '{ ARX504 = "note" }',
        SEVERITIES,
    ),
    Key(
        TOP,
        "per-path-ignores",
        CODE_LISTS,
        (),
        "Rules that are not reported in the files that a glob matches.",
        '{ "archive/**" = ["ARX5"] }',
    ),
    Key(
        TOP,
        "include",
        LIST,
        (
            "**/*.md",
            "**/*.markdown",
            "**/*.mdx",
            "**/*.txt",
            "**/*.rst",
            "**/*.bib",
            "**/*.tex",
            "**/*.ipynb",
        ),
        "Files of the knowledge base: read as context of every run, and judged when a folder is named.",
        '["inbox/**/*.md", "paper_cards/*.md"]',
    ),
    Key(
        TOP,
        "exclude",
        LIST,
        (
            ".git/**",
            "**/node_modules/**",
            "**/.venv/**",
            "**/venv/**",
            "**/__pycache__/**",
            "**/.obsidian/**",
            "**/.trash/**",
        ),
        "Files that are not part of it.",
        '["drafts/**"]',
    ),
    Key(
        TOP,
        "fail-on",
        TEXT,
        "warning",
        "Exit with 1 from this severity on.",
        '"error"',
        (*SEVERITIES, "never"),
    ),
    Key(
        TOP,
        "store",
        LIST,
        (),
        "Metadata: store files, or folders of JSON lines; the first that answers wins. "
        "Relative to the configuration file.",
        '["metadata"]',
    ),
    Key(TOP, "offline", BOOL, False, "Never ask the arXiv API.", "true"),
    Key(TOP, "require-metadata", BOOL, False, "Fail when a paper could not be verified.", "true"),
    Key(
        TOP,
        "baseline",
        TEXT,
        "",
        "File of diagnostics that are accepted for now, relative to the configuration file; if empty, "
        "`arxlint-baseline.json` at the root of the knowledge base, where there is one.",
        '"ci/arxlint-baseline.json"',
    ),
    Key(
        TOP,
        "rules",
        TABLE,
        (),
        "Options of single rules, by name; `arxlint explain CODE` lists them.",
        '{ link-style = "abs" }',
    ),
    Key(
        PROFILE,
        "briefings",
        LIST,
        (
            "inbox/{instance}/{date}-{rest}.md",
            "inbox/{instance}/{date}.md",
            "inbox/{date}-{rest}.md",
            "inbox/{date}.md",
            "briefings/{instance}/{date}-{rest}.md",
            "briefings/{date}-{rest}.md",
            "briefings/{date}.md",
        ),
        "Where instances write.",
        '["notes/{instance}/{date}-{rest}.md"]',
    ),
    Key(
        PROFILE,
        "cards",
        LIST,
        ("paper_cards/{number}-{yymm}-{sequence}.md",),
        "Where paper cards live: one file a paper.",
        '["cards/{yymm}.{sequence}.md"]',
    ),
    Key(
        PROFILE,
        "living",
        LIST,
        ("organized/knowledge/{topic}.md",),
        "Documents that are rewritten in place and carry a version.",
        '["wiki/{topic}.md"]',
    ),
    Key(PROFILE, "queue", LIST, ("work-queue.md",), "The list of papers to work on.", '["todo/queue.md"]'),
    Key(
        PROFILE,
        "new-words",
        LIST,
        (
            "净增",
            "新增",
            "新收",
            "新论文",
            "🆕",
            "net new",
            "net-new",
            "new papers",
            "new entries",
            "new additions",
            "new arrivals",
            "new today",
            "new this week",
            "newly added",
            "new",
            "added",
            "additions",
        ),
        "What marks a list as new. A single Latin word counts only where the introduction says nothing else "
        "besides numbers, units and dates; a phrase or a CJK word counts anywhere in it.",
        '["net new", "净增"]',
    ),
    Key(
        PROFILE,
        "carried-over-words",
        LIST,
        (
            "沿用",
            "延续",
            "既有",
            "已收录",
            "🔄",
            "carried over",
            "carried-over",
            "carry over",
            "carry-over",
            "carryover",
            "already covered",
            "already known",
            "previously covered",
            "previously listed",
            "from earlier briefings",
            "known",
        ),
        "What marks a list as known before.",
        '["carried over", "沿用"]',
    ),
    Key(
        PROFILE,
        "adjacent-words",
        LIST,
        (
            "邻接",
            "相邻",
            "旁证",
            "附带",
            "另有",
            "另",
            "其中",
            "adjacent",
            "related",
            "plus",
            "of which",
            "of them",
            "including",
            "incl",
            "another",
        ),
        "Before a number: counted apart from the main list.",
        '["邻接", "adjacent"]',
    ),
    Key(
        PROFILE,
        "paper-units",
        LIST,
        (
            "件",
            "篇",
            "篇论文",
            "件论文",
            "个论文",
            "项论文",
            "篇文章",
            "个 arXiv 号",
            "条 arXiv",
            "papers",
            "paper",
            "preprints",
            "preprint",
            "arXiv papers",
            "arXiv ids",
            "arXiv identifiers",
        ),
        "What counts papers, after a number.",
        '["篇", "papers"]',
    ),
    Key(
        PROFILE,
        "pending-words",
        LIST,
        (
            "待建",
            "待写",
            "未建",
            "尚未建",
            "to be written",
            "to be created",
            "not yet written",
            "TBD",
            "TODO",
            "pending",
            "no card yet",
        ),
        "Says of a card that it does not exist yet.",
        '["待建", "TBD"]',
    ),
    Key(
        PROFILE,
        "date-formats",
        LIST,
        (
            "YYYY-MM-DD",
            "YYYY/MM/DD",
            "YYYY.MM.DD",
            "YYYYMMDD",
            "YYYY年M月D日",
            "D Month YYYY",
            "Month D, YYYY",
        ),
        "How documents write their own date.",
        '["YYYY-MM-DD"]',
    ),
)


def keys_of(section: str) -> dict[str, Key]:
    """Return the settings of one section by name."""
    return {key.name: key for key in KEYS if key.section == section}
