"""Measure the structure readers: agreement with markdown-it-py, and speed.

    PYTHONPATH=linter python -m benchmarks.structure FOLDER [--every N]

Reads all ``*.md`` below FOLDER.  Prints on how many of the lines that are not blank the kind of the innermost
leaf block agrees, on how many stretches of text the inline elements agree, and MB/s of processor time (best
of three, UTF-8 bytes) for both parsers.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from arxlint.document.inline import definitions, inlines
from arxlint.document.markdown import parse_markdown
from arxlint.document.model import Block, BlockKind

from .inline_oracle import our_elements, reference_elements
from .oracle import lines_of, our_kinds, reference_kinds, reference_parser, without_front_matter

_WITH_INLINES = {BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.TABLE_CELL}
_MARKUP = frozenset("`[<*_")


def best_of_three(work: Callable[[], object]) -> float:
    """Return the least processor time in seconds of three runs."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def block_agreement(texts: list[str]) -> dict[str, object]:
    lines = differences = 0
    kinds: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    for text in texts:
        for line, ours, theirs in zip(lines_of(text), our_kinds(text), reference_kinds(text), strict=True):
            if line.strip(" \t"):
                lines += 1
                kinds[theirs] += 1
                if ours != theirs:
                    differences += 1
                    pairs[f"{theirs} → {ours}"] += 1
    share = 1 - differences / max(lines, 1)
    return {"lines": lines, "kinds": kinds, "different": differences, "pairs": pairs, "agreement": share}


def inline_agreement(texts: list[str]) -> dict[str, object]:
    stretches = differences = 0
    parser = reference_parser()
    for text in texts:
        for token in parser.parse(text):
            if token.type == "inline" and not _MARKUP.isdisjoint(token.content):
                stretches += 1
                differences += our_elements(token.content) != reference_elements(token.content)
    share = 1 - differences / max(stretches, 1)
    return {"stretches": stretches, "different": differences, "agreement": share}


def speed(texts: list[str]) -> dict[str, float]:
    size = sum(len(text.encode("utf-8", "replace")) for text in texts) / 1e6
    jobs: list[tuple[str, dict[str, tuple[int, int]], list[Block]]] = []
    for text in texts:
        blocks = parse_markdown(text)
        chosen = [block for block in blocks if block.kind in _WITH_INLINES]
        jobs.append((text, definitions(text, blocks), chosen))
    inline_size = (
        sum(len(t[b.start : b.end].encode("utf-8", "replace")) for t, _, blocks in jobs for b in blocks) / 1e6
    )
    parser = reference_parser()

    def read_inlines() -> None:
        for text, references, blocks in jobs:
            for block in blocks:
                inlines(text, block.start, block.end, references)

    return {
        "MB": size,
        "blocks MB/s": size / best_of_three(lambda: [parse_markdown(text) for text in texts]),
        "markdown-it-py blocks MB/s": size / best_of_three(lambda: [parser.parse(text) for text in texts]),
        "inline MB": inline_size,
        "inlines MB/s": inline_size / best_of_three(read_inlines),
    }


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--every", type=int, default=1, metavar="N", help="read only every Nth file")
    arguments = options.parse_args()
    paths = sorted(arguments.folder.rglob("*.md"))[:: arguments.every]
    texts = [without_front_matter(path.read_bytes().decode("utf-8", "replace")) for path in paths]
    result = {
        "files": len(texts),
        "blocks": block_agreement(texts),
        "inlines": inline_agreement(texts),
        "speed": speed(texts),
    }
    json.dump(result, sys.stdout, indent=1, ensure_ascii=False)
    print()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
