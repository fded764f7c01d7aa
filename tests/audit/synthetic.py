"""A knowledge base out of thin air: briefings of several instances, papers, and findings of many kinds.

Texts are made first and spans are looked up in them, so that whatever is reported about a span is true.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from arxlint.audit.build import build_report
from arxlint.audit.model import AuditReport
from arxlint.diagnostic import Applicability, Confidence, Diagnostic, Edit, Fix, Related, Severity
from arxlint.extract.model import Facts, Label, LabelKind, Mention, Strength
from arxlint.metadata.paper import Absent, Answer, Paper, Version
from arxlint.report.result import RuleInfo, RunResult, SkippedRule, SourceLookup, run_result
from arxlint.text.source import Source

INSTANCES = ("tom", "jay", "spark", "mira")
RULES = {
    code: RuleInfo(
        code,
        name,
        severity,
        summary,
        f"{summary}\n\n## Why is this bad?\nReaders are led to `another` paper.\n\n- first\n- second\n",
    )
    for code, name, severity, summary in (
        ("ARX301", "split-label", Severity.ERROR, "One name under two or more identifiers."),
        ("ARX202", "outdated-version", Severity.NOTE, "A newer version exists."),
        ("ARX203", "mismatched-version-date", Severity.WARNING, "The date is not that version's."),
        ("ARX306", "unsupported-nickname", Severity.WARNING, "Neither title nor abstract has this name."),
        ("ARX504", "stale-novelty", Severity.WARNING, "Called new, but an earlier document has it."),
        ("ARX401", "unknown-paper", Severity.ERROR, "arXiv has no such paper."),
    )
}
_WORDS = (
    "Cache Sparse Attention Tree Lattice Kernel Draft Router Prompt Vector Graph Memory Token Stream Anchor "
    "Prefix Tensor Shard Merge Beam"
).split()
_KINDS = ("Compression", "Reuse", "Scheduling", "Quantization", "Benchmarking", "Pruning", "Serving")


class _Cite(NamedTuple):
    paper: int
    start: int
    name: tuple[int, int]
    name_text: str


class Base(NamedTuple):
    """What ``build_report`` wants."""

    result: RunResult
    facts: list[Facts]
    answer: Callable[[str], Answer | None]

    def report(self) -> AuditReport:
        return build_report(
            self.result,
            self.facts,
            [one.path for one in self.facts],
            self.answer,
            root="/somewhere/research-kb",
            generated="2026-09-01 08:30 UTC",
            version="0.0",
        )


def paper_id(number: int) -> str:
    return f"26{1 + number % 8:02d}.{1000 + number * 7:05d}"


def make_papers(count: int, rng: random.Random) -> list[Paper]:
    papers = []
    for number in range(count):
        name = f"{rng.choice(_WORDS)}{rng.choice(_WORDS)}-{number}"
        title = f"{name}: {rng.choice(_WORDS)} {rng.choice(_KINDS)} for Long-Context Language Model Inference"
        month = 1 + number % 8
        versions = tuple(
            Version(one, f"2026-{min(12, month + one - 1):02d}-{2 + one * 5:02d}")
            for one in range(1, 2 + number % 3)
        )
        papers.append(
            Paper(
                paper_id(number),
                title,
                authors=tuple(f"{rng.choice('ABCDEFG')}. {rng.choice(_WORDS)}son" for _ in range(3)),
                versions=versions,
                latest=len(versions),
                versions_complete=True,
                submitted=versions[0].date,
                categories=("cs.CL", "cs.DC"),
                comment="12 pages, 4 figures" if number % 2 else None,
                withdrawn="2026-08-02: an error in Lemma 3" if number == 5 else None,
                other_titles=(f"{name}: An Earlier Title",) if number % 9 == 0 else (),
                as_of="2026-08-30",
                source="store",
            )
        )
    return papers


def make_base(
    files: int = 40,
    papers: int = 30,
    findings: int = 80,
    seed: int = 7,
    instances: Sequence[str] = INSTANCES,
) -> Base:
    """Make a base with exactly so many findings (as long as there are places enough to report)."""
    rng = random.Random(seed)
    known = make_papers(papers, rng)
    per_file = max(4, -(-findings * 2 // files))
    sources, facts, cites = [], [], []
    for number in range(files):
        instance = instances[number % len(instances)]
        day = number * 75 // files
        date = f"2026-{6 + day // 30:02d}-{1 + day % 30:02d}"
        path = f"inbox/{instance}/{date}-{number:04d}-radar.md"
        text, own = _briefing(instance, date, per_file, known, rng)
        sources.append(Source(path, text))
        mentions = tuple(_mention(text, known, cite, index) for index, cite in enumerate(own))
        facts.append(Facts(path, mentions, instance=instance, date=date, kind="briefing"))
        cites += [(len(facts) - 1, mention) for mention in mentions]
    diagnostics = _diagnostics(facts, cites, known, findings, rng)
    records = {paper.id: paper for paper in known}
    last = known[-1].id

    def answer(identifier: str) -> Answer | None:
        if identifier == last:
            return Absent(identifier, "2026-08-30", "arXiv API")
        return None if identifier == known[-2].id else records.get(identifier)

    mentioned = {mention.id for one in facts for mention in one.mentions}
    result = run_result(
        diagnostics,
        sources=SourceLookup(memory=sources),
        rules=RULES,
        files=files,
        mentions=sum(len(one.mentions) for one in facts),
        papers=len(mentioned),
        verified=len(mentioned - {last, known[-2].id}),
        unverified=int(known[-2].id in mentioned),
        skipped_rules=[SkippedRule("ARX601", "ungrounded-figure", "not selected")],
    )
    return Base(result, facts, answer)


def _briefing(
    instance: str, date: str, count: int, known: Sequence[Paper], rng: random.Random
) -> tuple[str, list[_Cite]]:
    text = f"# inference · E1 预消化简报({date})\n\n执行: {instance} · 涉及 arXiv 号: {count} 件\n\n"
    cites = []
    for _ in range(count):
        paper = rng.randrange(len(known))
        name = known[paper].title.split(":")[0]
        text += "- 增量【推理引擎 · §1.(7)】**"
        start = len(text)
        text += name
        text += "** — LLM 推理 KV 缓存压缩首件, arXiv:"
        cites.append(_Cite(paper, len(text), (start, start + len(name)), name))
        text += f"{known[paper].id} ★★★★;方案:组合量化低秩核 + 组内 INT4 残差,存储降低 3.7-3.9×\n"
    return text, cites


def _mention(text: str, known: Sequence[Paper], cite: _Cite, index: int) -> Mention:
    identifier = known[cite.paper].id
    end = cite.start + len(identifier)
    assert text[cite.start : end] == identifier
    label = Label(cite.name_text, LabelKind.NICKNAME, Strength.STRONG, *cite.name, "emphasis")
    return Mention(
        identifier, None, cite.start, end, end, identifier, "prefixed", "", f"arXiv:{identifier}",
        cite.start - 6, "item", index, -1, (label,),
    )  # fmt: skip


def _diagnostics(
    facts: Sequence[Facts],
    cites: Sequence[tuple[int, Mention]],
    known: Sequence[Paper],
    count: int,
    rng: random.Random,
) -> list[Diagnostic]:
    found = []
    by_paper: dict[str, list[tuple[int, Mention]]] = {}
    for place in cites:
        by_paper.setdefault(place[1].id, []).append(place)
    titles = {paper.id: paper.title for paper in known}
    for number, (document, mention) in enumerate(rng.sample(list(cites), count)):
        rule = list(RULES.values())[(number * number) % len(RULES)]
        path = facts[document].path
        others = [place for place in by_paper[mention.id] if place[0] != document][: number % 4]
        name = mention.labels[0].text
        related = tuple(
            Related(facts[other].path, one.start, one.end, f"cited as {one.id} here") for other, one in others
        )
        wrong = rule.code in ("ARX301", "ARX306")
        right = known[(number * 3) % len(known)].id if rule.code == "ARX301" else None
        found.append(
            Diagnostic(
                rule.code,
                rule.name,
                rule.severity,
                Confidence.HIGH if number % 3 else Confidence.MEDIUM,
                _message(rule.code, name, mention.id, right),
                path,
                mention.start,
                mention.end,
                span_label="another paper" if right else "",
                help=f"cite `{right}` instead" if right else "look at arXiv’s listing and say what it says",
                notes=(f"arXiv calls {mention.id} “{titles[mention.id]}”",),
                paper=mention.id,
                label=name if wrong else None,
                suggestion=right,
                related=related if rule.code in ("ARX301", "ARX504", "ARX203") else (),
                fix=Fix(
                    Applicability.UNSAFE,
                    f"Replace it by {right}",
                    (Edit(path, mention.start, mention.end, right),),
                )
                if right
                else None,
                fingerprint=f"{number:032x}",
            )
        )
    return found


def _message(code: str, name: str, identifier: str, right: str | None) -> str:
    return {
        "ARX301": f"`{name}` is filed under {identifier}, but that name is {right}",
        "ARX202": f"{identifier}v1 is cited, and v3 is the latest",
        "ARX203": f"v2 of {identifier} is of 2026-01, not of 2025-06",
        "ARX306": f"neither title nor abstract of {identifier} has “{name}”",
        "ARX504": f"{identifier} is called new, but an earlier briefing has it",
        "ARX401": f"arXiv has no paper {identifier}",
    }[code]
