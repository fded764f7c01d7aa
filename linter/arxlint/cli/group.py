"""The group of commands, each imported when it is called, and what every failure looks like."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

import click

from arxlint.cli.failing import EXIT_FAILURE, leave

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
            from pathlib import Path

            from arxlint.text.nearest import nearest

            near = nearest(args[0], COMMANDS)
            hint = "`arxlint --help` lists the commands."
            if near:
                hint = f"Did you mean {near!r}?"
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


def run(arguments: Sequence[str]) -> NoReturn:
    """Run the command line and exit; every known failure is one message and exit status 2."""
    leave(lambda: _status(arguments))


def _status(arguments: Sequence[str]) -> int:
    try:
        status = arxlint.main(list(arguments) or ["--help"], prog_name="arxlint", standalone_mode=False)
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        error.show()
        return EXIT_FAILURE
    return status if isinstance(status, int) else 0
