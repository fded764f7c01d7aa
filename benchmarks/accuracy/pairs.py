"""How well labels are judged: pairs of what was written and a paper's title.

    python benchmarks/accuracy/pairs.py [--data FOLDER] [--generated N] [--seed S] [--output FILE.json]

Three sets are judged, each class by class, as accepted (agrees), rejected (disagrees) or cannot tell:

* ``title_pairs.jsonl``: labelled pairs.  All of them were seen while the procedure was built, so they show
  that it does what it was built for, not how it does on what it has not seen; the generated pairs below
  are drawn anew with every ``--seed``, and these do.
* Wrong pairs made of real records: a title, a name or the first words of a title beside another paper of the
  same category.
* Right pairs made of real records: a title in other case, punctuation, mark-up, cut short, with a slip,
  without its name, with a number, a venue, a year or an identifier around it.

Prints a table, writes JSON, and exits with 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from arxlint.extract.model import LabelKind
from arxlint.match.compare import judge
from arxlint.match.judgement import LINK_TEXT, Verdict
from arxlint.match.normalise import head, split_head
from arxlint.metadata.paper import Paper

ROOT: Final = Path(__file__).resolve().parents[2]
DATA: Final = Path(os.environ.get("ARXLINT_SHARED", ROOT.parent / "shared")) / "data"


class Pair(NamedTuple):
    """What was written, of which kind, beside a paper of which title."""

    group: str
    label: str
    kind: str
    title: str


class Bar(NamedTuple):
    """A share of a class that must be reached, or not exceeded."""

    group: str
    verdict: Verdict
    at_least: float | None = None
    at_most: float | None = None


BARS: Final = (
    Bar("nick:right", Verdict.AGREES, at_least=0.99),
    Bar("acronym-not-in-title", Verdict.DISAGREES, at_most=0.0),
    Bar("nearmiss:word_substitution", Verdict.AGREES, at_most=0.0),
    Bar("nearmiss:title_paraphrase", Verdict.AGREES, at_most=0.0),
    Bar("nearmiss:title_fabrication", Verdict.AGREES, at_most=0.0),
    Bar("wrong:hard", Verdict.AGREES, at_most=0.003),
    Bar("wrong:hard", Verdict.DISAGREES, at_least=0.97),
    Bar("wrong:random", Verdict.AGREES, at_most=0.001),
    Bar("wrong:random", Verdict.DISAGREES, at_least=0.97),
    Bar("same:head-dropped", Verdict.AGREES, at_least=0.99),
    *(Bar(f"same:R{number}", Verdict.AGREES, at_least=0.995) for number in (1, 2, 3)),
    Bar("nick:wrong", Verdict.AGREES, at_most=0.005),
    Bar("made: title of another paper", Verdict.AGREES, at_most=0.001),
    Bar("made: title of another paper", Verdict.DISAGREES, at_least=0.97),
    Bar("made: name of another paper", Verdict.AGREES, at_most=0.005),
)


def labelled_pairs(data: Path) -> Iterator[Pair]:
    with (data / "title_pairs.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            pair = json.loads(line)
            short = pair["class"].startswith(("nick", "acronym"))
            kind = LabelKind.NICKNAME if short else LabelKind.TITLE
            yield Pair(pair["class"], pair["written"], kind, pair["title"])


def sampled_titles(data: Path, generator: random.Random, share: float) -> dict[str, list[str]]:
    """Return a random share of all titles, by primary category."""
    import zstandard

    found: defaultdict[str, list[str]] = defaultdict(list)
    with (data / "arxiv_metadata.jsonl.zst").open("rb") as raw:
        reader = zstandard.ZstdDecompressor().stream_reader(raw)
        for line in io.TextIOWrapper(reader, encoding="utf-8"):
            if generator.random() < share:
                record = json.loads(line)
                found[record.get("primary", "")].append(record["title"])
    return {category: titles for category, titles in found.items() if len(titles) >= 20}


def wrong_pairs(titles: dict[str, list[str]], count: int, generator: random.Random) -> Iterator[Pair]:
    categories = list(titles)
    sizes = [len(titles[category]) for category in categories]
    for category in generator.choices(categories, sizes, k=count):
        written, cited = generator.sample(titles[category], 2)
        yield Pair("made: title of another paper", written, LabelKind.TITLE, cited)
        yield Pair("made: link text of another paper", written, LINK_TEXT, cited)
        name = head(written)
        if name and len(name.split()) <= 3:
            yield Pair("made: name of another paper", name, LabelKind.NICKNAME, cited)
        opening = " ".join(written.split()[:4])
        yield Pair("made: first words of another title", opening, LabelKind.DESCRIPTION, cited)


def right_pairs(titles: dict[str, list[str]], count: int, generator: random.Random) -> Iterator[Pair]:
    categories = list(titles)
    sizes = [len(titles[category]) for category in categories]
    for category in generator.choices(categories, sizes, k=count):
        title = generator.choice(titles[category])
        for change, label in changed(title, generator):
            yield Pair(f"made: own title, {change}", label, LabelKind.TITLE, title)
        name = head(title)
        if name and len(name.split()) <= 3:
            yield Pair("made: own name", name, LabelKind.NICKNAME, title)
            yield Pair("made: own name as link text", name, LINK_TEXT, title)


def changed(title: str, generator: random.Random) -> Iterator[tuple[str, str]]:
    """Yield what people and tools make of a title, with a word for it."""
    yield "lower case", title.lower()
    yield "upper case", title.upper()
    yield "no hyphens", title.replace("-", " ")
    if "$" not in title and "\\" not in title:
        yield "no punctuation", "".join(c if c.isalnum() or c in " +." else " " for c in title)
    yield "quoted", f"“{title}”"
    yield "bold", f"**{title}**"
    yield "numbered", f"12. {title}"
    yield "with year", f"{title} (2024)"
    yield "with venue", f"{title}, NeurIPS 2024"
    yield "tagged", f"[ICLR 2024] {title}"
    yield "with identifier", f"{title} arXiv:2401.01234"
    parts = split_head(title)
    if parts is None:
        yield "behind a name", f"FooBaz: {title}"
    elif len(parts[0].split()) <= 2 and len(parts[1].split()) >= 3:
        yield "without its name", parts[1]
        yield "dash for colon", " — ".join(parts)
    written = title.split()
    if len(written) > 5:
        yield "cut with dots", " ".join(written[: len(written) * 2 // 3]) + "..."
        if len(title) > 66:
            yield "cut in a word", title[:60] + "…"
        long = [at for at, word in enumerate(written) if len(word) >= 7 and word.isalpha()]
        if long:
            at = generator.choice(long)
            word, inside = written[at], generator.randrange(1, len(written[at]) - 1)
            lost = word[:inside] + word[inside + 1 :]
            swapped = word[:inside] + word[inside + 1] + word[inside] + word[inside + 2 :]
            yield "a letter lost", " ".join([*written[:at], lost, *written[at + 1 :]])
            yield "letters swapped", " ".join([*written[:at], swapped, *written[at + 1 :]])


def measure(pairs: list[Pair]) -> dict[str, dict[str, object]]:
    """Judge pairs; return per class the number, the three shares, and the reasons with their counts."""
    verdicts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    reasons: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        found = judge(pair.label, pair.kind, Paper("2401.00001", pair.title))
        verdicts[pair.group][found.verdict.value] += 1
        reasons[pair.group][f"{found.verdict.value}/{found.reason}/{found.confidence.value}"] += 1
    results: dict[str, dict[str, object]] = {}
    for group, counts in verdicts.items():
        total = counts.total()
        shares = {verdict.value: round(counts[verdict.value] / total, 5) for verdict in Verdict}
        results[group] = {"pairs": total, **shares, "reasons": dict(reasons[group].most_common())}
    return results


def missed(results: dict[str, dict[str, object]]) -> list[str]:
    found = []
    for bar in BARS:
        share = results.get(bar.group, {}).get(bar.verdict.value)
        if not isinstance(share, float):
            continue
        if bar.at_least is not None and share < bar.at_least:
            found.append(
                f"{bar.group}: {bar.verdict.value} {share:.2%}, should be at least {bar.at_least:.1%}"
            )
        if bar.at_most is not None and share > bar.at_most:
            found.append(f"{bar.group}: {bar.verdict.value} {share:.2%}, should be at most {bar.at_most:.1%}")
    return found


def table(results: dict[str, dict[str, object]]) -> str:
    lines = [
        "| class | pairs | accepted % | rejected % | cannot tell % |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for group, found in results.items():
        shares = [f"{100 * float(str(found[verdict.value])):.2f}" for verdict in Verdict]
        lines.append(f"| {group} | {found['pairs']} | {' | '.join(shares)} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument(
        "--generated", type=int, default=20_000, help="wrong pairs to make (a tenth as many right titles)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    labelled = list(labelled_pairs(options.data))
    generator = random.Random(options.seed)
    made: list[Pair] = []
    if options.generated:
        titles = sampled_titles(options.data, generator, 0.12)
        made = list(wrong_pairs(titles, options.generated, generator))
        made += right_pairs(titles, options.generated // 10, generator)
    start = time.process_time()
    results = measure(labelled + made)
    seconds = time.process_time() - start
    failures = missed(results)
    print(table(results))
    each = 1e6 * seconds / len(labelled + made)
    print(f"\n{len(labelled + made)} judgements, {each:.0f} µs each")
    for failure in failures:
        print("missed:", failure)
    if options.output:
        report = {
            "seed": options.seed,
            "results": results,
            "microseconds": round(each, 1),
            "missed": failures,
        }
        options.output.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
