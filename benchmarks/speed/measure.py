"""Running commands and taking their times."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple


class Cost(NamedTuple):
    """What a command took: wall and CPU seconds (its children's included), peak memory in MB."""

    wall: float
    cpu: float
    memory: float


def run(command: Sequence[str], cwd: Path, environment: Mapping[str, str]) -> Cost:
    """Run a command; its output is thrown away.  Raises RuntimeError if it could not do its job."""
    start = time.perf_counter()
    with subprocess.Popen(
        command, cwd=cwd, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(command)}: {said.decode(errors='replace')}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def interleaved(actions: Mapping[str, Callable[[], Cost]], times: int) -> dict[str, Cost]:
    """Return the medians of several actions, run in turn so that a busy moment falls on all of them.

    Each is run once before, unmeasured.
    """
    taken: dict[str, list[Cost]] = {name: [] for name in actions}
    for turn in range(times + 1):
        for name, action in actions.items():
            cost = action()
            if turn:
                taken[name].append(cost)
    return {
        name: Cost(*(median(values) for values in zip(*costs, strict=True))) for name, costs in taken.items()
    }


def cpu_of_children() -> float:
    """Return the CPU seconds of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
