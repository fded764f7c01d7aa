"""Options that several commands share, for the command-line library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import click

from arxlint.cli.completing import complete_formats, complete_rules
from arxlint.cli.given import to_options, tool_version, wants_color
from arxlint.cli.table import CHOICE, EITHER, FLAG, NUMBER, PATH, RUN, Option

__all__ = ["run_options", "table_options", "to_options", "tool_version", "wants_color"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_COMPLETES: Final[dict[str, Any]] = {"rules": complete_rules, "formats": complete_formats}


def table_options(options: Sequence[Option]) -> Callable[[_Command], _Command]:
    """Give a command options of the table."""

    def decorate(command: _Command) -> _Command:
        for option in reversed(options):
            command = _click_option(option)(command)
        return command

    return decorate


def _click_option(option: Option) -> Callable[[_Command], _Command]:
    given: dict[str, Any] = {"help": option.help, "default": option.default}
    if option.metavar:
        given["metavar"] = option.metavar
    if option.completes:
        given["shell_complete"] = _COMPLETES[option.completes]
    if option.multiple:
        given["multiple"] = True
        del given["default"]
    if option.kind == FLAG:
        given.update(is_flag=True, default=False)
    elif option.kind == NUMBER:
        given["type"] = click.IntRange(0)
    elif option.kind == CHOICE:
        given["type"] = click.Choice(list(option.choices))
    elif option.kind == PATH:
        given["type"] = click.Path()
    names = ("/".join(option.names),) if option.kind == EITHER else option.names
    return click.option(*names, option.value, **given)


def run_options(command: _Command) -> _Command:
    """Give a command the paths and options that every run has."""
    command = table_options(RUN)(command)
    return click.argument("paths", nargs=-1, metavar="[PATHS]...", type=click.Path())(command)
