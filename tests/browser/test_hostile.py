"""What documents say is shown and never run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arxlint.audit.build import build_report
from arxlint.audit.html import render
from arxlint.diagnostic import Applicability, Confidence, Diagnostic, Edit, Fix, Related, Severity
from arxlint.extract.model import Facts, Label, LabelKind, Mention, Strength
from arxlint.metadata.paper import Paper, Version
from arxlint.report.result import RuleInfo, SkippedRule, SourceLookup, run_result
from arxlint.text.source import Source

ATTACKS = [
    "<script>window.hit=1</script>",
    "</script><script>window.hit=1</script>",
    "<!--<script>window.hit=1",
    "<img src=x onerror=window.hit=1>",
    "\"'><svg onload=window.hit=1>",
    "javascript:window.hit=1",
    "%%script%%",
    "`<iframe srcdoc='<script>parent.hit=1</script>'>`",
    "\u2028window.hit=1\u2029",
    "\u202eevil\u2066\x1b[31m\x00\ud800",
    "</style><style>body{display:none}</style>",
    "__proto__",
    "constructor",
]


def hostile_page(attack: str) -> str:
    path = f"inbox/{attack}/2026-08-01-a.md".replace("\x00", "")
    text = f"{attack} 2601.00001 {attack}\n"
    start = text.index("2601.00001")
    label = Label(attack, LabelKind.NICKNAME, Strength.STRONG, 0, len(attack), "before")
    mention = Mention(
        "2601.00001", None, start, start + 10, start + 10, "2601.00001", "bare", "", "2601.00001", start,
        "paragraph", 0, -1, (label,),
    )  # fmt: skip
    facts = Facts(path, (mention,), instance=attack, date="2026-08-01", kind="briefing")
    other = Facts("b.md", (mention,), instance="b", date="2026-08-02", kind="briefing")
    found = [
        Diagnostic(
            "ARX301", "split-label", Severity.ERROR, Confidence.LOW, attack, path, start, start + 10,
            span_label=attack, help=attack, notes=(attack,), paper="2601.00001", label=attack,
            suggestion=suggestion, related=(Related("b.md", start, start + 10, attack),),
            fix=Fix(Applicability.UNSAFE, attack, (Edit(path, 0, 1, attack),)),
        )
        for suggestion in (attack, "2601.00002")
    ]  # fmt: skip
    result = run_result(
        found,
        sources=SourceLookup(memory=[Source(path, text), Source("b.md", text)]),
        rules={"ARX301": RuleInfo("ARX301", attack, Severity.ERROR, attack, f"{attack}\n\n## {attack}\n")},
        files=2,
        mentions=2,
        papers=1,
        verified=1,
        skipped_rules=[SkippedRule("ARX999", attack, attack)],
    )
    paper = Paper(
        "2601.00001", attack, (attack,), (Version(1, "2026-01-01", attack),), 1, True, "2026-01-01", attack,
        (attack,), attack, attack, attack, attack, None, (attack,), "2026-08-01", attack,
    )  # fmt: skip
    report = build_report(
        result, [facts, other], [path, "b.md"], lambda _: paper, root=f"/x/{attack.replace('/', '_')}",
        generated="2026-08-01", version="0",
    )  # fmt: skip
    return "".join(render(report))


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_runs(open_page: Any, tmp_path: Path, attack: str) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(hostile_page(attack), "utf-8")
    page = open_page(path)
    for view in ("1", "2", "g", "j", "Enter", "g", "3", "j"):
        page.keyboard.press(view)
        page.wait_for_timeout(10)
    page.keyboard.press("2")
    assert page.evaluate("window.hit") is None
    assert page.evaluate("getComputedStyle(document.body).display") != "none"
    assert page.locator("iframe, img, #view-findings svg, #view-papers svg").count() == 0
    assert page.locator("script").count() == 2
    text = page.inner_text("#view-findings")
    for char in "\u202e\u2066\x1b\x00\u2028\u2029":
        assert char not in text
    if "\u202e" in attack:
        assert "<U+202E>" in text
    else:
        visible = attack.replace("`", "").replace("\u2028", "<U+2028>").replace("\u2029", "<U+2029>")
        assert visible in text


def test_policy_stops_what_is_injected(browser: Any, tmp_path: Path) -> None:
    """Were there ever a hole, the policy would still be in the way."""
    clean = hostile_page("x")
    bait = "<b onclick='window.hit=1' id='bait'>x</b><script>window.hit=2</script><img src='http://127.0.0.1:9/'>"
    path = tmp_path / "injected.html"
    path.write_text(clean.replace("</h1>", f"</h1>{bait}", 1), "utf-8")
    page = browser.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(f"file://{path}")
    page.wait_for_selector("body[data-ready]")
    page.click("#bait")
    assert page.evaluate("window.hit") is None
    assert sum("Content Security Policy" in one for one in refused) >= 3
    page.close()
