"""The swap test: put a wrong identifier into real documents and see whether the linter notices.

In each document a part of the entries is changed, each by one of five slips, all mentions of the paper in
that entry alike (link text and target are copied together):

``other``      another paper of the same document
``neighbour``  the paper of the next entry
``random``     a paper of the same month and primary category
``digits``     two digits exchanged, and a paper of that number exists
``absent``     a number beyond what the month received

An entry counts as *named* if the title of its paper, or the name before the title's colon, stands in the
entry's lines or the line above; that is read off the text, not off the labels that the linter bound.
A slip is detected if an error or warning about the identifier or the name is given at that entry.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from arxlint.diagnostic import Confidence, Diagnostic, Severity
from arxlint.extract.model import Facts, Mention
from arxlint.match.normalise import words
from arxlint.metadata.paper import Paper
from arxlint.recognise.identifier import new_style_flaw
from arxlint.recognise.months import max_sequence
from benchmarks.accuracy.documents import language_of
from benchmarks.accuracy.engine import Judgement, Text, lint_all, store
from benchmarks.accuracy.findings import baseline
from benchmarks.accuracy.table import Row

SEED = "20261201"
"""Which entries are changed, and how; misses of this draw were looked at, so others are measured as well."""
SHARE = 4
"""One entry in so many is changed."""
PER_DOCUMENT = 40
LONGEST = 400_000
"""Documents of more code points are left out: each has more slips' room than all others together."""
SLIPS = ("other", "neighbour", "random", "digits", "absent")
IDENTITY = frozenset(
    "ARX101 ARX102 ARX105 ARX106 ARX301 ARX302 ARX303 ARX304 ARX305 ARX306 ARX401 ARX505".split()
)
_BIB = re.compile(r"^\s*@[a-z]+\s*\{", re.IGNORECASE | re.MULTILINE)


class Group(NamedTuple):
    """All mentions of one paper in one entry of a document."""

    path: str
    paper: Paper
    mentions: tuple[Mention, ...]
    named: bool


class Slip(NamedTuple):
    """One planted slip, at its place in the changed text."""

    repository: str
    path: str
    kind: str
    wrong: str
    right: str
    named: bool
    language: str
    start: int
    end: int


def measure() -> tuple[list[Row], dict[str, Any]]:
    """Plant slips in the real documents and count what is noticed."""
    base = baseline()
    texts = {(one.repository, one.path): one.text for one in _texts()}
    changed: dict[str, list[Text]] = {}
    slips: list[Slip] = []
    for repository, judgement in sorted(base.items()):
        documents: list[Text] = []
        for path, facts in judgement.facts.items():
            text = texts[repository, path]
            if len(text) > LONGEST:
                continue
            text, planted = _plant(repository, path, text, facts, judgement)
            documents.append(Text(repository, path, text))
            slips += planted
        changed[repository] = documents
    affected = {slip.repository for slip in slips}
    after = lint_all({name: documents for name, documents in changed.items() if name in affected})
    return _count(slips, after)


def _texts() -> Iterator[Text]:
    from benchmarks.accuracy.engine import real_texts

    yield from real_texts()


def _groups(text: str, facts: Facts, judgement: Judgement) -> list[Group]:
    papers = _papers(sorted({mention.id for mention in facts.mentions}))
    accused = _lines_accused(text, judgement.diagnostics, facts.path)
    by_entry: dict[tuple[int, str], list[Mention]] = defaultdict(list)
    for mention in facts.mentions:
        by_entry[mention.entry, mention.id].append(mention)
    result = []
    for (entry, identifier), mentions in by_entry.items():
        paper = papers.get(identifier)
        plain = all(
            not one.flaw and one.form not in ("file", "key", "badge") and one.text[4:5] == "."
            for one in mentions
        )
        if entry < 0 or paper is None or not plain or "/" in identifier:
            continue
        if any(text.count("\n", 0, one.start) in accused for one in mentions):
            continue  # what is wrong already is no ground to test on
        result.append(Group(facts.path, paper, tuple(mentions), _is_named(text, mentions, paper)))
    return result


