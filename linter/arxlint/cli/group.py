"""The group of commands, each imported when it is called, and what every failure looks like."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

import click

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "check": ("arxlint.cli.check", "Lint files and folders (the default job)."),
    "audit": ("arxlint.cli.audit", "Report on a whole knowledge base, in the terminal and as one page."),
    "mentions": (
        "arxlint.cli.mentions",
        "List every arXiv mention with its labels and claims: what the tool saw.",
    ),
    "show": ("arxlint.cli.show", "Show what arXiv and the knowledge base say about one paper."),
    "explain": ("arxlint.cli.explain", "Explain a rule."),
    "rules": ("arxlint.cli.rules", "List the rules."),
    "store": ("arxlint.cli.store", "Build and inspect offline metadata."),
    "baseline": ("arxlint.cli.baseline", "Accept today's diagnostics, so that only new ones fail."),
    "completion": ("arxlint.cli.completion", "Print the shell completion script."),
}
"""Command → module (with a click command of the same name) and summary."""

EXIT_DIAGNOSTICS: Final = 1
EXIT_FAILURE: Final = 2


class Commands(click.Group):
    """Imports a command when it is looked up; listing them imports nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command, None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[cmd_name][0]), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a slip gets a suggestion."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches
            from pathlib import Path

            near = get_close_matches(args[0], list(COMMANDS), 1, 0.6)
            hint = "`arxlint --help` lists the commands."
            if near:
                hint = f"Did you mean {near[0]!r}?"
            elif Path(args[0]).exists():
                hint = f"To lint it: arxlint check {args[0]}"
            raise click.UsageError(f"{error.message.rstrip('.')}. {hint}", ctx) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, importing none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="arxlint", message="arxlint %(version)s")
def arxlint() -> None:
    """Lint the arXiv citations of a research knowledge base.

    \b
    arxlint check                 lint the folder you stand in
    arxlint check a.md inbox/     lint a file and a folder, against the whole base
    arxlint audit --html out.html a page on the whole base
    arxlint explain ARX301        what a rule says, and why

    Exit status: 0 nothing found, 1 diagnostics, 2 wrong usage or a failure.
    """


def run(arguments: Sequence[str]) -> None:
    """Run the command line; every known failure is one message and exit status 2."""
    _settle_streams()
    try:
        status = arxlint.main(list(arguments) or ["--help"], prog_name="arxlint", standalone_mode=False)
        sys.exit(status if isinstance(status, int) else 0)
    except click.exceptions.Abort:
        sys.stderr.write("arxlint: interrupted\n")
        sys.exit(130)
    except KeyboardInterrupt:
        sys.stderr.write("arxlint: interrupted\n")
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(EXIT_FAILURE)
    except BrokenPipeError:
        # The reader (head, less) has seen enough; Python must not complain again while it exits.
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_FAILURE)
    except Exception as error:
        import os

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
    from arxlint.app import UsageError
    from arxlint.baseline import BaselineError
    from arxlint.config import ConfigError
    from arxlint.discovery import MissingPath
    from arxlint.engine import RuleFailure
    from arxlint.metadata.errors import StoreError
    from arxlint.registry import RegistryError

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
