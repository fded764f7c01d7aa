"""Generate a research knowledge base with known faults.

    python -m benchmarks.generate OUT --metadata arxiv_metadata.jsonl.zst --briefings 10000 --faults 500

Same arguments, same bytes.  ``OUT/expected.json`` lists every fault as path, line and code.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.generate.base import generate
from benchmarks.generate.papers import named_papers


def main() -> None:
    parser = argparse.ArgumentParser(description="Generate a research knowledge base with known faults.")
    parser.add_argument("out", type=Path, help="folder to write; must not exist")
    parser.add_argument("--metadata", type=Path, required=True, help="records in JSON lines, .zst or not")
    parser.add_argument("--briefings", type=int, default=10_000)
    parser.add_argument("--faults", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    summary = generate(
        arguments.out, named_papers(arguments.metadata), arguments.briefings, arguments.faults, arguments.seed
    )
    print(summary)


if __name__ == "__main__":
    main()
