"""A small run to report: two briefings that disagree, written to catch careless reporters."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arxlint.diagnostic import (
    Applicability,
    Confidence,
    Diagnostic,
    Edit,
    Fix,
    Related,
    Severity,
)
from arxlint.report import RuleInfo, RunResult, SkippedRule, SourceLookup, Suppressed, run_result
from arxlint.text.source import Source

TOM = "# 雷达\n\n- *标题* C²KV (arXiv:2608.14192) 起点\n"
JAY = "𝒳 C²KV = arXiv:2607.17715\n"

RULES = {
    "ARX301": RuleInfo(
        "ARX301",
        "split-label",
        Severity.ERROR,
        "One name under two identifiers.",
        "One name under two identifiers.\n\n## Why is this bad?\nOne of them is wrong.\n",
        "https://example.org/rules#arx301",
    ),
    "ARX202": RuleInfo("ARX202", "outdated-version", Severity.NOTE, "A newer version exists."),
    "ARX103": RuleInfo("ARX103", "disguised-identifier", Severity.WARNING, "Look-alike characters."),
}

Mark = Callable[..., tuple[int, int]]


def place(text: str, found: str, nth: int = 0) -> tuple[int, int]:
    start = -1
    for _ in range(nth + 1):
        start = text.index(found, start + 1)
    return start, start + len(found)


@pytest.fixture
def mark() -> Mark:
    """Return the span of the nth occurrence of a text."""
    return place


@pytest.fixture
def split_label() -> Diagnostic:
    return Diagnostic(
        code="ARX301",
        name="split-label",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        message="`C²KV` is filed under 2608.14192, but it is 2607.17715",
        path="inbox/tom/a.md",
        start=TOM.index("2608"),
        end=TOM.index("2608") + 10,
        span_label="another paper",
        help="cite 2607.17715",
        notes=("arXiv calls 2607.17715 “C²KV: Compressed and Composable KV Cache Reuse”",),
        paper="2608.14192",
        label="C²KV",
        suggestion="2607.17715",
        related=(
            Related("inbox/tom/a.md", *place(TOM, "C²KV"), "this name"),
            Related("inbox/jay/b.md", *place(JAY, "2607.17715"), "cited as 2607.17715 here"),
        ),
        fix=Fix(
            Applicability.UNSAFE,
            "Replace it by 2607.17715",
            (Edit("inbox/tom/a.md", *place(TOM, "2608.14192"), "2607.17715"),),
        ),
        fingerprint="f" * 32,
    )


@pytest.fixture
def outdated() -> Diagnostic:
    return Diagnostic(
        code="ARX202",
        name="outdated-version",
        severity=Severity.NOTE,
        confidence=Confidence.HIGH,
        message="a newer version exists",
        path="inbox/jay/b.md",
        start=JAY.index("2607"),
        end=JAY.index("2607") + 10,
        fingerprint="e" * 32,
    )


@pytest.fixture
def sources() -> SourceLookup:
    return SourceLookup(memory=[Source("inbox/tom/a.md", TOM), Source("inbox/jay/b.md", JAY)])


@pytest.fixture
def result(split_label: Diagnostic, outdated: Diagnostic, sources: SourceLookup) -> RunResult:
    hidden = outdated._replace(code="ARX103", name="disguised-identifier", fingerprint="d" * 32)
    known = outdated._replace(start=0, end=1, fingerprint="c" * 32)
    return run_result(
        [split_label, outdated],
        sources=sources,
        rules=RULES,
        files=3,
        mentions=41,
        papers=20,
        verified=18,
        unverified=2,
        suppressed=[Suppressed(hidden, "checked by hand")],
        baselined=[known],
        skipped_rules=[
            SkippedRule("ARX401", "unknown-paper", "no metadata"),
            SkippedRule("ARX303", "mismatched-label", "no metadata"),
        ],
    )


HOSTILE = (
    "\x1b]0;owned\x07\r\n::error::x%0A##[error]y <script>&amp;\"'`|]]> \u202e\u200b "
    "@everyone [x](javascript:a) \x00"
)
"""What a document, a path or a title might try on a reader of reports."""


@pytest.fixture
def hostile() -> RunResult:
    """Return a run in which everything that comes from outside is hostile."""
    path = f"inbox/{HOSTILE}.md"
    other = ":: \udcff.md"
    text = f"a {HOSTILE} b\n::error::line\n"
    attack = Diagnostic(
        code="ARX301",
        name="split-label",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        message=f"bad `{HOSTILE}` here",
        path=path,
        start=2,
        end=2 + len(HOSTILE),
        span_label=HOSTILE,
        help=HOSTILE,
        notes=(HOSTILE,),
        paper="2608.14192",
        label=HOSTILE,
        suggestion=HOSTILE,
        related=(Related(other, 2, 9, HOSTILE),),
        fix=Fix(Applicability.SAFE, HOSTILE, (Edit(path, 2, 3, HOSTILE),)),
        fingerprint="a" * 32,
    )
    return run_result(
        [attack, attack._replace(path=other, start=0, end=5, fingerprint="b" * 32)],
        sources=SourceLookup(memory=[Source(path, text), Source(other, text)]),
        rules=RULES,
        suppressed=[Suppressed(attack._replace(fingerprint="9" * 32), HOSTILE)],
        skipped_rules=[SkippedRule("ARX401", "unknown-paper", HOSTILE)],
        files=2,
    )
