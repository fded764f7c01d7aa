"""What every failure looks like: one message, and exit status 2."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Final, NoReturn

from arxlint.system.patterns import remember

EXIT_FAILURE: Final = 2
EXIT_INTERRUPTED: Final = 130


_AT_THE_END: Final = ("multiprocessing", "threading", "requests", "logging")
"""Modules that have something to do when Python ends."""


def leave(command: Callable[[], int], *, at_once: bool = False) -> NoReturn:
    """Run a command and exit with its status; every known failure is one message.

    ``at_once``: the process may end without taking everything apart first, which takes a twentieth of a run
    as a hook.
    """
    _settle_streams()
    try:
        status = command()
        remember()
        if at_once and not any(name in sys.modules for name in _AT_THE_END):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        sys.exit(status)
    except KeyboardInterrupt:
        sys.stderr.write("arxlint: interrupted\n")
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        # The reader (head, less) has seen enough; Python must not complain again while it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_FAILURE)
    except Exception as error:
        if is_expected(error):
            sys.stderr.write(f"arxlint: {_said(error)}\n")
        elif os.environ.get("ARXLINT_TRACEBACK"):
            raise
        else:
            sys.stderr.write(
                f"arxlint: internal error: {type(error).__name__}: {error}. This is a fault of arxlint;"
                " please report it with what `ARXLINT_TRACEBACK=1` shows\n"
            )
        sys.exit(EXIT_FAILURE)


def _settle_streams() -> None:
    """Write UTF-8 wherever a program may read it, and what a terminal cannot show in escapes."""
    from io import TextIOWrapper

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def _said(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def is_expected(error: Exception) -> bool:
    """Tell whether an error is one of those that a clear message answers (all others are our faults)."""
    from arxlint.config.reader import ConfigError
    from arxlint.discovery import MissingPath
    from arxlint.metadata.errors import StoreError
    from arxlint.policy.baseline import BaselineError
    from arxlint.registry import RegistryError
    from arxlint.run.app import UsageError
    from arxlint.run.engine import RuleFailure

    known = (
        UsageError,
        BaselineError,
        ConfigError,
        MissingPath,
        RuleFailure,
        StoreError,
        RegistryError,
        OSError,
    )
    return isinstance(error, known)
