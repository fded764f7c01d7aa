"""Finding all identifiers in files, with positions: run as a process of its own."""

from __future__ import annotations

import os
import sys

from arxlint.recognise.raw import find_identifiers


def main(root: str) -> None:
    count = 0
    for folder, _, names in os.walk(root):
        for name in names:
            with open(f"{folder}/{name}", "rb") as file:  # noqa: PTH123 - importing pathlib is not what is measured
                count += len(find_identifiers(file.read()))
    print(count)


if __name__ == "__main__":
    main(sys.argv[1])
