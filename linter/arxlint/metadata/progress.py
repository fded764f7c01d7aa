"""Progress on standard error, on a terminal only: what, how far, how long still."""

from __future__ import annotations

import sys
import time
from typing import TextIO

_EVERY = 0.2


class Progress:
    """One line that is rewritten at most five times a second.  ``shown=None``: if stderr is a terminal."""

    def __init__(self, shown: bool | None = None, stream: TextIO | None = None) -> None:
        self._stream = stream if stream is not None else sys.stderr
        self._shown = self._stream.isatty() if shown is None else shown
        self._what = ""
        self._total = 0
        self._began = 0.0
        self._next = 0.0
        self._width = 0

    def start(self, what: str, total: int) -> None:
        """Begin a step of ``total`` units (0: unknown)."""
        self.clear()
        self._what, self._total = what, total
        self._began = time.monotonic()
        self._next = self._began + _EVERY

    def update(self, done: int, note: str = "") -> None:
        """Tell how many units are done; ``note`` is set behind (a count, a pause)."""
        if not self._shown:
            return
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _EVERY
        line = self._what
        if self._total:
            share = min(done / self._total, 1.0)
            line += f" {share:4.0%}"
            if share > 0.005:
                line += f", {_duration((now - self._began) * (1 - share) / share)} left"
        if note:
            line += f", {note}"
        self._stream.write("\r" + line.ljust(self._width))
        self._stream.flush()
        self._width = len(line)

    def clear(self) -> None:
        """Wipe the line."""
        if self._shown and self._width:
            self._stream.write("\r" + " " * self._width + "\r")
            self._stream.flush()
        self._width = 0


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