def _papers(ids: Sequence[str]) -> dict[str, Paper]:
    return {
        identifier: answer for identifier, answer in store().lookup(ids).items() if isinstance(answer, Paper)
    }


def _lines_accused(text: str, diagnostics: Sequence[Diagnostic], path: str) -> set[int]:
    return {
        text.count("\n", 0, one.start)
        for one in diagnostics
        if one.path == path and one.code in IDENTITY and one.severity is not Severity.NOTE
    }


def _is_named(text: str, mentions: Sequence[Mention], paper: Paper) -> bool:
    start, end = mentions[0].start, mentions[-1].end
    if _BIB.search(text, max(0, text.rfind("\n@", 0, start)), start):
        first, last = text.rfind("\n@", 0, start), text.find("\n@", end)
        window = text[max(0, first) : last if last >= 0 else end + 2000]
    else:
        first = text.rfind("\n", 0, max(0, text.rfind("\n", 0, start)))
        last = text.find("\n", end)
        window = text[max(0, first) : last if last >= 0 else len(text)]
    spoken = f" {' '.join(words(window[:6000]))} "
    for title in paper.titles:
        name, colon, _ = title.partition(":")
        if f" {' '.join(words(title))} " in spoken:
            return True
        if colon and len(name) < 60 and f" {' '.join(words(name))} " in spoken:
            return True
    return False


