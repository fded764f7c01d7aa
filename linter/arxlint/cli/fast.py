"""The fast lane: ``arxlint check`` as hooks call it, without the command-line library.

Loading that library takes as long as checking a file.  What is plain is read here; anything else (help,
mistakes, abbreviations, options run together) is left to it, so that there is one place for every message.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from arxlint.cli.table import CHECK, CHOICE, EITHER, FLAG, NUMBER, RUN, Option


def read(arguments: Sequence[str]) -> dict[str, Any] | None:
    """Return the values of a plain ``check …``; None where the command-line library is to read it."""
    if not arguments or arguments[0] != "check" or "_ARXLINT_COMPLETE" in os.environ:
        return None
    options = {name: option for option in (*RUN, *CHECK) for name in option.names}
    given: dict[str, Any] = {option.value: option.unset for option in options.values()}
    paths: list[str] = []
    rest = iter(arguments[1:])
    for word in rest:
        if not word.startswith("-") or word == "-":
            paths.append(word)
            continue
        name, equals, text = word.partition("=")
        option = options.get(name)
        if option is None:
            return None
        if option.kind in (FLAG, EITHER):
            if equals:
                return None
            given[option.value] = option.kind == FLAG or name == option.names[0]
            continue
        value = _value(option, text if equals else next(rest, "-"))
        if value is None:
            return None
        given[option.value] = (*given[option.value], value) if option.multiple else value
    given["paths"] = tuple(paths)
    return given


def _value(option: Option, text: str) -> str | int | None:
    """Return the value of an option; None where it is missing, wrong or odd."""
    if text.startswith("-") or not text:
        return None
    if option.kind == NUMBER:
        return int(text) if text.isascii() and text.isdecimal() else None
    if option.kind == CHOICE and text not in option.choices:
        return None
    return text
