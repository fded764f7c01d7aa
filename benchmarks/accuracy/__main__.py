"""Measure accuracy: ``python -m benchmarks.accuracy [PART ...] [--json FILE]``.

Parts: recognition, pairs, swap, cases, findings; all of them by default.  The data is looked for in
``../shared/data`` beside the checkout, or where ``ARXLINT_SHARED`` says.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.accuracy import swap
from benchmarks.accuracy.documents import DATA
from benchmarks.accuracy.table import Row, render

PARTS = ("recognition", "pairs", "swap", "cases", "findings")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART")
    parser.add_argument("--json", metavar="FILE", help="write all figures and every difference here")
    parser.add_argument("--seed", metavar="TEXT", help="draw other slips than the benchmark's own")
    options = parser.parse_args()
    if not DATA.is_dir():
        print(f"no data at {DATA}; set ARXLINT_SHARED", file=sys.stderr)
        return 2
    if options.seed:
        swap.SEED = options.seed
    rows: list[Row] = []
    details: dict[str, Any] = {}
    for part in options.parts or PARTS:
        began = time.perf_counter()
        print(f"{part} …", end=" ", file=sys.stderr, flush=True)
        module = {"pairs": "title_pairs"}.get(part, part)
        found, detail = import_module(f"benchmarks.accuracy.{module}").measure()
        rows += found
        details[part] = detail
        print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)
    print(render(rows))
    if options.json:
        document = {"rows": [row._asdict() | {"met": row.met} for row in rows], "details": details}
        Path(options.json).write_text(json.dumps(document, indent=1, ensure_ascii=False), encoding="utf-8")
    return 1 if any(row.met is False for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
