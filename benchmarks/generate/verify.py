"""Check a generated knowledge base: exactly its faults are found, and nothing else at error level.

    python -m benchmarks.generate.verify OUT [arguments of `arxlint check`]

Prints what was missed, what else was said, and how long it took; exits with 1 on any difference.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path


def main() -> int:
    base = Path(sys.argv[1])
    expected = {
        (one["path"], one["line"], one["code"])
        for one in json.loads((base / "expected.json").read_text(encoding="utf-8"))
    }
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "arxlint", "check", str(base), "--format", "json", *sys.argv[2:]],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    seconds = time.perf_counter() - start
    if done.returncode not in (0, 1):
        print(done.stderr, file=sys.stderr)
        return 2
    diagnostics = json.loads(done.stdout)["diagnostics"]
    found = {(one["path"], one["start"]["line"], one["code"]): one for one in diagnostics}
    missed = sorted(expected - found.keys())
    other = [one for key, one in found.items() if key not in expected]
    errors = [one for one in other if one["severity"] == "error"]
    for path, line, code in missed:
        print(f"missed  {path}:{line} {code}")
    for one in errors:
        print(f"error   {one['path']}:{one['start']['line']} {one['code']} {one['message']}")
    rest = Counter(f"{one['code']} ({one['severity']})" for one in other if one["severity"] != "error")
    for what, number in sorted(rest.items()):
        print(f"besides {number} × {what}")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(
        f"{len(expected) - len(missed)} of {len(expected)} faults found, {len(errors)} other errors, "
        f"{seconds:.1f} s, {memory:.0f} MiB"
    )
    return 1 if missed or errors else 0


if __name__ == "__main__":
    sys.exit(main())
