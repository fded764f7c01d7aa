"""``arxlint completion``."""

from __future__ import annotations

import sys

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that makes a shell complete commands, options, rules and files.

    Put one line into the shell's start-up file:

    \b
    ~/.bashrc                    eval "$(arxlint completion bash)"
    ~/.zshrc                     eval "$(arxlint completion zsh)"
    ~/.config/fish/config.fish   arxlint completion fish | source
    """
    from click.shell_completion import get_completion_class

    from arxlint.cli.group import arxlint

    kind = get_completion_class(shell)
    assert kind is not None  # the choices are those that exist
    sys.stdout.write(kind(arxlint, {}, "arxlint", "_ARXLINT_COMPLETE").source() + "\n")
