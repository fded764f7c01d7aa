"""The command line.  Importing this costs next to nothing; each command imports what it needs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 nothing at or above the gate, 1 diagnostics, 2 usage or failure."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments in (["--version"], ["-V"]):
        # An editor or a hook manager asks this often; it must not wait for the command-line library.
        from arxlint import __version__
        from arxlint.registry import provider_versions

        packs = provider_versions()
        sys.stdout.write(f"arxlint {__version__}" + (f" ({packs})" if packs else "") + "\n")
        return
    import gc

    from arxlint.cli.fast import read
    from arxlint.system.patterns import recall

    # Facts are millions of tuples without cycles: looking for cycles among them takes a tenth of a cold run.
    gc.set_threshold(200_000, 50, 100)
    recall()
    given = read(arguments)
    if given is None:
        from arxlint.cli.group import run

        run(arguments)
    from arxlint.cli.failing import leave

    leave(lambda: _check(given), at_once=argv is None)


def _check(given: dict[str, Any]) -> int:
    from arxlint.cli.checking import run_command

    return run_command(given)
