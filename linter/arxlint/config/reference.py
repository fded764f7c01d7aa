"""The configuration reference, written from the table of settings."""

from __future__ import annotations

from typing import Final

from arxlint.config.settings import KEYS, PROFILE, TOP, Key

_INTRODUCTION: Final = """\
# Configuration

<!-- Written by `python -m arxlint.config.reference`; edit `linter/arxlint/config/settings.py` instead. -->

Settings stand under `[tool.arxlint]` in `pyproject.toml`, or without that prefix in a file `arxlint.toml`
(`[profile]` there is `[tool.arxlint.profile]`). The nearest one upwards from the root of the knowledge base
holds; in one folder `arxlint.toml` goes first. Unknown settings and wrong types are errors that name the file
and the line. Options of the command line go before the configuration.
"""

_PROFILE: Final = """\
What the paths and words of a knowledge base mean. The defaults know Chinese and English; a setting that is
given replaces its default. In path patterns `{instance}` is who wrote it, `{date}` a day (`2026-08-06` or
`20260806`), `{number}` the number of a paper card, `{yymm}` and `{sequence}` the two halves of its
identifier, `{topic}` and `{rest}` anything; none of them reaches over a slash. A pattern may start in any
folder.
"""


def config_reference() -> str:
    """Return the reference as Markdown."""
    out = [_INTRODUCTION]
    for section, title, text in (
        (TOP, "`[tool.arxlint]`", ""),
        (PROFILE, "`[tool.arxlint.profile]`", _PROFILE),
    ):
        out.append(f"## {title}\n")
        if text:
            out.append(text)
        out += [_entry(key) for key in KEYS if key.section == section]
    return "\n".join(out)


def _entry(key: Key) -> str:
    kind = "one of " + ", ".join(f"`{choice}`" for choice in key.choices) if key.choices else key.kind
    if key.choices and key.kind != "string":
        kind = f"{key.kind}, each {kind}"
    return (
        f"### `{key.name}`\n\n{key.summary}\n\n"
        f"Type: {kind}. Default: `{_toml(key.default, key.kind)}`.\n\n"
        f"```toml\n{key.name} = {key.example}\n```\n"
    )


def _toml(value: object, kind: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        if kind.startswith("table"):
            return "{}"
        return "[" + ", ".join(_toml(item, "string") for item in value) + "]"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    print(config_reference(), end="")