def _plant(
    repository: str, path: str, text: str, facts: Facts, judgement: Judgement
) -> tuple[str, list[Slip]]:
    chance = random.Random(f"{SEED}/{repository}/{path}")
    groups = _groups(text, facts, judgement)
    if len(groups) < 2:
        return text, []
    language = language_of(text)
    wanted = min(PER_DOCUMENT, max(1, len(groups) // SHARE))
    edits: list[tuple[Group, str, str]] = []
    used: set[str] = set()
    for index in chance.sample(range(len(groups)), len(groups)):
        if len(edits) == wanted:
            break
        group = groups[index]
        if group.paper.id in used:
            continue
        kind = chance.choice(SLIPS)
        wrong = _wrong(kind, groups, index, chance)
        if wrong is None or wrong == group.paper.id:
            continue
        used.add(group.paper.id)
        edits.append((group, kind, wrong))
    return _apply(repository, text, edits, language)


def _wrong(kind: str, groups: Sequence[Group], index: int, chance: random.Random) -> str | None:
    right = groups[index].paper.id
    if kind == "other":
        return chance.choice(groups).paper.id
    if kind == "neighbour":
        return groups[index + 1].paper.id if index + 1 < len(groups) else groups[index - 1].paper.id
    yymm, _, sequence = right.partition(".")
    if kind == "random":
        pool = _by_month_and_category()[yymm, groups[index].paper.primary or ""]
        return chance.choice(pool) if pool else None
    if kind == "digits":
        swaps = [
            sequence[:at] + sequence[at + 1] + sequence[at] + sequence[at + 2 :]
            for at in range(len(sequence) - 1)
            if sequence[at] != sequence[at + 1]
        ]
        near = [f"{yymm}.{swap}" for swap in swaps if not new_style_flaw(yymm, swap)]
        existing = sorted(_papers(near))
        return chance.choice(existing) if existing else None
    highest, exact = max_sequence(yymm)
    beyond = highest + chance.randint(1, 5000)
    return f"{yymm}.{beyond:0{len(sequence)}d}" if exact and len(str(beyond)) <= len(sequence) else None


@cache
def _by_month_and_category() -> dict[tuple[str, str], list[str]]:
    import io
    import json

    import zstandard

    from benchmarks.accuracy.documents import DATA

    pools: dict[tuple[str, str], list[str]] = defaultdict(list)
    with (DATA / "arxiv_metadata.jsonl.zst").open("rb") as raw:
        for line in io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(raw), encoding="utf-8"):
            record = json.loads(line)
            if "/" not in record["id"] and record.get("primary"):
                pools[record["id"][:4], record["primary"]].append(record["id"])
    return pools


def _apply(
    repository: str, text: str, edits: Sequence[tuple[Group, str, str]], language: str
) -> tuple[str, list[Slip]]:
    places = sorted(
        (mention.start, mention.end, number)
        for number, (group, _, _) in enumerate(edits)
        for mention in group.mentions
    )
    pieces: list[str] = []
    spans: dict[int, list[int]] = defaultdict(list)
    position = length = 0
    for start, end, number in places:
        if start < position:
            continue  # a link and its text may overlap
        pieces += [text[position:start], edits[number][2]]
        length += start - position
        spans[number] += [length, length + len(edits[number][2])]
        length += len(edits[number][2])
        position = end
    pieces.append(text[position:])
    slips = [
        Slip(repository, group.path, kind, wrong, group.paper.id, group.named, language,
             min(spans[number]), max(spans[number]))
        for number, (group, kind, wrong) in enumerate(edits)
    ]  # fmt: skip
    return "".join(pieces), slips


def _noticed(slip: Slip, judgement: Judgement, text_lines: tuple[int, int]) -> Diagnostic | None:
    low, high = text_lines
    best = None
    for one in judgement.diagnostics:
        if one.code not in IDENTITY or one.severity is Severity.NOTE or one.path != slip.path:
            continue
        places = [(one.start, one.end)]
        places += [(place.start, place.end) for place in one.related if place.path == slip.path]
        if any(start < high and end > low for start, end in places) and (
            best is None or one.severity.rank < best.severity.rank
        ):
            best = one
    return best


def _count(slips: Sequence[Slip], after: dict[str, Judgement]) -> tuple[list[Row], dict[str, Any]]:
    total: Counter[tuple[str, ...]] = Counter()
    seen: Counter[tuple[str, ...]] = Counter()
    as_error: Counter[tuple[str, ...]] = Counter()
    suggested: Counter[tuple[str, ...]] = Counter()
    missed = []
    for slip in slips:
        found = _noticed(slip, after[slip.repository], (slip.start, slip.end))
        named = "named" if slip.named else "unnamed"
        keys: tuple[tuple[str, ...], ...] = (
            (named, slip.kind),
            (named, slip.kind, slip.language),
            (named,),
            (named, slip.language),
        )
        for key in keys:
            total[key] += 1
            seen[key] += found is not None
            as_error[key] += (
                found is not None
                and found.severity is Severity.ERROR
                and found.confidence is not Confidence.LOW
            )
            suggested[key] += found is not None and found.suggestion == slip.right
        if found is None and slip.named and slip.kind != "absent":
            missed.append(slip._asdict())
    rows = []
    for kind in SLIPS:
        if total["named", kind]:
            bar = {"neighbour": 0.90, "absent": None}.get(kind, 0.97)
            rows.append(
                Row("swap", f"named, {kind}: detected", seen["named", kind] / total["named", kind],
                    total["named", kind], bar)
            )  # fmt: skip
    for key in sorted(total):
        if key[0] == "unnamed" and len(key) == 2 and key[1] in SLIPS:
            rows.append(Row("swap", f"unnamed, {key[1]}: detected", seen[key] / total[key], total[key]))
    for key in sorted(total):
        if key[0] == "named" and len(key) == 2 and key[1] not in SLIPS:
            rows.append(
                Row("swap", f"named, in {key[1]} documents: detected", seen[key] / total[key], total[key])
            )
    if total["named",]:
        rows.append(
            Row("swap", "named: reported as an error", as_error["named",] / total["named",], total["named",])
        )
        rows.append(
            Row("swap", "named: right identifier suggested", suggested["named",] / total["named",],
                total["named",])
        )  # fmt: skip
    figures = {" ".join(key): [seen[key], as_error[key], suggested[key], total[key]] for key in sorted(total)}
    return rows, {"figures": figures, "missed": missed}
