"""The fast lane reads a plain command line as the command-line library does, and leaves the rest to it."""

from __future__ import annotations

from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxlint.cli.check import check
from arxlint.cli.fast import read
from arxlint.cli.table import CHECK, CHOICE, EITHER, FLAG, NUMBER, RUN, Option


def by_library(arguments: list[str]) -> dict[str, Any]:
    context = check.make_context("check", list(arguments))
    return dict(context.params)


def words_of(option: Option) -> st.SearchStrategy[list[str]]:
    if option.kind in (FLAG, EITHER):
        return st.sampled_from([[name] for name in option.names])
    if option.kind == CHOICE:
        values: st.SearchStrategy[str] = st.sampled_from(option.choices)
    elif option.kind == NUMBER:
        values = st.integers(0, 99).map(str)
    else:
        values = st.sampled_from(["a.md", "ARX1,ARX2", "x=y", "2026-12-01", "名"])
    return st.one_of(
        values.map(lambda value: [option.names[0], value]),
        values.map(lambda value: [f"{option.names[0]}={value}"]),
    )


plain = st.lists(
    st.one_of(*(words_of(option) for option in (*RUN, *CHECK)), st.sampled_from([["a.md"], ["b c/"], ["-"]])),
    max_size=6,
).map(lambda parts: [word for part in parts for word in part])


@given(arguments=plain)
def test_a_plain_command_line_means_the_same(arguments: list[str]) -> None:
    assert read(["check", *arguments]) == by_library(arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["-h"],
        ["--offlin"],
        ["-qv"],
        ["--jobs", "-1"],
        ["--jobs", "two"],
        ["--color", "red"],
        ["--select"],
        ["--offline=yes"],
        ["--", "a.md"],
        ["--store", "--offline"],
    ],
)
def test_what_is_not_plain_is_left_to_the_library(arguments: list[str]) -> None:
    assert read(["check", *arguments]) is None


def test_other_commands_are_left_to_the_library() -> None:
    assert read([]) is None
    assert read(["audit"]) is None
    assert read(["--version"]) is None


def test_every_option_of_the_table_is_an_option_of_the_command() -> None:
    names = {
        name
        for parameter in check.params
        if isinstance(parameter, click.Option)
        for name in (*parameter.opts, *parameter.secondary_opts)
    }
    assert names == {name for option in (*RUN, *CHECK) for name in option.names}
